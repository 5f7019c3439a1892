"""The record for other programs: coups, bets, money and debts as rows of documented columns, and events. Pure.

Rows are made as the journal is read, so a journal of any length needs the memory of one shoe's coups. The columns are
described in docs/record.md; one that is there keeps its name, place and meaning.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import chain

from dealer_table.baccarat.hand import Side
from dealer_table.betting import events as b
from dealer_table.betting.recorded import RecordedEvent, table_events
from dealer_table.betting.words import Means, Stake
from dealer_table.procedure.events import ShoeLoaded
from dealer_table.procedure.words import Actor
from dealer_table.projections.coup_dossier import CoupDossier, dossiers
from dealer_table.records.wording import named, when
from dealer_table.touch import events as t
from dealer_table.wire.hash_chain import Link

Cell = str | int | None
Row = tuple[Cell, ...]
Recorded = Iterable[tuple[Link, RecordedEvent]]

_Moving = (
    b.BetsAccepted
    | b.BetsSettled
    | b.StakesReturned
    | b.SettlementCorrected
    | b.FundsDeposited
    | b.FundsWithdrawn
    | b.DebtSettled
)

# A spreadsheet takes a text that begins so for a formula, and would carry it out.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


class What(StrEnum):
    """What may be exported."""

    COUPS = "coups"
    BETS = "bets"
    MONEY = "money"
    DEBTS = "debts"
    EVENTS = "events"


COLUMNS: Mapping[What, tuple[str, ...]] = {
    What.COUPS: (
        *("table", "shoe", "coup", "status", "free", "begun_at", "dealer", "betting_closed_at", "betting_closed_by"),
        *("player", "banker", "outcome", "completed_at", "confirmed_by", "ended_at", "misreads", "holds"),
        *("corrections", "void_by", "void_reason", "rules_digest", "on_duty"),
    ),
    What.BETS: (
        *("position", "at", "table", "shoe", "coup", "patron", "currency", "kind", "spot", "stake", "returned"),
        "rules_digest",
    ),
    What.MONEY: (
        *("position", "at", "table", "shoe", "coup", "patron", "currency", "kind", "amount", "reference", "by"),
    ),
    What.DEBTS: (
        *("position", "at", "table", "shoe", "coup", "patron", "currency", "kind", "amount", "reference", "by"),
        "reason",
    ),
    What.EVENTS: Link.__slots__,
}


def coup_rows(table: str, recorded: Recorded) -> Iterator[Row]:
    """Yield every coup that began, as it stands after every correction; of a Touch room every round that is over."""
    events = (event for _, event in recorded)
    first = next(events, None)
    if isinstance(first, t.RoomOpened):
        yield from ((table, *row) for row in _round_rows(events))
    elif first is not None:
        for coup in dossiers(event for each in chain((first,), events) for event in table_events((each,))):
            yield (table, *_coup_row(coup))


def bet_rows(table: str, recorded: Recorded) -> Iterator[Row]:
    """Yield what each patron had on each spot and what came back; a correction is a row of its own, the difference.

    So the sums over the rows are what stands, and no row is ever taken back.
    """
    shoe: int | None = None  # a Touch room loads none
    for link, event in recorded:
        match event:
            case ShoeLoaded():
                shoe = event.shoe
            case b.BetsSettled() | b.StakesReturned() | b.SettlementCorrected():
                place = (link.position, when(event.at), table, shoe, event.coup, *event.patron)
                for rest in _bets_of(event):
                    yield (*place, *rest)
            case _:
                pass


def money_rows(table: str, recorded: Recorded) -> Iterator[Row]:
    """Yield every movement of a patron's money, plus into the patron's account and minus out of it."""
    shoe: int | None = None  # a Touch room loads none
    for link, event in recorded:
        if isinstance(event, ShoeLoaded):
            shoe = event.shoe
        elif isinstance(event, _Moving):
            for coup, kind, amount, reference, by in _movements(event):
                place = (link.position, when(event.at), table, coup and shoe, coup)
                yield (*place, *event.patron, kind, amount, reference, by)


def debt_rows(table: str, recorded: Recorded) -> Iterator[Row]:
    """Yield every change of what a patron owes by a correction, plus for more and minus for less."""
    shoe: int | None = None
    for link, event in recorded:
        match event:
            case ShoeLoaded():
                shoe = event.shoe
            case b.SettlementCorrected(coup=coup, owed=owed) if owed:
                place = (link.position, when(event.at), table)
                yield (*place, shoe, coup, *event.patron, "correction", owed, None, None, None)
            case b.DebtSettled(by=by, amount=amount, means=means, reference=reference, reason=reason):
                place = (link.position, when(event.at), table)
                yield (*place, None, None, *event.patron, means.value, -amount, reference, named(by), reason or None)
            case _:
                pass


def plain(value: Cell) -> Cell:
    """Return a cell that no spreadsheet takes for a formula: such a text is led by an apostrophe."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _coup_row(coup: CoupDossier) -> Row:
    return (
        *(coup.shoe, coup.coup, coup.status.value, int(coup.free), when(coup.begun_at), _named(coup.dealer)),
        *(_when(coup.betting_closed_at), coup.betting_closed_by and coup.betting_closed_by.value),
        *(" ".join(coup.hand(side)) for side in Side),
        *(coup.outcome and coup.outcome.value, _when(coup.completed_at), _named(coup.confirmed_by)),
        *(_when(coup.ended_at), len(coup.misreads), len(coup.holds), len(coup.corrections)),
        *(_named(coup.void_by), coup.void_reason, coup.rules_digest, coup.on_duty),
    )


