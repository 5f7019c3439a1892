"""Checking a round from what its patron was told and nothing else. Pure.

Whoever runs the table could have written everything here but one thing: the commitment, which the patron had before the
bet. So it is worth as much as the copy of the commitment that was kept then.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup, Outcome
from dealer_table.betting.coups import Stakes
from dealer_table.betting.settle import Settlement
from dealer_table.touch.commitment import SealedShoe, cards_of
from dealer_table.touch.rounds import dealing_order, shoe_fault
from dealer_table.touch.rules import SPOTS, TouchRules
from dealer_table.touch.words import RoundEnd


@dataclass(frozen=True, slots=True)
class ToldRound:
    """A round as its patron was told of it."""

    end: RoundEnd
    commitment: str
    shoe: SealedShoe
    cards: tuple[Card, ...]
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    outcome: Outcome | None
    stakes: Stakes
    returned: Stakes


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at; `fault` says what is wrong with it, empty when it holds."""

    name: str
    fault: str = ""


def checks(told: ToldRound, kept: str | None = None) -> Iterator[Check]:
    """Yield everything that can be checked of a round; `kept` is the commitment as the patron noted it before the bet.

    A void round's shoe need not be whole: that may be why it is void.
    """
    if kept is not None:
        yield Check("kept_commitment", "" if kept == told.commitment else f"before the bet it was {kept}")
    hashed = told.shoe.commitment
    yield Check("commitment", "" if hashed == told.commitment else f"the opened shoe has the commitment {hashed}")
    if told.end is not RoundEnd.VOIDED:
        fault = shoe_fault(told.shoe)
        yield Check("order", fault)
        if fault:
            return
    if told.end is RoundEnd.SETTLED:
        yield from _settled(told)
    else:
        yield Check("returned", "" if told.returned == told.stakes else "a stake did not go back whole")


def _settled(told: ToldRound) -> Iterator[Check]:
    coup = Coup.dealt(cards_of(told.shoe.order))
    yield Check("cards", _other(told.cards, dealing_order(coup)))
    yield Check("player", _other(told.player, coup.player.cards))
    yield Check("banker", _other(told.banker, coup.banker.cards))
    yield Check("outcome", "" if told.outcome is coup.outcome else f"it is {coup.outcome}")
    unknown = {stake.spot for stake in told.stakes} - {spot.name for spot in SPOTS}
    if unknown:
        yield Check("returned", f"no such spot: {', '.join(sorted(unknown))}")
        return
    returned = Settlement.of(TouchRules().betting, coup).returned(told.stakes)
    yield Check("returned", "" if told.returned == returned else f"it is {dict(returned) or 'nothing'}")


def _other(told: tuple[Card, ...], due: tuple[Card, ...]) -> str:
    return "" if told == due else f"from the head of the shoe it is {' '.join(due)}"
