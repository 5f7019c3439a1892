"""What a journal says of bets and money, beside what those who bet were told. I/O: reads files, runs a command."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dealer_table.adapters.sqlite_journal_file import SqliteJournalFile
from dealer_table.baccarat.bets import returned
from dealer_table.baccarat.coup import Coup
from dealer_table.baccarat.hand import Hand
from dealer_table.baccarat.paytables import LIVE_TABLE
from dealer_table.betting import events as b
from dealer_table.betting.coups import Stakes, total_of
from dealer_table.betting.words import Patron, Stake
from dealer_table.procedure import events as e
from dealer_table.wire.event_codec import decode
from simulators.bot_players import BotPlayer

_BETS = {bet.name: bet for bet in LIVE_TABLE}
# Whoever bets as a bot does may hear these, and nothing else.
REFUSALS = frozenset(
    {
        "betting_closed",
        "other_coup",
        "over_maximum",
        "over_differential",
        "over_table_maximum",
        "insufficient_funds",
        "nothing_to_rebet",
        "nothing_to_undo",
        "nothing_to_confirm",
    }
)


@dataclass(slots=True)
class _OpenCoup:
    """The coup that the record is in the middle of."""

    number: int
    closes_at: int
    open: bool = True
    hands: Coup | None = None
    stakes: dict[Patron, Stakes] = field(default_factory=dict)


@dataclass(slots=True)
class BetsOnRecord:
    """All bets of one shoe, folded here: what the table itself made of its record is not asked."""

    faults: list[str] = field(default_factory=list)
    accepted: Counter[Patron] = field(default_factory=Counter)
    requests: Counter[tuple[Patron, str]] = field(default_factory=Counter)
    stakes: dict[tuple[int, Patron], Stakes] = field(default_factory=dict)
    ended: dict[tuple[int, Patron], Stakes] = field(default_factory=dict)
    money: Counter[Patron] = field(default_factory=Counter)
    _coup: _OpenCoup = field(default_factory=lambda: _OpenCoup(0, 0, open=False))

    def follow(self, event: object) -> None:
        """Take the next event on record."""
        match event:
            case e.BettingOpened(coup=coup, closes_at=closes_at):
                self._coup = _OpenCoup(coup, closes_at)
            case e.BettingClosed():
                self._coup.open = False
            case e.CoupCompleted(player=player, banker=banker):
                self._coup.hands = Coup(Hand(player), Hand(banker))
            case b.FundsDeposited(patron=patron, amount=amount):
                self.money[patron] += amount
            case b.BetsAccepted():
                self._accept(event)
            case b.BetsSettled(coup=coup, patron=patron, stakes=stakes, returned=back):
                self._end(coup, patron, stakes, back, self._due(stakes))
            case b.StakesReturned(coup=coup, patron=patron, stakes=stakes):
                self._end(coup, patron, stakes, stakes, stakes)
            case _:
                pass

    def _accept(self, event: b.BetsAccepted) -> None:
        coup, patron = self._coup, event.patron
        if not coup.open or event.coup != coup.number or event.at >= coup.closes_at:
            self.faults.append(f"a bet of {patron.name} on coup {event.coup} was accepted when none could be")
        before = self.stakes.get((event.coup, patron), ())
        if event.change != total_of(event.stakes) - total_of(before):
            self.faults.append(f"a bet of {patron.name} on coup {event.coup} moved {event.change}")
        self.stakes[event.coup, patron] = event.stakes
        self.accepted[patron] += 1
        self.requests[patron, event.request] += 1
        self.money[patron] -= event.change

    def _end(self, coup: int, patron: Patron, stakes: Stakes, back: Stakes, due: Stakes) -> None:
        who = f"the stakes of {patron.name} on coup {coup}"
        if (coup, patron) in self.ended:
            self.faults.append(f"{who} came back twice")
        if stakes != self.stakes.get((coup, patron)):
            self.faults.append(f"{who} were {self.stakes.get((coup, patron))}, settled were {stakes}")
        if back != due:
            self.faults.append(f"{who} returned {back}, due was {due}")
        self.ended[coup, patron] = back
        self.money[patron] += total_of(back)

    def _due(self, stakes: Stakes) -> Stakes:
        hands = self._coup.hands
        assert hands is not None, "a coup is complete before it is settled"
        back = (Stake(spot, returned(_BETS[spot], hands, amount)) for spot, amount in stakes)
        return tuple(stake for stake in back if stake.amount)

    def close(self) -> None:
        """Note what is still open at the end of the record."""
        for (coup, patron), stakes in self.stakes.items():
            if stakes and (coup, patron) not in self.ended:
                self.faults.append(f"the stakes of {patron.name} on coup {coup} were never settled")
        self.faults += [
            f"the request {request} of {patron.name} was carried out {times} times"
            for (patron, request), times in self.requests.items()
            if times > 1
        ]


def bets_on_record(journal: Path) -> BetsOnRecord:
    """Read a journal of one shoe from its first record."""
    record = BetsOnRecord()
    with SqliteJournalFile(journal) as file:
        for link in file.links():
            record.follow(decode(link.name, link.version, link.body))
        record.faults += [
            f"{patron.name} has {record.money[patron]} by the record, {balance} in the ledger"
            for patron, balance in _balances(file, record.money)
            if balance != record.money[patron]
        ]
    record.close()
    return record


def faults_of_bets(journal: Path, bots: Sequence[BotPlayer]) -> list[str]:
    """Return where record, ledger and what the bots were told are not one story."""
    record = bets_on_record(journal)
    return [*verify_faults(journal), *record.faults, *(fault for bot in bots for fault in _bot_faults(bot, record))]


def verify_faults(journal: Path) -> list[str]:
    """Return what the table's own command finds wrong with the record or the ledger."""
    command = [sys.executable, "-m", "dealer_table", "journal", "verify", str(journal)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    return [] if answer.returncode == 0 else [f"journal verify: {answer.stdout}{answer.stderr}"]


def _balances(file: SqliteJournalFile, patrons: Iterable[Patron]) -> list[tuple[Patron, int]]:
    rows = file.select("SELECT account, currency, balance FROM ledger_accounts")
    balances = {(account, currency): balance for account, currency, balance in rows}
    return [(patron, balances.get((f"patron:{patron.name}", patron.currency), 0)) for patron in patrons]


def _bot_faults(bot: BotPlayer, record: BetsOnRecord) -> list[str]:
    me, tally = bot.client.me, bot.tally
    if me is None:
        return ["a bot never heard how it stands"]
    patron = Patron(me.name, me.currency)
    faults = [f"refused by {code}" for code in tally.refused.keys() - REFUSALS]
    if tally.unanswered:
        faults.append(f"{tally.unanswered} bets had no answer")
    if tally.answers - tally.refused.total() != record.accepted[patron]:
        faults.append(f"told of {tally.answers - tally.refused.total()} bets, on record are {record.accepted[patron]}")
    for coup, result in tally.accepted.items():
        if result.stakes != record.stakes.get((coup, patron)):
            faults.append(f"coup {coup}: told {result.stakes}, on record {record.stakes.get((coup, patron))}")
    for coup, last in tally.settled.items():
        if last.returned != record.ended.get((coup, patron)):
            faults.append(f"coup {coup}: told {last.returned} back, on record {record.ended.get((coup, patron))}")
    faults += [f"coup {coup}: never told how it ended" for coup in tally.unsettled]
    if me.balance != record.money[patron]:
        faults.append(f"told a balance of {me.balance}, has {record.money[patron]}")
    return [f"{me.name}: {fault}" for fault in faults]
