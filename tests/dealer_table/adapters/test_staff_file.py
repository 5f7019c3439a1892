import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from dealer_table.adapters.staff_file import StaffFile
from dealer_table.adapters.staff_passwords import Passwords, house_hasher
from dealer_table.errors import CommandRefused, ConfigError, JournalError
from dealer_table.ports.staff import LockOut, StaffAccount
from dealer_table.procedure.words import Role

MINUTE = 60_000
DANA = StaffAccount("Dana K.", Role.DEALER, "*")
GOOD, BAD, HERE = "clubs are black", "hearts are red", "10.0.0.7"
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class CountedPasswords(Passwords):
    """Counts how often a password is compared: each time takes as long as any other."""

    def __init__(self) -> None:
        super().__init__(CHEAP)
        self.compared = 0

    def fit(self, kept: str | None, password: str) -> bool:
        self.compared += 1
        return super().fit(kept, password)


class House:
    """A file of accounts, its clock and what came of each try to get in."""

    def __init__(self, path: Path) -> None:
        self.now = 1_800_000_000_000
        self.path = path
        self.passwords = CountedPasswords()
        self.file = self.reopened()
        self.file.make()
        self.file.add(DANA, GOOD, origin="console")

    def reopened(self) -> StaffFile:
        rule = LockOut(failures=3, within=15 * MINUTE, lasts=30 * MINUTE)
        return StaffFile(self.path, lambda: self.now, rule, self.passwords)

    def try_in(self, password: str, name: str = DANA.name) -> str:
        try:
            self.file.enter(name, password, address=HERE)
        except CommandRefused as refused:
            return refused.code
        return ""

    def record(self) -> list[tuple[str, str, str]]:
        return [(entry.what, entry.name, entry.origin) for entry in self.file.entries()]


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path / "staff.sqlite")


def test_the_right_password_lets_a_person_in_however_the_name_is_typed(house: House) -> None:
    assert house.file.enter(" dana  k.", GOOD, address=HERE) == DANA
    assert house.record() == [("added", "Dana K.", "console"), ("logged_in", "Dana K.", HERE)]


def test_a_password_is_nowhere_to_be_read(house: House) -> None:
    house.try_in(GOOD)
    house.try_in(BAD)
    content = house.path.read_bytes()
    assert b"$argon2id$" in content
    assert GOOD.encode() not in content and BAD.encode() not in content


def test_too_many_failures_lock_a_name_out_for_a_time_and_a_restart_forgets_none(house: House) -> None:
    assert [house.try_in(BAD) for _ in range(2)] == ["wrong_login"] * 2
    house.file = house.reopened()
    assert house.try_in(BAD) == "locked_out"
    assert house.try_in(GOOD) == "locked_out"
    house.now += 30 * MINUTE - 1
    assert house.try_in(GOOD) == "locked_out"
    house.now += 1
    assert house.try_in(GOOD) == ""
    what = [entry[0] for entry in house.record()]
    assert what == ["added", *["failed"] * 3, "locked_out", "turned_away", "turned_away", "logged_in"]


def test_whoever_is_locked_out_is_told_for_how_long(house: House) -> None:
    with pytest.raises(CommandRefused) as refused:
        for _ in range(3):
            house.try_in(BAD)
        house.file.enter(DANA.name, GOOD, address=HERE)
    assert refused.value.numbers == {"minutes": 30}


def test_failures_long_ago_and_before_a_login_do_not_count(house: House) -> None:
    for _ in range(2):
        house.try_in(BAD)
    house.now += 15 * MINUTE
    assert [house.try_in(BAD), house.try_in(BAD), house.try_in(GOOD)] == ["wrong_login", "wrong_login", ""]
    assert [house.try_in(BAD), house.try_in(BAD), house.try_in(BAD)] == ["wrong_login", "wrong_login", "locked_out"]


def test_unlocking_releases_and_counts_anew(house: House) -> None:
    for _ in range(3):
        house.try_in(BAD)
    house.file.unlock("dana k.", origin="console")
    assert [house.try_in(BAD), house.try_in(BAD), house.try_in(GOOD)] == ["wrong_login", "wrong_login", ""]


def test_a_name_that_nobody_has_is_answered_like_any_other(house: House) -> None:
    """Nobody learns from code, numbers or the time an answer takes who works here."""
    answers: dict[str, list[str]] = {}
    compared: dict[str, int] = {}
    for name in (DANA.name, "Nobody"):
        before = house.passwords.compared
        answers[name] = [house.try_in(BAD, name) for _ in range(5)]
        compared[name] = house.passwords.compared - before
    assert answers[DANA.name] == answers["Nobody"] == ["wrong_login"] * 2 + ["locked_out"] * 3
    assert compared[DANA.name] == compared["Nobody"] == 3


def test_nobodys_password_lets_nobody_in(house: House) -> None:
    assert house.try_in("nobody has this password", "Nobody") == "wrong_login"


def test_whoever_is_locked_by_hand_stays_so_and_only_the_right_password_learns_of_it(house: House) -> None:
    house.file.lock(DANA.name, origin="console")
    house.now += 365 * 24 * 60 * MINUTE
    assert [house.try_in(GOOD), house.try_in(BAD), house.try_in(BAD), house.try_in(BAD)] == [
        "locked", "wrong_login", "wrong_login", "locked_out",
    ]  # fmt: skip
    house.now += 30 * MINUTE
    assert house.try_in(GOOD) == "locked"
    assert house.file.accounts() == [(DANA, "locked")]
    house.file.unlock(DANA.name, origin="console")
    assert house.try_in(GOOD) == ""


