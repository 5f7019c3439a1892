"""Rows as other programs get them. I/O: reads the page that describes them."""

import re
from pathlib import Path

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.betting.events import DebtSettled, SettlementCorrected, SpotsOffered
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.words import Means, Stake
from dealer_table.procedure.events import ShoeLoaded
from dealer_table.records.exports import COLUMNS, Recorded, Row, What, bet_rows, coup_rows, debt_rows, money_rows, plain
from dealer_table.touch import events as t
from dealer_table.wire.hash_chain import Link, chained
from tests.dealer_table.procedure.table_at_work import PLAYER_NATURAL, TIE_OF_SIX_CARDS
from tests.dealer_table.records.table_with_bets import ANN, BOB, CASHIER, DIGEST, RULES, TableWithBets, loaded_table


def recorded(table: TableWithBets) -> Recorded:
    return zip(chained(table.recorded, 0, ""), table.record, strict=True)


def named(what: What, row: Row) -> dict[str, str | int | None]:
    return dict(zip(COLUMNS[what], row, strict=True))


def eventful_table() -> TableWithBets:
    """Deposits, a coup that is put right later, a void one, a bet taken back."""
    table = loaded_table()
    table.deposit(ANN, 10_000, "slip-1")
    table.play_with(PLAYER_NATURAL, (ANN, {"player": 500, "tie": 100}), (BOB, {"banker": 300}))
    table.open_betting()
    table.bet(ANN, player=50)
    table.undo(ANN)
    table.bet(BOB, banker=70)
    table.void()
    table.correct(1, "2S 5S", "2H 6H")
    table.withdraw(ANN, 4_000, "slip-2")
    return table


def test_a_coup_is_a_row_as_it_stands() -> None:
    first, second = (named(What.COUPS, row) for row in coup_rows("t", recorded(eventful_table())))
    assert first == {
        "table": "t",
        "shoe": 1,
        "coup": 1,
        "status": "corrected",
        "free": 0,
        "begun_at": "1970-01-01T00:00:01.000Z",
        "dealer": "dealer Dana",
        "betting_closed_at": "1970-01-01T00:00:30.002Z",
        "betting_closed_by": "dealer",
        "player": "2S 5S",
        "banker": "2H 6H",
        "outcome": "banker",
        "completed_at": "1970-01-01T00:00:30.002Z",
        "confirmed_by": "system table",
        "ended_at": "1970-01-01T00:00:30.002Z",
        "misreads": 0,
        "holds": 0,
        "corrections": 1,
        "void_by": None,
        "void_reason": "",
        "rules_digest": DIGEST,
        "on_duty": "Dana",
    }
    assert (second["status"], second["outcome"], second["void_by"]) == ("void", None, "supervisor Sam")
    assert second["void_reason"] == "spilled water"


def test_bets_are_a_row_a_spot_and_the_sums_are_what_stands() -> None:
    rows = [named(What.BETS, row) for row in bet_rows("t", recorded(eventful_table()))]
    columns = ("coup", "patron", "kind", "spot", "stake", "returned")
    assert [tuple(row[column] for column in columns) for row in rows] == [
        (1, "ann", "settled", "player", 500, 1000),
        (1, "ann", "settled", "tie", 100, 0),
        (1, "bob", "settled", "banker", 300, 0),
        (2, "bob", "returned", "banker", 70, 70),
        (1, "ann", "corrected", "player", 0, -1000),
        (1, "bob", "corrected", "banker", 0, 585),
    ]
    assert rows[0]["rules_digest"] == DIGEST
    assert (rows[0]["shoe"], rows[0]["currency"], rows[0]["at"]) == (1, "EUR", "1970-01-01T00:00:30.002Z")


def test_money_is_a_row_a_movement_and_adds_up_to_what_the_patron_has() -> None:
    rows = [named(What.MONEY, row) for row in money_rows("t", recorded(eventful_table()))]
    columns = ("patron", "kind", "amount", "reference", "by")
    assert [tuple(row[column] for column in columns) for row in rows] == [
        ("ann", "deposit", 10_000, "slip-1", "administrator Carol"),
        ("ann", "bet", -600, "m1", None),
        ("bob", "bet", -300, "m2", None),
        ("ann", "return", 1_000, None, None),
        ("ann", "bet", -50, "m3", None),
        ("ann", "bet_taken_back", 50, None, None),
        ("bob", "bet", -70, "m5", None),
        ("bob", "refund", 70, None, None),
        ("ann", "correction", -1_000, None, None),
        ("bob", "correction", 585, None, None),
        ("ann", "withdrawal", -4_000, "slip-2", "administrator Carol"),
    ]
    assert [(row["shoe"], row["coup"]) for row in rows[:2]] == [(None, None), (1, 1)]
    assert {row["position"] for row in rows} <= {link.position for link, _ in recorded(eventful_table())}


