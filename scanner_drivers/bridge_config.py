"""The configuration of a bridge: a table's name, a broker, and the scanners of a TOML file. I/O: reads files.

A file whose `table` is text is the bridge's own. Where `table` is a section, it is the table's file, and the sections
that are not `[mqtt]`, `[bridge]` or `[[scanner]]` are none of our business.
"""

import socket
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from dealer_table.config.broker import BrokerAddress, TableMqttSection, broker_of
from dealer_table.config.faults import as_one, faults_of
from dealer_table.config.toml_file import TomlFile
from dealer_table.errors import ConfigError, ScannerError, WireError
from dealer_table.wire.topics import checked_name
from scanner_drivers.codebook import Codebook
from scanner_drivers.codebook_files import DEFAULT_CODEBOOK, load_codebook
from scanner_drivers.driver import Driver, LineFormat
from scanner_drivers.links import check_port_url
from scanner_drivers.registry import AnyDriverSpec, load_driver
from scanner_drivers.rolling_capture import CaptureSettings, megabytes

_TOP = ("table", "mqtt", "bridge", "scanner")
_LONGEST_NAME = 64


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _BrokerOnly(TomlFile):
    """What a file, and the environment over it, say of the broker; the table's file and ours say it alike."""

    mqtt: TableMqttSection


class BridgeSection(_Section):
    """`[bridge]`: the process that carries the scanners, by what name it is known and where its metrics are."""

    name: str = ""
    metrics_port: int | None = Field(default=None, ge=1, le=65535)


class ScannerSection(_Section):
    """`[[scanner]]`: one scanner. With `capture`, a folder, its bytes are recorded before anything is made of them."""

    name: str
    driver: str
    port: str = Field(min_length=1)
    codebook: str = DEFAULT_CODEBOOK
    line: dict[str, object] = {}
    settings: dict[str, object] = {}
    capture: Path | None = None
    capture_megabytes: int = Field(default=64, ge=1, le=1_000_000)
    capture_fsync: bool = False
    refuse_without_capture: bool = False

    @model_validator(mode="after")
    def _what_is_required_is_there(self) -> Self:
        if self.refuse_without_capture and self.capture is None:
            raise ValueError("refuse_without_capture needs a folder: capture")
        return self


@dataclass(frozen=True, slots=True)
class ScannerConfig:
    """One scanner, checked: its driver can be built as often as it is wanted."""

    name: str
    port: str
    line: LineFormat
    spec: AnyDriverSpec
    settings: Mapping[str, object]
    codebook: Codebook
    capture: CaptureSettings | None = None

    def build_driver(self) -> Driver:
        """Build the driver, in its first state."""
        return self.spec.driver(self.settings, self.codebook)


@dataclass(frozen=True, slots=True)
class BridgeConfig:
    """A bridge, checked."""

    table: str
    broker: BrokerAddress
    bridge: str
    metrics_port: int | None
    scanners: tuple[ScannerConfig, ...]


def load_bridge_config(path: Path) -> BridgeConfig:
    """Read and check a bridge's configuration; the ConfigError tells every fault of it."""
    config, faults = check_bridge_config(path)
    if config is None:
        raise as_one(faults)
    return config


def check_bridge_config(path: Path) -> tuple[BridgeConfig | None, list[ConfigError]]:
    """Return the configuration, or None and every fault that it has."""
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        return None, [ConfigError(f"cannot be read: {error}", source=str(path))]
    check = _Check(path)
    config = check.bridge(document)
    return (None if check.faults else config), check.faults


def scanner_faults(path: Path) -> list[ConfigError]:
    """Return the faults of the scanners that a table's file names; `dealer-table check-config` asks this by name."""
    try:
        named = "scanner" in tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return []  # the table's own check has told
    return check_bridge_config(path)[1] if named else []


_SectionT = TypeVar("_SectionT", bound=BaseModel)


