"""Bets and money in the table's one queue: decided with the cards, paid with them, refused without harm. I/O: tasks."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from dealer_table.adapters.house_accounts import HouseAccounts
from dealer_table.adapters.memory_journal import MemoryJournal
from dealer_table.adapters.purse_router import PurseRouter
from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.sqlite_journal_file import SqliteJournalFile
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.baccarat.cards import Card
from dealer_table.betting.commands import DepositFunds, LeaveTable, PlaceBets, SeatPatron, SettleDebt, WithdrawFunds
from dealer_table.betting.decide import foreseen
from dealer_table.betting.events import (
    BetsAccepted,
    BetsSettled,
    DebtSettled,
    FundsDeposited,
    SettlementCorrected,
    SpotsOffered,
    StakesReturned,
)
from dealer_table.betting.ledger import Account
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.words import Gesture, Means, Patron, Stake
from dealer_table.controller import Controller, recover
from dealer_table.errors import CommandRefused, InsufficientFunds
from dealer_table.ports.announcements import Announced
from dealer_table.ports.journal import Journal
from dealer_table.procedure import commands as c
from dealer_table.procedure.events import CoupSettled
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import SYSTEM, Actor, BurnRule, Role
from tests.dealer_table.betting.felt_at_work import ANN, BOB, FAY, RULES, place
from tests.dealer_table.procedure.table_at_work import BANKER_NATURAL, PLAYER_NATURAL, SUPERVISOR, cards
from tests.dealer_table.test_controller import DEALER, SetClock

CASHIER = Actor(Role.ADMINISTRATOR, "Cora")
HOUSE = HouseProcedure(burn=BurnRule.NONE, betting_seconds=10)
PLAY_MONEY = 5_000

E = TypeVar("E", bound=RecordedEvent)


class BettingTable:
    """A table with money, and a patron's desk that does as a gateway should."""

    def __init__(self, journal: Journal | None = None) -> None:
        self.journal = journal or MemoryJournal()
        self.clock = SetClock()
        self.accounts = HouseAccounts(self.journal)
        purse = PurseRouter(self.accounts)
        self.controller = Controller(self.journal, HOUSE, self.clock, rules=RULES, funds=purse, play_money=PLAY_MONEY)
        self.controller.tell(purse)
        self.seq = 0

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator["BettingTable"]:
        async with asyncio.TaskGroup() as tasks:
            running = tasks.create_task(self.controller.run())
            yield self
            running.cancel()

    async def begin(self, *patrons: Patron, funds: int = 1_000) -> None:
        """Load a shoe, seat patrons who have money, and open the betting."""
        give, at = self.controller.submit, self.clock.now
        await self.controller.adopt_rules(c.AdoptRules(at, SYSTEM, "rules-1"))
        await give(c.OpenTable(at, DEALER))
        await self.controller.submit_fact(c.RecordScannerStatus(at, "shoe", online=True))
        await give(c.LoadShoe(at, DEALER))
        for patron in patrons:
            await self.deposit(patron, funds)
            await give(SeatPatron(at, patron))
        await self.open()

    async def open(self) -> None:
        await self.controller.submit(c.OpenBetting(self.clock.now, DEALER))

    async def deposit(self, patron: Patron, amount: int, reference: str = "") -> None:
        reference = reference or f"{patron.name} {self.journal.head.position}"
        await self.controller.submit(DepositFunds(self.clock.now, CASHIER, patron, amount, reference))

    async def withdraw(self, patron: Patron, amount: int, reference: str = "out") -> None:
        await self.controller.submit(WithdrawFunds(self.clock.now, CASHIER, patron, amount, reference))

    async def bet(self, patron: Patron, *gestures: Gesture, request: str = "r1") -> BetsAccepted:
        """Take the money, place the bets, and give the money back when they were refused, or placed before."""
        coup = self.controller.book.open_coup
        command = PlaceBets(self.clock.now, patron, request, coup.number if coup else 0, gestures)
        needed, weighed = foreseen(self.controller.book, self.controller.state, command, RULES)
        movement = (await self.accounts.take(patron, needed, coup=command.coup)).movement if needed else ""
        asked = replace(command, taken=needed, movement=movement, weighed=weighed)
        try:
            accepted = only(BetsAccepted, await self.controller.submit(asked))
        except CommandRefused:
            self.accounts.release(movement)
            raise
        if accepted.movement != movement:
            self.accounts.release(movement)
        return accepted

    async def play_out(self, dealt: str) -> None:
        await self.controller.submit(c.CloseBetting(self.clock.now, DEALER))
        for card in dealt.split():
            self.seq += 1
            read = c.ReadId("shoe", "b", self.seq)
            await self.controller.submit_fact(c.RecordCardRead(self.clock.now, read, Card(card)))

    async def correct(self, player: str, banker: str) -> tuple[RecordedEvent, ...]:
        hands = (cards(player), cards(banker))
        return await self.controller.submit(c.CorrectCoup(self.clock.now, SUPERVISOR, 1, *hands, "a card was misread"))

    def has(self, patron: Patron) -> int:
        """Return what the patron has; when nothing is set aside, the ledger must say the same."""
        return self.accounts.available(patron)

    def ledger(self, name: str, currency: str = "EUR") -> int:
        return self.journal.balances().get(Account(name, currency), 0)


