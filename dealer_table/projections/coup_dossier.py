"""All that happened in one coup (GLI-19 2.8.2): its cards and where each came from, its times, people and holds. Pure.

What the patrons had on it is another fold (`patron_records`), so that a list of many coups need not carry it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position, Side
from dealer_table.procedure import events as e
from dealer_table.procedure.commands import ReadId
from dealer_table.procedure.events import Event
from dealer_table.procedure.words import Actor, BettingClosedBy, HoldKind, Resolution, Role, TakesTwo


class CoupStatus(StrEnum):
    """How a coup stands; a cancelled one was never dealt to its end because the shoe or the table went away."""

    OPEN = "open"
    SETTLED = "settled"
    FREE = "free"
    VOID = "void"
    CORRECTED = "corrected"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class CardOnFelt:
    """A card as it stands, and where it came from: the scanner's read, the person who typed it in or put it right."""

    position: Position
    card: Card
    at: int
    read: ReadId | None
    keyed_by: Actor | None = None
    corrected_by: Actor | None = None


@dataclass(frozen=True, slots=True)
class Misread:
    """A scanner saw something that it could not name, or that cannot be in the shoe."""

    at: int
    scanner: str
    cause: str


@dataclass(frozen=True, slots=True)
class Hold:
    """A stop of the dealing and its end; `resolution` is None while it stands, or when a void ended it."""

    kind: HoldKind
    cause: str
    at: int
    failed_rescans: int = 0
    resolution: Resolution | None = None
    resolved_at: int | None = None
    by: Actor | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Correction:
    """What was put right, by whom: one card before the settlement, or the whole coup after it."""

    at: int
    by: Actor
    before: Mapping[str, Card]
    after: Mapping[str, Card]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Proposed:
    """What a first person wanted done that takes two; the second is whoever voided or corrected."""

    at: int
    by: Actor
    what: TakesTwo
    reason: str


@dataclass(frozen=True, slots=True)
class CoupDossier:
    """One coup, whole. Times are milliseconds since the epoch; what has not happened is None.

    `dealer` is who began it, and may be a supervisor; `on_duty` names the dealer whose shift it was then.
    """

    shoe: int
    coup: int
    begun_at: int
    dealer: Actor
    rules_digest: str
    on_duty: str = ""
    free: bool = False
    status: CoupStatus = CoupStatus.OPEN
    closes_at: int | None = None
    betting_closed_at: int | None = None
    betting_closed_by: BettingClosedBy | None = None
    cards: tuple[CardOnFelt, ...] = ()
    misreads: tuple[Misread, ...] = ()
    holds: tuple[Hold, ...] = ()
    corrections: tuple[Correction, ...] = ()
    proposals: tuple[Proposed, ...] = ()
    outcome: Outcome | None = None
    completed_at: int | None = None
    confirmed_by: Actor | None = None
    ended_at: int | None = None
    void_by: Actor | None = None
    void_reason: str = ""

    @property
    def people(self) -> tuple[Actor, ...]:
        """Return everybody who acted in this coup, in the order of the record's parts, once each."""
        acted = (
            self.dealer,
            Actor(Role.DEALER, self.on_duty) if self.on_duty else None,
            *(card.keyed_by for card in self.cards),
            *(hold.by for hold in self.holds),
            *(proposal.by for proposal in self.proposals),
            *(correction.by for correction in self.corrections),
            self.confirmed_by,
            self.void_by,
        )
        return tuple(dict.fromkeys(actor for actor in acted if actor is not None))

    def hand(self, side: Side) -> tuple[Card, ...]:
        """Return the cards of one side as they stand."""
        return tuple(placed.card for placed in self.cards if placed.position.side is side)


def dossiers(events: Iterable[Event]) -> Iterator[CoupDossier]:
    """Yield every coup in order, those of a shoe when it can be corrected no more: no more than a shoe is kept."""
    fold = _Fold()
    for event in events:
        if isinstance(event, e.ShoeLoaded):
            yield from fold.coups.values()
            fold.coups.clear()
        fold.take(event)
    yield from fold.coups.values()


