"""How to reach the broker, and what is not safe enough to be accepted. Pure."""

from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Tls:
    """The files of a TLS connection; without `ca` the system's authorities are trusted."""

    ca: Path | None = None
    cert: Path | None = None
    key: Path | None = None


@dataclass(frozen=True, slots=True)
class Broker:
    """The broker's address and our credentials."""

    host: str = "127.0.0.1"
    port: int = 1883
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    tls: Tls | None = None


def is_this_machine(host: str) -> bool:
    """Tell whether `host` can only be this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