class Told:
    """Keeps the last decision it was told of."""

    last: Announced

    def announce(self, decisions: Sequence[Announced]) -> None:
        self.last = decisions[-1]


def only(kind: type[E], events: tuple[RecordedEvent, ...]) -> E:
    (event,) = [event for event in events if isinstance(event, kind)]
    return event


async def test_a_bet_is_accepted_paid_for_and_settled_in_the_decision_of_the_last_card() -> None:
    table = BettingTable()
    async with table.at_work():
        await table.begin(ANN, BOB)
        accepted = await table.bet(ANN, place("player", 300))
        assert (accepted.change, table.has(ANN), table.ledger("stakes")) == (300, 700, 300)
        await table.bet(BOB, place("banker", 200))
        await table.play_out(PLAYER_NATURAL)
    assert (table.has(ANN), table.has(BOB)) == (1_300, 800)
    assert (table.ledger("patron:ann"), table.ledger("stakes"), table.ledger("house")) == (1_300, 0, -100)
    *_, settled, ann, bob = table.journal.read()
    assert [type(record.event) for record in (settled, ann, bob)] == [CoupSettled, BetsSettled, BetsSettled]
    assert settled.decision == ann.decision == bob.decision


async def test_what_was_decided_is_told_with_the_book_it_led_to() -> None:
    table = BettingTable()
    told = Told()
    table.controller.tell(told)
    async with table.at_work():
        await table.begin(ANN)
        await table.bet(ANN, place("player", 300))
    assert told.last.book.stakes_of(ANN) == (Stake("player", 300),)
    assert told.last.table_events == ()


async def test_a_bet_sent_again_in_the_same_batch_has_the_first_ones_answer_and_costs_nothing() -> None:
    table = BettingTable()
    async with table.at_work():
        await table.begin(ANN)
        once, again = await asyncio.gather(
            table.bet(ANN, place("player", 300), request="same"), table.bet(ANN, place("player", 300), request="same")
        )
        assert once == again
        assert await table.bet(ANN, place("player", 300), request="same") == once
    assert table.has(ANN) == table.ledger("patron:ann") == 700


async def test_two_bets_in_one_batch_are_decided_one_after_the_other() -> None:
    table = BettingTable()
    async with table.at_work():
        await table.begin(ANN, BOB)
        first, second, refused = await asyncio.gather(
            table.bet(ANN, place("player", 300)),
            table.bet(BOB, place("player", 100)),
            table.bet(ANN, place("player", 300), place("tie", 100), request="r2"),
            return_exceptions=True,
        )
        assert isinstance(first, BetsAccepted)
        assert isinstance(second, BetsAccepted)
        # Foreseen before the first was decided: what it needs is still 400.
        assert isinstance(refused, BetsAccepted)
        assert dict(refused.stakes) == {"player": 600, "tie": 100}
    assert table.has(ANN) == table.ledger("patron:ann") == 300


async def test_nothing_is_lost_with_a_bet_that_is_refused() -> None:
    table = BettingTable()
    async with table.at_work():
        await table.begin(ANN)
        with pytest.raises(InsufficientFunds):
            await table.bet(ANN, place("player", 1_050))
        with pytest.raises(CommandRefused):
            await table.controller.submit(PlaceBets(1_000, ANN, "r", 1, (place("player", 300),), 200, "m"))
    assert table.has(ANN) == table.ledger("patron:ann") == 1_000


async def test_a_void_gives_every_stake_back() -> None:
    table = BettingTable()
    async with table.at_work():
        await table.begin(ANN)
        await table.bet(ANN, place("player", 300))
        events = await table.controller.submit(c.VoidCoup(table.clock.now, SUPERVISOR, "spilled water"))
        assert only(StakesReturned, events).patron == ANN
    assert table.has(ANN) == table.ledger("patron:ann") == 1_000