def test_what_a_correction_could_not_take_back_has_not_moved() -> None:
    corrected = SettlementCorrected(1, 1, ANN, (Stake("player", 1000),), (), owed=300)
    rows = money_rows("t", [(Link(1, 1, 1, "settlement_corrected", 1, "{}", ""), corrected)])
    assert [named(What.MONEY, row)["amount"] for row in rows] == [-700]


def test_debts_are_a_row_a_change_and_add_up_to_what_is_owed() -> None:
    events: list[RecordedEvent] = [
        SettlementCorrected(1, 4, ANN, (Stake("player", 1000),), (), owed=300),
        SettlementCorrected(2, 4, ANN, (), (Stake("player", 50),), owed=-50),
        SettlementCorrected(3, 4, BOB, (), (Stake("player", 50),)),
        *(DebtSettled(4, CASHIER, ANN, 60, means, f"s-{means}", "misread") for means in Means),
    ]
    rows = [named(What.DEBTS, row) for row in debt_rows("t", zip(chained([events], 0, ""), events, strict=True))]
    columns = ("position", "coup", "patron", "kind", "amount", "reference", "by", "reason")
    assert [tuple(row[column] for column in columns) for row in rows] == [
        (1, 4, "ann", "correction", 300, None, None, None),
        (2, 4, "ann", "correction", -50, None, None, None),
        (4, None, "ann", "cash", -60, "s-cash", "administrator Carol", "misread"),
        (5, None, "ann", "account", -60, "s-account", "administrator Carol", "misread"),
        (6, None, "ann", "forgiven", -60, "s-forgiven", "administrator Carol", "misread"),
    ]
    money = [named(What.MONEY, row) for row in money_rows("t", zip(chained([events], 0, ""), events, strict=True))]
    assert [(row["kind"], row["amount"], row["reference"]) for row in money] == [
        ("correction", -700, None),
        ("correction", 0, None),
        ("correction", 50, None),
        ("debt_paid", -60, "s-account"),
    ]


def test_the_rounds_of_a_touch_room_are_coups_that_nobody_dealt() -> None:
    hands = ((Card("4S"), Card("5S")), (Card("2H"), Card("3H")))
    events: tuple[RecordedEvent, ...] = (
        t.RoomOpened(0, 0),
        SpotsOffered(0, DIGEST, RULES),
        t.RoundBegun(1_000, ANN, 1, "r1", "", ""),
        t.RoundBegun(2_000, BOB, 2, "r1", "", ""),
        t.RoundDealt(3_000, BOB, 2, *hands, Outcome.PLAYER),
        t.RoundVoided(4_000, ANN, 1, "malfunction"),
    )
    rows = coup_rows("touch-1", zip(chained([events], 0, ""), events, strict=True))
    dealt, void = (named(What.COUPS, row) for row in rows)
    assert (dealt["shoe"], dealt["coup"], dealt["player"], dealt["outcome"]) == (None, 2, "4S 5S", "player")
    assert (dealt["begun_at"], dealt["ended_at"]) == ("1970-01-01T00:00:02.000Z", "1970-01-01T00:00:03.000Z")
    assert (void["status"], void["void_reason"], void["rules_digest"]) == ("void", "malfunction", DIGEST)


def test_a_journal_with_nothing_in_it_has_no_rows() -> None:
    assert list(coup_rows("t", [])) == []


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"])
def test_no_text_is_a_formula(text: str) -> None:
    assert plain(text) == f"'{text}"


@pytest.mark.parametrize("cell", ["ann", "4S 5S", "", -500, None, "a=b"])
def test_any_other_cell_stands_as_it_is(cell: str | int | None) -> None:
    assert plain(cell) == cell


def test_rows_come_before_the_journal_is_read_to_its_end() -> None:
    table = loaded_table()
    table.play_with(PLAYER_NATURAL, (ANN, {"player": 500}))
    table.play_with(TIE_OF_SIX_CARDS, (ANN, {"player": 500}))
    lines = iter(list(recorded(table)))
    assert named(What.BETS, next(bet_rows("t", lines)))["coup"] == 1
    assert [event for _, event in lines if isinstance(event, ShoeLoaded)] == []
    assert len(table.record) > 10


@pytest.mark.parametrize("what", [What.COUPS, What.BETS, What.MONEY, What.DEBTS])
def test_every_column_is_described(what: What) -> None:
    page = (Path(__file__).parents[3] / "docs" / "record.md").read_text("utf-8")
    section = page.partition(f"### `{what.value}`")[2].partition("### ")[0]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == list(COLUMNS[what])
