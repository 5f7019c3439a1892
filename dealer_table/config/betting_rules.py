"""From a rules file's words on bets to the rules themselves, checked as a whole: what is refused, and why. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError

from dealer_table.baccarat.bets import Bet, Payout
from dealer_table.baccarat.odds import expected_return, showings
from dealer_table.baccarat.paytables import BETS
from dealer_table.betting.currencies import EXPONENTS
from dealer_table.betting.limits import SIDES
from dealer_table.betting.rules import BettingRules, CurrencyLimits, Spot, SpotLimits
from dealer_table.betting.words import PLAY_MONEY
from dealer_table.config.betting_section import (
    LARGEST,
    BettingSection,
    CurrencyEntry,
    SpotEntry,
    SpotLimitsEntry,
)
from dealer_table.config.faults import faults_of
from dealer_table.errors import ConfigError


@dataclass(frozen=True, slots=True)
class HouseBetting:
    """The rules, and the play money a patron who plays for fun is given, in minor units."""

    rules: BettingRules
    play_money: int


def betting_of(data: Mapping[str, Any], source: str, packs: int) -> tuple[HouseBetting | None, list[ConfigError]]:
    """Return the betting that `data` describes, or every fault of it under the name `source`."""
    try:
        section = BettingSection.model_validate(data)
    except ValidationError as error:
        return None, [_by_name(fault, data) for fault in faults_of(error, BettingSection, source=source)]
    spots = tuple(Spot(entry.name, _bet_of(entry)) for entry in section.spot)
    limits = section.limits_by_currency
    names = tuple(spot.name for spot in spots)
    currencies = {code: currency_limits(code, entry, names) for code, entry in limits.items()}
    faults = [*_spot_faults(section.spot, packs), *play_money_faults("play_money", section.play_money, currencies)]
    for code, entry in limits.items():
        faults += limit_faults(f"limits.{code}", code, entry, currencies[code])
    if faults:
        return None, [in_file(fault, source) for fault in faults]
    rules = BettingRules(spots, currencies, section.ask_after, section.leave_after)
    return HouseBetting(rules, section.play_money), []


def in_file(fault: ConfigError, source: str) -> ConfigError:
    """Return the fault with the file it was found in."""
    return ConfigError(fault.problem, source=source, key=fault.key, remedy=fault.remedy)


def _by_name(fault: ConfigError, data: Mapping[str, Any]) -> ConfigError:
    """Return the fault with its spot called by name where it has one: nobody counts spots in a file."""
    place = fault.key.split(".")
    if len(place) < 2 or place[0] != "spot" or not place[1].isdigit():
        return fault
    entry = data["spot"][int(place[1])]
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
        return fault
    key = ".".join([place[0], entry["name"], *place[2:]])
    return ConfigError(fault.problem, source=fault.source, key=key, remedy=fault.remedy)


# ---- spots ----------------------------------------------------------------------------------------------------------


def _bet_of(entry: SpotEntry) -> Bet:
    if entry.payouts is not None:
        bet = Bet(entry.name, tuple(Payout(line.to_one, tuple(line.when)) for line in entry.payouts))
    else:
        bet = BETS[entry.bet or entry.name]
    return bet if entry.closes_after is None else replace(bet, closes_after=entry.closes_after or None)


def _spot_faults(entries: Iterable[SpotEntry], packs: int) -> Iterator[ConfigError]:
    seen: set[str] = set()
    for entry in entries:
        if entry.name in seen:
            yield ConfigError("this spot is there already", key=f"spot.{entry.name}", remedy="a spot has one bet")
        seen.add(entry.name)
        if entry.payouts is not None:
            yield from _paytable_faults(_bet_of(entry), packs)


def _paytable_faults(bet: Bet, packs: int) -> Iterator[ConfigError]:
    """Yield what is wrong with a bet that a house wrote itself: a slip of the pen shows in the mathematics."""
    key = f"spot.{bet.name}.payouts"
    paid = {bet.line(showing) for showing in showings(packs)}
    for line, payout in enumerate(bet.payouts):
        if line not in paid:
            problem = f"line {line + 1} is never paid: {' and '.join(payout.when)} cannot be, or an earlier line is"
            yield ConfigError(problem, key=key, remedy="remove it, or put the rarer line first")
    exact = expected_return(bet, packs)
    if exact > 1:
        problem = f"it returns {float(exact):.4%} of what is staked"
        yield ConfigError(problem, key=key, remedy="no bet pays more than it takes: check to_one and when")


# ---- limits ---------------------------------------------------------------------------------------------------------


def currency_limits(code: str, entry: CurrencyEntry, spots: Iterable[str]) -> CurrencyLimits:
    """Return the limits of each spot of a currency, nothing left out; Player and Banker have no `table_maximum`."""
    exponent = EXPONENTS.get(code, 0) if entry.exponent is None else entry.exponent
    limits = {}
    for spot in spots:
        own = entry.spots.get(spot, SpotLimitsEntry())
        table_maximum = LARGEST if spot in SIDES else own.table_maximum or entry.table_maximum
        limits[spot] = SpotLimits(own.minimum or entry.minimum, own.maximum or entry.maximum, table_maximum)
    return CurrencyLimits(exponent, entry.step, entry.differential, limits)


def limit_faults(key: str, code: str, entry: CurrencyEntry, limits: CurrencyLimits) -> Iterator[ConfigError]:
    """Yield what is wrong with a currency's limits, which stand under `key`."""
    if code not in EXPONENTS and entry.exponent is None:
        close = get_close_matches(code, EXPONENTS, n=3)
        hint = f"did you mean {' or '.join(close)}? If not, " if close else ""
        remedy = f"{hint}say how many decimals it has: exponent = 2"
        yield ConfigError(f"ISO 4217 knows no currency {code}", key=key, remedy=remedy)
    for spot in entry.spots:
        if spot not in limits.spots:
            close = get_close_matches(spot, limits.spots, n=1)
            hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(limits.spots)}"
            yield ConfigError("this house has no such spot", key=f"{key}.spots.{spot}", remedy=hint)
        elif spot in SIDES and entry.spots[spot].table_maximum is not None:
            remedy = "remove it: differential bounds Player and Banker together"
            yield ConfigError("this spot has none", key=f"{key}.spots.{spot}.table_maximum", remedy=remedy)
    # What is said of a whole currency is told once, not for each of its spots.
    faults = {
        (f"{key}.spots.{spot}" if spot in entry.spots else key, problem): remedy
        for spot, its in limits.spots.items()
        for problem, remedy in _contradictions(its, limits, balanced=spot in SIDES)
    }
    yield from (ConfigError(problem, key=where, remedy=remedy) for (where, problem), remedy in faults.items())


