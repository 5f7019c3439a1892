"""What follows from cards, cut cards, misreads, lost reads and second opinions; none is ever refused. Pure."""

from dataclasses import replace

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.facts import read_of
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import (
    SYSTEM,
    BurnRule,
    CutCardRule,
    HoldKind,
    ImpossibleCause,
    MisreadCause,
    Phase,
    Resolution,
)
from tests.dealer_table.procedure.table_at_work import (
    ALL_BUT_THE_LAST,
    DEALER,
    NO_BURN,
    PLAYER_NATURAL,
    SUPERVISOR,
    TableAtWork,
    kinds,
    only,
    table_in_coup,
    table_with_shoe,
)

CONFIRMED = replace(NO_BURN, confirm_result=True)
SECOND_OPINION = replace(NO_BURN, waits_for_shoe_result=True)
BURNS_BETWEEN = replace(NO_BURN, burn_between_coups=1)
ONE_PACK = replace(NO_BURN, packs=1)

# ---- the cut card -------------------------------------------------------------------------------------------------

RULES = [
    # rule, coups still to begin when it came between coups or for a first card, and when it came within a coup
    (CutCardRule.CURRENT_IS_LAST, 0, 0),
    (CutCardRule.ONE_MORE, 1, 1),
    (CutCardRule.ONE_MORE_UNLESS_FIRST, 0, 1),
    (CutCardRule.TWO_INCLUDING_CURRENT, 1, 1),
]


def table_by(rule: CutCardRule) -> TableAtWork:
    return table_with_shoe(replace(NO_BURN, cut_card_rule=rule))


def assert_last_coup(table: TableAtWork, last: int) -> None:
    """Play on, and see the shoe end after coup `last`."""
    assert table.shoe.last_coup == last
    if table.phase() is Phase.BETTING:
        table.close_betting()
    if table.phase() is Phase.DEALING:
        table.deal(" ".join(PLAYER_NATURAL.split()[len(table.coup.cards) :]))
    while table.shoe.coups < last:
        table.play(PLAYER_NATURAL)
    assert table.phase() is Phase.SHOE_OVER
    assert table.refuses(c.OpenBetting(table.now, DEALER)) == "wrong_phase"


@pytest.mark.parametrize(("rule", "first", "within"), RULES)
def test_a_cut_card_before_the_first_coup_belongs_to_it(rule: CutCardRule, first: int, within: int) -> None:
    table = table_by(rule)
    table.cut_card()
    assert_last_coup(table, 1 + first)


@pytest.mark.parametrize(("rule", "first", "within"), RULES)
def test_a_cut_card_between_coups_belongs_to_the_next_one(rule: CutCardRule, first: int, within: int) -> None:
    table = table_by(rule)
    table.play(PLAYER_NATURAL)
    table.cut_card()
    assert_last_coup(table, 2 + first)


@pytest.mark.parametrize(("rule", "first", "within"), RULES)
def test_a_cut_card_after_the_last_card_of_a_coup_belongs_to_the_next(
    rule: CutCardRule, first: int, within: int
) -> None:
    table = table_in_coup(replace(CONFIRMED, cut_card_rule=rule), PLAYER_NATURAL)
    table.cut_card()
    assert table.phase() is Phase.RESULT
    assert table.shoe.last_coup == 2 + first


@pytest.mark.parametrize(("rule", "first", "within"), RULES)
@pytest.mark.parametrize("betting", [True, False])
def test_a_cut_card_in_place_of_the_first_card(rule: CutCardRule, first: int, within: int, betting: bool) -> None:
    table = table_by(rule)
    table.open_betting()
    if not betting:
        table.close_betting()
    table.cut_card()
    assert_last_coup(table, 1 + first)


@pytest.mark.parametrize(("rule", "first", "within"), RULES)
@pytest.mark.parametrize("cards", ["4S", "4S 2H 5S"])
def test_a_cut_card_within_a_coup(rule: CutCardRule, first: int, within: int, cards: str) -> None:
    table = table_by(rule)
    table.begin_coup()
    table.deal(cards)
    table.cut_card()
    assert_last_coup(table, 1 + within)


