"""What really lies on the felt: the dealer's own truth, to compare the table's record with. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup
from dealer_table.procedure.words import Phase, Resolution
from simulators.screen import Screen


@dataclass(frozen=True, slots=True)
class FeltCoup:
    """A coup as the dealer's hands dealt it."""

    shoe: int
    coup: int
    cards: tuple[Card, ...]
    void: bool

    def as_json(self) -> dict[str, Any]:
        """Return it in the words of `journal replay`; ValueError when the cards are no whole coup."""
        dealt = Coup.dealt(self.cards)
        if len(dealt.player.cards) + len(dealt.banker.cards) != len(self.cards):
            raise ValueError(f"coup {self.coup} of shoe {self.shoe} has a card too many")
        return {
            "shoe": self.shoe,
            "coup": self.coup,
            "player": [card.value for card in dealt.player.cards],
            "banker": [card.value for card in dealt.banker.cards],
            "outcome": dealt.outcome.value,
            "void": self.void,
        }


@dataclass(slots=True)
class Felt:
    """The cards as they lie. `aside` is one too many that waits for a decision, `kept` one that opens the next coup."""

    shoe: int = 0
    coup: int = 0
    in_play: bool = False
    burnt: list[Card] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    cut_card_out: bool = False
    aside: Card | None = None
    aside_asked: Resolution | None = None
    kept: Card | None = None
    coups: list[FeltCoup] = field(default_factory=list)

    def follow(self, screen: Screen) -> None:
        """Do what the dealer's hands do when the screen moves on: sweep burnt cards, begin a coup, clear it away."""
        if screen.shoe and screen.shoe != self.shoe:
            self._fresh_shoe(screen.shoe)
        if screen.phase is not Phase.BURN:
            self.burnt.clear()
        if screen.coup_in_play and screen.coup != self.coup:
            self.coup, self.in_play, self.cards = screen.coup, True, []
            if self.kept is not None:
                self.cards, self.kept = [self.kept], None
        self._settle_aside(screen)
        if self.in_play and screen.coup == self.coup and not screen.coup_in_play:
            self.in_play = False
            self.coups.append(FeltCoup(self.shoe, self.coup, tuple(self.cards), screen.voided))

    def drawn(self, card: Card, screen: Screen) -> None:
        """Lay a card that was just drawn where it belongs."""
        if screen.phase is Phase.BURN:
            self.burnt.append(card)
        elif screen.action == "draw" or screen.phase is Phase.DEALING:
            self.cards.append(card)
        else:
            self.aside = card

    def in_hand(self, screen: Screen) -> Card | None:
        """Return the card that was drawn and is not on the screen yet."""
        drawn, seen = self.laid(screen), self.seen(screen)
        return drawn[seen] if len(drawn) > seen else self.aside

    def laid(self, screen: Screen) -> list[Card]:
        """Return the cards laid in the present burn or coup."""
        match screen.phase:
            case Phase.BURN:
                return self.burnt
            case Phase.DEALING | Phase.RESULT:
                return self.cards
            case _:
                # A card kept for the next coup is laid when its betting has closed.
                return []

    def seen(self, screen: Screen) -> int:
        """Return how many of them the screen shows; of a burned card it shows only that it was burned."""
        return screen.burn_seen if screen.phase is Phase.BURN else len(screen.cards)

    def agrees_with(self, screen: Screen) -> bool:
        """Tell whether the screen shows nothing that does not lie on the felt."""
        return not self.in_play or list(screen.cards) == self.cards[: len(screen.cards)]

    def _fresh_shoe(self, shoe: int) -> None:
        self.shoe, self.coup, self.in_play, self.cut_card_out = shoe, 0, False, False
        self.cards, self.aside, self.aside_asked, self.kept = [], None, None, None
        self.burnt.clear()

    def _settle_aside(self, screen: Screen) -> None:
        if self.aside is None or self.aside_asked is None or screen.hold is not None:
            return
        match self.aside_asked:
            case Resolution.CONTINUE | Resolution.FREE_COUP:
                self.cards.append(self.aside)
            case Resolution.FIRST_OF_NEXT:
                self.kept = self.aside
            case _:
                pass
        self.aside = self.aside_asked = None


def differences(felt: Sequence[FeltCoup], recorded: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return where the table's record is not what lay on the felt; of a void coup only that it is void counts."""
    found = []
    if len(felt) != len(recorded):
        found.append(f"{len(felt)} coups were dealt, {len(recorded)} are recorded")
    for dealt, record in zip(felt, recorded, strict=False):
        place = f"shoe {dealt.shoe} coup {dealt.coup}"
        if (record["shoe"], record["coup"], record["void"]) != (dealt.shoe, dealt.coup, dealt.void):
            found.append(f"{place} (void: {dealt.void}) is recorded as {dict(record)}")
        elif not dealt.void:
            try:
                truth = dealt.as_json()
            except ValueError as error:
                found.append(f"{place}: {error}")
                continue
            wrong = [key for key, value in truth.items() if record[key] != value]
            found.extend(f"{place}: {key} is {truth[key]}, recorded {record[key]}" for key in wrong)
    return found
