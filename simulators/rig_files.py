"""The configuration a simulated table runs on, as the files a real one has. I/O: files."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dealer_table.wire.launch_token import TokenKey
from simulators.devices.ascii_line import AsciiLineScanner
from simulators.devices.emulated_scanner import EmulatedScanner

TABLE = "demo"
ROOM = "demo-touch"
SCANNER = "shoe"
CUT_CARD_CODE = "9990"
_PACKET_BYTES = {"hid+unix": 64, "evdev+unix": 24}


@dataclass(frozen=True, slots=True)
class FittedScanner:
    """What stands at the table for a scanner, and how the bridge reads it.

    `scheme` is that of the port's URL where the device is no serial one: hid+unix or evdev+unix. With a `port` the
    bridge opens that, and not the emulator.
    """

    driver: str = "ascii_line"
    device: EmulatedScanner = field(default_factory=AsciiLineScanner)
    settings: Mapping[str, object] = field(
        default_factory=lambda: {"cut_card_code": CUT_CARD_CODE, "repeat_interval_ms": 100}
    )
    line: Mapping[str, object] = field(default_factory=dict)
    codebook: Path | None = None
    scheme: str = ""
    port: str = ""

    @property
    def message_bytes(self) -> int | None:
        """Return how long each message of the device is; None for a serial one, which has no messages."""
        return _PACKET_BYTES[self.scheme] if self.scheme else None


@dataclass(frozen=True, slots=True)
class RigFiles:
    """One directory with all that the parts read and write. `touch` are keys of `[touch]`; None opens no room."""

    directory: Path
    mqtt_port: int
    http_port: int
    rules: Mapping[str, object]
    frame_ancestors: tuple[str, ...] = ()
    fitted: FittedScanner = field(default_factory=FittedScanner)
    touch: Mapping[str, object] | None = None
    token_key: TokenKey = field(default_factory=lambda: TokenKey("demo", secrets.token_hex(32)))

    @property
    def table(self) -> Path:
        """Return the table's configuration."""
        return self.directory / "table.toml"

    @property
    def scanner(self) -> Path:
        """Return the bridge's configuration."""
        return self.directory / "scanner.toml"

    @property
    def ready(self) -> Path:
        """Return the file the table writes once it serves."""
        return self.directory / "ready.json"

    @property
    def journal(self) -> Path:
        """Return the table's journal."""
        return self.directory / f"{TABLE}.sqlite"

    @property
    def scanner_link(self) -> Path:
        """Return the path the scanner is always found at, whatever its number."""
        return self.directory / "shoe-scanner"

    def write(self) -> None:
        """Write all of it."""
        self._write_keys()
        mqtt = {"host": "127.0.0.1", "port": self.mqtt_port}
        (self.directory / "rules.toml").write_text(_toml(self.rules), "utf-8")
        self.table.write_text(_toml(self._table(mqtt)), "utf-8")
        self.write_scanner()

    def write_scanner(self) -> None:
        """Write what the bridge reads."""
        mqtt = {"host": "127.0.0.1", "port": self.mqtt_port}
        self.scanner.write_text(_toml({"table": TABLE, "mqtt": mqtt, "[scanner]": self._scanner()}), "utf-8")

    def _write_keys(self) -> None:
        keys = self.directory / "token_keys.json"
        keys.touch(mode=0o600)
        kid, secret = self.token_key.kid, self.token_key.secret
        keys.write_text(json.dumps({"current": kid, "keys": {kid: secret}}), "utf-8")

    def _table(self, mqtt: Mapping[str, object]) -> dict[str, object]:
        http = {
            "host": "127.0.0.1",
            "port": self.http_port,
            "token_keys_file": "token_keys.json",
            "frame_ancestors": list(self.frame_ancestors),
        }
        table = {"id": TABLE, "rules": "rules.toml", "journal": self.journal.name}
        room = {} if self.touch is None else {"touch": {"id": ROOM, "journal": f"{ROOM}.sqlite", **self.touch}}
        return {"table": table, "mqtt": mqtt, "http": http, **room}

    def _scanner(self) -> dict[str, object]:
        fitted = self.fitted
        emulator = f"{fitted.scheme}://{self.scanner_link}" if fitted.scheme else str(self.scanner_link)
        codebook = {} if fitted.codebook is None else {"codebook": str(fitted.codebook)}
        own = {"line": fitted.line, "settings": fitted.settings}
        return {"name": SCANNER, "driver": fitted.driver, "port": fitted.port or emulator, **codebook, **own}


def _toml(table: Mapping[str, object], under: str = "") -> str:
    """Write TOML: of texts, numbers, truths and lists of them JSON's spelling is TOML's too; tables come last."""
    lines = [f"{key} = {json.dumps(value)}" for key, value in table.items() if not isinstance(value, Mapping)]
    for key, value in table.items():
        if isinstance(value, Mapping):
            name = under + key
            lines += [f"[{name}]", _toml(value, f"{name.strip('[]')}.")]
    return "\n".join([*lines, ""])
