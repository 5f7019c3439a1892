from dealer_table.betting.words import Stake
from dealer_table.projections.patron_records import BetStatus, patron_records
from tests.dealer_table.procedure.table_at_work import PLAYER_NATURAL, TIE_OF_SIX_CARDS
from tests.dealer_table.records.table_with_bets import ANN, BOB, DIGEST, loaded_table


def test_winners_and_losers_have_what_they_bet_and_what_came_back() -> None:
    table = loaded_table()
    table.play_with(PLAYER_NATURAL, (ANN, {"player": 500, "tie": 100}), (BOB, {"banker": 300}))
    ann, bob = patron_records(table.record, 1)
    assert (ann.patron, ann.status, ann.rules_digest) == (ANN, BetStatus.SETTLED, DIGEST)
    assert (ann.stakes, ann.returned) == ((Stake("player", 500), Stake("tie", 100)), (Stake("player", 1000),))
    assert (ann.staked, ann.back, bob.staked, bob.back) == (600, 1000, 300, 0)
    assert ann.settled_at == table.now - 1000


def test_each_request_that_was_accepted_is_there_with_its_change() -> None:
    table = loaded_table()
    table.open_betting()
    table.bet(ANN, player=500)
    table.bet(ANN, banker=200)
    table.undo(ANN)
    (ann,) = patron_records(table.record, 1)
    assert [(bet.request, bet.change) for bet in ann.accepted] == [("r1", 500), ("r2", 200), ("r3", -200)]
    assert (ann.status, ann.stakes, ann.settled_at) == (BetStatus.OPEN, (Stake("player", 500),), None)


def test_a_void_coup_gives_the_stakes_back_and_says_why() -> None:
    table = loaded_table()
    table.open_betting()
    table.bet(ANN, player=500)
    table.void()
    (ann,) = patron_records(table.record, 1)
    assert (ann.status, ann.returned, ann.reason) == (BetStatus.RETURNED, (Stake("player", 500),), "spilled water")


def test_a_correction_changes_what_came_back_of_its_own_coup_only() -> None:
    table = loaded_table()
    table.play_with(PLAYER_NATURAL, (ANN, {"player": 500}))
    table.play_with(TIE_OF_SIX_CARDS, (ANN, {"player": 700}))
    table.correct(1, "2S 5S", "2H 6H")
    (first,) = patron_records(table.record, 1)
    (second,) = patron_records(table.record, 2)
    assert (first.status, first.staked, first.back, first.corrected_at) == (BetStatus.CORRECTED, 500, 0, table.now)
    assert (second.status, second.back) == (BetStatus.SETTLED, 700)
