"""All that is on record of one round of a Touch room: its promise, its shoe, its cards and its money. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from dealer_table.baccarat.coup import Outcome
from dealer_table.betting import events as b
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.words import Patron
from dealer_table.gateway.touch_view import touch_round
from dealer_table.records.wording import when
from dealer_table.touch import events as t
from dealer_table.touch.rounds import Round, begun


@dataclass(frozen=True, slots=True)
class RoundDossier:
    """A round from its commitment to its end; `played` is None before bets were taken on it."""

    patron: Patron
    committed_at: int
    commitment: str
    rules_digest: str
    played: Round | None = None
    ended_at: int | None = None

    @property
    def kept_its_promise(self) -> bool | None:
        """Tell whether the shoe is the one that was committed to, None before it was opened."""
        return None if self.played is None else self.played.shoe.commitment == self.commitment


def round_dossier(events: Iterable[RecordedEvent], number: int) -> RoundDossier | None:
    """Return what the journal of a room has of that round; None when it has nothing."""
    dossier: RoundDossier | None = None
    digest = ""
    for event in events:
        match event:
            case b.SpotsOffered():
                digest = event.digest
            case t.RoundCommitted(round=of) if of == number:
                dossier = RoundDossier(event.patron, event.at, event.commitment, digest)
            case t.RoundBegun(round=of) if of == number and dossier is not None:
                dossier = replace(dossier, played=begun(event))
            case t.RoundDealt(round=of) | t.RoundRefunded(round=of) | t.RoundVoided(round=of) if of == number:
                dossier = _after(dossier, event)
            case b.BetsAccepted(coup=of) | b.BetsSettled(coup=of) | b.StakesReturned(coup=of) if of == number:
                dossier = _after(dossier, event)
            case _:
                pass
    return dossier


def round_file(room: str, dossier: RoundDossier) -> dict[str, Any]:
    """Return a round for programs; `told` is what its patron was told, for `touch verify`."""
    patron, played = dossier.patron, dossier.played
    over = played is not None and played.end is not None
    return {
        "table": room,
        "patron": patron.name,
        "currency": patron.currency,
        "committed_at": dossier.committed_at,
        "commitment": dossier.commitment,
        "kept_its_promise": dossier.kept_its_promise,
        "rules_digest": dossier.rules_digest,
        "begun_at": played.begun_at if played else None,
        "ended_at": dossier.ended_at,
        "told": touch_round(played).model_dump(mode="json") if played and over else None,
    }


def round_page(room: str, number: int, dossier: RoundDossier) -> Iterator[str]:
    """Yield the lines of a round for people."""
    played = dossier.played
    end = "not begun" if played is None else "in play" if played.end is None else played.end.value
    outcome = f", {Outcome(played.outcome).value}" if played and played.outcome else ""
    yield f"{room}, round {number}: {end}{outcome}"
    yield f"rules {dossier.rules_digest}"
    yield f"patron {dossier.patron.name}, {dossier.patron.currency}"
    yield ""
    yield f"{when(dossier.committed_at)}  committed to {dossier.commitment}"
    if played is None:
        return
    promise = "as committed to" if dossier.kept_its_promise else "NOT THE SHOE THAT WAS COMMITTED TO"
    yield f"{when(played.begun_at)}  begun by request {played.request}, the shoe {promise}"
    if dossier.ended_at is not None:
        hands = f"{' '.join(played.player)} against {' '.join(played.banker)}" if played.player else played.reason
        yield f"{when(dossier.ended_at)}  over: {hands}"
    back = dict(played.returned)
    yield from (f"  {spot:<24}{amount:>14}{back.get(spot, 0):>14}" for spot, amount in played.stakes)


def _after(dossier: RoundDossier | None, event: t.RoomEvent) -> RoundDossier | None:
    """Return the round after what happened to it; what stands before its beginning is not of it."""
    if dossier is None or dossier.played is None:
        return dossier
    ended_at = None if isinstance(event, b.BetsAccepted) else event.at
    return replace(dossier, played=dossier.played.after(event), ended_at=ended_at)
