"""What a Touch room tells its patrons, as pydantic models. Pure.

Amounts are in minor units. Stakes and returns are pairs of spot and amount without spots on which nothing lies; a
return counts the stake that comes back.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.betting.words import PatronLimits, Stake
from dealer_table.projections.roads import RoadsSection
from dealer_table.touch.words import RoundEnd, Unfinished

Stakes = tuple[Stake, ...]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class OpenedShoe(_Part):
    """The shoe of a round that is over: all its cards in order, single spaces between them, and the nonce."""

    order: str = Field(max_length=5000)
    nonce: str = Field(max_length=64)


class TouchRound(_Part):
    """A round that is over. `cards` are in the order in which they left the shoe.

    A round that was refunded, or void for a malfunction, shows no cards; its stakes are returned, for this `reason`.
    All of it can be checked: `dealer-table touch verify` does it.
    """

    type: Literal["touch_round"] = "touch_round"
    round: int
    request: str
    at: int
    end: RoundEnd
    reason: str
    commitment: str
    cards: tuple[Card, ...]
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    outcome: Outcome | None
    stakes: Stakes
    returned: Stakes
    opened: OpenedShoe


class TouchSpot(_Part):
    """A spot and what a patron may lay on it; `return_percent` is its theoretical return to the player."""

    name: str
    minimum: int
    maximum: int
    pays_to_one: str
    return_percent: str


class TouchView(_Part):
    """A patron's table, whole every time: the last one told is the truth.

    `round` is the next round and `commitment` what its shoe is sealed with; while `dealing` another one is in play.
    `previous` is what a rebet lays, `last` the last round that ended, told again to a patron who was away. Coups on the
    roads are those of the session. A session ends at `idle_at` unless something happens. `unfinished` is what the house
    does with a round whose patron goes away in the middle of it.
    """

    type: Literal["touch_view"] = "touch_view"
    room: str
    server_time: int
    name: str
    currency: str
    exponent: int
    step: int
    fun: bool
    balance: int | None
    accounts: Literal["ok", "unavailable"]
    limits: PatronLimits
    spots: tuple[TouchSpot, ...]
    round: int
    commitment: str
    dealing: bool
    previous: Stakes
    last: TouchRound | None
    roads: RoadsSection
    idle_at: int | None
    unfinished: Unfinished


class TouchHistory(_Part):
    """The answer to `history`: a page of the patron's rounds, newest first, and whether there are more."""

    type: Literal["touch_history"] = "touch_history"
    id: str
    rounds: tuple[TouchRound, ...]
    more: bool
