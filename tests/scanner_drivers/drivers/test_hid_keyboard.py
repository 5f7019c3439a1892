import struct

import pytest

from dealer_table.baccarat.cards import PACK, Card
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook import parse_codebook
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.driver import NOTHING, Driver
from scanner_drivers.drivers.hid_keyboard.driver import DRIVER
from scanner_drivers.drivers.hid_keyboard.key_events import KeyEvent, event_bytes, parse_event
from scanner_drivers.drivers.hid_keyboard.layouts import LAYOUTS
from scanner_drivers.replay import replay
from scanner_drivers.sightings import CardSeen, CutCardSeen, DeviceEvent, Misread, Sighting, Suppressed
from simulators.devices.hid_keyboard import KeyboardScanner, key_event

ACE, TEN = Card.ACE_OF_SPADES, Card.TEN_OF_HEARTS
SCANNER = KeyboardScanner()
KEYS = {char: key for key, char in enumerate("1234567890", start=2)}
ENTER, KEYPAD_ENTER, TAB, CTRL, SHIFT, ALT, CAPS, NUM, J, A = 28, 96, 15, 29, 42, 56, 58, 69, 36, 30
DROPPED, REPORT = event_bytes(KeyEvent(0, 3, 0)), event_bytes(KeyEvent(0, 0, 0))
TRUNCATED, GARBLED, UNKNOWN = MisreadCause.TRUNCATED, MisreadCause.GARBLED, MisreadCause.UNKNOWN_CODE


def new_driver(**settings: object) -> Driver:
    return DRIVER.driver(settings, load_codebook())


def seen(*chunks: tuple[float, bytes], **settings: object) -> tuple[Sighting, ...]:
    return replay(new_driver(**settings), chunks).seen


def stroke(*keys: int) -> bytes:
    """Return keys that go down one after the other and up in the opposite order."""
    return b"".join(key_event(key, 1) for key in keys) + b"".join(key_event(key, 0) for key in reversed(keys))


def strokes(digits: str) -> bytes:
    return b"".join(stroke(KEYS[digit]) for digit in digits)


def causes(sightings: tuple[Sighting, ...]) -> list[MisreadCause]:
    return [sighting.cause for sighting in sightings if isinstance(sighting, Misread)]


@pytest.mark.parametrize(
    ("scanner", "layout"),
    [(SCANNER, "us"), (KeyboardScanner(french=True), "fr"), (KeyboardScanner(keypad=True), "de"), (SCANNER, "uk")],
)
def test_every_card_of_a_pack_is_read(scanner: KeyboardScanner, layout: str) -> None:
    cards = seen(*((900, scanner.show(card)) for card in PACK), layout=layout)
    assert cards == tuple(CardSeen(card) for card in PACK)


def test_the_events_are_the_kernels() -> None:
    event = struct.pack("<qqHHi", 1_700_000_000, 999_999, 1, 2, 1)
    assert parse_event(event) == KeyEvent(1, 2, 1)
    assert len(event) == 24
    assert parse_event(struct.pack("<qqHHi", 0, 1_000_000, 1, 2, 1)) is None
    assert parse_event(struct.pack("<qqHHi", 0, 0, 1, 2, 3)) is None
    assert parse_event(struct.pack("<qqHHi", 0, 0, 32, 2, 1)) is None


def test_the_same_digit_twice_is_two_digits() -> None:
    assert seen((0, SCANNER.show(Card.JACK_OF_SPADES))) == (CardSeen(Card.JACK_OF_SPADES),)  # 1110


def test_a_digit_that_is_missing_makes_no_card() -> None:
    assert seen((0, strokes("110") + stroke(ENTER))) == (Misread(UNKNOWN, "110"),)


@pytest.mark.parametrize("end", [stroke(ENTER), stroke(KEYPAD_ENTER), stroke(CTRL, J), stroke(CTRL, SHIFT, J)])
def test_what_ends_a_code(end: bytes) -> None:
    assert seen((0, strokes("1010") + end)) == (CardSeen(ACE),)


