import pytest

from dealer_table.errors import ConfigError
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.decoding import Answer, Code, Part
from scanner_drivers.line_settings import LineSettings
from scanner_drivers.sightings import Misread
from scanner_drivers.text_decoding import Embedded, TextDecoder, behind_aim, refuse_codes_like_answers


def measure(data: bytes) -> int | None:
    """Measure answers of the form ( digit )."""
    if len(data) == 1:
        return None
    if not data[1:2].isdigit():
        return 0
    return None if len(data) == 2 else 3 if data[2:3] == b")" else 0


def meaning(answer: bytes) -> Part:
    return Answer(refused=answer != b"(0)", code=int(answer[1:2]) or None)


BRACKETS = Embedded(first=b"(", longest=3, measure=measure, meaning=meaning)
TAKEN = Answer()


def decoder(**settings: object) -> TextDecoder:
    return TextDecoder(LineSettings.model_validate(settings), embedded=BRACKETS)


@pytest.mark.parametrize(
    ("data", "parts"),
    [
        (b"1010\r", [Code(b"1010")]),
        (b"(0)1010\r(2)", [TAKEN, Code(b"1010"), Answer(refused=True, code=2)]),
        (b"10(0)10\r", [TAKEN, Code(b"1010")]),
        (b"1(010\r", [Code(b"1(010")]),
        (b"((0)\r", [TAKEN, Code(b"(")]),
        (b"(0(0))\r", [TAKEN, Code(b"(0)")]),
    ],
)
def test_answers_are_cut_out_and_nothing_else(data: bytes, parts: list[Part]) -> None:
    assert decoder().feed(data, 0) == parts
    one_at_a_time = decoder()
    assert [part for place in range(len(data)) for part in one_at_a_time.feed(data[place : place + 1], 0)] == parts


def test_what_begins_like_an_answer_is_given_up_in_time() -> None:
    cut = decoder()
    assert cut.feed(b"10(0", 0) == []
    assert cut.deadline == 200
    assert cut.expire(199) == []
    assert cut.expire(200) == []
    assert cut.deadline is None
    assert cut.feed(b"\r", 300) == [Code(b"10(0")]


def test_what_can_be_no_code_any_more_is_told_when_it_is_given_up() -> None:
    cut = TextDecoder(LineSettings(), embedded=Embedded(b"\x02", 4, lambda _: None, meaning))
    cut.feed(b"10\x02\x00", 0)
    assert cut.expire(200) == [Misread(MisreadCause.TRUNCATED, "10\\x02\\x00")]
    assert cut.feed(b"1010\r", 300) == [Code(b"1010")]


def test_an_unfinished_line_before_a_framed_code_is_told_and_not_kept() -> None:
    framed = TextDecoder(LineSettings(), embedded=Embedded(b"(", 3, measure, lambda message: Code(message[1:2])))
    assert framed.feed(b"\xff(1)", 0) == [Misread(MisreadCause.TRUNCATED, "\\xff"), Code(b"1")]
    assert framed.reset() == b""


def test_no_more_is_kept_than_an_answer_is_long() -> None:
    cut = TextDecoder(LineSettings(ignored=""), embedded=Embedded(b"\x02", 4, lambda _: None, meaning))
    for _ in range(100):
        cut.feed(b"\x02" * 100, 0)
    assert len(cut.reset()) <= 4 + 64


def test_reset_returns_all_that_was_incomplete() -> None:
    cut = decoder()
    cut.feed(b"10(", 0)
    assert cut.reset() == b"10("
    assert cut.deadline is None
    assert cut.reset() == b""


def test_an_aim_identifier_of_no_bar_code_belongs_to_the_answer() -> None:
    cut = TextDecoder(LineSettings(), embedded=behind_aim(BRACKETS))
    data = b"]X0(0)]C01010\r]Z6(1)(0)]Z61010\r"
    expected = [TAKEN, Code(b"]C01010"), Answer(refused=True, code=1), TAKEN, Code(b"]Z61010")]
    assert cut.feed(data, 0) == expected
    cut = TextDecoder(LineSettings(), embedded=behind_aim(BRACKETS))
    assert [part for byte in data for part in cut.feed(bytes((byte,)), 0)] == expected


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        ({"cut_card_code": "9(1)"}, "cut_card_code"),
        ({"no_read_texts": ["(0)"]}, "no_read_texts"),
        ({"prefix": "(1)"}, "codebook"),
        ({"suffix": "(1)"}, "codebook"),
    ],
)
def test_what_a_card_can_cause_must_not_look_like_an_answer(settings: dict[str, object], key: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        refuse_codes_like_answers(LineSettings.model_validate(settings), load_codebook(), embedded=BRACKETS)
    assert refusal.value.key == key


def test_what_only_begins_like_an_answer_may_be_a_prefix() -> None:
    refuse_codes_like_answers(LineSettings(prefix="(", suffix="("), load_codebook(), embedded=BRACKETS)
