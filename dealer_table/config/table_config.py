"""The table's configuration: TOML and environment in, checked settings or every fault of it out. I/O: reads files."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, field_validator

from dealer_table.betting.rules import BettingRules
from dealer_table.config.broker import BrokerAddress, TableMqttSection, broker_of
from dealer_table.config.claims import Claim, conflicts, file_claim
from dealer_table.config.faults import as_one
from dealer_table.config.http import HttpConfig, HttpSection, http_of
from dealer_table.config.integrity import IntegrityConfig, IntegritySection, integrity_of
from dealer_table.config.money import MoneyConfig, MoneySection, folder_faults, in_these_currencies, money_of
from dealer_table.config.picture import PictureSection
from dealer_table.config.rules_file import read_rules, rules_digest
from dealer_table.config.staff import StaffConfig, StaffSection, staff_of
from dealer_table.config.toml_file import TomlFile, read_toml
from dealer_table.config.touch import TouchConfig, TouchSection, touch_of
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
    staff: StaffSection | None = None
    money: MoneySection = MoneySection()
    touch: TouchSection | None = None
    picture: PictureSection | None = None
    integrity: IntegritySection = IntegritySection()
    bridge: Mapping[str, object] = Field(default_factory=dict)
    scanner: tuple[dict[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class TableConfig:
    """A table's configuration, checked: it can start. `play_money` is given to each patron who plays for fun."""

    path: Path
    table: str
    journal: Path
    house: HouseProcedure
    betting: BettingRules
    rules_digest: str
    play_money: int
    money: MoneyConfig
    touch: TouchConfig | None
    picture: PictureSection | None
    broker: BrokerAddress
    embedded_broker: bool
    http: HttpConfig
    staff: StaffConfig | None
    has_scanners: bool
    integrity: IntegrityConfig

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Return what this table wants for itself alone."""
        return tuple(_claims(self))


def _claims(config: TableConfig) -> Iterator[Claim]:
    path, touch, port = config.path, config.touch, config.http.section.port
    yield Claim(f"the id {config.table}", path, "table.id")
    yield file_claim(config.journal, path, "table.journal")
    if config.money.wallet is not None:
        yield file_claim(config.money.wallet, path, "money.wallet")
    if touch is not None:
        yield Claim(f"the id {touch.room}", path, "touch.id")
        yield file_claim(touch.journal, path, "touch.journal")
    if touch is not None and touch.wallet is not None:
        yield file_claim(touch.wallet, path, "touch.wallet")
    if port:
        yield Claim(f"the port {port}", path, "http.port")
    if config.embedded_broker:
        yield Claim(f"the port {config.broker.port}", path, "mqtt.port")


def load_table_config(path: Path) -> TableConfig:
    """Read and check a table's configuration; the ConfigError tells every fault of it."""
    config, faults = check_table_config(path)
    if config is None:
        raise as_one(faults)
    return config


def load_table_configs(paths: Sequence[Path]) -> tuple[TableConfig, ...]:
    """Read and check the configurations of tables that are to run in one process; the ConfigError tells every fault."""
    configs, faults = check_table_configs(paths)
    if faults:
        raise as_one(faults)
    return configs


def check_table_configs(paths: Sequence[Path]) -> tuple[tuple[TableConfig, ...], list[ConfigError]]:
    """Return the configurations that are sound each by itself, and every fault, of each and between them.

    All are served where the first one says: what the others say about `[http]` is nobody's rival.
    """
    checked = [check_table_config(path) for path in paths]
    configs = tuple(config for config, _ in checked if config is not None)
    faults = [fault for _, found in checked for fault in found]
    claims = (
        claim
        for number, config in enumerate(configs)
        for claim in config.claims
        if number == 0 or claim.key != "http.port"
    )
    return configs, faults + conflicts(claims)


def _integrity_of(file: TableFile, path: Path) -> IntegrityConfig:
    return integrity_of(
        file.integrity,
        path,
        rules=file.table.rules,
        mqtt=file.mqtt,
        http=file.http,
        money=file.money,
        staff=file.staff,
        scanners=file.scanner,
    )


def check_table_config(path: Path) -> tuple[TableConfig | None, list[ConfigError]]:
    """Return the configuration, or None and every fault that it has."""
    file, faults = read_toml(path, TableFile)
    if file is None:
        return None, faults
    rules, rule_faults = read_rules(file.table.rules and path.parent / file.table.rules)
    broker, broker_faults = broker_of(file.mqtt, path)
    faults += rule_faults + broker_faults
    journal = path.parent / file.table.journal
    faults += folder_faults(journal, path, "table.journal")
    http, http_faults = http_of(file.http, path)
    money, money_faults = money_of(file.money, path)
    staff, staff_faults = staff_of(file.staff, file.http, path)
    touch, touch_faults = touch_of(file.touch, money, path) if file.touch is not None else (None, [])
    faults += http_faults + money_faults + staff_faults + touch_faults
    if rules is None:
        return None, faults
    betting, currency_faults = in_these_currencies(rules.betting, file.money.currencies, str(path))
    config = TableConfig(
        path=path,
        table=file.table.id,
        journal=journal,
        house=rules.procedure,
        betting=betting,
        rules_digest=rules_digest(rules.procedure, betting),
        play_money=rules.play_money,
        money=money,
        touch=touch,
        picture=file.picture,
        broker=broker,
        embedded_broker=file.mqtt.embedded,
        http=http,
        staff=staff,
        has_scanners=bool(file.scanner),
        integrity=_integrity_of(file, path),
    )
    faults += [*currency_faults, *conflicts(config.claims)]
    return (None if faults else config), faults