@dataclass(slots=True)
class _Fold:
    """The coup at hand stays at hand until the next begins: much may still be said of it when it is over."""

    shoe: int = 0
    rules_digest: str = ""
    on_duty: str = ""
    coup: int = 0
    coups: dict[int, CoupDossier] = field(default_factory=dict)
    # What left the shoe and has no place yet; a card may wait long, in a hold or for the next coup.
    unplaced: list[tuple[Card, ReadId | None]] = field(default_factory=list)

    def take(self, event: Event) -> None:
        """Fold one event in."""
        if isinstance(event, e.TableClosed):
            self.on_duty = ""
        match event:
            case e.RulesAdopted(digest=digest):
                self.rules_digest = digest
            case e.ShoeLoaded():
                self.shoe, self.rules_digest, self.coup = event.shoe, event.rules_digest, 0
                self.on_duty = event.dealer
                self.unplaced.clear()
            case e.ShiftTaken(by=by):
                self.on_duty = by.name
            case e.ShiftEnded():
                self.on_duty = ""
            case e.BettingOpened() | e.FreeCoupStarted():
                self._begin(event)
            case e.CardRead(card=card, read=read):
                self.unplaced.append((card, read))
            case e.CardKeyedIn(card=card):
                self.unplaced.append((card, None))
            case e.CardDealt():
                self._deal(event)
            case e.IndicatorDrawn(card=card) | e.CardBurned(card=card) | e.CardDiscarded(card=card):
                self._source_of(card)
            case e.CardWasOnFelt(card=card):
                self._source_of(card)
            case e.CoupCorrected():
                self._correct_coup(event)
            case e.VoidProposed() | e.CorrectionProposed():
                self._propose(event)
            case _ if self.coup:
                self.coups[self.coup] = _continued(self.coups[self.coup], event)
            case _:
                pass

    def _begin(self, event: e.BettingOpened | e.FreeCoupStarted) -> None:
        self.coup = event.coup
        begun = CoupDossier(self.shoe, event.coup, event.at, event.by, self.rules_digest, self.on_duty)
        match event:
            case e.BettingOpened(closes_at=closes_at):
                self.coups[self.coup] = replace(begun, closes_at=closes_at)
            case e.FreeCoupStarted():
                self.coups[self.coup] = replace(begun, free=True)

    def _deal(self, event: e.CardDealt) -> None:
        read = self._source_of(event.card)
        coup = self.coups[event.coup]
        placed = CardOnFelt(event.position, event.card, event.at, read, event.keyed_by)
        self.coups[event.coup] = replace(coup, cards=(*coup.cards, placed))

    def _source_of(self, card: Card) -> ReadId | None:
        """Return the read of the first such card that has no place yet, which now has one."""
        for place, (waiting, read) in enumerate(self.unplaced):
            if waiting == card:
                del self.unplaced[place]
                return read
        return None

    def _propose(self, event: e.VoidProposed | e.CorrectionProposed) -> None:
        what = TakesTwo.VOID if isinstance(event, e.VoidProposed) else TakesTwo.CORRECT_COUP
        coup = self.coups[event.coup]
        proposed = Proposed(event.at, event.by, what, event.reason)
        self.coups[event.coup] = replace(coup, proposals=(*coup.proposals, proposed))

    def _correct_coup(self, event: e.CoupCorrected) -> None:
        coup = self.coups[event.coup]
        before, after = _by_position(event.player_before, event.banker_before), _by_position(event.player, event.banker)
        was, now = ({position.value: card for position, card in cards.items()} for cards in (before, after))
        correction = Correction(event.at, event.by, was, now, event.reason)
        self.coups[event.coup] = replace(
            coup,
            status=CoupStatus.CORRECTED,
            outcome=event.outcome,
            cards=_as_it_stands(coup, after, event.at, event.by),
            corrections=(*coup.corrections, correction),
        )


