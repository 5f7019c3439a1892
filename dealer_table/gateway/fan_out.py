"""One frame to every client that follows an audience; a slow one never slows another. I/O: writes to sockets.

A client is live, or it lags: more than the bound waits in its buffer, so it is told nothing more. When the buffer has
drained it gets one snapshot and is live again; when it does not drain in time it is closed with 1013.
"""

import asyncio
from collections.abc import Callable, Sequence

from websockets.protocol import State
from websockets.server import ServerProtocol

from dealer_table.gateway.audience import Audience
from dealer_table.gateway.link import Link
from dealer_table.gateway.metrics import GatewayMetrics

TRY_AGAIN_LATER = 1013

_Wire = tuple[ServerProtocol, asyncio.Transport]


class FanOut:
    """Every open socket of the gateway, by audience and by whether it keeps up."""

    def __init__(self, metrics: GatewayMetrics, clock: Callable[[], float]) -> None:
        self._metrics = metrics
        self._clock = clock
        self._links: set[Link] = set()
        self._audience: dict[Link, Audience] = {}
        # In the order they came, with the two parts a delivery touches: at a thousand clients the time that is not the
        # system call is spent on waiting for memory.
        self._live: dict[Audience, dict[Link, _Wire]] = {audience: {} for audience in Audience}
        self._lagging: dict[Link, float] = {}
        self._snapshot: Callable[[Audience], bytes] | None = None

    def bind_snapshots(self, snapshot: Callable[[Audience], bytes]) -> None:
        """Say where the frame comes from that puts a client right that lost its queue."""
        self._snapshot = snapshot

    @property
    def links(self) -> Sequence[Link]:
        """Return every socket that is connected, clients or not yet."""
        return tuple(self._links)

    def count(self, audience: Audience) -> int:
        """Return how many clients follow `audience`."""
        return sum(followed is audience for followed in self._audience.values())

    def send(self, audience: Audience, frame: bytes) -> None:
        """Write `frame` to every live client of `audience`."""
        opened = State.OPEN
        # A write may make its link lag at once, and so change what is live.
        wires = tuple(self._live[audience].values())
        for protocol, transport in wires:
            if protocol.state is opened:
                transport.write(frame)
        self._metrics.deliveries.labels(audience).inc(len(wires))

    def join(self, link: Link, audience: Audience, frames: Sequence[bytes]) -> None:
        """Let a client follow `audience`, beginning with `frames`; one that lags begins with a snapshot instead."""
        if link not in self._links:
            return
        self._leave(link)
        self._audience[link] = audience
        self._metrics.connections.labels(audience).inc()
        if link in self._lagging:
            return
        self._live[audience][link] = link.protocol, link.transport
        for frame in frames:
            if link in self._lagging:
                return
            link.write(frame)

    def close_laggards(self, patience: float, within: float) -> None:
        """Close every client that has lagged for `patience` seconds."""
        due = self._clock() - patience
        for link, since in self._lagging.items():
            if since <= due and link.is_open:
                self._metrics.closed_slow.inc()
                link.dismiss(TRY_AGAIN_LATER, "too slow", within)

    def opened(self, link: Link) -> None:
        """Keep count of a new socket."""
        self._links.add(link)

    def fell_behind(self, link: Link) -> None:
        """Stop telling this client anything."""
        self._lagging[link] = self._clock()
        self._metrics.lagging.set(len(self._lagging))
        audience = self._audience.get(link)
        if audience is not None:
            self._live[audience].pop(link, None)
            self._metrics.fell_behind.inc()

    def caught_up(self, link: Link) -> None:
        """Put this client right with a snapshot, and tell it everything again."""
        if link.paused or self._lagging.pop(link, None) is None:
            return
        self._metrics.lagging.set(len(self._lagging))
        audience = self._audience.get(link)
        if audience is not None and link.is_open:
            assert self._snapshot is not None, "snapshots are bound before anybody joins"
            self._live[audience][link] = link.protocol, link.transport
            link.write(self._snapshot(audience))

    def closed(self, link: Link) -> None:
        """Forget this socket."""
        self._links.discard(link)
        self._leave(link)
        if self._lagging.pop(link, None) is not None:
            self._metrics.lagging.set(len(self._lagging))

    def _leave(self, link: Link) -> None:
        audience = self._audience.pop(link, None)
        if audience is not None:
            self._live[audience].pop(link, None)
            self._metrics.connections.labels(audience).dec()
