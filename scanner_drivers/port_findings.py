"""What can be seen of a device path before it is opened: there, allowed, held by others. I/O: /dev, /proc.

Only a path can be looked at so; any other URL is tried by opening it.
"""

import grp
import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from scanner_drivers.finding import Finding, Health, Rung, fault, good

_PLACES = ("serial/by-id/*", "serial/by-path/*", "ttyACM*", "ttyUSB*")
_MODEM_MANAGER = "ModemManager"


@dataclass(frozen=True, slots=True)
class Holder:
    """A process that has the device open."""

    pid: int
    name: str


def port_findings(path: Path) -> list[Finding]:
    """Look at a device path; the first fault ends it."""
    looks: tuple[Callable[[Path], Finding], ...] = (_there, _allowed, _free)
    findings = []
    for look in looks:
        findings.append(look(path))
        if findings[-1].health is Health.FAULT:
            break
    return findings


def holders_of(path: Path) -> list[Holder]:
    """Return the other processes that have the device open, as far as we may see them."""
    device = path.stat().st_rdev
    found = {}
    for descriptor in Path("/proc").glob("[0-9]*/fd/*"):
        pid = int(descriptor.parts[2])
        if pid == os.getpid():
            continue
        try:
            status = descriptor.stat()
            if stat.S_ISCHR(status.st_mode) and status.st_rdev == device:
                found[pid] = Holder(pid, Path(f"/proc/{pid}/comm").read_text("utf-8").strip())
        except OSError:
            continue  # it has just closed it, or ended, or is not ours to look at
    return [found[pid] for pid in sorted(found)]


def _there(path: Path) -> Finding:
    if not path.exists():
        what = f"{path} leads to nothing" if path.is_symlink() else f"no {path}"
        others = ", ".join(_candidates()) or "none: is the scanner plugged in, and set to USB-COM or RS-232?"
        return fault(Rung.THERE, what, f"ports there are: {others}")
    if not stat.S_ISCHR(path.stat().st_mode):
        return fault(Rung.THERE, f"{path} is no device", "name the scanner's port, best by /dev/serial/by-id/")
    real = path.resolve()
    return good(Rung.THERE, str(path) if real == path else f"{path}, now {real}")


def _candidates() -> Iterator[str]:
    return (str(path) for place in _PLACES for path in sorted(Path("/dev").glob(place)))


def _allowed(path: Path) -> Finding:
    if os.access(path, os.R_OK | os.W_OK):
        return good(Rung.ALLOWED, "may be read and written")
    status = path.stat()
    try:
        group = grp.getgrgid(status.st_gid).gr_name
    except KeyError:
        group = str(status.st_gid)
    remedy = f"sudo usermod --append --groups {group} $USER, then log in anew; a unit: SupplementaryGroups={group}"
    return fault(Rung.ALLOWED, f"{stat.filemode(status.st_mode)} of group {group}: not for us", remedy)


def _free(path: Path) -> Finding:
    holders = holders_of(path)
    if not holders:
        seen = "nobody has it open" if os.geteuid() == 0 else "nobody that we may see has it open (as root we see all)"
        return good(Rung.FREE, seen)
    told = ", ".join(f"{holder.name} (process {holder.pid})" for holder in holders)
    if any(holder.name == _MODEM_MANAGER for holder in holders):
        remedy = "install config/udev/70-dealer-table-scanners.rules, then plug the scanner in again"
    else:
        remedy = "stop it: two readers get half of the bytes each; a bridge: systemctl stop dealer-table-bridge"
    return fault(Rung.FREE, f"open in {told}", remedy)
