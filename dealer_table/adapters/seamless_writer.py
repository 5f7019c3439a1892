"""Follows the journal into the outbox, and commits at once all that gathered. I/O: the outbox, the event loop's turns.

What one turn of the loop asks for is one commit on its next; what nobody waits for shares a later one. What cannot be
written is kept and tried again, but for records: the journal has them, so the writer falls behind and catches up.
"""

import asyncio
from collections.abc import Callable, Sequence
from itertools import islice

import structlog

from dealer_table.adapters.seamless_by_hand import Decision
from dealer_table.adapters.seamless_metrics import PlaceWalletMetrics
from dealer_table.adapters.seamless_outbox import Changes, Followed, SeamlessOutbox
from dealer_table.adapters.seamless_outbox_file import Parked
from dealer_table.adapters.seamless_owed import PREFIX, Owed, Place, owed_by
from dealer_table.betting.events import BetsAccepted, BetsSettled, SettlementCorrected, StakesReturned
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.errors import AccountsUnavailable, ConfigError, JournalError
from dealer_table.ports.journal import Journal, Record
from dealer_table.procedure.events import ShoeLoaded
from dealer_table.wire.wallet import DebitRequest

log = structlog.get_logger(__name__)

_PAGE = 500  # records a commit while catching up: the table goes on in between
_PAUSE_AFTER_FAILURE = 1.0
_PATIENCE = 0.05  # for what only spares work at the next start


