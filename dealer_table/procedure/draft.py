"""The decision being made: events so far, and the state they lead to. Pure."""

from dataclasses import dataclass, field

from dealer_table.procedure.events import Event
from dealer_table.procedure.evolve import evolve
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.state import CoupState, ShoeState, TableState


@dataclass(slots=True)
class Draft:
    """Events of one decision, each folded as it is added, so that the next step sees the state it left."""

    state: TableState
    house: HouseProcedure
    at: int
    events: list[Event] = field(default_factory=list)

    def add(self, *events: Event) -> None:
        """Add events and fold them."""
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)

    @property
    def shoe(self) -> ShoeState:
        """Return the shoe; the step that asks knows that there is one."""
        assert self.state.shoe is not None, "the step needs a shoe"
        return self.state.shoe

    @property
    def coup(self) -> CoupState:
        """Return the coup; the step that asks knows that there is one."""
        assert self.state.coup is not None, "the step needs a coup"
        return self.state.coup
