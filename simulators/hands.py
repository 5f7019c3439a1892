"""The dealer's hands: they lay cards under the scanner, and faults happen to them. I/O: pty, processes, waiting."""

import asyncio
from collections.abc import Callable
from typing import Protocol, assert_never

from dealer_table.baccarat.cards import Card
from simulators.devices.emulated_scanner import EmulatedScanner
from simulators.fault_plan import FaultKind
from simulators.pace import Pace

Note = Callable[[str], None]


class Cable(Protocol):
    """The scanner on its cable."""

    device: EmulatedScanner

    def plug(self) -> None:
        """Put the cable in."""
        ...

    def unplug(self) -> None:
        """Pull the cable."""
        ...

    def write(self, data: bytes) -> bool:
        """Send what the device sends; False when it was lost."""
        ...


class Plant(Protocol):
    """The machines around the table that can fail."""

    async def crash(self, part: str) -> None:
        """Kill `part` (broker, bridge or table) without warning and start it again."""
        ...


class Hands:
    """Show cards to the scanner, with or without a fault."""

    def __init__(self, cable: Cable, plant: Plant, pace: Pace, note: Note) -> None:
        self._cable = cable
        self._plant = plant
        self._note = note
        self.pace = pace

    async def show(self, card: Card, fault: FaultKind | None = None, *, then: Card | None = None) -> None:
        """Lay `card` under the scanner; `then` follows so closely that both reads come in one piece."""
        device = self._cable.device
        if fault is not None:
            self._note(f"fault: {fault.value.replace('_', ' ')}")
        # A card that is not read leaves no trace in a device that counts what it read.
        match fault:
            case None | FaultKind.MERGED | FaultKind.EXCESS_CARD:
                self._cable.write(device.show(card) + (device.show(then) if then is not None else b""))
            case FaultKind.NO_READ:
                self._cable.write(device.fail_to_read())
            case FaultKind.SMEARED:
                self._cable.write(device.read_smeared(card))
            case FaultKind.NOISE:
                self._cable.write(device.read_through_noise(card))
            case FaultKind.REPEATED:
                self._cable.write(device.show(card) * 2)
            case FaultKind.SPLIT:
                await self._write_split(device.show(card))
            case FaultKind.STALLED:
                await asyncio.sleep(self.pace.stall)
                self._cable.write(device.show(card))
            case FaultKind.UNPLUGGED:
                await self._lose_cable()
            case FaultKind.BROKER_KILLED | FaultKind.BRIDGE_KILLED | FaultKind.TABLE_KILLED:
                self._cable.write(device.show(card))
                await self._plant.crash(fault.value.removesuffix("_killed"))
            case _:
                assert_never(fault)

    def show_cut_card(self) -> None:
        """Lay the cut card under the scanner."""
        self._cable.write(self._cable.device.show_cut_card())

    async def _write_split(self, read: bytes) -> None:
        for byte in read:
            self._cable.write(bytes([byte]))
            await asyncio.sleep(0.01)

    async def _lose_cable(self) -> None:
        self._cable.unplug()
        await asyncio.sleep(self.pace.unplugged)
        self._cable.plug()
