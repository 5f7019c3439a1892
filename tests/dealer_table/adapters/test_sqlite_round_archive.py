"""Rounds of a long journal are found by patron and number, however they ended. I/O: SQLite."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_table.adapters.sqlite_journal import SqliteJournal
from dealer_table.adapters.sqlite_round_archive import SqliteRoundArchive
from dealer_table.betting.commands import DepositFunds
from dealer_table.betting.words import Patron
from dealer_table.errors import JournalError
from dealer_table.touch.commands import OpenRoom, TouchCommand
from dealer_table.touch.decide import decide
from dealer_table.touch.events import RoomEvent
from dealer_table.touch.rounds import Round
from dealer_table.touch.state import fold
from dealer_table.touch.words import RoundEnd
from tests.dealer_table.touch.rooms import ADA, BOB, REFUND, Room, place, shoe
from tests.dealer_table.touch_at_work import CASHIER, SetClock


class RecordedRoom(Room):
    """A room each of whose decisions goes into a journal file."""

    def __init__(self, path: Path) -> None:
        super().__init__(REFUND)
        self.journal = SqliteJournal(path, "room-1", SetClock())
        for patron in (ADA, BOB):
            self.do(DepositFunds(1, CASHIER, patron, 10_000, patron.name))
            self.sit(patron)

    def do(self, command: TouchCommand) -> tuple[RoomEvent, ...]:
        events = decide(self.state, command, self.rules)
        self.state = fold(events, self.state)
        self.journal.append([events])
        return events


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "room.journal"


@pytest.fixture
def room(path: Path) -> Iterator[RecordedRoom]:
    room = RecordedRoom(path)
    yield room
    room.journal.close()


async def test_a_patron_s_rounds_come_newest_first_and_nobody_else_s(path: Path, room: RecordedRoom) -> None:
    played: list[Round] = []
    for number in range(5):
        room.next_shoe = shoe("8S", seed=number)
        played.insert(0, room.play(place("player", 100)))
        room.play(place("banker", 100), patron=BOB)
    archive = SqliteRoundArchive(path)
    assert await archive.of_patron(ADA, before=None, limit=10) == tuple(played)
    assert await archive.of_patron(ADA, before=None, limit=2) == tuple(played[:2])
    assert await archive.of_patron(ADA, before=played[1].number, limit=2) == tuple(played[2:4])
    assert await archive.of_patron(ADA, before=1, limit=2) == ()
    assert await archive.of_patron(Patron("ada", "FUN"), before=None, limit=10) == ()


async def test_a_round_is_found_behind_many_others_that_began_before_it_ended(path: Path, room: RecordedRoom) -> None:
    others = [Patron(f"p{number}", "EUR") for number in range(30)]
    playing = room.begin(place("player", 100))
    for patron in others:
        room.do(DepositFunds(1, CASHIER, patron, 1_000, patron.name))
        room.sit(patron)
        room.begin(place("tie", 20), patron=patron)
    room.finish()
    (found,) = await SqliteRoundArchive(path).of_patron(ADA, before=None, limit=5)
    assert (found.number, found.shoe, found.end) == (playing.number, playing.shoe, RoundEnd.SETTLED)


async def test_rounds_that_went_back_are_found_too_and_one_in_play_is_not(path: Path, room: RecordedRoom) -> None:
    room.begin(place("player", 100))
    assert await SqliteRoundArchive(path).of_patron(ADA, before=None, limit=5) == ()
    room.do(OpenRoom(9_000))
    (found,) = await SqliteRoundArchive(path).of_patron(ADA, before=None, limit=5)
    assert (found.end, found.reason, found.returned) == (RoundEnd.REFUNDED, "room_restarted", found.stakes)


async def test_a_file_that_is_no_journal_is_told(tmp_path: Path) -> None:
    with pytest.raises(JournalError):
        await SqliteRoundArchive(tmp_path / "none.journal").of_patron(ADA, before=None, limit=1)
