"""The vocabulary of Baccarat Touch: how a round and a session end. Pure."""

from enum import StrEnum


class RoundEnd(StrEnum):
    """What became of a round that had begun."""

    SETTLED = "settled"
    REFUNDED = "refunded"
    VOIDED = "voided"


class SessionEnd(StrEnum):
    """Why a patron's session is over."""

    IDLE = "idle"
    OWN_WISH = "own_wish"
    ROOM_RESTARTED = "room_restarted"


class Unfinished(StrEnum):
    """What the house does with a round whose patron went away, or whose room stopped, before it was dealt."""

    RESUME = "resume"
    REFUND = "refund"
