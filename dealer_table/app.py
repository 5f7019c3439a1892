"""The composition root of a process that runs tables: each whole, and one front for all of them. I/O: all of it."""

import asyncio
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import structlog
from prometheus_client import CollectorRegistry

from dealer_table.adapters.anchors import Anchors
from dealer_table.adapters.child_process import keep_running
from dealer_table.adapters.embedded_broker import EmbeddedBroker
from dealer_table.adapters.floor_metrics import FloorMetrics
from dealer_table.adapters.house_accounts import HouseAccounts
from dealer_table.adapters.merged_metrics import MergedMetrics
from dealer_table.adapters.mqtt_announcer import MqttAnnouncer
from dealer_table.adapters.mqtt_bridges import MqttBridges
from dealer_table.adapters.mqtt_card_reads import MqttCardReads
from dealer_table.adapters.mqtt_link import MqttLink, forgive_lost_links
from dealer_table.adapters.mqtt_metrics import MqttMetrics
from dealer_table.adapters.mqtt_scanner_wants import MqttScannerWants
from dealer_table.adapters.process_record import FoundAtStart, ProcessRecord, files_on_record, found_at_start
from dealer_table.adapters.purse_router import PurseRouter
from dealer_table.adapters.seamless_accounts import SeamlessAccounts
from dealer_table.adapters.seamless_metrics import WalletMetrics
from dealer_table.adapters.sqlite_coup_archive import SqliteCoupArchive
from dealer_table.adapters.sqlite_coup_records import SqliteCoupRecords
from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.sqlite_round_archive import SqliteRoundArchive
from dealer_table.adapters.staff_file import StaffFile
from dealer_table.adapters.system_chance import SystemChance
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.betting.words import Patron
from dealer_table.config.http import HttpConfig
from dealer_table.config.money import MoneyConfig
from dealer_table.config.staff import StaffConfig
from dealer_table.config.table_config import TableConfig
from dealer_table.config.touch import TouchConfig
from dealer_table.controller import Controller
from dealer_table.errors import ConfigError
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.patron_table import PatronTable
from dealer_table.gateway.server import Gateway
from dealer_table.gateway.settings import settings_of
from dealer_table.gateway.staff_login import StaffRules
from dealer_table.gateway.table_feed import TableFeed
from dealer_table.gateway.touch_room import TouchRoom
from dealer_table.ports.staff import LockOut
from dealer_table.procedure.commands import AdoptRules
from dealer_table.procedure.words import SYSTEM
from dealer_table.process import READY, STOPPING, Supervisor, stop_signal, write_ready_file
from dealer_table.touch.commitment import PACKS
from dealer_table.touch_controller import MoneyFollows, TouchController
from dealer_table.wire.offer_json import offer_json

log = structlog.get_logger(__name__)

Parts = Mapping[str, Coroutine[Any, Any, None]]


async def run_tables(configs: Sequence[TableConfig], ready_file: Path | None = None) -> None:
    """Run tables until SIGINT or SIGTERM, all behind the first one's `[http]`; when a part of one fails, all stop.

    `ready_file` is written, with the port, once they serve.
    """
    forgive_lost_links()
    supervisor = Supervisor()
    # Before anything is opened: what is not approved does nothing.
    starts = await asyncio.to_thread(found_at_start, [config.integrity for config in configs])
    with ExitStack() as stack:
        # Every broker first: a table that finds none waits.
        brokers = {
            config.table: stack.enter_context(_started_broker(config)) for config in configs if config.embedded_broker
        }
        floor = _Floor(configs)
        tables = [_Table(config, floor, stack, start) for config, start in zip(configs, starts, strict=True)]
        rooms = [_Room(config.touch, config.money, floor, stack) for config in configs if config.touch is not None]
        await _run(floor, tables, rooms, brokers, ready_file, supervisor)


async def _run(
    floor: "_Floor",
    tables: Sequence["_Table"],
    rooms: Sequence["_Room"],
    brokers: Mapping[str, EmbeddedBroker],
    ready_file: Path | None,
    supervisor: Supervisor,
) -> None:
    places: Sequence[_Table | _Room] = [*tables, *rooms]
    with stop_signal() as stopped:
        async with asyncio.TaskGroup() as tasks:
            parts = [tasks.create_task(supervisor.keep_alive(), name="watchdog")]
            for name, broker in brokers.items():
                parts.append(tasks.create_task(broker.keep_running(), name=f"{name}: embedded broker"))
            for place in places:
                for name, part in place.parts().items():
                    parts.append(tasks.create_task(part, name=f"{place.name}: {name}"))
            for table in tables:
                await table.start()
            async with floor.gateway.running() as address:
                log.info("open to watchers", places=[place.name for place in places], address=address)
                write_ready_file(ready_file, address)
                supervisor.say(READY)
                await stopped.wait()
                supervisor.say(STOPPING)
            for table in tables:
                await table.stop()
            for task in parts:
                task.cancel()


