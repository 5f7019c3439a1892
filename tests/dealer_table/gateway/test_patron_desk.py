"""A bet on its way: answered once, paid for once, and its money given back whatever goes wrong. I/O: tasks."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest

from dealer_table.betting.events import BetsAccepted
from dealer_table.gateway import patron_desk
from dealer_table.ports.announcements import Announced
from dealer_table.procedure import commands as c
from dealer_table.wire.to_client import Answer
from tests.dealer_table.betting.felt_at_work import ANN, BOB, CLEAR, UNDO, place
from tests.dealer_table.gateway.patrons_at_work import PatronsAtWork, bet, settle_down
from tests.dealer_table.test_controller import DEALER, CountingJournal


def accepted(table: PatronsAtWork) -> Sequence[BetsAccepted]:
    return [record.event for record in table.journal.read() if isinstance(record.event, BetsAccepted)]


def told(answer: Answer) -> Any:
    return json.loads(answer.model_dump_json())


async def test_an_accepted_bet_is_answered_with_what_lies_there_and_what_is_left() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN)
        tab = await table.join(ANN)
        answer = await table.ask(tab, place("player", 300), place("tie", 100))
        stakes = [["player", 300], ["tie", 100]]
        result = {"coup": 1, "stakes": stakes, "change": 400, "balance": 600}
        assert told(answer) == {
            "type": "answer", "id": "a", "ok": True, "code": "", "detail": "", "numbers": {}, "result": result,
        }  # fmt: skip
        answer = await table.ask(tab, UNDO, request="b")
        assert told(answer)["result"] == {"coup": 1, "stakes": [], "change": -400, "balance": 1_000}
        assert table.count("bets_total", result="accepted") == 2
        assert table.count("bet_seconds_count") == 2


async def test_a_refused_bet_has_a_code_and_the_numbers_that_explain_it_and_costs_nothing() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN)
        tab = await table.join(ANN)
        answer = await table.ask(tab, place("player", 20))
        assert (answer.ok, answer.code, answer.numbers) == (False, "wrong_step", {"step": 50, "amount": 20})
        answer = await table.ask(tab, place("player", 5_000), request="b")
        assert (answer.code, answer.numbers) == ("insufficient_funds", {"balance": 1_000, "needed": 5_000})
        answer = await table.ask(tab, place("player", 100), request="c", coup=7)
        assert (answer.code, answer.numbers) == ("other_coup", {"asked": 7, "open": 1})
        assert table.has(ANN) == 1_000
        assert table.count("bets_total", result="wrong_step") == 1
        assert accepted(table) == []


async def test_the_same_request_gets_the_same_answer_on_any_connection_and_is_one_bet() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN)
        tab = await table.join(ANN)
        answers = [await table.ask(tab, place("player", 300)) for _ in range(2)]
        table.place.leave(tab)
        answers.append(await table.ask(await table.join(ANN), place("player", 300)))
        refused = [await table.ask(tab, place("moon", 300), request="b") for tab in [await table.join(ANN)] * 2]
    assert answers == [answers[0]] * 3
    assert (refused[0].code, refused[1]) == ("unknown_spot", refused[0])
    assert len(accepted(table)) == 1
    assert table.has(ANN) == 700


class CutsOff:
    """Ends a task in the very moment in which its bet is on record, and before it hears of it."""

    def __init__(self, task: asyncio.Task[None]) -> None:
        self._task = task

    def announce(self, decisions: Sequence[Announced]) -> None:
        self._task.cancel()


async def test_a_request_sent_again_while_the_first_is_under_way_waits_for_it() -> None:
    table = PatronsAtWork()
    async with table.at_work(), asyncio.TaskGroup() as tasks:
        await table.begin(ANN)
        tabs = [await table.join(ANN) for _ in range(2)]
        table.keeper.takes.clear()
        for tab in tabs:
            tasks.create_task(table.place.receive(tab, bet(place("player", 300))))
        await settle_down()
        assert table.keeper.taking == 1
        table.keeper.takes.set()
    assert tabs[0].last(Answer) == tabs[1].last(Answer)
    assert table.has(ANN) == 700


async def test_a_restart_remembers_what_was_accepted() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN)
        first = await table.ask(await table.join(ANN), place("player", 300))
    again = PatronsAtWork(table.journal)
    async with again.at_work():
        assert await again.ask(await again.join(ANN), place("player", 300)) == first
    assert len(accepted(again)) == 1
    assert again.has(ANN) == 700
    assert again.keeper.taking == 0


async def test_a_bet_whose_money_took_too_long_is_late_and_gets_it_back() -> None:
    table = PatronsAtWork()
    async with table.at_work(), asyncio.TaskGroup() as tasks:
        await table.begin(ANN)
        tab = await table.join(ANN)
        table.keeper.takes.clear()
        bet_sent = tasks.create_task(table.place.receive(tab, bet(place("player", 300))))
        await settle_down()
        assert table.has(ANN) == 700
        table.clock.now += 10_000
        table.keeper.takes.set()
        await bet_sent
        answer = tab.last(Answer)
    assert answer.code == "betting_closed"
    assert answer.numbers == {"closes_at": 11_000, "at": 11_000}
    assert table.has(ANN) == 1_000
    assert len(table.keeper.released) == 1


async def test_what_the_table_refuses_after_all_gets_its_money_back() -> None:
    table = PatronsAtWork()
    async with table.at_work(), asyncio.TaskGroup() as tasks:
        await table.begin(ANN)
        tab = await table.join(ANN)
        table.keeper.takes.clear()
        bet_sent = tasks.create_task(table.place.receive(tab, bet(place("player", 300))))
        await settle_down()
        await table.controller.submit(c.CloseBetting(table.clock.now, DEALER))
        table.keeper.takes.set()
        await bet_sent
    assert tab.last(Answer).code == "betting_closed"
    assert table.has(ANN) == 1_000


async def test_what_cannot_be_recorded_gets_its_money_back_and_may_be_tried_again() -> None:
    journal = CountingJournal()
    table = PatronsAtWork(journal)
    async with table.at_work():
        await table.begin(ANN)
        tab = await table.join(ANN)
        journal.disk_full = True
        failed = await table.ask(tab, place("player", 300))
        assert (failed.code, table.has(ANN)) == ("journal_failed", 1_000)
        assert "disk" not in failed.detail
        journal.disk_full = False
        assert (await table.ask(tab, place("player", 300))).ok
    assert table.has(ANN) == 700


async def test_a_keeper_that_is_away_may_be_tried_again() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN)
        tab = await table.join(ANN)
        table.keeper.away = True
        assert (await table.ask(tab, place("player", 300))).code == "accounts_unavailable"
        table.keeper.away = False
        assert (await table.ask(tab, place("player", 300))).ok
        table.keeper.away = True
        back = await table.ask(tab, CLEAR, request="b")
    # What takes nothing needs nobody's leave; only what is left is not known.
    assert back.ok
    assert back.result is not None
    assert (back.result.change, back.result.balance) == (-300, None)


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_wait_that_is_cut_off_keeps_the_money_where_the_record_has_it(when: str) -> None:
    """Cut off before the table decides, nothing is on record; after it, everything, though nobody waits any more."""
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN)
        tab = await table.join(ANN)
        table.keeper.takes.clear()
        waiting = asyncio.get_running_loop().create_future()

        async def bet_and_tell() -> None:
            try:
                await table.place.receive(tab, bet(place("player", 300)))
            finally:
                waiting.set_result(None)

        async with asyncio.TaskGroup() as tasks:
            task = tasks.create_task(bet_and_tell())
            await settle_down()
            table.keeper.takes.set()
            await asyncio.sleep(0)  # now the bet is in the table's queue
            assert not accepted(table)
            if when == "after":
                table.controller.tell(CutsOff(task))
            else:
                task.cancel()
            await waiting
        await settle_down()
    taken = 300 if when == "after" else 0
    assert sum(event.change for event in accepted(table)) == taken
    assert table.has(ANN) == table.ledger("patron:ann") == 1_000 - taken


async def test_one_patrons_wait_keeps_nobody_else() -> None:
    table = PatronsAtWork()
    async with table.at_work(), asyncio.TaskGroup() as tasks:
        await table.begin(ANN, BOB)
        ann, bob = await table.join(ANN), await table.join(BOB)
        table.keeper.takes.clear()
        tasks.create_task(table.place.receive(ann, bet(place("player", 300))))
        await settle_down()
        answer = await table.ask(bob, place("moon", 300))
        assert answer.code == "unknown_spot"
        table.keeper.takes.set()


async def test_memory_ends_with_all_answers_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patron_desk, "_ANSWERS", 3)
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN, BOB)
        ann, bob = await table.join(ANN), await table.join(BOB)
        for request in ("a", "b"):
            assert (await table.ask(ann, place("player", 20), request=request)).code == "wrong_step"
            assert (await table.ask(bob, place("player", 20), request=request)).code == "wrong_step"
        # Ann was here before Bob: of her nothing is known any more, and of him everything.
        assert (await table.ask(bob, place("player", 100), request="a")).code == "wrong_step"
        assert (await table.ask(ann, place("player", 100), request="a")).ok


async def test_memory_ends_with_patrons_and_with_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patron_desk, "_REMEMBERED", 2)
    monkeypatch.setattr(patron_desk, "_PATRONS", 1)
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN, BOB)
        ann, bob = await table.join(ANN), await table.join(BOB)
        for request in "abc":
            assert (await table.ask(ann, place("moon", 300), request=request)).code == "unknown_spot"
        # "a" is forgotten and decided anew, "c" is not.
        assert (await table.ask(ann, place("player", 100), request="c")).code == "unknown_spot"
        assert (await table.ask(ann, place("player", 100), request="a")).ok
        assert (await table.ask(bob, place("player", 100), request="a")).ok
        assert (await table.ask(ann, place("player", 100), request="c")).ok
