from collections.abc import Iterator
from dataclasses import replace

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position, Side
from dealer_table.procedure import commands as c
from dealer_table.procedure.events import Event
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import SYSTEM, Actor, BettingClosedBy, BurnRule, HoldKind, Resolution, Role, TakesTwo
from dealer_table.projections.coup_dossier import CoupDossier, CoupStatus, dossiers
from tests.dealer_table.procedure.table_at_work import (
    ALL_BUT_THE_LAST,
    DEALER,
    NO_BURN,
    PLAYER_NATURAL,
    SUPERVISOR,
    TIE_OF_SIX_CARDS,
    TableAtWork,
    table_in_coup,
    table_with_shoe,
)


def only_coup(table: TableAtWork) -> CoupDossier:
    (coup,) = dossiers(table.events)
    return coup


def sources(coup: CoupDossier) -> list[tuple[str, int]]:
    """Return each card and the number of the read it came from; 0 for none."""
    return [(placed.card.value, placed.read.seq if placed.read else 0) for placed in coup.cards]


def test_a_coup_has_its_times_its_people_and_its_cards_with_their_reads() -> None:
    table = table_with_shoe()
    table.now = 10_000
    table.open_betting()
    table.now = 20_000
    table.close_betting()
    for card in PLAYER_NATURAL.split():
        table.now += 1_000
        table.deal(card)
    coup = only_coup(table)
    assert (coup.shoe, coup.coup, coup.status, coup.outcome) == (1, 1, CoupStatus.SETTLED, Outcome.PLAYER)
    assert (coup.begun_at, coup.dealer, coup.closes_at) == (10_000, DEALER, 10_000 + 1000 * NO_BURN.betting_seconds)
    assert (coup.betting_closed_at, coup.betting_closed_by) == (20_000, BettingClosedBy.DEALER)
    assert [placed.at for placed in coup.cards] == [21_000, 22_000, 23_000, 24_000]
    assert sources(coup) == [("4S", 1), ("2H", 2), ("5S", 3), ("3H", 4)]
    assert (coup.completed_at, coup.confirmed_by, coup.ended_at) == (24_000, SYSTEM, 24_000)
    assert coup.people == (DEALER, SYSTEM)
    assert (coup.hand(Side.PLAYER), coup.hand(Side.BANKER)) == ((Card("4S"), Card("5S")), (Card("2H"), Card("3H")))


def test_a_misread_and_its_rescans_are_told_with_the_hold_they_led_to() -> None:
    table = table_in_coup(cards="KS KH")
    table.misread()
    table.misread()
    table.deal("QS QH 2S 2H")
    coup = only_coup(table)
    assert [(misread.scanner, misread.cause) for misread in coup.misreads] == [("shoe", "no_read")] * 2
    (hold,) = coup.holds
    assert (hold.kind, hold.failed_rescans, hold.resolution, hold.by) == (
        HoldKind.MISREAD,
        1,
        Resolution.RESCAN,
        SYSTEM,
    )
    assert coup.outcome is Outcome.TIE


def test_a_card_that_was_keyed_in_says_by_whom_and_names_no_read() -> None:
    table = table_in_coup(HouseProcedure(burn=BurnRule.NONE, misread_tries=1), "4S")
    table.misread()
    table.misread()
    table.resolve(Resolution.KEY_IN, card="2H")
    table.deal("5S 3H")
    coup = only_coup(table)
    keyed = coup.cards[1]
    assert (keyed.position, keyed.card, keyed.read, keyed.keyed_by) == (
        Position.BANKER_1,
        Card("2H"),
        None,
        SUPERVISOR,
    )
    assert coup.holds[0].reason == "spilled water"
    assert SUPERVISOR in coup.people


def test_a_card_kept_for_the_next_coup_names_the_read_it_came_from() -> None:
    table = table_in_coup(HouseProcedure(burn=BurnRule.NONE, confirm_result=True), PLAYER_NATURAL)
    table.deal("9D")
    table.resolve(Resolution.FIRST_OF_NEXT)
    table.give(c.ConfirmResult(table.now, DEALER))
    table.play("2H 9S 3H")
    first, second = dossiers(table.events)
    assert [hold.kind for hold in first.holds] == [HoldKind.EXCESS_CARD]
    assert sources(second)[0] == ("9D", 5)


def test_a_burned_card_is_not_the_source_of_another_of_its_kind() -> None:
    table = table_with_shoe(HouseProcedure(burn=BurnRule.FIXED, burn_fixed=1))
    table.deal("4S")
    table.play(PLAYER_NATURAL)
    assert sources(only_coup(table))[0] == ("4S", 2)


