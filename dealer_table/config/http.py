"""Where a gateway listens, and what is not safe enough; every gateway says it alike. I/O: reads files."""

import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from dealer_table.config.broker import is_this_machine
from dealer_table.config.token_keys import TokenKeys, read_token_keys
from dealer_table.errors import ConfigError


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


@dataclass(frozen=True, slots=True)
class HttpConfig:
    """The section, checked, with what its files hold."""

    section: HttpSection
    token_keys: TokenKeys | None
    tls: ssl.SSLContext | None


def http_of(section: HttpSection, beside: Path) -> tuple[HttpConfig, list[ConfigError]]:
    """Return the listener that a section of the file `beside` describes, and every fault of the files it names."""
    faults: list[ConfigError] = []
    keys = None
    if section.token_keys_file is not None:
        try:
            keys = read_token_keys(beside.parent / section.token_keys_file)
        except ConfigError as error:
            faults.append(error)
    tls = None
    if section.tls_cert is not None:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            tls.load_cert_chain(beside.parent / section.tls_cert, section.tls_key and beside.parent / section.tls_key)
        except (OSError, ssl.SSLError) as error:
            problem, remedy = f"its files cannot be used: {error}", "a path is relative to this file"
            faults.append(ConfigError(problem, source=str(beside), key="http.tls_cert", remedy=remedy))
    return HttpConfig(section, keys, tls), faults
