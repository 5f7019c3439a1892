"""What all patrons together had on each coup and what came back: a fold that goes along with another. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from dealer_table.betting.events import BetsSettled, SettlementCorrected, StakesReturned
from dealer_table.betting.recorded import RecordedEvent, table_events
from dealer_table.betting.words import Stake
from dealer_table.procedure.events import Event, ShoeLoaded


@dataclass(frozen=True, slots=True)
class Turnover:
    """One currency of one coup, in minor units; what came back counts the stakes that did."""

    patrons: int = 0
    staked: int = 0
    returned: int = 0


@dataclass(slots=True)
class CoupTurnovers:
    """The fold; `of` has the turnovers of a coup by currency, as they stand after every correction."""

    _shoe: int = 0
    _coups: dict[tuple[int, int], dict[str, Turnover]] = field(default_factory=dict)

    def of(self, shoe: int, coup: int) -> dict[str, Turnover]:
        """Return what was on that coup, by currency."""
        return self._coups.get((shoe, coup), {})

    def along(self, events: Iterable[RecordedEvent]) -> Iterator[Event]:
        """Fold `events` in as they go by, and pass the table's on."""
        for event in events:
            self._take(event)
            yield from table_events((event,))

    def _take(self, event: RecordedEvent) -> None:
        match event:
            case ShoeLoaded(shoe=shoe):
                self._shoe = shoe
            case BetsSettled(stakes=stakes, returned=returned):
                self._add(event, 1, _total(stakes), _total(returned))
            case StakesReturned(stakes=stakes):
                self._add(event, 1, _total(stakes), _total(stakes))
            case SettlementCorrected(before=before, after=after):
                self._add(event, 0, 0, _total(after) - _total(before))
            case _:
                pass

    def _add(
        self, event: BetsSettled | StakesReturned | SettlementCorrected, patrons: int, staked: int, returned: int
    ) -> None:
        currencies = self._coups.setdefault((self._shoe, event.coup), {})
        so_far = currencies.get(event.patron.currency, Turnover())
        currencies[event.patron.currency] = replace(
            so_far,
            patrons=so_far.patrons + patrons,
            staked=so_far.staked + staked,
            returned=so_far.returned + returned,
        )


def _total(stakes: tuple[Stake, ...]) -> int:
    return sum(stake.amount for stake in stakes)
