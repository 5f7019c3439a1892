"""Another command of ours as a child: started again when it ends, ended when this process ends. I/O: processes."""

import asyncio
import ctypes
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

import structlog

log = structlog.get_logger(__name__)

_SET_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of prctl(2)
_RESTART_SECONDS = 1.0
_END_SECONDS = 5.0


async def keep_running(arguments: Sequence[str]) -> None:
    """Run `dealer-table ARGUMENTS` until cancelled; a child that ends is started again."""
    while True:
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "dealer_table",
            *arguments,
            start_new_session=True,  # Ctrl-C reaches the whole group: the child is ended by us, in order
            preexec_fn=_end_with(os.getpid()),
        )
        log.info("child started", command=arguments[0], pid=child.pid)
        try:
            code = await child.wait()
        except asyncio.CancelledError:
            await _end(child)
            raise
        log.error("child ended", command=arguments[0], exit_code=code)
        await asyncio.sleep(_RESTART_SECONDS)


async def _end(child: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):  # it may have ended by itself at this very moment
        child.terminate()
    try:
        await asyncio.wait_for(child.wait(), _END_SECONDS)
    except TimeoutError:
        child.kill()
        await child.wait()


def _end_with(parent: int) -> Callable[[], None]:
    """Return what the child does before it begins: ask Linux to be ended when its parent ends, in whatever way."""
    prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None

    def before_exec() -> None:
        if prctl is not None:
            prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)
            if os.getppid() != parent:
                os._exit(1)

    return before_exec
