"""What a look at one thing has shown, and what to do about it. Pure."""

from dataclasses import dataclass
from enum import StrEnum


class Rung(StrEnum):
    """The steps from a device to the table's answer, from the bottom up."""

    THERE = "port there"
    ALLOWED = "permission"
    FREE = "nobody else on it"
    OPEN = "port opens"
    BYTES = "bytes arrive"
    LINE = "baud and framing"
    FRAMES = "whole messages"
    CODES = "codes known"
    BROKER = "broker reachable"
    TOPICS = "topics allowed"
    TABLE = "table answers"


class Health(StrEnum):
    """How a rung was found; `unknown` where a rung below gives way."""

    GOOD = "good"
    FAULT = "fault"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """One rung: what was found, and the remedy where something is wrong."""

    rung: Rung
    health: Health
    text: str
    remedy: str = ""


def good(rung: Rung, text: str) -> Finding:
    """Return that all is well there."""
    return Finding(rung, Health.GOOD, text)


def fault(rung: Rung, text: str, remedy: str) -> Finding:
    """Return what is wrong there, and what to do."""
    return Finding(rung, Health.FAULT, text, remedy)


def not_reached(rung: Rung) -> Finding:
    """Return that a rung below must be mended first."""
    return Finding(rung, Health.UNKNOWN, "not looked at: mend what is above first")
