"""HID devices without one: reports over a real packet socket, and hapless hidapi."""

from pathlib import Path
from typing import Any

import pytest

from dealer_table.baccarat.cards import Card
from scanner_drivers.backoff import Backoff
from scanner_drivers.driver import LineFormat
from scanner_drivers.hid_link import HidName, open_by_name
from scanner_drivers.kept_link import KeptLink
from scanner_drivers.links import link_for
from simulators.devices.hid_pos import HidPosScanner
from simulators.packet_scanner import PacketScanner
from tests.fixtures.broker_talk import until
from tests.fixtures.link_diary import listening


class Device:
    """As much of hidapi's device as is used: reports in a list, an unplugging at its end."""

    def __init__(self, reports: dict[bytes, list[bytes]]) -> None:
        self._of_path = reports
        self._reports: list[bytes] = []
        self.written: list[bytes] = []

    def open_path(self, path: bytes) -> None:
        if path not in self._of_path:
            raise OSError("open failed")
        self._reports = self._of_path[path]

    def read(self, longest: int, wait_ms: int) -> list[int]:
        del longest, wait_ms
        if not self._reports:
            raise OSError("read error")
        return list(self._reports.pop(0))

    def write(self, data: bytes) -> int:
        self.written.append(data)
        return -1 if data == b"refused" else len(data)

    def close(self) -> None:
        self._reports = []


class Hidapi:
    """As much of hidapi as is used: a scanner with a keyboard beside it, and another of the same kind."""

    def __init__(self) -> None:
        self.reports = {b"kbd": [b"no"], b"pos": [bytes(64), b"\x02" * 64], b"pos2": [b"2"]}
        self.opened: list[Device] = []

    def enumerate(self, vendor: int, product: int) -> list[dict[str, Any]]:
        if (vendor, product) != (0x0C2E, 0x0B61):
            return []
        return [
            {"path": b"kbd", "serial_number": "S1", "usage_page": 1, "usage": 6},
            {"path": b"pos", "serial_number": "S1", "usage_page": 0x8C, "usage": 2},
            {"path": b"pos2", "serial_number": "S2", "usage_page": 0x8C, "usage": 2},
        ]

    def device(self) -> Device:
        self.opened.append(Device(self.reports))
        return self.opened[-1]


def hidapi_link(hid: Hidapi, name: HidName) -> KeptLink:
    return KeptLink("hid://", lambda: open_by_name(hid, name), backoff=Backoff(first=0.01, longest=0.05))


async def test_reports_stay_apart_and_a_scanner_that_is_plugged_in_again_is_found(tmp_path: Path) -> None:
    scanner = PacketScanner(tmp_path / "scanner", HidPosScanner(), 64)
    async with listening(link_for(f"hid+unix://{scanner.path}", LineFormat())) as diary:
        await until(lambda: len(diary.told) == 1)
        scanner.plug()
        await until(lambda: scanner.connected and diary.told[-1] == "opened")
        long_code = HidPosScanner().reports("7" * 60)
        assert scanner.write(long_code + HidPosScanner().show(Card.ACE_OF_SPADES))
        await until(lambda: len(diary.pieces) == 3)
        scanner.unplug()
        await until(lambda: "cannot open" in diary.told[-1])
        scanner.plug()
        await until(lambda: scanner.connected and diary.told[-1] == "opened")
    scanner.unplug()
    assert diary.pieces[:2] == [long_code[:64], long_code[64:]]
    assert [told.partition(":")[0] for told in diary.told] == ["lost", "opened", "lost", "lost", "opened"]


async def test_of_a_scanners_interfaces_the_one_that_is_no_keyboard_is_read() -> None:
    hid = Hidapi()
    async with listening(hidapi_link(hid, HidName(0x0C2E, 0x0B61))) as diary:
        await until(lambda: len(diary.told) >= 2)
    assert diary.pieces == [bytes(64), b"\x02" * 64]
    assert diary.told[:2] == ["opened", "lost: device disconnected (read error)"]


async def test_of_two_of_a_kind_the_one_with_the_serial_number_is_read() -> None:
    async with listening(hidapi_link(Hidapi(), HidName(0x0C2E, 0x0B61, "S2"))) as diary:
        await until(lambda: len(diary.told) >= 2)
    assert diary.pieces == [b"2"]


@pytest.mark.parametrize("name", [HidName(0x0C2E, 0x0B61, "S3"), HidName(0x05E0, 0x1200)])
async def test_one_that_is_not_there_is_told_by_its_numbers(name: HidName) -> None:
    async with listening(hidapi_link(Hidapi(), name)) as diary:
        await until(lambda: diary.told)
    assert diary.told == [f"lost: cannot open: no HID device {name}"]


async def test_a_report_that_is_not_taken_is_a_lost_device() -> None:
    hid = Hidapi()
    hid.reports[b"pos"] = [b""] * 1_000_000
    link = hidapi_link(hid, HidName(0x0C2E, 0x0B61))
    async with listening(link) as diary:
        await until(lambda: diary.told == ["opened"])
        link.write(b"taken")
        link.write(b"refused")
        await until(lambda: len(diary.told) >= 2)
    assert hid.opened[0].written == [b"taken", b"refused"]
    assert diary.told[1] == "lost: device disconnected (the report was not taken)"


async def test_the_real_hidapi_finds_no_device_that_nobody_makes() -> None:
    async with listening(link_for("hid://ffff:ffff", LineFormat())) as diary:
        await until(lambda: diary.told)
    assert diary.told == ["lost: cannot open: no HID device ffff:ffff"]


async def test_a_path_that_is_no_device_is_not_read() -> None:
    async with listening(link_for("hid:///dev/shm", LineFormat())) as diary:
        await until(lambda: diary.told)
    assert diary.told[0].startswith("lost: cannot open")
