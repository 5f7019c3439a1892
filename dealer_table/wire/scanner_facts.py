"""What a scanner's message means to the procedure. Pure."""

from typing import assert_never

from dealer_table.procedure.commands import (
    Fact,
    ReadId,
    RecordCardRead,
    RecordCutCard,
    RecordDeviceEvent,
    RecordMisread,
    RecordShoeResult,
)
from dealer_table.wire.card_read import (
    CardReadMessage,
    CutCardMessage,
    DeviceMessage,
    MisreadMessage,
    ScannerMessage,
    ShoeResultMessage,
)


def fact_of(scanner: str, message: ScannerMessage, at: int) -> Fact:
    """Return the fact that `message` reports, dated by the table's clock."""
    read = ReadId(scanner, message.boot, message.seq)
    match message:
        case CardReadMessage():
            return RecordCardRead(at, read, message.card, message.serial, message.position, message.drawn)
        case CutCardMessage():
            return RecordCutCard(at, read)
        case MisreadMessage():
            return RecordMisread(at, read, message.cause, message.text)
        case DeviceMessage():
            return RecordDeviceEvent(at, read, message.what, message.code)
        case ShoeResultMessage():
            return RecordShoeResult(at, read, message.outcome, message.pairs)
        case _:
            assert_never(message)
