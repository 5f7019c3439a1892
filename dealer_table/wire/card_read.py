"""What travels between a scanner's bridge and the table, as pydantic models. Pure."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position, Side
from dealer_table.errors import WireError
from dealer_table.procedure.words import Drawn, MisreadCause


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Sequenced(_Message):
    """The part every message of a scanner has: `seq` counts from 1 in each `boot` of the bridge.

    `oldest` is the lowest `seq` the bridge still keeps and will send again: a jump to a `seq` above it is not a loss.
    `seen_at` is the bridge's clock in milliseconds, for the technician; the table's clock is the record.
    """

    boot: str = Field(min_length=1, max_length=64)
    seq: int = Field(ge=1)
    oldest: int = Field(ge=1)
    seen_at: int = Field(ge=0)


class CardReadMessage(_Sequenced):
    """A card was read; `serial`, `position` and `drawn` from a device that knows them, `detail` for the technician."""

    kind: Literal["card"] = "card"
    card: Card
    serial: str | None = Field(default=None, max_length=64)
    position: Position | None = None
    drawn: Drawn = Drawn.GAME
    detail: str = Field(default="", max_length=200)


class CutCardMessage(_Sequenced):
    """The cut card was read."""

    kind: Literal["cut_card"] = "cut_card"


class MisreadMessage(_Sequenced):
    """Something was seen that is no card; `text` is what came, made printable."""

    kind: Literal["misread"] = "misread"
    cause: MisreadCause
    text: str = Field(default="", max_length=200)


class DeviceMessage(_Sequenced):
    """The device said something about itself."""

    kind: Literal["device"] = "device"
    what: str = Field(min_length=1, max_length=64)
    code: int | None = None


class ShoeResultMessage(_Sequenced):
    """A shoe that knows the rules reported a result."""

    kind: Literal["shoe_result"] = "shoe_result"
    outcome: Outcome
    pairs: tuple[Side, ...] = ()


ScannerMessage = Annotated[
    CardReadMessage | CutCardMessage | MisreadMessage | DeviceMessage | ShoeResultMessage,
    Field(discriminator="kind"),
]


class ScannerStatus(_Message):
    """A scanner's presence: `online` when its port is open and its bridge is connected."""

    online: bool
    boot: str = Field(default="", max_length=64)
    driver: str = Field(default="", max_length=64)
    reason: str = Field(default="", max_length=200)


class ReadsCommitted(_Message):
    """The table has committed every message of `boot` up to and with `seq`; the bridge may forget those."""

    boot: str = Field(min_length=1, max_length=64)
    seq: int = Field(ge=0)


class TableStatus(_Message):
    """The table's own presence."""

    online: bool


class JournalAnchor(_Message):
    """The hash of the record at `position`: a journal whose tail was cut does not contain it."""

    epoch: str
    position: int = Field(ge=0)
    hash: str


SCANNER_MESSAGE: TypeAdapter[ScannerMessage] = TypeAdapter(ScannerMessage)


def parse_scanner_message(payload: bytes) -> ScannerMessage:
    """Read one scanner message; WireError says what is wrong with it."""
    try:
        return SCANNER_MESSAGE.validate_json(payload)
    except ValidationError as error:
        raise WireError(f"not a scanner message: {first_fault(error)}") from None


def parse_scanner_status(payload: bytes) -> ScannerStatus:
    """Read a scanner's presence; WireError says what is wrong with it."""
    try:
        return ScannerStatus.model_validate_json(payload)
    except ValidationError as error:
        raise WireError(f"not a scanner status: {first_fault(error)}") from None


def first_fault(error: ValidationError) -> str:
    """Put the first fault of a validation in one line, without the input."""
    fault = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in fault["loc"])
    return f"{where}: {fault['msg']}" if where else fault["msg"]
