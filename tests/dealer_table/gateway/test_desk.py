import asyncio

import pytest

from dealer_table.betting.commands import DepositFunds, SettleDebt
from dealer_table.betting.words import Means, Patron
from dealer_table.errors import CommandRefused, JournalError
from dealer_table.gateway.desk import CashierDesk, OnceDesk
from dealer_table.gateway.desk_requests import StaffCommand
from dealer_table.gateway.session import Submit
from dealer_table.procedure.commands import LoadShoe
from dealer_table.procedure.words import Actor, Role
from dealer_table.wire.to_client import Answer


class FakeDesk:
    """A table that does, refuses or fails what it is told, when it is let."""

    def __init__(self) -> None:
        self.done: list[StaffCommand] = []
        self.fault: Exception | None = None
        self.open = asyncio.Event()
        self.open.set()

    async def submit(self, command: StaffCommand) -> None:
        await self.open.wait()
        if self.fault is not None:
            raise self.fault
        self.done.append(command)


def ask(request: str, name: str = "Ada") -> Submit:
    return Submit(request, "load_shoe", LoadShoe(1, Actor(Role.DEALER, name)))


async def test_the_same_request_is_done_once_and_answered_twice() -> None:
    desk = FakeDesk()
    once = OnceDesk(desk)
    answers = [await once.perform(ask("a")) for _ in range(2)]
    assert answers == [Answer(id="a", ok=True)] * 2
    assert len(desk.done) == 1


async def test_a_refusal_is_remembered_too() -> None:
    desk = FakeDesk()
    once = OnceDesk(desk)
    desk.fault = CommandRefused("not_now", "the burn is due")
    refused = await once.perform(ask("a"))
    assert refused == Answer(id="a", ok=False, code="not_now", detail="the burn is due")
    desk.fault = None
    assert await once.perform(ask("a")) == refused
    assert desk.done == []


async def test_what_could_not_be_recorded_may_be_asked_again() -> None:
    desk = FakeDesk()
    once = OnceDesk(desk)
    desk.fault = JournalError("disk full, at /secret/place")
    failed = await once.perform(ask("a"))
    assert (failed.ok, failed.code) == (False, "journal_failed")
    assert "secret" not in failed.detail
    desk.fault = None
    assert (await once.perform(ask("a"))).ok


async def test_a_request_sent_again_while_the_first_is_under_way_waits_for_it() -> None:
    desk = FakeDesk()
    once = OnceDesk(desk)
    desk.open.clear()
    async with asyncio.TaskGroup() as tasks:
        both = [tasks.create_task(once.perform(ask("a"))) for _ in range(2)]
        await asyncio.sleep(0)
        desk.open.set()
    assert [task.result().ok for task in both] == [True, True]
    assert len(desk.done) == 1


async def test_a_refusal_brings_the_numbers_that_explain_it() -> None:
    desk = FakeDesk()
    desk.fault = CommandRefused("reference_used", "this was done before", {"at": 7})
    assert (await OnceDesk(desk).perform(ask("a"))).numbers == {"at": 7}


async def test_at_a_rooms_desk_only_the_cashier_has_something_to_do() -> None:
    cashier = FakeDesk()
    desk = CashierDesk(cashier)
    deposit = DepositFunds(1, Actor(Role.ADMINISTRATOR, "Cora"), Patron("ann", "EUR"), 100, "r")
    await desk.submit(deposit)
    with pytest.raises(CommandRefused, match="not_here"):
        await desk.submit(LoadShoe(1, Actor(Role.ADMINISTRATOR, "Cora")))
    with pytest.raises(CommandRefused, match="not_here"):
        await desk.submit(SettleDebt(1, Actor(Role.ADMINISTRATOR, "Cora"), Patron("ann", "EUR"), 1, Means.CASH, "s"))
    assert cashier.done == [deposit]


async def test_two_people_may_use_the_same_id() -> None:
    desk = FakeDesk()
    once = OnceDesk(desk)
    await once.perform(ask("a", "Ada"))
    await once.perform(ask("a", "Bo"))
    assert len(desk.done) == 2


async def test_memory_ends_after_64_requests() -> None:
    desk = FakeDesk()
    once = OnceDesk(desk)
    for number in range(65):
        await once.perform(ask(str(number)))
    await once.perform(ask("1"))
    assert len(desk.done) == 65
    await once.perform(ask("0"))
    assert len(desk.done) == 66


async def test_a_bug_in_the_table_is_not_an_answer() -> None:
    desk = FakeDesk()
    once = OnceDesk(desk)
    desk.fault = AssertionError("a bug")
    with pytest.raises(AssertionError):
        await once.perform(ask("a"))
    desk.fault = None
    assert (await once.perform(ask("a"))).ok
