"""What a record of the journal makes the table owe at the operator: a translation, with ids of its own. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from dealer_table.betting.events import BetsAccepted, BetsSettled, SettlementCorrected, StakesReturned
from dealer_table.betting.words import Patron, Stake
from dealer_table.ports.journal import Record
from dealer_table.wire.wallet import CreditRequest, DebitRequest, MoneyRequest, operation_of

PREFIX = "seamless-"  # of every debit's id, so that a movement tells who keeps its money


@dataclass(frozen=True, slots=True)
class Owed:
    """A request that the operator must hear, sooner or later, and hear once; `key` is its name in the outbox."""

    request: MoneyRequest

    @property
    def key(self) -> str:
        return f"{operation_of(self.request)}:{self.request.transaction}"

    @property
    def patron(self) -> Patron:
        return Patron(self.request.patron, self.request.currency)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a journal is followed: whose it is, and the shoe that is on the table."""

    epoch: str
    table: str
    shoe: int


def owed_by(record: Record, place: Place) -> Owed | None:
    """Return what a record makes the table owe. Play money never leaves the house."""
    match record.event:
        case BetsAccepted(patron=patron, coup=coup, change=change) if change < 0:
            return _money(record, place, patron, coup, -change, "reduced")
        case BetsSettled(patron=patron, coup=coup, returned=returned):
            return _money(record, place, patron, coup, _sum(returned), "settled")
        case StakesReturned(patron=patron, coup=coup, stakes=stakes):
            return _money(record, place, patron, coup, _sum(stakes), "returned")
        case SettlementCorrected(patron=patron, coup=coup, before=before, after=after, owed=owed):
            more = _sum(after) - _sum(before) + owed
            return _money(record, place, patron, coup, more, "correction") if more else None
        case _:
            return None


def _money(
    record: Record,
    place: Place,
    patron: Patron,
    coup: int,
    amount: int,
    reason: Literal["settled", "reduced", "returned", "correction"],
) -> Owed | None:
    if patron.plays_for_fun:
        return None
    # One record is about one patron, so its place names what follows from it, after a restart too.
    transaction = f"{place.epoch}.{record.position}"
    if amount < 0:
        return Owed(
            DebitRequest(
                transaction=transaction,
                patron=patron.name,
                currency=patron.currency,
                table=place.table,
                shoe=place.shoe,
                coup=coup,
                amount=-amount,
                reason="correction",
            )
        )
    return Owed(
        CreditRequest(
            transaction=transaction,
            patron=patron.name,
            currency=patron.currency,
            table=place.table,
            shoe=place.shoe,
            coup=coup,
            amount=amount,
            reason=reason,
        )
    )


def _sum(stakes: Iterable[Stake]) -> int:
    return sum(stake.amount for stake in stakes)
