"""The table's configuration: TOML and environment in, checked settings or every fault of it out. I/O: reads files."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from dealer_table.config.broker import BrokerAddress, MqttSection, broker_of, is_this_machine
from dealer_table.config.faults import as_one, faults_of
from dealer_table.config.rules_file import read_rules, rules_digest
from dealer_table.config.token_keys import TokenKeys, read_token_keys
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


class TableMqttSection(MqttSection):
    """`[mqtt]`: the broker; with `embedded`, one that the table starts itself, on this machine only."""

    embedded: bool = False

    @model_validator(mode="after")
    def _embedded_is_here(self) -> Self:
        if self.embedded and not is_this_machine(self.host):
            raise ValueError("the embedded broker listens on this machine only")
        if self.embedded and (self.username or self.tls):
            raise ValueError("the embedded broker knows no passwords and no TLS; run mosquitto for those")
        return self


class HttpSection(BaseModel):
    """`[http]`: the gateway. Beyond this machine only with TLS; behind a proxy, stay on loopback and name `origins`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65535)
    token_keys_file: Path | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None
    origins: tuple[str, ...] = ()
    frame_ancestors: tuple[str, ...] = ()
    connections: int = Field(default=5000, ge=1)

    @model_validator(mode="after")
    def _beyond_this_machine_only_in_safety(self) -> Self:
        if (self.tls_cert is None) != (self.tls_key is None):
            raise ValueError("tls_cert and tls_key go together")
        if not is_this_machine(self.host) and self.tls_cert is None:
            raise ValueError(f"{self.host} is not only this machine: set tls_cert and tls_key, or listen on 127.0.0.1")
        return self


class TableFile(BaseSettings):
    """The whole file. DEALER_TABLE__HTTP__PORT and the like in the environment override it."""

    model_config = SettingsConfigDict(extra="forbid", env_prefix="DEALER_TABLE__", env_nested_delimiter="__")

    table: TableSection
    mqtt: TableMqttSection = TableMqttSection()
    http: HttpSection = HttpSection()
    scanner: tuple[dict[str, object], ...] = ()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Let the environment override the file."""
        return env_settings, init_settings


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
    http: HttpSection
    token_keys: TokenKeys | None
    tls_cert: Path | None
    tls_key: Path | None
    has_scanners: bool


def load_table_config(path: Path) -> TableConfig:
    """Read and check a table's configuration; the ConfigError tells every fault of it."""
    config, faults = check_table_config(path)
    if config is None:
        raise as_one(faults)
    return config


def check_table_config(path: Path) -> tuple[TableConfig | None, list[ConfigError]]:
    """Return the configuration, or None and every fault that it has."""
    source = str(path)
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        return None, [ConfigError(f"cannot be read: {error.strerror}", source=source)]
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        return None, [ConfigError(f"not TOML: {error}", source=source)]
    try:
        file = TableFile(**data)
    except ValidationError as error:
        return None, faults_of(error, TableFile, source=source)
    faults: list[ConfigError] = []
    house, rule_faults = read_rules(file.table.rules and path.parent / file.table.rules)
    broker, broker_faults = broker_of(file.mqtt, path)
    faults += rule_faults + broker_faults
    journal = path.parent / file.table.journal
    if not journal.parent.is_dir():
        remedy = f"mkdir -p {journal.parent}"
        faults.append(ConfigError(f"no folder {journal.parent}", source=source, key="table.journal", remedy=remedy))
    keys = _token_keys(file.http, path, faults)
    cert, key = (_file(name, getattr(file.http, name), path, faults) for name in ("tls_cert", "tls_key"))
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
        http=file.http,
        token_keys=keys,
        tls_cert=cert,
        tls_key=key,
        has_scanners=bool(file.scanner),
    ), []


def _token_keys(http: HttpSection, path: Path, faults: list[ConfigError]) -> TokenKeys | None:
    if http.token_keys_file is None:
        return None
    try:
        return read_token_keys(path.parent / http.token_keys_file)
    except ConfigError as error:
        faults.append(error)
        return None


def _file(name: str, value: Path | None, path: Path, faults: list[ConfigError]) -> Path | None:
    if value is None:
        return None
    found = path.parent / value
    if not found.is_file():
        remedy = "a path is relative to this file"
        faults.append(ConfigError(f"no file {found}", source=str(path), key=f"http.{name}", remedy=remedy))
    return found
