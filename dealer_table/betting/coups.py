"""What the book holds of a coup: while it is bet on and dealt, and after it ended. Pure."""

from dataclasses import dataclass, field

from immutables import Map

from dealer_table.baccarat.coup import Coup
from dealer_table.betting.events import BetsAccepted, SpotsOffered
from dealer_table.betting.words import Patron, Stake

Stakes = tuple[Stake, ...]
Answers = Map[tuple[Patron, str], BetsAccepted]


@dataclass(frozen=True, slots=True)
class OpenCoup:
    """A coup that may be bet on, or is being dealt.

    `offer` is what its first bet was accepted under, and from then on it is the coup's: rules that are adopted in
    mid-coup apply from the next coup on. `stakes` has those patrons of whom something lies there, `batches` all that
    lay there after each of a patron's requests, which is what undo goes back through. `totals` are by currency and
    spot, kept as bets come, so that no bet asks about every patron.
    """

    number: int
    closes_at: int
    offer: SpotsOffered | None = None
    hands: Coup | None = None
    stakes: Map[Patron, Stakes] = field(default_factory=Map)
    batches: Map[Patron, tuple[Stakes, ...]] = field(default_factory=Map)
    totals: Map[str, Map[str, int]] = field(default_factory=Map)
    answers: Answers = field(default_factory=Map)

    def with_bets(self, event: BetsAccepted, offer: SpotsOffered | None) -> "OpenCoup":
        """Return the coup after a patron's request was accepted."""
        patron = event.patron
        before = self.batches.get(patron, ())
        batches = before[: len(before) - event.undone]
        if (batches[-1] if batches else ()) != event.stakes:
            batches = (*batches, event.stakes)
        stakes = self.stakes
        if event.stakes:
            stakes = stakes.set(patron, event.stakes)
        elif patron in stakes:
            stakes = stakes.delete(patron)
        # Written out, as in the book: `replace` takes three times as long.
        return OpenCoup(
            number=self.number,
            closes_at=self.closes_at,
            offer=self.offer or offer,
            hands=self.hands,
            stakes=stakes,
            batches=self.batches.set(patron, batches),
            totals=self._totals_after(event),
            answers=self.answers.set((patron, event.request), event),
        )

    def _totals_after(self, event: BetsAccepted) -> Map[str, Map[str, int]]:
        currency = event.patron.currency
        totals = self.totals.get(currency, Map())
        change = {stake.spot: stake.amount for stake in event.stakes}
        for spot, amount in self.stakes.get(event.patron, ()):
            change[spot] = change.get(spot, 0) - amount
        for spot, grows in change.items():
            total = totals.get(spot, 0) + grows
            if total:
                totals = totals.set(spot, total)
            elif spot in totals:
                totals = totals.delete(spot)
        return self.totals.set(currency, totals)


@dataclass(frozen=True, slots=True)
class EndedCoup:
    """A coup that was settled, or was void and its stakes went back; `returned` counts every correction.

    `owed` is what of corrections could not be taken back; whether it was paid since, at the cage, is in the ledger.
    """

    shoe: int
    number: int
    at: int
    offer: SpotsOffered | None
    hands: Coup | None
    stakes: Map[Patron, Stakes]
    returned: Map[Patron, Stakes] = field(default_factory=Map)
    owed: Map[Patron, int] = field(default_factory=Map)
    void: bool = False


def total_of(stakes: Stakes) -> int:
    """Return what lies on all spots together, or what comes back from them."""
    return sum(stake.amount for stake in stakes)
