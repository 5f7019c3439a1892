"""Asks the operator: signed, time-limited, a bounded number of questions at once. I/O: HTTP."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import httpx

from dealer_table.adapters.seamless_availability import Availability
from dealer_table.adapters.seamless_metrics import PlaceWalletMetrics
from dealer_table.config.money import OperatorConfig
from dealer_table.errors import AccountsUnavailable, WireError
from dealer_table.wire.wallet import (
    Answer,
    BalanceRequest,
    Code,
    Refusal,
    WalletRequest,
    body_of,
    operation_of,
    read_answer,
    signed_headers,
)

_AT_ONCE = 32
_LARGEST_ANSWER = 4096


class SeamlessClient:
    """One table's line to the operator; to be closed after use."""

    def __init__(
        self,
        operator: OperatorConfig,
        availability: Availability,
        metrics: PlaceWalletMetrics,
        now_ms: Callable[[], int],
    ) -> None:
        self._operator = operator
        self._availability = availability
        self._metrics = metrics
        self._now_ms = now_ms
        trust = _trust(operator.url)
        self._lines = asyncio.LifoQueue[_Line]()  # the last one that was used goes first, and the others rest
        for _ in range(_AT_ONCE):
            self._lines.put_nowait(_Line(trust, operator.timeout_seconds))
        self._asking: set[asyncio.Timeout] = set()
        self._ends = False
        # Any answer will do, and nobody's account is touched: XXX is ISO 4217's code for no currency.
        self._probe = BalanceRequest(patron="nobody", currency="XXX")

    async def ask(self, request: WalletRequest) -> Answer | Refusal:
        """Return what the operator says; AccountsUnavailable when nobody knows whether it was done."""
        self._availability.check()
        async with self._line() as line:
            # Who waited for a line while the operator went away need not find out for themselves.
            self._availability.check()
            return await self._send(line, request)

    async def probe(self) -> None:
        """Ask although the operator does not answer; any answer will do."""
        async with self._line() as line:
            await self._send(line, self._probe)

    async def close(self) -> None:
        """Give up what is being asked, and close all connections."""
        self._ends = True
        for asking in self._asking:
            if not asking.expired():
                asking.reschedule(asyncio.get_running_loop().time())
        lines = [await self._lines.get() for _ in range(_AT_ONCE)]
        for line in lines:
            await line.http.aclose()
            self._lines.put_nowait(line)  # for whoever still waits, to be told that it is over

    @asynccontextmanager
    async def _line(self) -> AsyncIterator["_Line"]:
        line = await self._lines.get()
        try:
            yield line
        finally:
            self._lines.put_nowait(line)

    async def _send(self, line: "_Line", request: WalletRequest) -> Answer | Refusal:
        if self._ends:
            raise AccountsUnavailable("the table is about to end")
        operation = operation_of(request)
        try:
            said = await self._within_time(line, operation, body_of(request))
        except (httpx.HTTPError, WireError, TimeoutError) as error:
            self._metrics.count(operation, "failed")
            why = "no answer in time" if isinstance(error, TimeoutError) else str(error) or type(error).__name__
            self._availability.failed(why)
            raise AccountsUnavailable(why) from None
        self._metrics.count(operation, "refused" if isinstance(said, Refusal) else "done")
        self._availability.succeeded()
        return said

    async def _within_time(self, line: "_Line", operation: str, body: bytes) -> Answer | Refusal:
        try:
            async with asyncio.timeout(self._operator.timeout_seconds) as asking:
                self._asking.add(asking)
                try:
                    return await self._post(line.http, operation, body)
                finally:
                    self._asking.discard(asking)
        except WireError:
            raise
        except BaseException:
            await line.renew()
            raise

    async def _post(self, http: httpx.AsyncClient, operation: str, body: bytes) -> Answer | Refusal:
        # Signed anew at every attempt: a signature lasts for a short time only.
        headers = signed_headers(self._operator.key, operation, body, self._now_ms())
        headers["Content-Type"] = "application/json"
        url = f"{self._operator.url.rstrip('/')}/{operation}"
        async with http.stream("POST", url, content=body, headers=headers) as response:
            answer = b""
            async for part in response.aiter_bytes():
                answer += part
                if len(answer) > _LARGEST_ANSWER:
                    raise WireError("the answer is too large")
        said = read_answer(response.status_code, answer)
        if isinstance(said, Refusal) and said.code is Code.NOT_SIGNED:
            # It says nothing of the transaction: the key or a clock is wrong, and nothing can be asked at all.
            raise WireError(f"the signature is refused: {said.detail}")
        return said


class _Line:
    """A pool of one connection: a pool of many looks at all of them for each request, and that is slow."""

    def __init__(self, trust: ssl.SSLContext, timeout: float) -> None:
        self._trust = trust
        self._timeout = timeout
        self.http = self._made()

    async def renew(self) -> None:
        """Begin again: a pool that was left in the middle of something does not always find out of it."""
        old, self.http = self.http, self._made()
        await old.aclose()

    def _made(self) -> httpx.AsyncClient:
        limits = httpx.Limits(max_connections=1, max_keepalive_connections=1)
        # No proxy by a stray variable.
        return httpx.AsyncClient(verify=self._trust, limits=limits, timeout=self._timeout, trust_env=False)


def _trust(url: str) -> ssl.SSLContext:
    """Return whom to believe: whom this machine believes, and nobody on a line that needs no certificate."""
    return ssl.create_default_context() if url.startswith("https:") else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
