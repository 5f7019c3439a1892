from dealer_table.touch.state import SCORECARD_COUPS
from tests.dealer_table.touch.rooms import BANKER_WINS, Room, place


def test_a_full_scorecard_begins_anew() -> None:
    room = Room(next_shoe=BANKER_WINS)
    room.sit()
    for _ in range(SCORECARD_COUPS):
        room.play(place("player", 100))
    assert len(room.session().coups) == SCORECARD_COUPS
    room.play(place("player", 100))
    assert len(room.session().coups) == 1
