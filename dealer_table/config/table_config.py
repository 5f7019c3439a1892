"""The table's configuration: TOML and environment in, checked settings or every fault of it out. I/O: reads files."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, field_validator

from dealer_table.config.broker import BrokerAddress, TableMqttSection, broker_of
from dealer_table.config.faults import as_one
from dealer_table.config.http import HttpConfig, HttpSection, http_of
from dealer_table.config.rules_file import read_rules, rules_digest
from dealer_table.config.toml_file import TomlFile, read_toml
from dealer_table.errors import ConfigError, WireError
from dealer_table.procedure.house import HouseProcedure
from dealer_table.wire.topics import checked_name


class TableSection(BaseModel):
    """`[table]`: its name, its house's rules and its record. Paths are relative to the configuration's file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    journal: Path
    rules: Path | None = None

    @field_validator("id")
    @classmethod
    def _one_level_of_a_topic(cls, value: str) -> str:
        try:
            return checked_name(value)
        except WireError as error:
            raise ValueError(str(error)) from None


class TableFile(TomlFile):
    """The whole file; what `[bridge]` and `[[scanner]]` sections say is for the bridge to check."""

    table: TableSection
    mqtt: TableMqttSection = TableMqttSection()
    http: HttpSection = HttpSection()
    bridge: Mapping[str, object] = Field(default_factory=dict)
    scanner: tuple[dict[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class TableConfig:
    """A table's configuration, checked: it can start."""

    path: Path
    table: str
    journal: Path
    house: HouseProcedure
    rules_digest: str
    broker: BrokerAddress
    embedded_broker: bool
    http: HttpConfig
    has_scanners: bool


def load_table_config(path: Path) -> TableConfig:
    """Read and check a table's configuration; the ConfigError tells every fault of it."""
    config, faults = check_table_config(path)
    if config is None:
        raise as_one(faults)
    return config


def check_table_config(path: Path) -> tuple[TableConfig | None, list[ConfigError]]:
    """Return the configuration, or None and every fault that it has."""
    file, faults = read_toml(path, TableFile)
    if file is None:
        return None, faults
    house, rule_faults = read_rules(file.table.rules and path.parent / file.table.rules)
    broker, broker_faults = broker_of(file.mqtt, path)
    faults += rule_faults + broker_faults
    journal = path.parent / file.table.journal
    if not journal.parent.is_dir():
        remedy = f"mkdir -p {journal.parent}"
        faults.append(ConfigError(f"no folder {journal.parent}", source=str(path), key="table.journal", remedy=remedy))
    http, http_faults = http_of(file.http, path)
    faults += http_faults
    if faults or house is None:
        return None, faults
    return TableConfig(
        path=path,
        table=file.table.id,
        journal=journal,
        house=house,
        rules_digest=rules_digest(house),
        broker=broker,
        embedded_broker=file.mqtt.embedded,
        http=http,
        has_scanners=bool(file.scanner),
    ), []
