from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_table.errors import WireError
from dealer_table.procedure.commands import ReadId
from dealer_table.wire.card_read import CutCardMessage, ReadsCommitted
from dealer_table.wire.read_sequence import Arrival, Gap, ReadSequence, Verdict

ACCEPT, REPEAT, WAIT = Arrival(Verdict.ACCEPT), Arrival(Verdict.REPEAT), Arrival(Verdict.WAIT)


def message(seq: int, oldest: int = 1, boot: str = "b1") -> CutCardMessage:
    return CutCardMessage(boot=boot, seq=seq, oldest=oldest, seen_at=0)


def test_messages_are_taken_in_order() -> None:
    sequence = ReadSequence()
    assert [sequence.accept("s", message(seq)) for seq in (1, 2, 3)] == [ACCEPT] * 3


def test_a_repeat_is_known_as_one() -> None:
    sequence = ReadSequence()
    assert [sequence.accept("s", message(seq)) for seq in (1, 2, 1, 2, 3)] == [ACCEPT, ACCEPT, REPEAT, REPEAT, ACCEPT]


def test_a_message_too_early_waits_for_those_before_it() -> None:
    sequence = ReadSequence()
    assert [sequence.accept("s", message(seq)) for seq in (1, 4, 2, 3, 4)] == [ACCEPT, WAIT, ACCEPT, ACCEPT, ACCEPT]


def test_what_no_longer_exists_is_lost_and_told_once() -> None:
    sequence = ReadSequence([ReadId("s", "b1", 3)])
    assert sequence.accept("s", message(7, oldest=7)) == Arrival(Verdict.ACCEPT, Gap(4, 6))
    assert sequence.accept("s", message(7, oldest=7)) == REPEAT


def test_a_loss_is_told_even_by_a_message_that_comes_too_early() -> None:
    sequence = ReadSequence([ReadId("s", "b1", 3)])
    assert sequence.accept("s", message(9, oldest=7)) == Arrival(Verdict.WAIT, Gap(4, 6))
    assert [sequence.accept("s", message(seq, oldest=7)) for seq in (9, 7, 8, 9)] == [WAIT, ACCEPT, ACCEPT, ACCEPT]


def test_a_boot_never_heard_starts_at_the_oldest_it_keeps() -> None:
    sequence = ReadSequence([ReadId("s", "b1", 3)])
    assert sequence.accept("s", message(5, oldest=4, boot="b2")) == WAIT
    assert sequence.accept("s", message(4, oldest=4, boot="b2")) == ACCEPT


def test_scanners_and_boots_do_not_disturb_each_other() -> None:
    sequence = ReadSequence()
    assert sequence.accept("s", message(1)) == ACCEPT
    assert sequence.accept("t", message(1)) == ACCEPT
    assert sequence.accept("s", message(1, boot="b2")) == ACCEPT
    assert sequence.accept("s", message(2)) == ACCEPT


def test_only_what_is_committed_is_confirmed() -> None:
    sequence = ReadSequence()
    sequence.accept("s", message(1))
    sequence.accept("s", message(2))
    assert sequence.committed("s", "b1") == ReadsCommitted(boot="b1", seq=0)
    sequence.commit("s", "b1", 1)
    assert sequence.committed("s", "b1") == ReadsCommitted(boot="b1", seq=1)


def test_what_the_journal_refused_is_expected_again() -> None:
    sequence = ReadSequence()
    for seq in (1, 2, 3):
        sequence.accept("s", message(seq))
    sequence.commit("s", "b1", 1)
    sequence.fall_back()
    assert [sequence.accept("s", message(seq)) for seq in (3, 1, 2, 3)] == [WAIT, REPEAT, ACCEPT, ACCEPT]


def test_a_message_older_than_what_is_kept_is_the_peers_fault() -> None:
    with pytest.raises(WireError, match="oldest"):
        ReadSequence().accept("s", message(1, oldest=2))


@dataclass
class Story:
    """A bridge that goes back N, a link that drops and repeats, a table that fails and restarts; one scanner."""

    kept: list[int] = field(default_factory=list)
    made: int = 0
    sent: int = 0
    link: list[CutCardMessage] = field(default_factory=list)
    sequence: ReadSequence = field(default_factory=ReadSequence)
    taken: list[tuple[int, bool]] = field(default_factory=list)
    journal: list[tuple[int, bool]] = field(default_factory=list)  # (seq, was it lost?)
    overflowed: set[int] = field(default_factory=set)

    def see(self) -> None:
        self.made += 1
        self.kept.append(self.made)

    def overflow(self) -> None:
        if self.kept:
            self.overflowed.add(self.kept.pop(0))
            self.sent = max(0, self.sent - 1)

    def send(self) -> None:
        if self.sent < len(self.kept):
            self.link.append(message(self.kept[self.sent], oldest=self.kept[0]))
            self.sent += 1

    def go_back(self) -> None:
        self.sent = 0

    def deliver(self) -> None:
        if self.link:
            self._arrive(self.link.pop(0))

    def deliver_twice(self) -> None:
        if self.link:
            self._arrive(self.link[0])

    def lose_the_link(self) -> None:
        self.link.clear()

    def commit_one(self) -> None:
        if self.taken:
            seq, lost = self.taken.pop(0)
            self.journal.append((seq, lost))
            self.sequence.commit("s", "b1", seq)

    def refuse(self) -> None:
        self.taken.clear()
        self.sequence.fall_back()

    def restart(self) -> None:
        self.taken.clear()
        last = [ReadId("s", "b1", seq) for seq, _ in self.journal[-1:]]
        self.sequence = ReadSequence(last)

    def confirm(self) -> None:
        committed = self.sequence.committed("s", "b1").seq
        before = len(self.kept)
        self.kept = [seq for seq in self.kept if seq > committed]
        self.sent = max(0, self.sent - (before - len(self.kept)))

    def finish(self) -> None:
        while self.kept:
            self.go_back()
            self.send()
            while self.link:
                self.deliver()
            while self.taken:
                self.commit_one()
            self.confirm()

    def _arrive(self, arrived: CutCardMessage) -> None:
        arrival = self.sequence.accept("s", arrived)
        if arrival.lost is not None:
            self.taken += [(seq, True) for seq in range(arrival.lost.first, arrival.lost.last + 1)]
        if arrival.verdict is Verdict.ACCEPT:
            self.taken.append((arrived.seq, False))


Step = Callable[[Story], None]
STEPS: list[Step] = [
    *(Story.see, Story.send, Story.deliver, Story.commit_one) * 4,
    *(Story.confirm, Story.go_back, Story.deliver_twice, Story.lose_the_link),
    *(Story.refuse, Story.restart, Story.overflow),
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(STEPS), min_size=30, max_size=150))
def test_whatever_happens_each_read_is_on_record_once_in_order_or_told_as_lost(steps: list[Step]) -> None:
    story = Story()
    for step in steps:
        step(story)
    story.finish()
    on_record = [seq for seq, _ in story.journal]
    first = on_record[0] if on_record else story.made + 1
    last = on_record[-1] if on_record else story.made
    assert on_record == list(range(first, last + 1)), "out of order, twice, or missing without a word"
    assert {seq for seq, lost in story.journal if lost} <= story.overflowed, "told as lost while it still existed"
    assert set(range(1, first)) | set(range(last + 1, story.made + 1)) <= story.overflowed
