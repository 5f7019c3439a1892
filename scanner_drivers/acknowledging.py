"""ACK and NAK for devices that wait for one after every code. Pure."""

from pydantic import Field

from dealer_table.procedure.words import MisreadCause
from scanner_drivers.driver import DriverSettings
from scanner_drivers.sightings import Misread, Sighting

ACK = b"\x06"
NAK = b"\x15"

DAMAGED_ON_THE_WAY = frozenset({MisreadCause.GARBLED, MisreadCause.CHECK_FAILED, MisreadCause.TRUNCATED})
# What is still garbled the third time was not damaged on the way.
_MOST_ASKED_AGAIN = 2


class AcknowledgeSettings(DriverSettings):
    """Whether the device waits to be told that its code arrived."""

    acknowledge: bool = Field(
        default=False,
        description="the device is set to wait for ACK (06) or NAK (15) after every code: NAK has it sent again",
    )


class Acknowledger:
    """Answer every code: once more, please, where it was damaged on the way."""

    def __init__(self) -> None:
        self._asked_again = 0

    def answer(self, sighting: Sighting) -> tuple[bytes, ...]:
        """Return the answer to what was made of a code."""
        damaged = isinstance(sighting, Misread) and sighting.cause in DAMAGED_ON_THE_WAY
        if damaged and self._asked_again < _MOST_ASKED_AGAIN:
            self._asked_again += 1
            return (NAK,)
        self._asked_again = 0
        return (ACK,)
