"""What a dealer reads off the desk's screen, out of the view the table sends. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.procedure.words import HoldKind, Phase, Resolution

_ASK_THE_SUPERVISOR = "supervisor_needed"


@dataclass(frozen=True, slots=True)
class HoldOnScreen:
    """A hold as the desk sees it; `open_to` are the resolutions not refused, the house's first choice first.

    A burned card that is held has no face here.
    """

    kind: HoldKind
    since: int
    attempts: int
    held: tuple[Card | None, ...]
    open_to: tuple[Resolution, ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """The desk's screen at one moment. `shoe` and `coup` are 0 when there is none; `greyed` buttons do nothing."""

    phase: Phase
    action: str
    shoe: int
    coups_of_shoe: int
    burn_seen: int
    cut_card_out: bool
    coup: int
    cards: tuple[Card, ...]
    outcome: Outcome | None
    voided: bool
    hold: HoldOnScreen | None
    scanner_online: bool
    greyed: frozenset[str]

    @property
    def coup_in_play(self) -> bool:
        """Tell whether a coup has begun and is not over."""
        return self.phase in (Phase.BETTING, Phase.DEALING, Phase.RESULT)


def read_screen(view: Mapping[str, Any], supervisors: Mapping[str, Any]) -> Screen:
    """Read the dealer's view; where it says that a supervisor is needed, the supervisor's own says what is open."""
    desk, shoe, coup = view["desk"], view.get("shoe") or {}, view.get("coup") or {}
    outcome = coup.get("outcome")
    return Screen(
        phase=Phase(view["table"]["phase"]),
        action=desk["next"]["action"],
        shoe=shoe.get("number", 0),
        coups_of_shoe=shoe.get("coups", 0),
        burn_seen=_burn_seen(shoe),
        cut_card_out=shoe.get("cut_card_out", False),
        coup=coup.get("number", 0),
        cards=tuple(Card(dealt["card"]) for dealt in coup.get("cards", ())),
        outcome=Outcome(outcome) if outcome else None,
        voided=coup.get("void_reason") is not None,
        hold=_hold(desk.get("hold"), (supervisors.get("desk") or {}).get("hold")),
        scanner_online=any(scanner["online"] for scanner in desk["scanners"]),
        greyed=frozenset(
            command for command, refusal in desk["commands"].items() if refusal not in (None, _ASK_THE_SUPERVISOR)
        ),
    )


def _burn_seen(shoe: Mapping[str, Any]) -> int:
    # The indicator belongs to the new shoe's burn only, not to a burn between coups.
    indicator = shoe.get("indicator") is not None and not shoe.get("coups", 0)
    return int(shoe.get("burn_done", 0)) + int(indicator)


def _hold(hold: Mapping[str, Any] | None, supervisors: Mapping[str, Any] | None) -> HoldOnScreen | None:
    if hold is None:
        return None
    refusals = {choice["resolution"]: choice["refusal"] for choice in hold["resolutions"]}
    if supervisors is not None:
        above = {choice["resolution"]: choice["refusal"] for choice in supervisors["resolutions"]}
        refusals = {
            choice: above.get(choice) if refusal == _ASK_THE_SUPERVISOR else refusal
            for choice, refusal in refusals.items()
        }
    return HoldOnScreen(
        kind=HoldKind(hold["kind"]),
        since=hold["since"],
        attempts=hold["attempts"],
        held=tuple(Card(card) if card is not None else None for card in hold["held"]),
        open_to=tuple(Resolution(choice) for choice, refusal in refusals.items() if refusal is None),
    )
