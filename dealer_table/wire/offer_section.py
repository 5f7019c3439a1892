"""The view's section of what a table offers to bet on, as pydantic models; `offer_json` makes it. Pure."""

from pydantic import BaseModel, ConfigDict, Field


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PayoutOffer(_Part):
    """What is paid to one when all of these conditions hold; the first line that applies counts."""

    to_one: str
    when: tuple[str, ...]


class SpotOffer(_Part):
    """A spot, its bet, and its exact return from a fresh shoe, to the eighth decimal.

    After the coup `closes_after` of a shoe nothing is taken on it any more.
    """

    name: str
    bet: str
    payouts: tuple[PayoutOffer, ...]
    theoretical_return: str = Field(alias="return")
    closes_after: int | None


class SpotLimitsOffer(_Part):
    """A patron's limits on a spot, and those of all patrons together, null where the differential bounds them."""

    minimum: int
    maximum: int
    table_maximum: int | None


class CurrencyOffer(_Part):
    """The limits of one currency, in minor units; every stake is a multiple of `step`.

    Player stakes and Banker stakes, of all patrons together, differ by `differential` at most.
    """

    exponent: int
    step: int
    differential: int
    spots: dict[str, SpotLimitsOffer]


class OfferSection(_Part):
    """What may be bet on here, under the rules with this digest, and when idle patrons are asked and let go."""

    rules_digest: str
    spots: tuple[SpotOffer, ...]
    currencies: dict[str, CurrencyOffer]
    ask_after: int
    leave_after: int
