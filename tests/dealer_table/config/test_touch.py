"""A Touch room beside a table: what its section gives when sound, and each fault with key and remedy. I/O: files."""

from pathlib import Path
from typing import Any

import pytest

from dealer_table.config.money import MoneyConfig
from dealer_table.config.touch import TouchConfig, TouchSection, touch_of
from dealer_table.errors import ConfigError
from dealer_table.touch.words import Unfinished

HOUSE = MoneyConfig(None, None)
EURO = {"step": 50, "minimum": 100, "maximum": 1000}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.toml"


def section(**keys: Any) -> TouchSection:
    return TouchSection.model_validate({"id": "touch-1", "journal": "touch-1.sqlite"} | keys)


def sound(file: Path, money: MoneyConfig = HOUSE, **keys: Any) -> TouchConfig:
    touch, faults = touch_of(section(**keys), money, file)
    assert faults == []
    return touch


def only_fault(file: Path, money: MoneyConfig = HOUSE, **keys: Any) -> ConfigError:
    _, (fault,) = touch_of(section(**keys), money, file)
    assert fault.source == str(file)
    return fault


def test_what_is_not_said_has_a_default(file: Path) -> None:
    touch = sound(file)
    assert (touch.room, touch.journal, touch.wallet) == ("touch-1", file.parent / "touch-1.sqlite", None)
    assert list(touch.rules.currencies) == ["EUR", "FUN"]
    assert (touch.rules.unfinished, touch.rules.idle_minutes, touch.play_money) == (Unfinished.RESUME, 15, 100_000)


def test_what_is_said_holds(file: Path) -> None:
    touch = sound(file, unfinished="refund", idle_minutes=5, play_money=1, limits={"JPY": EURO})
    assert (touch.rules.unfinished, touch.rules.idle_minutes, touch.play_money) == (Unfinished.REFUND, 5, 1)
    assert touch.rules.currencies["JPY"].exponent == 0


def test_one_patrons_limits_are_those_of_the_whole_table(file: Path) -> None:
    limits = sound(file, limits={"EUR": EURO | {"spots": {"tie": {"maximum": 300}, "player": {"maximum": 2000}}}})
    euro = limits.rules.currencies["EUR"]
    assert (euro.step, euro.differential) == (50, 2000)
    assert (euro.spots["tie"].minimum, euro.spots["tie"].maximum) == (100, 300)
    assert euro.spots["tie"].table_maximum >= 300
    assert [euro.spots[spot].maximum for spot in ("player", "banker")] == [2000, 1000]


def test_the_digest_is_that_of_the_bets_and_limits(file: Path) -> None:
    one, other, same = (
        sound(file, limits={"EUR": EURO}),
        sound(file, limits={"EUR": EURO | {"step": 100}}),
        sound(file, limits={"EUR": EURO | {"spots": {"tie": {"maximum": 1000}}}}, idle_minutes=1),
    )
    assert one.rules.digest != other.rules.digest
    assert one.rules.digest == same.rules.digest


def test_an_operators_accounts_have_a_wallet_of_the_rooms_own(file: Path) -> None:
    money = MoneyConfig(None, file.parent / "wallet.sqlite")
    assert sound(file, money, wallet="touch-wallet.sqlite").wallet == file.parent / "touch-wallet.sqlite"
    assert "name a file" in str(only_fault(file, money))
    assert "mkdir -p" in str(only_fault(file, money, wallet="nowhere/wallet.sqlite"))
    assert "the house keeps no wallet" in str(only_fault(file, wallet="touch-wallet.sqlite"))


@pytest.mark.parametrize(
    ("keys", "key", "words"),
    [
        ({"journal": "nowhere/touch.sqlite"}, "touch.journal", "mkdir -p"),
        ({"play_money": 0}, "touch.play_money", "less than the smallest bet"),
        ({"limits": {"EUR": EURO | {"minimum": 75}}}, "touch.limits.EUR", "no multiple of the step 50"),
        ({"limits": {"SKE": EURO}}, "touch.limits.SKE", "SEK"),
        (
            {"limits": {"EUR": EURO | {"spots": {"player_pair": {}}}}},
            "touch.limits.EUR.spots.player_pair",
            "no such spot",
        ),
    ],
)
def test_a_fault_names_its_key_and_what_to_do(file: Path, keys: dict[str, Any], key: str, words: str) -> None:
    fault = only_fault(file, **keys)
    assert fault.key == key
    assert words in str(fault)
