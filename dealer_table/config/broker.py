"""How to reach the broker, and what is not safe enough; the table and its scanners say it alike. I/O: reads files."""

import ssl
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from dealer_table.errors import ConfigError


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """Where the broker is and how to be let in; without `tls` the connection is in the clear."""

    host: str = "127.0.0.1"
    port: int = 1883
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    tls: ssl.SSLContext | None = None


class TlsSection(BaseModel):
    """`[mqtt.tls]`: without `ca` the system's authorities are trusted."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    ca: Path | None = None
    cert: Path | None = None
    key: Path | None = None

    @model_validator(mode="after")
    def _a_certificate_has_a_key(self) -> Self:
        if (self.cert is None) != (self.key is None):
            raise ValueError("cert and key go together")
        return self


class MqttSection(BaseModel):
    """`[mqtt]`: the broker. Beyond this machine only with TLS and a password."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    host: str = Field(default="127.0.0.1", min_length=1)
    port: int = Field(default=1883, ge=1, le=65535)
    username: str | None = None
    password_file: Path | None = None
    tls: TlsSection | None = None

    @model_validator(mode="after")
    def _beyond_this_machine_only_in_safety(self) -> Self:
        if is_this_machine(self.host) or (self.tls and self.username and self.password_file):
            return self
        raise ValueError(
            f"{self.host} is not this machine: anybody on the way could forge a card without "
            "tls, username and password_file"
        )


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


def is_this_machine(host: str) -> bool:
    """Tell whether `host` can only be this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def broker_of(section: MqttSection, beside: Path) -> tuple[BrokerAddress, list[ConfigError]]:
    """Return the broker that a section of the file `beside` describes, and every fault of the files it names."""
    faults: list[ConfigError] = []

    def fault(key: str, problem: str) -> None:
        remedy = "a path is relative to this file"
        faults.append(ConfigError(problem, source=str(beside), key=f"mqtt.{key}", remedy=remedy))

    tls = None
    if section.tls is not None:
        try:
            tls = _client_tls(section.tls, beside.parent)
        except (OSError, ssl.SSLError) as error:
            fault("tls", f"its files cannot be used: {error}")
    password = None
    if section.password_file is not None:
        try:
            password = (beside.parent / section.password_file).read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            fault("password_file", f"cannot be read: {error}")
    return BrokerAddress(section.host, section.port, section.username, password, tls), faults


def _client_tls(section: TlsSection, folder: Path) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=section.ca and folder / section.ca)
    if section.cert is not None:
        context.load_cert_chain(folder / section.cert, section.key and folder / section.key)
    return context
