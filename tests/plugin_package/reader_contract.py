"""What every driver must keep to, asked of the installed Tern T1 driver, and what is its own. I/O: none."""

from dealer_table.baccarat.cards import Card
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.registry import load_driver
from scanner_drivers.replay import replay
from scanner_drivers.sightings import CardSeen, Misread, ReadsLost
from scanner_drivers.testing import DriverContract, Frame

TERN = load_driver("tern_t1")
AS, KC = CardSeen(Card("AS")), CardSeen(Card("KC"))


def message(number: int, code: str) -> bytes:
    said = f"{number}:{code}"
    return f"[{said}|{sum(said.encode()) & 0xFF:02X}]".encode()


class TestTern(DriverContract):
    spec = TERN
    frames = (
        Frame(0, message(8, "1010"), (AS,)),
        Frame(900, message(9, "2100"), (CardSeen(Card("TH")),)),
        Frame(900, message(0, "3130"), (KC,)),
        Frame(900, message(1, "?"), (Misread(MisreadCause.NO_READ),)),
        Frame(900, message(2, "4130"), (CardSeen(Card("KD")),)),
    )


def test_a_message_that_comes_again_is_acknowledged_again_and_no_second_card() -> None:
    seen, replies = replay(TERN.driver({}, load_codebook()), [(0, message(3, "1010")), (1000, message(3, "1010"))])
    assert (seen, replies) == ((AS,), (b"(3)", b"(3)"))


def test_a_damaged_message_is_not_acknowledged() -> None:
    damaged = message(3, "1010").replace(b"1010", b"2010")
    seen, replies = replay(TERN.driver({}, load_codebook()), [(0, damaged)])
    assert (seen, replies) == ((Misread(MisreadCause.CHECK_FAILED, damaged[1:-1].decode()),), ())


def test_a_gap_in_the_numbers_is_a_loss() -> None:
    seen = replay(TERN.driver({}, load_codebook()), [(0, message(9, "1010")), (900, message(1, "3130"))]).seen
    assert seen == (AS, ReadsLost(1), KC)
