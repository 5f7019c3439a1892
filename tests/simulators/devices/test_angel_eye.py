"""The emulated shoe speaks what the driver understands, and to the byte what the shoe is known to send. Pure."""

import random
from collections.abc import Callable

import pytest

from dealer_table.baccarat.cards import PACK, Card
from dealer_table.baccarat.coup import Coup, Outcome
from dealer_table.baccarat.hand import Position, Side
from dealer_table.baccarat.shoe import full_shoe
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.drivers.angel_eye.driver import AngelEyeDriver, AngelEyeSettings
from scanner_drivers.intents import NothingWanted, ReadWanted
from scanner_drivers.sightings import (
    BurnCardSeen,
    CardRetransmitted,
    CardSeen,
    CardSeenOutside,
    CutCardSeen,
    DeviceEvent,
    Misread,
    ReadsLost,
    ShoeResultSeen,
    Sighting,
)
from simulators.devices.angel_eye import AngelEyeShoe


def one_copy(sent: bytes) -> str:
    assert sent == sent[: len(sent) // 3] * 3
    return sent[: len(sent) // 3].hex(" ").upper()


def driver(**settings: object) -> AngelEyeDriver:
    return AngelEyeDriver(AngelEyeSettings.model_validate(settings))


def test_a_hand_is_told_to_the_byte() -> None:
    shoe = AngelEyeShoe()
    assert one_copy(shoe.show(Card("8S"))) == "05 31 44 81 B8 03 34 46"
    assert one_copy(shoe.show(Card("5C"))) == "05 32 44 91 A5 03 34 31"
    assert one_copy(shoe.show(Card("KH"))) == "05 33 44 82 CD 03 33 42"
    both = shoe.show(Card("TD"))
    assert one_copy(both[:24]) == "05 34 44 92 9A 03 37 42"
    assert one_copy(both[24:]) == "05 35 47 90 03 45 31"


@pytest.mark.parametrize(
    ("cards", "result"),
    [
        ("4S 2H 5S 3H", "05 36 47 90 03 45 32"),
        ("4S 3H 4H 2D", "05 36 47 91 03 45 33"),
        ("4S 3H 5S 6H", "05 36 47 A0 03 44 32"),
        ("3S 4H 5S 4D", "05 36 47 A2 03 44 30"),
        ("2S 4H 3S 5D", "05 36 47 C0 03 42 32"),
        ("2S 4H 2H 4D", "05 36 47 C3 03 42 31"),
    ],
)
def test_a_result_is_told_to_the_byte(cards: str, result: str) -> None:
    shoe = AngelEyeShoe(number=2)
    told = [shoe.show(Card(card)) for card in cards.split()]
    assert one_copy(told[-1][24:]) == result


@pytest.mark.parametrize(
    ("shoe", "sent", "copy"),
    [
        (AngelEyeShoe(), lambda shoe: shoe.new_shoe(), "05 31 53 03 36 31"),
        (AngelEyeShoe(), lambda shoe: shoe.standby(), "05 31 50 03 36 32"),
        (AngelEyeShoe(number=3), lambda shoe: shoe.show_cut_card(), "05 33 43 03 37 33"),
        (AngelEyeShoe(number=4), lambda shoe: shoe.fail_to_read(), "05 34 45 C1 03 42 33"),
        (AngelEyeShoe(number=5), lambda shoe: shoe.turn_key(locked=True), "05 35 4C 81 03 46 42"),
        (AngelEyeShoe(number=6), lambda shoe: shoe.turn_key(locked=False), "05 36 4C 80 03 46 39"),
        (AngelEyeShoe(number=6, locked=True), lambda shoe: shoe.show(Card("9H")), "05 36 64 80 C9 03 31 38"),
        (
            AngelEyeShoe(number=2),
            lambda shoe: shoe.tell_again(Position.PLAYER_1, Card("8S")),
            "05 31 52 81 B8 03 35 39",
        ),
    ],
)
def test_everything_else_is_told_to_the_byte(
    shoe: AngelEyeShoe, sent: Callable[[AngelEyeShoe], bytes], copy: str
) -> None:
    assert one_copy(sent(shoe)) == copy


def test_a_failed_read_is_followed_by_its_card_in_error_mode_and_the_end_of_the_error() -> None:
    shoe = AngelEyeShoe(number=4)
    shoe.fail_to_read()
    again = shoe.show(Card("9H"))
    assert [one_copy(again[:24]), one_copy(again[24:])] == ["05 35 64 90 C9 03 30 42", "05 36 65 81 03 44 31"]


def test_a_burn_is_told_as_one() -> None:
    shoe, heard = AngelEyeShoe(burns=True), driver()
    seen = [heard.feed(shoe.new_shoe(), 0).seen]
    for moment, card in enumerate(("2H", "9H", "KC", "8S"), 1):
        seen.append(heard.feed(shoe.show(Card(card)), moment * 900).seen)
    assert seen == [
        (DeviceEvent("start"),),
        (BurnCardSeen(Card("2H"), "first", 0),),
        (BurnCardSeen(Card("9H"), "burned", 1),),
        (BurnCardSeen(Card("KC"), "burned", 2),),
        (CardSeen(Card("8S"), Position.PLAYER_1),),
    ]


@pytest.mark.parametrize("card", PACK)
def test_every_card_is_read_as_itself_through_noise_too(card: Card) -> None:
    assert driver().feed(AngelEyeShoe().show(card), 0).seen == (CardSeen(card, Position.PLAYER_1),)
    heard = driver()
    assert heard.feed(AngelEyeShoe().read_through_noise(card), 0).seen == (CardSeen(card, Position.PLAYER_1),)
    assert heard.expire(10_000).seen == ()


def test_a_smeared_card_is_no_card() -> None:
    (seen,) = driver().feed(AngelEyeShoe().read_smeared(Card("8S")), 0).seen
    assert isinstance(seen, Misread)
    assert seen.cause is MisreadCause.UNKNOWN_CODE


def test_a_card_too_many_is_out_of_the_shoe() -> None:
    seen = driver().feed(AngelEyeShoe().draw_too_many(Card("8S")), 0).seen
    assert seen == (DeviceEvent("error", 2), CardSeenOutside(Card("8S"), "error"), DeviceEvent("error_cleared", 2))


def test_what_nobody_heard_is_a_gap() -> None:
    shoe, heard = AngelEyeShoe(), driver()
    heard.feed(shoe.show(Card("8S")), 0)
    shoe.lose(3)
    assert heard.feed(shoe.show(Card("5C")), 900).seen[0] == ReadsLost(3)


def test_a_card_told_again_is_evidence() -> None:
    shoe, heard = AngelEyeShoe(), driver()
    heard.feed(shoe.show(Card("8S")), 0)
    again = heard.feed(shoe.tell_again(Position.PLAYER_1, Card("8S")), 900).seen
    assert again == (CardRetransmitted(Card("8S"), Position.PLAYER_1),)


def test_a_shoe_is_dealt_to_its_last_card_with_faults_on_the_way() -> None:
    chance = random.Random(7)
    cards = list(full_shoe(8))
    chance.shuffle(cards)
    shoe, heard, now = AngelEyeShoe(), driver(), 0.0
    dealt: list[Card] = []
    results: list[tuple[Outcome, tuple[Side, ...]]] = []
    for card in cards:
        fault = chance.randrange(30)
        if fault == 0:
            heard.feed(shoe.fail_to_read(), now)
            now += 1_000
        sent = shoe.read_through_noise(card) if fault == 1 else shoe.show(card)
        seen: list[Sighting] = []
        if fault == 2:
            for byte in sent:
                seen += heard.feed(bytes([byte]), now).seen
        else:
            seen += heard.feed(sent, now).seen
        now += 1_000
        seen += heard.expire(now).seen
        dealt += [one.card for one in seen if isinstance(one, CardSeen | CardSeenOutside)]
        results += [(one.outcome, one.pairs) for one in seen if isinstance(one, ShoeResultSeen)]
        assert not any(isinstance(one, Misread | ReadsLost) for one in seen)
    assert dealt == cards
    assert results == [(coup.outcome, coup.pairs) for coup in coups_of(cards)]


def coups_of(cards: list[Card]) -> list[Coup]:
    coups, coup = [], Coup()
    for card in cards:
        coup = coup.with_card(card)
        if coup.is_complete:
            coups.append(coup)
            coup = Coup()
    return coups


@pytest.mark.parametrize("check", ["with_stx", "without_stx"])
def test_it_obeys_and_refuses_commands(check: str) -> None:
    shoe = AngelEyeShoe(check_covers_stx=check == "with_stx")
    heard = driver(commands=["lock", "confirm", "cancel_error"], command_check=check)
    for intent, locked in ((NothingWanted(), True), (ReadWanted(), False)):
        (command,) = heard.act(intent, 0).replies
        assert shoe.answer(command) == b"\x06"
        assert heard.feed(b"\x06", 1).seen == ()
        assert shoe.locked is locked
    (confirmation,) = heard.confirm(10).replies
    assert shoe.answer(confirmation) == b"\x06"
    assert AngelEyeShoe(check_covers_stx=check != "with_stx").answer(confirmation) == b"\x15\x02"


def test_the_published_lock_command_is_obeyed() -> None:
    shoe = AngelEyeShoe()
    assert shoe.answer(bytes.fromhex("02 4F 50 4C 4B 30 32 03 31 42")) == b"\x06"
    assert shoe.locked


def test_a_cancelled_error_is_told() -> None:
    shoe, heard = AngelEyeShoe(), driver(commands=["cancel_error"])
    heard.feed(shoe.fail_to_read(), 0)
    (command,) = heard.cancel_error(900).replies
    assert heard.feed(shoe.answer(command), 910).seen == (DeviceEvent("error_cleared", 1),)


def test_the_cut_card_is_seen() -> None:
    assert driver().feed(AngelEyeShoe().show_cut_card(), 0).seen == (CutCardSeen(),)