def _round_rows(events: Iterable[RecordedEvent]) -> Iterator[Row]:
    """Yield the rounds of a Touch room as they end: nobody deals them, and nothing about them is ever put right."""
    begun: dict[int, int] = {}
    digest = ""
    for event in events:
        match event:
            case b.SpotsOffered():
                digest = event.digest
            case t.RoundBegun():
                begun[event.round] = event.at
            case t.RoundDealt() | t.RoundRefunded() | t.RoundVoided():
                cells = _round_cells(event) | {"rules_digest": digest, "begun_at": _when(begun.pop(event.round, None))}
                yield tuple(cells.get(column) for column in COLUMNS[What.COUPS][1:])
            case _:
                pass


def _round_cells(event: t.RoundDealt | t.RoundRefunded | t.RoundVoided) -> dict[str, Cell]:
    ended: dict[str, Cell] = {"coup": event.round, "ended_at": when(event.at)}
    ended |= dict.fromkeys(("free", "misreads", "holds", "corrections"), 0)
    match event:
        case t.RoundDealt(player=player, banker=banker, outcome=outcome):
            hands = {"player": " ".join(player), "banker": " ".join(banker), "outcome": outcome.value}
            return {**ended, **hands, "status": "settled", "completed_at": when(event.at)}
        case t.RoundRefunded(reason=reason) | t.RoundVoided(reason=reason):
            return {**ended, "status": "void", "void_reason": reason}


def _bets_of(event: b.BetsSettled | b.StakesReturned | b.SettlementCorrected) -> Iterator[Row]:
    match event:
        case b.BetsSettled(stakes=stakes, returned=returned, rules_digest=digest):
            came_back = dict(returned)
            for spot, amount in stakes:
                yield ("settled", spot, amount, came_back.get(spot, 0), digest)
        case b.StakesReturned(stakes=stakes):
            for spot, amount in stakes:
                yield ("returned", spot, amount, amount, None)
        case b.SettlementCorrected(before=before, after=after):
            was, now = dict(before), dict(after)
            for spot in was | now:
                difference = now.get(spot, 0) - was.get(spot, 0)
                if difference:
                    yield ("corrected", spot, 0, difference, None)


def _movements(event: _Moving) -> Iterator[tuple[int | None, str, int, str | None, str | None]]:
    """Yield coup, kind, amount, reference and person of what an event moves."""
    match event:
        case b.BetsAccepted(coup=coup, change=change, movement=movement) if change > 0:
            yield coup, "bet", -change, movement, None
        case b.BetsAccepted(coup=coup, change=change) if change < 0:
            yield coup, "bet_taken_back", -change, None, None
        case b.BetsSettled(coup=coup, returned=returned) if returned:
            yield coup, "return", _total(returned), None, None
        case b.StakesReturned(coup=coup, stakes=stakes):
            yield coup, "refund", _total(stakes), None, None
        case b.SettlementCorrected(coup=coup, before=before, after=after, owed=owed):
            # What the account did not hold was not taken: it is a debt, and no movement.
            yield coup, "correction", _total(after) - _total(before) + owed, None, None
        case b.FundsDeposited(by=by, amount=amount, reference=reference):
            yield None, "deposit", amount, reference, named(by)
        case b.FundsWithdrawn(by=by, amount=amount, reference=reference):
            yield None, "withdrawal", -amount, reference, named(by)
        case b.DebtSettled(by=by, amount=amount, reference=reference, means=Means.ACCOUNT):
            yield None, "debt_paid", -amount, reference, named(by)
        case _:
            pass


def _total(stakes: Iterable[Stake]) -> int:
    return sum(amount for _, amount in stakes)


def _named(actor: Actor | None) -> str | None:
    return None if actor is None else named(actor)


def _when(at: int | None) -> str | None:
    return None if at is None else when(at)
