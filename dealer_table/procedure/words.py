"""The procedure's vocabulary: phases, holds, resolutions, roles, causes. Pure."""

from dataclasses import dataclass
from enum import StrEnum


class Phase(StrEnum):
    """Where the table stands."""

    CLOSED = "closed"
    SHOE_CHANGE = "shoe_change"
    BURN = "burn"
    READY = "ready"
    BETTING = "betting"
    DEALING = "dealing"
    RESULT = "result"
    SETTLED = "settled"
    SHOE_OVER = "shoe_over"


class HoldKind(StrEnum):
    """Why dealing stopped for a person; most have their rule in 58 Pa. Code 627a or Macau 55/2004."""

    MISREAD = "misread"
    IMPOSSIBLE_CARD = "impossible_card"
    CARD_BEFORE_CLOSE = "card_before_close"
    EXCESS_CARD = "excess_card"
    WRONG_POSITION = "wrong_position"
    FACE_UP_CARD = "face_up_card"
    READS_LOST = "reads_lost"
    DRAW_TIMEOUT = "draw_timeout"
    OUTCOME_MISMATCH = "outcome_mismatch"


class Resolution(StrEnum):
    """What people may do about a hold; which of them a house allows is in its rules file."""

    RESCAN = "rescan"
    KEY_IN = "key_in"
    CONTINUE = "continue"
    BURN_IT = "burn_it"
    FIRST_OF_NEXT = "first_of_next"
    NEXT_BURN = "next_burn"
    FREE_COUP = "free_coup"
    REPOSITION = "reposition"
    STAYS_VALID = "stays_valid"
    REMOVE = "remove"
    RESUME = "resume"
    RESUME_WITHOUT = "resume_without"
    CALL = "call"
    CORRECT_CARD = "correct_card"
    VOID = "void"


class Role(StrEnum):
    """Who acts. The system closes an expired countdown; it never decides what a person must."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    ADMINISTRATOR = "administrator"
    SYSTEM = "system"


class Relief(StrEnum):
    """Who relieves the dealer on duty: another dealer between coups, or none until a supervisor lets the first go."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"


class TakesTwo(StrEnum):
    """What a house may let nobody do alone."""

    VOID = "void"
    CORRECT_COUP = "correct_coup"


@dataclass(frozen=True, slots=True)
class Actor:
    """The person (or the system) behind a command."""

    role: Role
    name: str


SYSTEM = Actor(Role.SYSTEM, "table")


class MisreadCause(StrEnum):
    """Why a scanner could not name a card."""

    NO_READ = "no_read"
    CHECK_FAILED = "check_failed"
    UNKNOWN_CODE = "unknown_code"
    GARBLED = "garbled"
    TRUNCATED = "truncated"


class Drawn(StrEnum):
    """What a shoe says it was doing when a card was drawn; a scanner that knows nothing of it says "game"."""

    GAME = "game"
    FIRST = "first"
    BURN = "burn"
    LOCK = "lock"
    ERROR = "error"
    SETTING = "setting"


class SpareSaw(StrEnum):
    """What a scanner saw that is not the one the table deals by."""

    CARD = "card"
    CUT_CARD = "cut_card"
    MISREAD = "misread"
    SHOE_RESULT = "shoe_result"


class ImpossibleCause(StrEnum):
    """Why a card that was read cannot be in this shoe."""

    TOO_MANY_COPIES = "too_many_copies"
    SERIAL_TWICE = "serial_twice"


class BettingClosedBy(StrEnum):
    """What ended the betting."""

    COUNTDOWN = "countdown"
    DEALER = "dealer"
    CARD = "card"


class CutCardRule(StrEnum):
    """How many coups a cut card leaves (Macau 55/2004 art. 3 says one more)."""

    CURRENT_IS_LAST = "current_is_last"
    ONE_MORE = "one_more"
    ONE_MORE_UNLESS_FIRST = "one_more_unless_first"
    TWO_INCLUDING_CURRENT = "two_including_current"


class BurnRule(StrEnum):
    """How many cards a new shoe loses before its first coup (Macau 55/2004 art. 2)."""

    INDICATOR = "indicator"
    FIXED = "fixed"
    PACKS = "packs"
    NONE = "none"
