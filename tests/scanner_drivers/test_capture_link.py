import json
from pathlib import Path

import pytest

from dealer_table.errors import ScannerError
from scanner_drivers.driver import LineFormat
from scanner_drivers.links import link_for
from tests.fixtures.broker_talk import until
from tests.fixtures.link_diary import LinkDiary, listening

RECORDED = [(0, "rx", "31 30"), (5, "tx", "06"), (5, "rx", "31 30 0D"), (1, "rx", ""), (30, "rx", "32")]
AT_ITS_END = "lost: the recording is at its end"


def recording(path: Path, lines: list[tuple[int, str, str]]) -> str:
    path.write_text("".join(json.dumps({"gap_ms": gap, "dir": way, "hex": data}) + "\n" for gap, way, data in lines))
    return f"capture://{path}"


async def test_a_recording_is_played_once_and_at_its_own_pace(tmp_path: Path) -> None:
    link = link_for(recording(tmp_path / "a shoe.jsonl", RECORDED).replace(" ", "%20"), LineFormat())
    async with listening(link) as diary:
        await until(lambda: diary.pieces == [b"10"])
        link.write(b"nobody hears it")
        assert AT_ITS_END not in diary.told
        await until(lambda: AT_ITS_END in diary.told)
    assert diary.pieces == [b"10", b"10\r", b"2"]
    assert diary.told == ["opened", "opened", AT_ITS_END]  # the port was opened again while it was recorded


@pytest.mark.parametrize("text", [None, "no recording\n"])
def test_without_a_recording_there_is_no_link(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "shoe.jsonl").write_text(text)
    with pytest.raises(ScannerError, match=r"shoe\.jsonl"):
        link_for(f"capture://{tmp_path / 'shoe.jsonl'}", LineFormat())


class Refusing(LinkDiary):
    """Say that nothing may be made of what comes."""

    def received(self, data: bytes) -> None:
        raise ScannerError("bytes not recorded")


async def test_a_listener_that_must_not_listen_ends_the_recording(tmp_path: Path) -> None:
    link = link_for(recording(tmp_path / "shoe.jsonl", RECORDED), LineFormat())
    async with listening(link, Refusing()) as diary:
        await until(lambda: len(diary.told) == 2)
    assert diary.told == ["opened", "lost: bytes not recorded"]
