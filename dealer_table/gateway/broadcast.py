"""The view and the recent updates of a table for each audience, as frames. I/O: through the fan-out."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from dealer_table.gateway.audience import DESK, Audience, AudienceUpdate
from dealer_table.gateway.history import History
from dealer_table.gateway.link import text_frame
from dealer_table.wire.to_client import Condition, Heartbeat, Resumed, Snapshot, Update
from dealer_table.wire.to_patron import Totals


class Channel(Protocol):
    """Where frames for an audience go."""

    def send(self, audience: Audience, frame: bytes) -> None:
        """Write `frame` to everybody in `audience`."""


class Relay(Protocol):
    """Carries what is public to gateways elsewhere; never blocks."""

    def publish_update(self, payload: bytes) -> None:
        """Send one update on, in order behind the ones before it."""

    def publish_view(self, payload: bytes) -> None:
        """Let `payload` be the snapshot that a gateway finds when it comes."""


class TableBroadcast:
    """What is public about one table: a snapshot, the way to it, and the next step, each for every audience.

    The audiences step at different versions, so each has an epoch of its own: a watcher that comes back as a dealer
    must not be resumed into a view it never had.
    """

    def __init__(self, table: str, epoch: str, channel: Channel, *, history: int, clock: Callable[[], int]) -> None:
        self._table = table
        self._channel = channel
        self._relay: Relay | None = None
        self._condition: bytes | None = None
        self._totals: bytes | None = None
        self._clock = clock
        self._stages = {
            audience: _Stage(epoch if audience is Audience.WATCHERS else f"{epoch}-{audience}", history)
            for audience in Audience
        }
        self._last_sent = {audience: clock() for audience in Audience}

    def relay_to(self, relay: Relay) -> None:
        """Carry on, from now on, what watchers are told."""
        self._relay = relay
        relay.publish_view(self._snapshot(Audience.WATCHERS))

    def begin(self, audience: Audience, version: int, view: dict[str, Any]) -> None:
        """Set the view before the first update; every section is in it, null where it does not apply."""
        self._stages[audience].begin(version, view)

    def begin_anew(self, audience: Audience, epoch: str, version: int, view: dict[str, Any]) -> None:
        """Set another view, in front of everybody: what led to it is not known, so each client gets a snapshot."""
        self._stages[audience].epoch = epoch
        self.begin(audience, version, view)
        self._send(audience, self.snapshot(audience))

    def stands_at(self, audience: Audience) -> tuple[str, int]:
        """Return the epoch and the version that `audience` has been told."""
        stage = self._stages[audience]
        return stage.epoch, stage.history.head

    def publish(self, audience: Audience, update: AudienceUpdate) -> None:
        """Tell an audience what one decision changed for it."""
        payload = self._stages[audience].advance(update)
        self._send(audience, text_frame(payload))
        if self._relay is not None and audience is Audience.WATCHERS:
            self._relay.publish_update(payload)
            self._relay.publish_view(self._snapshot(audience))

    def joining(self, audience: Audience, epoch: str | None, version: int | None) -> tuple[list[bytes], bool]:
        """Return the frames that bring a client up to date, and whether it was resumed rather than begun anew."""
        stage = self._stages[audience]
        missed = stage.history.since(version) if epoch == stage.epoch and version is not None else None
        if missed is None or version is None:
            return [self.snapshot(audience), *self._beside(audience)], False
        resumed = Resumed(
            table=self._table, epoch=stage.epoch, version=version, server_time=self._clock(), replayed=len(missed)
        )
        return [text_frame(resumed.model_dump_json().encode()), *missed, *self._beside(audience)], True

    def catching_up(self, audience: Audience) -> bytes:
        """Return how things stand, as frames for a client that lost its queue."""
        return b"".join((self.snapshot(audience), *self._beside(audience)))

    def section(self, key: str) -> Any:
        """Return a section of what watchers see, None before there is one."""
        return self._stages[Audience.WATCHERS].section(key)

    def snapshot(self, audience: Audience) -> bytes:
        """Return the whole view as a frame."""
        return text_frame(self._snapshot(audience))

    def _snapshot(self, audience: Audience) -> bytes:
        # Only the view is kept encoded; the server's time is that of now.
        stage = self._stages[audience]
        head = Snapshot(
            table=self._table, epoch=stage.epoch, version=stage.history.head, server_time=self._clock(), view={}
        )
        opening = head.model_dump_json().encode().removesuffix(b"{}}")
        return opening + stage.encoded_view() + b"}"

    def tell_condition(self, troubles: Mapping[str, str]) -> None:
        """Tell the desk what is wrong with the table's own parts, and whoever joins it later too."""
        frame = text_frame(Condition(troubles=dict(troubles)).model_dump_json().encode())
        self._condition = frame if troubles else None
        for audience in DESK:
            self._send(audience, frame)

    def tell_totals(self, totals: Totals) -> None:
        """Tell everybody what patrons have on the open coup, and whoever joins later too."""
        self._totals = text_frame(totals.model_dump_json().encode())
        for audience in Audience:
            self._send(audience, self._totals)

    def beat(self, idle_for: int) -> None:
        """Send a heartbeat to every audience that heard nothing for `idle_for` milliseconds."""
        now = self._clock()
        for audience, stage in self._stages.items():
            if now - self._last_sent[audience] >= idle_for:
                beat = Heartbeat(server_time=now, version=stage.history.head)
                self._send(audience, text_frame(beat.model_dump_json().encode()))

    def _beside(self, audience: Audience) -> list[bytes]:
        """Return what has no version and is told beside the view."""
        told = (self._condition if audience in DESK else None, self._totals)
        return [frame for frame in told if frame is not None]

    def _send(self, audience: Audience, frame: bytes) -> None:
        self._last_sent[audience] = self._clock()
        self._channel.send(audience, frame)


class _Stage:
    """One audience's view, version and history."""

    def __init__(self, epoch: str, capacity: int) -> None:
        self.epoch = epoch
        self.history = History(capacity)
        self._capacity = capacity
        self._view: dict[str, Any] = {}
        self._encoded: bytes | None = None

    def begin(self, version: int, view: dict[str, Any]) -> None:
        self.history = History(self._capacity, version)
        self._view = dict(view)
        self._encoded = None

    def advance(self, update: AudienceUpdate) -> bytes:
        prev = self.history.head
        message = Update(version=update.version, prev=prev, at=update.at, events=update.events, view=update.view)
        payload = message.model_dump_json().encode()
        self.history.append(update.version, prev, text_frame(payload))
        self._view |= update.view
        self._encoded = None
        return payload

    def section(self, key: str) -> Any:
        return self._view.get(key)

    def encoded_view(self) -> bytes:
        if self._encoded is None:
            self._encoded = json.dumps(self._view, separators=(",", ":"), ensure_ascii=False).encode()
        return self._encoded
