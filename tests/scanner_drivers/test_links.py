import pytest

from dealer_table.errors import ConfigError
from scanner_drivers.capture_link import CaptureLink
from scanner_drivers.driver import LineFormat
from scanner_drivers.kept_link import KeptLink
from scanner_drivers.links import check_port_url, link_for
from scanner_drivers.serial_link import SerialLink

SERIAL = ["/dev/ttyUSB0", "COM3", "socket://10.0.0.5:4001", "rfc2217://10.0.0.5:7000", "/dev/serial/by-id/usb-[x]"]
OTHERS = [
    "hid://0c2e:0b61",
    "hid://0C2E:0B61/S1234",
    "hid:///dev/hidraw0",
    "hid+unix:///tmp/scanner",
    "evdev:///dev/input/by-id/usb-scanner-event-kbd",
    "evdev+unix:///tmp/scanner",
    "camera+folder:///var/snapshots#qr",
]
NEED_OPENCV = ["camera:///dev/video0", "camera:///dev/video0#data_matrix", "camera+http://10.0.3.9:8080/stream?q=1#itf"]


@pytest.mark.parametrize("url", [*SERIAL, *OTHERS, *NEED_OPENCV, "capture:///var/shoe.jsonl"])
def test_a_port_need_not_be_there_to_be_named(url: str) -> None:
    check_port_url(url)


@pytest.mark.parametrize("url", SERIAL)
def test_what_is_no_other_kind_is_a_serial_port(url: str) -> None:
    assert isinstance(link_for(url, LineFormat()), SerialLink)


@pytest.mark.parametrize("url", OTHERS)
def test_other_kinds_are_kept_open_as_a_serial_port_is(url: str) -> None:
    link = link_for(url, LineFormat())
    assert isinstance(link, KeptLink)
    assert not isinstance(link, SerialLink | CaptureLink)


@pytest.mark.parametrize(
    ("url", "remedy"),
    [
        ("nonsense://x", "socket://"),
        ("hid://", "hid://0c2e:0b61"),
        ("hid://0c2e", "hid://0c2e:0b61"),
        ("hid:///etc/passwd", "hid:///dev/hidraw0"),
        ("hid+unix://", "hid:///dev/hidraw0"),
        ("evdev://event3", "evdev:///dev/input"),
        ("evdev://", "evdev:///dev/input"),
        ("camera://", "camera:///dev/video0"),
        ("camera+http:///stream", "camera:///dev/video0"),
        ("camera:///dev/video0#colour", "code_128"),
        ("capture://shoe.jsonl", "capture:///"),
    ],
)
def test_a_url_that_can_never_be_opened_is_refused_with_one_that_can(url: str, remedy: str) -> None:
    with pytest.raises(ConfigError) as refused:
        check_port_url(url)
    assert refused.value.key == "port"
    assert remedy in refused.value.remedy
