from dealer_table.baccarat.cards import Card
from simulators.devices.hid_pos import HidPosScanner


def test_a_report_is_the_documented_one() -> None:
    expected = bytes.fromhex("02 04 5D 43 30 31 30 31 30").ljust(61, b"\x00") + bytes.fromhex("6A 00 00")
    assert HidPosScanner().show(Card.ACE_OF_SPADES) == expected


def test_sixty_bytes_are_two_reports() -> None:
    reports = HidPosScanner().reports("7" * 60)
    assert len(reports) == 128
    assert (reports[1], reports[63], reports[64 + 1], reports[64 + 63]) == (0x38, 1, 4, 0)


def test_it_does_not_listen() -> None:
    assert HidPosScanner().answer(b"\x16T\r") == b""
