"""The command `dealer-table`. I/O: standard streams, files, and whatever the command runs."""

import asyncio
import signal
import sys
import time
from contextlib import suppress
from datetime import timedelta
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated, NoReturn

import structlog
import typer

from dealer_table import journal_commands, mathematics_commands
from dealer_table.adapters.embedded_broker import EmbeddedBroker
from dealer_table.app import run_table
from dealer_table.config.gateway_config import load_gateway_config
from dealer_table.config.table_config import check_table_config, load_table_config
from dealer_table.config.token_keys import read_token_keys, write_new_keys
from dealer_table.errors import ConfigError, JournalError
from dealer_table.gateway_app import run_gateway
from dealer_table.procedure.words import Role
from dealer_table.wire.launch_token import issue

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
token_app = typer.Typer(no_args_is_help=True, help="Launch tokens for the people who run a table.")
app.add_typer(token_app, name="token")
mathematics_commands.register(app)
journal_commands.register(app)

ConfigOption = Annotated[Path, typer.Option("--config", help="The table's TOML file.")]
KeysOption = Annotated[Path, typer.Option("--keys", help="The file of signing keys.")]
_DEFAULT_CONFIG = Path("config/table.toml")


@app.callback()
def dealer_table(
    log_json: Annotated[bool, typer.Option("--log-json", help="Log as JSON lines.")] = False,
) -> None:
    """Run the backend of a live-dealer baccarat table, or one part of it."""
    log_to_standard_error(as_json=log_json)


@app.command()
def run(
    config: ConfigOption = _DEFAULT_CONFIG,
    ready_file: Annotated[Path | None, typer.Option(help="Write the port here once the table serves.")] = None,
) -> None:
    """Run a table: its controller, its gateway, and the scanners that the file names."""
    asyncio.run(run_table(load_table_config(config), ready_file))


@app.command()
def gateway(
    config: ConfigOption = Path("config/gateway.toml"),
    ready_file: Annotated[Path | None, typer.Option(help="Write the port here once the gateway serves.")] = None,
) -> None:
    """Run one more gateway, for a table elsewhere that it reaches through the broker."""
    asyncio.run(run_gateway(load_gateway_config(config), ready_file))


@app.command("check-config")
def check_config(config: ConfigOption = _DEFAULT_CONFIG) -> None:
    """Tell every fault of a table's configuration, with file, key and remedy."""
    checked, faults = check_table_config(config)
    for entry in entry_points(group="dealer_table.checks"):
        faults += entry.load()(config)
    for fault in dict.fromkeys(map(str, faults)):
        typer.echo(fault, err=True)
    if checked is None or faults:
        raise typer.Exit(2)
    typer.echo(f"{config}: table {checked.table}, rules {checked.rules_digest[:12]}: nothing to complain of")


@app.command()
def broker(port: Annotated[int, typer.Option(help="The port on 127.0.0.1.")] = 1883) -> None:
    """Run the embedded broker by itself, on this machine only."""
    embedded = EmbeddedBroker(port)
    ending = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, ending)
    try:
        embedded.start()
    except (OSError, RuntimeError) as error:
        raise ConfigError(str(error), key="--port") from None
    try:
        while signal.sigtimedwait(ending, 1.0) is None:
            if not embedded.running:
                raise typer.Exit(1)
    finally:
        embedded.stop()


@token_app.command("new-keys")
def token_new_keys(path: Path) -> None:
    """Make a file with a fresh signing key."""
    try:
        write_new_keys(path)
    except OSError as error:
        raise ConfigError(f"cannot be made: {error.strerror}", source=str(path)) from None


@token_app.command("issue")
def token_issue(
    keys: KeysOption,
    role: Annotated[Role, typer.Option(help="dealer, supervisor or administrator.")],
    name: Annotated[str, typer.Option(help="The person, as the record will name them.")],
    table: Annotated[str, typer.Option(help="The table's id.")],
    hours: Annotated[float, typer.Option(help="How long it is valid.", min=0.01)] = 12.0,
) -> None:
    """Print a launch token; the page takes it as the fragment of its address, /dealer#token=TOKEN."""
    now = time.time_ns() // 1_000_000
    expires_at = now + int(timedelta(hours=hours).total_seconds() * 1000)
    typer.echo(issue(read_token_keys(keys).current, role=role, name=name, table=table, expires_at=expires_at, now=now))


def log_to_standard_error(*, as_json: bool) -> None:
    """Log to standard error: standard output is for what a command answers."""
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        logger_factory=lambda *_: _PatientLogger(),
    )


class _PatientLogger:
    """Writes to standard error, and loses a line rather than stop a table: its file may be on the disk that is full."""

    def msg(self, line: str) -> None:
        """Write one line."""
        with suppress(OSError):
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()

    log = debug = info = warn = warning = error = critical = fatal = exception = msg


def main() -> None:
    """Run the command line: 0 done, 1 what was checked does not hold, 2 wrong usage or configuration."""
    for entry in entry_points(group="dealer_table.commands"):
        app.add_typer(entry.load(), name=entry.name)
    try:
        app()
    except (ConfigError, JournalError) as error:
        _refuse(error)
    except ExceptionGroup as group:
        ours, others = group.split((ConfigError, JournalError))
        if ours is None or others is not None:
            raise
        _refuse(_first(ours))


def _refuse(error: Exception) -> NoReturn:
    typer.echo(f"dealer-table: {error}", err=True)
    sys.exit(2)


def _first(group: ExceptionGroup[Exception]) -> Exception:
    error = group.exceptions[0]
    return _first(error) if isinstance(error, ExceptionGroup) else error
