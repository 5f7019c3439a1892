import random
from collections.abc import Iterable
from fractions import Fraction
from math import sqrt

import pytest

from dealer_table.baccarat.coup import Coup
from dealer_table.baccarat.odds import expected_return
from dealer_table.baccarat.paytables import BANKER, PLAYER
from dealer_table.baccarat.shoe import full_shoe
from dealer_table.betting.events import BetsSettled, SettlementCorrected, SpotsOffered, StakesReturned
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.settle import Settlement
from dealer_table.betting.words import Patron, Stake
from dealer_table.errors import JournalError
from dealer_table.procedure.events import ShoeLoaded
from dealer_table.procedure.words import SYSTEM
from dealer_table.projections.measured_returns import MeasuredReturn, ReturnsCount, Verdict, outside
from tests.dealer_table.records.table_with_bets import ANN, BOB, DIGEST, RULES

PLAYER_WINS = "4S 2H 5S 3H"
BANKER_WINS = "2H 4S 3H 5S"


def offered(packs: int = 8) -> list[RecordedEvent]:
    return [ShoeLoaded(0, SYSTEM, 1, packs, DIGEST, (), ()), SpotsOffered(0, DIGEST, RULES)]


def settled(coup: int, hands: Coup, stakes: dict[str, int], patron: Patron = ANN) -> BetsSettled:
    lying = tuple(Stake(*stake) for stake in stakes.items())
    return BetsSettled(0, coup, patron, lying, Settlement.of(RULES, hands).returned(lying), DIGEST)


def dealt(cards: str) -> Coup:
    by_name = {card.value: card for card in full_shoe(1)}
    return Coup.dealt(by_name[name] for name in cards.split())


def random_coups(count: int) -> list[Coup]:
    chance, shoe = random.Random(20), full_shoe(8)
    return [Coup.dealt(chance.sample(shoe, 6)) for _ in range(count)]


def measured(events: Iterable[RecordedEvent]) -> dict[tuple[str, str], MeasuredReturn]:
    count = ReturnsCount()
    for event in events:
        count.take(event)
    return {(row.currency, row.spot): row for row in count.rows()}


def test_one_bet_has_the_exact_return_and_deviation_of_its_paytable() -> None:
    row = measured([*offered(), settled(1, dealt(PLAYER_WINS), {"player": 100})])["EUR", "player"]
    assert (row.bet, row.bets, row.coups, row.turnover, row.returned, row.measured) == ("player", 1, 1, 100, 200, 2)
    assert row.theoretical == row.expected == expected_return(PLAYER, 8)
    # Pays 2, 1 or 0 for one: E[x squared] is 4 wins + ties.
    total, wins, ties = 4_998_398_275_503_360, 2_230_518_282_592_256, 475_627_426_473_216
    second = Fraction(4 * wins + ties, total)
    assert row.deviation == pytest.approx(sqrt(second - row.expected**2))
    assert row.band_95 == pytest.approx(tuple(float(row.expected) + z * row.deviation for z in (-1.96, 1.96)), rel=1e-4)


def test_six_packs_have_their_own_theory() -> None:
    row = measured([*offered(packs=6), settled(1, dealt(PLAYER_WINS), {"banker": 100})])["EUR", "banker"]
    assert row.theoretical == expected_return(BANKER, 6) != expected_return(BANKER, 8)


def test_what_is_rounded_down_is_expected_to_be() -> None:
    row = measured([*offered(), settled(1, dealt(BANKER_WINS), {"banker": 10})])["EUR", "banker"]
    # A win returns 19, not 19.5.
    wins, total = 2_292_252_566_437_888, 4_998_398_275_503_360
    assert row.theoretical - row.expected == Fraction(wins, total) / 20
    assert (row.returned, row.wrong) == (19, 0)


def test_stakes_on_one_coup_are_won_together_and_on_two_they_are_not() -> None:
    win = dealt(PLAYER_WINS)
    apart = [settled(1, win, {"player": 100}), settled(2, win, {"player": 100}, BOB)]
    together = [settled(1, win, {"player": 100}), settled(1, win, {"player": 100}, BOB)]
    one, two = (measured([*offered(), *bets])["EUR", "player"] for bets in (together, apart))
    assert (one.bets, one.coups, two.bets, two.coups) == (2, 1, 2, 2)
    assert one.deviation == pytest.approx(two.deviation * sqrt(2))


def test_a_large_stake_weighs_more_than_a_small_one() -> None:
    win = dealt(PLAYER_WINS)
    even, uneven = (
        measured([*offered(), settled(1, win, {"player": first}), settled(2, win, {"player": second})])
        for first, second in ((100, 100), (199, 1))
    )
    assert uneven["EUR", "player"].deviation > 1.4 * even["EUR", "player"].deviation


def test_honest_coups_are_inside_and_rare_wins_need_more_of_them() -> None:
    stakes = {spot.name: 100 for spot in RULES.spots}
    rows = measured([*offered(), *(settled(n, hands, stakes) for n, hands in enumerate(random_coups(300), 1))])
    verdicts = {spot: row.verdict for (_, spot), row in rows.items()}
    assert verdicts["player"] is verdicts["banker"] is verdicts["player_natural"] is Verdict.INSIDE
    assert verdicts["lucky_six"] is Verdict.TOO_FEW
    assert not outside(rows.values())


def test_a_side_that_always_wins_is_outside() -> None:
    rows = measured([*offered(), *(settled(n, dealt(PLAYER_WINS), {"player": 100}) for n in range(1, 40))])
    assert rows["EUR", "player"].verdict is Verdict.OUTSIDE
    assert outside(rows.values())


def test_what_happens_in_one_of_fifty_is_told_and_no_alarm() -> None:
    results = [PLAYER_WINS] * 64 + [BANKER_WINS] * 42
    rows = measured([*offered(), *(settled(n, dealt(cards), {"player": 9}) for n, cards in enumerate(results, 1))])
    assert rows["EUR", "player"].verdict is Verdict.OUTSIDE_95
    assert not outside(rows.values())


def test_a_payout_the_bet_does_not_know_is_no_chance() -> None:
    wrong = BetsSettled(0, 1, ANN, (Stake("banker", 100),), (Stake("banker", 200),), DIGEST)
    rows = measured([*offered(), wrong])
    assert (rows["EUR", "banker"].wrong, rows["EUR", "banker"].verdict) == (1, Verdict.WRONG_PAYOUT)
    assert outside(rows.values())


def test_a_correction_counts_what_came_back_in_the_end() -> None:
    bet = settled(1, dealt(PLAYER_WINS), {"player": 100, "banker": 100})
    corrected = SettlementCorrected(0, 1, ANN, bet.returned, (Stake("banker", 195),))
    rows = measured([*offered(), bet, corrected])
    assert (rows["EUR", "player"].returned, rows["EUR", "banker"].returned) == (0, 195)


def test_currencies_are_apart_and_stakes_that_went_back_do_not_count() -> None:
    fun = Patron("ann", "FUN")
    win = dealt(PLAYER_WINS)
    void = StakesReturned(0, 2, ANN, (Stake("player", 70),), "spilled water")
    rows = measured([*offered(), settled(1, win, {"player": 100}), settled(1, win, {"player": 9}, fun), void])
    assert {key: row.turnover for key, row in rows.items()} == {("EUR", "player"): 100, ("FUN", "player"): 9}


def test_bets_under_rules_that_were_never_offered_are_no_journal_of_ours() -> None:
    with pytest.raises(JournalError, match="never offered"):
        measured([offered()[0], settled(1, dealt(PLAYER_WINS), {"player": 100})])
