"""The `dealer-table load` command: many patrons at a running table, for so many coups. I/O: WebSockets, a file."""

import asyncio
import contextlib
import json
import random
import secrets
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from dealer_table.betting.words import PLAY_MONEY, Patron, PatronLimits
from dealer_table.client.table_client import TableClient
from dealer_table.config.token_keys import read_token_keys
from dealer_table.wire.launch_token import Game, TokenKey, issue_patron
from simulators.bot_players import BotPlayer
from simulators.play import background

app = typer.Typer(add_completion=False)

_TOKEN_MARGIN_SECONDS = 3600
_MOST_PATRONS = 20_000


@app.command()
def load(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    url: Annotated[str, typer.Argument(help="The table's WebSocket, as ws://127.0.0.1:8080/ws.")],
    keys: Annotated[Path, typer.Option("--keys", help="The file of signing keys.")],
    table: Annotated[str, typer.Option(help="The table's id.")],
    patrons: Annotated[int, typer.Option(min=1, max=_MOST_PATRONS)] = 100,
    coups: Annotated[int, typer.Option(min=1, help="End after so many coups.")] = 3,
    seconds: Annotated[float, typer.Option(min=1.0, help="End after so long in any case.")] = 300.0,
    currency: Annotated[str, typer.Option(help="The patrons' money; play money when not said.")] = PLAY_MONEY,
    seed: Annotated[int | None, typer.Option(help="The same seed bets the same way.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Have many patrons bet at a running table, and count what became of their bets.

    Exit code 1 when a bet was left without an answer, or a coup with a bet on it without its end.
    """
    key = read_token_keys(keys).current
    chance = random.Random(secrets.randbits(32) if seed is None else seed)
    prefix = f"load-{secrets.token_hex(3)}"
    tokens = [_token(key, Patron(f"{prefix}-{index}", currency), table, seconds) for index in range(patrons)]
    bots = [BotPlayer(url, token=token, chance=random.Random(chance.getrandbits(64))) for token in tokens]
    count = asyncio.run(_play(url, bots, coups, seconds))
    typer.echo(json.dumps(count) if as_json else _as_text(count))
    if count["unanswered"] or count["unsettled"]:
        raise typer.Exit(1)


async def _play(url: str, bots: Sequence[BotPlayer], coups: int, seconds: float) -> dict[str, Any]:
    seen = _CoupCount()
    watcher = TableClient(url, listener=seen.hear)
    started = time.monotonic()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds), background(watcher.run, *(bot.run for bot in bots)):
            while seen.coups < coups:
                await watcher.changed(watcher.changes, 1.0)
            for bot in bots:
                bot.rest()
            while any(bot.is_waiting for bot in bots):
                await watcher.changed(watcher.changes, 1.0)
    return counted(bots) | {
        "patrons": len(bots),
        "coups": seen.coups,
        "seconds": round(time.monotonic() - started, 1),
    }


class _CoupCount:
    """Counts the coups that end before its eyes."""

    def __init__(self) -> None:
        self.coups = 0

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take one message of the table."""
        for event in message.get("events", ()):
            self.coups += event["type"] in ("coup_settled", "coup_voided")


def counted(bots: Sequence[BotPlayer]) -> dict[str, Any]:
    """Return what became of all bets of all bots; `unsettled` are coups with accepted bets and no word of their end."""
    refused: Counter[str] = Counter()
    for bot in bots:
        refused.update(bot.tally.refused)
    return {
        "accepted": sum(bot.tally.answers - bot.tally.refused.total() for bot in bots),
        "refused": dict(sorted(refused.items())),
        "unanswered": sum(bot.tally.unanswered for bot in bots),
        "unsettled": sum(len(bot.tally.unsettled) for bot in bots),
    }


def _token(key: TokenKey, patron: Patron, table: str, seconds: float) -> str:
    now = time.time_ns() // 1_000_000
    expires_at = now + int((seconds + _TOKEN_MARGIN_SECONDS) * 1000)
    return issue_patron(
        key, patron=patron, place=table, game=Game.LIVE, limits=PatronLimits(), expires_at=expires_at, now=now
    )


def _as_text(count: dict[str, Any]) -> str:
    refused = ", ".join(f"{code} {number}" for code, number in count["refused"].items()) or "none"
    return (
        f"{count['patrons']} patrons, {count['coups']} coups, {count['seconds']} s: {count['accepted']} bets accepted, "
        f"refused: {refused}; without an answer {count['unanswered']}, without a settlement {count['unsettled']}"
    )
