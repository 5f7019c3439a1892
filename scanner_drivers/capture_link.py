"""A recording in the place of a device, at its own pace. I/O: reads a capture, the clock.

    capture:///var/lib/dealer-table/shoe.jsonl

It is played once. A card is dealt once, so nothing ever starts it over but a new start of the bridge.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlsplit

import structlog

from dealer_table.errors import ConfigError, ScannerError
from scanner_drivers.capture import read_capture
from scanner_drivers.kept_link import Link, LinkListener

_AT_ITS_END = "the recording is at its end"


def capture_link(url: str) -> Callable[[], Link]:
    """Read a `capture` URL."""
    parts = urlsplit(url)
    if parts.netloc or not parts.path:
        raise ConfigError(f"not a recording: {url}", key="port", remedy="capture:///path/of/a.jsonl")
    return lambda: CaptureLink(Path(unquote(parts.path)))


class CaptureLink:
    """Play a recording; ScannerError when there is none."""

    def __init__(self, path: Path) -> None:
        self._records = read_capture(path)
        self._log = structlog.get_logger("scanner_drivers.link").bind(port=str(path))

    def write(self, data: bytes) -> None:
        """Drop it: whatever the device answered is in the recording, or nowhere."""

    async def run(self, listener: LinkListener) -> None:
        self._log.info("recording begins", records=len(self._records))
        try:
            await self._play(listener)
            reason = _AT_ITS_END
        except ScannerError as refusal:
            reason = str(refusal)
        self._log.warning("recording over", reason=reason)
        listener.port_lost(reason)
        await asyncio.Event().wait()

    async def _play(self, listener: LinkListener) -> None:
        listener.port_opened()
        clock = asyncio.get_running_loop()
        due = clock.time()
        for record in self._records:
            due += record.gap_ms / 1000  # since the beginning, not since the last: small delays do not add up
            await asyncio.sleep(due - clock.time())
            if record.direction == "tx":
                continue
            if record.data:
                listener.received(record.data)
            else:
                listener.port_opened()  # as a bridge notes that the port was opened again
