from dealer_table.baccarat.coup import Outcome
from dealer_table.betting.commands import SeatPatron
from dealer_table.betting.words import PatronLimits
from dealer_table.gateway.patron_view import Purse, patron_view, totals
from dealer_table.procedure import commands as c
from dealer_table.wire.to_patron import PatronView
from tests.dealer_table.procedure.table_at_work import SUPERVISOR
from tests.dealer_table.records.table_with_bets import ANN, BOB, TableWithBets, loaded_table

TOKEN = PatronLimits(spot_maximum=500)
BANKER_WINS = "2S 3S 5C 5D"


def view(table: TableWithBets) -> PatronView:
    return patron_view(ANN, TOKEN, table.book, Purse(2, 700, available=False), version=9, now=5)


def test_who_has_no_seat_sees_the_limits_of_the_token() -> None:
    told = view(loaded_table())
    assert (told.seated, told.limits, told.stakes, told.last, told.coup) == (False, TOKEN, (), None, None)
    assert (told.version, told.server_time, told.balance, told.accounts) == (9, 5, 700, "unavailable")


def test_who_has_one_sees_those_of_the_seat_and_what_lies_there() -> None:
    table = loaded_table()
    table.open_betting()
    table.give_bets(SeatPatron(table.now, ANN, PatronLimits(coup_maximum=900)))
    assert (view(table).seated, view(table).limits) == (True, PatronLimits(coup_maximum=900))
    table.bet(ANN, tie=100, player=300)
    assert (view(table).coup, view(table).stakes) == (1, (("player", 300), ("tie", 100)))


def test_the_last_coup_is_the_last_one_with_a_stake_of_ones_own() -> None:
    table = loaded_table()
    table.play_with(BANKER_WINS, (ANN, {"player": 300}), (BOB, {"banker": 100}))
    table.play_with(BANKER_WINS, (BOB, {"banker": 100}))
    last = view(table).last
    assert last is not None
    assert (last.coup, last.returned, last.outcome, last.void) == (1, (), Outcome.BANKER, False)
    table.open_betting()
    table.bet(ANN, tie=100)
    table.give(c.VoidCoup(table.now, SUPERVISOR, "a card fell"))
    last = view(table).last
    assert last is not None
    assert (last.coup, last.returned, last.outcome, last.void) == (3, (("tie", 100),), None, True)
    assert view(table).previous == (("tie", 100),)


def test_totals_leave_out_what_is_empty_again() -> None:
    table = loaded_table()
    assert totals(table.book).coup is None
    table.open_betting()
    table.bet(ANN, tie=100)
    table.bet(BOB, player=200)
    assert (totals(table.book).patrons, totals(table.book).currencies) == (2, {"EUR": {"player": 200, "tie": 100}})
    table.undo(BOB)
    assert (totals(table.book).patrons, totals(table.book).currencies) == (1, {"EUR": {"tie": 100}})
    table.undo(ANN)
    assert (totals(table.book).patrons, totals(table.book).currencies) == (0, {})
