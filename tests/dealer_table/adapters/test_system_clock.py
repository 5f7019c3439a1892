import time

from dealer_table.adapters.system_clock import SystemClock


def test_it_tells_milliseconds_since_the_epoch_and_never_runs_backwards() -> None:
    clock = SystemClock()
    told = [time.time_ns() // 1_000_000, *(clock.now_ms() for _ in range(1_000))]
    assert told == sorted(told)
    assert told[-1] <= time.time_ns() // 1_000_000
