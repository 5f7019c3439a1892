import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.errors import ConfigError
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.driver import NOTHING, Reaction
from scanner_drivers.drivers.honeywell import BEEP, DRIVER, TRIGGER_OFF, TRIGGER_ON, MenuAnswers, menu
from scanner_drivers.intents import ActingDriver, BadRead, GoodRead, NothingWanted, Overdraw, ReadWanted
from scanner_drivers.replay import replay
from scanner_drivers.sightings import CardSeen, DeviceEvent, Misread

ACE, TEN = CardSeen(Card.ACE_OF_SPADES), CardSeen(Card.TEN_OF_HEARTS)
HEADED_ACE = bytes.fromhex("16 FE 12 00 00 00 0D 4D 53 47 47 45 54 30 30 30 34 6A 43 30 1D 31 30 31 30 0D")
HEADED_TEN = HEADED_ACE.replace(b"1010", b"2100")


def new_driver(**settings: object) -> ActingDriver:
    driver = DRIVER.driver(settings, load_codebook())
    assert isinstance(driver, ActingDriver)
    return driver


def test_commands_are_written_as_the_manual_prints_them() -> None:
    assert bytes.fromhex("16 54 0D") == TRIGGER_ON
    assert bytes.fromhex("16 55 0D") == TRIGGER_OFF
    assert bytes.fromhex("16 07 0D") == BEEP
    assert menu("232BAD9", storage=".") == bytes.fromhex("16 4D 0D 32 33 32 42 41 44 39 2E")
    assert menu("REVINF", storage=".") == bytes.fromhex("16 4D 0D 52 45 56 49 4E 46 2E")
    assert menu("allena1") == b"\x16M\rallena1!"


def test_answers_are_known_by_their_statuses() -> None:
    answers = MenuAnswers(["CBR", "ALLENA1"])
    codabar = b"CBRENA1\x06,SSX0\x06,CK20\x06,CCT1\x06,MIN2\x06,MAX60\x06,DFT\x06."
    assert answers.measure(codabar + b"1010\r") == len(codabar)
    assert not answers.meaning(codabar).refused
    assert answers.measure(b"allena1\x06!") == 9
    assert {answers.measure(codabar[:cut]) for cut in range(1, len(codabar))} == {None}
    assert answers.measure(b"CBR1010\r") == 0
    assert answers.measure(b"XBRENA1\x06.") == 0


def test_triggers_and_beeps() -> None:
    driver = new_driver(trigger="host", beep=True)
    assert driver.act(ReadWanted(), 0).replies == (TRIGGER_ON,)
    assert driver.act(GoodRead(), 0).replies == (BEEP,)
    assert driver.act(BadRead(), 0).replies == driver.act(Overdraw(), 0).replies == (BEEP * 2,)
    assert driver.act(NothingWanted(), 0).replies == (TRIGGER_OFF,)
    assert driver.act(NothingWanted(), 0) == NOTHING


def test_a_refused_setting_leaves_the_scanner_not_ready() -> None:
    driver = new_driver(setup=["TRGMOD7"])
    assert driver.connected(0) == Reaction(replies=(b"\x16M\rTRGMOD7!",))
    assert driver.feed(b"TRGMOD7\x15!", 10).seen == (DeviceEvent("refused", 0x15),)
    assert not driver.ready
    assert driver.feed(b"1010\r", 50).seen == (ACE,)


def test_the_header_is_switched_on_with_the_port() -> None:
    driver = new_driver(framed=True, setup=["TRGMOD0"])
    assert driver.connected(0).replies == (b"\x16M\rDECHDR1!",)
    assert driver.feed(b"DECHDR1\x06!", 10).replies == (b"\x16M\rTRGMOD0!",)
    body = b"MSGGET0009\\Z6\x1dTRGMOD0\x06!"
    driver.feed(b"\x16\xfe" + len(body).to_bytes(4, "little") + b"\r" + body + b"\r", 20)
    assert driver.ready


@pytest.mark.parametrize("line", [b"1010\r", b"\x021010\x03\r", b"\xff1010\r"])
def test_no_line_is_a_code_where_headers_are_due(line: bytes) -> None:
    (seen,) = new_driver(framed=True, prefix="\x02", suffix="\x03").feed(line, 0).seen
    assert isinstance(seen, Misread)


def test_a_headed_read_is_a_card() -> None:
    assert new_driver(framed=True).feed(HEADED_ACE + HEADED_TEN, 0).seen == (ACE, TEN)


def test_a_read_without_a_header_is_none_where_one_is_due() -> None:
    assert new_driver(framed=True).feed(b"1010\r", 0).seen == (Misread(MisreadCause.GARBLED, "1010"),)


def test_a_scanner_that_lost_its_power_is_set_up_again() -> None:
    driver = new_driver(framed=True, trigger="host")
    driver.connected(0)
    driver.feed(b"1010\r", 5)
    driver.feed(b"DECHDR1\x06!", 10)
    driver.act(ReadWanted(), 20)
    assert driver.feed(b"\xff\r", 100).replies == ()
    driver.act(ReadWanted(), 150)
    forgotten = driver.feed(b"1010\r", 200)
    assert forgotten == Reaction((Misread(MisreadCause.GARBLED, "1010"),), (menu("DECHDR1"),))
    assert not driver.ready
    assert driver.feed(b"1010\r", 210).replies == ()
    driver.feed(b"DECHDR1\x06!", 220)
    assert driver.ready
    assert driver.feed(HEADED_ACE, 900).seen == (ACE,)


@pytest.mark.parametrize("place", range(21))
def test_a_damaged_header_makes_no_card_and_costs_no_other(place: int) -> None:
    harmless = {17, 18, 19}  # the maker's letter of the symbology and its AIM identifier are told, not judged
    for wrong in set(range(256)) - {HEADED_ACE[place]}:
        damaged = HEADED_ACE[:place] + bytes((wrong,)) + HEADED_ACE[place + 1 :]
        seen = replay(new_driver(framed=True), [(0, damaged), (900, HEADED_TEN)]).seen
        cards = [one for one in seen if isinstance(one, CardSeen)]
        assert cards == [TEN] or (place in harmless and cards == [ACE, TEN]), damaged.hex(" ")


def test_a_message_in_the_middle_of_a_cut_off_one_is_read() -> None:
    for cut in range(1, len(HEADED_ACE) - 1):
        assert TEN in new_driver(framed=True).feed(HEADED_ACE[:cut] + HEADED_TEN, 0).seen, cut


def test_a_message_that_never_ends_is_told() -> None:
    first, second = replay(new_driver(framed=True), [(0, HEADED_ACE[:20]), (900, HEADED_ACE)]).seen
    assert isinstance(first, Misread)
    assert first.cause is MisreadCause.TRUNCATED
    assert second == ACE


def test_acknowledged_codes() -> None:
    driver = new_driver(acknowledge=True)
    assert driver.feed(b"1010\r", 0).replies == (b"\x06",)
    assert driver.feed(b"\xff010\r", 900).replies == (b"\x15",)


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({"framed": True, "aim": True}, "neither aim"),
        ({"framed": True, "acknowledge": True}, "nor acknowledge"),
        ({"setup": ["DEC"]}, "'DEC' is not a tag"),
        ({"setup": ["DECHDR1!"]}, "not a tag"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(settings: dict[str, object], word: str) -> None:
    with pytest.raises(ConfigError, match=word):
        DRIVER.driver(settings, load_codebook())
