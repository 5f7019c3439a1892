"""The record by hand, on journals that hold and journals somebody has been at. I/O: files."""

import csv
import io
import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position
from dealer_table.journal_commands import register
from dealer_table.ports.journal import Anchor
from dealer_table.procedure import events as e
from dealer_table.procedure.commands import ReadId
from dealer_table.procedure.integrity import found
from dealer_table.procedure.words import SYSTEM, MisreadCause, SpareSaw

DEALT = ((Position.PLAYER_1, "4S"), (Position.BANKER_1, "2H"), (Position.PLAYER_2, "5S"), (Position.BANKER_2, "3H"))
EVENTS: tuple[e.Event, ...] = (
    e.ShoeLoaded(1_700_000_000_000, SYSTEM, 1, 8, "d", (), ()),
    e.CardRead(1, ReadId("shoe-1", "b", 1), Card("KC"), "serial-77", None),
    e.CardBurned(1, Card("KC"), 1, 1),
    e.MisreadRecorded(1, ReadId("shoe-1", "b", 2), MisreadCause.UNKNOWN_CODE, "code-of-QD", due=False),
    e.BettingOpened(2, SYSTEM, 1, 9),
    *(e.CardDealt(3, 1, position, Card(card)) for position, card in DEALT),
    e.CoupCompleted(4, 1, (Card("4S"), Card("5S")), (Card("2H"), Card("3H")), Outcome.PLAYER),
    e.CoupSettled(5, 1, Outcome.PLAYER),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


@pytest.fixture
def head(path: Path) -> Anchor:
    """Write the journal; return its head."""
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        journal.append([[event] for event in EVENTS])
        return journal.head


def run(*arguments: object) -> Result:
    app = typer.Typer()
    register(app)
    return CliRunner().invoke(app, ["journal", *map(str, arguments)])


def edit(path: Path, statements: Iterable[str]) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for trigger in ("journal_stays", "records_stay", "records_remain", "records_follow"):
            connection.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def test_a_journal_that_holds(path: Path, head: Anchor) -> None:
    result = run("verify", path)
    assert result.exit_code == 0
    assert f"11 records hold, the last is {head.hash}" in result.stdout


def test_a_running_journal_is_verified_with_each_anchor_it_ever_had(path: Path) -> None:
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        anchors = [journal.head.hash]
        for event in EVENTS:
            journal.append([[event]])
            anchors.append(journal.head.hash)
        assert [run("verify", path, "--anchor", anchor).exit_code for anchor in anchors] == [0] * 12


@pytest.mark.parametrize(
    ("statements", "position"),
    [
        (["UPDATE records SET body = replace(body, 'KC', 'KD') WHERE position = 3"], 3),
        (["UPDATE records SET at = at + 1 WHERE position = 5"], 5),
        (["UPDATE records SET name = 'card_burned' WHERE position = 2"], 2),
        (["UPDATE records SET decision = 1 WHERE position = 2"], 2),
        (["UPDATE records SET hash = '0' WHERE position = 11"], 11),
        (["DELETE FROM records WHERE position = 4"], 4),
        (["DELETE FROM records WHERE position = 1"], 1),
        (
            ["DELETE FROM records WHERE position = 4", "UPDATE records SET position = position - 1 WHERE position > 4"],
            4,
        ),
        ([f"UPDATE records SET position = {to} WHERE position = {of}" for of, to in ((6, 99), (7, 6), (99, 7))], 6),
        (["UPDATE journal SET epoch = 'another'"], 1),
        (["INSERT INTO records SELECT 12, 12, at, name, version, body, hash FROM records WHERE position = 11"], 12),
    ],
)
def test_whatever_was_changed_is_found_at_its_first_position(
    path: Path, head: Anchor, statements: list[str], position: int
) -> None:
    edit(path, statements)
    result = run("verify", path)
    assert result.exit_code == 1
    assert f"DOES NOT HOLD at position {position}:" in result.stderr
    as_json = run("verify", path, "--json")
    assert as_json.exit_code == 1
    document = json.loads(as_json.stdout)
    assert (document["ok"], document["position"], document["records"]) == (False, position, position - 1)


def test_a_cut_tail_is_found_with_an_anchor_and_only_so(path: Path, head: Anchor) -> None:
    edit(path, ["DELETE FROM records WHERE position > 8"])
    assert run("verify", path).exit_code == 0
    result = run("verify", path, "--anchor", head.hash)
    assert result.exit_code == 1
    assert "position 9: no record has the anchor's hash: the tail was cut" in result.stderr


def test_damage_to_the_file_is_found_at_the_first_record_that_cannot_be_read(path: Path) -> None:
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        for _ in range(200):
            journal.append([[event] for event in EVENTS])
    content = path.read_bytes()
    middle = len(content) // 2 // 4096 * 4096
    path.write_bytes(content[:middle] + b"\xff" * 4096 + content[middle + 4096 :])
    result = run("verify", path)
    assert result.exit_code == 1
    assert "DOES NOT HOLD at position" in result.stderr


@pytest.mark.parametrize("command", [["verify"], ["show"], ["export", "--format", "csv"], ["replay", "--json"]])
def test_no_journal_is_wrong_usage(tmp_path: Path, command: list[str]) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a journal")
    for path in (tmp_path / "missing", text, tmp_path):
        result = run(*command, path)
        assert (result.exit_code, result.stdout) == (2, "")
        assert str(path) in result.stderr


def test_show_keeps_the_faces_that_the_felt_did_not_show(path: Path, head: Anchor) -> None:
    shown = run("show", path).stdout
    assert "2023-11-14 22:13:20.000+00:00  shoe_loaded" in shown
    assert "position=player_1" in shown
    assert "card=4S" in shown
    assert not any(secret in shown for secret in ("KC", "serial-77", "code-of-QD"))
    revealed = run("show", path, "--reveal").stdout
    assert all(secret in revealed for secret in ("KC", "serial-77", "code-of-QD"))


def test_show_hides_what_a_spare_read_and_the_order_of_a_deck_check_but_not_what_it_found(path: Path) -> None:
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        spare = e.SpareRead(1, ReadId("spare", "b", 1), SpareSaw.CARD, Card("KC"))
        checked = e.CardChecked(2, ReadId("shoe-1", "b", 1), Card("QD"), "serial-77")
        journal.append([[spare], [checked], [e.DeckChecked(3, SYSTEM, 1, 51, (Card("JH"),), (), ())]])
    shown = run("show", path).stdout
    assert not any(secret in shown for secret in ("KC", "QD", "serial-77"))
    assert 'missing=["JH"]' in shown
    assert "card=QD" in run("show", path, "--reveal").stdout


def test_show_names_the_first_of_many_files_and_how_many_more(path: Path) -> None:
    files = found({f"f{number:02}": "digest" for number in range(12)}, {})
    with SqliteJournal(path, "table-1", SystemClock()) as journal:
        journal.append([[e.ProcessStarted(1, "0.1.0", files, files, "")]])
    shown = run("show", path).stdout
    assert '["f09", "", "digest"], "and 2 more"]' in shown and "f10" not in shown
    assert "f11" in run("export", path, "--format", "jsonl").stdout


def test_show_keeps_to_the_positions_asked_for(path: Path, head: Anchor) -> None:
    lines = run("show", path, "--from", 4, "--to", 6).stdout.splitlines()
    assert [int(line.split()[0]) for line in lines] == [4, 5, 6]


def test_a_body_that_was_tampered_with_is_shown_as_it_stands(path: Path, head: Anchor) -> None:
    edit(path, ["UPDATE records SET body = 'gone \x1b[2J' WHERE position = 1"])
    result = run("show", path, "--to", 1, "--reveal")
    assert result.exit_code == 0
    assert "gone \\u001b[2J" in result.stdout


def test_the_export_holds_everything_in_either_form(path: Path, head: Anchor) -> None:
    lines = [json.loads(line) for line in run("export", path, "--format", "jsonl").stdout.splitlines()]
    rows = list(csv.DictReader(io.StringIO(run("export", path, "--format", "csv").stdout)))
    assert len(lines) == len(rows) == len(EVENTS)
    assert lines[2]["body"] == {"at": 1, "card": "KC", "index": 1, "of": 1}
    assert [json.loads(row["body"]) for row in rows] == [line["body"] for line in lines]
    assert rows[-1]["hash"] == lines[-1]["hash"] == head.hash


def test_replay_gives_the_coups_again(path: Path, head: Anchor) -> None:
    result = run("replay", path, "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {
        "journal": str(path),
        "coups": [
            {
                "shoe": 1,
                "coup": 1,
                "free": False,
                "player": ["4S", "5S"],
                "banker": ["2H", "3H"],
                "outcome": "player",
                "void": False,
                "bets": {},
            }
        ],
    }
    assert "shoe 1 coup   1  4S 5S      2H 3H      player" in run("replay", path).stdout


def test_replay_of_a_journal_it_cannot_read_names_what_it_does_not_know(path: Path, head: Anchor) -> None:
    edit(path, ["UPDATE records SET name = 'card_swapped' WHERE position = 3"])
    result = run("replay", path, "--json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "card_swapped" in result.stderr
