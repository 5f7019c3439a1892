"""What a rules file says of bets and limits: its keys as models, each amount in a currency's minor units. Pure."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from dealer_table.baccarat.bets import LOSS
from dealer_table.baccarat.conditions import CONDITIONS
from dealer_table.baccarat.paytables import BETS, LIVE_TABLE
from dealer_table.betting.words import PLAY_MONEY

LARGEST = 2**53 - 1  # RFC 8259 6: beyond it, readers of JSON disagree about an integer

_TO_ONE = re.compile(r"-?[0-9]{1,4}(\.[0-9]{1,6}|/[1-9][0-9]{0,5})?")


def _fraction(value: object) -> object:
    # A float is not what its digits say, and a bare Fraction takes "1e999999".
    if isinstance(value, bool) or not isinstance(value, int | str) or not _TO_ONE.fullmatch(str(value)):
        raise ValueError('write what is paid to one as text: "8", "0.95" or "7/2"')
    fraction = Fraction(value)
    if fraction < LOSS:
        raise ValueError("nobody loses more than the stake: -1 or more")
    return fraction


def _one_of(known: Mapping[str, object], what: str) -> AfterValidator:
    def check(name: str) -> str:
        if name not in known:
            close = get_close_matches(name, known, n=1)
            hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}"
            raise ValueError(f"no such {what}: {name}; {hint}")
        return name

    return AfterValidator(check)


def is_currency(code: str) -> str:
    """Return the code of a currency; ValueError when it is none in form."""
    if not re.fullmatch(r"[A-Z]{3}", code):
        raise ValueError(f"{code!r} is no currency: three capital letters, as EUR, or {PLAY_MONEY} for play money")
    return code


Amount = Annotated[int, Field(ge=1, le=LARGEST)]
CurrencyCode = Annotated[str, AfterValidator(is_currency)]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, arbitrary_types_allowed=True)


class PayoutEntry(_Entry):
    """One line of a bet's own paytable."""

    to_one: Annotated[Fraction, BeforeValidator(_fraction)]
    when: Annotated[list[Annotated[str, _one_of(CONDITIONS, "condition")]], Field(min_length=1)]


class SpotEntry(_Entry):
    """`[[spot]]`: a bet by its name, by its spot's own, or written out; `closes_after` 0 takes it on every coup."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,31}$")]
    bet: Annotated[str, _one_of(BETS, "bet")] | None = None
    payouts: Annotated[list[PayoutEntry], Field(min_length=1)] | None = None
    closes_after: Annotated[int, Field(ge=0, le=1000)] | None = None

    @model_validator(mode="after")
    def _one_bet_lies_here(self) -> Self:
        if self.bet is not None and self.payouts is not None:
            raise ValueError("name a bet or write its payouts, not both")
        if self.bet is None and self.payouts is None and self.name not in BETS:
            close = get_close_matches(self.name, BETS, n=1)
            hint = f"did you mean {close[0]}?" if close else "say bet = NAME, or write payouts"
            raise ValueError(f"no bet has the name {self.name}; {hint}")
        return self


class PatronSpotEntry(_Entry):
    """What differs on one spot for one patron from the rest of its currency."""

    minimum: Amount | None = None
    maximum: Amount | None = None


class SpotLimitsEntry(PatronSpotEntry):
    """`[limits.EUR.spots.tie]`: that, and for all patrons together."""

    table_maximum: Amount | None = None


class _CurrencyBase(_Entry):
    # Without an exponent ISO 4217 tells how many decimals the currency has.
    exponent: Annotated[int, Field(ge=0, le=4)] | None = None
    step: Amount
    minimum: Amount
    maximum: Amount


class PatronCurrencyEntry(_CurrencyBase):
    """`[touch.limits.EUR]`: the limits of one currency where every patron plays alone."""

    spots: dict[str, PatronSpotEntry] = Field(default_factory=dict)


class CurrencyEntry(_CurrencyBase):
    """`[limits.EUR]`: the limits of one currency at a table, for one patron and for all."""

    table_maximum: Amount
    differential: Amount
    spots: dict[str, SpotLimitsEntry] = Field(default_factory=dict)


def _default_limits() -> dict[str, CurrencyEntry]:
    euro = CurrencyEntry(
        step=100,
        minimum=100,
        maximum=10_000,
        table_maximum=1_000_000,
        differential=5_000_000,
        spots={
            "player": SpotLimitsEntry(maximum=100_000),
            "banker": SpotLimitsEntry(maximum=100_000),
            "tie": SpotLimitsEntry(maximum=20_000),
        },
    )
    return {"EUR": euro, PLAY_MONEY: euro}


Idle = Annotated[int, Field(ge=0, le=1000)]


class BettingSection(_Entry):
    """The part of a rules file that is about bets; the default is the live table of the seeds."""

    spot: list[SpotEntry] = Field(
        default_factory=lambda: [SpotEntry(name=bet.name) for bet in LIVE_TABLE], min_length=1
    )
    limits: dict[CurrencyCode, CurrencyEntry] | None = None
    ask_after: Idle = 5
    leave_after: Idle = 10
    play_money: Annotated[int, Field(ge=0, le=LARGEST)] = 100_000

    @model_validator(mode="after")
    def _asked_before_let_go(self) -> Self:
        if self.leave_after and self.ask_after >= self.leave_after:
            raise ValueError(f"leave_after {self.leave_after} must be more than ask_after {self.ask_after}, or 0")
        return self

    @property
    def limits_by_currency(self) -> Mapping[str, CurrencyEntry]:
        """Return the file's limits, or those of a house that says nothing of limits."""
        if self.limits is not None:
            return self.limits
        names = {entry.name for entry in self.spot}
        return {
            code: entry.model_copy(update={"spots": {spot: own for spot, own in entry.spots.items() if spot in names}})
            for code, entry in _default_limits().items()
        }