def test_a_cut_card_behind_a_first_card_that_came_too_early_is_within_the_coup() -> None:
    table = table_by(CutCardRule.ONE_MORE_UNLESS_FIRST)
    table.open_betting()
    table.read("4S")
    table.cut_card()
    assert table.shoe.last_coup == 2


@pytest.mark.parametrize("house", [HouseProcedure(), BURNS_BETWEEN])
def test_a_cut_card_in_a_burn_belongs_to_the_coup_after_it(house: HouseProcedure) -> None:
    table = table_with_shoe(house)
    if house is BURNS_BETWEEN:
        table.play(PLAYER_NATURAL)
    assert table.phase() is Phase.BURN
    table.cut_card()
    assert table.shoe.last_coup == table.shoe.coups + 1


def test_the_dealer_may_say_that_the_cut_card_is_out() -> None:
    table = table_in_coup(cards="4S")
    seen = only(e.CutCardSeen, table.give(c.DeclareCutCard(table.now, DEALER)))
    assert (seen.by, seen.read, seen.last_coup) == (DEALER, None, 1)


def test_a_cut_card_may_be_declared_while_a_hold_stands() -> None:
    table = table_in_coup(cards="4S")
    table.misread()
    table.give(c.DeclareCutCard(table.now, DEALER))
    assert table.shoe.cut_card_out
    assert table.held_for is HoldKind.MISREAD


def test_a_cut_card_seen_twice_or_without_a_shoe_is_recorded_and_nothing_follows() -> None:
    table = table_with_shoe()
    table.cut_card()
    assert kinds(table.cut_card()) == [e.CutCardSeenAgain]
    table.play(PLAYER_NATURAL)
    assert kinds(table.cut_card()) == [e.CutCardSeenAgain]
    table.give(c.ChangeShoe(table.now, DEALER))
    assert kinds(table.cut_card()) == [e.CutCardSeenAgain]


def test_a_voided_last_coup_was_the_last_all_the_same() -> None:
    table = table_in_coup(cards="4S")
    table.cut_card()
    assert kinds(table.void()) == [e.CoupVoided, e.ShoeEnded]


# ---- reads once, and reads with no shoe in use --------------------------------------------------------------------


def test_a_repeated_read_changes_nothing() -> None:
    table = table_in_coup()
    read = table.next_read()
    repeats: list[c.Fact] = [
        c.RecordCardRead(table.now, read, Card("4S")),
        c.RecordCutCard(table.now, read),
        c.RecordMisread(table.now, read, MisreadCause.NO_READ),
        c.RecordDeviceEvent(table.now, read, "lid_open"),
        c.RecordShoeResult(table.now, read, Outcome.TIE),
        c.RecordReadsLost(table.now, read.scanner, read.boot, read.seq, read.seq),
    ]
    table.give(repeats[0])
    for repeat in repeats:
        assert table.give(repeat) == ()
    assert table.coup.cards == ("4S",)


@pytest.mark.parametrize("phase", [Phase.CLOSED, Phase.SHOE_CHANGE, Phase.SHOE_OVER])
def test_a_card_read_with_no_shoe_in_use_is_recorded_only(phase: Phase) -> None:
    table = table_with_shoe()
    if phase is Phase.SHOE_OVER:
        table.cut_card()
        table.play(PLAYER_NATURAL)
    else:
        table.give(c.ChangeShoe(table.now, DEALER))
    if phase is Phase.CLOSED:
        table.give(c.CloseTable(table.now, DEALER))
    before = table.state.shoe
    assert table.phase() is phase
    assert kinds(table.read("8S")) == [e.CardReadIdle]
    assert table.state.shoe == before


def test_a_scanner_s_word_about_itself_is_recorded() -> None:
    table = table_with_shoe()
    reported = only(e.DeviceReported, table.give(c.RecordDeviceEvent(table.now, table.next_read(), "lid_open", 7)))
    assert (reported.what, reported.code) == ("lid_open", 7)


