import pytest

from dealer_table.baccarat.cards import PACK, RANK_LETTERS, Card
from dealer_table.errors import ConfigError
from scanner_drivers.codebook import parse_codebook
from scanner_drivers.codebook_files import load_codebook

COMPLETE = {card.value: f"code-{card}" for card in PACK}


def toml(codes: dict[str, str], head: str = 'name = "test"') -> str:
    return "\n".join([head, "[codes]", *(f'{card} = "{code}"' for card, code in codes.items())])


def test_the_studio_code_is_suit_then_rank_then_nought() -> None:
    book = load_codebook()
    assert len(book.cards) == 52
    for suit_digit, suit in enumerate("SHCD", start=1):
        for rank, letter in enumerate(RANK_LETTERS, start=1):
            assert book.card(f"{suit_digit}{rank:02d}0") is Card(letter + suit)


def test_code_and_card_are_each_others_inverse() -> None:
    book = load_codebook()
    assert [book.card(book.code(card)) for card in PACK] == list(PACK)
    assert book.card("1150") is None


def test_a_card_may_have_several_codes() -> None:
    text = toml(COMPLETE).replace('AS = "code-AS"', 'AS = ["left", "right"]')
    book = parse_codebook(text, "test.toml")
    assert book.card("left") is book.card("right") is Card.ACE_OF_SPADES
    assert book.code(Card.ACE_OF_SPADES) == "left"


def test_every_fault_is_told_at_once() -> None:
    codes = COMPLETE | {"KD": "code-AS", "XX": "1", "2H": "", "3H": "a b"}
    del codes["5C"], codes["6C"]
    with pytest.raises(ConfigError) as refusal:
        parse_codebook(toml(codes, head='colour = "red"'), "test.toml")
    text = str(refusal.value)
    for fault in ("test.toml", "colour", "name is missing", "AS and KD", "XX is not", "2H has", "3H has", "5C, 6C"):
        assert fault in text


def test_a_card_named_twice_is_refused() -> None:
    with pytest.raises(ConfigError, match="not TOML"):
        parse_codebook(toml(COMPLETE) + '\nAS = "again"', "test.toml")


@pytest.mark.parametrize("value", ["7", "[]", "[7]", "true"])
def test_a_code_is_text(value: str) -> None:
    with pytest.raises(ConfigError, match="AS has code"):
        parse_codebook(toml(COMPLETE).replace('AS = "code-AS"', f"AS = {value}"), "test.toml")
