"""The room as patrons have it: every round answered once, told to every tab, and found again. I/O: SQLite, sockets."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import CollectorRegistry
from typer.testing import CliRunner
from websockets.asyncio.client import ClientConnection, connect

from dealer_table.betting.words import Patron, PatronLimits, Stake
from dealer_table.cli import app
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.server import Gateway
from dealer_table.touch.checking import checks
from dealer_table.touch.commitment import SealedShoe
from dealer_table.touch.rules import TouchRules
from dealer_table.touch.shuffle import DrawBytes
from dealer_table.touch.words import RoundEnd
from dealer_table.touch_commands import told_round
from dealer_table.wire.from_patron import BetRequest, HistoryRequest, LeaveRequest
from dealer_table.wire.launch_token import Game, issue_patron
from dealer_table.wire.touch_messages import TouchHistory
from tests.dealer_table.gateway.running_table import KEY
from tests.dealer_table.touch.rooms import ADA, BANKER_WINS, BOB, NO_LIMITS, PLAYER_WINS, REFUND, RULES
from tests.dealer_table.touch_at_work import PLAY_MONEY, PURSE, SetClock, Tab, Work, at_work, deal
from tests.fixtures.broker_talk import until

FUN = Patron("ada", "FUN")


def always(shoe: SealedShoe) -> Callable[[DrawBytes], SealedShoe]:
    return lambda draw: shoe


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "room.journal"


async def seated(work: Work, patron: Patron = ADA) -> Tab:
    """Give a patron money and a tab that knows of it."""
    await work.deposit(patron)
    tab = await work.join(patron)
    await until(lambda: tab.view.balance == PURSE)
    return tab


async def test_a_patron_is_shown_the_whole_table(path: Path) -> None:
    async with at_work(path) as work:
        await work.deposit()
        tab = await work.join(limits=PatronLimits(5_000, None))
        await until(lambda: tab.view.balance == PURSE)
        view = tab.view
        assert (view.room, view.name, view.currency, view.exponent, view.fun) == ("room-1", "ada", "EUR", 2, False)
        assert {spot.name: (spot.minimum, spot.maximum) for spot in view.spots} == {
            "player": (20, 5_000),
            "banker": (20, 5_000),
            "tie": (20, 2_000),
        }
        returns = {spot.name: spot.return_percent for spot in view.spots}
        assert returns == {"player": "98.76", "banker": "98.94", "tie": "85.64"}
        assert (view.round, len(view.commitment), view.dealing, view.last) == (1, 64, False, None)
        assert view.idle_at == work.clock.now + 15 * 60_000


async def test_a_round_is_answered_then_told_and_the_balance_follows(path: Path) -> None:
    async with at_work(path, seal=always(PLAYER_WINS)) as work:
        tab = await seated(work)
        played = await work.play(tab, ("player", 100))
        kinds = [type(one).__name__ for one in tab.told]
        assert kinds.index("Answer") < kinds.index("TouchRound")
        result = tab.answers[0].result
        assert result is not None
        assert (result.coup, result.stakes, result.change, result.balance) == (
            1,
            (Stake("player", 100),),
            100,
            PURSE - 100,
        )
        assert (played.outcome, dict(played.returned)) == ("player", {"player": 200})
        assert tab.view.balance == PURSE + 100
        assert await work.accounts.balance(ADA) == PURSE + 100
        assert len(tab.view.roads.bead_plate) == 1
        assert tab.view.previous == (Stake("player", 100),)


async def test_every_round_opens_to_the_commitment_that_was_shown_before_it(path: Path) -> None:
    async with at_work(path) as work:
        tab = await seated(work)
        for _ in range(30):
            shown = tab.view.commitment
            played = await work.play(tab, ("player", 100), ("banker", 50), ("tie", 20))
            assert [check for check in checks(told_round(played), shown) if check.fault] == []


async def test_money_from_the_cashier_is_shown_and_tells_no_round_again(path: Path) -> None:
    async with at_work(path) as work:
        tab = await seated(work)
        await work.play(tab, ("player", 100))
        before = tab.view.balance
        assert before is not None
        await work.deposit(amount=700, reference="till-2")
        await until(lambda: tab.view.balance == before + 700)
        assert len(tab.rounds) == 1


async def test_all_tabs_of_a_patron_are_told_and_nobody_else_s(path: Path) -> None:
    async with at_work(path) as work:
        first, second, other = await seated(work), await work.join(), await seated(work, BOB)
        before = len(other.told)
        await work.play(first, ("player", 100))
        assert second.rounds == first.rounds
        assert second.view.round == first.view.round
        assert len(second.answers) == 0
        assert len(other.told) == before


async def test_the_same_request_begins_one_round_however_often_it_is_sent(path: Path) -> None:
    async with at_work(path) as work:
        tab = await seated(work)
        other = await work.join()
        request = deal(1, ("player", 100), name="once")
        await asyncio.gather(*(work.room.receive(each, request) for each in (tab, other, tab, other)))
        await until(lambda: tab.rounds and other.rounds)
        again = await work.ask(tab, request)
        assert [answer.ok for answer in (*tab.answers, *other.answers)] == [True] * 5
        assert {answer.result.coup for answer in (*tab.answers, *other.answers) if answer.result} == {1}
        assert {one.round for one in (*tab.rounds, *other.rounds)} == {1}
        assert again == tab.answers[0]
        assert sum(record.event.__class__.__name__ == "RoundBegun" for record in work.journal.read()) == 1


async def test_two_tabs_that_deal_at_once_play_one_round_and_the_other_is_refused(path: Path) -> None:
    async with at_work(path) as work:
        tab = await seated(work)
        other = await work.join()
        await asyncio.gather(
            work.room.receive(tab, deal(1, ("player", 100), name="one")),
            work.room.receive(other, deal(1, ("banker", 100), name="two")),
        )
        await until(lambda: tab.view.round == 2)
        codes = sorted(answer.code for answer in (*tab.answers, *other.answers))
        assert codes[0] == ""
        assert codes[1] in ("round_in_play", "other_round")
        await until(lambda: tab.view.balance is not None and not tab.view.dealing)
        assert await work.accounts.balance(ADA) in (PURSE - 100, PURSE, PURSE + 100, PURSE + 95)


async def test_without_funds_the_round_is_refused_with_the_numbers(path: Path) -> None:
    async with at_work(path) as work:
        await work.deposit(amount=50)
        tab = await work.join()
        answer = await work.deal(tab, ("player", 100))
        assert (answer.code, answer.numbers) == ("insufficient_funds", {"balance": 50, "needed": 100})
        assert await work.accounts.balance(ADA) == 50


async def test_what_is_refused_by_the_rules_takes_no_money(path: Path) -> None:
    async with at_work(path) as work:
        tab = await seated(work)
        answer = await work.deal(tab, ("tie", 10))
        assert (answer.code, answer.numbers) == ("below_minimum", {"spot": "tie", "minimum": 20, "asked": 10})
        assert await work.accounts.balance(ADA) == PURSE


async def test_rebet_alone_deals_and_x2_deals_twice_as_much(path: Path) -> None:
    async with at_work(path) as work:
        tab = await seated(work)
        assert (await work.deal(tab, "rebet")).code == "nothing_to_rebet"
        await work.play(tab, ("player", 100), ("tie", 20))
        assert dict((await work.play(tab, "rebet")).stakes) == {"player": 100, "tie": 20}
        assert dict((await work.play(tab, "rebet_x2")).stakes) == {"player": 200, "tie": 40}


async def test_a_currency_the_room_does_not_take_is_turned_away(path: Path) -> None:
    async with at_work(path) as work:
        tab = await work.join(Patron("ada", "SEK"))
        assert (tab.dismissed, tab.told) == ("unknown_currency", [])


async def test_play_money_is_given_to_who_has_none_and_has_no_history(path: Path) -> None:
    async with at_work(path, seal=always(BANKER_WINS)) as work:
        tab = await work.join(FUN)
        await until(lambda: tab.view.balance == PLAY_MONEY)
        await work.play(tab, ("player", PLAY_MONEY))
        await until(lambda: tab.view.balance == 0)
        refused = await work.ask(tab, HistoryRequest(type="history", id="h"))
        assert refused.code == "real_money_only"
        work.room.leave(tab)
        again = await work.join(FUN)
        await until(lambda: again.view.balance == PLAY_MONEY)
        assert await work.accounts.balance(ADA) == 0


async def test_bets_of_the_live_table_are_not_for_here(path: Path) -> None:
    async with at_work(path) as work:
        tab = await seated(work)
        bet = BetRequest.model_validate({"type": "bet", "id": "b", "coup": 1, "gestures": [{"move": "clear"}]})
        assert (await work.ask(tab, bet)).code == "not_here"


async def test_history_is_paged_newest_first(path: Path) -> None:
    async with at_work(path) as work:
        tab, other = await seated(work), await seated(work, BOB)
        for _ in range(3):
            await work.play(tab, ("player", 100))
            await work.play(other, ("banker", 100))
        await work.room.receive(tab, HistoryRequest(type="history", id="h1", limit=2))
        first = tab.told[-1]
        assert isinstance(first, TouchHistory)
        assert (list(first.rounds), first.more) == (tab.rounds[:0:-1], True)
        await work.room.receive(tab, HistoryRequest(type="history", id="h2", limit=2, before=first.rounds[-1].round))
        rest = tab.told[-1]
        assert isinstance(rest, TouchHistory)
        assert (list(rest.rounds), rest.more) == (tab.rounds[:1], False)


async def test_who_leaves_has_no_session_and_comes_back_to_the_last_bets(path: Path) -> None:
    async with at_work(path) as work:
        tab = await seated(work)
        played = await work.play(tab, ("player", 100))
        assert (await work.ask(tab, LeaveRequest(type="leave", id="l"))).ok
        assert (await work.deal(tab, "rebet")).code == "not_seated"
        again = await work.join()
        assert (again.view.previous, again.view.last) == (played.stakes, played)
        assert again.view.roads.bead_plate == ()
        await work.play(again, "rebet")


async def test_an_idle_session_ends_and_its_tabs_are_told(path: Path) -> None:
    clock = SetClock()
    async with at_work(path, clock) as work:
        tab = await seated(work)
        clock.now += 15 * 60_000
        await work.deposit(BOB)  # anything that happens has the room look at the clock
        await until(lambda: tab.dismissed == "idle")
        assert ADA not in work.controller.state.sessions


async def go_away(work: Work, tab: Tab) -> None:
    """Cut a tab's link as soon as others have done what they can do at once."""
    await asyncio.sleep(0)
    work.room.leave(tab)


