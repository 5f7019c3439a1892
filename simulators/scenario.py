"""Scenarios: what is dealt, what goes wrong and what must come of it, as TOML files. I/O: reads files."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.errors import ConfigError
from dealer_table.procedure.words import HoldKind
from simulators.fault_plan import FaultKind, FaultPlan, PlannedFault
from simulators.virtual_shoe import VirtualShoe, drawn_from_text

SHIPPED = Path(__file__).parent / "scenarios"


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ScriptedShoe(_Part):
    """How a shoe begins, in drawing order; "CUT" is the cut card. The rest of the packs follows, shuffled."""

    cards: tuple[str, ...]

    @field_validator("cards")
    @classmethod
    def _are_cards(cls, cards: tuple[str, ...]) -> tuple[str, ...]:
        for card in cards:
            drawn_from_text(card)
        return cards


class Fault(_Part):
    """One planned fault."""

    kind: FaultKind
    coup: int = Field(ge=0)
    card: int = Field(default=1, ge=1)
    shoe: int = Field(default=1, ge=1)
    times: int = Field(default=1, ge=1, le=10)


class ExpectedCoup(_Part):
    """What must be recorded of a coup; what is not said may be anything."""

    player: tuple[Card, ...] | None = None
    banker: tuple[Card, ...] | None = None
    outcome: Outcome | None = None
    void: bool = False
    shoe: int | None = None


class Expectation(_Part):
    """What must come of the scenario: its coups and the holds the dealer met, in order, and what became of sleepers."""

    coups: tuple[ExpectedCoup, ...] = ()
    holds: tuple[HoldKind, ...] | None = None
    sleepers_fall_behind: bool | None = None


class Scenario(_Part):
    """A scenario; `rules` are keys of a rules file, `rates` the chance of a fault at each card."""

    title: str
    seed: int = 1
    coups: int = Field(default=1, ge=1)
    packs: int = Field(default=8, ge=1, le=12)
    cut_card_depth: int = Field(default=14, ge=0)
    takes_cut_card_early: bool = False
    watchers: tuple[Literal["steady", "sleeping"], ...] = ("steady",)
    rules: dict[str, Any] = Field(default_factory=dict)
    shoe: tuple[ScriptedShoe, ...] = ()
    fault: tuple[Fault, ...] = ()
    rates: dict[FaultKind, float] = Field(default_factory=dict)
    expect: Expectation = Expectation()

    def dealt_shoe(self, number: int) -> VirtualShoe:
        """Return the `number`-th shoe, from its script, if it has one, and the seed: the same every time."""
        script = self.shoe[number - 1].cards if number <= len(self.shoe) else ()
        drawn = [drawn_from_text(card) for card in script]
        return VirtualShoe.scripted(drawn, self.packs, self.cut_card_depth, Random(f"{self.seed}/{number}"))

    @property
    def plan(self) -> FaultPlan:
        """Return the faults as a plan."""
        planned = [PlannedFault(fault.kind, fault.coup, fault.card, fault.shoe, fault.times) for fault in self.fault]
        return FaultPlan(planned, self.rates, self.seed)

    @property
    def house_rules(self) -> dict[str, Any]:
        """Return the rules file's keys, the shoe's own included."""
        return {"packs": self.packs, "cut_card_depth": self.cut_card_depth, **self.rules}


def load_scenario(path: Path) -> Scenario:
    """Read a scenario file; ConfigError says what is wrong with it."""
    try:
        return Scenario.model_validate(tomllib.loads(path.read_text("utf-8")))
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror}", source=str(path)) from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"is not TOML: {error}", source=str(path)) from None
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        key = ".".join(str(part) for part in fault["loc"])
        raise ConfigError(fault["msg"], source=str(path), key=key) from None


def unmet(
    expect: Expectation,
    coups: Sequence[Mapping[str, Any]],
    holds: Sequence[str],
    fell_behind: Sequence[bool] = (),
) -> list[str]:
    """Return what was expected and did not come."""
    faults = []
    for number, (wanted, coup) in enumerate(zip(expect.coups, coups, strict=False), start=1):
        said = wanted.model_dump(mode="json", exclude_none=True)
        faults += [
            f"coup {number}: expected {key} {value}, recorded {coup[key]}"
            for key, value in said.items()
            if coup[key] != value
        ]
    if len(coups) < len(expect.coups):
        faults.append(f"expected {len(expect.coups)} coups, recorded {len(coups)}")
    if expect.holds is not None and list(expect.holds) != list(holds):
        faults.append(f"expected the holds {[hold.value for hold in expect.holds]}, met {list(holds)}")
    behind = expect.sleepers_fall_behind
    if behind is not None and any(sleeper is not behind for sleeper in fell_behind):
        faults.append(f"sleeping watchers should {'' if behind else 'not '}fall behind: {list(fell_behind)}")
    return faults
