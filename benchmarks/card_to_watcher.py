"""How long a card takes from the scanner's last byte to the last watcher, over the whole real path. I/O: all of it."""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.crowd import Crowd, Group, Seen, crowd_of
from benchmarks.line_process import started
from benchmarks.report import Report, milliseconds, p50, p99
from benchmarks.sizes import Sizes
from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup
from dealer_table.baccarat.tableau import next_position
from dealer_table.client.table_client import TableClient
from dealer_table.procedure.words import Role
from dealer_table.wire.topics import scanner_read
from simulators.child_process import ChildProcess
from simulators.play import background
from simulators.rig import BROKER, Rig, RigSettings
from simulators.rig_files import SCANNER, TABLE, FittedScanner
from simulators.virtual_shoe import VirtualShoe

NAME = "card_to_watcher"
_MOSQUITTO_CONF = Path(__file__).parent.parent / "config" / "mosquitto" / "loopback.conf"
# Nothing but cards and bets: no burn, no countdown that ends by itself.
_RULES: Mapping[str, object] = {"burn": "none", "betting_seconds": 600, "draw_timeout_seconds": 0}
_PACKS, _CUT_CARD_DEPTH, _SEED = 8, 14, 1
# Between two cards everything comes to rest, so that none waits for what the one before left to do.
_REST_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class Timed:
    """One card on its way: nanoseconds of the monotonic clock."""

    shown: int
    arrived: int
    first: int
    last: int
    text: str


def run(sizes: Sizes, directory: Path) -> list[Report]:
    """Measure every broker with every number of watchers, each beside its floor."""
    rows: list[tuple[str | int | float, ...]] = []
    stages: list[tuple[str | int | float, ...]] = []
    for count in sizes.watchers:
        for broker in sizes.brokers:
            cards = asyncio.run(_deal(broker, count, sizes, directory / f"{broker}-{count}"))
            # At once, so that whatever else the machine does weighs on both.
            floor = asyncio.run(_floor(count, [card.text for card in cards]))
            path = milliseconds(card.last - card.shown for card in cards)
            rows.append(
                (
                    broker,
                    count,
                    p50(path),
                    p99(path),
                    p50(floor),
                    p99(floor),
                    p50(path) - p50(floor),
                    p50(path) / p50(floor),
                )
            )
            stages.append((broker, count, *_stages(cards)))
    return [_report(rows, sizes), _stages_report(stages)]


def _stages(cards: Sequence[Timed]) -> tuple[float, ...]:
    return (
        p50(milliseconds(card.arrived - card.shown for card in cards)),
        p50(milliseconds(card.first - card.arrived for card in cards)),
        p50(milliseconds(card.last - card.first for card in cards)),
        p50(milliseconds(card.last - card.shown for card in cards)),
    )


def _report(rows: Sequence[tuple[str | int | float, ...]], sizes: Sizes) -> Report:
    return Report(
        NAME,
        "From the scanner's last byte on the pty to the last watcher, ms",
        ("broker", "watchers", "p50", "p99", "floor_p50", "floor_p99", "p50_above_floor", "p50_to_floor"),
        tuple(rows),
        (
            f"{sizes.cards} cards after {sizes.warm_up} to warm up; pty, bridge process, broker, table process with"
            " SQLite FULL, WebSocket",
            "floor: a raw asyncio server writing the same frames to as many sockets, from its first write on",
        ),
    )


def _stages_report(rows: Sequence[tuple[str | int | float, ...]]) -> Report:
    return Report(
        f"{NAME}_stages",
        "Where that time goes, ms (p50 of each)",
        ("broker", "watchers", "serial_bridge_mqtt", "validate_commit_encode", "fan_out", "whole"),
        tuple(rows),
        (
            "serial_bridge_mqtt: until a second subscriber has the read; validate_commit_encode: from then until the"
            " first watcher has the update; fan_out: from then until the last one has it",
        ),
    )


# ---- the real path ---------------------------------------------------------------------------------------------------


