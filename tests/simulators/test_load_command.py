"""What became of many patrons' bets is counted as they were told it. Pure."""

import random

from dealer_table.betting.words import Stake
from dealer_table.wire.to_patron import BetResult, LastCoup
from simulators.bot_players import BotPlayer
from simulators.load_command import counted


def bot(*coups: int) -> BotPlayer:
    """Return a bot whose bet was accepted on each of these coups."""
    made = BotPlayer("ws://127.0.0.1:1/ws", token="t", chance=random.Random(1))
    for coup in coups:
        made.tally.accepted[coup] = BetResult(coup=coup, stakes=(Stake("player", 100),), change=100, balance=0)
        made.tally.answers += 1
    return made


def test_bets_are_counted_by_what_became_of_them() -> None:
    lucky, late = bot(1, 2), bot()
    lucky.tally.settled[1] = LastCoup(coup=1, stakes=(), returned=(), outcome=None, void=True)
    late.tally.answers += 2
    late.tally.refused.update(["betting_closed", "betting_closed"])
    late.tally.unanswered += 1
    assert counted([lucky, late]) == {
        "accepted": 2,
        "refused": {"betting_closed": 2},
        "unanswered": 1,
        "unsettled": 1,
    }
    assert lucky.is_waiting and not late.is_waiting


def test_a_coup_from_which_everything_was_taken_back_is_settled_as_it_is() -> None:
    player = bot(1)
    player.tally.accepted[1] = BetResult(coup=1, stakes=(), change=-100, balance=0)
    assert counted([player])["unsettled"] == 0
