"""The way of a command from a session to the table, once each. I/O: waits for the controller."""

import asyncio
from collections import OrderedDict
from typing import Protocol

from dealer_table.betting.commands import DepositFunds, WithdrawFunds
from dealer_table.errors import CommandRefused, JournalError
from dealer_table.gateway.desk_requests import StaffCommand
from dealer_table.gateway.session import Submit
from dealer_table.wire.to_client import Answer

_REMEMBERED = 64


class Desk(Protocol):
    """The table, as the people who run it reach it."""

    async def submit(self, command: StaffCommand) -> object:
        """Do `command` and return when it is on record; CommandRefused or JournalError when it is not done."""


class OnceDesk:
    """Answer each request of each person once: the same id again gets the same answer, on a new connection too.

    A dealer whose connection broke after "open betting" does not know whether it was heard, and sends it again.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._answers: dict[str, OrderedDict[str, asyncio.Future[Answer]]] = {}

    async def perform(self, submit: Submit) -> Answer:
        """Do what is asked, or return the answer it had."""
        by = submit.command.by
        answers = self._answers.setdefault(f"{by.role}:{by.name}", OrderedDict())
        known = answers.get(submit.request)
        if known is not None:
            return await asyncio.shield(known)
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        answers[submit.request] = future
        while len(answers) > _REMEMBERED:
            answers.popitem(last=False)
        try:
            answer = await self._ask(submit)
        except BaseException:
            answers.pop(submit.request, None)
            future.cancel()
            raise
        future.set_result(answer)
        if answer.code == "journal_failed":
            answers.pop(submit.request, None)  # nothing happened: the same request may be tried again
        return answer

    async def _ask(self, submit: Submit) -> Answer:
        try:
            await self._desk.submit(submit.command)
        except CommandRefused as refused:
            return refusal(submit.request, refused)
        except JournalError:
            return unrecorded(submit.request)
        return Answer(id=submit.request, ok=True)


class Cashier(Protocol):
    """Whoever lets money in and out."""

    async def submit(self, command: DepositFunds | WithdrawFunds) -> object:
        """Do `command` and return when it is on record; CommandRefused or JournalError when it is not done."""


class CashierDesk:
    """The desk of a Touch room: nobody runs anything there, but money comes and goes."""

    def __init__(self, cashier: Cashier) -> None:
        self._cashier = cashier

    async def submit(self, command: StaffCommand) -> object:
        """Do what the cashier asks; refuse everything else."""
        if isinstance(command, DepositFunds | WithdrawFunds):
            return await self._cashier.submit(command)
        raise CommandRefused("not_here", "that is a live table's")


def refusal(request: str, refused: CommandRefused) -> Answer:
    """Return the answer to what the rules do not allow now."""
    return Answer(id=request, ok=False, code=refused.code, detail=refused.detail, numbers=refused.numbers)


def unrecorded(request: str) -> Answer:
    """Return the answer to what could not be put on record, and so did not happen."""
    return Answer(id=request, ok=False, code="journal_failed", detail="the record cannot be written")