def test_a_new_password_takes_the_place_of_the_old(house: House) -> None:
    house.file.set_password(DANA.name, "spades are black", origin="console")
    assert (house.try_in(GOOD), house.try_in("spades are black")) == ("wrong_login", "")


def test_a_password_kept_at_another_cost_is_kept_anew_when_it_is_used(house: House) -> None:
    dearer = PasswordHasher(time_cost=2, memory_cost=8, parallelism=1)
    StaffFile(house.path, lambda: house.now, passwords=Passwords(dearer)).enter(DANA.name, GOOD, address=HERE)
    assert b"t=2" in house.path.read_bytes()
    assert house.try_in(GOOD) == ""


def test_tokens_are_good_from_the_last_change_of_an_account_on(house: House) -> None:
    added = house.now
    house.try_in(BAD)
    assert house.file.good_since() == {"dana k.": added}
    house.now += 1
    house.file.lock(DANA.name, origin="console")
    assert house.file.good_since() == {}
    house.now += 1
    house.file.unlock(DANA.name, origin="console")
    assert house.file.good_since() == {"dana k.": added + 1}
    house.file.set_password(DANA.name, "spades are black", origin="console")
    assert house.file.good_since() == {"dana k.": added + 2}
    house.file.remove(DANA.name, origin="console")
    assert house.file.good_since() == {}


def test_who_is_removed_is_nobody_and_stays_on_record(house: House) -> None:
    house.file.remove(DANA.name, origin="console")
    assert house.try_in(GOOD) == "wrong_login"
    assert house.file.accounts() == []
    assert ("removed", "Dana K.", "console") in house.record()


@pytest.mark.parametrize("password", ["", "short", "12345678", "87654321", "11111111", "DANA  K.", "x" * 129])
def test_what_is_tried_first_is_no_password(house: House, password: str) -> None:
    with pytest.raises(ConfigError) as fault:
        house.file.add(StaffAccount("Dana K. ", Role.DEALER, "*"), password, origin="console")
    assert not password or password not in str(fault.value)


@pytest.mark.parametrize(
    ("act", "problem"),
    [
        (lambda file: file.add(DANA, GOOD, origin=""), "already"),
        (lambda file: file.add(StaffAccount("DANA K.", Role.DEALER, "t1"), GOOD, origin=""), "already"),
        (lambda file: file.add(StaffAccount("a\nb", Role.DEALER, "t1"), GOOD, origin=""), "can be seen"),
        (lambda file: file.add(StaffAccount("Sam", Role.DEALER, "a/b"), GOOD, origin=""), "every table"),
        (lambda file: file.lock("Sam", origin=""), "no 'Sam'"),
        (lambda file: file.unlock("Sam", origin=""), "no 'Sam'"),
        (lambda file: file.remove("Sam", origin=""), "no 'Sam'"),
        (lambda file: file.set_password("Sam", GOOD, origin=""), "no 'Sam'"),
    ],
)
def test_what_cannot_be_done_is_said(house: House, act: Callable[[StaffFile], None], problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        act(house.file)
    assert len(house.record()) == 1


def test_a_file_that_others_may_read_or_that_holds_something_else_is_refused(house: House, tmp_path: Path) -> None:
    assert house.path.stat().st_mode & 0o777 == 0o600
    house.path.chmod(0o640)
    with pytest.raises(ConfigError, match="chmod 600"):
        house.try_in(GOOD)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE t (a)")
    db.close()
    other.chmod(0o600)
    with pytest.raises(ConfigError, match="no staff accounts"):
        StaffFile(other, lambda: 0, passwords=house.passwords).check()
    other.write_bytes(b"no database at all, and longer than a page's header" * 4)
    with pytest.raises(JournalError):
        StaffFile(other, lambda: 0, passwords=house.passwords).check()


def test_the_record_is_never_edited_and_shows_when_it_was(house: House) -> None:
    house.try_in(BAD)
    house.try_in(GOOD)
    db = sqlite3.connect(house.path)
    with pytest.raises(sqlite3.IntegrityError, match="never edited"):
        db.execute("DELETE FROM record WHERE what = 'failed'")
    db.rollback()
    db.execute("DROP TRIGGER record_stays")
    db.execute("UPDATE record SET name = 'Sam' WHERE position = 2")
    db.commit()
    db.close()
    with pytest.raises(JournalError, match="entry 2 "):
        house.record()


def test_nobody_comes_in_when_it_cannot_be_put_on_record(house: House) -> None:
    with sqlite3.connect(house.path) as db:
        db.execute("CREATE TRIGGER full BEFORE INSERT ON record BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
    db.close()
    with pytest.raises(JournalError, match="disk is full"):
        house.try_in(GOOD)


def test_the_house_keeps_passwords_at_todays_cost() -> None:
    parameters = house_hasher()
    assert (parameters.time_cost, parameters.memory_cost) == (3, 64 * 1024)  # RFC 9106 4, second recommended option
