import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position, Side
from dealer_table.procedure.commands import (
    Fact,
    ReadId,
    RecordCardRead,
    RecordCutCard,
    RecordDeviceEvent,
    RecordMisread,
    RecordShoeResult,
)
from dealer_table.procedure.words import Drawn, MisreadCause
from dealer_table.wire.card_read import parse_scanner_message
from dealer_table.wire.scanner_facts import fact_of

READ = ReadId("shoe-1", "b", 4)


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ('"kind":"card","card":"8S"', RecordCardRead(9, READ, Card.EIGHT_OF_SPADES)),
        (
            '"kind":"card","card":"8S","serial":"x1","position":"banker_2"',
            RecordCardRead(9, READ, Card.EIGHT_OF_SPADES, "x1", Position.BANKER_2),
        ),
        (
            '"kind":"card","card":"8S","drawn":"error"',
            RecordCardRead(9, READ, Card.EIGHT_OF_SPADES, drawn=Drawn.ERROR),
        ),
        ('"kind":"cut_card"', RecordCutCard(9, READ)),
        ('"kind":"misread","cause":"no_read","text":"?"', RecordMisread(9, READ, MisreadCause.NO_READ, "?")),
        ('"kind":"device","what":"lid_open","code":3', RecordDeviceEvent(9, READ, "lid_open", 3)),
        (
            '"kind":"shoe_result","outcome":"tie","pairs":["player"]',
            RecordShoeResult(9, READ, Outcome.TIE, (Side.PLAYER,)),
        ),
    ],
)
def test_a_message_becomes_a_fact_dated_by_the_table(said: str, fact: Fact) -> None:
    message = parse_scanner_message(f'{{{said},"boot":"b","seq":4,"oldest":1,"seen_at":123}}'.encode())
    assert fact_of("shoe-1", message, 9) == fact
