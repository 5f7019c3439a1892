"""Which pages may open a socket here: a browser sends the user's reach along with any page it shows. Pure."""

from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit


def origin_allowed(origin: str | None, host: str, *, allowed: Sequence[str], bound_to: str) -> bool:
    """Tell whether a page of `origin` may speak to us as `host`; what is no browser brings no origin.

    Without a list only our own pages may. On a loopback address they must also be called by a loopback name: a foreign
    page whose name was made to point at this machine would be "the same host" too.
    """
    if origin is None:
        return True
    if allowed:
        return origin in allowed
    page = urlsplit(origin)
    if page.scheme not in ("http", "https") or page.netloc.lower() != host.lower():
        return False
    return not is_loopback(bound_to) or is_loopback(page.hostname or "")


def is_loopback(host: str) -> bool:
    """Tell whether `host` names this machine and no other."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