# ---- what goes wrong ------------------------------------------------------------------------------------------------


async def test_a_patron_who_went_away_is_told_on_return(path: Path) -> None:
    async with at_work(path, seal=always(PLAYER_WINS)) as work:
        tab = await seated(work)
        await asyncio.gather(work.room.receive(tab, deal(1, ("player", 100))), go_away(work, tab))
        await until(lambda: work.controller.state.sessions[ADA].round == 2)
        again = await work.join()
        last = again.view.last
        assert last is not None
        assert (last.round, last.end, dict(last.returned)) == (1, RoundEnd.SETTLED, {"player": 200})
        await until(lambda: again.view.balance == PURSE + 100)


async def test_a_patron_who_went_away_gets_the_stakes_back_where_the_house_wants_it(path: Path) -> None:
    async with at_work(path, rules=REFUND, seal=always(PLAYER_WINS)) as work:
        tab = await seated(work)
        await asyncio.gather(work.room.receive(tab, deal(1, ("player", 100))), go_away(work, tab))
        await until(lambda: work.controller.state.sessions[ADA].round == 2)
        again = await work.join()
        last = again.view.last
        assert last is not None
        assert (last.end, last.cards, last.returned) == (RoundEnd.REFUNDED, (), last.stakes)
        assert [check for check in checks(told_round(last)) if check.fault] == []
        await until(lambda: again.view.balance == PURSE)


