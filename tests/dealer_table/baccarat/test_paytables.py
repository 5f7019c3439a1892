import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dealer_table.baccarat.bets import returned
from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup
from dealer_table.baccarat.hand import Hand
from dealer_table.baccarat.paytables import BANKER, BETS, LIVE_TABLE, BankerRule

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "coups.json").read_text(encoding="utf-8")
)["coups"]


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(text[start : start + 2]) for start in range(0, len(text), 2))


def coup(player: str, banker: str) -> Coup:
    return Coup(Hand(cards(player)), Hand(cards(banker)))


def vector_returns(vector: dict[str, Any]) -> Iterator[tuple[str, int]]:
    yield from vector["returned"].items()
    yield "banker_no_commission", vector["returned_banker_no_commission"]
    yield "banker_ez", vector["returned_banker_ez"]


def test_every_vector_is_dealt_and_paid_as_written() -> None:
    for vector in VECTORS:
        dealt = Coup.dealt(cards(vector["cards"]))
        assert dealt == coup(vector["player"], vector["banker"])
        assert [dealt.player.total, dealt.banker.total] == vector["totals"]
        assert dealt.outcome.letter == vector["outcome"]
        for name, back in vector_returns(vector):
            assert returned(BETS[name], dealt, vector["stake"]) == back, (vector["cards"], name)


def test_there_are_four_hundred_vectors() -> None:
    assert len(VECTORS) == 400


@pytest.mark.parametrize(
    ("player", "banker", "back"),
    [
        ("8STH", "ACAC", {"dragon_bonus_player": 20, "dragon_bonus_banker": 0, "perfect_pair": 260}),
        ("8STH", "8CKC", {"dragon_bonus_player": 10, "dragon_bonus_banker": 10, "player_natural": 45}),
        ("8STH", "8CKC", {"player_natural_must_win": 0, "player_natural_tie_pushes": 10}),
        ("8STH", "9CKC", {"player_natural_must_win": 0, "player_natural_tie_pushes": 0, "banker_natural_must_win": 45}),
        ("7STH", "7CKC", {"dragon_bonus_player": 0, "dragon_bonus_banker": 0, "tiger_tie": 0}),
        ("6STH", "6CKC", {"tiger_tie": 360, "small_tiger": 0, "lucky_six": 0}),
        ("2S3H3D", "JDQC4S", {"dragon_bonus_player": 20, "panda_8": 260}),
        ("KSQHTD", "JDQC9S", {"dragon_bonus_banker": 310}),
        ("ACAC9S", "5D5DQC", {"perfect_pair": 2010, "either_pair": 60}),
        ("ACAC9S", "5D5HQC", {"perfect_pair": 260, "player_pair": 120, "banker_pair": 120}),
        ("KDQH8S", "3D3C", {"panda_8": 260, "player": 20}),
        ("KDQH4S", "3D4H", {"dragon_7": 0, "banker_ez": 20}),
        ("KDQH4S", "2D3H2C", {"dragon_7": 410, "banker_ez": 10, "big": 15}),
        ("KDQH4S", "2D2H2C", {"lucky_six": 210, "big_tiger": 510, "small_tiger": 0, "banker_no_commission": 15}),
        ("5D2H", "4D2D", {"super_six_12": 0}),
        ("2D3HKC", "4D2D", {"super_six_12": 130, "super_six_15": 160, "super_six_12_23": 130, "small_tiger": 230}),
        (
            "KDQH4S",
            "2D2H2C",
            {"super_six_12": 130, "super_six_15": 160, "super_six_12_18": 190, "super_six_12_23": 240},
        ),
    ],
)
def test_what_ten_staked_brings_back(player: str, banker: str, back: dict[str, int]) -> None:
    finished = coup(player, banker)
    assert {name: returned(BETS[name], finished, 10) for name in back} == back


def test_the_live_table_has_its_eight_spots_and_their_last_coups() -> None:
    assert {bet.name: bet.closes_after for bet in LIVE_TABLE} == {
        "player": None,
        "banker": None,
        "tie": None,
        "player_pair": 60,
        "banker_pair": 60,
        "lucky_six": 50,
        "player_natural": 50,
        "banker_natural": 50,
    }


def test_each_rule_has_its_bet_on_the_banker_spot() -> None:
    assert {rule: rule.bet.name for rule in BankerRule} == {
        BankerRule.COMMISSION: BANKER.name,
        BankerRule.NO_COMMISSION: "banker_no_commission",
        BankerRule.EZ: "banker_ez",
    }


def test_bets_are_known_by_their_own_names() -> None:
    assert all(name == bet.name for name, bet in BETS.items())
