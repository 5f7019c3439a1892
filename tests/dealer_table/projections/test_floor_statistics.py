from dealer_table.baccarat.coup import Outcome
from dealer_table.procedure import commands as c
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import Actor, BurnRule, HoldKind, Resolution, Role
from dealer_table.projections.floor_statistics import By, FloorCount, FloorStatistics
from tests.dealer_table.procedure.table_at_work import (
    DEALER,
    PLAYER_NATURAL,
    SUPERVISOR,
    TIE_OF_SIX_CARDS,
    TableAtWork,
    table_with_shoe,
)
from tests.dealer_table.records.table_with_bets import loaded_table

DELIA = Actor(Role.DEALER, "Delia")


def counted(by: By, **tables: TableAtWork) -> dict[str, FloorStatistics]:
    count = FloorCount(by)
    for name, table in tables.items():
        count.begin_table(name)
        for number, decision in enumerate(table.decisions):
            for event in decision:
                count.take(event, number)
    return {row.name: row for row in count.rows()}


def eventful_table() -> TableAtWork:
    """A coup of Dana's with a misread, one of Delia's that is void; each takes 30 seconds, and 10 lie between."""
    table = table_with_shoe()
    table.begin_coup()
    table.misread()
    table.misread()
    table.now += 30_000
    table.deal(PLAYER_NATURAL)
    table.now += 10_000
    table.relieve(DELIA)
    table.begin_coup()
    table.deal("7C")
    table.now += 30_000
    table.void()
    return table


def test_what_happens_counts_for_who_began_the_coup() -> None:
    rows = counted(By.DEALER, one=eventful_table())
    assert set(rows) == {"Dana", "Delia"}
    dana, delia = rows["Dana"], rows["Delia"]
    assert (dana.coups, dana.outcomes[Outcome.PLAYER], dana.reads, dana.misreads, dana.rescans) == (1, 1, 4, 2, 2)
    assert (dana.holds, dana.voids, dana.milliseconds) == ({HoldKind.MISREAD: 1}, 0, 40_000)
    assert (delia.coups, sum(delia.outcomes.values()), delia.voids, delia.milliseconds) == (1, 0, 1, 30_000)
    assert dana.coups_an_hour == 90


def test_a_coup_that_a_supervisor_begins_counts_for_the_dealer_on_duty() -> None:
    table = table_with_shoe()
    table.give(c.OpenBetting(table.now, SUPERVISOR))
    table.close_betting()
    table.deal(PLAYER_NATURAL)
    table.give(c.EndShift(table.now, SUPERVISOR))
    table.give(c.OpenBetting(table.now, SUPERVISOR))
    table.give(c.CloseBetting(table.now, SUPERVISOR))
    table.deal(TIE_OF_SIX_CARDS)
    rows = counted(By.DEALER, one=table)
    assert {name: row.coups for name, row in rows.items()} == {"Dana": 1, "Sam": 1}


def test_by_table_all_dealers_are_together_and_tables_apart() -> None:
    rows = counted(By.TABLE, one=eventful_table(), two=table_with_shoe())
    assert (rows["one"].coups, rows["one"].voids, rows["one"].misreads, rows["one"].milliseconds) == (2, 1, 2, 70_000)
    assert "two" not in rows


def test_the_same_dealer_at_two_tables_is_one_row() -> None:
    rows = counted(By.DEALER, one=eventful_table(), two=eventful_table())
    assert (rows["Dana"].coups, rows["Delia"].voids) == (2, 2)


def test_by_scanner_reads_are_the_readers_and_coups_the_scanners_that_was_dealt_by() -> None:
    table = table_with_shoe()
    table.scanner(online=True, name="spare")
    table.begin_coup()
    table.read("4S", scanner="spare")
    table.misread(scanner="spare")
    table.deal(PLAYER_NATURAL)
    table.swap()
    table.begin_coup()
    table.misread(scanner="spare")
    for card in TIE_OF_SIX_CARDS.split():
        table.read(card, scanner="spare")
    rows = counted(By.SCANNER, one=table)
    shoe, spare = rows["shoe"], rows["spare"]
    assert (shoe.coups, shoe.reads, shoe.misreads, shoe.holds) == (1, 4, 0, {})
    assert (spare.coups, spare.outcomes[Outcome.TIE], spare.reads, spare.misreads) == (1, 1, 7, 2)
    assert (spare.rescans, spare.holds) == (1, {HoldKind.MISREAD: 1})
    by_table = counted(By.TABLE, one=table)["one"]
    assert (by_table.reads, by_table.misreads) == (10, 1)


def test_a_hold_counts_by_its_kind() -> None:
    table = table_with_shoe(HouseProcedure(burn=BurnRule.NONE, confirm_result=True))
    table.play(PLAYER_NATURAL)
    table.deal("9D")
    table.resolve(Resolution.BURN_IT)
    table.give(c.ConfirmResult(table.now, DEALER, Outcome.BANKER))
    assert counted(By.TABLE, one=table)["one"].holds == {HoldKind.EXCESS_CARD: 1, HoldKind.OUTCOME_MISMATCH: 1}


def test_a_coup_put_right_counts_with_the_outcome_it_has_now() -> None:
    table = loaded_table()
    table.play_with(PLAYER_NATURAL)
    table.correct(1, "2S 5S", "2H 6H")
    row = counted(By.TABLE, one=table)["one"]
    assert row.outcomes == {Outcome.PLAYER: 0, Outcome.BANKER: 1, Outcome.TIE: 0}
    assert row.corrections == 1


def test_free_coups_are_coups_and_told_apart() -> None:
    table = table_with_shoe(HouseProcedure(burn=BurnRule.NONE, free_coups=1))
    table.give(c.StartFreeCoup(table.now, DEALER))
    table.deal(PLAYER_NATURAL)
    row = counted(By.TABLE, one=table)["one"]
    assert (row.coups, row.free_coups, row.coups_an_hour) == (1, 1, None)
