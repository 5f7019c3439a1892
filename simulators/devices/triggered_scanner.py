"""What the emulated scanners that take commands have in common: a card in view, a trigger, commands on a line. Pure."""

import re
from abc import ABC, abstractmethod
from typing import ClassVar

from dealer_table.baccarat.cards import Card
from simulators.devices.ascii_line import four_digit_code

_LONGEST_COMMAND = 128


class TriggeredScanner(ABC):
    """A scanner that reads what lies under it: once for each trigger, or by itself as soon as it lies there."""

    COMMAND: ClassVar[re.Pattern[bytes]]
    """What one command looks like; anything else that is received is not heard."""

    no_read_text = "NR"
    cut_card_code = "9990"

    def __init__(self, *, waits_for_trigger: bool = True) -> None:
        self._waits_for_trigger = waits_for_trigger
        self._in_view = b""
        self._looking = False
        self._heard = b""

    @abstractmethod
    def message(self, text: str) -> bytes:
        """Return how a text is sent that was read, or that is sent instead of one."""

    @abstractmethod
    def obey(self, command: re.Match[bytes]) -> bytes:
        """Do as told, and return all that is sent then."""

    def show(self, card: Card) -> bytes:
        return self._lay(self.message(four_digit_code(card)))

    def show_cut_card(self) -> bytes:
        return self._lay(self.message(self.cut_card_code))

    def fail_to_read(self) -> bytes:
        return self._lay(self.message(self.no_read_text))

    def read_smeared(self, card: Card) -> bytes:
        return self._lay(self.message(f"{four_digit_code(card)[:-1]}5"))

    def read_through_noise(self, card: Card) -> bytes:
        return self._lay(b"\xff\x99" + self.message(four_digit_code(card)))

    def answer(self, received: bytes) -> bytes:
        self._heard += received
        sent, end = b"", 0
        for command in self.COMMAND.finditer(self._heard):
            sent += self.obey(command)
            end = command.end()
        self._heard = self._heard[end:][-_LONGEST_COMMAND:]
        return sent

    def look(self) -> bytes:
        """Start a reading, and return what is sent if something lies there already."""
        self._looking = True
        return self._read()

    def stop_looking(self) -> bool:
        """End a reading; tell whether one was going on."""
        was_looking, self._looking = self._looking, False
        return was_looking

    def _lay(self, message: bytes) -> bytes:
        self._in_view = message
        return self._read()

    def _read(self) -> bytes:
        if self._waits_for_trigger and not self._looking:
            return b""
        sent, self._in_view = self._in_view, b""
        self._looking = self._looking and not sent
        return sent