async def test_a_malfunction_voids_the_round_and_only_that_one(path: Path) -> None:
    broken = SealedShoe(PLAYER_WINS.order.replace("8S", "8H", 1), PLAYER_WINS.nonce)
    shoes = [broken, PLAYER_WINS]
    async with at_work(path, seal=lambda draw: shoes.pop(0) if len(shoes) > 1 else shoes[0]) as work:
        tab = await seated(work)
        void = await work.play(tab, ("player", 100))
        assert (void.end, void.returned, void.cards) == (RoundEnd.VOIDED, void.stakes, ())
        assert void.reason.startswith("malfunction: not 8 whole packs")
        assert [check for check in checks(told_round(void)) if check.fault] == []
        assert (await work.play(tab, "rebet")).end is RoundEnd.SETTLED


async def test_while_the_record_fails_nothing_happens_and_a_round_that_began_is_dealt_after_it(path: Path) -> None:
    async with at_work(path) as work:
        tab = await seated(work)
        work.journal.disk_full = True
        assert (await work.deal(tab, ("player", 100))).code == "journal_failed"
        assert await work.accounts.balance(ADA) == PURSE
        work.journal.disk_full = False
        work.journal.stop_after = 1
        assert (await work.deal(tab, ("player", 100))).ok
        await until(lambda: work.controller.journal_fault)
        assert (tab.rounds, work.controller.state.sessions[ADA].in_play is not None) == ([], True)
        work.journal.stop_after = None
        await until(lambda: tab.rounds)
        assert not work.controller.journal_fault