def test_a_card_put_right_before_the_settlement() -> None:
    table = table_in_coup(HouseProcedure(burn=BurnRule.NONE, confirm_result=True), PLAYER_NATURAL)
    table.give(c.ConfirmResult(table.now, DEALER, Outcome.BANKER))
    table.resolve(Resolution.CORRECT_CARD, card="6H", position=Position.BANKER_2)
    table.give(c.ConfirmResult(table.now, DEALER))
    coup = only_coup(table)
    (correction,) = coup.corrections
    assert (correction.before, correction.after) == ({"banker_2": Card("3H")}, {"banker_2": Card("6H")})
    assert (coup.cards[3].card, coup.cards[3].corrected_by) == (Card("6H"), SUPERVISOR)
    assert (coup.status, coup.confirmed_by) == (CoupStatus.SETTLED, DEALER)


def test_a_coup_put_right_after_its_settlement_keeps_what_it_was() -> None:
    table = table_in_coup(cards=PLAYER_NATURAL)
    table.play(TIE_OF_SIX_CARDS)
    table.give(
        c.CorrectCoup(
            table.now,
            SUPERVISOR,
            1,
            (Card("2S"), Card("5S")),
            (Card("2H"), Card("6H")),
            "seen on the film",
        )
    )
    first, second = dossiers(table.events)
    assert (first.status, first.outcome) == (CoupStatus.CORRECTED, Outcome.BANKER)
    assert second.status is CoupStatus.SETTLED
    (correction,) = first.corrections
    assert correction.before == {
        "player_1": Card("4S"),
        "banker_1": Card("2H"),
        "player_2": Card("5S"),
        "banker_2": Card("3H"),
    }
    assert (correction.by, correction.reason) == (SUPERVISOR, "seen on the film")
    assert sources(first) == [("2S", 0), ("2H", 2), ("5S", 3), ("6H", 0)]


def test_a_void_coup_says_who_and_why() -> None:
    table = table_in_coup(cards=ALL_BUT_THE_LAST)
    table.void()
    coup = only_coup(table)
    assert (coup.status, coup.void_by, coup.void_reason, coup.outcome) == (
        CoupStatus.VOID,
        SUPERVISOR,
        "spilled water",
        None,
    )
    assert len(coup.cards) == 5


def test_what_took_two_people_names_both() -> None:
    table = table_in_coup(replace(NO_BURN, second_person=frozenset(TakesTwo)), "4S")
    table.void()
    sue = Actor(Role.SUPERVISOR, "Sue")
    table.give(c.VoidCoup(table.now, sue, "a card fell"))
    coup = only_coup(table)
    (proposal,) = coup.proposals
    assert (proposal.by, proposal.what, proposal.reason) == (SUPERVISOR, TakesTwo.VOID, "spilled water")
    assert (coup.void_by, coup.void_reason) == (sue, "a card fell")
    assert {SUPERVISOR, sue} < set(coup.people)


def test_a_free_coup_and_one_still_open() -> None:
    table = table_with_shoe(HouseProcedure(burn=BurnRule.NONE, free_coups=1))
    table.give(c.StartFreeCoup(table.now, DEALER))
    table.deal(PLAYER_NATURAL)
    table.open_betting()
    assert [(coup.free, coup.status) for coup in dossiers(table.events)] == [
        (True, CoupStatus.FREE),
        (False, CoupStatus.OPEN),
    ]


def test_a_coup_that_a_supervisor_begins_names_the_dealer_on_duty_too() -> None:
    table = table_with_shoe()
    table.give(c.OpenBetting(table.now, SUPERVISOR))
    coup = only_coup(table)
    assert (coup.dealer, coup.on_duty, coup.people) == (SUPERVISOR, "Dana", (SUPERVISOR, DEALER))
    table.void()
    table.give(c.EndShift(table.now, SUPERVISOR))
    table.give(c.OpenBetting(table.now, SUPERVISOR))
    assert [coup.on_duty for coup in dossiers(table.events)] == ["Dana", ""]


def test_the_coups_of_a_shoe_come_when_the_next_is_loaded() -> None:
    table = table_in_coup(cards=PLAYER_NATURAL)
    table.play(TIE_OF_SIX_CARDS)
    table.give(c.ChangeShoe(table.now, DEALER, "worn"))
    seen: list[str] = []

    def going_by() -> Iterator[Event]:
        for event in table.events:
            seen.append(type(event).__name__)
            yield event

    table.give(c.LoadShoe(table.now, DEALER))
    first = next(dossiers(going_by()))
    assert (first.shoe, first.coup, seen[-1], seen.count("ShoeLoaded")) == (1, 1, "ShoeLoaded", 2)
    table.play(PLAYER_NATURAL)
    assert [(coup.shoe, coup.coup) for coup in dossiers(table.events)] == [(1, 1), (1, 2), (2, 1)]
