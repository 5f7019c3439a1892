from scanner_drivers.framing import Line, LineFramer


def test_terminators_may_be_mixed_and_an_empty_line_is_none() -> None:
    framer = LineFramer(b"\r\n")
    assert framer.feed(b"a\r\nb\nc\r\r\n\nd\r") == [Line(b"a"), Line(b"b"), Line(b"c"), Line(b"d")]


def test_an_incomplete_line_is_kept() -> None:
    framer = LineFramer(b"\r")
    assert framer.feed(b"10") == []
    assert framer.held == 2
    assert framer.feed(b"10\r") == [Line(b"1010")]
    assert framer.held == 0


def test_a_line_of_the_greatest_length_is_whole_and_a_longer_one_is_told_once() -> None:
    framer = LineFramer(b"\r", longest=4)
    assert framer.feed(b"1010\r") == [Line(b"1010")]
    assert framer.feed(b"10101") == [Line(b"1010", overlong=True)]
    assert framer.feed(b"0" * 1000) == []
    assert framer.feed(b"\r1010\r") == [Line(b"1010")]


def test_ignored_bytes_are_as_if_they_had_not_come() -> None:
    framer = LineFramer(b"\r", ignored=b"\x00\x06")
    assert framer.feed(b"\x0010\x0010\x06\r\x00\r") == [Line(b"1010")]


def test_reset_returns_what_is_forgotten_and_ends_the_dropping() -> None:
    framer = LineFramer(b"\r", longest=4)
    framer.feed(b"10101")
    assert framer.reset() == b""
    assert framer.feed(b"10") == []
    assert framer.reset() == b"10"
    assert framer.feed(b"2100\r") == [Line(b"2100")]
