"""What waits for a place's writer: taken out together and in order, and answered once. I/O: tasks."""

import asyncio

import pytest

from dealer_table import command_queue
from dealer_table.command_queue import CommandQueue, Waiting


async def test_what_has_gathered_is_taken_out_in_its_order() -> None:
    queue = CommandQueue[str, int]()
    asked = queue.ask("a")
    queue.put("b")
    batch = await queue.batch(None)
    assert [waiting.command for waiting in batch] == ["a", "b"]
    for waiting in batch:
        waiting.answer(7)
    assert await asked == 7
    assert queue.take_all() == []


async def test_a_batch_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_queue, "_LARGEST_BATCH", 3)
    queue = CommandQueue[int, None]()
    for number in range(5):
        queue.put(number)
    assert [waiting.command for waiting in await queue.batch(0)] == [0, 1, 2]
    assert [waiting.command for waiting in queue.take_all()] == [3, 4]


async def test_no_command_within_the_time_is_an_empty_batch() -> None:
    queue = CommandQueue[str, None]()
    assert await queue.batch(0) == []
    async with asyncio.TaskGroup() as tasks:
        waiting = tasks.create_task(queue.batch(None))
        await asyncio.sleep(0)
        queue.put("a")
    assert [one.command for one in waiting.result()] == ["a"]


async def test_who_gave_up_is_told_nothing_and_who_was_answered_nothing_more() -> None:
    queue = CommandQueue[str, int]()
    asked = [queue.ask("a"), queue.ask("b")]
    first, second = queue.take_all()
    asked[0].cancel()
    assert (first.is_given_up, second.is_given_up, Waiting[str, int]("c").is_given_up) == (True, False, False)
    first.answer(1)
    second.answer(ValueError("no"))
    second.answer(2)
    with pytest.raises(ValueError, match="no"):
        await asked[1]
