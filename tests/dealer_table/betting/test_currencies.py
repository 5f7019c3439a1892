"""The world's currencies and their decimals. Pure."""

import pytest

from dealer_table.betting.currencies import EXPONENTS
from dealer_table.betting.words import PLAY_MONEY


@pytest.mark.parametrize(
    ("code", "exponent"), [("EUR", 2), ("MYR", 2), ("THB", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4), (PLAY_MONEY, 2)]
)
def test_each_currency_divides_as_iso_4217_says(code: str, exponent: int) -> None:
    assert EXPONENTS[code] == exponent


def test_a_code_is_three_capital_letters() -> None:
    assert all(len(code) == 3 and code.isascii() and code.isupper() for code in EXPONENTS)


@pytest.mark.parametrize("code", ["XAU", "XDR", "XTS", "XXX", "BTC", "eur", ""])
def test_what_is_no_money_to_bet_is_unknown(code: str) -> None:
    assert code not in EXPONENTS