def test_the_identity_of_a_read_is_known_of_those_that_have_one() -> None:
    read = c.ReadId("shoe", "b1", 1)
    assert read_of(c.RecordCutCard(1, read)) == read
    assert read_of(c.CheckClock(1)) is None


# ---- misreads and impossible cards --------------------------------------------------------------------------------


def test_a_card_that_is_due_and_cannot_be_read_stops_the_dealing() -> None:
    table = table_in_coup(cards="4S")
    events = table.misread(MisreadCause.CHECK_FAILED)
    assert only(e.MisreadRecorded, events).due
    assert only(e.HoldRaised, events).cause == "check_failed"


def test_each_failed_rescan_is_counted_and_the_first_good_one_ends_the_hold() -> None:
    table = table_in_coup(cards="4S")
    table.misread()
    assert only(e.RescanFailed, table.misread()).attempts == 2
    assert only(e.RescanFailed, table.misread()).attempts == 3
    events = table.read("2H")
    resolved = only(e.HoldResolved, events)
    assert (resolved.resolution, resolved.by) == (Resolution.RESCAN, SYSTEM)
    assert table.coup.cards == ("4S", "2H")


def test_a_misread_in_the_burn_stops_the_burn() -> None:
    table = table_with_shoe(HouseProcedure())
    table.misread()
    assert table.held_for is HoldKind.MISREAD
    table.read("2H")
    assert table.shoe.indicator == "2H"


@pytest.mark.parametrize("phase", [Phase.READY, Phase.BETTING, Phase.RESULT, Phase.SETTLED])
def test_a_misread_with_no_card_due_is_only_recorded(phase: Phase) -> None:
    table = table_with_shoe(CONFIRMED)
    if phase is Phase.BETTING:
        table.open_betting()
    elif phase is not Phase.READY:
        table.play(PLAYER_NATURAL)
    if phase is Phase.SETTLED:
        table.give(c.ConfirmResult(table.now, DEALER))
    assert table.phase() is phase
    assert not only(e.MisreadRecorded, table.misread()).due
    assert table.state.hold is None


def test_a_misread_while_another_hold_stands_is_only_recorded() -> None:
    table = table_in_coup(cards="4S")
    table.give(c.DeclareFaceUpCard(table.now, DEALER))
    assert kinds(table.misread()) == [e.MisreadRecorded]
    assert table.held_for is HoldKind.FACE_UP_CARD


def test_a_ninth_copy_of_eight_is_impossible() -> None:
    table = table_in_coup(ONE_PACK, "4S")
    events = table.read("4S")
    assert kinds(events) == [e.CardRejected, e.HoldRaised]
    assert only(e.CardRejected, events).cause is ImpossibleCause.TOO_MANY_COPIES
    assert table.held_for is HoldKind.IMPOSSIBLE_CARD
    table.read("2H")
    assert table.coup.cards == ("4S", "2H")


def test_a_serial_seen_twice_in_a_shoe_is_impossible() -> None:
    table = table_in_coup()
    table.read("4S", serial="000117")
    rejected = only(e.CardRejected, table.read("2H", serial="000117"))
    assert (rejected.cause, rejected.serial) == (ImpossibleCause.SERIAL_TWICE, "000117")
    table.read("4S", serial="000118")
    assert table.coup.cards == ("4S", "4S")


def test_an_impossible_card_with_no_card_due_is_only_recorded() -> None:
    table = table_with_shoe(ONE_PACK)
    table.play(PLAYER_NATURAL)
    assert kinds(table.read("4S")) == [e.CardRejected]


def test_a_misread_after_an_impossible_card_is_one_more_try() -> None:
    table = table_in_coup(ONE_PACK, "4S")
    table.read("4S")
    table.misread()
    assert (table.held_for, table.hold.attempts) == (HoldKind.IMPOSSIBLE_CARD, 2)


# ---- lost reads, and time ------------------------------------------------------------------------------------------


def test_reads_lost_while_a_card_is_due_stop_the_dealing() -> None:
    table = table_in_coup(cards="4S")
    events = table.lose_reads(2)
    assert (only(e.ReadsLost, events).first, only(e.ReadsLost, events).last) == (2, 3)
    assert table.held_for is HoldKind.READS_LOST
    table.read("2H")
    assert table.hold.held == ("2H",)


