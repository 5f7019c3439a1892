"""Watching a scanner: bytes and meaning side by side, recorded when wanted, the table not told. I/O: a port."""

import json
from collections.abc import Callable

from scanner_drivers.capture import Direction, Recorder
from scanner_drivers.driven_port import DrivenPort
from scanner_drivers.driver import Driver
from scanner_drivers.kept_link import Link
from scanner_drivers.sightings import Misread, Sighting, in_words, spaced_hex

_ROW = 16


class Monitor:
    """Show what goes over one port: every 16 bytes a row, and what they meant beside or below."""

    def __init__(
        self, driver: Driver, link: Link, *, show: Callable[[str], object], recorder: Recorder | None = None
    ) -> None:
        self._show = show
        self._recorder = recorder
        self._port = DrivenPort(driver, link, self)

    async def run(self) -> None:
        """Run until cancelled."""
        await self._port.run()

    def opened(self, now: float) -> None:
        """Wait for bytes."""

    def received(self, data: bytes, now: float) -> None:
        self._bytes("rx", data, now)

    def replied(self, data: bytes, now: float) -> None:
        self._bytes("tx", data, now)

    def saw(self, sighting: Sighting) -> None:
        meaning = json.dumps(in_words(sighting))
        text = f"  {sighting.text}" if isinstance(sighting, Misread) and sighting.text else ""
        self._show(f"{'':<{_ROW * 3 + 22}}{meaning}{text}")

    def presence(self, *, online: bool, reason: str) -> None:
        self._show("-- scanner online" if online else f"-- scanner offline: {reason}")

    def _bytes(self, direction: Direction, data: bytes, now: float) -> None:
        if self._recorder is not None:
            self._recorder.record(direction, data, now)
        for start in range(0, len(data), _ROW):
            row = data[start : start + _ROW]
            plain = "".join(chr(byte) if 0x20 <= byte < 0x7F else "·" for byte in row)
            self._show(f"{direction}  {spaced_hex(row):<{_ROW * 3}} {plain}")