def test_a_tab_ends_a_code_where_it_is_set_to() -> None:
    assert seen((0, strokes("1010") + stroke(TAB)), terminators="\t") == (CardSeen(ACE),)
    assert causes(seen((0, strokes("1010") + stroke(TAB)))) == [GARBLED]


def test_a_left_over_control_j_is_nothing() -> None:
    code = strokes("1010") + stroke(ENTER) + stroke(CTRL, SHIFT, J)
    assert seen((0, code), (900, code)) == (CardSeen(ACE),) * 2
    assert seen((0, stroke(CTRL, J) + strokes("1010") + stroke(ENTER))) == (CardSeen(ACE),)


def test_typed_left_overs_spoil_one_code_and_make_no_other() -> None:
    left_over = stroke(12) + stroke(J)  # "-j"
    assert seen((0, left_over + SCANNER.show(ACE)), (900, SCANNER.show(TEN))) == (
        Misread(UNKNOWN, "-j1010"),
        CardSeen(TEN),
    )


def test_keys_that_the_kernel_repeats_are_not_pressed_again() -> None:
    held = key_event(KEYS["1"], 1) + key_event(KEYS["1"], 2) * 3 + key_event(KEYS["1"], 0)
    assert seen((0, held + strokes("010") + stroke(ENTER))) == (CardSeen(ACE),)


def test_a_stuck_enter_is_told_once_and_is_no_code() -> None:
    stuck = [(33.0, key_event(ENTER, 2))] * 200
    told = seen((0, SCANNER.show(ACE) + key_event(ENTER, 1)), *stuck)
    assert told == (CardSeen(ACE), DeviceEvent("key_stuck", ENTER))


def test_a_key_that_comes_again_and_again_is_told_once_and_costs_one_code() -> None:
    spaces = [(5.0, stroke(57))] * 300
    assert causes(seen(*spaces)) == [GARBLED]
    assert seen(*spaces, (900, SCANNER.show(ACE)))[1:] == (CardSeen(ACE),)


def test_doubled_keys_are_named() -> None:
    doubled = strokes("11001100") + stroke(ENTER) * 2
    assert seen((0, doubled)) == (Misread(UNKNOWN, "11001100"), DeviceEvent("keys_doubled"))
    assert causes(seen((0, strokes("11221122") + stroke(ENTER)))) == [UNKNOWN]


@pytest.mark.parametrize("cut", range(5))
def test_lost_events_are_a_misread_and_what_is_left_of_the_code_no_card(cut: int) -> None:
    begin, rest = strokes("1010"[:cut]), strokes("1010") + stroke(ENTER)
    assert seen((0, begin + DROPPED + REPORT + rest), (900, SCANNER.show(TEN))) == (
        Misread(TRUNCATED, "1010"[:cut]),
        CardSeen(TEN),
    )


def test_lost_key_ups_leave_no_key_held() -> None:
    assert seen((0, key_event(SHIFT, 1) + DROPPED + REPORT), (900, SCANNER.show(ACE)))[1:] == (CardSeen(ACE),)


def test_a_code_that_stops_is_given_up() -> None:
    assert seen((0, strokes("10")), (900, SCANNER.show(TEN))) == (Misread(TRUNCATED, "10"), CardSeen(TEN))
    assert seen((0, strokes("10")), (499, strokes("10") + stroke(ENTER))) == (CardSeen(ACE),)


def test_a_keyboard_that_is_unplugged_in_mid_code_leaves_a_misread() -> None:
    driver = new_driver()
    driver.feed(strokes("10") + key_event(SHIFT, 1), 0)
    assert driver.connected(100).seen == (Misread(TRUNCATED, "10"),)
    assert driver.connected(110) == NOTHING
    assert driver.feed(SCANNER.show(ACE), 200).seen == (CardSeen(ACE),)


def test_shift_is_only_for_keys_that_are_pressed_meanwhile() -> None:
    shifted = key_event(SHIFT, 1) + strokes("1") + key_event(SHIFT, 0) + strokes("010") + stroke(ENTER)
    assert seen((0, shifted)) == (Misread(UNKNOWN, "!010"),)


