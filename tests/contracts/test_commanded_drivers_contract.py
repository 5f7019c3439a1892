"""Every driver whose device is also spoken to keeps the contract, plain and with all that its device can add."""

from typing import ClassVar

from dealer_table.baccarat.cards import Card
from scanner_drivers.drivers import cognex_dmcc, datalogic, gm65, honeywell, keyence, microscan, newland, opticon
from scanner_drivers.sightings import CardSeen, DeviceEvent
from scanner_drivers.testing import DriverContract, Frame

ACE, TEN, KING, LAST = (CardSeen(Card(name)) for name in ("AS", "TH", "KC", "KD"))
REFUSED = DeviceEvent("refused")


class TestCognexPlainLines(DriverContract):
    spec = cognex_dmcc.DRIVER
    frames = (
        Frame(0, b"1010\r\n", (ACE,)),
        Frame(900, b"2100\r\n", (TEN,)),
        Frame(900, b"3130\r\n", (KING,)),
        Frame(900, b"||[0]\r\n4130\r\n", (LAST,)),
    )


class TestCognexResponses(DriverContract):
    spec = cognex_dmcc.DRIVER
    settings: ClassVar[dict[str, object]] = {"extended": True}
    frames = (
        Frame(0, b"||0:0[1]MTAxMA==\r\n", (ACE,)),
        Frame(900, b"||[1]MjEwMA==\r\n", (TEN,)),
        Frame(900, b"||0:3[0]\r\n||0:0[1]MzEzMA==\r\n", (KING,)),
        Frame(900, b"||0:3[104]\r\n||0[1]NDEzMA==\r\n", (DeviceEvent("refused", 104), LAST)),
    )


class TestCognexCheckedResponses(DriverContract):
    spec = cognex_dmcc.DRIVER
    settings: ClassVar[dict[str, object]] = {"extended": True, "checked": True}
    frames = (
        Frame(0, b"||1:0[1]MTAxMA==\x20\r\n", (ACE,)),
        Frame(900, b"||1:0[1]MjEwMA==\x15\r\n", (TEN,)),
        Frame(900, b"||1:2[1]MzEzMA==\x0a\r\n", (KING,)),
        Frame(900, b"||1:0[1]NDEzMA==\x35\r\n", (LAST,)),
    )


class TestDatalogic(DriverContract):
    spec = datalogic.DRIVER
    settings: ClassVar[dict[str, object]] = {"acknowledge": True, "setup": ["AB1"]}
    frames = (
        Frame(0, b"1010\r\n", (ACE,)),
        Frame(900, b"\x1bK\r\n2100\r\n", (TEN,)),
        Frame(900, b"\x1bW1\r\n3130\r\n", (DeviceEvent("refused", 1), KING)),
        Frame(900, b"4130\r\n", (LAST,)),
    )


class TestGm65(DriverContract):
    spec = gm65.DRIVER
    frames = (
        Frame(0, b"1010\r", (ACE,)),
        Frame(900, bytes.fromhex("02 00 00 01 00 33 31") + b"2100\r", (TEN,)),
        Frame(900, b"31" + bytes.fromhex("02 00 00 01 00 33 31") + b"30\r", (KING,)),
        Frame(900, b"4130\r\n", (LAST,)),
    )


class TestGm65WithAim(DriverContract):
    spec = gm65.DRIVER
    settings: ClassVar[dict[str, object]] = {"aim": True}
    frames = (
        Frame(0, b"]C01010\r", (ACE,)),
        Frame(900, b"]X0" + bytes.fromhex("02 00 00 01 00 33 31") + b"]C02100\r", (TEN,)),
        Frame(900, b"]C03130\r", (KING,)),
        Frame(900, b"]C04130\r\n", (LAST,)),
    )


class TestHoneywellLines(DriverContract):
    spec = honeywell.DRIVER
    settings: ClassVar[dict[str, object]] = {"setup": ["CBRENA1"], "acknowledge": True}
    frames = (
        Frame(0, b"1010\r", (ACE,)),
        Frame(900, b"CBRENA1\x06!2100\r", (TEN,)),
        Frame(900, b"CBRENA1\x15!3130\r", (DeviceEvent("refused", 0x15), KING)),
        Frame(900, b"4130\r", (LAST,)),
    )


