"""What the table's own events mean for the bets. Pure."""

from dataclasses import replace

import pytest

from dealer_table.baccarat.paytables import BankerRule
from dealer_table.betting.commands import LeaveTable
from dealer_table.betting.consequences import consequences
from dealer_table.betting.events import (
    BetsSettled,
    BettingEvent,
    PatronAsked,
    PatronLeft,
    SettlementCorrected,
    SpotsOffered,
    StakesReturned,
)
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.rules import BettingRules, Spot
from dealer_table.betting.words import Left, Stake
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import BurnRule, Phase, Resolution
from tests.dealer_table.betting.felt_at_work import (
    ANN,
    BOB,
    CLEAR,
    FAY,
    RULES,
    FeltAtWork,
    felt_open,
    felt_with_shoe,
    place,
    restarted,
)
from tests.dealer_table.procedure.table_at_work import (
    ALL_BUT_THE_LAST,
    BANKER_NATURAL,
    DEALER,
    PLAYER_NATURAL,
    SUPERVISOR,
    TIE_OF_SIX_CARDS,
)

BANKER_WINS_ON_SIX = "TS 2H 5S 4H"


def on_bets(recorded: tuple[RecordedEvent, ...] | list[RecordedEvent]) -> list[RecordedEvent]:
    """Return what concerns bets and patrons, offers left out."""
    return [one for one in recorded if isinstance(one, BettingEvent) and not isinstance(one, SpotsOffered)]


def since(felt: FeltAtWork, position: int) -> list[RecordedEvent]:
    return on_bets(felt.journal[position:])


# ---- settlement ---------------------------------------------------------------------------------------------------


def test_everybody_who_has_a_stake_is_settled_losers_too() -> None:
    felt = felt_open()
    felt.bet(BOB, place("banker", 200), place("tie", 100))
    felt.bet(ANN, place("player", 500), place("player_natural", 100))
    felt.bet(FAY, place("player", 500))
    felt.bet(FAY, CLEAR)
    recorded = felt.play_out(PLAYER_NATURAL)
    assert on_bets(recorded) == [
        BetsSettled(
            felt.now,
            1,
            ANN,
            (Stake("player", 500), Stake("player_natural", 100)),
            (Stake("player", 1_000), Stake("player_natural", 450)),
            "rules-1",
        ),
        BetsSettled(felt.now, 1, BOB, (Stake("banker", 200), Stake("tie", 100)), (), "rules-1"),
    ]
    assert felt.balances() == {"patron:ann": 850, "patron:bob": -300, "stakes": 0, "house": -550}
    assert felt.balances("FUN") == {"patron:fay": 0, "stakes": 0}


def test_bets_stand_though_their_patron_is_gone() -> None:
    felt = felt_open()
    felt.bet(ANN, place("tie", 100))
    felt.scanner(online=True)
    felt.play_out(TIE_OF_SIX_CARDS)
    assert felt.balances()["patron:ann"] == 800


def test_a_coup_is_paid_by_the_rules_its_bets_were_accepted_under() -> None:
    felt = felt_open()
    felt.bet(ANN, place("banker", 1_000))
    no_commission = Spot("banker", BankerRule.NO_COMMISSION.bet)
    spots = tuple(no_commission if spot.name == "banker" else spot for spot in RULES.spots)
    felt.rules = replace(RULES, spots=spots)
    felt.give(c.AdoptRules(felt.now, DEALER, "rules-2"))
    felt.book = restarted(felt)
    felt.bet(BOB, place("banker", 1_000))
    felt.play_out(BANKER_NATURAL)
    assert [event.rules_digest for event in felt.journal if isinstance(event, BetsSettled)] == ["rules-1"] * 2
    assert felt.balances()["patron:ann"] == felt.balances()["patron:bob"] == 950
    felt.open_betting()
    felt.bet(ANN, place("banker", 1_000))
    felt.play_out(BANKER_NATURAL)
    assert felt.balances()["patron:ann"] == 950 + 1_000


