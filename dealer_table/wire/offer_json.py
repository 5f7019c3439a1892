"""What a house offers, as everybody at the table may read it without a stake (GLI-19 4.4.1, 4.7). Pure."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from dealer_table.baccarat.known_returns import return_of
from dealer_table.betting.limits import SIDES
from dealer_table.betting.rules import BettingRules, CurrencyLimits, Spot

_DIGITS = Decimal("0.00000001")


def offer_json(rules: BettingRules, digest: str, packs: int) -> dict[str, Any]:
    """Return the spots with their payouts and exact returns from a fresh shoe of `packs`, and every limit.

    Amounts are in minor units. A `table_maximum` of null is one of Player or Banker: theirs is the differential.
    """
    return {
        "rules_digest": digest,
        "spots": [_spot(spot, packs) for spot in rules.spots],
        "currencies": {code: _currency(limits) for code, limits in rules.currencies.items()},
        "ask_after": rules.ask_after,
        "leave_after": rules.leave_after,
    }


def return_text(exact: Fraction) -> str:
    """Write an exact return as a share of the stake, to the eighth decimal: "0.98764919"."""
    rounded = (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(_DIGITS, ROUND_HALF_UP)
    return f"{rounded:f}"


def _spot(spot: Spot, packs: int) -> dict[str, Any]:
    return {
        "name": spot.name,
        "bet": spot.bet.name,
        "payouts": [{"to_one": str(payout.to_one), "when": list(payout.when)} for payout in spot.bet.payouts],
        "return": return_text(return_of(spot.bet, packs)),
        "closes_after": spot.bet.closes_after,
    }


def _currency(limits: CurrencyLimits) -> dict[str, Any]:
    return {
        "exponent": limits.exponent,
        "step": limits.step,
        "differential": limits.differential,
        "spots": {
            name: {
                "minimum": its.minimum,
                "maximum": its.maximum,
                "table_maximum": None if name in SIDES else its.table_maximum,
            }
            for name, its in limits.spots.items()
        },
    }
