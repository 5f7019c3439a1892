from itertools import cycle

from dealer_table.wire.read_sequence import ReadSequence, Verdict
from scanner_drivers.messages import message_of
from scanner_drivers.outbox import Kept, Outbox
from scanner_drivers.sightings import DeviceEvent

BOOT = "b1"


def outbox(count: int, *, capacity: int = 100, window: int = 8) -> Outbox:
    box = Outbox(BOOT, capacity=capacity, window=window, patience_ms=2000)
    for number in range(1, count + 1):
        assert box.add(DeviceEvent("read", number), seen_at=number) is None
    return box


def taken(box: Outbox, now: float = 0.0) -> list[int]:
    """Take all that may be sent now."""
    kept: list[Kept] = []
    while (item := box.take(now)) is not None:
        kept.append(item)
    return [item.seq for item in kept]


def test_all_is_sent_in_order_and_forgotten_once_confirmed() -> None:
    box = outbox(3)
    assert taken(box) == [1, 2, 3]
    assert box.confirm(BOOT, 2, 0) == "new"
    assert (box.waiting, box.oldest) == (1, 3)
    assert box.confirm(BOOT, 3, 0) == "new"
    assert (box.waiting, box.oldest) == (0, 4)
    assert taken(box) == []


def test_no_more_than_a_window_is_in_flight() -> None:
    box = outbox(20, window=8)
    assert taken(box) == list(range(1, 9))
    box.confirm(BOOT, 3, 0)
    assert taken(box) == [9, 10, 11]


def test_a_new_link_starts_from_the_oldest() -> None:
    box = outbox(5)
    taken(box)
    box.confirm(BOOT, 2, 0)
    box.go_back()
    assert taken(box) == [3, 4, 5]


def test_a_confirmation_that_is_not_new_goes_back_once_for_a_window() -> None:
    box = outbox(5)
    taken(box)
    box.confirm(BOOT, 2, 0)
    assert box.confirm(BOOT, 2, 10) == "repeated"
    assert taken(box) == [3, 4, 5]
    assert box.confirm(BOOT, 2, 20) == "repeated"
    assert taken(box) == []
    assert box.confirm(BOOT, 2, 300) == "repeated"
    assert taken(box) == [3, 4, 5]


def test_a_silent_table_is_tried_with_the_oldest_alone_until_it_is_heard() -> None:
    box = outbox(5)
    assert box.deadline is None
    taken(box, 100)
    assert box.deadline == 2100
    box.expire(2099)
    assert taken(box, 2099) == []
    box.expire(2100)
    assert taken(box, 2100) == [1]
    assert box.deadline == 4100
    box.expire(4100)
    assert taken(box, 4100) == [1]
    box.confirm(BOOT, 1, 4200)
    assert taken(box, 4200) == [2, 3, 4, 5]


def test_a_new_confirmation_renews_patience() -> None:
    box = outbox(3)
    taken(box, 0)
    box.confirm(BOOT, 1, 1900)
    assert box.deadline == 3900
    box.confirm(BOOT, 3, 2000)
    assert box.deadline is None


def test_a_confirmation_of_another_boot_or_of_the_future_changes_nothing() -> None:
    box = outbox(3)
    taken(box)
    assert box.confirm("b0", 3, 0) == "foreign"
    assert box.confirm(BOOT, 4, 0) == "impossible"
    assert box.waiting == 3


def test_running_over_loses_the_oldest_and_moves_the_mark() -> None:
    box = outbox(4, capacity=4)
    taken(box)
    lost = box.add(DeviceEvent("read", 5), seen_at=5)
    assert lost is not None and lost.seq == 1
    assert (box.waiting, box.oldest) == (4, 2)
    assert taken(box) == [5]
    box.go_back()
    assert taken(box) == [2, 3, 4, 5]


def test_a_gap_is_a_number_without_a_sighting() -> None:
    box = outbox(1)
    box.leave_gap(2)
    box.add(DeviceEvent("read", 4), seen_at=4)
    assert taken(box) == [1, 4]
    assert box.oldest == 1


def test_after_the_gap_all_is_sent_again_with_the_mark_behind_it() -> None:
    box = outbox(1)
    box.leave_gap(1)
    box.add(DeviceEvent("read", 3), seen_at=3)
    taken(box)
    box.confirm(BOOT, 1, 0)
    assert box.oldest == 3
    assert taken(box) == [3]


class Table:
    """The other side: the table's own rule of what is next, committing at once."""

    def __init__(self) -> None:
        self._sequence = ReadSequence()
        self.committed: list[int] = []
        self.lost: list[int] = []

    def take(self, kept: Kept, oldest: int) -> int:
        """Return how far the table confirms after this message."""
        arrival = self._sequence.accept("shoe", message_of(kept, BOOT, oldest))
        if arrival.lost is not None:
            self.lost += range(arrival.lost.first, arrival.lost.last + 1)
            self._sequence.commit("shoe", BOOT, arrival.lost.last)
        if arrival.verdict is Verdict.ACCEPT:
            self.committed.append(kept.seq)
            self._sequence.commit("shoe", BOOT, kept.seq)
        return self._sequence.committed("shoe", BOOT).seq


def test_nothing_is_lost_or_doubled_over_a_link_that_loses_every_third_message_and_confirmation() -> None:
    box, table, now = outbox(200, capacity=1000, window=8), Table(), 0.0
    loses = cycle([False, False, True])
    while box.waiting:
        while (kept := box.take(now)) is not None:
            if next(loses):
                continue
            confirmed = table.take(kept, box.oldest)
            if not next(loses):
                box.confirm(BOOT, confirmed, now)
        now += 1000
        box.expire(now)
    assert table.committed == list(range(1, 201))
    assert table.lost == []


def test_what_runs_over_and_what_the_device_lost_is_what_the_table_hears_is_lost() -> None:
    box, table = outbox(1, capacity=10), Table()

    def settle() -> None:
        while (kept := box.take(0)) is not None:
            box.confirm(BOOT, table.take(kept, box.oldest), 0)

    settle()
    for number in range(2, 26):
        box.add(DeviceEvent("read", number), seen_at=number)
    box.leave_gap(1)
    box.add(DeviceEvent("read", 27), seen_at=27)
    settle()
    assert table.lost == [*range(2, 17), 26]
    assert table.committed == [1, *range(17, 26), 27]