def test_a_result_corrected_before_it_is_settled_is_settled_once() -> None:
    felt = felt_open(HouseProcedure(burn=BurnRule.NONE, confirm_result=True))
    felt.bet(ANN, place("player", 500))
    felt.play_out("4S 2H 4D 3H")
    assert felt.phase() is Phase.RESULT
    felt.give(c.ConfirmResult(felt.now, DEALER, outcome=None))
    assert felt.balances()["patron:ann"] == 500


def test_a_coup_nobody_bets_on_has_no_settlement() -> None:
    felt = felt_open(patrons=())
    assert on_bets(felt.play_out(PLAYER_NATURAL)) == []
    assert felt.book.settled[-1].number == 1
    assert felt.book.open_coup is None


def test_a_free_coup_is_not_settled_and_ends_nobodys_patience() -> None:
    felt = felt_with_shoe(HouseProcedure(burn=BurnRule.NONE, free_coups=3))
    for _ in range(3):
        felt.give(c.StartFreeCoup(felt.now, DEALER))
        felt.deal(TIE_OF_SIX_CARDS)
    assert since(felt, 0) == [event for event in since(felt, 0) if type(event).__name__ == "PatronSeated"]
    assert felt.book.seats[ANN].idle_coups == 0


# ---- stakes that go back ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["", "4S", ALL_BUT_THE_LAST])
def test_a_void_coup_gives_every_stake_back(cards: str) -> None:
    felt = felt_open()
    felt.bet(BOB, place("tie", 100))
    felt.bet(ANN, place("player", 500))
    felt.play_out(cards)
    position = len(felt.journal)
    felt.void()
    assert since(felt, position) == [
        StakesReturned(felt.now, 1, ANN, (Stake("player", 500),), "spilled water"),
        StakesReturned(felt.now, 1, BOB, (Stake("tie", 100),), "spilled water"),
    ]
    assert not any(felt.balances().values())
    assert felt.book.open_coup is None and felt.book.voided is not None


def test_a_coup_may_be_void_while_betting_is_open_or_its_result_lies_there() -> None:
    felt = felt_open(HouseProcedure(burn=BurnRule.NONE, confirm_result=True))
    felt.bet(ANN, place("player", 500))
    felt.void()
    felt.open_betting()
    felt.bet(ANN, place("player", 500))
    felt.play_out(PLAYER_NATURAL)
    assert felt.phase() is Phase.RESULT
    felt.void()
    assert [event.coup for event in felt.journal if isinstance(event, StakesReturned)] == [1, 2]
    assert not any(felt.balances().values())


def test_a_card_that_came_too_early_leaves_the_bets_to_the_people() -> None:
    for resolution, back in ((Resolution.CONTINUE, 1_000), (Resolution.VOID, 0)):
        felt = felt_open()
        felt.bet(ANN, place("player", 1_000))
        felt.read("4S")
        assert felt.balances()["stakes"] == 1_000
        felt.resolve(resolution)
        if resolution is Resolution.CONTINUE:
            felt.deal("2H 5S 3H")
        assert felt.balances()["patron:ann"] == back
        assert felt.balances()["stakes"] == 0


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (e.ShoeRemoved(5_000, SUPERVISOR, 1, "worn"), "the shoe was removed: worn"),
        (e.ShoeRemoved(5_000, SUPERVISOR, 1, ""), "the shoe was removed"),
        (e.TableClosed(5_000, SUPERVISOR), "the table was closed"),
    ],
)
def test_a_coup_that_cannot_go_on_gives_every_stake_back(event: e.ShoeRemoved | e.TableClosed, reason: str) -> None:
    felt = felt_open()
    felt.bet(ANN, place("player", 500))
    follows = consequences(felt.book, felt.state, [event], RULES)
    assert StakesReturned(5_000, 1, ANN, (Stake("player", 500),), reason) in follows
    assert felt.book.after(event).open_coup is None


