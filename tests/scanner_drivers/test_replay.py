import pytest

from scanner_drivers.driver import NOTHING, Reaction
from scanner_drivers.replay import replay
from scanner_drivers.sightings import DeviceEvent


class Waiting:
    """Announce a time-out 200 ms after the last byte, and answer every byte."""

    ready = True

    def __init__(self, *, stuck: bool = False) -> None:
        self.deadline: float | None = None
        self._stuck = stuck

    def connected(self, now: float) -> Reaction:
        return NOTHING

    def feed(self, data: bytes, now: float) -> Reaction:
        self.deadline = now + 200
        return Reaction((DeviceEvent("fed", int(now)),), (data,))

    def expire(self, now: float) -> Reaction:
        if not self._stuck:
            self.deadline = None
        return Reaction((DeviceEvent("expired", int(now)),))


def test_deadlines_pass_between_chunks_and_after_the_last() -> None:
    seen, replies = replay(Waiting(), [(0, b"a"), (199, b"b"), (400, b"c")])
    assert [(event.what, event.code) for event in seen if isinstance(event, DeviceEvent)] == [
        ("fed", 0),
        ("fed", 199),
        ("expired", 399),
        ("fed", 599),
        ("expired", 799),
    ]
    assert replies == (b"a", b"b", b"c")


def test_a_chunk_without_bytes_is_only_time() -> None:
    assert replay(Waiting(), [(500, b"")]) == NOTHING


def test_a_driver_that_keeps_a_passed_deadline_is_a_bug() -> None:
    with pytest.raises(AssertionError, match="Waiting keeps a deadline"):
        replay(Waiting(stuck=True), [(0, b"a")])
