"""A table with bets that a test works at: cards, patrons and money in one journal, as the controller keeps it. Pure."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest

from dealer_table.betting.book import Book, fold_book
from dealer_table.betting.commands import BettingCommand, PlaceBets, SeatPatron
from dealer_table.betting.consequences import consequences
from dealer_table.betting.decide import decide_bets, foreseen
from dealer_table.betting.events import BettingEvent
from dealer_table.betting.postings import Posting, postings_of
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.rules import BettingRules, CurrencyLimits, SpotLimits
from dealer_table.betting.weighing import Weighed
from dealer_table.betting.words import Gesture, Move, Patron, PatronLimits
from dealer_table.errors import CommandRefused
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.house import HouseProcedure
from tests.dealer_table.procedure.table_at_work import DEALER, NO_BURN, TIE_OF_SIX_CARDS, TableAtWork

TIES = (TIE_OF_SIX_CARDS, "KC KD QC QD 2C 2D")

ANN = Patron("ann", "EUR")
BOB = Patron("bob", "EUR")
FAY = Patron("fay", "FUN")

UNDO = Gesture(Move.UNDO)
CLEAR = Gesture(Move.CLEAR)
REBET = Gesture(Move.REBET)
REBET_X2 = Gesture(Move.REBET_X2)


def limits(minimum: int = 100, maximum: int = 10_000, table_maximum: int = 15_000) -> CurrencyLimits:
    """Return limits that are alike on all eight spots."""
    spot = SpotLimits(minimum, maximum, table_maximum)
    spots = {one.name: spot for one in BettingRules().spots}
    return CurrencyLimits(exponent=2, step=50, differential=12_000, spots=spots)


RULES = BettingRules(currencies={"EUR": limits(), "FUN": limits(), "USD": limits()}, ask_after=2, leave_after=4)


def place(spot: str, amount: int) -> Gesture:
    """Return the gesture that places a chip."""
    return Gesture(Move.PLACE, spot, amount)


class FeltAtWork(TableAtWork):
    """A table, its book, and everything that was recorded; every patron has whatever money they take."""

    def __init__(self, house: HouseProcedure = NO_BURN, rules: BettingRules = RULES, digest: str = "rules-1") -> None:
        super().__init__(house)
        self.rules = rules
        self.book = Book()
        self.journal: list[RecordedEvent] = []
        self.requests = 0
        self.give(c.AdoptRules(self.now, DEALER, digest))

    def give(self, command: c.Command) -> tuple[e.Event, ...]:
        events = super().give(command)
        self._record((*events, *consequences(self.book, self.state, events, self.rules)))
        return events

    def ask(self, command: BettingCommand) -> tuple[BettingEvent, ...]:
        """Carry out what a patron or the cashier asks."""
        events = decide_bets(self.book, self.state, command, self.rules, self.state.rules_digest)
        self._record(events)
        return events

    def _record(self, events: tuple[RecordedEvent, ...]) -> None:
        self.book = fold_book(events, self.book)
        self.journal += events

    def seat(self, *patrons: Patron, limits: PatronLimits | None = None) -> None:
        for patron in patrons:
            self.ask(SeatPatron(self.now, patron, limits or PatronLimits()))

    def batch(self, patron: Patron, *gestures: Gesture, request: str = "", coup: int = 0) -> PlaceBets:
        """Return the request for a batch on the open coup, its money not yet taken."""
        self.requests += not request
        number = coup or (self.book.open_coup.number if self.book.open_coup else 0)
        return PlaceBets(self.now, patron, request or f"request-{self.requests}", number, gestures)

    def bet(self, patron: Patron, *gestures: Gesture, request: str = "", coup: int = 0) -> tuple[BettingEvent, ...]:
        """Take what a batch needs, and carry it out."""
        command = self.batch(patron, *gestures, request=request, coup=coup)
        needed, weighed = foreseen(self.book, self.state, command, self.rules)
        return self.ask(with_money(command, needed, weighed))

    def bet_refused(self, patron: Patron, *gestures: Gesture, coup: int = 0) -> tuple[str, Mapping[str, int | str]]:
        """Return the code and the numbers with which a batch is refused; both ways to ask must say the same."""
        command = self.batch(patron, *gestures, coup=coup)
        with pytest.raises(CommandRefused) as before:
            foreseen(self.book, self.state, command, self.rules)
        refused = self.refused(command)
        assert refused == (before.value.code, before.value.numbers)
        return refused

    def refused(self, command: BettingCommand) -> tuple[str, Mapping[str, int | str]]:
        """Return the code and the numbers with which a command is refused."""
        with pytest.raises(CommandRefused) as refused:
            decide_bets(self.book, self.state, command, self.rules, self.state.rules_digest)
        return refused.value.code, refused.value.numbers

    def play_out(self, cards: str) -> tuple[RecordedEvent, ...]:
        """Close the betting, deal a whole coup, and return what was recorded."""
        before = len(self.journal)
        self.close_betting()
        self.deal(cards)
        return tuple(self.journal[before:])

    def lies(self, patron: Patron) -> dict[str, int]:
        """Return what lies of the patron on the open coup."""
        return dict(self.book.stakes_of(patron))

    def totals(self, currency: str) -> dict[str, int]:
        """Return what lies on each spot of the open coup."""
        return dict(self.book.totals(currency))

    def tie(self) -> tuple[RecordedEvent, ...]:
        """Play a coup out to a tie; not the same cards every time, or a shoe would not have enough of them."""
        number = self.shoe.coups
        return self.play_out(TIES[number // 2 % 2])

    def balances(self, currency: str = "EUR") -> Counter[str]:
        """Return the balance of each account, from the journal alone."""
        return balances_of(self.postings(), currency)

    def postings(self) -> list[Posting]:
        """Return all that was moved."""
        return [
            posting
            for event in self.journal
            if isinstance(event, BettingEvent)
            for posting in postings_of(event, elsewhere=False)
        ]


def balances_of(postings: list[Posting], currency: str) -> Counter[str]:
    """Return the balance of each account in this currency."""
    balances = Counter[str]()
    for posting in postings:
        if posting.currency == currency:
            balances[posting.debit] -= posting.amount
            balances[posting.credit] += posting.amount
    return balances


def with_money(command: PlaceBets, taken: int, weighed: Weighed | None = None) -> PlaceBets:
    """Return the request with so much taken for it, and with what was weighed before."""
    return replace(command, taken=taken, movement=f"movement of {taken}", weighed=weighed)


def felt_with_shoe(
    house: HouseProcedure = NO_BURN, rules: BettingRules = RULES, patrons: tuple[Patron, ...] = (ANN, BOB, FAY)
) -> FeltAtWork:
    """Return a table with a shoe and patrons, ready for its first coup."""
    felt = FeltAtWork(house, rules)
    felt.give(c.OpenTable(felt.now, DEALER))
    felt.scanner(online=True)
    felt.give(c.LoadShoe(felt.now, DEALER))
    felt.seat(*patrons)
    return felt


def felt_open(
    house: HouseProcedure = NO_BURN, rules: BettingRules = RULES, patrons: tuple[Patron, ...] = (ANN, BOB, FAY)
) -> FeltAtWork:
    """Return a table that takes bets on its first coup."""
    felt = felt_with_shoe(house, rules, patrons)
    felt.open_betting()
    return felt


def restarted(felt: FeltAtWork) -> Book:
    """Return the book that a restart finds: folded from the last shoe on."""
    last = max(number for number, event in enumerate(felt.journal) if isinstance(event, e.ShoeLoaded))
    return fold_book(felt.journal[last:])
