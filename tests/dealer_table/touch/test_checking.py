from dataclasses import replace

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.betting.words import Stake
from dealer_table.touch.checking import ToldRound, checks
from dealer_table.touch.commitment import SealedShoe
from dealer_table.touch.rounds import Round, dealing_order
from dealer_table.touch.words import RoundEnd
from tests.dealer_table.touch.rooms import BANKER_WINS, PLAYER_WINS, REFUND, Room, place


def told(played: Round) -> ToldRound:
    assert played.end is not None
    return ToldRound(
        played.end,
        played.shoe.commitment,
        played.shoe,
        dealing_order(played.coup),
        played.player,
        played.banker,
        played.outcome,
        played.stakes,
        played.returned,
    )


@pytest.fixture
def settled() -> ToldRound:
    room = Room(next_shoe=BANKER_WINS)
    room.sit()
    return told(room.play(place("player", 100), place("banker", 30)))


def faults(round_told: ToldRound, kept: str | None = None) -> dict[str, str]:
    return {check.name: check.fault for check in checks(round_told, kept) if check.fault}


def test_an_honest_round_holds_in_everything(settled: ToldRound) -> None:
    assert faults(settled) == {}
    assert [check.name for check in checks(settled)] == [
        "commitment",
        "order",
        "cards",
        "player",
        "banker",
        "outcome",
        "returned",
    ]


def test_the_commitment_that_was_kept_is_the_one_that_counts(settled: ToldRound) -> None:
    assert faults(settled, settled.commitment) == {}
    assert faults(settled, "0" * 64) == {"kept_commitment": f"before the bet it was {'0' * 64}"}


def test_another_shoe_than_was_committed_to_is_found_out(settled: ToldRound) -> None:
    assert set(faults(replace(settled, shoe=PLAYER_WINS))) >= {"commitment", "cards", "outcome", "returned"}
    assert set(faults(replace(settled, shoe=SealedShoe(settled.shoe.order, "00" * 32)))) == {"commitment"}


def test_a_shoe_that_is_not_eight_whole_packs_is_found_out(settled: ToldRound) -> None:
    marked = SealedShoe(settled.shoe.order.replace(" KH ", " 9H ", 1), settled.shoe.nonce)
    found = faults(replace(settled, shoe=marked, commitment=marked.commitment))
    assert set(found) == {"order"}
    assert "9H KH" in found["order"]


@pytest.mark.parametrize("order", ["", "8S", "nonsense", "8S  KH"])
def test_an_order_that_is_none_is_found_out(settled: ToldRound, order: str) -> None:
    marked = SealedShoe(order, settled.shoe.nonce)
    assert set(faults(replace(settled, shoe=marked, commitment=marked.commitment))) == {"order"}


def test_cards_that_do_not_lead_the_shoe_are_found_out(settled: ToldRound) -> None:
    swapped = (settled.cards[1], settled.cards[0], *settled.cards[2:])
    assert set(faults(replace(settled, cards=swapped))) == {"cards"}
    assert set(faults(replace(settled, player=(Card("9S"), Card("KH"))))) == {"player"}
    assert set(faults(replace(settled, banker=()))) == {"banker"}


def test_a_wrong_outcome_or_return_is_found_out(settled: ToldRound) -> None:
    assert set(faults(replace(settled, outcome=Outcome.TIE))) == {"outcome"}
    assert set(faults(replace(settled, outcome=None))) == {"outcome"}
    assert set(faults(replace(settled, returned=(Stake("banker", 57),)))) == {"returned"}
    assert set(faults(replace(settled, returned=()))) == {"returned"}
    assert set(faults(replace(settled, stakes=(Stake("lucky_six", 100),)))) == {"returned"}


def test_a_round_that_went_back_must_have_gone_back_whole() -> None:
    room = Room(REFUND)
    room.sit()
    room.begin(place("player", 100))
    refunded = told(room.finish(present=False))
    assert faults(refunded) == {}
    assert set(faults(replace(refunded, returned=(Stake("player", 99),)))) == {"returned"}
    assert set(faults(replace(refunded, commitment="0" * 64))) == {"commitment"}


def test_a_void_round_s_shoe_need_not_be_whole() -> None:
    broken = SealedShoe(PLAYER_WINS.order.replace("8S", "8H", 1), PLAYER_WINS.nonce)
    room = Room(next_shoe=broken)
    room.sit()
    void = told(room.play(place("player", 100)))
    assert void.end is RoundEnd.VOIDED
    assert faults(void) == {}
