"""The configuration a simulated table runs on, as the files a real one has. I/O: files."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dealer_table.wire.launch_token import TokenKey

TABLE = "demo"
SCANNER = "shoe"
CUT_CARD_CODE = "9990"


@dataclass(frozen=True, slots=True)
class RigFiles:
    """One directory with all that the parts read and write."""

    directory: Path
    mqtt_port: int
    http_port: int
    rules: Mapping[str, object]
    frame_ancestors: tuple[str, ...] = ()
    repeat_interval_ms: int = 100
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
        return {"table": table, "mqtt": mqtt, "http": http}

    def _scanner(self) -> dict[str, object]:
        settings = {"cut_card_code": CUT_CARD_CODE, "repeat_interval_ms": self.repeat_interval_ms}
        return {"name": SCANNER, "driver": "ascii_line", "port": str(self.scanner_link), "settings": settings}


def _toml(table: Mapping[str, object], under: str = "") -> str:
    """Write TOML: of texts, numbers, truths and lists of them JSON's spelling is TOML's too; tables come last."""
    lines = [f"{key} = {json.dumps(value)}" for key, value in table.items() if not isinstance(value, Mapping)]
    for key, value in table.items():
        if isinstance(value, Mapping):
            name = under + key
            lines += [f"[{name}]", _toml(value, f"{name.strip('[]')}.")]
    return "\n".join([*lines, ""])
