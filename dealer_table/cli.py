"""The command `dealer-table`: finds its commands when they are asked for. I/O: standard streams, modules.

A command is imported when it is the one that runs: a broker need not wait for the gateway's libraries.
"""

import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from importlib.metadata import entry_points
from typing import Annotated, Any, NoReturn

import structlog
import typer
from typer.core import TyperGroup
from typer.main import get_command, get_group

from dealer_table.errors import ConfigError, JournalError

# The commands of this package, by the module that registers them. Those of the outer packages are entry points.
_OWN: Mapping[str, str] = {
    "run": "table_commands",
    "gateway": "table_commands",
    "check-config": "table_commands",
    "broker": "broker_commands",
    "integrity": "integrity_commands",
    "token": "token_commands",
    "staff": "staff_commands",
    "journal": "journal_commands",
    "wallet": "wallet_commands",
    "cashier": "cashier_commands",
    "odds": "mathematics_commands",
    "roads": "mathematics_commands",
    "coup": "mathematics_commands",
    "touch": "touch_commands",
}


class _CommandsOnDemand(TyperGroup):
    # What typer calls a context and a command is no public name of it.

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, those of the outer packages too."""
        return [*_OWN, *sorted(entry_points(group="dealer_table.commands").names)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import and return one command."""
        if cmd_name in _OWN:
            found = typer.Typer()
            import_module(f"dealer_table.{_OWN[cmd_name]}").register(found)
            found.callback()(lambda: None)  # a group, however few its commands
            return get_group(found).commands[cmd_name]
        for entry in entry_points(group="dealer_table.commands", name=cmd_name):
            command = get_command(entry.load())
            command.name = cmd_name
            return command
        return None


app = typer.Typer(cls=_CommandsOnDemand, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@app.callback()
def dealer_table(
    log_json: Annotated[bool, typer.Option("--log-json", help="Log as JSON lines.")] = False,
) -> None:
    """Run the backend of a live-dealer baccarat table, or one part of it."""
    log_to_standard_error(as_json=log_json)


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
