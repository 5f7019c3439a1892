"""A client that follows one table and may ask it things, over as many connections as it takes. I/O: WebSocket."""

import asyncio
import json
import random
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import structlog
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from dealer_table.client.mirror import GapFound, Mirror
from dealer_table.errors import CommandRefused, WireError
from dealer_table.wire.from_client import PROTOCOL

_LOG = structlog.get_logger(__name__)

Listener = Callable[[Mapping[str, Any]], None]

# The gateway takes 10 messages a second from a client, and 20 at once: this stays a little under it.
_MESSAGES_A_SECOND = 9.0
_BURST = 12
# What changes something that somebody may wait for.
_NEWS = frozenset({"snapshot", "resumed", "update", "patron", "totals", "touch_view"})


class TableAway(Exception):
    """The table cannot be asked now, or did not answer: look at the view once it is back."""


@dataclass(frozen=True, slots=True)
class _Question:
    """What was asked, as it was sent, and who waits; `insistent`, it is sent again on the next connection."""

    text: str
    answer: asyncio.Future[Mapping[str, Any]]
    insistent: bool


class TableClient:
    """Follow a table by its `/ws` address. `run` keeps the copy in `mirror` right until it is cancelled."""

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        table: str | None = None,
        listener: Listener | None = None,
        retry_seconds: float = 0.2,
        retry_most_seconds: float = 0.2,
        silence_seconds: float = 30.0,
    ) -> None:
        self.mirror = Mirror()
        self.changes = 0
        self._url = url
        self._token = token
        self._table = table
        self._listener = listener
        self._retry_seconds = retry_seconds, retry_most_seconds
        self._silence_seconds = silence_seconds
        self._connection: ClientConnection | None = None
        self._waiting: dict[str, _Question] = {}
        self._asked = 0
        # A table answers a request it has seen once more with its first answer: no two clients may use one id.
        self._prefix = secrets.token_hex(4)
        self._changed = asyncio.Condition()
        self._allowance = float(_BURST)
        self._allowance_at = 0.0

    @property
    def connected(self) -> bool:
        """Tell whether the copy is being kept up to date."""
        return self._connection is not None and self.mirror.version is not None

    @property
    def view(self) -> Mapping[str, Any]:
        """Return the view's sections as last told."""
        return self.mirror.view

    async def run(self) -> None:
        """Follow the table, reconnecting for ever; WireError when it refuses this client for good."""
        waits = growing(*self._retry_seconds)
        while True:
            try:
                async with self._connect() as connection:
                    await self._follow(connection)
            except (OSError, TimeoutError, ConnectionClosed, InvalidHandshake):
                pass  # `connected` says so, and whoever asked is told
            except GapFound as gap:
                _LOG.warning("gap_found", url=self._url, gap=str(gap))
                self.mirror.forget()
            finally:
                if await self._let_go():
                    waits = growing(*self._retry_seconds)
            # Not all at the same moment: a table that comes back may have a thousand clients to take in.
            await asyncio.sleep(next(waits) * random.uniform(0.5, 1.0))  # noqa: S311 - nothing is kept secret by it

    async def command(self, command: str, *, within: float = 5.0, **details: Any) -> None:
        """Ask the table to do something; CommandRefused with its code, TableAway when no answer came."""
        await self.ask({"type": "command", "command": command, **details}, within=within)

    async def ask(
        self, message: Mapping[str, Any], *, within: float = 5.0, insistent: bool = False
    ) -> Mapping[str, Any]:
        """Send `message` under an id of its own and return its answer; CommandRefused when that says no.

        An `insistent` question outlives its connection: it is asked again, under the same id, on the next, as often as
        it takes. TableAway when no answer came `within` so many seconds; the question may have been heard all the same.
        """
        if self._connection is None and not insistent:
            raise TableAway("not connected")
        await self._take_allowance()
        self._asked += 1
        request = f"{self._prefix}-{self._asked}"
        answer: asyncio.Future[Mapping[str, Any]] = asyncio.get_running_loop().create_future()
        question = _Question(json.dumps({**message, "id": request}), answer, insistent)
        self._waiting[request] = question
        try:
            async with asyncio.timeout(within):
                await self._send(question)
                answered = await answer
        except TimeoutError:
            raise TableAway("no answer in time") from None
        finally:
            self._waiting.pop(request, None)
            if answer.done() and not answer.cancelled():
                answer.exception()  # retrieved, or asyncio complains of it when the send failed first
        if answered["type"] == "answer" and not answered["ok"]:
            raise CommandRefused(answered["code"], answered.get("detail", ""), answered.get("numbers"))
        return answered

    async def _send(self, question: _Question) -> None:
        try:
            if self._connection is not None:
                await self._connection.send(question.text)
        except ConnectionClosed as closed:
            if not question.insistent:
                raise TableAway(str(closed)) from None

    async def changed(self, since: int, within: float | None = None) -> bool:
        """Wait until `changes` is no longer `since`: anything was told, the table came or went. False on time-out."""
        try:
            async with asyncio.timeout(within), self._changed:
                await self._changed.wait_for(lambda: self.changes != since)
        except TimeoutError:
            return False
        return True

    async def until(self, condition: Callable[[Mapping[str, Any]], bool], within: float = 10.0) -> None:
        """Wait until the connected view meets `condition`; TimeoutError when it does not."""
        async with asyncio.timeout(within), self._changed:
            await self._changed.wait_for(lambda: self.connected and condition(self.view))

    def _connect(self) -> connect:
        # The table's own heartbeat says that it is alive; a proxy of the environment has no business on loopback.
        return connect(
            self._url, compression=None, ping_interval=None, open_timeout=5, close_timeout=1, max_size=None, proxy=None
        )

    async def _follow(self, connection: ClientConnection) -> None:
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "table": self._table,
            "token": self._token,
            "epoch": self.mirror.epoch or None,
            "version": self.mirror.version if self.mirror.epoch else None,
        }
        await connection.send(json.dumps(hello))
        self._allowance = float(_BURST)
        while True:
            async with asyncio.timeout(self._silence_seconds):
                text = await connection.recv()
            await self._take(connection, json.loads(text))

    async def _take(self, connection: ClientConnection, message: Mapping[str, Any]) -> None:
        self.mirror.apply(message)
        match message["type"]:
            case "snapshot" | "resumed":
                await self._begin(connection)
            case "fault":
                _LOG.warning("fault_told", code=message["code"], detail=message.get("detail", ""))
                if message.get("fatal") and message["code"] in ("token_refused", "wrong_protocol", "unknown_table"):
                    raise WireError(f"the table refuses this client: {message['code']}")
            case _:
                question = self._waiting.get(message.get("id", ""))
                if question is not None and not question.answer.done():
                    question.answer.set_result(message)
        if self._listener is not None:
            self._listener(message)
        if message["type"] in _NEWS:
            await self._tell()

    async def _begin(self, connection: ClientConnection) -> None:
        """Ask again, on a connection that has just begun, what is not answered yet."""
        if self._connection is connection:
            return
        self._connection = connection
        for question in tuple(self._waiting.values()):
            await connection.send(question.text)

    async def _tell(self) -> None:
        async with self._changed:
            self.changes += 1
            self._changed.notify_all()

    async def _let_go(self) -> bool:
        """Give up the connection; tell whether there was one."""
        was_connected, self._connection = self._connection is not None, None
        for question in self._waiting.values():
            if not question.insistent and not question.answer.done():
                question.answer.set_exception(TableAway("the connection broke before the answer"))
        if was_connected:
            await self._tell()
        return was_connected

    async def _take_allowance(self) -> None:
        loop = asyncio.get_running_loop()
        earned = (loop.time() - self._allowance_at) * _MESSAGES_A_SECOND
        self._allowance = min(float(_BURST), self._allowance + earned) - 1
        self._allowance_at = loop.time()
        if self._allowance < 0:
            await asyncio.sleep(-self._allowance / _MESSAGES_A_SECOND)


def growing(first: float, most: float) -> Iterator[float]:
    """Yield `first`, twice that, and so on up to `most`, for ever."""
    wait = first
    while True:
        yield wait
        wait = min(2 * wait, most)
