"""A live table's patrons: seats, each one's own view on every tab and nowhere else, totals, idleness. I/O: tasks."""

import json
from typing import Any

import pytest

from dealer_table.baccarat.coup import Outcome
from dealer_table.betting.words import Patron, PatronLimits
from dealer_table.gateway.audience import Audience
from dealer_table.procedure import commands as c
from dealer_table.wire.from_client import PatronRequest
from dealer_table.wire.from_patron import DealRequest, HistoryRequest, LeaveRequest, RecallRequest
from dealer_table.wire.to_client import Answer
from dealer_table.wire.to_patron import History, Recall, RecalledCoup
from tests.dealer_table.betting.felt_at_work import ANN, BOB, FAY, place
from tests.dealer_table.gateway.patrons_at_work import BANKER_NATURAL, PLAYER_NATURAL, PatronsAtWork, Tab, settle_down
from tests.dealer_table.gateway.running_table import until
from tests.dealer_table.test_controller import DEALER, CountingJournal
from tests.dealer_table.test_controller_bets import PLAY_MONEY


async def test_a_patron_who_joins_is_seated_and_sees_how_things_stand() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN)
        tab = await table.join(BOB, PatronLimits(spot_maximum=500))
        view = json.loads(tab.view.model_dump_json())
    assert view == {
        "type": "patron", "version": table.journal.head.position, "server_time": 1_000, "name": "bob",
        "currency": "EUR", "exponent": 2, "fun": False, "seated": True, "balance": 0, "accounts": "ok", "coup": None,
        "stakes": [], "previous": [], "last": None, "idle_coups": 0, "asked": False,
        "limits": {"spot_maximum": 500, "coup_maximum": None},
    }  # fmt: skip
    assert table.count("patrons") == 2


async def test_play_money_is_there_at_once() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        tab = await table.join(FAY)
        assert (tab.view.fun, tab.view.balance) == (True, PLAY_MONEY)


async def test_every_tab_of_a_patron_hears_of_a_bet_and_nobody_elses_does() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN, BOB)
        ann, bob = [await table.join(ANN) for _ in range(2)], await table.join(BOB)
        bob_heard = len(bob.shown)
        await table.ask(ann[0], place("player", 300))
        for tab in ann:
            assert (tab.view.stakes, tab.view.coup, tab.view.balance) == ((("player", 300),), 1, 700)
        assert ann[1].said == []
        await settle_down()
        assert (bob.said, len(bob.shown)) == ([], bob_heard)


async def test_a_settled_coup_is_told_with_what_came_back() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN)
        tab = await table.join(ANN)
        await table.ask(tab, place("player", 300))
        await table.play_coup(PLAYER_NATURAL)
        view = tab.view
    assert (view.balance, view.coup, view.stakes, view.previous) == (1_300, None, (), (("player", 300),))
    assert view.last is not None
    assert (view.last.coup, view.last.returned, view.last.outcome) == (1, (("player", 600),), Outcome.PLAYER)
    assert not view.last.void


async def test_a_void_coup_and_a_correction_are_told_too() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN)
        tab = await table.join(ANN)
        await table.ask(tab, place("player", 300))
        await table.play_coup(BANKER_NATURAL)
        assert (tab.view.balance, tab.view.last and tab.view.last.returned) == (700, ())
        await table.correct("4S 5H", "3C 3D")
        assert (tab.view.balance, tab.view.last and tab.view.last.returned) == (1_300, (("player", 600),))
        await table.ask(tab, place("tie", 100), request="b")
        await table.controller.submit(c.CloseBetting(table.clock.now, DEALER))
        await table.void()
        assert tab.view.last is not None
        assert (tab.view.last.coup, tab.view.last.void, tab.view.last.outcome) == (2, True, None)
        assert tab.view.balance == 1_300


async def test_who_does_not_bet_is_asked_and_then_let_go_and_only_watches() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN)
        tab = await table.join(ANN)
        for coup in range(4):
            assert (tab.view.asked, tab.dismissed) == (coup > 1, [])
            await table.play_coup()
        assert [code for code, _ in tab.dismissed] == ["idle"]
        assert not tab.view.seated
        assert table.count("patrons") == 0
        table.place.leave(tab)  # what was forgotten is no fault
        again = await table.join(ANN)
        assert (again.view.seated, again.view.idle_coups) == (True, 0)


async def test_a_patron_may_leave_and_stays_gone_though_the_tab_does_not() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN)
        tab = await table.join(ANN)
        await table.place.receive(tab, LeaveRequest(type="leave", id="l"))
        assert tab.last(Answer) == Answer(id="l", ok=True)
        assert (tab.view.seated, tab.dismissed) == (False, [])
        assert (await table.ask(tab, place("player", 100))).code == "not_seated"


async def test_the_closing_of_the_table_takes_seats_and_its_opening_gives_them_back() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN, BOB)
        ann, bob = await table.join(ANN), await table.join(BOB)
        await table.place.receive(bob, LeaveRequest(type="leave", id="l"))
        await table.play_out(PLAYER_NATURAL)
        await table.controller.submit(c.CloseTable(table.clock.now, DEALER))
        assert (ann.view.seated, bob.view.seated) == (False, False)
        await table.controller.submit(c.OpenTable(table.clock.now, DEALER))
        await until(lambda: ann.view.seated)
        await settle_down()
        assert not bob.view.seated


async def test_a_patron_of_a_currency_that_is_not_taken_is_told_so_and_watches() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        tab = await table.join(Patron("mia", "CHF"))
    assert [code for code, _ in tab.dismissed] == ["unknown_currency"]
    assert tab.shown == []


