"""A house's choice among the variants of the procedure; every default is the seed's. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dealer_table.baccarat.shoe import CARDS_A_PACK
from dealer_table.errors import ConfigError
from dealer_table.procedure.words import BurnRule, CutCardRule, HoldKind, Relief, Resolution, TakesTwo

MOST_CARDS_A_COUP = 6

# What the engine can do about each hold; the first is what a house gets by default.
RESOLUTIONS: Mapping[HoldKind, tuple[Resolution, ...]] = {
    HoldKind.MISREAD: (Resolution.RESCAN, Resolution.KEY_IN, Resolution.VOID),
    HoldKind.IMPOSSIBLE_CARD: (Resolution.RESCAN, Resolution.KEY_IN, Resolution.VOID),
    HoldKind.CARD_BEFORE_CLOSE: (Resolution.CONTINUE, Resolution.VOID),
    HoldKind.EXCESS_CARD: (
        Resolution.BURN_IT,
        Resolution.FIRST_OF_NEXT,
        Resolution.NEXT_BURN,
        Resolution.FREE_COUP,
        Resolution.VOID,
    ),
    HoldKind.WRONG_POSITION: (Resolution.REPOSITION, Resolution.VOID),
    HoldKind.FACE_UP_CARD: (Resolution.STAYS_VALID, Resolution.REMOVE, Resolution.VOID),
    HoldKind.READS_LOST: (Resolution.RESUME, Resolution.RESUME_WITHOUT, Resolution.VOID),
    HoldKind.DRAW_TIMEOUT: (Resolution.CALL, Resolution.VOID),
    HoldKind.OUTCOME_MISMATCH: (Resolution.CORRECT_CARD, Resolution.RESUME, Resolution.VOID),
}

# Coups still to begin once the cut card is out: (when it came in the place of a coup's first card or between
# coups, when it came within a coup). Between coups it belongs to the next one, which is then "current".
COUPS_AFTER_CURRENT: Mapping[CutCardRule, tuple[int, int]] = {
    CutCardRule.CURRENT_IS_LAST: (0, 0),
    CutCardRule.ONE_MORE: (1, 1),
    CutCardRule.ONE_MORE_UNLESS_FIRST: (0, 1),
    CutCardRule.TWO_INCLUDING_CURRENT: (1, 1),
}


@dataclass(frozen=True, slots=True)
class HouseProcedure:
    """How this house deals. Times in seconds; `draw_timeout_seconds` 0 waits for ever.

    `cut_card_depth` is the number of cards behind the cut card. `waits_for_shoe_result`: the shoe applies the rules
    itself, and no coup is settled before its second opinion has come. `spare_takes_over`: when the scanner the table
    deals by goes, another that is there becomes it at once. `deck_check_required`: no shoe is loaded whose cards were
    not run through the scanner first and found whole. `relief`: who may put another dealer in the place of the one on
    duty. `second_person`: what is done only when a second person says the same within a minute.
    """

    packs: int = 8
    burn: BurnRule = BurnRule.INDICATOR
    burn_fixed: int = 0
    burn_ace: int = 1
    burn_between_coups: int = 0
    free_coups: int = 0
    cut_card_rule: CutCardRule = CutCardRule.CURRENT_IS_LAST
    cut_card_depth: int = 14
    betting_seconds: int = 20
    confirm_result: bool = False
    waits_for_shoe_result: bool = False
    draw_timeout_seconds: int = 30
    misread_tries: int = 3
    scanner_required: bool = True
    spare_takes_over: bool = False
    deck_check_required: bool = False
    relief: Relief = Relief.DEALER
    second_person: frozenset[TakesTwo] = frozenset()
    resolutions: Mapping[HoldKind, tuple[Resolution, ...]] = field(default_factory=lambda: dict(RESOLUTIONS))
    supervisor_only: frozenset[Resolution] = frozenset({Resolution.KEY_IN, Resolution.CORRECT_CARD, Resolution.VOID})

    def allowed(self, kind: HoldKind) -> tuple[Resolution, ...]:
        """Return what this house may do about a hold, its first choice first."""
        return self.resolutions.get(kind, RESOLUTIONS[kind])


def cards_needed_behind_cut(house: HouseProcedure) -> tuple[int, str]:
    """Return how many cards the coups after the cut card may take, and the arithmetic.

    Worst of two cases: the cut card comes in the place of a coup's first card (or between coups, before a burn), or
    right after a coup's first card.
    """
    burn = house.burn_between_coups
    at_first, within = COUPS_AFTER_CURRENT[house.cut_card_rule]
    cases = {
        "the cut card comes before a coup": (1 + at_first) * (MOST_CARDS_A_COUP + burn),
        "the cut card comes after a coup's first card": MOST_CARDS_A_COUP - 1 + within * (MOST_CARDS_A_COUP + burn),
    }
    worst = max(cases, key=lambda case: cases[case])
    coups = 1 + (at_first if worst.endswith("before a coup") else within)
    burned = f", {burn} burned before each" if burn else ""
    text = f"{worst}: {coups} coup(s) of up to {MOST_CARDS_A_COUP} cards{burned}, at most {cases[worst]} cards"
    return cases[worst], text


def check_house(house: HouseProcedure) -> list[ConfigError]:
    """Return every inconsistency of a house's procedure, with the arithmetic; an empty list means it can deal."""
    faults: list[ConfigError] = []

    def fault(key: str, problem: str, remedy: str) -> None:
        faults.append(ConfigError(problem, key=key, remedy=remedy))

    if not 1 <= house.packs <= 12:
        fault("packs", f"{house.packs} packs", "baccarat is dealt from 1 to 12 packs, usually 6 or 8")
    if not 0 <= house.burn_fixed <= 8:
        fault("burn_fixed", f"{house.burn_fixed} cards", "a fixed burn is 0 to 8 cards")
    if house.burn_ace not in (1, 11):
        fault("burn_ace", f"an ace cannot count {house.burn_ace}", "use 1 or 11")
    if not 0 <= house.burn_between_coups <= 1:
        fault("burn_between_coups", f"{house.burn_between_coups} cards", "use 0 or 1")
    if not 0 <= house.free_coups <= 3:
        fault("free_coups", f"{house.free_coups} free coups", "at most 3 (Macau 55/2004 art. 2)")
    for key, value, least, most in (
        ("betting_seconds", house.betting_seconds, 1, 600),
        ("draw_timeout_seconds", house.draw_timeout_seconds, 0, 3600),
        ("misread_tries", house.misread_tries, 1, 100),
    ):
        if not least <= value <= most:
            fault(key, f"{value} is out of range", f"use {least} to {most}")
    needed, arithmetic = cards_needed_behind_cut(house)
    if house.cut_card_depth < needed:
        fault(
            "cut_card_depth",
            f"{house.cut_card_depth} cards behind the cut card are too few for the rule {house.cut_card_rule.value}"
            f" ({arithmetic})",
            f"set cut_card_depth to {needed} or more, or another cut_card_rule",
        )
    if house.cut_card_depth > house.packs * CARDS_A_PACK // 2:
        fault("cut_card_depth", f"{house.cut_card_depth} cards are more than half the shoe", "place it nearer the end")
    for kind, chosen in house.resolutions.items():
        faults.extend(_resolution_faults(kind, chosen))
    return faults


def _resolution_faults(kind: HoldKind, chosen: tuple[Resolution, ...]) -> list[ConfigError]:
    key = f"resolutions.{kind.value}"
    possible = ", ".join(resolution.value for resolution in RESOLUTIONS[kind])
    if not chosen:
        problem = "no resolution: the table would stand still for ever"
        return [ConfigError(problem, key=key, remedy=f"choose of {possible}")]
    return [
        ConfigError(f"{resolution.value} does not resolve this hold", key=key, remedy=f"choose of {possible}")
        for resolution in chosen
        if resolution not in RESOLUTIONS[kind]
    ]
