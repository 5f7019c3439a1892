"""A house's rules file, and every way in which it can be wrong. I/O: files."""

from pathlib import Path

import pytest

from dealer_table.config.rules_file import procedure_of, read_rules, rules_digest
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import BurnRule, HoldKind, Resolution

RULES = Path(__file__).parents[3] / "config" / "rules"


@pytest.mark.parametrize("file", sorted(RULES.glob("*.toml")), ids=lambda file: file.stem)
def test_every_shipped_file_can_deal(file: Path) -> None:
    house, faults = read_rules(file)
    assert faults == []
    assert house is not None


def test_the_live_tables_file_says_the_defaults() -> None:
    house, _ = read_rules(RULES / "live.toml")
    assert house is not None
    assert rules_digest(house) == rules_digest(HouseProcedure())


def test_without_a_file_the_seeds_procedure_holds() -> None:
    assert read_rules(None) == (HouseProcedure(), [])


def test_words_and_lists_are_read() -> None:
    data = {"burn": "packs", "resolutions": {"misread": ["void"]}, "supervisor_only": []}
    house, faults = procedure_of(data, "rules.toml")
    assert faults == []
    assert house is not None
    assert (house.burn, house.supervisor_only) == (BurnRule.PACKS, frozenset())
    assert house.allowed(HoldKind.MISREAD) == (Resolution.VOID,)
    assert house.allowed(HoldKind.EXCESS_CARD) == HouseProcedure().allowed(HoldKind.EXCESS_CARD)


@pytest.mark.parametrize(
    ("data", "key", "words"),
    [
        ({"bunr": "packs"}, "bunr", "did you mean burn?"),
        ({"zebra": 1}, "zebra", "known keys: packs"),
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
    house, (fault,) = procedure_of(data, "rules.toml")
    assert house is None
    assert (fault.source, fault.key) == ("rules.toml", key)
    assert words in str(fault)


def test_the_digest_depends_on_every_rule() -> None:
    other = (
        HouseProcedure(packs=6),
        HouseProcedure(draw_timeout_seconds=29),
        HouseProcedure(supervisor_only=frozenset()),
        HouseProcedure(resolutions={HoldKind.MISREAD: (Resolution.VOID,)}),
    )
    digests = {rules_digest(house) for house in (HouseProcedure(), *other)}
    assert len(digests) == 1 + len(other)


def test_no_toml_and_no_file_are_told(tmp_path: Path) -> None:
    bad = tmp_path / "rules.toml"
    assert "cannot be read" in str(read_rules(bad)[1][0])
    bad.write_text("packs =", "utf-8")
    assert "not TOML" in str(read_rules(bad)[1][0])
