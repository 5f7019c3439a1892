"""The studio's picture of a table: where a browser gets it, and by how much it is late. Pure."""

import re
from enum import StrEnum
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_validator

from dealer_table.config.broker import is_this_machine

# What may stand in a header that tells browsers where to connect: a name, an IPv4 or a bracketed IPv6 address.
_HOST = re.compile(r"([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9a-fA-F:.]+\])(:[0-9]{1,5})?")


class PictureKind(StrEnum):
    """How a browser gets the picture: WebRTC, asked for over HTTP (WHEP), or an HLS playlist (RFC 8216)."""

    WHEP = "whep"
    HLS = "hls"


class PictureSection(BaseModel):
    """`[picture]`: without it the pages show the table alone."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    url: str
    kind: PictureKind = PictureKind.WHEP
    delay_ms: int = Field(default=0, ge=0, le=60_000)

    @field_validator("url")
    @classmethod
    def _an_address_for_browsers(cls, value: str) -> str:
        try:
            parts = urlsplit(value)
            host, _ = parts.hostname or "", parts.port
        except ValueError:
            raise ValueError(f"{value!r} is no address") from None
        if parts.scheme not in ("http", "https") or not _HOST.fullmatch(parts.netloc) or parts.fragment:
            raise ValueError(f"{value!r} is no address: https://HOST/PATH, without user, password and fragment")
        if parts.scheme == "http" and not is_this_machine(host):
            raise ValueError(f"{host} is not this machine: use https")
        return value

    @property
    def origin(self) -> str:
        """Return the one origin that the pages must be allowed to ask."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"