def test_reads_lost_with_no_card_due_are_only_recorded() -> None:
    table = table_with_shoe()
    assert kinds(table.lose_reads()) == [e.ReadsLost]


def test_a_scanner_that_goes_away_in_mid_coup_may_have_lost_reads() -> None:
    table = table_in_coup(cards="4S")
    assert kinds(table.scanner(online=False)) == [e.ScannerOffline, e.HoldRaised]
    assert table.hold.cause == "scanner_offline"
    assert table.scanner(online=False) == ()
    assert kinds(table.scanner(online=True)) == [e.ScannerOnline]
    assert table.scanner(online=True) == ()


def test_a_scanner_may_come_and_go_between_coups() -> None:
    table = table_with_shoe()
    table.scanner(online=False)
    assert table.state.hold is None
    assert table.refuses(c.OpenBetting(table.now, DEALER)) == "scanner_offline"


@pytest.mark.parametrize("loss", ["gap", "scanner"])
def test_reads_lost_while_another_hold_stands_are_the_next_hold(loss: str) -> None:
    table = table_in_coup(cards="4S")
    table.give(c.DeclareFaceUpCard(table.now, DEALER))
    if loss == "gap":
        table.lose_reads()
    else:
        table.scanner(online=False)
    assert table.held_for is HoldKind.FACE_UP_CARD
    events = table.resolve(Resolution.STAYS_VALID)
    assert kinds(events) == [e.HoldResolved, e.HoldRaised]
    assert table.hold.cause == ("reads_missing" if loss == "gap" else "scanner_offline")


@pytest.mark.parametrize("waiting_for", [HoldKind.MISREAD, HoldKind.DRAW_TIMEOUT])
def test_a_card_that_ends_one_hold_waits_in_the_next_when_reads_were_lost_meanwhile(waiting_for: HoldKind) -> None:
    table = table_in_coup(cards="4S")
    if waiting_for is HoldKind.MISREAD:
        table.misread()
    else:
        table.wait(30)
    assert table.held_for is waiting_for
    table.lose_reads()
    assert kinds(table.read("2H")) == [e.CardRead, e.HoldResolved, e.HoldRaised, e.CardHeld]
    assert (table.held_for, table.hold.held) == (HoldKind.READS_LOST, ("2H",))
    table.resolve(Resolution.RESUME)
    assert table.coup.cards == ("4S", "2H")


def test_reads_lost_before_a_coup_are_not_a_hold_of_the_next() -> None:
    table = table_with_shoe(replace(NO_BURN, misread_tries=1))
    table.read("9D")
    table.lose_reads()
    table.resolve(Resolution.BURN_IT)
    table.begin_coup()
    table.misread()
    table.resolve(Resolution.KEY_IN, card="4S")
    assert table.state.hold is None


def test_a_card_ends_the_wait_for_it() -> None:
    table = table_in_coup(cards="4S")
    table.wait(30)
    resolved = only(e.HoldResolved, table.read("2H"))
    assert (resolved.kind, resolved.resolution, resolved.by) == (HoldKind.DRAW_TIMEOUT, Resolution.CALL, SYSTEM)


def test_a_card_that_comes_late_and_unreadable_is_a_misread() -> None:
    table = table_in_coup(cards="4S")
    table.wait(30)
    events = table.misread()
    assert kinds(events) == [e.MisreadRecorded, e.HoldResolved, e.HoldRaised]
    assert only(e.MisreadRecorded, events).due
    assert table.held_for is HoldKind.MISREAD


# ---- the shoe's own result ----------------------------------------------------------------------------------------


def test_a_coup_is_not_settled_before_the_second_opinion_has_come() -> None:
    table = table_in_coup(SECOND_OPINION, PLAYER_NATURAL)
    assert table.phase() is Phase.RESULT
    assert kinds(table.shoe_says(Outcome.PLAYER)) == [e.ShoeResultReported, e.ResultConfirmed, e.CoupSettled]


