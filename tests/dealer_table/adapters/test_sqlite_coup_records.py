from pathlib import Path

import pytest

from dealer_table.adapters.sqlite_coup_records import SqliteCoupRecords
from dealer_table.errors import JournalError
from dealer_table.procedure import commands as c
from dealer_table.projections.coup_dossier import CoupStatus
from dealer_table.wire.from_staff import CoupRecordRequest
from dealer_table.wire.to_staff import CoupRecord
from tests.dealer_table.procedure.table_at_work import DEALER
from tests.dealer_table.records.journal_files import written
from tests.dealer_table.records.table_with_bets import ANN, BOB, TableWithBets, loaded_table

BANKER_WINS, PLAYER_WINS = "2S 3S 5C 5D", "4S 3C 5H 3D"


def two_shoes() -> TableWithBets:
    """Two coups in the first shoe, of which the first is put right, and one in the second."""
    table = loaded_table()
    for patron in (ANN, BOB):
        table.deposit(patron, 100_000, f"of {patron.name}")
    table.play_with(BANKER_WINS, (ANN, {"player": 100}), (BOB, {"banker": 1000}))
    table.play_with(PLAYER_WINS, (ANN, {"player": 200}))
    table.correct_coup(1, "4S 5C", "3S 5D")
    table.give(c.ChangeShoe(table.now, DEALER))
    table.give(c.LoadShoe(table.now, DEALER))
    table.play_with(PLAYER_WINS, (BOB, {"player": 300}))
    return table


async def found(folder: Path, coup: int, shoe: int | None = None) -> CoupRecord | None:
    records = SqliteCoupRecords(written(folder / "t.journal", "t", two_shoes().recorded))
    return await records.find(CoupRecordRequest(type="coup_record", id="r", coup=coup, shoe=shoe))


async def test_a_coup_is_found_with_every_read_and_what_put_it_right_later(tmp_path: Path) -> None:
    record = await found(tmp_path, 1, shoe=1)
    assert record is not None
    assert (record.coup.shoe, record.coup.coup, record.coup.status) == (1, 1, CoupStatus.CORRECTED)
    names = [entry.name for entry in record.entries]
    assert (names[0], names[-1], names.count("card_read")) == ("betting_opened", "coup_corrected", 4)
    assert "bets_accepted" not in names
    assert [(patron.patron, patron.staked) for patron in record.patrons] == [(ANN, 100), (BOB, 1000)]
    assert [entry.position for entry in record.entries] == sorted(entry.position for entry in record.entries)


async def test_without_a_shoe_it_is_the_one_in_use(tmp_path: Path) -> None:
    record = await found(tmp_path, 1)
    assert record is not None
    assert (record.coup.shoe, [patron.patron for patron in record.patrons]) == (2, [BOB])
    assert record.model_dump(mode="json")["coup"]["cards"][0]["read"][0] == "shoe"


@pytest.mark.parametrize(("coup", "shoe"), [(3, 1), (2, None), (1, 9)])
async def test_a_coup_that_never_was_is_not_found(tmp_path: Path, coup: int, shoe: int | None) -> None:
    assert await found(tmp_path, coup, shoe) is None


async def test_a_record_that_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(JournalError):
        await SqliteCoupRecords(tmp_path / "none").find(CoupRecordRequest(type="coup_record", id="r", coup=1))
