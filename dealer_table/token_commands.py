"""Launch tokens for staff and patrons: `token new-keys`, `token issue`. I/O: the file of keys, the clock."""

import json
import time
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from dealer_table.betting.words import PLAY_MONEY, Patron, PatronLimits
from dealer_table.config.token_keys import read_token_keys, write_new_keys
from dealer_table.errors import ConfigError
from dealer_table.procedure.words import Role
from dealer_table.wire.launch_token import Game, issue, issue_patron

KeysOption = Annotated[Path, typer.Option("--keys", help="The file of signing keys.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Maximum = Annotated[int | None, typer.Option(min=1, help="A patron's own limit, in minor units.")]


class Bearer(StrEnum):
    """Whom a token may be issued to."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    ADMINISTRATOR = "administrator"
    PATRON = "patron"


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    token = typer.Typer(no_args_is_help=True, help="Launch tokens for the people at a table.")
    token.command("new-keys")(token_new_keys)
    token.command("issue")(token_issue)
    app.add_typer(token, name="token")


def token_new_keys(path: Path) -> None:
    """Make a file with a fresh signing key."""
    try:
        write_new_keys(path)
    except OSError as error:
        raise ConfigError(f"cannot be made: {error.strerror}", source=str(path)) from None


def token_issue(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    keys: KeysOption,
    role: Annotated[Bearer, typer.Option(help="Whose token it is.")],
    name: Annotated[str, typer.Option(help="The person, as the record will name them.")],
    table: Annotated[str, typer.Option(help="The table's id, or the Touch room's; * is every one, for the floor.")],
    hours: Annotated[float, typer.Option(help="How long it is valid.", min=0.01)] = 12.0,
    game: Annotated[Game | None, typer.Option(help="A patron's game; live when not said.")] = None,
    currency: Annotated[str | None, typer.Option(help="A patron's money, as EUR.")] = None,
    fun: Annotated[bool, typer.Option("--fun", help="A patron plays for play money.")] = False,
    spot_maximum: Maximum = None,
    coup_maximum: Maximum = None,
    exit_to: Annotated[str, typer.Option("--exit", help="Where a patron leaves Baccarat Touch to; the lobby.")] = "",
    as_json: AsJson = False,
) -> None:
    """Print a launch token; a page takes it as the fragment of its address, /dealer#token=TOKEN."""
    key = read_token_keys(keys).current
    now = time.time_ns() // 1_000_000
    expires_at = now + int(timedelta(hours=hours).total_seconds() * 1000)
    if role is Bearer.PATRON:
        patron = Patron(name, _money(currency, fun=fun))
        limits = PatronLimits(spot_maximum, coup_maximum)
        place = game or Game.LIVE
        token = issue_patron(
            key,
            patron=patron,
            place=table,
            game=place,
            limits=limits,
            expires_at=expires_at,
            now=now,
            exit_to=exit_to,
        )
    else:
        _refuse_what_is_a_patrons(role, game, currency, fun or None, spot_maximum, coup_maximum, exit_to or None)
        token = issue(key, role=Role(role), name=name, table=table, expires_at=expires_at, now=now)
    typer.echo(json.dumps({"token": token, "expires_at": expires_at // 1000 * 1000}) if as_json else token)


def _money(currency: str | None, *, fun: bool) -> str:
    if fun and currency not in (None, PLAY_MONEY):
        raise typer.BadParameter("play money is a currency of its own", param_hint="--currency")
    if not fun and currency is None:
        raise typer.BadParameter("say which money a patron plays for, or --fun", param_hint="--currency")
    return PLAY_MONEY if currency is None else currency


def _refuse_what_is_a_patrons(role: Bearer, *options: object) -> None:
    if any(option is not None for option in options):
        problem = f"a {role.value} does not bet: game, money and limits are a patron's"
        raise typer.BadParameter(problem, param_hint="--role")
