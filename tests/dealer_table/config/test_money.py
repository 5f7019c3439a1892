"""Who keeps the money: what the section gives when sound, and each fault with its key and remedy. I/O: files."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from dealer_table.betting.rules import BettingRules, CurrencyLimits
from dealer_table.config.money import Keeper, MoneyConfig, MoneySection, in_these_currencies, money_of
from dealer_table.config.token_keys import write_new_keys

OPERATOR = {
    "accounts": "seamless",
    "url": "https://wallet.example/v1",
    "key_file": "wallet_key.json",
    "wallet": "t1-wallet.sqlite",
}
RULES = BettingRules(currencies={code: CurrencyLimits(2, 1, 1, {}) for code in ("EUR", "SEK", "FUN")})


def section(**keys: Any) -> MoneySection:
    return MoneySection.model_validate(keys)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    write_new_keys(tmp_path / "wallet_key.json")
    return tmp_path / "table.toml"


def test_the_house_keeps_the_accounts_unless_it_says_otherwise(file: Path) -> None:
    assert section().accounts is Keeper.HOUSE
    assert money_of(section(), file) == (MoneyConfig(None, None), [])


def test_an_operators_accounts_are_told_whole(file: Path) -> None:
    money, faults = money_of(section(**OPERATOR, timeout_seconds=2, retry_seconds=0.5, retry_most_seconds=9), file)
    assert faults == []
    assert money.wallet == file.parent / "t1-wallet.sqlite"
    operator = money.operator
    assert operator is not None
    assert operator.url == "https://wallet.example/v1"
    assert (operator.timeout_seconds, operator.retry_seconds, operator.retry_most_seconds) == (2, 0.5, 9)
    assert len(operator.key.secret) == 64


def test_the_key_does_not_show(file: Path) -> None:
    money, _ = money_of(section(**OPERATOR), file)
    assert money.operator is not None
    assert money.operator.key.secret not in repr(money)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o644])
def test_a_key_that_others_may_read_is_refused(file: Path, mode: int) -> None:
    key_file = file.parent / "wallet_key.json"
    key_file.chmod(mode)
    _, (fault,) = money_of(section(**OPERATOR), file)
    assert fault.source == str(key_file)
    assert f"chmod 600 {key_file}" in str(fault)


def test_a_key_that_is_not_there_is_told_with_how_to_make_one(file: Path) -> None:
    money, (fault,) = money_of(section(**OPERATOR | {"key_file": "none.json"}), file)
    assert money.operator is None
    assert "dealer-table token new-keys" in str(fault)


def test_a_folder_that_is_not_there_is_told(file: Path) -> None:
    _, (fault,) = money_of(section(**OPERATOR | {"wallet": "nowhere/wallet.sqlite"}), file)
    assert (fault.source, fault.key) == (str(file), "money.wallet")
    assert "mkdir -p" in str(fault)


@pytest.mark.parametrize("url", ["http://127.0.0.1:9000", "http://localhost/wallet", "https://wallet.example"])
def test_the_way_to_the_operator_is_safe(url: str) -> None:
    assert section(**OPERATOR | {"url": url}).url == url


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://wallet.example", "use https"),
        ("wallet.example", "no address"),
        ("ftp://wallet.example", "no address"),
        ("https://", "no address"),
        ("https://wallet.example:port", "no address"),
        ("https://[::1", "no address"),
        ("https://me:secret@wallet.example", "without user"),
        ("https://wallet.example?key=1", "without user"),
        ("https://wallet.example#top", "without user"),
    ],
)
def test_an_address_that_is_none_or_not_safe_is_refused(url: str, words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        section(**OPERATOR | {"url": url})


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"accounts": "seamless"}, "need url, key_file, wallet too"),
        ({key: value for key, value in OPERATOR.items() if key != "wallet"}, "need wallet too"),
        ({"url": "https://wallet.example"}, "remove url"),
        (OPERATOR | {"retry_seconds": 10, "retry_most_seconds": 9}, "less than retry_seconds"),
        (OPERATOR | {"timeout_seconds": 0}, "greater than 0"),
        ({"accounts": "bank"}, "'house' or 'seamless'"),
    ],
)
def test_a_section_that_makes_no_sense_is_refused(keys: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        section(**keys)


def test_a_table_takes_every_currency_of_the_rules_or_those_it_names() -> None:
    assert in_these_currencies(RULES, (), "f") == (RULES, [])
    taken, faults = in_these_currencies(RULES, ("FUN", "EUR"), "f")
    assert faults == []
    assert set(taken.currencies) == {"EUR", "FUN"}


@pytest.mark.parametrize(("code", "remedy"), [("SKE", "did you mean SEK?"), ("JPY", "add [limits.JPY]")])
def test_a_currency_without_limits_in_the_rules_is_refused(code: str, remedy: str) -> None:
    _, (fault,) = in_these_currencies(RULES, ("EUR", code), "f")
    assert (fault.source, fault.key) == ("f", "money.currencies")
    assert remedy in str(fault)