class _Floor:
    """What the tables of a process share: the clock, the front, the metrics."""

    def __init__(self, configs: Sequence[TableConfig]) -> None:
        http = configs[0].http
        self.clock = SystemClock()
        registry = CollectorRegistry()
        self.metrics = GatewayMetrics(registry)
        self.wallets = WalletMetrics(registry)
        # A table by itself needs no label on what it counts.
        self._registries = {config.table: CollectorRegistry() if configs[1:] else registry for config in configs}
        if configs[1:]:
            registry.register(MergedMetrics(self._registries))
        self.gateway = Gateway(
            clock=self.clock.now_ms,
            metrics=self.metrics,
            settings=settings_of(http.section, (config.picture for config in configs)),
            keys=http.token_keys.accepted if http.token_keys else (),
            tls=http.tls,
            staff=_staff_rules(configs[0].staff, http, self.clock),
        )

    def registry_of(self, table: str) -> CollectorRegistry:
        """Return where a table's own metrics go."""
        return self._registries[table]


def _staff_rules(config: StaffConfig | None, http: HttpConfig, clock: SystemClock) -> StaffRules | None:
    """Return how the staff log in; ConfigError when their file is no use."""
    if config is None or http.token_keys is None:
        return None
    file = StaffFile(config.accounts, clock.now_ms, LockOut(config.failures, config.within, config.locked))
    file.check()
    return StaffRules(file, http.token_keys.current, config.shift, config.idle, config.links_too)


class _Table:
    """The parts of one table, wired; what is to be closed at the end goes on `stack`."""

    def __init__(self, config: TableConfig, floor: _Floor, stack: ExitStack, start: FoundAtStart) -> None:
        self.name = config.table
        self._config = config
        self._clock = floor.clock
        registry = floor.registry_of(config.table)
        mqtt_metrics = MqttMetrics(registry)
        operator = config.money.operator
        journal = stack.enter_context(
            SqliteJournal(config.journal, config.table, floor.clock, elsewhere=operator is not None)
        )
        self._link = MqttLink(config.broker, config.table, mqtt_metrics)
        announcer = MqttAnnouncer(self._link, config.table)
        self._anchors = Anchors(journal, announcer)
        self._accounts = _keepers(journal, self, config.money, floor, stack)
        self._controller = Controller(
            journal,
            config.house,
            floor.clock,
            rules=config.betting,
            funds=self._accounts,
            play_money=config.play_money,
        )
        before = files_on_record(journal.process_starts())
        self._process = ProcessRecord(self._controller.record_process, floor.clock, config.integrity, start, before)
        # The money first: whoever is told later may ask what a patron has.
        self._controller.tell(self._accounts)
        self._serve(journal, announcer, floor)
        self._controller.tell(self._anchors)
        self._controller.tell(FloorMetrics(registry))
        state = self._controller.state
        wants = MqttScannerWants(self._link, config.table)
        wants.restore(state)
        self._controller.tell(wants)
        MqttBridges(self._link, config.table, mqtt_metrics, registry)
        self._reads = MqttCardReads(
            self._link,
            config.table,
            self._controller,
            floor.clock,
            mqtt_metrics,
            cursors=state.cursor_list,
            online=state.scanners_online,
        )
        self._anchors.give()

    def parts(self) -> Parts:
        """Return all that runs as long as the table does."""
        parts = {
            "controller": self._controller.run(),
            "accounts": self._accounts.run(),
            "patrons": self._patrons.run(),
            "broker link": self._link.run(),
            "card reads": self._reads.run(),
            "integrity": self._process.run(),
        }
        if self._config.has_scanners:
            parts["scanners"] = keep_running(["scanner", "run", "--config", str(self._config.path)])
        return parts

    async def start(self) -> None:
        """Put on record that the table runs from now on, with which files and under which rules."""
        await self._process.start()
        await self._controller.adopt_rules(AdoptRules(self._clock.now_ms(), SYSTEM, self._config.rules_digest))

    async def stop(self) -> None:
        """Put on record that the table ends in order."""
        await self._process.stop()

    def look_at_balances(self) -> None:
        """Let patrons hear that whoever keeps their money went away or is back."""
        self._patrons.look_at_balances()

    def paid(self, patron: Patron, balance: int) -> None:
        """Let a patron hear that whoever keeps their money has paid."""
        self._patrons.paid(patron, balance)

    def _serve(self, journal: SqliteJournal, announcer: MqttAnnouncer, floor: _Floor) -> None:
        config, gateway = self._config, floor.gateway
        broadcast = gateway.open_broadcast(config.table, journal.epoch)
        offer = offer_json(config.betting, config.rules_digest, config.house.packs)
        feed = TableFeed(config.house, broadcast, offer)
        feed.restore(journal)
        broadcast.relay_to(announcer)
        self._controller.tell(feed)
        self._patrons = PatronTable(
            config.table,
            broadcast,
            self._controller,
            self._accounts,
            config.betting,
            archive=SqliteCoupArchive(config.journal),
            clock=floor.clock.now_ms,
            metrics=floor.metrics,
        )
        self._controller.tell(self._patrons)
        records = SqliteCoupRecords(config.journal)
        gateway.open_table(
            config.table,
            broadcast,
            self._controller,
            self._patrons,
            troubles=self._not_ready,
            records=records,
            picture=config.picture,
        )

    def _not_ready(self) -> Mapping[str, str]:
        reasons = {}
        if self._controller.journal_fault:
            reasons["journal"] = self._controller.journal_fault
        if not self._link.connected:
            reasons["broker"] = "not connected"
        return reasons


