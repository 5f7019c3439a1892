"""Codebooks: which code on a card's face names which card. Pure.

A codebook is a TOML file:

    name = "studio_four_digit"
    summary = "one line for people"
    [codes]
    AS = "1010"
    2S = ["1020", "9020"]     # a card may carry several codes, a code names one card

It loads only when every one of the 52 cards has a code and no code has two cards.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from dealer_table.baccarat.cards import PACK, Card
from dealer_table.errors import ConfigError

_KEYS = {"name", "summary", "codes"}


@dataclass(frozen=True, slots=True)
class Codebook:
    """A complete and unambiguous set of card codes."""

    name: str
    summary: str
    cards: Mapping[str, Card]

    def card(self, code: str) -> Card | None:
        """Return the card that `code` names; None when it names none."""
        return self.cards.get(code)

    def code(self, card: Card) -> str:
        """Return the first code of `card`: what a simulated card carries."""
        return next(code for code, owner in self.cards.items() if owner is card)


def parse_codebook(text: str, source: str) -> Codebook:
    """Read a codebook; ConfigError tells every fault it has at once."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"not TOML: {error}", source=source) from None
    faults = [f"unknown key {key}" for key in document if key not in _KEYS]
    name, summary = document.get("name"), document.get("summary", "")
    if not isinstance(name, str) or not name:
        faults.append("name is missing")
    if not isinstance(summary, str):
        faults.append("summary is not text")
    codes = document.get("codes", {})
    cards, code_faults = _read_codes(codes) if isinstance(codes, dict) else ({}, ["codes is not a table"])
    faults += code_faults
    if faults:
        raise ConfigError("; ".join(faults), source=source, remedy="every card needs a code, and a code one card")
    return Codebook(str(name), str(summary), cards)


def _read_codes(table: Mapping[str, object]) -> tuple[dict[str, Card], list[str]]:
    cards: dict[str, Card] = {}
    faults: list[str] = []
    for card_name, value in table.items():
        try:
            card = Card(card_name)
        except ValueError:
            faults.append(f"{card_name} is not a card")
            continue
        for code in value if isinstance(value, list) and value else [value]:
            if not isinstance(code, str) or not _can_be_read(code):
                faults.append(f"{card_name} has code {code!r}, which is not 1-32 printable ASCII characters in quotes")
            elif code in cards:
                faults.append(f"code {code} is {cards[code]} and {card_name}")
            else:
                cards[code] = card
    missing = [card.value for card in PACK if card.value not in table]
    if missing:
        faults.append(f"no code for {', '.join(missing)}")
    return cards, faults


def _can_be_read(code: str) -> bool:
    return 1 <= len(code) <= 32 and all("!" <= char <= "~" for char in code)