# ---- corrections --------------------------------------------------------------------------------------------------


def settled_felt() -> FeltAtWork:
    """Return a table where Player has won by a natural; Ann had it, Bob had Banker, Fay a tie."""
    felt = felt_open()
    felt.bet(ANN, place("player", 500))
    felt.bet(BOB, place("banker", 500))
    felt.bet(FAY, place("tie", 500))
    felt.play_out(PLAYER_NATURAL)
    return felt


def test_a_correction_settles_the_difference_for_whom_there_is_one() -> None:
    felt = settled_felt()
    position = len(felt.journal)
    felt.correct_coup(1, "2H 3S", "4S 5H")
    assert since(felt, position) == [
        SettlementCorrected(felt.now, 1, ANN, (Stake("player", 1_000),), ()),
        SettlementCorrected(felt.now, 1, BOB, (), (Stake("banker", 975),)),
    ]
    assert felt.balances() == {"patron:ann": -500, "patron:bob": 475, "stakes": 0, "house": 25}
    assert felt.balances("FUN")["patron:fay"] == -500


def test_a_second_correction_goes_on_from_the_first() -> None:
    felt = settled_felt()
    felt.correct_coup(1, "2H 3S", "4S 5H")
    felt.book = restarted(felt)
    position = len(felt.journal)
    felt.correct_coup(1, "4S 5S", "4S 5H")
    assert since(felt, position) == [
        SettlementCorrected(felt.now, 1, ANN, (), (Stake("player", 500),)),
        SettlementCorrected(felt.now, 1, BOB, (Stake("banker", 975),), (Stake("banker", 500),)),
        SettlementCorrected(felt.now, 1, FAY, (), (Stake("tie", 4_500),)),
    ]
    assert felt.balances() == {"patron:ann": 0, "patron:bob": 0, "stakes": 0, "house": 0}


def test_a_coup_of_before_is_corrected_while_the_next_is_bet_on() -> None:
    felt = settled_felt()
    felt.open_betting()
    felt.bet(ANN, place("tie", 100))
    felt.ask(LeaveTable(felt.now, BOB))
    felt.correct_coup(1, "2H 3S", "4S 5H")
    assert felt.balances() == {"patron:ann": -600, "patron:bob": 475, "stakes": 100, "house": 25}
    assert felt.book.last_of(BOB) == felt.book.settled[-1]


def test_a_coup_that_nobody_bet_on_needs_no_difference() -> None:
    felt = felt_open()
    felt.play_out(PLAYER_NATURAL)
    position = len(felt.journal)
    felt.correct_coup(1, "2H 3S", "4S 5H")
    assert since(felt, position) == []


def test_a_free_coup_put_right_needs_no_difference() -> None:
    felt = felt_with_shoe(HouseProcedure(burn=BurnRule.NONE, free_coups=1))
    felt.give(c.StartFreeCoup(felt.now, DEALER))
    felt.deal(PLAYER_NATURAL)
    position = len(felt.journal)
    felt.correct_coup(1, "2H 3S", "4S 5H")
    assert since(felt, position) == []


def test_voids_in_between_leave_as_many_coups_to_correct_as_the_procedure_knows() -> None:
    felt = settled_felt()
    for _ in range(9):
        felt.open_betting()
        felt.void()
        felt.open_betting()
        felt.tie()
    felt.correct_coup(1, "2H 3S", "4S 5H")
    assert felt.balances()["patron:bob"] == 475
    assert len(felt.book.settled) == 10


# ---- idle patrons -------------------------------------------------------------------------------------------------


def idle_events(felt: FeltAtWork, coups: int) -> list[RecordedEvent]:
    """Play coups nobody bets on, and return who was asked or let go."""
    position = len(felt.journal)
    for _ in range(coups):
        felt.open_betting()
        felt.tie()
    return since(felt, position)


