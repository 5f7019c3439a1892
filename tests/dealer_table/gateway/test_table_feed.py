"""What each audience is told of each decision, and that a restart tells the very same again. I/O: none."""

import json
from collections.abc import Mapping
from itertools import groupby
from typing import Any

import pytest

from dealer_table.adapters.memory_journal import MemoryJournal
from dealer_table.betting.recorded import table_events
from dealer_table.controller import recover
from dealer_table.gateway.audience import Audience
from dealer_table.gateway.broadcast import TableBroadcast
from dealer_table.gateway.table_feed import TableFeed
from dealer_table.ports.announcements import Announced
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.decide import decide
from dealer_table.procedure.evolve import fold
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import SYSTEM, BurnRule, Resolution
from tests.dealer_table.procedure.table_at_work import (
    DEALER,
    PLAYER_NATURAL,
    TIE_OF_SIX_CARDS,
    TableAtWork,
)

HOUSE = HouseProcedure(burn=BurnRule.FIXED, burn_fixed=2)
Message = Mapping[str, Any]


def message_of(frame: bytes) -> Message:
    """Read a frame of the server: two, four or ten bytes of head, then the text."""
    head = {126: 4, 127: 10}.get(frame[1], 2)
    message: Message = json.loads(frame[head:])
    return message


class Channel:
    """Keeps what every audience is sent."""

    def __init__(self) -> None:
        self.sent: dict[Audience, list[Message]] = {audience: [] for audience in Audience}

    def send(self, audience: Audience, frame: bytes) -> None:
        self.sent[audience].append(message_of(frame))


class FedTable(TableAtWork):
    """A table whose decisions go to a journal, and from there to a feed that was there from the start."""

    def __init__(self, house: HouseProcedure = HOUSE) -> None:
        super().__init__(house)
        self.journal = MemoryJournal()
        self.live = Gateway(self.journal, house)

    def give(self, command: c.Command) -> tuple[e.Event, ...]:
        events = super().give(command)
        if events:
            self.live.feed.announce([Announced(tuple(self.journal.append([events])), self.state)])
        return events

    @property
    def loaded(self) -> int:
        """Return the version at which the shoe in use was told."""
        shoe = self.journal.last_shoe_position()
        versions: list[int] = [update["version"] for update in self.live.told()]
        return min(version for version in versions if version >= shoe)

    def restarted(self, house: HouseProcedure | None = None) -> "Gateway":
        """Return a gateway that knows the journal only."""
        return Gateway(self.journal, house or self.house)


class Gateway:
    """A feed, restored from a journal, and its audiences."""

    def __init__(self, journal: MemoryJournal, house: HouseProcedure, offer: Message | None = None) -> None:
        self.channel = Channel()
        self.broadcast = TableBroadcast("t1", journal.epoch, self.channel, history=1_000, clock=lambda: 0)
        self.feed = TableFeed(house, self.broadcast, offer)
        self.feed.restore(journal)

    def told(self, audience: Audience = Audience.WATCHERS) -> list[Message]:
        return self.channel.sent[audience]

    def snapshot(self, audience: Audience = Audience.WATCHERS) -> Message:
        return message_of(self.broadcast.snapshot(audience))

    def resumed(self, version: int, audience: Audience = Audience.WATCHERS) -> list[Message]:
        """Return what a client gets that comes back with `version`."""
        frames, _ = self.broadcast.joining(audience, self.snapshot(audience)["epoch"], version)
        return [message_of(frame) for frame in frames]


def a_shoe_at_work(shoes: int = 2) -> FedTable:
    """Return a table in the middle of the fourth coup of its last shoe, after a hold and a void."""
    table = FedTable()
    table.give(c.AdoptRules(table.now, SYSTEM, "d"))
    table.give(c.OpenTable(table.now, DEALER))
    table.scanner(online=True)
    for _ in range(shoes):
        table.give(c.LoadShoe(table.now, DEALER))
        table.deal("2S 3S")
        table.play(TIE_OF_SIX_CARDS)
        table.begin_coup()
        table.misread()
        table.deal("9H")
        table.void()
        table.play(PLAYER_NATURAL)
        if table.shoe.number < shoes:
            table.give(c.ChangeShoe(table.now, DEALER))
    table.begin_coup()
    table.deal("KS KH")
    return table


@pytest.mark.parametrize("audience", Audience)
def test_updates_chain_from_version_to_version(audience: Audience) -> None:
    at = 0
    for update in a_shoe_at_work().live.told(audience):
        assert update["prev"] == at < update["version"]
        at = update["version"]


@pytest.mark.parametrize("audience", Audience)
def test_a_restart_finds_the_same_view_and_the_same_updates_of_the_shoe_in_use(audience: Audience) -> None:
    table = a_shoe_at_work()
    again = table.restarted()
    assert again.snapshot(audience) == table.live.snapshot(audience)
    assert again.told(audience) == [update for update in table.live.told(audience) if update["version"] > table.loaded]


