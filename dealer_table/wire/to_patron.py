"""What a place tells a patron, and of the patrons, as pydantic models. Pure.

Stakes and returns are pairs of spot and amount, in minor units, in the order of the rules, without spots on which
nothing lies; a return counts the stake that comes back.
"""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.betting.words import PatronLimits, Stake

Stakes = tuple[Stake, ...]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class BetResult(_Part):
    """What lies of the patron on the coup now, by how much it is more than before, and the balance that is left.

    A request that was answered before the table was restarted is answered with the balance of now.
    """

    coup: int
    stakes: Stakes
    change: int
    balance: int | None


class LastCoup(_Part):
    """What became of the stakes on the last coup that the patron had any on; void when they went back whole."""

    coup: int
    stakes: Stakes
    returned: Stakes
    outcome: Outcome | None
    void: bool


class PatronView(_Part):
    """A patron's own part of the table, whole every time: the last one told is the truth. Told to nobody else.

    `accounts` is "unavailable" while whoever keeps the money cannot be asked; `balance` is null as long as it never was
    told. `coup` is the coup that `stakes` lie on. `asked` says that the seat goes unless the patron bets.
    """

    type: Literal["patron"] = "patron"
    version: int
    server_time: int
    name: str
    currency: str
    exponent: int
    fun: bool
    seated: bool
    balance: int | None
    accounts: Literal["ok", "unavailable"]
    coup: int | None
    stakes: Stakes
    previous: Stakes
    last: LastCoup | None
    idle_coups: int
    asked: bool
    limits: PatronLimits


class Totals(_Part):
    """What all patrons together have on the open coup, by currency and spot; it names nobody and has no version."""

    type: Literal["totals"] = "totals"
    coup: int | None
    patrons: int
    currencies: Mapping[str, Mapping[str, int]]


class RecalledCoup(_Part):
    """A coup as it was: settled, void, or corrected after its settlement, and then as it was corrected."""

    cursor: int
    coup: int
    shoe: int
    at: int
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    outcome: Outcome | None
    status: Literal["settled", "void", "corrected"]


class PatronCoup(RecalledCoup):
    """A coup and what the patron had on it and got back, corrections counted in."""

    stakes: Stakes
    returned: Stakes


class History(_Part):
    """The answer to `history`: a page of the patron's own coups, newest first, and whether there are more."""

    type: Literal["history"] = "history"
    id: str
    coups: tuple[PatronCoup, ...]
    more: bool


class Recall(_Part):
    """The answer to `recall`: the table's last coups, newest first."""

    type: Literal["recall"] = "recall"
    id: str
    coups: tuple[RecalledCoup, ...]