async def test_money_that_is_spoken_for_is_not_paid_out() -> None:
    table = BettingTable()
    async with table.at_work():
        await table.begin(ANN)
        taken = await table.accounts.take(ANN, 800, coup=1)
        with pytest.raises(InsufficientFunds) as refused:
            await table.withdraw(ANN, 201)
        assert refused.value.numbers == {"balance": 200, "needed": 201}
        await table.withdraw(ANN, 200)
        table.accounts.release(taken.movement)
        await table.withdraw(ANN, 800, "out-2")
    assert table.has(ANN) == table.ledger("patron:ann") == 0


async def test_what_a_batch_moves_counts_within_the_batch() -> None:
    table = BettingTable()
    async with table.at_work():
        await table.begin(ANN)
        _, both, more, _, rest = await asyncio.gather(
            table.deposit(ANN, 500, "in"),
            table.withdraw(ANN, 1_400),
            table.withdraw(ANN, 101, "out-2"),
            table.bet(ANN, place("player", 100)),
            table.withdraw(ANN, 100, "out-3"),
            return_exceptions=True,
        )
        assert both is None
        assert isinstance(more, InsufficientFunds)
        assert isinstance(rest, InsufficientFunds)
    assert table.has(ANN) == table.ledger("patron:ann") == 0
    assert table.ledger("stakes") == 100


async def test_a_correction_takes_back_what_is_there_and_the_rest_is_owed() -> None:
    table = BettingTable()
    async with table.at_work():
        await table.begin(ANN)
        await table.bet(ANN, place("player", 300))
        await table.play_out(PLAYER_NATURAL)
        await table.withdraw(ANN, 1_100)
        await table.open()
        taken = await table.accounts.take(ANN, 50, coup=2)
        corrected = only(SettlementCorrected, await table.correct("4S 5S", "2H 7H"))
        assert (corrected.before, corrected.after, corrected.owed) == (
            (Stake("player", 600),),
            (Stake("player", 300),),
            150,
        )
        assert (table.has(ANN), table.ledger("patron:ann"), table.ledger("owed:ann")) == (0, 50, -150)
        table.accounts.release(taken.movement)
        again = only(SettlementCorrected, await table.correct("4S 5S", "2H 3H"))
        assert again.owed == -150
    assert (table.has(ANN), table.ledger("owed:ann"), table.ledger("house")) == (200, 0, -300)
    assert sum(table.journal.balances().values()) == 0


async def owing(table: BettingTable) -> None:
    """Let Ann win and take the money home, and correct the coup to one that she lost: she owes 500 of 600."""
    await table.begin(ANN)
    await table.bet(ANN, place("player", 300))
    await table.play_out(PLAYER_NATURAL)
    await table.withdraw(ANN, 1_200)
    corrected = only(SettlementCorrected, await table.correct("4S 4H", "2H 7H"))
    assert (corrected.owed, table.ledger("owed:ann")) == (500, -500)


async def settle(table: BettingTable, amount: int, means: Means, reference: str = "debt") -> DebtSettled:
    order = SettleDebt(table.clock.now, CASHIER, ANN, amount, means, reference, "the card was misread")
    return only(DebtSettled, await table.controller.submit(order))


async def test_what_a_patron_owes_is_paid_at_the_cage_out_of_the_account_or_forgiven() -> None:
    table = BettingTable()
    async with table.at_work():
        await owing(table)
        await settle(table, 200, Means.CASH, "a")
        assert (table.ledger("owed:ann"), table.has(ANN)) == (-300, 0)
        with pytest.raises(InsufficientFunds):
            await settle(table, 100, Means.ACCOUNT, "b")
        await table.deposit(ANN, 150)
        await settle(table, 100, Means.ACCOUNT, "b")
        assert (table.ledger("owed:ann"), table.has(ANN)) == (-200, 50)
        with pytest.raises(CommandRefused, match="owes_less") as refused:
            await settle(table, 201, Means.FORGIVEN, "c")
        assert refused.value.numbers == {"owed": 200, "asked": 201}
        house = table.ledger("house")
        await settle(table, 200, Means.FORGIVEN, "c")
        assert (table.ledger("owed:ann"), table.has(ANN), table.ledger("house")) == (0, 50, house - 200)
        with pytest.raises(CommandRefused, match="owes_less"):
            await settle(table, 1, Means.CASH, "d")
        with pytest.raises(CommandRefused, match="reference_used"):
            await settle(table, 1, Means.CASH, "a")
    assert sum(table.journal.balances().values()) == 0


async def test_of_two_who_settle_the_same_debt_at_once_one_does() -> None:
    table = BettingTable()
    async with table.at_work():
        await owing(table)
        first, second, third = await asyncio.gather(
            settle(table, 300, Means.CASH, "a"),
            settle(table, 300, Means.FORGIVEN, "b"),
            settle(table, 200, Means.FORGIVEN, "c"),
            return_exceptions=True,
        )
    assert isinstance(second, CommandRefused)
    assert [each.amount for each in (first, third) if isinstance(each, DebtSettled)] == [300, 200]
    assert table.ledger("owed:ann") == 0


