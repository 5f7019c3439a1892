"""What a patron's page may send, as pydantic models. Pure."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from dealer_table.betting.words import Gesture, Move

# The largest whole number that every reader of JSON takes for what it is (RFC 8259 6).
LARGEST_AMOUNT = 2**53 - 1

Amount = Annotated[int, Field(ge=1, le=LARGEST_AMOUNT, strict=True)]
SpotName = Annotated[str, Field(min_length=1, max_length=64)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PlaceChip(_Part):
    """Put this much, in minor units, on a spot, on top of what lies there."""

    move: Literal["place"]
    spot: SpotName
    amount: Amount

    def as_gesture(self) -> Gesture:
        """Return it in the betting's words."""
        return Gesture(Move.PLACE, self.spot, self.amount)


class HandMove(_Part):
    """Undo the last gesture, clear all spots, or lay the last coup's stakes again, as they were or doubled."""

    move: Literal["undo", "clear", "rebet", "rebet_x2"]

    def as_gesture(self) -> Gesture:
        """Return it in the betting's words."""
        return Gesture(Move(self.move))


PatronGesture = Annotated[PlaceChip | HandMove, Field(discriminator="move")]
# More than any hand does between two looks at the felt.
Gestures = Annotated[tuple[PatronGesture, ...], Field(min_length=1, max_length=64)]


class _Request(_Part):
    # Comes back in the one answer.
    id: str = Field(min_length=1, max_length=64)


class BetRequest(_Request):
    """Carry out these gestures on top of what was confirmed, and confirm what then lies there: whole or not at all.

    `coup` is the coup that the patron meant. The same `id` from the same patron gets the same answer.
    """

    type: Literal["bet"]
    coup: int = Field(ge=1, le=LARGEST_AMOUNT)
    gestures: Gestures


class DealRequest(_Request):
    """Lay bets by these gestures, beginning with nothing, and deal: whole or not at all; in a Touch room.

    "rebet" lays the last round's bets and "rebet_x2" twice as much; either of them alone is enough. `round` is the
    round that the patron meant. The same `id` from the same patron for the same round gets the same round.
    """

    type: Literal["deal"]
    round: int = Field(ge=1, le=LARGEST_AMOUNT)
    gestures: Gestures


class HistoryRequest(_Request):
    """Ask for the patron's own coups, newest first; `before` is the cursor of the last one of the page before."""

    type: Literal["history"]
    before: int | None = Field(default=None, ge=1, le=LARGEST_AMOUNT)
    limit: int = Field(default=20, ge=1, le=50)


class RecallRequest(_Request):
    """Ask for the table's last coups, newest first; anybody may."""

    type: Literal["recall"]
    limit: int = Field(default=10, ge=1, le=20)


class LeaveRequest(_Request):
    """Give the seat back; bets that were accepted stand."""

    type: Literal["leave"]
