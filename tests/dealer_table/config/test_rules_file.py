"""A house's rules file, what its digest depends on, and how dealing can be wrong in it. I/O: files."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_table.betting.rules import BettingRules
from dealer_table.config.betting_section import CurrencyEntry, PayoutEntry, SpotEntry
from dealer_table.config.rules_file import HouseRules, read_rules, rules_digest, rules_of
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import BurnRule, HoldKind, Resolution

RULES = Path(__file__).parents[3] / "config" / "rules"


def sound(data: dict[str, object]) -> HouseRules:
    rules, faults = rules_of(data, "rules.toml")
    assert faults == []
    assert rules is not None
    return rules


@pytest.mark.parametrize("file", sorted(RULES.glob("*.toml")), ids=lambda file: file.stem)
def test_every_shipped_file_can_deal_and_take_bets(file: Path) -> None:
    rules, faults = read_rules(file)
    assert faults == []
    assert rules is not None
    assert list(rules.betting.currencies) == ["EUR", "FUN"]


def test_the_live_tables_file_says_the_defaults() -> None:
    assert read_rules(RULES / "live.toml") == read_rules(None)


def test_without_a_file_the_seeds_procedure_holds() -> None:
    rules, faults = read_rules(None)
    assert faults == []
    assert rules is not None
    assert rules.procedure == HouseProcedure()


def test_words_and_lists_are_read() -> None:
    house = sound({"burn": "packs", "resolutions": {"misread": ["void"]}, "supervisor_only": []}).procedure
    assert (house.burn, house.supervisor_only) == (BurnRule.PACKS, frozenset())
    assert house.allowed(HoldKind.MISREAD) == (Resolution.VOID,)
    assert house.allowed(HoldKind.EXCESS_CARD) == HouseProcedure().allowed(HoldKind.EXCESS_CARD)


@pytest.mark.parametrize(
    ("data", "key", "words"),
    [
        ({"bunr": "packs"}, "bunr", "did you mean burn?"),
        ({"zebra": 1}, "zebra", "known keys: packs"),
        ({"spots": []}, "spots", "did you mean spot?"),
        ({"burn": "some"}, "burn", "'indicator', 'fixed', 'packs' or 'none'"),
        ({"packs": 13}, "packs", "from 1 to 12"),
        ({"burn_fixed": 9}, "burn_fixed", "0 to 8"),
        ({"burn_ace": 2}, "burn_ace", "use 1 or 11"),
        ({"free_coups": 4}, "free_coups", "at most 3"),
        ({"betting_seconds": 0}, "betting_seconds", "use 1 to 600"),
        ({"cut_card_depth": 5}, "cut_card_depth", "set cut_card_depth to 6 or more"),
        ({"cut_card_depth": 300}, "cut_card_depth", "more than half the shoe"),
        ({"resolutions": {"misread": []}}, "resolutions.misread", "choose of rescan, key_in, void"),
        ({"resolutions": {"misread": ["burn_it"]}}, "resolutions.misread", "does not resolve this hold"),
    ],
)
def test_a_fault_names_file_key_and_remedy(data: dict[str, object], key: str, words: str) -> None:
    house, (fault,) = rules_of(data, "rules.toml")
    assert house is None
    assert (fault.source, fault.key) == ("rules.toml", key)
    assert words in str(fault)


def test_faults_of_dealing_and_of_betting_are_told_together() -> None:
    _, faults = rules_of({"packs": 13, "ask_atfer": 5, "spot": [{"name": "tei"}]}, "rules.toml")
    assert [fault.key for fault in faults] == ["ask_atfer", "packs", "spot.tei"]


def test_the_digest_depends_on_every_rule_of_dealing() -> None:
    other = (
        HouseProcedure(packs=6),
        HouseProcedure(draw_timeout_seconds=29),
        HouseProcedure(supervisor_only=frozenset()),
        HouseProcedure(resolutions={HoldKind.MISREAD: (Resolution.VOID,)}),
    )
    digests = {rules_digest(house, BettingRules()) for house in (HouseProcedure(), *other)}
    assert len(digests) == 1 + len(other)


def test_the_digest_depends_on_every_rule_of_betting() -> None:
    euro = {"step": 100, "minimum": 100, "maximum": 1000, "table_maximum": 2000, "differential": 3000}
    tie = {"name": "tie"}
    told: list[dict[str, object]] = [
        {},
        {"ask_after": 4},
        {"leave_after": 0},
        {"spot": [tie]},
        {"spot": [tie | {"closes_after": 60}]},
        {"spot": [tie | {"payouts": [{"to_one": "9", "when": ["tie"]}]}]},
        {"spot": [{"name": "tie"}, {"name": "player"}]},
        {"spot": [{"name": "player"}, {"name": "tie"}]},
        {"limits": {"EUR": euro | {"step": 50}}},
        {"limits": {"EUR": euro | {"maximum": 900}}},
        {"limits": {"EUR": euro | {"table_maximum": 1900}}},
        {"limits": {"EUR": euro | {"differential": 2900}}},
        {"limits": {"EUR": euro}},
        {"limits": {"EUR": euro | {"exponent": 3}}},
        {"limits": {"EUR": euro | {"minimum": 200}}},
        {"limits": {"EUR": euro | {"spots": {"tie": {"maximum": 900}}}}},
        {"limits": {"SEK": euro}},
        {"limits": {"SEK": euro, "EUR": euro}},
    ]
    assert len({sound(data).digest for data in told}) == len(told)


def test_equal_rules_have_equal_digests_however_they_are_written() -> None:
    euro = {"step": 100, "minimum": 100, "maximum": 1000, "table_maximum": 2000, "differential": 3000}
    own_tie = {"name": "tie", "payouts": [{"to_one": "16/2", "when": ["tie"]}], "closes_after": 0}
    ways: list[tuple[dict[str, object], dict[str, object]]] = [
        ({}, {"ask_after": 5, "leave_after": 10, "packs": 8}),
        ({}, {"play_money": 500}),
        ({"spot": [{"name": "tie"}]}, {"spot": [own_tie]}),
        ({"spot": [{"name": "player_pair"}]}, {"spot": [{"name": "player_pair", "closes_after": 60}]}),
        ({"limits": {"EUR": euro, "SEK": euro}}, {"limits": {"SEK": euro, "EUR": euro | {"exponent": 2}}}),
        ({"limits": {"EUR": euro}}, {"limits": {"EUR": euro | {"spots": {"tie": {"minimum": 100}}}}}),
    ]
    for one, other in ways:
        assert sound(one).digest == sound(other).digest, other


def test_no_toml_and_no_file_are_told(tmp_path: Path) -> None:
    bad = tmp_path / "rules.toml"
    assert "cannot be read" in str(read_rules(bad)[1][0])
    for text in ("packs =", f"packs = {'8' * 5000}"):
        bad.write_text(text, "utf-8")
        assert "not TOML" in str(read_rules(bad)[1][0])


WORDS = st.sampled_from(["tie", "player", "banker_ez", "player_wins", "7/2", "0", "EUR", "FUN", "packs", ""])
NUMBERS = st.sampled_from([-1, 0, 1, 5, 100, 1000, 2**53, 10**400]) | st.floats()
SECTIONS = (SpotEntry, PayoutEntry, CurrencyEntry)
KEYS = st.sampled_from(["EUR", "FUN", "tie", "player", *(key for one in SECTIONS for key in one.model_fields)])
ANYTHING = st.recursive(
    WORDS | NUMBERS | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=12,
)


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(["spot", "limits", "ask_after", "leave_after", "play_money"]), ANYTHING))
def test_whatever_a_file_says_there_are_rules_or_faults(data: dict[str, object]) -> None:
    rules, faults = rules_of(data, "rules.toml")
    assert (rules is None) == bool(faults)
