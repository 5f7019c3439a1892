from dealer_table.gateway.rate_limit import TokenBucket


def test_a_burst_then_the_long_run() -> None:
    bucket = TokenBucket(3, 10.0, 0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(99)
    assert bucket.take(100)
    assert not bucket.take(100)


def test_rest_saves_no_more_than_a_burst() -> None:
    bucket = TokenBucket(2, 10.0, 0)
    assert [bucket.take(1_000_000) for _ in range(3)] == [True, True, False]


def test_a_clock_set_back_fills_nothing_and_stops_nothing() -> None:
    bucket = TokenBucket(1, 10.0, 1_000)
    assert bucket.take(1_000)
    assert not bucket.take(0)
    assert bucket.take(100)
