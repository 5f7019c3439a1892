from dealer_table.records.wording import named, when
from tests.dealer_table.procedure.table_at_work import DEALER


def test_times_are_written_to_the_millisecond_in_utc() -> None:
    assert when(1_700_000_000_007) == "2023-11-14T22:13:20.007Z"


def test_a_person_has_a_role_and_a_name() -> None:
    assert named(DEALER) == "dealer Dana"
