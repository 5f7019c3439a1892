"""Cameras without one: pictures in a folder, and an OpenCV that shows what it is given."""

from pathlib import Path
from typing import Any

import PIL.Image
import pytest

from scanner_drivers.backoff import Backoff
from scanner_drivers.camera_frames import Symbology, texts_of
from scanner_drivers.camera_link import CameraPort, FolderSource, FrameSource, OpenCvSource, code_finder
from scanner_drivers.driver import LineFormat
from scanner_drivers.kept_link import KeptLink
from scanner_drivers.links import link_for
from tests.fixtures.broker_talk import until
from tests.fixtures.card_pictures import fill_folder, picture_of
from tests.fixtures.link_diary import LinkDiary, listening

FIND = code_finder("code_128")


class OpenCv:
    """As much of OpenCV as is used: cameras with some frames in them, and one that is not there."""

    CAP_PROP_BUFFERSIZE = 38

    def __init__(self, frames: list[PIL.Image.Image]) -> None:
        self.frames = frames
        self.released = 0

    def VideoCapture(self, target: str) -> "Camera":
        return Camera(self, list(self.frames) if target == "/dev/video0" else None)


class Camera:
    def __init__(self, opencv: OpenCv, frames: list[PIL.Image.Image] | None) -> None:
        self._opencv = opencv
        self._frames = frames

    def isOpened(self) -> bool:
        return self._frames is not None

    def set(self, what: int, value: int) -> bool:
        return (what, value) == (OpenCv.CAP_PROP_BUFFERSIZE, 1)

    def read(self) -> tuple[bool, PIL.Image.Image | None]:
        return (True, self._frames.pop(0)) if self._frames else (False, None)

    def release(self) -> None:
        self._opencv.released += 1


def link_to(open_source: Any) -> KeptLink:
    return KeptLink("camera://", lambda: CameraPort(open_source(), FIND), backoff=Backoff(first=0.01, longest=0.05))


def frames_in(diary: LinkDiary) -> list[tuple[str, ...] | None]:
    return [texts_of(line) for piece in diary.pieces for line in piece.splitlines()]


@pytest.mark.parametrize(
    ("symbology", "format_name", "code"),
    [
        ("code_128", "Code128", "1010"),
        ("code_39", "Code39", "1010"),
        ("code_93", "Code93", "1010"),
        ("itf", "ITF", "1010"),
        ("codabar", "Codabar", "A1010A"),
        ("qr", "QRCode", "1010"),
        ("data_matrix", "DataMatrix", "1010"),
        ("aztec", "Aztec", "1010"),
    ],
)
def test_a_code_is_found_only_in_the_symbology_of_the_cards(symbology: Symbology, format_name: str, code: str) -> None:
    picture = picture_of(code, symbology=format_name)
    assert code_finder(symbology)(picture) == [code]
    other: Symbology = "data_matrix" if symbology == "code_128" else "code_128"
    assert code_finder(other)(picture) == []


@pytest.mark.parametrize("turned", [0, 7, 90, 180, 275])
def test_a_card_is_found_as_it_lies(turned: float) -> None:
    assert FIND(picture_of("3130", turned=turned, blur=0.8)) == ["3130"]


def test_two_cards_are_two_codes_and_cloth_is_none() -> None:
    assert sorted(FIND(picture_of("1010", "2100"))) == ["1010", "2100"]
    assert FIND(picture_of()) == []
    assert FIND(picture_of("1010", blur=12)) == []


async def test_the_pictures_of_a_folder_are_frames_and_so_are_those_to_come(tmp_path: Path) -> None:
    fill_folder(tmp_path, [picture_of("1010"), picture_of(), picture_of("2100")])
    (tmp_path / "0001a.png").write_bytes(b"half a pict")
    (tmp_path / "notes.txt").write_text("no picture")
    async with listening(link_to(lambda: FolderSource(tmp_path, PIL.Image, seconds=0.001))) as diary:
        await until(lambda: ("2100",) in frames_in(diary))
        # Written under another name and renamed, as the document asks: half a picture is a frame without a code.
        picture_of("3130").save(tmp_path / "0003.part", format="JPEG")
        (tmp_path / "0003.part").rename(tmp_path / "0003.jpg")
        await until(lambda: ("3130",) in frames_in(diary))
    assert diary.told == ["opened"]
    assert frames_in(diary)[:4] == [("1010",), (), (), ("2100",)]
    assert [frame for frame in frames_in(diary) if frame] == [("1010",), ("2100",), ("3130",)]


async def test_a_folder_is_a_port(tmp_path: Path) -> None:
    fill_folder(tmp_path, [picture_of("1010", symbology="QRCode")])
    async with listening(link_for(f"camera+folder://{tmp_path}#qr", LineFormat())) as diary:
        await until(lambda: ("1010",) in frames_in(diary))


async def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    async with listening(link_for(f"camera+folder://{tmp_path / 'gone'}", LineFormat())) as diary:
        await until(lambda: len(diary.told) >= 2)
    assert "No such file" in diary.told[1]


async def test_a_camera_that_stops_is_opened_again() -> None:
    opencv = OpenCv([picture_of("1010"), picture_of("1010")])

    def opened() -> FrameSource:
        return OpenCvSource.opened(opencv, "/dev/video0")

    async with listening(link_to(opened)) as diary:
        await until(lambda: diary.told.count("opened") == 2)
    assert diary.told[1] == "lost: device disconnected (no pictures come)"
    assert frames_in(diary)[:2] == [("1010",)] * 2
    assert opencv.released >= 1


async def test_a_camera_that_is_not_there_is_told() -> None:
    async with listening(link_to(lambda: OpenCvSource.opened(OpenCv([]), "/dev/video9"))) as diary:
        await until(lambda: diary.told)
    assert "there is no camera" in diary.told[0]


async def test_a_bug_in_the_search_is_heard() -> None:
    def search(picture: Any) -> list[str]:
        raise AssertionError("a bug")

    def opened() -> CameraPort:
        return CameraPort(OpenCvSource.opened(OpenCv([picture_of()]), "/dev/video0"), search)

    with pytest.raises(ExceptionGroup) as raised:
        async with listening(KeptLink("camera://", opened)) as diary:
            await until(lambda: len(diary.told) > 1)
    assert raised.group_contains(AssertionError, match="a bug")
