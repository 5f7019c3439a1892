"""What the rig writes is what table and bridge read. I/O: files."""

from dataclasses import replace
from pathlib import Path

from dealer_table.config.table_config import check_table_config
from dealer_table.procedure.words import BurnRule, HoldKind, Resolution
from scanner_drivers.bridge_config import load_bridge_config
from simulators.devices.angel_eye import AngelEyeShoe
from simulators.devices.hid_keyboard import KeyboardScanner
from simulators.rig_files import FittedScanner, RigFiles


def test_the_table_and_the_bridge_read_it(tmp_path: Path) -> None:
    rules = {"burn": "none", "packs": 6, "resolutions": {"excess_card": ["first_of_next", "void"]}}
    files = RigFiles(tmp_path, mqtt_port=1884, http_port=8089, rules=rules, frame_ancestors=("http://127.0.0.1:1",))
    files.write()
    table, faults = check_table_config(files.table)
    bridge = load_bridge_config(files.scanner)
    assert faults == []
    assert table is not None
    assert (table.house.burn, table.house.packs) == (BurnRule.NONE, 6)
    assert table.house.allowed(HoldKind.EXCESS_CARD) == (Resolution.FIRST_OF_NEXT, Resolution.VOID)
    assert (table.journal, table.broker.port) == (files.journal, 1884)
    assert (bridge.table, bridge.broker.port) == ("demo", 1884)
    assert bridge.scanners[0].port == str(files.scanner_link)


def test_the_keys_are_for_their_owner_only(tmp_path: Path) -> None:
    RigFiles(tmp_path, mqtt_port=1, http_port=2, rules={}).write()
    assert (tmp_path / "token_keys.json").stat().st_mode & 0o077 == 0


def test_any_driver_is_fitted_with_its_line_its_settings_and_its_kind_of_port(tmp_path: Path) -> None:
    shoe = FittedScanner("angel_eye", AngelEyeShoe(), {"commands": ["lock"]}, {"baud": 9600})
    files = RigFiles(tmp_path, mqtt_port=1, http_port=2, rules={}, fitted=shoe)
    files.write()
    (scanner,) = load_bridge_config(files.scanner).scanners
    assert (scanner.spec.name, scanner.line.baud, scanner.settings) == ("angel_eye", 9600, {"commands": ["lock"]})
    keyboard = FittedScanner("hid_keyboard", KeyboardScanner(), {}, scheme="evdev+unix")
    replace(files, fitted=keyboard).write_scanner()
    (scanner,) = load_bridge_config(files.scanner).scanners
    assert (scanner.spec.name, scanner.port) == ("hid_keyboard", f"evdev+unix://{files.scanner_link}")
