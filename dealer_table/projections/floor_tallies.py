"""What each scanner and each dealer did in this shoe, and how its deck was found: a fold of decisions. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from dealer_table.baccarat.cards import Card
from dealer_table.procedure import events as e
from dealer_table.procedure.words import Resolution, SpareSaw


@dataclass(frozen=True, slots=True)
class ScannerTally:
    """A scanner's doings in this shoe.

    `rescans` counts the cards shown again, read or not. `mean_gap_ms` is the mean time from one card to the next,
    bets and holds left out. `swap` is the code why the table may not deal by this scanner now.
    """

    scanner: str
    online: bool = False
    reads: int = 0
    misreads: int = 0
    rescans: int = 0
    mean_gap_ms: int | None = None
    last_card: Card | None = None
    last_at: int | None = None
    swap: str | None = None


@dataclass(frozen=True, slots=True)
class DealerTally:
    """What happened in the coups of this shoe that this person began."""

    dealer: str
    coups: int = 0
    misreads: int = 0
    rescans: int = 0
    voids: int = 0


@dataclass(frozen=True, slots=True)
class DeckResult:
    """How the cards of the next shoe were found. A card is named once for each copy; `foreign` are codes of no card."""

    packs: int
    cards: int
    missing: tuple[Card, ...]
    extra: tuple[Card, ...]
    foreign: tuple[str, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class _Pace:
    """The times between a scanner's cards, and when the last one came; None after a pause."""

    total: int = 0
    gaps: int = 0
    before: int | None = None

    def with_card(self, at: int) -> "_Pace":
        if self.before is None:
            return replace(self, before=at)
        return _Pace(self.total + at - self.before, self.gaps + 1, at)


@dataclass(frozen=True, slots=True)
class FloorTallies:
    """The fold; a fresh shoe starts it anew. `dealer` is who began the coup in play, or the last one."""

    scanners: Mapping[str, ScannerTally] = field(default_factory=dict)
    dealers: Mapping[str, DealerTally] = field(default_factory=dict)
    deck_result: DeckResult | None = None
    dealer: str = ""
    _paces: Mapping[str, _Pace] = field(default_factory=dict)

    def after(self, events: Iterable[e.Event], burning: bool) -> "FloorTallies":
        """Return the tallies after one decision; `burning` hides the cards' faces."""
        tallies, reader = self, ""
        for event in events:
            reader = scanner_of(event) or reader
            tallies = tallies._with(event, reader, burning)
        return tallies

    def _with(self, event: e.Event, reader: str, burning: bool) -> "FloorTallies":
        match event:
            case e.ShoeLoaded():
                return _fresh(event)
            case e.DeckChecked():
                return replace(self, deck_result=_result(event))
            case e.DeckCheckStarted():
                return replace(self, deck_result=None)
            case e.TableClosed() | e.ShoeRemoved():
                return replace(self, deck_result=None, dealer="")
            case e.BettingOpened(by=by) | e.FreeCoupStarted(by=by):
                return replace(self, dealer=by.name)._pausing()._counting_dealer(coups=1)
            case e.BettingClosed() | e.HoldRaised():
                return self._pausing()
            case e.CoupVoided():
                return self._counting_dealer(voids=1)
            case e.RescanFailed() | e.HoldResolved(resolution=Resolution.RESCAN):
                return self._rescanned(reader)
            case _:
                return self._scanner_did(event, burning)

    def _scanner_did(self, event: e.Event, burning: bool) -> "FloorTallies":
        name = scanner_of(event)
        if not name:
            return self
        paces = dict(self._paces)
        if isinstance(event, e.CardRead) or (isinstance(event, e.SpareRead) and event.saw is SpareSaw.CARD):
            paces[name] = paces.get(name, _Pace()).with_card(event.at)
        tally = _tallied(self.scanners.get(name, ScannerTally(name)), event, burning)
        pace = paces.get(name, _Pace())
        tally = replace(tally, mean_gap_ms=round(pace.total / pace.gaps) if pace.gaps else None)
        tallies = replace(self, scanners={**self.scanners, name: tally}, _paces=paces)
        return tallies._counting_dealer(misreads=1) if is_misread(event) else tallies

    def _rescanned(self, reader: str) -> "FloorTallies":
        tally = self.scanners.get(reader)
        assert tally is not None, "a card is shown again to a scanner"
        scanners = {**self.scanners, reader: replace(tally, rescans=tally.rescans + 1)}
        return replace(self, scanners=scanners)._counting_dealer(rescans=1)

    def _counting_dealer(
        self, *, coups: int = 0, misreads: int = 0, rescans: int = 0, voids: int = 0
    ) -> "FloorTallies":
        if not self.dealer:
            return self
        tally = self.dealers.get(self.dealer, DealerTally(self.dealer))
        tally = replace(
            tally,
            coups=tally.coups + coups,
            misreads=tally.misreads + misreads,
            rescans=tally.rescans + rescans,
            voids=tally.voids + voids,
        )
        return replace(self, dealers={**self.dealers, self.dealer: tally})

    def _pausing(self) -> "FloorTallies":
        return replace(self, _paces={name: replace(pace, before=None) for name, pace in self._paces.items()})


def scanner_of(event: e.Event) -> str:
    """Return the scanner that an event tells of, "" when it tells of none."""
    match event:
        case e.ScannerOnline(scanner=scanner) | e.ScannerOffline(scanner=scanner):
            return scanner
        case (
            e.CardRead(read=read)
            | e.CardReadIdle(read=read)
            | e.CardRejected(read=read)
            | e.SpareRead(read=read)
            | e.CardChecked(read=read)
            | e.MisreadRecorded(read=read)
            | e.DeviceReported(read=read)
        ):
            return read.scanner
        case _:
            return ""


def is_misread(event: e.Event) -> bool:
    """Tell whether the scanner that the table deals by saw something that it, or the shoe, cannot have."""
    return isinstance(event, e.MisreadRecorded | e.CardRejected)


def _fresh(event: e.ShoeLoaded) -> FloorTallies:
    """Begin with the scanners that are there, and the table's own though it were away."""
    names = sorted({*event.scanners_online, event.primary} - {""})
    return FloorTallies({name: ScannerTally(name, online=name in event.scanners_online) for name in names})


def _result(event: e.DeckChecked) -> DeckResult:
    whole = not (event.missing or event.extra or event.foreign)
    return DeckResult(event.packs, event.cards, event.missing, event.extra, event.foreign, whole)


def _tallied(tally: ScannerTally, event: e.Event, burning: bool) -> ScannerTally:
    match event:
        case e.ScannerOnline():
            return replace(tally, online=True)
        case e.ScannerOffline():
            return replace(tally, online=False)
        case e.CardRead(card=card) | e.CardReadIdle(card=card) | e.CardChecked(card=card):
            shown = None if burning else card
            return replace(tally, reads=tally.reads + 1, last_card=shown, last_at=event.at)
        case e.SpareRead(saw=SpareSaw.CARD):
            # A spare may report a burned card a moment late, when the burn is over: its cards are named to nobody.
            return replace(tally, reads=tally.reads + 1, last_card=None, last_at=event.at)
        case e.CardRejected() | e.MisreadRecorded() | e.SpareRead(saw=SpareSaw.MISREAD):
            return replace(tally, misreads=tally.misreads + 1, last_card=None, last_at=event.at)
        case _:
            return replace(tally, last_at=event.at)
