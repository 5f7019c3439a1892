"""A second scanner beside a rig's own, with a bridge of its own. I/O: pty, processes, files."""

import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from dealer_table.baccarat.cards import Card
from simulators.child_process import ChildProcess
from simulators.devices.ascii_line import AsciiLineScanner
from simulators.packet_scanner import PacketScanner
from simulators.pty_scanner import PtyScanner
from simulators.rig import Rig
from simulators.rig_files import SCANNER

SPARE = "spare"


@asynccontextmanager
async def spare_scanner(rig: Rig) -> AsyncIterator[PtyScanner]:
    """Set up like the rig's own scanner, under another name and on another port."""
    files = rig.files
    scanner = PtyScanner(files.directory / "spare-scanner", AsciiLineScanner())
    config = files.directory / "spare.toml"
    own = files.scanner.read_text("utf-8")
    config.write_text(
        own.replace(f'name = "{SCANNER}"', f'name = "{SPARE}"').replace(str(files.scanner_link), str(scanner.link)),
        "utf-8",
    )
    arguments = [sys.executable, "-m", "dealer_table", "scanner", "run", "--config", str(config)]
    bridge = ChildProcess("spare bridge", arguments, files.directory / "spare-bridge.log")
    scanner.plug()
    try:
        bridge.start()
        yield scanner
        await bridge.stop()
    finally:
        bridge.kill()
        scanner.unplug()


def run_through(scanner: PtyScanner | PacketScanner, cards: Iterable[Card]) -> None:
    """Show cards one after another, not waiting for anybody."""
    for card in cards:
        assert scanner.write(scanner.device.show(card))
