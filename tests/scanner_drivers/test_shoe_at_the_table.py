"""A shoe that knows the rules, its driver, the wire and the procedure agree on every coup, faults and all. Pure."""

import random
from dataclasses import replace

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup
from dealer_table.baccarat.shoe import full_shoe
from dealer_table.procedure import events as e
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import BurnRule, HoldKind, Phase, Resolution
from dealer_table.wire.card_read import SCANNER_MESSAGE, parse_scanner_message
from dealer_table.wire.scanner_facts import fact_of
from scanner_drivers.drivers.angel_eye.driver import AngelEyeDriver, AngelEyeSettings
from scanner_drivers.messages import message_of, travels
from scanner_drivers.outbox import Kept
from simulators.devices.angel_eye import AngelEyeShoe
from tests.dealer_table.procedure.table_at_work import TableAtWork, only, table_with_shoe

SECOND_OPINION = HouseProcedure(burn=BurnRule.NONE, waits_for_shoe_result=True, cut_card_depth=14)
BURNS = replace(SECOND_OPINION, burn=BurnRule.INDICATOR)


class ShoeAtTable:
    """Bytes of the shoe on one side, facts of the procedure on the other."""

    def __init__(self, house: HouseProcedure) -> None:
        self.shoe = AngelEyeShoe(burns=house.burn is BurnRule.INDICATOR)
        self.driver = AngelEyeDriver(AngelEyeSettings())
        self.table: TableAtWork = table_with_shoe(house)
        self.hear(self.shoe.new_shoe())

    def hear(self, data: bytes) -> list[e.Event]:
        """Let what the shoe sent travel to the table, and return what came of it there."""
        self.table.now += 1_000
        now = float(self.table.now)
        seen = self.driver.feed(data, now).seen
        events: list[e.Event] = []
        for sighting in filter(travels, seen):
            kept = Kept(self.table.seq + 1, self.table.now, sighting)
            written = SCANNER_MESSAGE.dump_json(message_of(kept, "b1", 1))
            self.table.last_seq["shoe"] += 1
            events += self.table.give(fact_of("shoe", parse_scanner_message(written), self.table.now))
        return events

    def draw(self, card: str) -> list[e.Event]:
        return self.hear(self.shoe.show(Card(card)))


def test_a_whole_shoe_is_dealt_as_the_shoe_says_with_every_tenth_card_unread_at_first() -> None:
    chance = random.Random(11)
    cards = list(full_shoe(8))
    chance.shuffle(cards)
    at, rest = ShoeAtTable(SECOND_OPINION), iter(cards)
    truth = []
    for _ in range(55):
        at.table.begin_coup()
        coup = Coup()
        while not coup.is_complete:
            card = next(rest)
            coup = coup.with_card(card)
            if chance.randrange(10) == 0:
                at.hear(at.shoe.fail_to_read())
                assert at.table.held_for is HoldKind.MISREAD
            at.hear(at.shoe.show(card))
        truth.append((coup.player.cards, coup.banker.cards, coup.outcome))
        assert at.table.phase() is Phase.SETTLED
        assert at.table.state.hold is None
    completed = [event for event in at.table.events if isinstance(event, e.CoupCompleted)]
    assert [(coup.player, coup.banker, coup.outcome) for coup in completed] == truth


def test_the_burn_of_the_shoe_is_the_burn_of_the_table() -> None:
    at = ShoeAtTable(BURNS)
    for card in ("2H", "9C", "KD"):
        at.draw(card)
    assert at.table.phase() is Phase.READY


def test_a_card_that_a_locked_shoe_gives_waits_for_people_and_the_shoe_goes_on_where_it_was() -> None:
    at = ShoeAtTable(SECOND_OPINION)
    at.table.begin_coup()
    at.draw("4S")
    at.hear(at.shoe.turn_key(locked=True))
    at.draw("KC")
    assert at.table.hold.cause == "drawn_in_lock_mode"
    at.table.resolve(Resolution.BURN_IT)
    at.hear(at.shoe.turn_key(locked=False))
    for card in ("2H", "5S", "3H"):
        at.draw(card)
    assert at.table.phase() is Phase.SETTLED
    assert at.table.shoe.burned == (Card("KC"),)


def test_a_card_too_many_is_the_holds_and_not_the_coups() -> None:
    at = ShoeAtTable(SECOND_OPINION)
    at.table.begin_coup()
    for card in ("4S", "2H", "5S", "3H"):
        at.draw(card)
    at.hear(at.shoe.draw_too_many(Card("KC")))
    assert at.table.held_for is HoldKind.EXCESS_CARD
    assert at.table.coup.cards == tuple(map(Card, ("4S", "2H", "5S", "3H")))


def test_a_shoe_that_is_one_card_ahead_is_stopped() -> None:
    at = ShoeAtTable(SECOND_OPINION)
    at.table.begin_coup()
    at.shoe.show(Card("4S"))
    at.draw("2H")
    assert at.table.held_for is HoldKind.WRONG_POSITION


@pytest.mark.parametrize("what", ["start", "standby"])
def test_a_shoe_that_starts_or_stands_by_begins_nothing(what: str) -> None:
    at = ShoeAtTable(SECOND_OPINION)
    before = at.table.phase()
    at.table.now += 10_000
    reported = only(e.DeviceReported, at.hear(at.shoe.new_shoe() if what == "start" else at.shoe.standby()))
    assert (reported.what, at.table.phase()) == (what, before)
