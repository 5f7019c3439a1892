"""What the table's own events mean for the bets: settlement, stakes going back, idle patrons. Pure."""

from collections.abc import Iterable, Iterator

from dealer_table.betting.book import Book
from dealer_table.betting.coups import EndedCoup, total_of
from dealer_table.betting.events import (
    BetsSettled,
    BettingEvent,
    PatronAsked,
    PatronLeft,
    SettlementCorrected,
    SpotsOffered,
    StakesReturned,
)
from dealer_table.betting.rules import BettingRules
from dealer_table.betting.settle import Settlement
from dealer_table.betting.words import Left
from dealer_table.procedure import events as table
from dealer_table.procedure.state import TableState


def consequences(
    book: Book, table_after: TableState, events: Iterable[table.Event], rules: BettingRules
) -> tuple[BettingEvent, ...]:
    """Return what follows for the bets from one decision's events, to stand after them in the same commit.

    `book` is the book before these events, `table_after` the table's state after them.
    """
    found: list[BettingEvent] = []
    for event in events:
        before, book = book, book.after(event)
        match event:
            case table.ShoeLoaded(at=at) | table.RulesAdopted(at=at):
                if rules.currencies and not _stands(book.offer, table_after.rules_digest):
                    found.append(SpotsOffered(at, table_after.rules_digest, rules))
            case table.CoupSettled(at=at):
                if before.open_coup is not None:
                    found.extend(_settled(book.settled[-1], at))
                found.extend(_idle(book, rules, at))
            case table.CoupCorrected(at=at, coup=number):
                found.extend(
                    correction for coup in book.settled if coup.number == number for correction in _corrected(coup, at)
                )
            case table.CoupVoided(at=at, reason=reason):
                found.extend(_returned(before, at, reason))
            case table.ShoeRemoved(at=at, reason=reason):
                found.extend(
                    _returned(before, at, f"the shoe was removed: {reason}" if reason else "the shoe was removed")
                )
            case table.TableClosed(at=at):
                found.extend(_returned(before, at, "the table was closed"))
                gone = {one.patron for one in found if isinstance(one, PatronLeft)}
                found.extend(PatronLeft(at, patron, Left.TABLE_CLOSED) for patron in sorted(set(book.seats) - gone))
            case _:
                pass
    return tuple(found)


def _stands(offer: SpotsOffered | None, digest: str) -> bool:
    return offer is not None and offer.digest == digest


def _settled(coup: EndedCoup, at: int) -> Iterator[BettingEvent]:
    """Settle everybody who has a stake on the coup, losers too."""
    if coup.stakes:
        offer, settlement = _settlement(coup)
        for patron, stakes in sorted(coup.stakes.items()):
            yield BetsSettled(at, coup.number, patron, stakes, settlement.returned(stakes), offer.digest)


def _corrected(coup: EndedCoup, at: int) -> Iterator[BettingEvent]:
    """Settle what a coup put right returns otherwise than it last did; more of it pays first what is owed for it."""
    if coup.stakes:
        _, settlement = _settlement(coup)
        for patron, stakes in sorted(coup.stakes.items()):
            before, after = coup.returned[patron], settlement.returned(stakes)
            if before != after:
                more = total_of(after) - total_of(before)
                owed = -min(coup.owed.get(patron, 0), max(more, 0))
                yield SettlementCorrected(at, coup.number, patron, before, after, owed)


def _settlement(coup: EndedCoup) -> tuple[SpotsOffered, Settlement]:
    assert coup.offer is not None, "a stake was accepted under rules"
    assert coup.hands is not None, "a coup is complete before it is settled"
    return coup.offer, Settlement.of(coup.offer.rules, coup.hands)


def _returned(before: Book, at: int, reason: str) -> Iterator[BettingEvent]:
    coup = before.open_coup
    if coup is not None:
        for patron, stakes in sorted(coup.stakes.items()):
            yield StakesReturned(at, coup.number, patron, stakes, reason)


def _idle(book: Book, rules: BettingRules, at: int) -> Iterator[BettingEvent]:
    """Ask patrons who have not bet for some coups, once, and let go those who have not for many."""
    ask, leave = rules.ask_after, rules.leave_after
    for patron, seat in sorted(book.seats.items(), key=lambda item: item[0]):
        if leave and seat.idle_coups >= leave:
            yield PatronLeft(at, patron, Left.IDLE)
        elif ask and seat.idle_coups >= ask and not seat.asked:
            yield PatronAsked(at, patron, seat.idle_coups)
