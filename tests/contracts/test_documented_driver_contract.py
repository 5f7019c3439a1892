"""The driver that docs/writing-a-driver.md prints is a driver: it is cut out of the page and keeps the contract."""

import re
from pathlib import Path
from types import ModuleType
from typing import cast

from dealer_table.baccarat.cards import Card
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.registry import AnyDriverSpec
from scanner_drivers.replay import replay
from scanner_drivers.sightings import CardSeen, Misread
from scanner_drivers.testing import DriverContract, Frame

PAGE = Path(__file__).parents[2] / "docs" / "writing-a-driver.md"


def printed_driver() -> AnyDriverSpec:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    (source,) = [block for block in blocks if "DRIVER = DriverSpec(" in block]
    module = ModuleType("documented_driver")
    exec(compile(source, str(PAGE), "exec"), module.__dict__)
    return cast(AnyDriverSpec, module.__dict__["DRIVER"])


class TestDocumentedDriver(DriverContract):
    spec = printed_driver()
    frames = (
        Frame(0, b"#1010;", (CardSeen(Card.ACE_OF_SPADES),)),
        Frame(900, b"#2100;", (CardSeen(Card.TEN_OF_HEARTS),)),
        Frame(900, b"#3130;", (CardSeen(Card.KING_OF_CLUBS),)),
        Frame(900, b"#4130;", (CardSeen(Card.KING_OF_DIAMONDS),)),
    )


def test_it_answers_and_gives_up_as_the_page_says() -> None:
    driver = TestDocumentedDriver.spec.driver({}, load_codebook())
    seen, replies = replay(driver, [(0, b"#10"), (400, b"#1010;")])
    assert seen == (Misread(MisreadCause.TRUNCATED, "10"), CardSeen(Card.ACE_OF_SPADES))
    assert replies == (b"+",)
