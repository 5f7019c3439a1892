"""Cards and bets in one journal. Pure."""

from dealer_table.betting.events import BettingEvent
from dealer_table.betting.recorded import table_events
from tests.dealer_table.betting.felt_at_work import ANN, felt_open, place
from tests.dealer_table.procedure.table_at_work import PLAYER_NATURAL


def test_the_procedure_sees_its_own_events_in_their_order() -> None:
    felt = felt_open()
    felt.bet(ANN, place("player", 100))
    felt.play_out(PLAYER_NATURAL)
    assert list(table_events(felt.journal)) == felt.events
    assert any(isinstance(event, BettingEvent) for event in felt.journal)