class OutboxWriter:
    """Writes one outbox; `written` is told what is owed once that is on disk."""

    def __init__(
        self, outbox: SeamlessOutbox, table: str, written: Callable[[Sequence[Owed]], None], metrics: PlaceWalletMetrics
    ) -> None:
        self._outbox = outbox
        self._table = table
        self._written = written
        self._metrics = metrics
        self._followed = outbox.followed()
        self._open = {debit.transaction: debit for debit in outbox.debits()}
        self._journal: Journal | None = None
        self._records: list[Record] = []
        self._behind = False
        self._changes = Changes()
        self._intents: list[asyncio.Future[None]] = []
        self._turn: asyncio.Handle | None = None
        self._turn_is_near = False
        self._closed = False
        self.shoe = self._followed.shoe

    @property
    def idle(self) -> bool:
        """Return whether all that was heard is on disk."""
        return self._turn is None

    def restore(self, journal: Journal) -> None:
        """Queue what the journal says is owed and was not queued yet; give back every debit without its bet."""
        self._journal = journal
        self._refuse_an_older_copy(journal)
        while page := self._page():
            _refuse_bets_of_the_house(page)
            self._outbox.write(self._follow(page))
        self.shoe = self._followed.shoe
        orphans = Changes()
        for debit in self._open.values():
            orphans.give_back(debit)
        self._open.clear()
        self._outbox.write(orphans)
        self._written(self._outbox.begin_queue())
        strange = self._outbox.debits_of_other_journals()
        if strange:
            log.error("debits of another journal are open", debits=strange, journal=self._outbox.epoch)

    def hear(self, records: Sequence[Record]) -> None:
        """Take in what was committed, in order; it is in the outbox soon."""
        owes = accepts = False
        for record in records:
            if isinstance(record.event, ShoeLoaded):
                self.shoe = record.event.shoe
            accepts |= bool(self._accepted(record))
            owes |= _owes(record.event)
        if not self._behind:
            self._records += records
        # Cards alone are not worth a commit, until reading them again would take long.
        if owes or accepts or len(self._records) >= _PAGE:
            self._write_soon(0.0 if owes else _PATIENCE)

    async def intend(self, debit: DebitRequest) -> None:
        """Return when a debit is on disk, so that it is given back whatever happens; AccountsUnavailable when not."""
        if self._closed:
            raise AccountsUnavailable("the table is about to end")
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._open[debit.transaction] = debit
        self._changes.debits.append(debit)
        self._intents.append(written)
        self._write_soon()
        await written

    def took_nothing(self, movement: str) -> None:
        """Forget a debit that the operator has refused."""
        if self._open.pop(movement, None) is not None:
            self._changes.kept.append(movement)
            self._write_soon(_PATIENCE)

    def give_back(self, movement: str) -> None:
        """Owe the rollback of a debit, unless its bet is on record or it is owed already."""
        debit = self._open.pop(movement, None)
        if debit is not None:
            self._changes.give_back(debit)
            self._write_soon()

    def heard(self, owed: Owed) -> None:
        """Strike out what the operator has heard."""
        self._changes.done.append(owed.key)
        self._write_soon(_PATIENCE)

    def park(self, parked: Parked) -> None:
        """Leave to people what the operator has refused."""
        self._changes.parked.append(parked)
        self._metrics.parked.inc()
        self._write_soon(_PATIENCE)

    def take_up(self) -> None:
        """Owe again what people have put back beside this process, and tell what they have decided."""
        try:
            decided = self._outbox.decided_by_hand()
            parked = self._outbox.parked() + len(self._changes.parked)
        except JournalError as error:
            log.error("wallet outbox not read", problem=str(error))
            return
        if not decided:
            return
        for each in decided:
            log.warning(
                "refusal decided by hand",
                decision=each.decision.value,
                by=each.by,
                reason=each.reason,
                transaction=each.parked.owed.key,
            )
        self._metrics.parked.set(parked)
        self._written([each.parked.owed for each in decided if each.decision is Decision.RETRY])

    def close(self) -> None:
        """Write what is left, as far as it can be written; what is not, follows from journal and file at the start."""
        if self._turn is not None:
            self._turn.cancel()
            self._write()
        if self._turn is not None:
            self._turn.cancel()
        self._closed = True

    def _write_soon(self, patience: float = 0.0) -> None:
        """Write on the loop's next turn, or within `patience` seconds."""
        near = patience == 0.0
        if self._closed or (self._turn is not None and (self._turn_is_near or not near)):
            return
        if self._turn is not None:
            self._turn.cancel()
        loop = asyncio.get_running_loop()
        self._turn = loop.call_soon(self._write) if near else loop.call_later(patience, self._write)
        self._turn_is_near = near

    def _write(self) -> None:
        self._turn = None
        asked, intents, records = self._changes, self._intents, self._records
        self._changes, self._intents, self._records = Changes(), [], []
        before = self._followed
        try:
            follows = self._follow(self._next(records))
            self._outbox.write(asked, follows)
        except JournalError as error:
            self._followed = before
            self._fail(asked, intents, error)
            return
        for intent in intents:
            if not intent.done():
                intent.set_result(None)
        self._written([*asked.owed, *follows.owed])
        if self._behind:
            self._write_soon()

    def _fail(self, asked: Changes, intents: Sequence[asyncio.Future[None]], error: JournalError) -> None:
        log.error("wallet outbox not written", problem=str(error))
        self._metrics.write_failures.inc()
        for debit in asked.debits:
            self._open.pop(debit.transaction, None)
        asked.debits.clear()
        for intent in intents:
            if not intent.done():
                intent.set_exception(AccountsUnavailable("the outbox cannot be written"))
        self._changes = asked
        self._behind = True
        # Nobody hurries it: a full disk is not tried again with every bet.
        self._turn = asyncio.get_running_loop().call_later(_PAUSE_AFTER_FAILURE, self._write)
        self._turn_is_near = True

    def _next(self, records: list[Record]) -> list[Record]:
        """Return the records to follow now: what was heard, or a page of the journal when some were not."""
        if records and records[0].position != self._followed.position + 1:
            self._behind = True
        if not self._behind:
            return records
        page = self._page()
        self._behind = len(page) == _PAGE
        return page

    def _page(self) -> list[Record]:
        assert self._journal is not None, "restore() comes first"
        return list(islice(self._journal.read(after=self._followed.position), _PAGE))

    def _refuse_an_older_copy(self, journal: Journal) -> None:
        """Fail when the journal lost records that the operator was told of: their places would be taken by others."""
        told, there = self._followed.position, journal.head.position
        if told > there:
            raise JournalError(
                f"the journal ends at record {there}, but its operator was told of what follows up to record {told}: "
                "this is an older copy; restore the newest, or begin a new journal and settle the rest by hand"
            )

    def _follow(self, records: Sequence[Record]) -> Changes:
        """Return what follows from records, and remember them as followed."""
        changes = Changes()
        shoe = self._followed.shoe
        for record in records:
            if isinstance(record.event, ShoeLoaded):
                shoe = record.event.shoe
            movement = self._accepted(record)
            if movement:
                changes.kept.append(movement)
            owed = owed_by(record, Place(self._outbox.epoch, self._table, shoe))
            if owed is not None:
                changes.owed.append(owed)
        if records:
            self._followed = changes.followed = Followed(records[-1].position, shoe)
        return changes

    def _accepted(self, record: Record) -> str:
        """Return the debit whose bet a record accepts, which is nobody's to give back any more."""
        event = record.event
        if not isinstance(event, BetsAccepted) or not event.movement.startswith(PREFIX):
            return ""
        self._open.pop(event.movement, None)
        return event.movement


def _owes(event: RecordedEvent) -> bool:
    if isinstance(event, BetsAccepted):
        return event.change < 0
    return isinstance(event, BetsSettled | StakesReturned | SettlementCorrected)


def _refuse_bets_of_the_house(records: Sequence[Record]) -> None:
    """Fail when the house itself took stakes by this journal: the operator must not pay what it never took."""
    for record in records:
        event = record.event
        if not isinstance(event, BetsAccepted) or event.patron.plays_for_fun or event.change <= 0:
            continue
        if not event.movement.startswith(PREFIX):
            problem = f"record {record.position} of the journal is a bet from the house's own accounts"
            raise ConfigError(problem, key="money.accounts", remedy="begin a new journal for the operator's money")
