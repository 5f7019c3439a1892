"""A child process that never outlives this one, with its log in a file. I/O: processes, files."""

import asyncio
import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

_PR_SET_PDEATHSIG = 1
# Looked up before any fork: between fork and exec a child must not import.
_PRCTL = ctypes.CDLL(None, use_errno=True).prctl if sys.platform == "linux" else None
_TAIL_LINES = 25


class ChildFailed(Exception):
    """A child process did not start, or ended by itself; the message holds the end of its log."""


class ChildProcess:
    """One part of the rig; it may be started again after its end."""

    def __init__(
        self, name: str, arguments: Sequence[str], log: Path, environment: Mapping[str, str] | None = None
    ) -> None:
        self.name = name
        self._arguments = list(arguments)
        self._log = log
        self._environment = None if environment is None else {**os.environ, **environment}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def running(self) -> bool:
        """Tell whether the process is there."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """Return the process's number; it must have been started."""
        assert self._process is not None, f"{self.name} was never started"
        return self._process.pid

    @property
    def return_code(self) -> int | None:
        """Return how it ended, None while it runs or before it was started."""
        return None if self._process is None else self._process.poll()

    def start(self) -> None:
        """Start the process; it leads a group of its own, so that Ctrl-C reaches us alone and we end it in order."""
        if self.running:
            return
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._arguments,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self._environment,
                start_new_session=True,
                preexec_fn=_end_with_parent(os.getpid()),  # noqa: PLW1509 - started from the main thread only
            )

    def kill(self) -> None:
        """End the process and what it started, without warning (SIGKILL)."""
        self._signal(signal.SIGKILL)
        if self._process is not None:
            self._process.wait()

    async def stop(self, within: float = 5.0) -> None:
        """Ask the process to end, and make it after `within` seconds."""
        self._signal(signal.SIGTERM)
        try:
            if self._process is not None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    await asyncio.to_thread(self._process.wait, within)
        finally:
            # Whoever is cancelled, or loses patience, leaves nothing behind.
            self.kill()

    def log_tail(self) -> str:
        """Return the last lines of the log."""
        if not self._log.exists():
            return "(no log)"
        lines = self._log.read_text("utf-8", errors="replace").splitlines()
        return "\n".join(lines[-_TAIL_LINES:]) or "(the log is empty)"

    def failure(self, what: str) -> ChildFailed:
        """Return an error that tells `what` happened and how the log ends."""
        return ChildFailed(f"{self.name} {what} (exit code {self.return_code}); its log ends:\n{self.log_tail()}")

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            os.killpg(self._process.pid, number)


def _end_with_parent(parent: int) -> Callable[[], None]:
    """Return what a child does before it becomes the program: tie its life to its parent's, where Linux can."""

    def tie() -> None:
        if _PRCTL is not None:
            _PRCTL(_PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != parent:
                # The parent died in between, and the signal will not come any more.
                os._exit(1)

    return tie
