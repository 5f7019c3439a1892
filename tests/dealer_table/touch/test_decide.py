from collections.abc import Sequence
from dataclasses import replace

import pytest

from dealer_table.baccarat.coup import Outcome
from dealer_table.betting.commands import DepositFunds, WithdrawFunds
from dealer_table.betting.events import BetsAccepted, BetsSettled, FundsDeposited, SpotsOffered, StakesReturned
from dealer_table.betting.rules import CurrencyLimits
from dealer_table.betting.words import Gesture, Patron, PatronLimits, Stake
from dealer_table.errors import CommandRefused
from dealer_table.procedure.words import Actor, Role
from dealer_table.touch.commands import BeginRound, BeginSession, CheckClock, FinishRound, OpenRoom, VoidRound
from dealer_table.touch.commitment import SealedShoe
from dealer_table.touch.decide import foreseen, next_deadline
from dealer_table.touch.events import (
    RoomOpened,
    RoundBegun,
    RoundCommitted,
    RoundDealt,
    RoundRefunded,
    RoundVoided,
    SessionBegun,
    SessionEnded,
)
from dealer_table.touch.rules import TouchRules
from dealer_table.touch.words import RoundEnd, SessionEnd, Unfinished
from tests.dealer_table.touch.rooms import (
    ADA,
    BANKER_WINS,
    BOB,
    CLEAR,
    PLAYER_WINS,
    REBET,
    REBET_X2,
    REFUND,
    RULES,
    TIE,
    Room,
    place,
)

QUARTER_HOUR = 15 * 60_000
CASHIER = Actor(Role.ADMINISTRATOR, "Eve")


@pytest.fixture
def room() -> Room:
    room = Room()
    room.sit()
    return room


def code_of(refused: pytest.ExceptionInfo[CommandRefused]) -> str:
    return refused.value.code


# ---- sessions -------------------------------------------------------------------------------------------------------


def test_who_sits_down_is_told_a_commitment_and_no_order() -> None:
    room = Room()
    events = room.do(BeginSession(1_000, ADA, PatronLimits(), PLAYER_WINS))
    assert events == (
        SessionBegun(1_000, ADA, PatronLimits(), ()),
        RoundCommitted(1_000, ADA, 1, PLAYER_WINS.commitment),
    )


def test_to_sit_down_again_with_other_limits_renews_them_and_keeps_the_round(room: Room) -> None:
    before = room.session()
    assert room.do(BeginSession(2_000, ADA, PatronLimits())) == ()
    assert room.do(BeginSession(2_000, ADA, PatronLimits(500))) == (SessionBegun(2_000, ADA, PatronLimits(500), ()),)
    after = room.session()
    assert (after.round, after.commitment) == (before.round, before.commitment)
    assert after.limits == PatronLimits(500)


def test_a_currency_that_the_room_does_not_take_is_refused() -> None:
    with pytest.raises(CommandRefused) as refused:
        Room().sit(Patron("ada", "SEK"))
    assert code_of(refused) == "unknown_currency"


def test_rounds_are_numbered_through_the_room(room: Room) -> None:
    room.sit(BOB)
    assert (room.session(ADA).round, room.session(BOB).round) == (1, 2)
    room.play(place("player", 100))
    assert (room.session(ADA).round, room.session(BOB).round) == (3, 2)


def test_an_idle_session_ends_and_no_other(room: Room) -> None:
    room.now += 60_000
    room.sit(BOB)
    assert next_deadline(room.state, RULES) == 1_000 + QUARTER_HOUR
    assert room.do(CheckClock(1_000 + QUARTER_HOUR - 1)) == ()
    ended = room.do(CheckClock(1_000 + QUARTER_HOUR))
    assert ended == (SessionEnded(1_000 + QUARTER_HOUR, ADA, SessionEnd.IDLE),)
    assert set(room.state.sessions) == {BOB}


def test_a_round_ends_idleness(room: Room) -> None:
    room.now += 60_000
    room.play(place("player", 100))
    assert next_deadline(room.state, RULES) == room.now + QUARTER_HOUR


def test_a_session_with_a_round_in_play_does_not_end(room: Room) -> None:
    room.begin(place("player", 100))
    assert next_deadline(room.state, RULES) is None
    assert room.do(CheckClock(1_000 + QUARTER_HOUR)) == ()
    with pytest.raises(CommandRefused) as refused:
        room.leave()
    assert code_of(refused) == "round_in_play"


def test_nought_minutes_let_a_session_last(room: Room) -> None:
    assert next_deadline(room.state, TouchRules(RULES.currencies, idle_minutes=0)) is None


def test_who_left_plays_no_more(room: Room) -> None:
    room.leave()
    with pytest.raises(CommandRefused) as refused:
        room.do(BeginRound(1_000, ADA, "r1", 1, (place("player", 100),)))
    assert code_of(refused) == "not_seated"


# ---- rounds ---------------------------------------------------------------------------------------------------------


