"""Cutting what a shoe sends into telegrams, answers to commands, and damage. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from dealer_table.procedure.words import MisreadCause
from scanner_drivers.drivers.angel_eye.telegram import ACK, ENQ, NAK, Telegram, ends_here

# The longest telegram known has 12 bytes.
LONGEST = 64


@dataclass(frozen=True, slots=True)
class Damage:
    """Bytes that are no telegram, and in what way."""

    raw: bytes
    cause: MisreadCause


@dataclass(frozen=True, slots=True)
class Answer:
    """What a shoe answered to a command: None when it takes it."""

    refused: int | None = None


class ShoeLine:
    """The bytes of the line: an ENQ always begins a telegram, so that a lost ETX costs one copy and not two."""

    def __init__(self) -> None:
        self.answer_awaited = False
        self._begun = bytearray()

    @property
    def in_telegram(self) -> bool:
        """Tell whether bytes wait for more."""
        return bool(self._begun)

    def feed(self, data: bytes) -> Iterator[Telegram | Damage | Answer]:
        """Take bytes, and yield what they complete."""
        for byte in data:
            if byte == ENQ:
                yield from self.give_up(MisreadCause.CHECK_FAILED)
                self._begun.append(byte)
            elif self._begun[:1] == bytes([ENQ]):
                self._begun.append(byte)
                yield from self._telegram()
            elif self.answer_awaited and self._begun[:1] == bytes([NAK]):
                self._begun.clear()
                yield Answer(byte)
            elif self.answer_awaited and byte in (ACK, NAK):
                yield from self.give_up(MisreadCause.GARBLED)
                if byte == ACK:
                    yield Answer()
                else:
                    self._begun.append(byte)
            else:
                self._begun.append(byte)
                if len(self._begun) == LONGEST:
                    yield from self.give_up(MisreadCause.GARBLED)

    def give_up(self, cause: MisreadCause) -> Iterator[Damage]:
        """Yield as damage what waits for more; what no ENQ began is garbage, whatever cut it off."""
        if self._begun:
            raw = bytes(self._begun)
            self._begun.clear()
            yield Damage(raw, cause if raw[0] == ENQ else MisreadCause.GARBLED)

    def _telegram(self) -> Iterator[Telegram | Damage]:
        if not ends_here(self._begun):
            if len(self._begun) == LONGEST:
                yield from self.give_up(MisreadCause.CHECK_FAILED)
            return
        telegram = Telegram.from_bytes(bytes(self._begun))
        if telegram is None:
            yield from self.give_up(MisreadCause.CHECK_FAILED)
        else:
            self._begun.clear()
            yield telegram
