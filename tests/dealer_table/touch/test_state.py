from dealer_table.betting.events import FundsDeposited
from dealer_table.procedure.words import SYSTEM
from dealer_table.touch.state import REFERENCES_KEPT, SCORECARD_COUPS, RoomState, evolve
from tests.dealer_table.touch.rooms import ADA, BANKER_WINS, Room, place


def test_a_full_scorecard_begins_anew() -> None:
    room = Room(next_shoe=BANKER_WINS)
    room.sit()
    for _ in range(SCORECARD_COUPS):
        room.play(place("player", 100))
    assert len(room.session().coups) == SCORECARD_COUPS
    room.play(place("player", 100))
    assert len(room.session().coups) == 1


def test_the_cashier_s_last_references_are_known_and_not_all_that_ever_were() -> None:
    state = RoomState()
    for number in range(REFERENCES_KEPT + 5):
        state = evolve(state, FundsDeposited(1, SYSTEM, ADA, 5, f"till-{number}"))
    assert len(state.references) == REFERENCES_KEPT
    assert state.references[-1] == f"till-{REFERENCES_KEPT + 4}"
