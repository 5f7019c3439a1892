"""The page of the fifty faults lists all of them, each with a test that is there. I/O: reads files."""

from pathlib import Path

from tests.end_to_end.support_fault_catalogue import CATALOGUE, ELSEWHERE, page

PAGE = Path(__file__).parents[2] / "docs" / "hardware" / "faults.md"
TESTS = Path(__file__).with_name("test_fifty_faults.py")


def test_all_fifty_are_there_and_no_two_share_a_name() -> None:
    assert {*(fault.row for fault in CATALOGUE), *(other.row for other in ELSEWHERE)} == {*range(1, 51)}
    assert len({fault.id for fault in CATALOGUE}) == len(CATALOGUE)


def test_the_page_is_what_the_catalogue_says() -> None:
    assert PAGE.read_text("utf-8") == page(), "write it again: python -m tests.end_to_end.support_fault_catalogue"


def test_what_is_shown_elsewhere_is_shown() -> None:
    tests = TESTS.read_text("utf-8")
    assert [other.test for other in ELSEWHERE if f"def {other.test}(" not in tests] == []
