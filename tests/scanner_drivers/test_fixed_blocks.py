from scanner_drivers.fixed_blocks import BlockFramer


def test_blocks_come_out_whole_however_they_came_in() -> None:
    framer = BlockFramer(4)
    assert framer.feed(b"abcdef", 0) == [b"abcd"]
    assert framer.feed(b"g", 1) == []
    assert framer.feed(b"hijkl", 2) == [b"efgh", b"ijkl"]
    assert framer.deadline is None


def test_after_a_pause_the_next_byte_begins_a_block() -> None:
    framer = BlockFramer(4)
    assert framer.feed(b"ab", 0) == []
    assert framer.deadline == 100
    assert framer.expire(99) == b""
    assert framer.expire(100) == b"ab"
    assert framer.feed(b"cdef", 101) == [b"cdef"]


def test_a_new_beginning_forgets_half_a_block() -> None:
    framer = BlockFramer(4)
    framer.feed(b"abc", 0)
    assert framer.reset() == b"abc"
    assert framer.deadline is None
    assert framer.feed(b"defg", 1) == [b"defg"]