def test_a_restart_behind_any_decision_goes_on_as_if_nothing_had_been() -> None:
    table = a_shoe_at_work(shoes=1)
    by_decision = groupby(table.journal.read(), key=lambda record: record.decision)
    decisions = [[record.event for record in records] for _, records in by_decision]
    for done in range(len(decisions)):
        journal = MemoryJournal()
        journal.append(decisions[:done])
        again = Gateway(journal, HOUSE)
        state, _ = recover(journal)
        for events in decisions[done:]:
            state = fold(table_events(events), state)
            again.feed.announce([Announced(tuple(journal.append([events])), state)])
        for audience in Audience:
            assert again.snapshot(audience) == table.live.snapshot(audience)
            told = again.told(audience)
            assert told == table.live.told(audience)[-len(told) :]


@pytest.mark.parametrize("audience", Audience)
def test_a_client_resumes_over_a_restart_with_what_it_missed_and_nothing_else(audience: Audience) -> None:
    table = a_shoe_at_work()
    before = table.live.told(audience)[-5]["version"]
    resumed, *missed = table.restarted().resumed(before, audience)
    assert (resumed["type"], resumed["version"], resumed["replayed"]) == ("resumed", before, 4)
    assert missed == table.live.told(audience)[-4:]


def test_a_client_of_the_shoe_before_gets_a_snapshot_after_a_restart() -> None:
    table = a_shoe_at_work()
    earlier = [update["version"] for update in table.live.told() if update["version"] < table.loaded][-1]
    assert [message["type"] for message in table.restarted().resumed(earlier)] == ["snapshot"]
    assert table.live.resumed(earlier)[0]["type"] == "resumed", "without a restart nothing was forgotten"


def test_a_client_that_saw_the_shoe_loaded_resumes_from_there() -> None:
    table = a_shoe_at_work()
    assert table.restarted().resumed(table.loaded)[0]["type"] == "resumed"


def test_before_the_first_shoe_a_restart_tells_the_same_updates_too() -> None:
    table = FedTable()
    table.give(c.AdoptRules(table.now, SYSTEM, "d"))
    table.give(c.OpenTable(table.now, DEALER))
    assert [update["prev"] for update in table.live.told()] == [0, 1], "the rules, and the table under them"
    assert table.restarted().told() == table.live.told()


def test_what_changes_nothing_for_an_audience_is_not_told_to_it() -> None:
    table = a_shoe_at_work()
    told = {audience: len(table.live.told(audience)) for audience in Audience}
    table.scanner(online=True)
    table.give(c.RecordDeviceEvent(table.now + 1, table.next_read(), "warm", None))
    assert len(table.live.told()) == told[Audience.WATCHERS]
    assert len(table.live.told(Audience.DEALER)) == told[Audience.DEALER] + 1


def test_only_the_desk_has_the_desks_section() -> None:
    live = a_shoe_at_work().live
    assert "desk" not in live.snapshot()["view"]
    assert all("desk" not in update["view"] for update in live.told())
    dealer, supervisor = (live.snapshot(audience)["view"]["desk"] for audience in list(Audience)[1:])
    assert (dealer["role"], supervisor["role"]) == ("dealer", "supervisor")
    assert dealer["commands"]["void_coup"] == "supervisor_needed"
    assert supervisor["commands"]["void_coup"] is None


def test_no_burned_card_has_a_face_for_anybody() -> None:
    table = FedTable()
    table.give(c.OpenTable(table.now, DEALER))
    table.scanner(online=True)
    table.give(c.LoadShoe(table.now, DEALER))
    table.deal("2S")
    table.misread()
    table.read("3S")
    for audience in Audience:
        everything = json.dumps([table.live.told(audience), table.live.snapshot(audience)])
        assert "2S" not in everything and "3S" not in everything


def test_a_restart_under_other_rules_tells_the_desk_what_it_may_do_now() -> None:
    """What a desk may do is no fold of the journal: a dealer who resumes must not keep the old buttons."""
    table = a_shoe_at_work()
    at = table.live.snapshot(Audience.DEALER)["version"]
    anybody_voids = HouseProcedure(burn=BurnRule.FIXED, burn_fixed=2, supervisor_only=frozenset({Resolution.KEY_IN}))
    again = table.restarted(anybody_voids)
    adopted = e.RulesAdopted(table.now, SYSTEM, "others")
    again.feed.announce([Announced(tuple(table.journal.append([[adopted]])), table.state)])
    _, update = again.resumed(at, Audience.DEALER)
    assert update["view"]["desk"]["commands"]["void_coup"] is None


def test_the_offer_is_in_every_snapshot_and_told_anew_with_the_rules_it_is_of() -> None:
    table, offer = a_shoe_at_work(), {"rules_digest": "e"}
    gateway = Gateway(table.journal, HOUSE, offer)
    before = len(gateway.told())
    assert all(gateway.snapshot(audience)["view"]["offer"] == offer for audience in Audience)
    for digest in ("e", "e"):
        events = decide(table.state, c.AdoptRules(table.now, SYSTEM, digest), HOUSE)
        if events:
            table.state = fold(events, table.state)
            gateway.feed.announce([Announced(tuple(table.journal.append([events])), table.state)])
    assert [update["view"] for update in gateway.told()[before:]] == [{"offer": offer}]
