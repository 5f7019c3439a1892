"""What is told an auditor, whatever happened at the table: each way of telling it says the same as the books. Pure."""

from collections import Counter
from collections.abc import Iterable

import pytest

from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Side
from dealer_table.betting.recorded import table_events
from dealer_table.procedure import events as e
from dealer_table.projections.coup_dossier import CoupStatus, dossiers
from dealer_table.projections.coup_record import coup_records
from dealer_table.projections.coup_turnover import CoupTurnovers
from dealer_table.projections.floor_statistics import By, FloorCount, FloorStatistics
from dealer_table.projections.measured_returns import ReturnsCount
from dealer_table.projections.patron_records import patron_records
from dealer_table.records.exports import COLUMNS, Recorded, Row, What, bet_rows, money_rows
from dealer_table.wire.hash_chain import chained
from tests.properties.betting_machine import PATRONS, FeltUnderProof
from tests.properties.procedure_machine import HOUSES
from tests.properties.test_betting import walk

Cells = dict[str, str | int | None]


def recorded(table: FeltUnderProof) -> Recorded:
    return zip(chained([table.journal], 0, ""), table.journal, strict=True)


def named(what: What, rows: Iterable[Row]) -> list[Cells]:
    return [dict(zip(COLUMNS[what], row, strict=True)) for row in rows]


def total(rows: Iterable[Cells], column: str, **where: str) -> int:
    """Return the sum of a column over the rows where others are as said."""
    chosen = (row for row in rows if all(row[key] == value for key, value in where.items()))
    return sum(amount for row in chosen if isinstance(amount := row[column], int))


def check_money(table: FeltUnderProof) -> None:
    money = named(What.MONEY, money_rows("t", recorded(table)))
    for patron in PATRONS:
        assert total(money, "amount", patron=patron.name, currency=patron.currency) == table.money.balance(patron)
    bets = named(What.BETS, bet_rows("t", recorded(table)))
    count, turnovers = ReturnsCount(), CoupTurnovers()
    for event in table.journal:
        count.take(event)
    for _ in turnovers.along(table.journal):
        pass
    for currency in ("EUR", "FUN"):
        kept = total(bets, "stake", currency=currency) - total(bets, "returned", currency=currency)
        assert kept == table.money.balances["house", currency]
        rows = [row for row in count.rows() if row.currency == currency]
        assert sum(row.turnover - row.returned for row in rows) == kept
        assert all(row.wrong == 0 for row in rows)
        coups = {(row["shoe"], row["coup"]) for row in bets}
        each = [
            turnovers.of(shoe, coup).get(currency)
            for shoe, coup in coups
            if isinstance(shoe, int) and isinstance(coup, int)
        ]
        assert sum(one.staked - one.returned for one in each if one is not None) == kept


def check_coups(table: FeltUnderProof) -> None:
    """Hold the dossiers to the coups that `replay` gives, and every card to a source."""
    unfinished = (CoupStatus.OPEN, CoupStatus.CANCELLED)
    told = [coup for coup in dossiers(table_events(table.journal)) if coup.status not in unfinished]
    replayed = coup_records(table_events(table.journal))
    assert [(coup.shoe, coup.coup, coup.free) for coup in told] == [(one.shoe, one.coup, one.free) for one in replayed]
    for coup, one in zip(told, replayed, strict=True):
        assert (coup.hand(Side.PLAYER), coup.hand(Side.BANKER)) == (one.player, one.banker)
        assert (coup.outcome if not one.void else one.outcome, coup.void_by is not None) == (one.outcome, one.void)
        for placed in coup.cards:
            assert placed.read or placed.keyed_by or placed.corrected_by, f"{placed} came from nowhere"
        assert coup.ended_at is not None and coup.begun_at <= coup.ended_at


def added(rows: Iterable[FloorStatistics]) -> Counter[str]:
    """Return what all rows together have."""
    sums: Counter[str] = Counter()
    for row in rows:
        for what in ("coups", "free_coups", "voids", "corrections", "reads", "misreads", "rescans", "milliseconds"):
            sums[what] += getattr(row, what)
        sums.update({f"outcome {outcome.value}": count for outcome, count in row.outcomes.items()})
        sums.update({f"hold {kind.value}": count for kind, count in row.holds.items()})
    return sums


def check_statistics(table: FeltUnderProof) -> None:
    """Fail unless dealers and tables add up to the same, and scanners to the same coups."""
    sums = {}
    for by in By:
        count = FloorCount(by)
        count.begin_table("t")
        for link, event in recorded(table):
            for each in table_events((event,)):
                count.take(each, link.decision)
        sums[by] = added(count.rows())
    assert sums[By.DEALER] == sums[By.TABLE]
    alike = ("coups", "free_coups", "voids", "corrections", "rescans", "milliseconds")
    assert [sums[By.SCANNER][what] for what in alike] == [sums[By.TABLE][what] for what in alike]
    counted = [coup for coup in coup_records(table_events(table.journal)) if not coup.void]
    assert sums[By.TABLE]["voids"] == sum(isinstance(event, e.CoupVoided) for event in table.journal)
    for outcome in Outcome:
        assert sums[By.TABLE][f"outcome {outcome.value}"] == sum(coup.outcome is outcome for coup in counted)


def check_patrons(table: FeltUnderProof) -> None:
    """Hold every coup of the last shoe to what the books paid on it."""
    for number in {coup for coup, _ in table.money.paid}:
        records = {record.patron: record for record in patron_records(table.since_load, number)}
        for (coup, patron), paid in table.money.paid.items():
            if coup == number:
                assert dict(records[patron].stakes) == paid.stakes
                assert records[patron].returned == paid.returned


def check_all(table: FeltUnderProof) -> None:
    check_money(table)
    check_coups(table)
    check_statistics(table)
    check_patrons(table)


@pytest.mark.parametrize("house", ["Macau", "checks its decks, spares take over"])
def test_every_way_of_telling_says_the_same(house: str) -> None:
    check_all(walk(house, seed=9, steps=150))


@pytest.mark.soak
@pytest.mark.parametrize("house", HOUSES)
def test_every_way_of_telling_says_the_same_of_long_runs(house: str) -> None:
    for seed in range(20):
        check_all(walk(house, seed, steps=3_000))