class _Check:
    """One pass over a document that notes every fault and goes on."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.faults: list[ConfigError] = []

    def bridge(self, document: Mapping[str, object]) -> BridgeConfig:
        table, mqtt = document.get("table"), document.get("mqtt")
        if isinstance(table, dict):
            table, mqtt = table.get("id"), mqtt or {}
        else:
            for key in document:
                if key not in _TOP:
                    self._fault("unknown key", key, f"known keys: {', '.join(_TOP)}")
        if not isinstance(table, str):
            self._fault("missing", "table", 'name the table: table = "BAC-1"')
            table = ""
        else:
            self._name(table, "table")
        broker = self._broker(mqtt)
        raw = document.get("scanner")
        entries = raw if isinstance(raw, list) else []
        if not entries:
            self._fault("missing", "scanner", "give each scanner a [[scanner]] section")
        scanners = [self._scanner(entry, f"scanner.{place}") for place, entry in enumerate(entries)]
        distinct = self._distinct([scanner for scanner in scanners if scanner])
        bridge = self._section(BridgeSection, document.get("bridge", {}), "bridge") or BridgeSection()
        name = bridge.name or _name_of_bridge(distinct)
        self._name(name, "bridge.name")
        return BridgeConfig(table, broker, name, bridge.metrics_port, distinct)

    def _broker(self, raw: object) -> BrokerAddress:
        if raw is None:
            self._fault("missing", "mqtt", 'name the broker: [mqtt] host = "127.0.0.1"')
            return BrokerAddress()
        try:
            section = _BrokerOnly.model_validate({"mqtt": raw}).mqtt
        except ValidationError as error:
            self.faults += faults_of(error, _BrokerOnly, source=str(self._path))
            return BrokerAddress()
        broker, faults = broker_of(section, self._path)
        self.faults += faults
        return broker

    def _scanner(self, raw: object, under: str) -> ScannerConfig | None:
        section = self._section(ScannerSection, raw, under)
        if section is None:
            return None
        self._name(section.name, f"{under}.name")
        try:
            check_port_url(section.port)
        except ConfigError as error:
            self._pass_on(error, under)
        codebook = self._codebook(section.codebook, under)
        try:
            spec = load_driver(section.driver)
        except ConfigError as error:
            self._pass_on(error, under)
            return None
        except ScannerError as error:
            self._fault(str(error), f"{under}.driver")
            return None
        line = self._section(LineFormat, spec.line.model_dump() | section.line, f"{under}.line")
        settings = self._section(spec.settings, section.settings, f"{under}.settings")
        if line is None or settings is None or codebook is None:
            return None
        try:
            spec.build(settings, codebook)
        except ConfigError as error:
            self._pass_on(error, f"{under}.settings")
            return None
        capture = self._capture(section, under)
        return ScannerConfig(section.name, section.port, line, spec, section.settings, codebook, capture)

    def _capture(self, section: ScannerSection, under: str) -> CaptureSettings | None:
        if section.capture is None:
            return None
        folder = self._path.parent / section.capture
        if not folder.is_dir() and not folder.parent.is_dir():
            self._fault(f"no folder {folder.parent}", f"{under}.capture", f"mkdir -p {folder}")
        most = megabytes(section.capture_megabytes)
        return CaptureSettings(folder, most, section.capture_fsync, section.refuse_without_capture)

    def _distinct(self, scanners: list[ScannerConfig]) -> tuple[ScannerConfig, ...]:
        for what, values in (("name", [s.name for s in scanners]), ("port", [s.port for s in scanners])):
            for value in {value for value in values if values.count(value) > 1}:
                self._fault(f"two scanners have the {what} {value}", f"scanner.{what}", "each needs its own")
        return tuple(scanners)

    def _codebook(self, name: str, under: str) -> Codebook | None:
        try:
            return load_codebook(name, beside=self._path.parent)
        except ConfigError as error:
            self._fault(str(error), f"{under}.codebook")
            return None

    def _section(self, model: type[_SectionT], raw: object, under: str) -> _SectionT | None:
        try:
            return model.model_validate(raw)
        except ValidationError as error:
            self.faults += faults_of(error, model, source=str(self._path), under=under)
            return None

    def _name(self, name: str, key: str) -> None:
        try:
            checked_name(name)
        except WireError as error:
            self._fault(str(error), key)

    def _pass_on(self, error: ConfigError, under: str) -> None:
        self._fault(error.problem, f"{under}.{error.key}", error.remedy)

    def _fault(self, problem: str, key: str, remedy: str = "") -> None:
        self.faults.append(ConfigError(problem, source=str(self._path), key=key, remedy=remedy))


def _name_of_bridge(scanners: tuple[ScannerConfig, ...]) -> str:
    """Name a bridge by its machine and its first scanner: two bridges of one machine must never share a presence."""
    first = scanners[0].name if scanners else "none"
    return f"{socket.gethostname()}.{first}"[-_LONGEST_NAME:]
