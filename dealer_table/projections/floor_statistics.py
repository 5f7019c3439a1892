"""What went well and wrong over days, by dealer, by table or by scanner (UKGC RTS 17A): a fold of decisions. Pure."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from dealer_table.baccarat.coup import Outcome
from dealer_table.procedure import events as e
from dealer_table.procedure.words import Actor, HoldKind, Resolution, Role, SpareSaw
from dealer_table.projections.floor_tallies import scanner_of

_MS_AN_HOUR = 3_600_000


class By(StrEnum):
    """Whose doings are counted together.

    A dealer's are what happened from taking the shift until somebody else took it; where nobody is on duty, from a
    shoe, a deck check or a coup that this person began until somebody else began the next. A scanner's are what it read
    itself, and the coups that were begun while the table dealt by it.
    """

    DEALER = "dealer"
    TABLE = "table"
    SCANNER = "scanner"


@dataclass(frozen=True, slots=True)
class FloorStatistics:
    """One dealer, table or scanner; `name` is empty for what happened before anybody had begun anything.

    `outcomes` are those of coups that count, as they stand after every correction. `milliseconds` is the time from
    each coup's beginning to the next's of the same shoe, or to its own end when there is none.
    """

    name: str
    coups: int
    free_coups: int
    outcomes: Mapping[Outcome, int]
    voids: int
    corrections: int
    reads: int
    misreads: int
    rescans: int
    holds: Mapping[HoldKind, int]
    milliseconds: int

    @property
    def coups_an_hour(self) -> float | None:
        """Return the pace, None when no time has passed."""
        return self.coups * _MS_AN_HOUR / self.milliseconds if self.milliseconds else None


@dataclass(slots=True)
class _Tally:
    counts: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    holds: Counter[HoldKind] = field(default_factory=Counter)


@dataclass(slots=True)
class _Begun:
    """A coup of the shoe at hand: who answers for it, when it began, and the outcome it is counted with."""

    name: str
    at: int
    outcome: Outcome | None = None
    void: bool = False


class FloorCount:
    """The fold over the records of any number of tables, one table after the other."""

    def __init__(self, by: By) -> None:
        self._by = by
        self._tallies: dict[str, _Tally] = {}
        self.begin_table("")

    def begin_table(self, table: str) -> None:
        """Go on with the journal of `table`, from its start."""
        self._table = table
        self._dealer = self._on_duty = self._primary = self._reader = ""
        self._decision = 0
        self._coups: dict[int, _Begun] = {}
        self._coup: _Begun | None = None

    def take(self, event: e.Event, decision: int) -> None:
        """Fold one event in; `decision` says which belong together."""
        if decision != self._decision:
            self._decision, self._reader = decision, ""
        match event:
            case e.ShoeLoaded(by=by, primary=primary):
                self._coups, self._coup, self._primary = {}, None, primary
                self._answers(by)
            case e.DeckCheckStarted(by=by):
                self._answers(by)
            case e.ShiftTaken(by=by):
                self._dealer = self._on_duty = by.name
            case e.ShiftEnded() | e.TableClosed():
                self._on_duty = ""
            case e.ScannerSwapped(after=after):
                self._primary = after
            case e.BettingOpened() | e.FreeCoupStarted():
                self._begin(event)
            case e.CoupSettled() | e.FreeCoupEnded() | e.CoupVoided() | e.CoupCompleted() | e.CoupCorrected():
                self._coup_goes_on(event)
            case e.HoldRaised(kind=kind):
                self._tally(self._reader or self._primary).holds[kind] += 1
            case e.RescanFailed() | e.HoldResolved(resolution=Resolution.RESCAN):
                self._count("rescans", self._reader or self._primary)
            case _:
                self._scanner_saw(event)

    def rows(self) -> tuple[FloorStatistics, ...]:
        """Return what was counted, by name."""
        return tuple(_row(name, self._tallies[name]) for name in sorted(self._tallies))

    def _answers(self, by: Actor) -> None:
        if by.role is not Role.SYSTEM and not self._on_duty:
            self._dealer = by.name

    def _begin(self, event: e.BettingOpened | e.FreeCoupStarted) -> None:
        if self._coup is not None:
            self._spent(self._coup, event.at)
        self._answers(event.by)
        name = self._name(self._primary)
        self._coup = self._coups[event.coup] = _Begun(name, event.at)
        tally = self._tallies.setdefault(name, _Tally())
        tally.counts["coups"] += 1
        tally.counts["free_coups"] += isinstance(event, e.FreeCoupStarted)

    def _spent(self, coup: _Begun, at: int) -> None:
        self._tallies[coup.name].counts["milliseconds"] += at - coup.at
        coup.at = at

    def _coup_goes_on(
        self, event: e.CoupSettled | e.FreeCoupEnded | e.CoupVoided | e.CoupCompleted | e.CoupCorrected
    ) -> None:
        coup = self._coups[event.coup]
        tally = self._tallies[coup.name]
        match event:
            case e.CoupSettled(outcome=outcome) | e.FreeCoupEnded(outcome=outcome):
                self._spent(coup, event.at)
                self._counts_as(coup, outcome)
            case e.CoupVoided():
                self._spent(coup, event.at)
                self._counts_as(coup, None)
                tally.counts["voids"] += 1
            case e.CoupCompleted(outcome=outcome):
                # Of a coup that was over already it is a correction; before that the coup does not count yet.
                if coup.outcome is not None:
                    self._counts_as(coup, outcome)
            case e.CoupCorrected(outcome=outcome):
                self._counts_as(coup, outcome)
                tally.counts["corrections"] += 1

    def _counts_as(self, coup: _Begun, outcome: Outcome | None) -> None:
        outcomes = self._tallies[coup.name].outcomes
        if coup.outcome is not None:
            outcomes[coup.outcome] -= 1
        if outcome is not None:
            outcomes[outcome] += 1
        coup.outcome = outcome

    def _scanner_saw(self, event: e.Event) -> None:
        scanner = scanner_of(event)
        if not scanner:
            return
        self._reader = scanner
        match event:
            case e.CardRead() | e.CardReadIdle() | e.CardChecked():
                self._count("reads", scanner)
            case e.MisreadRecorded() | e.CardRejected():
                self._count("misreads", scanner)
            case e.SpareRead(saw=saw) if self._by is By.SCANNER:
                # A spare reads the same cards along: only its own figures may count them again.
                if saw in (SpareSaw.CARD, SpareSaw.MISREAD):
                    self._count("reads" if saw is SpareSaw.CARD else "misreads", scanner)
            case _:
                pass

    def _count(self, what: str, scanner: str) -> None:
        self._tally(scanner).counts[what] += 1

    def _tally(self, scanner: str) -> _Tally:
        return self._tallies.setdefault(self._name(scanner), _Tally())

    def _name(self, scanner: str) -> str:
        return {By.DEALER: self._dealer, By.TABLE: self._table, By.SCANNER: scanner}[self._by]


def _row(name: str, tally: _Tally) -> FloorStatistics:
    counts = tally.counts
    return FloorStatistics(
        name,
        coups=counts["coups"],
        free_coups=counts["free_coups"],
        outcomes={outcome: tally.outcomes[outcome] for outcome in Outcome},
        voids=counts["voids"],
        corrections=counts["corrections"],
        reads=counts["reads"],
        misreads=counts["misreads"],
        rescans=counts["rescans"],
        holds={kind: tally.holds[kind] for kind in HoldKind if tally.holds[kind]},
        milliseconds=counts["milliseconds"],
    )
