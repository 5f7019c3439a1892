"""Finding drivers by name among the installed packages, and loading one only when it is used. I/O: imports plug-ins."""

from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from dealer_table.errors import ConfigError, ScannerError
from scanner_drivers.driver import DriverSpec

GROUP = "scanner_drivers"
AnyDriverSpec = DriverSpec[Any]


def driver_names(found: Iterable[EntryPoint] | None = None) -> tuple[str, ...]:
    """Return the names of all drivers there are, without importing any."""
    return tuple(sorted({point.name for point in _entry_points(found)}))


def load_driver(name: str, found: Iterable[EntryPoint] | None = None) -> AnyDriverSpec:
    """Return the driver of that name; ConfigError when there is none, ScannerError when its package is broken."""
    points = {point.value: point for point in _entry_points(found) if point.name == name}
    if not points:
        known = ", ".join(driver_names(found)) or "none installed"
        raise ConfigError(f"no scanner driver {name}", key="driver", remedy=f"drivers there are: {known}")
    if len(points) > 1:
        raise ScannerError(f"two drivers are called {name}: {' and '.join(sorted(points))}; uninstall one")
    (point,) = points.values()
    try:
        loaded = point.load()
    except Exception as error:  # whatever a plug-in's import raises is the plug-in's fault, not ours
        raise ScannerError(f"driver {name} ({point.value}) cannot be loaded: {error!r}") from error
    if not isinstance(loaded, DriverSpec):
        raise ScannerError(f"driver {name}: {point.value} is a {type(loaded).__name__}, not a DriverSpec")
    if loaded.name != name:
        raise ScannerError(f"driver {name}: {point.value} calls itself {loaded.name}")
    return loaded


def _entry_points(found: Iterable[EntryPoint] | None) -> Iterable[EntryPoint]:
    return entry_points(group=GROUP) if found is None else found