def _by_position(player: tuple[Card, ...], banker: tuple[Card, ...]) -> dict[Position, Card]:
    """Return two whole hands by place, in the order they were dealt."""
    placed = {Position.of(Side.PLAYER, index): card for index, card in enumerate(player, 1)}
    placed |= {Position.of(Side.BANKER, index): card for index, card in enumerate(banker, 1)}
    return {position: placed[position] for position in Position if position in placed}


def _as_it_stands(
    coup: CoupDossier, cards: Mapping[Position, Card], at: int, by: Actor | None = None
) -> tuple[CardOnFelt, ...]:
    """Return the cards of a coup after somebody said what they are; one that was right keeps where it came from."""
    lay = {placed.position: placed for placed in coup.cards}
    return tuple(
        lay[position]
        if position in lay and lay[position].card is card
        else CardOnFelt(position, card, at, None, corrected_by=by)
        for position, card in cards.items()
    )


def _continued(coup: CoupDossier, event: Event) -> CoupDossier:
    """Return the coup at hand after an event that names no coup, or this one."""
    match event:
        case e.BettingClosed(at=at, cause=cause):
            return replace(coup, betting_closed_at=at, betting_closed_by=cause)
        case e.MisreadRecorded(cause=cause) | e.CardRejected(cause=cause):
            return replace(coup, misreads=(*coup.misreads, Misread(event.at, event.read.scanner, cause.value)))
        case e.HoldRaised(at=at, kind=kind, cause=why):
            return replace(coup, holds=(*coup.holds, Hold(kind, why, at)))
        case e.RescanFailed() | e.HoldResolved() if coup.holds:
            return replace(coup, holds=(*coup.holds[:-1], _hold_after(coup.holds[-1], event)))
        case e.CardCorrected():
            return _card_put_right(coup, event)
        case _:
            return _ending(coup, event)


def _hold_after(hold: Hold, event: e.RescanFailed | e.HoldResolved) -> Hold:
    match event:
        case e.RescanFailed():
            return replace(hold, failed_rescans=hold.failed_rescans + 1)
        case e.HoldResolved(at=at, resolution=resolution, by=by, reason=reason):
            return replace(hold, resolution=resolution, resolved_at=at, by=by, reason=reason)


def _card_put_right(coup: CoupDossier, event: e.CardCorrected) -> CoupDossier:
    where = event.position
    cards = tuple(
        replace(placed, card=event.after, corrected_by=event.by) if placed.position is where else placed
        for placed in coup.cards
    )
    correction = Correction(event.at, event.by, {where.value: event.before}, {where.value: event.after})
    status = CoupStatus.CORRECTED if coup.status is CoupStatus.SETTLED else coup.status
    return replace(coup, status=status, cards=cards, corrections=(*coup.corrections, correction))


def _ending(coup: CoupDossier, event: Event) -> CoupDossier:
    over = coup.status is not CoupStatus.OPEN
    match event:
        case e.CoupCompleted(at=at, player=player, banker=banker, outcome=outcome):
            cards = _as_it_stands(coup, _by_position(player, banker), at)
            return replace(coup, cards=cards, outcome=outcome, completed_at=at)
        case e.ResultConfirmed(by=by):
            return replace(coup, confirmed_by=by)
        case e.CoupSettled(at=at):
            return replace(coup, status=CoupStatus.SETTLED, ended_at=at)
        case e.FreeCoupEnded(at=at):
            return replace(coup, status=CoupStatus.FREE, ended_at=at)
        case e.CoupVoided(at=at, by=by, reason=reason):
            return replace(coup, status=CoupStatus.VOID, ended_at=at, void_by=by, void_reason=reason)
        case e.ShoeRemoved(at=at) | e.TableClosed(at=at) if not over:
            return replace(coup, status=CoupStatus.CANCELLED, ended_at=at)
        case _:
            return coup
