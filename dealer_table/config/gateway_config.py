"""The configuration of a gateway by itself: which table, which broker, where it listens. I/O: reads files."""

from dataclasses import dataclass
from pathlib import Path

from dealer_table.config.broker import BrokerAddress, MqttSection, broker_of
from dealer_table.config.faults import as_one
from dealer_table.config.http import HttpConfig, HttpSection, http_of
from dealer_table.config.picture import PictureSection
from dealer_table.config.toml_file import TomlFile, read_toml
from dealer_table.errors import ConfigError


class GatewayFile(TomlFile):
    """The whole file; `table` is the id of the table that it serves."""

    table: str
    mqtt: MqttSection
    http: HttpSection = HttpSection()
    picture: PictureSection | None = None


@dataclass(frozen=True, slots=True)
class GatewayConfig:
    """A gateway's configuration, checked: it can start."""

    table: str
    broker: BrokerAddress
    http: HttpConfig
    picture: PictureSection | None


def load_gateway_config(path: Path) -> GatewayConfig:
    """Read and check a gateway's configuration; the ConfigError tells every fault of it."""
    file, faults = read_toml(path, GatewayFile)
    if file is None:
        raise as_one(faults)
    broker, broker_faults = broker_of(file.mqtt, path)
    http, http_faults = http_of(file.http, path)
    faults = broker_faults + http_faults
    if file.http.token_keys_file is not None:
        problem, remedy = "there is no desk here", "remove it: dealers go to the table's own gateway"
        faults.append(ConfigError(problem, source=str(path), key="http.token_keys_file", remedy=remedy))
    if faults:
        raise as_one(faults)
    return GatewayConfig(file.table, broker, http, file.picture)