async def test_a_seat_that_could_not_be_recorded_is_asked_for_again() -> None:
    journal = CountingJournal()
    table = PatronsAtWork(journal)
    async with table.at_work():
        await table.begin(ANN)
        journal.disk_full = True
        tab = await table.join(BOB)
        assert (tab.view.seated, tab.dismissed) == (False, [])
        journal.disk_full = False
        table.clock.now += 2_000
        table.place.tick(table.clock.now)
        await until(lambda: tab.view.seated)


async def test_who_is_gone_is_forgotten_and_the_seat_stays() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN)
        tab = await table.join(ANN)
        await table.ask(tab, place("player", 300))
        table.place.leave(tab)
        heard = len(tab.shown)
        await table.play_coup(PLAYER_NATURAL)
        assert len(tab.shown) == heard
        again = await table.join(ANN)
        assert again.view.balance == 1_300


async def test_a_keeper_that_is_away_is_told_and_asked_again_until_it_is_back() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN)
        table.keeper.away = True
        tab = Tab()
        await table.place.join(ANN, PatronLimits(), tab)
        await until(lambda: tab.view.accounts == "unavailable")
        assert tab.view.balance is None
        table.keeper.away = False
        table.clock.now += 2_000
        table.place.tick(table.clock.now)
        await until(lambda: tab.view.accounts == "ok")
        assert tab.view.balance == 1_000
        table.keeper.away = True
        table.place.look_at_balances()
        await until(lambda: tab.view.accounts == "unavailable")
        assert tab.view.balance == 1_000


async def test_a_payment_is_believed_when_it_says_what_is_known_and_else_asked_about() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN)
        tab = await table.join(ANN)
        table.keeper.away = True  # whoever asks, hears of it
        for balance, asks in ((1_000, False), (900, True)):
            table.place.paid(BOB, 5)
            table.place.paid(ANN, balance)
            table.clock.now += 2_000
            table.place.tick(table.clock.now)
            await settle_down()
            assert (tab.view.accounts == "unavailable") is asks
            assert tab.view.balance == 1_000


async def test_a_deposit_elsewhere_shows_when_the_keeper_is_asked_again() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN)
        tab = await table.join(ANN)
        await table.deposit(ANN, 500)
        assert tab.view.balance == 1_500
        await table.withdraw(ANN, 200)
        assert tab.view.balance == 1_300


def totals_told(table: PatronsAtWork) -> list[Any]:
    frames = [frame for audience, frame in table.hall.heard if audience is Audience.WATCHERS]
    told = [json.loads(frame[frame.index(b"{") :]) for frame in frames if b'"totals"' in frame]
    return [(one["coup"], one["patrons"], one["currencies"]) for one in told]


async def test_totals_are_told_to_all_twice_a_second_while_they_change_and_name_nobody() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN, BOB)
        ann, bob, fay = await table.join(ANN), await table.join(BOB), await table.join(FAY)
        table.place.tick(10_000)
        assert totals_told(table) == []
        await table.ask(ann, place("player", 300))
        table.place.tick(10_500)
        await table.ask(bob, place("player", 100), place("tie", 100))
        await table.ask(fay, place("player", 200))
        table.place.tick(10_900)
        table.place.tick(11_000)
        table.place.tick(11_500)
        await table.play_coup()
        table.place.tick(12_000)
        table.place.tick(12_500)
    euros, play = {"player": 400, "tie": 100}, {"player": 200}
    assert totals_told(table) == [
        (1, 1, {"EUR": {"player": 300}}),
        (1, 3, {"EUR": euros, "FUN": play}),
        (2, 0, {}),
    ]
    audiences = {audience for audience, frame in table.hall.heard if b'"totals"' in frame}
    assert audiences == set(Audience)
    assert not any(b"ann" in frame for _, frame in table.hall.heard)


@pytest.mark.parametrize("broken", [False, True])
async def test_history_is_asked_of_the_archive(*, broken: bool) -> None:
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN)
        tab = await table.join(ANN)
        table.shelf.broken = broken
        await table.place.receive(tab, HistoryRequest(type="history", id="h"))
        if broken:
            assert tab.last(Answer).code == "journal_failed"
        else:
            assert tab.last(History) == History(id="h", coups=(), more=False)


async def test_recall_looks_once_after_each_coup() -> None:
    table = PatronsAtWork()
    table.shelf.coups = tuple(
        RecalledCoup(cursor=n, coup=n, shoe=1, at=n, player=(), banker=(), outcome=None, status="void")
        for n in (3, 2, 1)
    )
    request = RecallRequest(type="recall", id="r", limit=2)
    async with table.at_work():
        await table.begin(ANN)
        for _ in range(2):
            assert await table.place.recall(request) == Recall(id="r", coups=table.shelf.coups[:2])
        assert table.shelf.looks == 1
        await table.play_out(PLAYER_NATURAL)
        await table.place.recall(request)
        assert table.shelf.looks == 2
        await table.correct("4S 5H", "3C 2D")
        table.shelf.broken = True
        answer = await table.place.recall(request)
        assert isinstance(answer, Answer)
        assert answer.code == "journal_failed"


async def test_what_belongs_into_a_touch_room_is_not_done_here() -> None:
    table = PatronsAtWork()
    async with table.at_work():
        await table.begin(ANN)
        tab = await table.join(ANN)
        deal: PatronRequest = DealRequest.model_validate(
            {"type": "deal", "id": "d", "round": 1, "gestures": [{"move": "rebet"}]}
        )
        await table.place.receive(tab, deal)
        assert tab.last(Answer).code == "not_here"
