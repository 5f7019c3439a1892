"""Accounts whose money an operator keeps, behind HTTP: the seamless wallet. I/O: HTTP, the outbox, the log.

A stake is written down before the operator is asked to take it, and whatever then is not on record as a bet is given
back: on a refusal, on a time-out, after a crash. What a coup pays follows from the journal, whose every record names
its own transaction: it may be told twice, and happens once.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import SystemRandom
from typing import Self
from uuid import uuid4

import structlog

from dealer_table.adapters.seamless_availability import Availability, Chance, Waits
from dealer_table.adapters.seamless_client import SeamlessClient
from dealer_table.adapters.seamless_deliveries import Deliveries
from dealer_table.adapters.seamless_metrics import PlaceWalletMetrics, WalletMetrics
from dealer_table.adapters.seamless_outbox import SeamlessOutbox
from dealer_table.adapters.seamless_outbox_file import Parked
from dealer_table.adapters.seamless_owed import PREFIX, Owed
from dealer_table.adapters.seamless_writer import OutboxWriter
from dealer_table.betting.words import Patron
from dealer_table.config.money import OperatorConfig
from dealer_table.errors import AccountsUnavailable, InsufficientFunds
from dealer_table.ports.accounts import Taken
from dealer_table.ports.announcements import Announced
from dealer_table.ports.clock import Clock
from dealer_table.ports.journal import Journal
from dealer_table.wire.wallet import Answer, BalanceRequest, Code, DebitRequest, Refusal, RollbackRequest

log = structlog.get_logger(__name__)

_LONGEST_PROBE = 10.0
_LOOK_SECONDS = 0.5  # what people decide beside the table need not wait for a restart
_CHANCE = SystemRandom().random


class SeamlessAccounts:
    """One table's accounts at its operator. `restore` comes first, and `run` must run for anything to be paid."""

    def __init__(
        self,
        outbox: SeamlessOutbox,
        operator: OperatorConfig,
        table: str,
        clock: Clock,
        metrics: WalletMetrics,
        chance: Chance = _CHANCE,
    ) -> None:
        self.outbox = outbox
        self._table = table
        self._clock = clock
        self._metrics = PlaceWalletMetrics(metrics, table)
        waits = Waits(operator.retry_seconds, operator.retry_most_seconds, chance)
        # A probe costs nobody anything, and patrons wait for it.
        probes = Waits(operator.retry_seconds, min(operator.retry_most_seconds, _LONGEST_PROBE), chance)
        self._availability = Availability(self._metrics, probes)
        self._client = SeamlessClient(operator, self._availability, self._metrics, clock.now_ms)
        self._deliveries = Deliveries(self._client, self._availability, self._heard, waits)
        self._writer = OutboxWriter(outbox, table, self._owe, self._metrics)
        self._paid_listeners: list[Callable[[Patron, int], None]] = []
        self._metrics.parked.set(outbox.parked())

    @classmethod
    def follow(
        cls,
        journal: Journal,
        wallet: Path,
        operator: OperatorConfig,
        place: str,
        clock: Clock,
        metrics: WalletMetrics,
    ) -> Self:
        """Open the outbox at `wallet` and find out from the journal what is owed; JournalError or ConfigError."""
        outbox = SeamlessOutbox(wallet, journal.epoch)
        accounts = cls(outbox, operator, place, clock, metrics)
        try:
            accounts.restore(journal)
        except BaseException:
            accounts.close()
            raise
        return accounts

    @property
    def available(self) -> bool:
        """Return whether the operator answers; while it does not, its patrons cannot bet."""
        return self._availability.up

    @property
    def owed(self) -> int:
        """Return how many requests the operator must still hear."""
        return self._deliveries.count

    @property
    def drained(self) -> bool:
        """Return whether the operator has heard all that the journal says so far, and the outbox knows it."""
        return self._writer.idle and self._deliveries.count == 0

    def listen(self, listener: Callable[[bool], None]) -> None:
        """Let `listener` hear it whenever the operator goes away or is back."""
        self._availability.listen(listener)

    def tell_paid(self, listener: Callable[[Patron, int], None]) -> None:
        """Let `listener` hear what a patron has whenever all that they were owed is paid."""
        self._paid_listeners.append(listener)

    def restore(self, journal: Journal) -> None:
        """Find out from the journal what is owed; JournalError or ConfigError when the table must not start."""
        self._writer.restore(journal)

    async def balance(self, patron: Patron) -> int:
        said = await self._client.ask(BalanceRequest(patron=patron.name, currency=patron.currency))
        if isinstance(said, Refusal):
            raise _not_known(said)
        return said.balance

    async def take(self, patron: Patron, amount: int, *, coup: int) -> Taken:
        self._availability.check()
        debit = DebitRequest(
            transaction=f"{PREFIX}{uuid4().hex}",
            patron=patron.name,
            currency=patron.currency,
            table=self._table,
            shoe=self._writer.shoe,
            coup=coup,
            amount=amount,
        )
        try:
            await self._writer.intend(debit)
            said = await self._client.ask(debit)
        except BaseException:
            # Nobody knows what the operator did, or will yet do: nobody waits for this bet any more.
            self._writer.give_back(debit.transaction)
            raise
        if not isinstance(said, Refusal):
            return Taken(debit.transaction, said.balance)
        self._writer.took_nothing(debit.transaction)
        if said.code is Code.INSUFFICIENT_FUNDS:
            raise InsufficientFunds(balance=said.balance or 0, needed=amount)
        raise _not_known(said)

    def release(self, movement: str) -> None:
        self._writer.give_back(movement)

    def announce(self, decisions: Sequence[Announced]) -> None:
        self._writer.hear([record for decision in decisions for record in decision.records])

    async def run(self) -> None:
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._deliveries.run(), name="wallet deliveries")
                tasks.create_task(self._probe(), name="wallet probe")
                tasks.create_task(self._look_by_hand(), name="wallet decisions")
        finally:
            await self._client.close()

    def close(self) -> None:
        """Write what can be written, and let the outbox go."""
        self._writer.close()
        self.outbox.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def _probe(self) -> None:
        while True:
            await self._availability.wait_for_probe()
            with suppress(AccountsUnavailable):
                await self._client.probe()

    async def _look_by_hand(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            self._writer.take_up()

    def _owe(self, owed: Sequence[Owed]) -> None:
        self._deliveries.add(owed)
        self._metrics.owed.set(self._deliveries.count)

    def _heard(self, owed: Owed, said: Answer | Refusal) -> None:
        self._metrics.owed.set(self._deliveries.count)
        if isinstance(said, Answer):
            self._writer.heard(owed)
            if not self._deliveries.owes(owed.patron):
                for listener in self._paid_listeners:
                    listener(owed.patron, said.balance)
        elif isinstance(owed.request, RollbackRequest) and said.code is Code.UNKNOWN_ACCOUNT:
            self._writer.heard(owed)  # from an account that is not there nothing was taken
        else:
            self._park(owed, said)

    def _park(self, owed: Owed, refusal: Refusal) -> None:
        log.error(
            "operator refused for good",
            code=refusal.code.value,
            detail=refusal.detail,
            transaction=owed.key,
            request=owed.request.model_dump(),
        )
        self._writer.park(Parked(owed, refusal.code.value, refusal.detail, self._clock.now_ms()))


def _not_known(refusal: Refusal) -> AccountsUnavailable:
    return AccountsUnavailable(f"the operator refuses: {refusal.code.value}")
