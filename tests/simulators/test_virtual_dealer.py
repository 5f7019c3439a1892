"""The dealer deals as the table asks, whatever happens, and the record is what lies on the felt. I/O: WebSocket."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.client.table_client import TableClient
from dealer_table.procedure import events as e
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import BurnRule, HoldKind, Resolution
from simulators.fault_plan import FaultKind, FaultPlan, PlannedFault
from simulators.felt import differences
from simulators.hands import Hands
from simulators.pace import FAST, Pace
from simulators.virtual_dealer import DealerStuck, Shift, VirtualDealer
from simulators.virtual_shoe import VirtualShoe, drawn_from_text
from tests.simulators.fake_table import FakeTable

# On one machine without a broker nothing is late for longer than this.
HASTY = replace(FAST, patience=0.3, silence=0.5, unplugged=0.05, stall=0.05)
NO_BURN = HouseProcedure(burn=BurnRule.NONE)
NATURAL = "8S 5C KH 2D"
SIX_CARDS = "AS 2S AH 2H 4C 9D"


def shoes(script: str = "", depth: int = 14) -> Any:
    drawn = [drawn_from_text(card) for card in script.split()]
    return lambda number: VirtualShoe.scripted(drawn if number == 1 else (), 8, depth, Random(number))


def recorded(events: Sequence[e.Event]) -> list[dict[str, Any]]:
    """List the coups as `journal replay` does."""
    coups: list[dict[str, Any]] = []
    shoe, completed = 0, None
    for event in events:
        match event:
            case e.ShoeLoaded():
                shoe = event.shoe
            case e.CoupCompleted():
                completed = event
            case e.CoupSettled() | e.FreeCoupEnded():
                assert completed is not None
                coup = {"player": list(completed.player), "banker": list(completed.banker)}
                coups.append({"shoe": shoe, "coup": event.coup, "outcome": event.outcome, "void": False, **coup})
            case e.CoupVoided():
                coups.append({"shoe": shoe, "coup": event.coup, "void": True})
            case _:
                pass
    return coups


async def deal(house: HouseProcedure, shift: Shift, pace: Pace = HASTY) -> tuple[VirtualDealer, FakeTable]:
    """Let a dealer work the shift at a fake table, and check that its record is his truth."""
    async with FakeTable(house) as table, asyncio.TaskGroup() as group:
        desk, supervisor = TableClient(table.address, token="dealer"), TableClient(table.address, token="supervisor")
        tasks = [group.create_task(work) for work in (desk.run(), supervisor.run(), table.run_clock())]
        dealer = VirtualDealer(
            desk, supervisor, Hands(table, table, pace, print), replace(shift, stuck_seconds=10), print
        )
        await dealer.work()
        for task in tasks:
            task.cancel()
    assert differences(dealer.felt.coups, recorded(table.events)) == []
    return dealer, table


def planned(kind: FaultKind, coup: int = 1, card: int = 2, times: int = 1) -> FaultPlan:
    return FaultPlan([PlannedFault(kind, coup, card, times=times)])


async def test_a_new_shoe_is_burned_and_dealt() -> None:
    dealer, table = await deal(HouseProcedure(), Shift(shoes(), coups=5))
    assert len(dealer.felt.coups) == 5
    assert dealer.holds == []
    assert any(isinstance(event, e.BurnCompleted) for event in table.events)


async def test_the_shoe_is_changed_after_the_cut_card() -> None:
    script = f"{NATURAL} 8S CUT 5C KH 2D"
    dealer, table = await deal(NO_BURN, Shift(shoes(script), coups=3))
    assert [(coup.shoe, coup.coup) for coup in dealer.felt.coups] == [(1, 1), (1, 2), (2, 1)]
    assert any(isinstance(event, e.ShoeEnded) for event in table.events)


@pytest.mark.parametrize("early", [True, False])
async def test_a_cut_card_between_coups_belongs_to_the_next(early: bool) -> None:
    script = f"{NATURAL} CUT {SIX_CARDS}"
    dealer, _ = await deal(NO_BURN, Shift(shoes(script), coups=3, takes_cut_card_early=early))
    assert [(coup.shoe, coup.coup) for coup in dealer.felt.coups] == [(1, 1), (1, 2), (2, 1)]


@pytest.mark.parametrize("kind", [FaultKind.NO_READ, FaultKind.SMEARED, FaultKind.NOISE])
async def test_a_card_that_was_not_read_is_shown_again(kind: FaultKind) -> None:
    dealer, _ = await deal(NO_BURN, Shift(shoes(NATURAL), planned(kind), coups=1))
    assert dealer.holds == [HoldKind.MISREAD]


async def test_a_burned_card_that_was_not_read_is_shown_again() -> None:
    dealer, table = await deal(
        HouseProcedure(), Shift(shoes(f"3S 2S 2H 2C {NATURAL}"), planned(FaultKind.NO_READ, coup=0, card=3), coups=1)
    )
    assert dealer.holds == [HoldKind.MISREAD]
    assert sum(isinstance(event, e.CardBurned) for event in table.events) == 3


async def test_after_three_tries_the_supervisor_keys_the_card_in() -> None:
    _, table = await deal(NO_BURN, Shift(shoes(NATURAL), planned(FaultKind.NO_READ, times=3), coups=1))
    keyed = [event.card for event in table.events if isinstance(event, e.CardKeyedIn)]
    assert keyed == [Card("5C")]


@pytest.mark.parametrize("kind", [FaultKind.REPEATED, FaultKind.SPLIT, FaultKind.MERGED, FaultKind.STALLED])
async def test_what_the_driver_sorts_out_stops_nothing(kind: FaultKind) -> None:
    dealer, _ = await deal(NO_BURN, Shift(shoes(NATURAL), planned(kind), coups=1))
    assert dealer.holds == []


async def test_two_equal_cards_are_two_cards() -> None:
    dealer, _ = await deal(NO_BURN, Shift(shoes("5C 5C 5C 5C 9D 9D"), planned(FaultKind.MERGED, card=1), coups=1))
    assert len(dealer.felt.coups[0].cards) == 6


async def test_a_pulled_cable_makes_him_compare_felt_and_screen() -> None:
    dealer, _ = await deal(NO_BURN, Shift(shoes(NATURAL), planned(FaultKind.UNPLUGGED, card=3), coups=1))
    assert dealer.holds == [HoldKind.READS_LOST]


async def test_a_pulled_cable_in_the_burn() -> None:
    plan = planned(FaultKind.UNPLUGGED, coup=0, card=2)
    dealer, _ = await deal(HouseProcedure(), Shift(shoes(f"3S 2S 2H 2C {NATURAL}"), plan, coups=1))
    assert dealer.holds == [HoldKind.READS_LOST]


async def test_a_table_that_goes_away_is_waited_for() -> None:
    dealer, table = await deal(NO_BURN, Shift(shoes(), planned(FaultKind.TABLE_KILLED, card=3), coups=2))
    assert table.crashes == ["table"]
    assert table.connections == 4
    assert dealer.holds == []


@pytest.mark.parametrize("choice", [Resolution.BURN_IT, Resolution.FIRST_OF_NEXT, Resolution.FREE_COUP])
async def test_a_card_too_many_goes_where_the_house_says(choice: Resolution) -> None:
    house = replace(NO_BURN, resolutions={HoldKind.EXCESS_CARD: (choice,)})
    plan = planned(FaultKind.EXCESS_CARD)
    dealer, _ = await deal(house, Shift(shoes(f"{NATURAL} 9S {SIX_CARDS}"), plan, coups=2))
    assert dealer.holds == [HoldKind.EXCESS_CARD]
    assert (dealer.felt.coups[1].cards[0] is Card("9S")) is (choice is not Resolution.BURN_IT)


async def test_a_card_drawn_while_bets_are_taken_is_the_coups_first() -> None:
    house = replace(NO_BURN, betting_seconds=600)
    async with FakeTable(house) as table, asyncio.TaskGroup() as group:
        desk, supervisor = TableClient(table.address, token="dealer"), TableClient(table.address, token="supervisor")
        tasks = [group.create_task(work) for work in (desk.run(), supervisor.run())]
        hands = Hands(table, table, replace(HASTY, closes_betting=False, betting_seconds=600), print)
        dealer = VirtualDealer(desk, supervisor, hands, Shift(shoes(NATURAL), coups=1), print)
        tasks.append(group.create_task(dealer.work()))
        await desk.until(lambda view: view["table"]["phase"] == "betting")
        dealer.draw_one_too_many()
        await tasks[-1]
        for task in tasks:
            task.cancel()
    assert dealer.holds == [HoldKind.CARD_BEFORE_CLOSE]
    assert differences(dealer.felt.coups, recorded(table.events)) == []


async def test_the_dealer_confirms_what_he_sees() -> None:
    dealer, table = await deal(replace(NO_BURN, confirm_result=True), Shift(shoes(), coups=3))
    assert sum(isinstance(event, e.ResultConfirmed) for event in table.events) == len(dealer.felt.coups)


async def test_a_card_is_burned_between_coups() -> None:
    dealer, table = await deal(replace(NO_BURN, burn_between_coups=1), Shift(shoes(), coups=3))
    assert dealer.holds == []
    assert sum(isinstance(event, e.CardBurned) for event in table.events) >= 2


async def test_many_faults_leave_the_record_true() -> None:
    rates = {
        FaultKind.NO_READ: 0.05, FaultKind.SMEARED: 0.05, FaultKind.NOISE: 0.05, FaultKind.REPEATED: 0.1,
        FaultKind.SPLIT: 0.05, FaultKind.MERGED: 0.1, FaultKind.UNPLUGGED: 0.02, FaultKind.EXCESS_CARD: 0.1,
    }  # fmt: skip
    dealer, _ = await deal(HouseProcedure(), Shift(shoes(), FaultPlan(rates=rates, seed=3), coups=12))
    assert len(dealer.felt.coups) == 12


async def test_a_dealer_with_nothing_to_do_says_so() -> None:
    async with FakeTable(NO_BURN) as table, asyncio.TaskGroup() as group:
        table.unplug()
        desk, supervisor = TableClient(table.address, token="dealer"), TableClient(table.address, token="supervisor")
        tasks = [group.create_task(work) for work in (desk.run(), supervisor.run())]
        shift = Shift(shoes(), coups=1, stuck_seconds=1)
        with pytest.raises(DealerStuck, match="scanner"):
            await VirtualDealer(desk, supervisor, Hands(table, table, HASTY, print), shift).work()
        for task in tasks:
            task.cancel()
