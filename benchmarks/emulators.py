"""The emulator of each registered driver, set up so that both read as soon as a card lies there. I/O: imports."""

import inspect
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from scanner_drivers.codebook import Codebook
from scanner_drivers.driver import Driver
from scanner_drivers.registry import AnyDriverSpec, driver_names, load_driver
from simulators.devices.emulated_scanner import EmulatedScanner

_DEVICES = "simulators.devices"
# Nothing is measured but the way of a read: each counts, and none waits to be asked for.
_WANTED_SETTINGS = {"trigger": "device", "repeat_interval_ms": 0}


# These hang on no serial line: their bytes come from the kernel, a picture or a file.
NO_SERIAL_LINE = frozenset({"camera", "capture_file", "hid_keyboard", "hid_pos"})


@dataclass(frozen=True, slots=True)
class Emulated:
    """A driver, its settings, and how to make the device on the other end."""

    spec: AnyDriverSpec
    settings: dict[str, object]
    device_class: type[EmulatedScanner]

    def device(self) -> EmulatedScanner:
        takes = inspect.signature(self.device_class).parameters
        return self.device_class(**({"waits_for_trigger": False} if "waits_for_trigger" in takes else {}))

    def driver(self, codebook: Codebook) -> Driver:
        return self.spec.driver(self.settings, codebook)


def emulated_drivers() -> tuple[list[Emulated], list[str]]:
    """Return every driver that has an emulator, and the names of those that have none."""
    found: list[Emulated] = []
    without: list[str] = []
    for name in driver_names():
        device_class = _device_class(name)
        if device_class is None:
            without.append(name)
            continue
        spec = load_driver(name)
        settings = {key: value for key, value in _WANTED_SETTINGS.items() if key in spec.settings.model_fields}
        found.append(Emulated(spec, settings, device_class))
    return found, without


def _device_class(name: str) -> type[EmulatedScanner] | None:
    if find_spec(f"{_DEVICES}.{name}") is None:
        return None
    module = import_module(f"{_DEVICES}.{name}")
    for one in vars(module).values():
        if inspect.isclass(one) and one.__module__ == module.__name__ and hasattr(one, "read_through_noise"):
            return cast("type[EmulatedScanner]", one)
    return None
