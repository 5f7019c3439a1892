from scanner_drivers.backoff import Backoff


def test_waits_double_up_to_the_longest() -> None:
    waits = [Backoff(first=0.1, longest=2.0).wait(attempt, lambda: 1.0) for attempt in range(7)]
    assert waits == [0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0]


def test_chance_shortens_a_wait_by_half_at_most() -> None:
    assert Backoff(first=1.0, longest=8.0).wait(2, lambda: 0.0) == 2.0


def test_the_thousandth_attempt_waits_as_the_tenth() -> None:
    assert Backoff().wait(1_000_000, lambda: 1.0) == 2.0