async def test_what_was_paid_at_the_cage_a_later_correction_gives_to_the_patron() -> None:
    table = BettingTable()
    async with table.at_work():
        await owing(table)
        await settle(table, 400, Means.CASH)
        again = only(SettlementCorrected, await table.correct("4S 5S", "2H 3H"))
        assert (again.owed, table.has(ANN), table.ledger("owed:ann")) == (-100, 500, 0)


async def test_a_debt_and_its_slip_outlive_a_restart_and_a_shoe(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        table = BettingTable(journal)
        async with table.at_work():
            await owing(table)
            await settle(table, 400, Means.CASH, "a")
            await table.controller.submit(c.ChangeShoe(table.clock.now, DEALER))
            await table.controller.submit(c.LoadShoe(table.clock.now, DEALER))
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        again = BettingTable(journal)
        async with again.at_work():
            with pytest.raises(CommandRefused, match="reference_used"):
                await settle(again, 100, Means.CASH, "a")
            with pytest.raises(CommandRefused, match="owes_less"):
                await settle(again, 101, Means.CASH, "b")
            await settle(again, 100, Means.FORGIVEN, "b")
        assert again.ledger("owed:ann") == 0
    with SqliteJournalFile(path) as file:
        assert file.ledger_fault() is None
        assert file.balances() == again.journal.balances()


async def test_play_money_is_given_on_the_first_visit_and_again_to_the_broke() -> None:
    table = BettingTable()
    async with table.at_work():
        await table.begin()
        seat = SeatPatron(table.clock.now, FAY)
        given = only(FundsDeposited, await table.controller.submit(seat))
        assert (given.amount, given.reference, given.by) == (PLAY_MONEY, "play-money", SYSTEM)
        assert await table.controller.submit(seat) == ()
        await table.bet(FAY, place("player", PLAY_MONEY))
        assert await table.controller.submit(seat) == ()
        await table.play_out(BANKER_NATURAL)
        assert table.has(FAY) == 0
        await table.controller.submit(LeaveTable(table.clock.now, FAY))
        await table.controller.submit(seat)
    assert table.has(FAY) == table.ledger("patron:fay", "FUN") == PLAY_MONEY


async def test_without_accounts_nobody_has_anything() -> None:
    journal = MemoryJournal()
    controller = Controller(journal, HOUSE, SetClock(), rules=RULES)
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(controller.run())
        await controller.submit(DepositFunds(1, CASHIER, ANN, 500, "in"))
        with pytest.raises(InsufficientFunds):
            await controller.submit(WithdrawFunds(1, CASHIER, ANN, 500, "out"))
        running.cancel()


async def test_a_restart_finds_the_bets_and_the_money(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        table = BettingTable(journal)
        async with table.at_work():
            await table.begin(ANN, BOB)
            await table.bet(ANN, place("player", 300))
            await table.accounts.take(BOB, 500, coup=1)
        book = table.controller.book
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        _, recovered = recover(journal)
        assert recovered.stakes_of(ANN) == book.stakes_of(ANN)
        assert recovered.offer == book.offer
        again = BettingTable(journal)
        again.seq = table.seq
        assert (again.has(ANN), again.has(BOB)) == (700, 1_000)
        async with again.at_work():
            await again.play_out(PLAYER_NATURAL)
        assert again.has(ANN) == 1_300
    with SqliteJournalFile(path) as file:
        assert file.ledger_fault() is None


async def test_a_slip_is_not_paid_again_whatever_shoe_and_start_lie_between() -> None:
    table = BettingTable()
    async with table.at_work():
        await table.begin(ANN)
        await table.deposit(ANN, 500, "slip 7")
        await table.controller.submit(c.CloseBetting(table.clock.now, DEALER))
        await table.controller.submit(c.VoidCoup(table.clock.now, SUPERVISOR, "a drill"))
        await table.controller.submit(c.ChangeShoe(table.clock.now, DEALER))
        await table.controller.submit(c.LoadShoe(table.clock.now, DEALER))
    again = BettingTable(table.journal)
    async with again.at_work():
        with pytest.raises(CommandRefused, match="reference_used"):
            await again.deposit(ANN, 500, "slip 7")


async def test_the_offer_is_on_record_before_the_first_bet() -> None:
    table = BettingTable()
    async with table.at_work():
        await table.begin(ANN)
        accepted = await table.bet(ANN, place("player", 300))
    offers = [record.event for record in table.journal.read() if isinstance(record.event, SpotsOffered)]
    assert {offer.digest for offer in offers} == {accepted.rules_digest} == {"rules-1"}
