"""The state of the betting: what folding the journal gives beside the table's own state. Pure.

Folding may start at the last ShoeLoaded. What lies on the open coup, the ended coups of the shoe and the rules they
were bet under are then the same as if it had started at the beginning; balances are the ledger's. Lost are the seats of
patrons who sat down before (they are seated again when they next come), what they bet on the last shoe (for a rebet),
and the answers to requests about its last coup. Which references the cashier used before is for the caller to bring.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TypeVar

from immutables import Map

from dealer_table.baccarat.coup import Coup
from dealer_table.baccarat.hand import Hand
from dealer_table.betting.coups import Answers, EndedCoup, OpenCoup, Stakes
from dealer_table.betting.events import (
    BetsAccepted,
    BetsSettled,
    DebtSettled,
    FundsDeposited,
    FundsWithdrawn,
    PatronAsked,
    PatronLeft,
    PatronSeated,
    SettlementCorrected,
    SpotsOffered,
)
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.words import Patron, PatronLimits
from dealer_table.procedure import events as table

T = TypeVar("T")

# How many settled coups to keep with everybody's stakes: as far back as the procedure lets a coup be put right.
_COUPS_KEPT = 10


@dataclass(frozen=True, slots=True)
class Seat:
    """A patron who may bet; `asked` whether they still play, after `idle_coups` settled coups without a stake."""

    limits: PatronLimits
    idle_coups: int = 0
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Book:
    """All that the betting knows.

    `offer` is the last that was made: what the next coup's first bet is accepted under. `settled` are this shoe's last
    settled coups, the newest last, `voided` its last void one, `previous` what a rebet places.
    """

    shoe: int = 0
    offer: SpotsOffered | None = None
    seats: Map[Patron, Seat] = field(default_factory=Map)
    open_coup: OpenCoup | None = None
    settled: tuple[EndedCoup, ...] = ()
    voided: EndedCoup | None = None
    previous: Map[Patron, Stakes] = field(default_factory=Map)
    answers_before: Answers = field(default_factory=Map)
    references: Map[str, int] = field(default_factory=Map)

    # ---- what may be asked ----------------------------------------------------------------------------------------

    def stakes_of(self, patron: Patron) -> Stakes:
        """Return what lies of the patron on the open coup."""
        return self.open_coup.stakes.get(patron, ()) if self.open_coup else ()

    def previous_of(self, patron: Patron) -> Stakes:
        """Return what lay of the patron on the last coup that they bet on: what a rebet places."""
        return self.previous.get(patron, ())

    def last_of(self, patron: Patron) -> EndedCoup | None:
        """Return the last coup of this shoe on which the patron had a stake that was settled or went back."""
        settled = next((coup for coup in reversed(self.settled) if patron in coup.stakes), None)
        voided = self.voided if self.voided is not None and patron in self.voided.stakes else None
        if settled is None or voided is None:
            return settled or voided
        return max(settled, voided, key=lambda coup: coup.number)

    def totals(self, currency: str) -> Mapping[str, int]:
        """Return what lies on each spot of the open coup in this currency."""
        return self.open_coup.totals.get(currency, Map()) if self.open_coup else {}

    def answered(self, patron: Patron, request: str) -> BetsAccepted | None:
        """Return what the patron's request led to, when it was about the open coup or the one before."""
        now = self.open_coup.answers.get((patron, request)) if self.open_coup else None
        return now or self.answers_before.get((patron, request))

    # ---- folding --------------------------------------------------------------------------------------------------

    def after(self, event: RecordedEvent) -> "Book":
        """Return the book after `event`; most of what happens at a table does not touch it."""
        match event:
            case BetsAccepted():
                return self._with_bets(event)
            case BetsSettled(coup=number, patron=patron, returned=returned):
                return self.with_returns(number, {patron: returned})
            case SettlementCorrected(coup=number, patron=patron, after=returned):
                return self.with_returns(number, {patron: returned})._with_owed(event)
            case SpotsOffered():
                return replace(self, offer=event)
            case PatronSeated() | PatronAsked() | PatronLeft():
                return self._with_seat(event)
            case FundsDeposited(reference=slip) | FundsWithdrawn(reference=slip) | DebtSettled(reference=slip):
                return replace(self, references=self.references.set(slip, event.at))
            case table.ShoeLoaded(shoe=shoe):
                return replace(self, shoe=shoe, offer=None, open_coup=None, settled=(), voided=None)
            case table.BettingOpened(coup=coup, closes_at=closes_at):
                return replace(self, open_coup=OpenCoup(coup, closes_at))
            case table.CoupCompleted(player=player, banker=banker):
                if self.open_coup is None:
                    return self
                return replace(self, open_coup=replace(self.open_coup, hands=Coup(Hand(player), Hand(banker))))
            case table.CoupSettled(at=at):
                return self._counting_idleness()._coup_ended(at, void=False)
            case table.CoupVoided(at=at) | table.ShoeRemoved(at=at) | table.TableClosed(at=at):
                return self._coup_ended(at, void=True)
            case table.CoupCorrected():
                return self._with_hands(event)
            case _:
                return self

    def with_returns(self, number: int, returned: Mapping[Patron, Stakes]) -> "Book":
        """Return the book after what came back of these patrons' stakes on a coup that was settled."""
        settled = tuple(
            replace(coup, returned=coup.returned.update(returned)) if coup.number == number else coup
            for coup in self.settled
        )
        return replace(self, settled=settled)

    def _with_owed(self, event: SettlementCorrected) -> "Book":
        if not event.owed:
            return self
        settled = tuple(
            replace(coup, owed=coup.owed.set(event.patron, coup.owed.get(event.patron, 0) + event.owed))
            if coup.number == event.coup
            else coup
            for coup in self.settled
        )
        return replace(self, settled=settled)

    def _with_bets(self, event: BetsAccepted) -> "Book":
        assert self.open_coup is not None, "bets are accepted on an open coup"
        seats, seat = self.seats, self.seats.get(event.patron)
        if seat is not None and (seat.idle_coups or seat.asked):
            seats = seats.set(event.patron, Seat(seat.limits))
        # Written out: `replace` takes three times as long, and nothing else is done thousands of times a second.
        return Book(
            shoe=self.shoe,
            offer=self.offer,
            seats=seats,
            open_coup=self.open_coup.with_bets(event, self.offer),
            settled=self.settled,
            voided=self.voided,
            previous=self.previous,
            answers_before=self.answers_before,
            references=self.references,
        )

    def _with_hands(self, event: table.CoupCorrected) -> "Book":
        hands = Coup(Hand(event.player), Hand(event.banker))
        settled = tuple(replace(coup, hands=hands) if coup.number == event.coup else coup for coup in self.settled)
        return replace(self, settled=settled)

    def _with_seat(self, event: PatronSeated | PatronAsked | PatronLeft) -> "Book":
        seats, patron = self.seats, event.patron
        match event:
            case PatronSeated(limits=limits):
                return replace(self, seats=seats.set(patron, Seat(limits)))
            case PatronAsked():
                seat = seats.get(patron)
                return self if seat is None else replace(self, seats=seats.set(patron, replace(seat, asked=True)))
            case PatronLeft():
                return replace(self, seats=_without(seats, patron), previous=_without(self.previous, patron))

    def _counting_idleness(self) -> "Book":
        """Count a settled coup for everybody seated who has no stake on it."""
        bet = self.open_coup.stakes if self.open_coup else Map[Patron, Stakes]()
        idle = {
            patron: replace(seat, idle_coups=seat.idle_coups + 1)
            for patron, seat in self.seats.items()
            if patron not in bet
        }
        return replace(self, seats=self.seats.update(idle)) if idle else self

    def _coup_ended(self, at: int, *, void: bool) -> "Book":
        coup = self.open_coup
        if coup is None:
            return self
        ended = EndedCoup(self.shoe, coup.number, at, coup.offer, coup.hands, coup.stakes, void=void)
        if void:
            ended = replace(ended, returned=coup.stakes)
        seated = {patron: stakes for patron, stakes in coup.stakes.items() if patron in self.seats}
        return replace(
            self,
            open_coup=None,
            settled=self.settled if void else (*self.settled, ended)[-_COUPS_KEPT:],
            voided=ended if void else self.voided,
            previous=self.previous.update(seated),
            answers_before=coup.answers,
        )


def fold_book(events: Iterable[RecordedEvent], book: Book | None = None) -> Book:
    """Fold `events` from `book`, or from an empty one.

    A settlement of thousands is taken in at once: with a new book for each of them it took a fifth longer.
    """
    book = book or Book()
    for coup, together in groupby(events, key=_settled_coup):
        if coup is None:
            for event in together:
                book = book.after(event)
        else:
            returned = {event.patron: event.returned for event in together if isinstance(event, BetsSettled)}
            book = book.with_returns(coup, returned)
    return book


def _settled_coup(event: RecordedEvent) -> int | None:
    return event.coup if isinstance(event, BetsSettled) else None


def _without(seats: Map[Patron, T], patron: Patron) -> Map[Patron, T]:
    return seats.delete(patron) if patron in seats else seats
