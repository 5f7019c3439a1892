"""A whole shoe through every driver that has no serial line, with faults at every twentieth card: no card is wrong."""

from random import Random
from typing import Any

import pytest

from dealer_table.baccarat.cards import PACK, Card
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.driver import DriverSpec
from scanner_drivers.drivers.camera.driver import DRIVER as CAMERA
from scanner_drivers.drivers.hid_keyboard.driver import DRIVER as HID_KEYBOARD
from scanner_drivers.drivers.hid_pos import DRIVER as HID_POS
from scanner_drivers.replay import replay
from scanner_drivers.sightings import CardSeen, Misread, Sighting
from simulators.devices.camera import CardCamera
from simulators.devices.emulated_scanner import EmulatedScanner
from simulators.devices.hid_keyboard import KeyboardScanner
from simulators.devices.hid_pos import HidPosScanner

FAULTS = ("unread", "smeared", "noisy", "cut off")
PACKS = 8


class Deal:
    """Cards laid under a device one after the other, each again until it was read whole."""

    def __init__(self, device: EmulatedScanner, seed: int) -> None:
        self._device = device
        self._chance = Random(seed)
        self.cards = list(PACK) * PACKS
        self._chance.shuffle(self.cards)
        self.faults = dict.fromkeys(FAULTS, 0)

    def chunks(self) -> list[tuple[float, bytes]]:
        chunks: list[tuple[float, bytes]] = []
        for card in self.cards:
            if self._chance.random() < 0.05:
                fault = self._chance.choice(FAULTS)
                self.faults[fault] += 1
                chunks.append((1500.0, self._spoiled(card, fault)))
            chunks.append((1500.0, self._device.show(card)))
        return chunks

    def _spoiled(self, card: Card, fault: str) -> bytes:
        match fault:
            case "unread":
                return self._device.fail_to_read()
            case "smeared":
                return self._device.read_smeared(card)
            case "noisy":
                return self._device.read_through_noise(card)
            case _:
                whole = self._device.show(card)
                return whole[: self._chance.randrange(8, len(whole) // 2 + 1)]


def read(spec: DriverSpec[Any], settings: dict[str, object], deal: Deal) -> tuple[Sighting, ...]:
    return replay(spec.driver(settings, load_codebook()), deal.chunks()).seen


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("spec", "device", "settings"),
    [
        (HID_POS, HidPosScanner(suffix="\r"), {"aim_letters": "C"}),
        (HID_KEYBOARD, KeyboardScanner(), {}),
        (HID_KEYBOARD, KeyboardScanner(french=True), {"layout": "fr"}),
        (HID_KEYBOARD, KeyboardScanner(keypad=True), {}),
    ],
    ids=["hid_pos", "us keyboard", "french keyboard", "keypad"],
)
def test_every_card_is_read_and_every_fault_is_told(
    spec: DriverSpec[Any], device: EmulatedScanner, settings: dict[str, object], seed: int
) -> None:
    deal = Deal(device, seed)
    seen = read(spec, settings, deal)
    assert [sighting.card for sighting in seen if isinstance(sighting, CardSeen)] == deal.cards
    assert len([sighting for sighting in seen if isinstance(sighting, Misread)]) == sum(deal.faults.values())
    assert all(deal.faults.values())


@pytest.mark.parametrize("seed", range(3))
def test_a_camera_reads_no_card_twice_and_none_that_is_not_there(seed: int) -> None:
    """It does not know of a card that it failed to read, and may have read one whose frames then broke off."""
    deal = Deal(CardCamera(frames_without=4), seed)
    seen = read(CAMERA, {"frames_to_rearm": 4, "cut_card_code": "9990"}, deal)
    assert [sighting.card for sighting in seen if isinstance(sighting, CardSeen)] == deal.cards
    told = [sighting for sighting in seen if isinstance(sighting, Misread)]
    assert len(told) >= deal.faults["smeared"] + deal.faults["noisy"]
