"""When the operator counts as away, when it is tried again, and who hears of it. I/O: waits."""

import asyncio

import pytest
from prometheus_client import CollectorRegistry

from dealer_table.adapters.seamless_availability import Availability, Waits
from dealer_table.adapters.seamless_metrics import PlaceWalletMetrics, WalletMetrics
from dealer_table.errors import AccountsUnavailable


@pytest.fixture
def availability() -> Availability:
    metrics = PlaceWalletMetrics(WalletMetrics(CollectorRegistry()), "table-1")
    return Availability(metrics, Waits(0.01, 0.02, lambda: 1.0))


@pytest.mark.parametrize(("chance", "waits"), [(1.0, [0.5, 1.0, 2.0, 3.0, 3.0]), (0.0, [0.25, 0.5, 1.0, 1.5, 1.5])])
def test_waits_double_up_to_the_longest_and_chance_shortens_them(chance: float, waits: list[float]) -> None:
    kept = Waits(0.5, 3.0, lambda: chance)
    assert [kept.after(failures) for failures in (1, 2, 3, 4, 1000)] == waits


async def test_one_lost_answer_is_no_outage_and_an_answer_makes_good_for_all(availability: Availability) -> None:
    for _ in range(5):
        availability.failed("lost")
        availability.failed("lost")
        availability.succeeded()
    assert availability.up
    availability.check()
    await availability.wait_until_up()


async def test_three_in_a_row_are_an_outage_until_the_next_answer(availability: Availability) -> None:
    heard: list[bool] = []
    availability.listen(heard.append)
    for _ in range(4):
        availability.failed("no answer in time")
    with pytest.raises(AccountsUnavailable, match="no answer in time"):
        availability.check()
    await availability.wait_for_probe()
    availability.failed("again")
    await availability.wait_for_probe()
    availability.succeeded()
    availability.succeeded()
    assert heard == [False, True]
    availability.check()


async def test_nobody_probes_while_the_operator_answers(availability: Availability) -> None:
    async with asyncio.TaskGroup() as tasks:
        probe = tasks.create_task(availability.wait_for_probe())
        await asyncio.sleep(0)
        assert not probe.done()
        for _ in range(3):
            availability.failed("gone")
