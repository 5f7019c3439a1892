import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.errors import ConfigError
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.code_reading import CodeReader, CodeSettings, without_aim
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.sightings import CardSeen, CutCardSeen, Misread, Sighting, Suppressed

ACE = CardSeen(Card.ACE_OF_SPADES)


def reader(**settings: object) -> CodeReader:
    return CodeReader(CodeSettings.model_validate(settings), load_codebook())


@pytest.mark.parametrize(
    ("settings", "content", "meaning"),
    [
        ({}, b"1010", ACE),
        ({}, b"", Misread(MisreadCause.UNKNOWN_CODE, "")),
        ({}, b"1010 ", Misread(MisreadCause.UNKNOWN_CODE, "1010 ")),
        ({}, b"101\x00", Misread(MisreadCause.GARBLED, "101\\x00")),
        ({}, b"NR", Misread(MisreadCause.NO_READ, "NR")),
        ({"cut_card_code": "9990"}, b"9990", CutCardSeen()),
        ({"aim": True}, b"]C01010", ACE),
        ({"aim": True}, b"]C0", Misread(MisreadCause.UNKNOWN_CODE, "]C0")),
        ({"prefix": "\x02", "aim": True, "suffix": "\x03"}, b"\x02]C01010\x03", ACE),
        ({"prefix": "A"}, b"AA1010", Misread(MisreadCause.UNKNOWN_CODE, "A1010")),
        ({"prefix": "A"}, b"1010", Misread(MisreadCause.UNKNOWN_CODE, "1010")),
    ],
)
def test_what_a_code_means(settings: dict[str, object], content: bytes, meaning: Sighting) -> None:
    assert reader(**settings).read(content, 0) == meaning


def test_a_card_in_view_is_one_card_and_each_card_has_its_own_time() -> None:
    read = reader(repeat_interval_ms=400).read
    assert [read(b"1010", 0), read(b"1020", 100), read(b"1010", 399), read(b"1010", 798)] == [
        ACE,
        CardSeen(Card("2S")),
        Suppressed(Card.ACE_OF_SPADES),
        Suppressed(Card.ACE_OF_SPADES),
    ]
    assert read(b"1010", 1198) == ACE


def test_an_aim_identifier_is_three_characters() -> None:
    assert (without_aim("]C11010"), without_aim("1010"), without_aim("]C")) == ("1010", None, None)


@pytest.mark.parametrize("settings", [{"cut_card_code": "1010"}, {"no_read_texts": ["1010"]}])
def test_a_card_s_code_means_nothing_else(settings: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match="1010 is the code of AS"):
        reader(**settings)
