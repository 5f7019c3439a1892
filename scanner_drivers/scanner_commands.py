"""The `dealer-table scanner …` commands. I/O: terminal, files, ports, the broker."""

import asyncio
import json
import logging
import sys
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import structlog
import typer

from dealer_table.errors import ConfigError
from dealer_table.process import READY, STOPPING, Supervisor, stop_signal
from scanner_drivers import codebook_commands
from scanner_drivers.bridge import run_bridges
from scanner_drivers.bridge_config import load_bridge_config
from scanner_drivers.capture import Recorder, read_capture, received_in
from scanner_drivers.codebook_files import DEFAULT_CODEBOOK, load_codebook
from scanner_drivers.command_errors import exit_codes
from scanner_drivers.doctor_command import ConfigOption, ScannerOption, SecondsOption, examine
from scanner_drivers.driver import Driver, LineFormat
from scanner_drivers.links import check_port_url, link_for
from scanner_drivers.monitor import Monitor
from scanner_drivers.registry import AnyDriverSpec, driver_names, load_driver
from scanner_drivers.replay import replay as replay_chunks
from scanner_drivers.sightings import in_words, spaced_hex

app = typer.Typer(help="Scanners: list, watch, record, replay, run and mend them.", no_args_is_help=True)
app.add_typer(codebook_commands.app, name="codebook")

DriverOption = Annotated[str, typer.Option("--driver", help="a name of `scanner list`")]
PortOption = Annotated[str, typer.Option("--port", help="a device path, socket://host:port, hid://, evdev://, …")]
SetOption = Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="a setting of the driver")]
CodebookOption = Annotated[str, typer.Option("--codebook", help="a packaged codebook, or the path of a .toml file")]
BaudOption = Annotated[int | None, typer.Option("--baud", help="instead of the driver's own")]
JsonOption = Annotated[bool, typer.Option("--json", help="one JSON document on standard output")]


@app.command("list")
def list_drivers(as_json: JsonOption = False) -> None:
    """List the drivers that are installed, with their settings."""
    with exit_codes():
        specs = [load_driver(name) for name in driver_names()]
    if as_json:
        typer.echo(json.dumps({"drivers": [_described(spec) for spec in specs]}))
        return
    for spec in specs:
        typer.echo(f"{spec.name}: {spec.summary}")
        for key, text in _settings_of(spec).items():
            typer.echo(f"    {key}: {text}")


@app.command()
def replay(
    capture: Annotated[Path, typer.Argument(help="a file of `scanner capture`")],
    driver: DriverOption,
    settings: SetOption = None,
    codebook: CodebookOption = DEFAULT_CODEBOOK,
    as_json: JsonOption = False,
) -> None:
    """Say what a driver makes of a recorded stream, on the record's own clock."""
    with exit_codes():
        machine = _driver(load_driver(driver), settings, codebook)
        records = read_capture(capture)
        seen, replies = replay_chunks(machine, received_in(records))
    if as_json:
        document = {"seen": [in_words(sighting) for sighting in seen], "replies": [spaced_hex(r) for r in replies]}
        typer.echo(json.dumps(document))
        return
    for sighting in seen:
        typer.echo(json.dumps(in_words(sighting)))
    for reply in replies:
        typer.echo(f"reply {spaced_hex(reply)}")


@app.command()
def monitor(
    port: PortOption,
    driver: DriverOption,
    settings: SetOption = None,
    codebook: CodebookOption = DEFAULT_CODEBOOK,
    baud: BaudOption = None,
) -> None:
    """Show live what comes over a port, bytes and meaning side by side; the table is not told."""
    _watch(port, driver, settings, codebook, baud, recorder=None)


@app.command()
def capture(
    out: Annotated[Path, typer.Argument(help="the file to write; must not exist")],
    port: PortOption,
    driver: DriverOption,
    settings: SetOption = None,
    codebook: CodebookOption = DEFAULT_CODEBOOK,
    baud: BaudOption = None,
) -> None:
    """Record what goes over a port, for `replay`; shown as `monitor` does."""
    with exit_codes():
        try:
            file = out.open("x", encoding="utf-8")
        except OSError as error:
            raise ConfigError(f"cannot record: {error}", remedy="name a file that does not exist yet") from None
        with file:
            _watch(port, driver, settings, codebook, baud, recorder=Recorder(file))


@app.command()
def run(config: ConfigOption) -> None:
    """Carry what the scanners of a configuration read to the table, until stopped."""
    _log_to_stderr()
    with exit_codes():
        _until_stopped(run_bridges(load_bridge_config(config)))


@app.command()
def doctor(
    config: ConfigOption, scanner: ScannerOption = None, seconds: SecondsOption = 20.0, as_json: JsonOption = False
) -> None:
    """Find out what is wrong between a scanner and the table, rung by rung, each with its remedy."""
    _log_to_stderr()
    with exit_codes():
        healthy = examine(config, scanner, seconds, as_json)
    raise typer.Exit(0 if healthy else 1)


def _watch(  # the options of two commands, passed on as they came
    port: str, driver: str, settings: SetOption, codebook: str, baud: int | None, recorder: Recorder | None
) -> None:
    _log_to_stderr()
    with exit_codes():
        check_port_url(port)
        spec = load_driver(driver)
        machine = _driver(spec, settings, codebook)
        line = spec.line if baud is None else LineFormat.model_validate(spec.line.model_dump() | {"baud": baud})
        link = link_for(port, line)
        _until_stopped(Monitor(machine, link, show=typer.echo, recorder=recorder).run())


def _described(spec: AnyDriverSpec) -> dict[str, object]:
    return {
        "name": spec.name,
        "summary": spec.summary,
        "line": spec.line.model_dump(),
        "settings": _settings_of(spec),
    }


def _settings_of(spec: AnyDriverSpec) -> dict[str, str]:
    return {key: field.description or "" for key, field in spec.settings.model_fields.items()}


def _driver(spec: AnyDriverSpec, settings: Sequence[str] | None, codebook: str) -> Driver:
    return spec.driver(dict(_setting(text) for text in settings or ()), load_codebook(codebook))


def _setting(text: str) -> tuple[str, object]:
    """Read KEY=VALUE: a JSON list, object or quoted string is one; anything else is text, with JSON's escapes."""
    key, equals, value = text.partition("=")
    if not equals:
        raise ConfigError(f"{text!r} is not KEY=VALUE", key="--set")
    if value[:1] in ("[", "{", '"'):
        candidate = value
    elif "\\" in value:
        candidate = f'"{value}"'
    else:
        return key, value
    try:
        return key, json.loads(candidate)
    except ValueError:
        return key, value


def _until_stopped(work: Coroutine[Any, Any, None]) -> None:
    """Run until SIGINT or SIGTERM, and let the work say goodbye."""

    async def main() -> None:
        supervisor = Supervisor()
        with stop_signal() as stopped:
            async with asyncio.TaskGroup() as tasks:
                running = [tasks.create_task(work), tasks.create_task(supervisor.keep_alive())]
                supervisor.say(READY)
                await stopped.wait()
                supervisor.say(STOPPING)
                for task in running:
                    task.cancel()

    with suppress(KeyboardInterrupt):  # where there are no signals
        asyncio.run(main())


def _log_to_stderr() -> None:
    """Log to standard error, unless `dealer-table` has said how already (--log-json)."""
    if structlog.is_configured():
        return
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty()),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