def test_a_patron_who_does_not_bet_is_asked_once_and_then_let_go() -> None:
    felt = felt_with_shoe(patrons=(ANN,))
    assert idle_events(felt, 1) == []
    assert idle_events(felt, 1) == [PatronAsked(felt.now, ANN, 2)]
    assert felt.book.seats[ANN].asked
    assert idle_events(felt, 1) == []
    assert idle_events(felt, 1) == [PatronLeft(felt.now, ANN, Left.IDLE)]
    assert ANN not in felt.book.seats


def test_a_bet_or_a_new_seat_ends_idleness() -> None:
    felt = felt_with_shoe(patrons=(ANN, BOB))
    idle_events(felt, 3)
    felt.seat(ANN)
    felt.open_betting()
    felt.bet(BOB, place("tie", 100))
    felt.play_out(TIE_OF_SIX_CARDS)
    assert (felt.book.seats[ANN].idle_coups, felt.book.seats[BOB].idle_coups) == (1, 0)
    assert idle_events(felt, 1) == [PatronAsked(felt.now, ANN, 2)]
    assert idle_events(felt, 1) == [PatronAsked(felt.now, BOB, 2)]


def test_a_bet_that_was_taken_back_is_none_when_the_coup_is_settled() -> None:
    felt = felt_open(patrons=(ANN,))
    felt.bet(ANN, place("tie", 100))
    felt.bet(ANN, CLEAR)
    felt.play_out(TIE_OF_SIX_CARDS)
    assert felt.book.seats[ANN].idle_coups == 1


def test_a_void_coup_ends_nobodys_patience() -> None:
    felt = felt_open(patrons=(ANN,))
    felt.void()
    assert felt.book.seats[ANN].idle_coups == 0


def test_a_house_may_have_endless_patience() -> None:
    felt = felt_with_shoe(rules=replace(RULES, ask_after=0, leave_after=0), patrons=(ANN,))
    assert idle_events(felt, 12) == []
    assert felt.book.seats[ANN].idle_coups == 12


def test_who_is_let_go_is_not_asked_any_more() -> None:
    felt = felt_with_shoe(rules=replace(RULES, ask_after=2, leave_after=2), patrons=(ANN,))
    assert idle_events(felt, 2) == [PatronLeft(felt.now, ANN, Left.IDLE)]


def test_a_table_that_closes_lets_everybody_go_once() -> None:
    felt = felt_with_shoe(patrons=(ANN, BOB))
    idle_events(felt, 3)
    felt.open_betting()
    felt.bet(BOB, place("tie", 100))
    felt.give(c.CloseTable(felt.now, DEALER))
    position = len(felt.journal)
    felt.play_out(TIE_OF_SIX_CARDS)
    assert since(felt, position) == [
        BetsSettled(felt.now, 4, BOB, (Stake("tie", 100),), (Stake("tie", 900),), "rules-1"),
        PatronLeft(felt.now, ANN, Left.IDLE),
        PatronLeft(felt.now, BOB, Left.TABLE_CLOSED),
    ]
    assert not felt.book.seats


# ---- offers -------------------------------------------------------------------------------------------------------


def offers(felt: FeltAtWork) -> list[str]:
    return [event.digest for event in felt.journal if isinstance(event, SpotsOffered)]


def test_an_offer_stands_in_the_journal_after_each_shoe_and_each_change() -> None:
    felt = felt_with_shoe()
    assert offers(felt) == ["rules-1", "rules-1"]
    felt.give(c.AdoptRules(felt.now, DEALER, "rules-2"))
    felt.give(c.AdoptRules(felt.now, DEALER, "rules-2"))
    assert offers(felt) == ["rules-1", "rules-1", "rules-2"]
    felt.give(c.ChangeShoe(felt.now, DEALER))
    felt.give(c.LoadShoe(felt.now, DEALER))
    assert offers(felt) == ["rules-1", "rules-1", "rules-2", "rules-2"]


def test_a_house_that_takes_no_bets_makes_no_offer() -> None:
    assert offers(felt_with_shoe(rules=BettingRules(), patrons=())) == []