@pytest.mark.parametrize("commits", [0, 1, 2], ids=["before it began", "before it was dealt", "before it was told"])
@pytest.mark.parametrize("rules", [RULES, REFUND], ids=["resume", "refund"])
async def test_a_restart_in_any_phase_of_a_round_loses_nothing(path: Path, rules: TouchRules, commits: int) -> None:
    request = deal(1, ("player", 100), name="once")
    async with at_work(path, rules=rules, seal=always(PLAYER_WINS)) as work:
        tab = await seated(work)
        work.journal.stop_after = commits
        answer = await work.ask(tab, request)
        assert answer.ok == (commits > 0)
        await until(lambda: len(tab.rounds) == (commits > 1))
    async with at_work(path, rules=rules, seal=always(PLAYER_WINS)) as work:
        again = await work.join()
        await until(lambda: again.view.balance is not None)
        last = again.view.last
        if commits == 0:
            assert (last, again.view.balance) == (None, PURSE)
            assert (await work.ask(again, request)).code == "other_round"
            return
        assert last is not None
        refunded = commits == 1 and rules is REFUND
        assert last.end is (RoundEnd.REFUNDED if refunded else RoundEnd.SETTLED)
        assert again.view.balance == PURSE + (0 if refunded else 100)
        assert again.view.previous == (Stake("player", 100),)
        repeated = await work.ask(again, request)
        assert repeated.ok
        assert again.told[-1] == last


async def test_what_stood_behind_the_money_is_the_ledger(path: Path) -> None:
    async with at_work(path) as work:
        tab = await seated(work)
        for _ in range(10):
            await work.play(tab, ("player", 100), ("banker", 100), ("tie", 20))
        balances = work.journal.balances()
        assert sum(balances.values()) == 0
        assert {account.name for account, amount in balances.items() if amount} <= {"patron:ada", "house", "cage"}


# ---- over a socket --------------------------------------------------------------------------------------------------


class Page:
    """A patron's page on a real socket, which keeps the last view and every other message."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.view: Any = None

    async def say(self, **message: Any) -> None:
        await self._socket.send(json.dumps(message))

    async def next(self, kind: str) -> Any:
        """Return the next message of a kind, and keep the views that come before it."""
        while True:
            message = json.loads(await asyncio.wait_for(self._socket.recv(), 20))
            if message["type"] == "touch_view":
                self.view = message
            if message["type"] == kind:
                return message


@asynccontextmanager
async def served(work: Work) -> AsyncIterator[Callable[..., AbstractAsyncContextManager[Page]]]:
    """Serve the room on a free port; yields how a patron's page is opened."""
    gateway = Gateway(clock=work.clock.now_ms, metrics=GatewayMetrics(CollectorRegistry()), keys=[KEY])
    gateway.open_room("room-1", work.controller, work.room, limits={})
    async with gateway.running() as address:

        @asynccontextmanager
        async def page(patron: Patron = ADA, game: Game = Game.TOUCH) -> AsyncIterator[Page]:
            token = issue_patron(
                KEY, patron=patron, place="room-1", game=game, limits=NO_LIMITS, expires_at=10**13, now=1_000
            )
            async with connect(f"ws{address.removeprefix('http')}/ws", compression=None) as socket:
                opened = Page(socket)
                await opened.say(type="hello", protocol=1, table="room-1", token=token)
                yield opened

        yield page


async def test_a_round_over_a_real_socket_is_what_the_command_line_checks(path: Path, tmp_path: Path) -> None:
    async with at_work(path) as work, served(work) as page, page() as first:
        await work.deposit()
        await first.next("touch_view")
        noted = first.view["commitment"]
        chips = [{"move": "place", "spot": spot, "amount": 100} for spot in ("player", "banker", "tie")]
        await first.say(type="deal", id="r", round=first.view["round"], gestures=chips)
        assert (await first.next("answer"))["ok"]
        played = await first.next("touch_round")
        (tmp_path / "round.json").write_text(json.dumps(played))
        verified = CliRunner().invoke(app, ["touch", "verify", str(tmp_path / "round.json"), "--commitment", noted])
        assert verified.exit_code == 0, verified.stdout
        async with page() as second:
            await second.next("touch_view")
            assert second.view["last"] == played
            await second.say(type="history", id="h")
            assert (await second.next("touch_history"))["rounds"] == [played]


async def test_a_link_that_is_cut_in_the_middle_finds_its_round_again(path: Path) -> None:
    async with at_work(path) as work, served(work) as page:
        await work.deposit()
        request = {"type": "deal", "id": "r", "round": 1, "gestures": [{"move": "place", "spot": "tie", "amount": 100}]}
        async with page() as cut:
            await cut.next("touch_view")
            await cut.say(**request)
        async with page() as back:
            await back.next("touch_view")
            await back.say(**request)
            assert (await back.next("answer"))["ok"]
            assert (await back.next("touch_round"))["round"] == 1


async def test_a_token_for_the_live_game_opens_no_room(path: Path) -> None:
    async with at_work(path) as work, served(work) as page, page(game=Game.LIVE) as turned_away:
        fault = await turned_away.next("fault")
        assert (fault["code"], fault["fatal"]) == ("token_refused", True)
