"""A table with bets under proof, and what patrons, the cashier and a restart may do to it. Pure."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from dealer_table.baccarat.bets import Bet
from dealer_table.baccarat.paytables import BANKER_NO_COMMISSION
from dealer_table.betting.book import Book, fold_book
from dealer_table.betting.commands import (
    BettingCommand,
    DepositFunds,
    LeaveTable,
    PlaceBets,
    SeatPatron,
    SettleDebt,
    WithdrawFunds,
)
from dealer_table.betting.consequences import consequences
from dealer_table.betting.decide import decide_bets, foreseen
from dealer_table.betting.events import BettingEvent
from dealer_table.betting.funds import within_funds
from dealer_table.betting.postings import postings_of
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.rules import BettingRules, CurrencyLimits, Spot, SpotLimits
from dealer_table.betting.words import Gesture, Left, Means, Move, Patron, PatronLimits
from dealer_table.errors import CommandRefused
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import Actor, Phase, Role
from dealer_table.wire.event_codec import decode, encode
from tests.properties.betting_ledger import BettingLedger
from tests.properties.procedure_machine import Chance, TableUnderProof, correct_a_coup, go_on

CASHIER = Actor(Role.ADMINISTRATOR, "cashier")
PATRONS = (
    Patron("ann", "EUR"),
    Patron("bob", "EUR"),
    Patron("cyd", "EUR"),
    Patron("ann", "FUN"),
    Patron("kim", "KRW"),
)
AMOUNTS = (50, 100, 100, 150, 200, 500, 1_000, 25)


def _rules(*, fair: bool, step: int) -> BettingRules:
    limits = SpotLimits(minimum=100, maximum=800, table_maximum=1_000)
    offered = BettingRules()
    spots = tuple(Spot(spot.name, _bet(spot, fair=fair)) for spot in offered.spots)
    currency = CurrencyLimits(2, step, differential=600, spots={spot.name: limits for spot in spots})
    return BettingRules(spots, {"EUR": currency, "FUN": currency}, ask_after=1, leave_after=3)


def _bet(spot: Spot, *, fair: bool) -> Bet:
    if spot.name == "banker" and fair:
        return BANKER_NO_COMMISSION
    return replace(spot.bet, closes_after=2) if spot.name == "lucky_six" else spot.bet


# What each digest of the procedure's proof stands for here: rules change in mid-coup, too.
RULES: Mapping[str, BettingRules] = {
    "": _rules(fair=False, step=50),
    "a": _rules(fair=False, step=50),
    "b": _rules(fair=True, step=100),
}
FAIR = frozenset({"b"})


class FeltUnderProof(TableUnderProof):
    """A table with bets that is checked after every command against what must always hold."""

    def __init__(self, house: HouseProcedure, chance: Chance) -> None:
        super().__init__(house, chance)
        self.book = Book()
        self.money = BettingLedger(RULES, FAIR)
        self.posted = Counter[tuple[str, str]]()
        self.journal: list[RecordedEvent] = []
        self.since_load: list[RecordedEvent] = []
        self.asked: list[PlaceBets] = []
        self.under_way: list[PlaceBets] = []

    @property
    def rules(self) -> BettingRules:
        """Return the rules in force."""
        return RULES[self.state.rules_digest]

    def give(self, command: c.Command) -> tuple[e.Event, ...]:
        events = super().give(command)
        follow = consequences(self.book, self.state, events, self.rules)
        self._record((*events, *within_funds(follow, self.money.balance, self.money.owed)))
        return events

    def ask(self, command: BettingCommand) -> tuple[BettingEvent, ...]:
        """Carry out what a patron or the cashier asks; what is refused changes nothing."""
        try:
            events = within_funds(self._decided(command), self.money.balance, self.money.owed)
        except CommandRefused as refused:
            self.refusals.add(refused.code)
            return ()
        self._record(events)
        return tuple(event for event in events if isinstance(event, BettingEvent))

    def _decided(self, command: BettingCommand) -> tuple[BettingEvent, ...]:
        """Decide; a bet that was weighed before must be decided as one that was not."""
        anew = replace(command, weighed=None) if isinstance(command, PlaceBets) else command
        outcomes: list[tuple[BettingEvent, ...] | CommandRefused] = []
        for one in (anew, command):
            try:
                outcomes.append(decide_bets(self.book, self.state, one, self.rules, self.state.rules_digest))
            except CommandRefused as refused:
                outcomes.append(refused)
        first, second = outcomes
        if isinstance(first, CommandRefused):
            assert isinstance(second, CommandRefused)
            assert (first.code, first.detail, first.numbers) == (second.code, second.detail, second.numbers)
            raise first
        assert first == second
        return first

    def _record(self, events: tuple[RecordedEvent, ...]) -> None:
        for event in events:
            read_back = decode(*encode(event))
            assert read_back == event
            if isinstance(event, e.ShoeLoaded):
                self.since_load = []
            self.journal.append(event)
            self.since_load.append(read_back)
            self.book = self.book.after(event)
            self.money.enter(event)
            if isinstance(event, BettingEvent):
                for posting in postings_of(event, elsewhere=False):
                    self.posted[posting.debit, posting.currency] -= posting.amount
                    self.posted[posting.credit, posting.currency] += posting.amount
        self._check_money()

    def _check_money(self) -> None:
        self.money.check_decision()
        assert +self.posted == +self.money.balances and -self.posted == -self.money.balances
        assert {patron: dict(self.book.stakes_of(patron)) for patron in PATRONS if self.book.stakes_of(patron)} == (
            self.money.lying
        )
        for currency in ("EUR", "FUN"):
            totals = dict(self.book.totals(currency))
            assert totals == {spot: self.money.total(currency, spot) for spot in totals}
            assert sum(totals.values()) == self.money.balances["stakes", currency]

    def check_folds(self) -> None:
        super().check_folds()
        if not any(isinstance(event, e.ShoeLoaded) for event in self.journal):
            return
        refolded = fold_book(self.since_load)
        kept = replace(
            self.book,
            seats=refolded.seats,
            previous=refolded.previous,
            answers_before=refolded.answers_before,
            references=refolded.references,
        )
        assert refolded == kept, "a restart would forget more than it may"


# ---- patrons, the cashier and a restart ---------------------------------------------------------------------------


def sit_down(table: FeltUnderProof) -> None:
    """Seat a patron, again or for the first time, with limits of their own or without."""
    _seat(table, table.chance.pick(PATRONS))


def _seat(table: FeltUnderProof, patron: Patron) -> None:
    limits = table.chance.pick((PatronLimits(), PatronLimits(), PatronLimits(spot_maximum=300, coup_maximum=500)))
    table.ask(SeatPatron(table.now, patron, limits))


def leave(table: FeltUnderProof) -> None:
    """Let a patron go."""
    table.ask(LeaveTable(table.now, table.chance.pick(PATRONS), Left.OWN_WISH))


def bet(table: FeltUnderProof) -> None:
    """Have a patron confirm a batch: mostly a few chips on the open coup, now and then anything at all."""
    patron = table.chance.pick(PATRONS[:4] * 3 + PATRONS)
    number = table.book.open_coup.number if table.book.open_coup else 1
    coup = table.chance.pick((number,) * 9 + (number + 1,))
    gestures = tuple(_gesture(table) for _ in range(table.chance.pick((1, 1, 2, 3))))
    _confirm(table, PlaceBets(table.now, patron, f"request-{len(table.asked)}", coup, gestures))


def bet_as_people_do(table: FeltUnderProof) -> None:
    """Seat everybody who has money, and have them place a chip each on the open coup."""
    for patron in PATRONS[:4]:
        if patron not in table.book.seats:
            _seat(table, patron)
        if table.money.balance(patron) < 1_000:
            _deposit(table, patron, 2_000)
        spot = table.chance.pick(table.rules.spots).name
        number = table.book.open_coup.number if table.book.open_coup else 1
        gesture = Gesture(Move.PLACE, spot, table.chance.pick((100, 500)))
        _confirm(table, PlaceBets(table.now, patron, f"request-{len(table.asked)}", number, (gesture,)))


def _gesture(table: FeltUnderProof) -> Gesture:
    move = table.chance.pick((*Move, *(Move.PLACE,) * 6, Move.UNDO))
    if move is not Move.PLACE:
        return Gesture(move)
    spots = tuple(spot.name for spot in table.rules.spots)
    return Gesture(move, table.chance.pick((*spots, "player", "banker", "player", "banker", "moon")), _amount(table))


def _amount(table: FeltUnderProof) -> int:
    return table.chance.pick(AMOUNTS)


def _confirm(table: FeltUnderProof, command: PlaceBets) -> None:
    table.asked.append(command)
    try:
        needed, weighed = foreseen(table.book, table.state, command, table.rules)
    except CommandRefused as refused:
        table.refusals.add(refused.code)
        assert table.ask(command) == ()
        return
    if needed > table.money.balance(command.patron):
        return
    taken = table.chance.pick((needed,) * 9 + (needed + 50,))
    command = replace(command, taken=taken, movement=f"movement-{len(table.asked)}", weighed=weighed)
    if table.chance.pick((True,) + (False,) * 11):
        table.under_way.append(command)
        return
    accepted = table.ask(command)
    assert bool(accepted) == (taken == needed)


def arrive(table: FeltUnderProof) -> None:
    """Let a bet whose money was taken come to be decided, whatever happened since; only if it is there still."""
    if table.under_way:
        command = table.under_way.pop(0)
        if command.taken <= table.money.balance(command.patron):
            table.ask(command)


def ask_again(table: FeltUnderProof) -> None:
    """Send a request once more: what was accepted for this coup or the one before is not done twice."""
    if not table.asked:
        return
    command = table.chance.pick(table.asked[-6:])
    answer = table.book.answered(command.patron, command.request)
    if answer is not None and answer.coup == command.coup:
        assert foreseen(table.book, table.state, command, table.rules) == (0, None)
        assert table.ask(command) == ()


def deposit(table: FeltUnderProof) -> None:
    """Bring a patron money, now and then on a slip that was used before."""
    _deposit(table, table.chance.pick(PATRONS), _amount(table) * 20)


def _deposit(table: FeltUnderProof, patron: Patron, amount: int) -> None:
    slip = len(table.book.references) - table.chance.pick((0, 0, 0, 1))
    table.ask(DepositFunds(table.now, CASHIER, patron, amount, f"slip-{slip}"))


def withdraw(table: FeltUnderProof) -> None:
    """Pay a patron out, often all there is, now and then more."""
    patron = table.chance.pick(PATRONS)
    balance = table.money.balance(patron)
    some = min(balance, _amount(table))
    amount = table.chance.pick((balance, balance, balance, some, some, some, balance + 1))
    if amount:
        _withdraw(table, patron, amount)


def _withdraw(table: FeltUnderProof, patron: Patron, amount: int) -> None:
    table.ask(WithdrawFunds(table.now, CASHIER, patron, amount, f"slip-{len(table.book.references)}"))


def cash_out(table: FeltUnderProof) -> None:
    """Let everybody take all they have, and look at the film then: what they should not have got they owe."""
    for patron in PATRONS:
        if table.money.balance(patron):
            _withdraw(table, patron, table.money.balance(patron))
    correct_a_coup(table)


def settle_debt(table: FeltUnderProof) -> None:
    """Let somebody pay what they owe, or some of it, or more; or let the house forgive it, now and then for nothing."""
    owing = tuple(patron for patron in PATRONS if table.money.owed(patron))
    patron = table.chance.pick(owing or PATRONS)
    owed = table.money.owed(patron)
    amount = table.chance.pick((owed, owed, owed // 2, owed + 1, 100))
    means, reason = table.chance.pick(tuple(Means)), table.chance.pick(("misread", "misread", " "))
    slip = f"slip-{len(table.book.references)}"
    table.ask(SettleDebt(table.now, CASHIER, patron, amount, means, slip, reason))


def restart(table: FeltUnderProof) -> None:
    """Start again from the last shoe: patrons who sat down before have to sit down again."""
    if any(isinstance(event, e.ShoeLoaded) for event in table.since_load):
        table.check_folds()
        references = table.book.references
        table.book = replace(fold_book(table.since_load), references=references)
        table.money.seats = {patron: seat.limits for patron, seat in table.book.seats.items()}
        table.money.idle = Counter({patron: seat.idle_coups for patron, seat in table.book.seats.items()})
        table.money.asked = {patron for patron, seat in table.book.seats.items() if seat.asked}


def go_on_with_bets(table: FeltUnderProof) -> None:
    """Do what the procedure waits for; while the betting is open that is mostly bets. Who owes is asked for it."""
    if any(map(table.money.owed, PATRONS)) and table.chance.pick((True,) + (False,) * 7):
        settle_debt(table)
    elif table.state.phase is Phase.BETTING and table.chance.pick((True,) * 8 + (False,)):
        table.chance.pick((bet, bet, bet, bet_as_people_do, arrive, ask_again))(table)
    else:
        go_on(table)


FeltHappening = Callable[[FeltUnderProof], None]

BETTING_HAPPENINGS: tuple[FeltHappening, ...] = (
    sit_down,
    leave,
    bet,
    bet_as_people_do,
    arrive,
    ask_again,
    deposit,
    withdraw,
    cash_out,
    settle_debt,
    restart,
    go_on_with_bets,
)