def _contradictions(its: SpotLimits, limits: CurrencyLimits, *, balanced: bool) -> Iterator[tuple[str, str]]:
    if its.minimum % limits.step:
        remedy = "stakes are whole chips: change minimum or step"
        yield f"the minimum {its.minimum} is no multiple of the step {limits.step}", remedy
    if its.minimum > its.maximum:
        yield f"the minimum {its.minimum} is more than the maximum {its.maximum}", "nobody could bet: change one"
    if its.maximum > its.table_maximum:
        problem = f"the maximum {its.maximum} is more than the table_maximum {its.table_maximum}"
        yield problem, "a patron's limit is within the table's: change one"
    if balanced and limits.differential < its.minimum:
        problem = f"the differential {limits.differential} is less than the minimum {its.minimum}"
        yield problem, "nobody could be the first to bet: raise differential"


def play_money_faults(key: str, grant: int, currencies: Mapping[str, CurrencyLimits]) -> Iterator[ConfigError]:
    """Yield what is wrong with the play money that patrons are given, which stands under `key`."""
    limits = currencies.get(PLAY_MONEY)
    if limits is not None and grant < min(its.minimum for its in limits.spots.values()):
        remedy = f"raise it, or leave out limits.{PLAY_MONEY}: then nobody plays for fun here"
        yield ConfigError(f"{grant} is less than the smallest bet of play money", key=key, remedy=remedy)
