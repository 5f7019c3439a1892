from pathlib import Path

import pytest
from pydantic import ValidationError

from dealer_table.config.gateway_config import load_gateway_config
from dealer_table.config.picture import PictureKind, PictureSection
from dealer_table.config.table_config import check_table_config


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://studio.example/table-1/whep?view=2", "https://studio.example"),
        ("https://studio.example:8443/live.m3u8", "https://studio.example:8443"),
        ("https://[2001:db8::1]:8443/whep", "https://[2001:db8::1]:8443"),
        ("http://127.0.0.1:8889/table-1/whep", "http://127.0.0.1:8889"),
        ("http://localhost/whep", "http://localhost"),
    ],
)
def test_a_page_may_ask_the_pictures_origin_and_no_other(url: str, origin: str) -> None:
    picture = PictureSection(url=url)
    assert (picture.origin, picture.kind, picture.delay_ms) == (origin, PictureKind.WHEP, 0)


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("http://studio.example/whep", "use https"),
        ("rtsp://studio.example/whep", "is no address"),
        ("https:///whep", "is no address"),
        ("https://ann:secret@studio.example/whep", "is no address"),
        ("https://studio.example/whep#part", "is no address"),
        ("https://studio.example:port/whep", "is no address"),
        # Whatever would say something of its own in the header that names the origin.
        ("https://studio.example; script-src */whep", "is no address"),
        ("https://*/whep", "is no address"),
        ("https://studio.example,other.example/whep", "is no address"),
        ("https://[::1/whep", "is no address"),
    ],
)
def test_what_is_no_address_for_browsers_is_refused(url: str, fault: str) -> None:
    with pytest.raises(ValidationError, match=fault):
        PictureSection(url=url)


@pytest.mark.parametrize("delay", [-1, 60_001])
def test_a_delay_is_within_reason(delay: int) -> None:
    with pytest.raises(ValidationError, match="delay_ms"):
        PictureSection(url="https://studio.example/whep", delay_ms=delay)


def test_a_table_and_a_gateway_elsewhere_say_it_alike(tmp_path: Path) -> None:
    picture = '[picture]\nurl = "https://studio.example/live.m3u8"\nkind = "hls"\ndelay_ms = 2500\n'
    table, gateway = tmp_path / "table.toml", tmp_path / "gateway.toml"
    table.write_text(f'[table]\nid = "t"\njournal = "t.sqlite"\n{picture}')
    gateway.write_text(f'table = "t"\n[mqtt]\n{picture}')
    config, faults = check_table_config(table)
    assert config is not None and faults == []
    wanted = PictureSection(url="https://studio.example/live.m3u8", kind=PictureKind.HLS, delay_ms=2500)
    assert config.picture == load_gateway_config(gateway).picture == wanted
    table.write_text(f'[table]\nid = "t"\njournal = "t.sqlite"\n{picture.replace("https", "ftp")}')
    assert [fault.key for fault in check_table_config(table)[1]] == ["picture.url"]
