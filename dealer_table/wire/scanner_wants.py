"""What the table tells a scanner's bridge: what is wanted, and what became of the last read. Pure."""

from typing import Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from dealer_table.baccarat.hand import Position
from dealer_table.errors import WireError
from dealer_table.procedure.scanner_wants import Verdict, Want
from dealer_table.wire.card_read import first_fault

__all__ = ["ReadVerdict", "ScannerWanted", "Verdict", "Want", "parse_read_verdict", "parse_scanner_wanted"]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ScannerWanted(_Message):
    """What the scanner is to read now; said again after every read, since the one before is used up."""

    want: Want
    position: Position | None = None

    @model_validator(mode="after")
    def _a_card_has_its_place(self) -> Self:
        if (self.position is not None) != (self.want is Want.CARD):
            raise ValueError("a position goes with a card, and a card with a position")
        return self


class ReadVerdict(_Message):
    """What became of the read `seq` of `boot`; too late for a scanner that has read on since."""

    boot: str = Field(min_length=1, max_length=64)
    seq: int = Field(ge=1)
    verdict: Verdict


def parse_scanner_wanted(payload: bytes) -> ScannerWanted:
    """Read what is wanted; WireError says what is wrong with it."""
    try:
        return ScannerWanted.model_validate_json(payload)
    except ValidationError as error:
        raise WireError(f"nothing that can be wanted of a scanner: {first_fault(error)}") from None


def parse_read_verdict(payload: bytes) -> ReadVerdict:
    """Read a verdict; WireError says what is wrong with it."""
    try:
        return ReadVerdict.model_validate_json(payload)
    except ValidationError as error:
        raise WireError(f"not a verdict: {first_fault(error)}") from None
