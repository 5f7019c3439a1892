"""Program and configuration by their digests, for auditors: `integrity`. I/O: files, a journal, standard output."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from dealer_table.adapters.file_manifests import package_folders
from dealer_table.adapters.process_record import RELEASE, Files, files_now, files_on_record
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.config.approval import read_approval, write_approval
from dealer_table.config.table_config import TableConfig, load_table_config
from dealer_table.errors import ConfigError
from dealer_table.procedure.integrity import FileChange, digest_of, found, listing
from dealer_table.procedure.process_events import ProcessStarted
from dealer_table.records.reading import DOES_NOT_HOLD, AsJson, reading
from dealer_table.records.wording import when
from dealer_table.wire.event_codec import decode

_STARTS = "SELECT name, version, body FROM records WHERE name = 'process_started' ORDER BY position"


class Part(StrEnum):
    """Which of the two."""

    PROGRAM = "program"
    CONFIGURATION = "configuration"


ConfigOption = Annotated[Path, typer.Option("--config", help="The table's TOML file.")]
_DEFAULT_CONFIG = Path("config/table.toml")


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    integrity = typer.Typer(help="Program and configuration, by the digests of their files.", no_args_is_help=True)
    integrity.command("show")(show)
    integrity.command("compare")(compare)
    integrity.command("approve")(approve)
    app.add_typer(integrity, name="integrity")


def show(
    config: ConfigOption = _DEFAULT_CONFIG,
    part: Annotated[
        Part | None, typer.Option(help="List the files of this part only, as sha256sum writes and checks them.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the digests of program and configuration as they are installed now, or each file's.

    A part's digest is the SHA-256 of its list.
    """
    files = files_now(load_table_config(config).integrity)
    if as_json:
        document = {"release": RELEASE, "config": str(config)} | {
            name: {"digest": digest_of(manifest), "files": dict(sorted(manifest.items()))}
            for name, manifest in files._asdict().items()
        }
        typer.echo(json.dumps(document))
    elif part is not None:
        typer.echo(listing(files._asdict()[part.value]), nl=False)
    else:
        packages = ", ".join(sorted({str(folder.parent) for folder in package_folders().values()}))
        for name, manifest, where in zip(Files._fields, files, (packages, config.parent), strict=True):
            typer.echo(f"{name:<14} {digest_of(manifest)}  {len(manifest)} entries, in {where}")


def compare(config: ConfigOption = _DEFAULT_CONFIG, as_json: AsJson = False) -> None:
    """Compare program and configuration as they are now with what is approved and with the last start on record.

    Exit code 1 when anything differs. The table may be running.
    """
    loaded = load_table_config(config)
    now = files_now(loaded.integrity)
    changed = {name: _changes(now, then) for name, then in _references(loaded).items()}
    if as_json:
        typer.echo(json.dumps({name: [_row(*change) for change in changes] for name, changes in changed.items()}))
    elif not changed:
        typer.echo("nothing to compare with: no approval is configured, and no start is on record")
    for name, changes in changed.items() if not as_json else ():
        typer.echo(f"{name}: {f'{len(changes)} not as it was' if changes else 'nothing differs'}")
        for part, change in changes:
            typer.echo(f"  {part:<14} {change.kind:<8} {change.name}  {change.before or '-'} -> {change.after or '-'}")
    if any(changed.values()):
        raise typer.Exit(DOES_NOT_HOLD)


def approve(
    by: Annotated[str, typer.Option(help="Who approves it; it stands in the file.")],
    config: ConfigOption = _DEFAULT_CONFIG,
) -> None:
    """Write the file that `[integrity] approved` names: from its next start on the table runs with nothing else."""
    loaded = load_table_config(config)
    path = loaded.integrity.approved
    if path is None:
        remedy = '[integrity] approved = "approved.json"'
        raise ConfigError("there is no file to write to", source=str(config), key="integrity.approved", remedy=remedy)
    files = files_now(loaded.integrity)
    try:
        write_approval(path, *files, by=by, at=when(SystemClock().now_ms()))
    except OSError as error:
        raise ConfigError(f"cannot be written: {error.strerror}", source=str(path)) from None
    for name, manifest in files._asdict().items():
        typer.echo(f"{name:<14} {digest_of(manifest)}  approved in {path}")


def _references(config: TableConfig) -> dict[str, Files]:
    """Return what the files of now are held to, by what it is called."""
    references = {}
    approved = config.integrity.approved
    if approved is not None:
        approval = read_approval(approved)
        references[f"approved in {approved}"] = Files(approval.program, approval.configuration)
    if config.journal.is_file():
        with reading(config.journal) as journal:
            events = [decode(*row) for row in journal.select(_STARTS)]
        starts = [event for event in events if isinstance(event, ProcessStarted)]
        if starts:
            references[f"started {when(starts[-1].at)}"] = files_on_record(starts)
    return references


def _changes(now: Files, then: Files) -> list[tuple[str, FileChange]]:
    parts = zip(Files._fields, now, then, strict=True)
    return [(name, change) for name, manifest, before in parts for change in found(manifest, before).changed]


def _row(part: str, change: FileChange) -> dict[str, Any]:
    return {"part": part, "change": change.kind} | change._asdict()
