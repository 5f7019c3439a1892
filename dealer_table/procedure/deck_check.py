"""The deck check: are the cards that go into the shoe whole packs, and nothing else? Pure."""

from collections import Counter

from dealer_table.baccarat.cards import PACK, Card
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.draft import Draft


def check_deck(draft: Draft, command: c.StartDeckCheck | c.EndDeckCheck) -> None:
    """Count from nothing what is run through the scanner from now on, or say what was found."""
    match command:
        case c.StartDeckCheck(by=by):
            draft.add(e.DeckCheckStarted(draft.at, by, draft.house.packs))
        case c.EndDeckCheck():
            _end_deck_check(draft, command)


def check_card(draft: Draft, fact: c.RecordCardRead) -> None:
    """Count one card."""
    draft.add(e.CardChecked(fact.at, fact.read, fact.card, fact.serial))


def _end_deck_check(draft: Draft, command: c.EndDeckCheck) -> None:
    """Say what is missing, what is there too often, and what is no card of ours."""
    check = draft.state.deck_check
    assert check is not None, "refusal() lets no check end that did not start"
    missing, extra = differences(check.cards, check.packs)
    draft.add(
        e.DeckChecked(command.at, command.by, check.packs, len(check.cards), missing, extra, check.foreign),
    )


def differences(cards: tuple[Card, ...], packs: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return what `cards` lack of `packs` whole packs, and what they have beyond them, a card once for each copy."""
    counted = Counter(cards)
    missing = tuple(card for card in PACK for _ in range(packs - counted[card]))
    extra = tuple(card for card in PACK for _ in range(counted[card] - packs))
    return missing, extra
