"""What bytes of a device, and what its driver made of them, say of the set-up. Pure."""

from collections.abc import Sequence

from dealer_table.procedure.words import MisreadCause
from scanner_drivers.codebook import Codebook
from scanner_drivers.driver import LineFormat
from scanner_drivers.finding import Finding, Rung, fault, good
from scanner_drivers.sightings import (
    BurnCardSeen,
    CardSeen,
    CardSeenOutside,
    CutCardSeen,
    Misread,
    Sighting,
    printable,
)

# What text and common framing are made of; at a wrong baud or parity bytes come from everywhere.
_PLAUSIBLE = frozenset(range(0x20, 0x7F)) | frozenset(b"\x02\x03\x04\x06\x0a\x0d\x15\x16\x1d")
_PLAUSIBLE_SHARE = 0.7
_NOT_WHOLE = (MisreadCause.GARBLED, MisreadCause.TRUNCATED, MisreadCause.CHECK_FAILED)


def is_whole(sighting: Sighting) -> bool:
    """Tell whether the driver got a message from one end to the other, whatever it said."""
    return _is_card(sighting) or (isinstance(sighting, Misread) and sighting.cause not in _NOT_WHOLE)


def reading_findings(
    data: bytes, seen: Sequence[Sighting], line: LineFormat, codebook: Codebook, seconds: float
) -> list[Finding]:
    """Judge what came in so many seconds; the first fault ends it."""
    if not data:
        remedy = (
            "see that the scanner beeps and has power, that it is set to this interface and not to keyboard, and that "
            "RX and TX are not swapped"
        )
        return [fault(Rung.BYTES, f"nothing came in {seconds:g} s, though a card was shown", remedy)]
    findings = [good(Rung.BYTES, f"{len(data)} bytes: {printable(data)}")]
    whole = [sighting for sighting in seen if is_whole(sighting)]
    share = sum(byte in _PLAUSIBLE for byte in data) / len(data)
    if not whole and share < _PLAUSIBLE_SHARE:
        told = f"{line.baud} baud, {line.data_bits} data bits, parity {line.parity}, {line.stop_bits} stop bits"
        remedy = f"set the scanner to {told}, or give `line` the scanner's own settings"
        return [*findings, fault(Rung.LINE, f"only {share:.0%} of the bytes can be text or framing", remedy)]
    findings.append(good(Rung.LINE, "the driver understood it" if whole else f"{share:.0%} of the bytes can be text"))
    if not whole:
        remedy = (
            "compare the terminator, prefix, suffix and AIM settings of scanner and driver, and the driver's name with "
            "the scanner's mode"
        )
        return [*findings, fault(Rung.FRAMES, f"no message is whole: {_misreads(seen)}", remedy)]
    return [*findings, good(Rung.FRAMES, f"{len(whole)} whole"), _codes(whole, codebook)]


def _codes(whole: Sequence[Sighting], codebook: Codebook) -> Finding:
    cards = [sighting for sighting in whole if _is_card(sighting)]
    if cards:
        return good(Rung.CODES, f"{len(cards)} of {len(whole)} named a card of {codebook.name}")
    unknown = [seen for seen in whole if isinstance(seen, Misread) and seen.cause is MisreadCause.UNKNOWN_CODE]
    if unknown:
        remedy = "name the codebook of these cards (`codebook`), or take off what the scanner adds (prefix, aim)"
        return fault(Rung.CODES, f"{unknown[-1].text} is no card of {codebook.name}", remedy)
    remedy = "show the printed code, flat and still; look at light, distance and the symbologies that are switched on"
    return fault(Rung.CODES, "the scanner looked and could not read", remedy)


def _misreads(seen: Sequence[Sighting]) -> str:
    causes = sorted({sighting.cause.value for sighting in seen if isinstance(sighting, Misread)})
    return ", ".join(causes) or "none ended"


def _is_card(sighting: Sighting) -> bool:
    return isinstance(sighting, CardSeen | BurnCardSeen | CardSeenOutside | CutCardSeen)