class TestHoneywellLinesWithAim(DriverContract):
    spec = honeywell.DRIVER
    settings: ClassVar[dict[str, object]] = {"setup": ["CBRENA1"], "aim": True}
    frames = (
        Frame(0, b"]C01010\r", (ACE,)),
        Frame(900, b"]Z6CBRENA1\x06!]C02100\r", (TEN,)),
        Frame(900, b"CBRENA1\x06!]C03130\r", (KING,)),
        Frame(900, b"]C04130\r", (LAST,)),
    )


def headed(data: bytes, aim: bytes = b"C0") -> bytes:
    length = (len(data) + 14).to_bytes(4, "little")
    return b"\x16\xfe" + length + b"\rMSGGET" + f"{len(data):04d}j".encode() + aim + b"\x1d" + data + b"\r"


class TestHoneywellHeaders(DriverContract):
    spec = honeywell.DRIVER
    settings: ClassVar[dict[str, object]] = {"framed": True}
    frames = (
        Frame(0, headed(b"1010"), (ACE,)),
        Frame(900, b"DECHDR1\x06!" + headed(b"2100"), (TEN,)),
        Frame(900, headed(b"DECHDR1\x05!", b"Z6") + headed(b"3130"), (DeviceEvent("refused", 5), KING)),
        Frame(900, headed(b"4130"), (LAST,)),
    )


class TestKeyence(DriverContract):
    spec = keyence.DRIVER
    frames = (
        Frame(0, b"1010\r", (ACE,)),
        Frame(900, b"OK,LON\r2100\r", (TEN,)),
        Frame(900, b"ER,LON,20\r\n3130\r\n", (DeviceEvent("refused", 20), KING)),
        Frame(900, b"4130\r", (LAST,)),
    )


class TestKeyenceFramed(DriverContract):
    spec = keyence.DRIVER
    settings: ClassVar[dict[str, object]] = {"framed": True}
    frames = (
        Frame(0, b"\x021010\x03", (ACE,)),
        Frame(900, b"\x02OK,LON\x03\n\x022100\x03\n", (TEN,)),
        Frame(900, b"\x02ERR05\x03\x023130\x03", (DeviceEvent("error", 5), KING)),
        Frame(900, b"\x024130\x03", (LAST,)),
    )


class TestMicroscan(DriverContract):
    spec = microscan.DRIVER
    settings: ClassVar[dict[str, object]] = {"acknowledge": True}
    frames = (
        Frame(0, b"1010\r\n", (ACE,)),
        Frame(900, b"<?/22>2100\r\n", (TEN,)),
        Frame(900, b"31<?/22>30\r\n", (KING,)),
        Frame(900, b"4130\r\n", (LAST,)),
    )


class TestNewland(DriverContract):
    spec = newland.DRIVER
    frames = (
        Frame(0, b"1010\r\n", (ACE,)),
        Frame(900, b"\x02\x010000#SCNTRG1\x06;\x032100\r\n", (TEN,)),
        Frame(900, b"\x02\x010000#SCNTRG1\x15;\x033130\r\n", (DeviceEvent("refused", 0x15), KING)),
        Frame(900, b"4130\r\n", (LAST,)),
    )


class TestNewlandOlder(DriverContract):
    spec = newland.DRIVER
    settings: ClassVar[dict[str, object]] = {"commands": "nls"}
    frames = (
        Frame(0, b"1010\r\n", (ACE,)),
        Frame(900, b"\x062100\r\n", (TEN,)),
        Frame(900, b"31\x0630\r\n", (KING,)),
        Frame(900, b"4130\r\n", (LAST,)),
    )


class TestOpticon(DriverContract):
    spec = opticon.DRIVER
    settings: ClassVar[dict[str, object]] = {"answers": True}
    frames = (
        Frame(0, b"1010\r", (ACE,)),
        Frame(900, b"\x062100\r", (TEN,)),
        Frame(900, b"31\x1530\r", (REFUSED, KING)),
        Frame(900, b"4130\r", (LAST,)),
    )