def test_the_wrong_layout_reads_no_card() -> None:
    for card in PACK:
        assert causes(seen((0, SCANNER.show(card)), layout="fr")) != []
        assert causes(seen((0, KeyboardScanner(french=True).show(card)), layout="us")) != []


def test_caps_lock_turns_letters_and_leaves_digits() -> None:
    assert seen((0, stroke(CAPS) + SCANNER.show(ACE))) == (CardSeen(ACE),)
    letters = stroke(A) + stroke(SHIFT, A) + stroke(ENTER)
    assert seen((0, letters)) == (Misread(UNKNOWN, "aA"),)
    assert seen((0, stroke(CAPS) + letters)) == (Misread(UNKNOWN, "Aa"),)


def test_a_codebook_of_letters_is_read_in_its_own_case() -> None:
    codes = "\n".join(f'{card} = "{card}"' for card in PACK)
    codebook = parse_codebook(f'name = "letters"\n[codes]\n{codes}', "letters")
    typed = stroke(SHIFT, A) + stroke(SHIFT, 31) + stroke(ENTER)
    assert replay(DRIVER.driver({}, codebook), [(0, typed)]).seen == (CardSeen(ACE),)


def test_digits_typed_as_numbers_with_alt_are_digits() -> None:
    keypad = (82, 79, 80, 81, 75, 76, 77, 71, 72, 73)

    def with_alt(char: str) -> bytes:
        number = b"".join(stroke(keypad[int(digit)]) for digit in f"{ord(char):04d}")
        return key_event(ALT, 1) + number + key_event(ALT, 0)

    assert seen((0, b"".join(map(with_alt, "1010")) + stroke(ENTER))) == (CardSeen(ACE),)
    assert seen((0, b"".join(map(with_alt, "1010")) + with_alt("\r"))) == (CardSeen(ACE),)
    assert causes(seen((0, with_alt("é") + stroke(ENTER)))) == [GARBLED]
    assert causes(seen((0, stroke(ALT, A) + stroke(ENTER)))) == [GARBLED]


def test_letters_around_a_code_are_its_prefix_and_suffix_where_they_are_set() -> None:
    dressed = stroke(SHIFT, 48) + strokes("1010") + stroke(SHIFT, 46) + stroke(ENTER)  # B…C
    assert seen((0, dressed), prefix="B", suffix="C") == (CardSeen(ACE),)
    assert seen((0, dressed)) == (Misread(UNKNOWN, "B1010C"),)


def test_quote_and_at_sign_are_where_the_country_has_them() -> None:
    typed = stroke(SHIFT, 3) + stroke(SHIFT, 40) + stroke(ENTER)
    assert seen((0, typed), layout="us") == (Misread(UNKNOWN, '@"'),)
    assert seen((0, typed), layout="uk") == (Misread(UNKNOWN, '"@'),)


def test_num_lock_and_keys_that_type_nothing() -> None:
    assert seen((0, stroke(NUM) + SCANNER.show(ACE) + stroke(NUM))) == (CardSeen(ACE),)
    assert causes(seen((0, SCANNER.read_through_noise(ACE)))) == [GARBLED]


def test_no_reads_the_cut_card_and_a_card_still_in_view() -> None:
    assert seen((0, SCANNER.fail_to_read()), (900, SCANNER.show_cut_card()), cut_card_code="9990") == (
        Misread(MisreadCause.NO_READ, "NR"),
        CutCardSeen(),
    )
    assert seen((0, SCANNER.show(ACE)), (100, SCANNER.show(ACE))) == (CardSeen(ACE), Suppressed(ACE))
    assert causes(seen((0, SCANNER.read_smeared(ACE)))) == [UNKNOWN]


@pytest.mark.parametrize("country", LAYOUTS)
def test_a_layout_types_every_digit_and_letter_once(country: str) -> None:
    layout = next(layout for name, layout in LAYOUTS.items() if name == country)
    plain, shifted = [[*keys.values()] for keys in (layout.plain, layout.shifted)]
    for char in "abcdefghijklmnopqrstuvwxyz":
        assert (plain.count(char.encode()), shifted.count(char.upper().encode())) == (1, 1)
    for digit in "0123456789":
        assert (plain + shifted).count(digit.encode()) == 1
