"""What every patron had on one coup and what came back, bet by bet and correction by correction. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from dealer_table.betting.events import BetsAccepted, BetsSettled, SettlementCorrected, StakesReturned
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.words import Patron, Stake


class BetStatus(StrEnum):
    """How a patron's bets on a coup stand."""

    OPEN = "open"
    SETTLED = "settled"
    RETURNED = "returned"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True)
class AcceptedBet:
    """One request that was accepted, and by how much it changed what lay there."""

    at: int
    request: str
    change: int
    movement: str


@dataclass(frozen=True, slots=True)
class PatronRecord:
    """One patron on one coup. `returned` counts the stake that comes back, as it stands after every correction.

    `owed` is what corrections could not take back; whether it was paid since, at the cage, is in the ledger.
    """

    patron: Patron
    rules_digest: str
    status: BetStatus = BetStatus.OPEN
    accepted: tuple[AcceptedBet, ...] = ()
    stakes: tuple[Stake, ...] = ()
    returned: tuple[Stake, ...] = ()
    settled_at: int | None = None
    corrected_at: int | None = None
    owed: int = 0
    reason: str = ""

    @property
    def staked(self) -> int:
        """Return all that lay there, in minor units."""
        return sum(stake.amount for stake in self.stakes)

    @property
    def back(self) -> int:
        """Return all that came back, in minor units."""
        return sum(stake.amount for stake in self.returned)


def patron_records(events: Iterable[RecordedEvent], coup: int) -> tuple[PatronRecord, ...]:
    """Return the patrons of coup number `coup`, in the order they came; `events` are those of its shoe alone."""
    records: dict[Patron, PatronRecord] = {}
    for event in events:
        match event:
            case BetsAccepted() | BetsSettled() | StakesReturned() | SettlementCorrected() if event.coup == coup:
                records[event.patron] = _after(records, event)
            case _:
                pass
    return tuple(records.values())


def _after(
    records: Mapping[Patron, PatronRecord], event: BetsAccepted | BetsSettled | StakesReturned | SettlementCorrected
) -> PatronRecord:
    record = records.get(event.patron, PatronRecord(event.patron, ""))
    match event:
        case BetsAccepted(stakes=stakes, rules_digest=digest):
            accepted = AcceptedBet(event.at, event.request, event.change, event.movement)
            return replace(record, rules_digest=digest, accepted=(*record.accepted, accepted), stakes=stakes)
        case BetsSettled(at=at, stakes=stakes, returned=returned, rules_digest=digest):
            settled = replace(record, status=BetStatus.SETTLED, stakes=stakes, returned=returned, settled_at=at)
            return replace(settled, rules_digest=digest)
        case StakesReturned(at=at, stakes=stakes, reason=reason):
            back = replace(record, status=BetStatus.RETURNED, stakes=stakes, returned=stakes, settled_at=at)
            return replace(back, reason=reason)
        case SettlementCorrected(at=at, after=after, owed=owed):
            owed += record.owed
            return replace(record, status=BetStatus.CORRECTED, returned=after, corrected_at=at, owed=owed)
