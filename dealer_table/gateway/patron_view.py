"""A patron's own part of the table, and what all patrons together have on it, as they are told. Pure."""

from dataclasses import dataclass

from dealer_table.betting.book import Book
from dealer_table.betting.coups import EndedCoup
from dealer_table.betting.words import Patron, PatronLimits
from dealer_table.wire.to_patron import LastCoup, PatronView, Totals


@dataclass(frozen=True, slots=True)
class Purse:
    """What is known of a patron's money; `exponent` is the currency's."""

    exponent: int
    balance: int | None
    available: bool


def patron_view(
    patron: Patron, limits: PatronLimits, book: Book, purse: Purse, *, version: int, now: int
) -> PatronView:
    """Return how things stand for a patron; `limits` are those of the token, and count when there is no seat."""
    seat, stakes, last = book.seats.get(patron), book.stakes_of(patron), book.last_of(patron)
    return PatronView(
        version=version,
        server_time=now,
        name=patron.name,
        currency=patron.currency,
        exponent=purse.exponent,
        fun=patron.plays_for_fun,
        seated=seat is not None,
        balance=purse.balance,
        accounts="ok" if purse.available else "unavailable",
        coup=book.open_coup.number if book.open_coup is not None and stakes else None,
        stakes=stakes,
        previous=book.previous_of(patron),
        last=_last(last, patron) if last is not None else None,
        idle_coups=seat.idle_coups if seat is not None else 0,
        asked=seat is not None and seat.asked,
        limits=seat.limits if seat is not None else limits,
    )


def totals(book: Book) -> Totals:
    """Return what lies on the open coup; spots on which nothing lies are left out."""
    coup = book.open_coup
    if coup is None:
        return Totals(coup=None, patrons=0, currencies={})
    lying = {
        currency: {spot: amount for spot, amount in sorted(spots.items()) if amount}
        for currency, spots in sorted(coup.totals.items())
    }
    currencies = {currency: spots for currency, spots in lying.items() if spots}
    return Totals(coup=coup.number, patrons=len(coup.stakes), currencies=currencies)


def _last(coup: EndedCoup, patron: Patron) -> LastCoup:
    counts = coup.hands is not None and not coup.void
    return LastCoup(
        coup=coup.number,
        stakes=coup.stakes[patron],
        returned=coup.returned.get(patron, ()),
        outcome=coup.hands.outcome if coup.hands is not None and counts else None,
        void=coup.void,
    )
