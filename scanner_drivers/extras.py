"""Libraries that only some ports need, imported when such a port is used. I/O: imports them."""

from importlib import import_module
from typing import Any

from dealer_table.errors import ScannerError


def extra_library(module: str, extra: str) -> Any:
    """Import a library of an optional extra; ScannerError says how to install it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ScannerError(f"{error}: pip install 'dealer-table[{extra}]'") from None
