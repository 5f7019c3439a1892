from dealer_table.betting.words import Patron
from dealer_table.projections.coup_record import coup_records
from dealer_table.projections.coup_turnover import CoupTurnovers, Turnover
from tests.dealer_table.procedure.table_at_work import PLAYER_NATURAL, TIE_OF_SIX_CARDS
from tests.dealer_table.records.table_with_bets import ANN, BOB, loaded_table


def test_stakes_and_returns_add_up_by_coup_and_currency() -> None:
    table = loaded_table()
    fun = Patron("ann", "FUN")
    table.play_with(PLAYER_NATURAL, (ANN, {"player": 500}), (BOB, {"banker": 300}), (fun, {"tie": 7}))
    table.play_with(TIE_OF_SIX_CARDS)
    table.open_betting()
    table.bet(ANN, player=50)
    table.void()
    table.correct(1, "2S 5S", "2H 6H")
    turnovers = CoupTurnovers()
    assert len(coup_records(turnovers.along(table.record))) == 3
    assert turnovers.of(1, 1) == {"EUR": Turnover(2, 800, 585), "FUN": Turnover(1, 7, 0)}
    assert turnovers.of(1, 2) == {}
    assert turnovers.of(1, 3) == {"EUR": Turnover(1, 50, 50)}
