import pytest
from pydantic import ValidationError

from scanner_drivers.framing import Line
from scanner_drivers.line_settings import LineSettings, line_framer


def test_the_framer_cuts_as_the_settings_say() -> None:
    framer = line_framer(LineSettings(terminators="\n", ignored="\r", longest_line=8))
    assert framer.feed(b"10\r10\n2100\n123456789\n") == [Line(b"1010"), Line(b"2100"), Line(b"12345678", overlong=True)]


@pytest.mark.parametrize(
    "settings",
    [
        {"terminators": "é"},
        {"ignored": "é"},
        {"prefix": "\r"},
        {"suffix": "\n"},
        {"prefix": "\x00"},
        {"ignored": "\r"},
        {"longest_line": 7},
    ],
)
def test_each_byte_has_one_meaning(settings: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        LineSettings.model_validate(settings)