def test_a_round_begins_on_record_before_anything_of_it_is_dealt(room: Room) -> None:
    command = BeginRound(1_000, ADA, "r1", 1, (place("tie", 100),), PLAYER_WINS, 100, "m1")
    assert room.do(command) == (
        RoundBegun(1_000, ADA, 1, "r1", PLAYER_WINS.order, PLAYER_WINS.nonce),
        BetsAccepted(1_000, 1, ADA, "r1", (Stake("tie", 100),), 100, "m1", "d" * 64),
    )


@pytest.mark.parametrize(
    ("shoe", "outcome", "returned"),
    [
        (PLAYER_WINS, Outcome.PLAYER, {"player": 200}),
        (BANKER_WINS, Outcome.BANKER, {"banker": 195}),
        (TIE, Outcome.TIE, {"player": 100, "banker": 100, "tie": 900}),
    ],
)
def test_a_round_pays_what_the_table_says(shoe: SealedShoe, outcome: Outcome, returned: dict[str, int]) -> None:
    room = Room(next_shoe=shoe)
    room.sit()
    played = room.play(place("player", 100), place("banker", 100), place("tie", 100))
    assert (played.end, played.outcome, dict(played.returned)) == (RoundEnd.SETTLED, outcome, returned)


@pytest.mark.parametrize(("stake", "returned"), [(20, 39), (30, 58), (10, 19)])
def test_a_banker_win_is_rounded_down_once(stake: int, returned: int) -> None:
    """Seeds 000, 001 and 003: 0.10 returns 0.19, 0.20 returns 0.39, 0.30 returns 0.58."""
    room = Room(next_shoe=BANKER_WINS)
    room.rules = TouchRules({"EUR": _with_minimum_10(RULES)}, Unfinished.RESUME, idle_minutes=15, digest=RULES.digest)
    room.sit()
    assert dict(room.play(*[place("banker", 10)] * (stake // 10)).returned) == {"banker": returned}


def _with_minimum_10(rules: TouchRules) -> CurrencyLimits:
    euro = rules.currencies["EUR"]
    return replace(euro, spots={name: replace(one, minimum=10) for name, one in euro.spots.items()})


def test_a_round_that_ends_commits_to_the_next_in_the_same_decision(room: Room) -> None:
    room.begin(place("player", 100))
    room.next_shoe = TIE
    room.finish()
    session = room.session()
    assert (session.round, session.commitment, session.in_play) == (2, TIE.commitment, None)


def test_a_losing_round_is_settled_too() -> None:
    room = Room(next_shoe=BANKER_WINS)
    room.sit()
    room.begin(place("player", 100))
    dealt, settled, committed = room.do(_finish(room))
    assert isinstance(dealt, RoundDealt)
    assert settled == BetsSettled(1_000, 1, ADA, (Stake("player", 100),), (), "d" * 64)
    assert isinstance(committed, RoundCommitted)


def test_rebet_lays_the_last_bets_and_x2_twice_as_much(room: Room) -> None:
    room.play(place("player", 100), place("tie", 20))
    assert dict(room.play(REBET).stakes) == {"player": 100, "tie": 20}
    assert dict(room.play(REBET_X2).stakes) == {"player": 200, "tie": 40}
    assert dict(room.play(REBET).stakes) == {"player": 200, "tie": 40}


def test_the_last_session_s_bets_can_be_laid_again() -> None:
    room = Room()
    room.sit(previous=(Stake("banker", 60),))
    assert dict(room.play(REBET).stakes) == {"banker": 60}


def test_clear_takes_all_off(room: Room) -> None:
    assert dict(room.play(place("player", 100), CLEAR, place("tie", 40)).stakes) == {"tie": 40}


@pytest.mark.parametrize(
    ("gestures", "code", "numbers"),
    [
        ([], "nothing_to_deal", {}),
        ([place("player", 100), CLEAR], "nothing_to_deal", {}),
        ([REBET], "nothing_to_rebet", {}),
        ([place("lucky_six", 100)], "unknown_spot", {"spot": "lucky_six"}),
        ([place("player", 105)], "wrong_step", {"step": 10, "amount": 105}),
        ([place("player", 10)], "below_minimum", {"spot": "player", "minimum": 20, "asked": 10}),
        ([place("tie", 2_010)], "over_maximum", {"spot": "tie", "maximum": 2_000, "asked": 2_010}),
        ([place("player", 5_010)], "over_patron_limit", {"spot": "player", "maximum": 5_000, "asked": 5_010}),
        (
            [place("player", 4_000), place("banker", 4_000)],
            "over_patron_limit",
            {"maximum": 7_000, "asked": 8_000},
        ),
    ],
)
def test_what_may_not_lie_there_is_refused_whole_with_numbers(
    gestures: Sequence[Gesture], code: str, numbers: dict[str, int | str]
) -> None:
    room = Room()
    room.sit(limits=PatronLimits(5_000, 7_000))
    before = room.state
    with pytest.raises(CommandRefused) as refused:
        room.begin(*gestures)
    assert (code_of(refused), refused.value.numbers) == (code, numbers)
    assert room.state == before


def test_both_sides_may_lie_full_at_a_table_of_one_s_own(room: Room) -> None:
    assert room.play(place("player", 10_000)).end is RoundEnd.SETTLED
    assert room.play(place("player", 10_000), place("banker", 10_000)).end is RoundEnd.SETTLED


def test_another_round_s_bets_are_refused(room: Room) -> None:
    room.play(place("player", 100))
    with pytest.raises(CommandRefused) as refused:
        room.begin(place("player", 100), number=1)
    assert (code_of(refused), refused.value.numbers) == ("other_round", {"asked": 1, "open": 2})


def test_no_second_round_begins_while_one_is_dealt(room: Room) -> None:
    room.begin(place("player", 100))
    with pytest.raises(CommandRefused) as refused:
        room.begin(place("player", 100), number=1)
    assert (code_of(refused), refused.value.numbers) == ("round_in_play", {"round": 1})


def test_money_that_is_not_what_lies_there_is_refused(room: Room) -> None:
    command = BeginRound(1_000, ADA, "r1", 1, (place("tie", 100),), PLAYER_WINS, 80, "m1")
    assert foreseen(room.state, command, RULES) == 100
    with pytest.raises(CommandRefused) as refused:
        room.do(command)
    assert (code_of(refused), refused.value.numbers) == ("stakes_changed", {"taken": 80, "needed": 100})


def test_a_round_is_dealt_from_the_shoe_that_was_committed_to_or_not_at_all(room: Room) -> None:
    with pytest.raises(AssertionError, match="committed to"):
        room.do(BeginRound(1_000, ADA, "r1", 1, (place("tie", 100),), TIE, 100, "m1"))


# ---- what goes wrong ------------------------------------------------------------------------------------------------


def test_a_patron_who_is_gone_gets_the_round_or_the_stakes_as_the_house_wants() -> None:
    resumed, refunded = Room(), Room(REFUND)
    for room in (resumed, refunded):
        room.sit()
        room.begin(place("player", 100))
    assert resumed.finish(present=False).end is RoundEnd.SETTLED
    back = refunded.finish(present=False)
    assert (back.end, back.reason, dict(back.returned)) == (RoundEnd.REFUNDED, "patron_away", {"player": 100})
    assert back.player == ()


def test_an_impossible_shoe_voids_and_pays_back() -> None:
    broken = SealedShoe(PLAYER_WINS.order.replace("8S", "8H", 1), PLAYER_WINS.nonce)
    room = Room(next_shoe=broken)
    room.sit()
    room.begin(place("player", 100))
    voided, returned, committed = room.do(_finish(room))
    assert voided == RoundVoided(1_000, ADA, 1, "malfunction: not 8 whole packs: look at 8H 8S")
    assert returned == StakesReturned(1_000, 1, ADA, (Stake("player", 100),), voided.reason)
    assert isinstance(committed, RoundCommitted)


def test_a_void_round_shows_no_cards_and_gives_all_back(room: Room) -> None:
    room.begin(place("player", 100), place("tie", 40))
    room.do(VoidRound(1_000, ADA, TIE, "malfunction: KeyError"))
    last = room.session().last
    assert last is not None
    assert (last.end, last.player, last.returned) == (RoundEnd.VOIDED, (), last.stakes)


@pytest.mark.parametrize(
    ("rules", "ended"), [(RULES, (RoundDealt, BetsSettled)), (REFUND, (RoundRefunded, StakesReturned))]
)
def test_a_room_that_opens_ends_what_its_stop_left_open(rules: TouchRules, ended: tuple[type, type]) -> None:
    room = Room(rules)
    room.sit(ADA)
    room.sit(BOB)
    room.begin(place("player", 100))
    events = room.do(OpenRoom(9_000))
    assert [type(event) for event in events if getattr(event, "patron", None) == ADA] == [*ended, SessionEnded]
    assert events[-2:] == (RoomOpened(9_000, 2), SpotsOffered(9_000, "d" * 64, rules.betting))
    assert not room.state.sessions
    assert room.state.rounds == 2


def test_round_numbers_go_on_after_the_room_opened_again(room: Room) -> None:
    room.do(OpenRoom(9_000))
    room.sit(ADA)
    assert room.session().round == 2


# ---- the cashier ----------------------------------------------------------------------------------------------------


def test_a_reference_is_used_once_even_over_a_restart(room: Room) -> None:
    deposit = DepositFunds(1_000, CASHIER, ADA, 500, "till-1")
    assert room.do(deposit) == (FundsDeposited(1_000, CASHIER, ADA, 500, "till-1"),)
    room.do(OpenRoom(9_000))
    for again in (deposit, WithdrawFunds(1_000, CASHIER, ADA, 500, "till-1")):
        with pytest.raises(CommandRefused) as refused:
            room.do(again)
        assert code_of(refused) == "reference_used"


def _finish(room: Room) -> FinishRound:
    return FinishRound(room.now, ADA, room.next_shoe, present=True)