def test_a_second_opinion_may_come_before_the_last_card() -> None:
    table = table_in_coup(SECOND_OPINION, ALL_BUT_THE_LAST)
    table.shoe_says(Outcome.TIE)
    assert kinds(table.read("2H"))[-1] is e.CoupSettled


@pytest.mark.parametrize("early", [True, False])
def test_a_second_opinion_that_disagrees_stops_the_coup(early: bool) -> None:
    table = table_in_coup(SECOND_OPINION, ALL_BUT_THE_LAST)
    if early:
        table.shoe_says(Outcome.BANKER)
        table.read("2H")
    else:
        table.read("2H")
        table.shoe_says(Outcome.BANKER)
    assert table.hold.cause == "shoe_says_banker"
    assert table.phase() is Phase.RESULT


def test_a_second_opinion_that_agrees_still_leaves_the_word_to_the_dealer() -> None:
    table = table_in_coup(CONFIRMED, PLAYER_NATURAL)
    assert kinds(table.shoe_says(Outcome.PLAYER)) == [e.ShoeResultReported]
    table.give(c.ConfirmResult(table.now, DEALER))
    assert table.phase() is Phase.SETTLED


@pytest.mark.parametrize("after", [Phase.SETTLED, Phase.BURN, Phase.READY, Phase.SHOE_OVER])
def test_a_second_opinion_too_late_to_stop_the_settlement_is_told_to_people(after: Phase) -> None:
    table = table_in_coup(BURNS_BETWEEN if after in (Phase.BURN, Phase.READY) else NO_BURN)
    if after is Phase.SHOE_OVER:
        table.cut_card()
    table.deal(PLAYER_NATURAL)
    if after is Phase.READY:
        table.read("9D")
    assert table.phase() is after
    table.shoe_says(Outcome.BANKER)
    assert table.held_for is HoldKind.OUTCOME_MISMATCH
    assert kinds(table.resolve(Resolution.RESUME)) == [e.HoldResolved]


@pytest.mark.parametrize("voided_at", [Phase.DEALING, Phase.RESULT])
def test_a_second_opinion_about_a_void_coup_does_not_matter(voided_at: Phase) -> None:
    table = table_in_coup(CONFIRMED, PLAYER_NATURAL if voided_at is Phase.RESULT else "4S")
    assert table.phase() is voided_at
    table.void()
    assert kinds(table.shoe_says(Outcome.BANKER)) == [e.ShoeResultReported]


@pytest.mark.parametrize("phase", [Phase.READY, Phase.BETTING])
def test_a_second_opinion_about_no_coup_is_only_recorded(phase: Phase) -> None:
    table = table_with_shoe(SECOND_OPINION)
    if phase is Phase.BETTING:
        table.open_betting()
    assert kinds(table.shoe_says(Outcome.BANKER)) == [e.ShoeResultReported]
    if phase is Phase.BETTING:
        table.close_betting()
        table.deal(PLAYER_NATURAL)
        assert table.phase() is Phase.RESULT, "what came before the cards was no opinion on them"


def test_a_second_opinion_that_comes_after_the_next_betting_says_nothing_of_the_next_coup() -> None:
    table = table_in_coup(cards=PLAYER_NATURAL)
    table.begin_coup()
    assert kinds(table.shoe_says(Outcome.BANKER)) == [e.ShoeResultReported]
    table.deal(PLAYER_NATURAL)
    assert (table.phase(), table.state.hold) == (Phase.SETTLED, None)


def test_the_supervisor_hears_of_a_late_second_opinion_and_nobody_of_one_that_agrees() -> None:
    table = table_in_coup(cards=PLAYER_NATURAL)
    assert kinds(table.shoe_says(Outcome.PLAYER)) == [e.ShoeResultReported]
    table.shoe_says(Outcome.TIE)
    assert table.refuses(table.resolution(Resolution.RESUME, DEALER)) == "supervisor_needed"
    table.resolve(Resolution.RESUME, SUPERVISOR)
    assert table.state.hold is None


def test_a_house_that_burns_by_the_indicator_is_the_default() -> None:
    assert HouseProcedure().burn is BurnRule.INDICATOR