async def _deal(broker: str, count: int, sizes: Sizes, directory: Path) -> list[Timed]:
    """Deal on a fresh table, and return what counts."""
    rig = Rig(RigSettings(directory, rules=_RULES, scanner=FittedScanner(settings={"repeat_interval_ms": 0})))
    if broker == "mosquitto":
        command = ["mosquitto", "-c", str(_MOSQUITTO_CONF), "-p", str(rig.files.mqtt_port)]
        rig.parts[BROKER] = ChildProcess(BROKER, command, directory / "mosquitto.log")
    reads = rig.files.mqtt_port, scanner_read(TABLE, SCANNER)
    async with rig, _seated(rig) as desk, crowd_of(Group("gateway", rig.files.http_port, count), reads=reads) as crowd:
        dealer = _Dealer(rig, desk, crowd)
        await dealer.begin()
        cards = [await dealer.deal_card() for _ in range(sizes.warm_up + sizes.cards)]
        return cards[sizes.warm_up :]


@asynccontextmanager
async def _seated(rig: Rig) -> AsyncIterator[TableClient]:
    desk = TableClient(rig.socket_address, token=rig.token(Role.DEALER, "benchmark"))
    async with background(desk.run):
        await desk.until(lambda view: any(scanner["online"] for scanner in view["desk"]["scanners"]), within=30)
        yield desk


class _Dealer:
    """Deals as fast as everybody has seen the last card, and never looks at a screen."""

    def __init__(self, rig: Rig, desk: TableClient, crowd: Crowd) -> None:
        self._rig = rig
        self._desk = desk
        self._crowd = crowd
        self._shoe = VirtualShoe.shuffled(_PACKS, _CUT_CARD_DEPTH, Random(_SEED))
        self._coup: Coup | None = None

    async def begin(self) -> None:
        await self._ask("open_table", "table_opened")
        await self._ask("load_shoe", "shoe_loaded")

    async def deal_card(self) -> Timed:
        """Deal the next card, after the bets where a coup begins with it."""
        if self._coup is None:
            await self._ask("open_betting", "betting_opened")
            await self._ask("close_betting", "betting_closed")
            self._coup = Coup()
        card = self._draw()
        self._coup = self._coup.with_card(card)
        if next_position(self._coup.player, self._coup.banker) is None:
            self._coup = None
        await asyncio.sleep(_REST_SECONDS)
        return await self._show(card)

    async def _show(self, card: Card) -> Timed:
        self._crowd.forget()
        line = self._rig.scanner.device.show(card)
        shown = time.monotonic_ns()
        assert self._rig.scanner.write(line), "the port takes a line at once"
        seen = await self._crowd.until("gateway", _tells("card_dealt"))
        return Timed(shown, await self._crowd.arrival(), seen.first, seen.last, seen.text)

    async def _ask(self, command: str, event: str) -> None:
        self._crowd.forget()
        await self._desk.command(command)
        await self._crowd.until("gateway", _tells(event))

    def _draw(self) -> Card:
        while not isinstance(drawn := self._shoe.draw(), Card):
            pass  # the cut card stays in the dealer's pocket
        return drawn


def _tells(event: str) -> Any:
    wanted = f'"type":"{event}"'

    def tells(seen: Seen) -> bool:
        return wanted in seen.text

    return tells


# ---- the floor -------------------------------------------------------------------------------------------------------


async def _floor(count: int, texts: Sequence[str]) -> list[float]:
    """Return how long a raw server takes for the same frames, in milliseconds."""
    took: list[float] = []
    async with started("fan_out_process", "raw") as server:
        port = (await server.hear())["port"]
        async with crowd_of(Group("raw", port, count)) as crowd:
            for text in (*texts[:20], *texts):
                await asyncio.sleep(_REST_SECONDS)
                began = (await server.ask({"text": text}))["began"]
                took.append(((await crowd.next("raw")).last - began) / 1e6)
    return took[-len(texts) :]
