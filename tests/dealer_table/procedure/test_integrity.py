"""What is found of files, what follows for the table, and what an auditor can work out alone. I/O: runs sha256sum."""

import hashlib
import subprocess
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from dealer_table.procedure import commands as c
from dealer_table.procedure.events import ShoeLoaded
from dealer_table.procedure.evolve import fold
from dealer_table.procedure.integrity import FileChange, FilesFound, digest_of, found, listing, with_changes
from dealer_table.procedure.process_events import IntegrityChecked, ProcessStarted, ProcessStopped
from dealer_table.procedure.words import Phase
from tests.dealer_table.procedure.table_at_work import (
    DEALER,
    PLAYER_NATURAL,
    TableAtWork,
    table_in_coup,
    table_with_shoe,
)

SAME = FilesFound("d", "d", ())
OTHER = FilesFound("e", "d", (FileChange("dealer_table/app.py", "a", "b"),))
MANIFESTS = st.dictionaries(st.text(), st.text(min_size=1))


def checked(table: TableAtWork, program: FilesFound, *, no_new_coup: bool = True) -> None:
    table.give(c.RecordProcess(IntegrityChecked(table.now, program, SAME, no_new_coup)))


def test_a_changed_a_new_and_a_lost_file_are_named_with_before_and_after() -> None:
    what = found({"a": "1", "b": "3", "c": "4"}, {"a": "1", "b": "2", "d": "5"})
    assert what.changed == (FileChange("b", "2", "3"), FileChange("c", "", "4"), FileChange("d", "5", ""))
    assert what.before == digest_of({"d": "5", "a": "1", "b": "2"}) != what.digest


def test_the_first_time_everything_is_new() -> None:
    assert found({"a": "1"}, {}) == FilesFound(digest_of({"a": "1"}), "", (FileChange("a", "", "1"),))


@given(MANIFESTS, MANIFESTS)
def test_the_changes_lead_from_one_manifest_to_the_other(before: dict[str, str], after: dict[str, str]) -> None:
    assert with_changes(before, found(after, before).changed) == after


def test_an_auditor_needs_nothing_of_ours(tmp_path: Path) -> None:
    (tmp_path / "ä b.py").write_bytes(b"one")
    (tmp_path / "c.py").write_bytes(b"two")
    manifest = {name: hashlib.sha256(content).hexdigest() for name, content in (("c.py", b"two"), ("ä b.py", b"one"))}
    text = listing(manifest).encode()
    checking = ["sha256sum", "--check", "--strict"]
    subprocess.run(checking, input=text, cwd=tmp_path, check=True, capture_output=True)
    digest = subprocess.run(["sha256sum"], input=text, check=True, capture_output=True).stdout.split()[0]
    assert digest.decode() == digest_of(manifest)


def test_a_coup_in_play_is_finished_and_none_follows_until_all_is_as_it_was() -> None:
    table = table_in_coup()
    checked(table, OTHER)
    table.deal(PLAYER_NATURAL)
    assert table.state.phase is Phase.SETTLED
    assert table.refuses(c.OpenBetting(table.now, DEALER)) == "files_altered"
    checked(table, SAME)
    table.give(c.OpenBetting(table.now, DEALER))


def test_folding_from_the_last_shoe_gives_the_same_state() -> None:
    table = table_with_shoe()
    table.play(PLAYER_NATURAL)
    table.give(c.ChangeShoe(table.now, DEALER))
    checked(table, OTHER)
    assert table.refuses(c.LoadShoe(table.now, DEALER)) == "files_altered"
    checked(table, SAME)
    table.give(c.LoadShoe(table.now, DEALER))
    checked(table, OTHER)
    last = max(index for index, event in enumerate(table.events) if isinstance(event, ShoeLoaded))
    assert fold(table.events[last:]) == table.state
    assert table.state.altered


def test_a_house_may_be_told_and_deal_on() -> None:
    table = table_with_shoe()
    checked(table, OTHER, no_new_coup=False)
    table.give(c.OpenBetting(table.now, DEALER))


def test_a_start_begins_with_what_it_found() -> None:
    table = table_with_shoe()
    checked(table, OTHER)
    table.give(c.RecordProcess(ProcessStopped(table.now)))
    table.give(c.RecordProcess(ProcessStarted(table.now, "0.1.0", OTHER, SAME, "")))
    table.give(c.OpenBetting(table.now, DEALER))
