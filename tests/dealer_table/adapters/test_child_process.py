"""A child that is kept running: started again when it ends, and ended with whoever keeps it. I/O: processes."""

import os
import signal

import pytest
from structlog.testing import capture_logs

from dealer_table.adapters.child_process import keep_running
from tests.fixtures.broker_talk import running, until
from tests.fixtures.brokers import answers, free_port


async def test_a_child_is_started_again_when_it_dies_and_ended_at_the_end() -> None:
    port = free_port()
    with capture_logs() as logs:

        def started() -> list[int]:
            return [log["pid"] for log in logs if log["event"] == "child started"]

        async with running(keep_running(["broker", "--port", str(port)])):
            await until(lambda: answers(port))
            os.kill(started()[0], signal.SIGKILL)
            # The port may not be free at once, and the second may end of that.
            await until(lambda: len(started()) > 1 and answers(port))
            assert os.getsid(started()[-1]) == started()[-1], "a Ctrl-C of ours is not the child's"
        with pytest.raises(ProcessLookupError):
            os.kill(started()[-1], 0)
        assert not answers(port)
        assert next(log["exit_code"] for log in logs if log["event"] == "child ended") == -signal.SIGKILL


async def test_a_child_that_does_not_start_does_not_end_us() -> None:
    with capture_logs() as logs:
        async with running(keep_running(["no such command"])):
            await until(lambda: any(log["event"] == "child ended" for log in logs))
        assert next(log["exit_code"] for log in logs if log["event"] == "child ended") == 2