class _Room:
    """The parts of a Touch room, wired."""

    def __init__(self, config: TouchConfig, money: MoneyConfig, floor: _Floor, stack: ExitStack) -> None:
        self.name = config.room
        journal = stack.enter_context(
            SqliteJournal(config.journal, config.room, floor.clock, elsewhere=money.operator is not None)
        )
        self._accounts = _keepers(journal, self, replace(money, wallet=config.wallet), floor, stack)
        self._controller = TouchController(
            journal, config.rules, floor.clock, SystemChance(), funds=self._accounts, play_money=config.play_money
        )
        self._controller.tell(MoneyFollows(self._accounts))
        self._room = TouchRoom(
            config.room,
            self._controller,
            self._accounts,
            archive=SqliteRoundArchive(config.journal),
            clock=floor.clock.now_ms,
            metrics=floor.metrics,
        )
        offer = offer_json(config.rules.betting, config.rules.digest, PACKS)
        floor.gateway.open_room(
            config.room, self._controller, self._room, limits=offer["currencies"], troubles=self._not_ready
        )
        # What became of rounds that a stop left open is on record, and owed, before anybody comes in.
        self._controller.open()

    def parts(self) -> Parts:
        """Return all that runs as long as the room does."""
        return {
            "controller": self._controller.run(),
            "accounts": self._accounts.run(),
            "patrons": self._room.run(),
        }

    def look_at_balances(self) -> None:
        """Let patrons hear that whoever keeps their money went away or is back."""
        self._room.look_at_balances()

    def paid(self, patron: Patron, balance: int) -> None:
        """Let a patron hear that whoever keeps their money has paid."""
        self._room.paid(patron, balance)

    def _not_ready(self) -> Mapping[str, str]:
        return {"journal": self._controller.journal_fault} if self._controller.journal_fault else {}


def _keepers(
    journal: SqliteJournal, place: _Table | _Room, money: MoneyConfig, floor: _Floor, stack: ExitStack
) -> PurseRouter:
    """Return who keeps the money of a place's patrons, all of it or the play money only."""
    house = HouseAccounts(journal, elsewhere=money.operator is not None)
    if money.operator is None or money.wallet is None:
        return PurseRouter(house)
    operator = stack.enter_context(
        SeamlessAccounts.follow(journal, money.wallet, money.operator, place.name, floor.clock, floor.wallets)
    )
    operator.listen(lambda _: place.look_at_balances())
    operator.tell_paid(place.paid)
    return PurseRouter(house, operator)


@contextmanager
def _started_broker(config: TableConfig) -> Iterator[EmbeddedBroker]:
    broker = EmbeddedBroker(config.broker.port)
    try:
        broker.start()
    except (OSError, RuntimeError) as error:
        remedy = "stop what listens there, or set embedded = false to use it"
        raise ConfigError(str(error), source=str(config.path), key="mqtt.port", remedy=remedy) from None
    try:
        yield broker
    finally:
        broker.stop()
