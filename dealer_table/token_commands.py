"""Launch tokens for the people who run a table: `token new-keys`, `token issue`. I/O: the file of keys, the clock."""

import time
from datetime import timedelta
from pathlib import Path
from typing import Annotated

import typer

from dealer_table.config.token_keys import read_token_keys, write_new_keys
from dealer_table.errors import ConfigError
from dealer_table.procedure.words import Role
from dealer_table.wire.launch_token import issue

KeysOption = Annotated[Path, typer.Option("--keys", help="The file of signing keys.")]


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    token = typer.Typer(no_args_is_help=True, help="Launch tokens for the people who run a table.")
    token.command("new-keys")(token_new_keys)
    token.command("issue")(token_issue)
    app.add_typer(token, name="token")


def token_new_keys(path: Path) -> None:
    """Make a file with a fresh signing key."""
    try:
        write_new_keys(path)
    except OSError as error:
        raise ConfigError(f"cannot be made: {error.strerror}", source=str(path)) from None


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
