"""A patron at the live table: sees what everybody sees and what is the patron's own, and bets. I/O: WebSocket.

Every request outlives its connection: it is sent again under its own id until the table has answered, and the table
answers an id once, so a bet on a bad link is made once or not at all.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dealer_table.betting.words import Gesture, Move
from dealer_table.client.table_client import Listener, TableClient
from dealer_table.wire.to_patron import BetResult, History, PatronView, Recall, Totals


class PatronClient:
    """Bet at one table by its `/ws` address; `run` keeps everything up to date until it is cancelled."""

    def __init__(self, url: str, *, token: str, table: str | None = None, listener: Listener | None = None) -> None:
        # A dealer must be back at once; patrons are many, and each that tries again keeps the table from coming back.
        self.table = TableClient(url, token=token, table=table, listener=self._heard, retry_most_seconds=2.0)
        self.me: PatronView | None = None
        self.totals: Totals | None = None
        self._listener = listener

    async def run(self) -> None:
        """Follow the table, reconnecting for ever; WireError when it refuses this patron for good."""
        await self.table.run()

    @property
    def open_coup(self) -> int | None:
        """Return the coup that takes bets now, as far as this client has been told."""
        betting = self.table.view.get("betting")
        return betting["coup"] if betting is not None else None

    async def bet(self, *gestures: Gesture, coup: int | None = None, within: float = 10.0) -> BetResult:
        """Carry out `gestures` on the open coup, or on `coup`, and confirm what then lies there.

        CommandRefused says with its code and numbers why all stays as it was; TableAway that no answer came `within`
        so many seconds: then `me` tells, once the table is back, whether the bet was made.
        """
        meant = coup if coup is not None else self.open_coup
        request = {"type": "bet", "coup": meant or 1, "gestures": as_sent(gestures)}
        answer = await self.table.ask(request, within=within, insistent=True)
        return BetResult.model_validate(answer["result"])

    async def history(self, *, before: int | None = None, limit: int = 20, within: float = 10.0) -> History:
        """Return a page of the patron's own coups, newest first, those before the cursor `before`."""
        request = {"type": "history", "before": before, "limit": limit}
        return History.model_validate(await self.table.ask(request, within=within, insistent=True))

    async def recall(self, *, limit: int = 10, within: float = 10.0) -> Recall:
        """Return the table's last coups, newest first."""
        return Recall.model_validate(
            await self.table.ask({"type": "recall", "limit": limit}, within=within, insistent=True)
        )

    async def leave(self, *, within: float = 10.0) -> None:
        """Give the seat back; bets that were accepted stand."""
        await self.table.ask({"type": "leave"}, within=within, insistent=True)

    async def until(self, condition: Callable[["PatronClient"], bool], within: float = 10.0) -> None:
        """Wait until what this client has been told meets `condition`; TimeoutError when it does not."""
        await self.table.until(lambda _: condition(self), within)

    def _heard(self, message: Mapping[str, Any]) -> None:
        match message["type"]:
            case "patron":
                self.me = PatronView.model_validate(message)
            case "totals":
                self.totals = Totals.model_validate(message)
            case _:
                pass
        if self._listener is not None:
            self._listener(message)


def placed(spot: str, amount: int) -> Gesture:
    """Return the gesture that puts `amount`, in minor units, on `spot`."""
    return Gesture(Move.PLACE, spot, amount)


def as_sent(gestures: Iterable[Gesture]) -> list[Mapping[str, Any]]:
    """Return gestures as the wire has them."""
    return [
        {"move": gesture.move.value, "spot": gesture.spot, "amount": gesture.amount}
        if gesture.move is Move.PLACE
        else {"move": gesture.move.value}
        for gesture in gestures
    ]
