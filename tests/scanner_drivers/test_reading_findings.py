from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.driver import LineFormat
from scanner_drivers.drivers.ascii_line import DRIVER
from scanner_drivers.finding import Finding, Health, Rung
from scanner_drivers.reading_findings import reading_findings
from scanner_drivers.replay import replay


def judged(data: bytes) -> list[Finding]:
    codebook = load_codebook()
    seen = replay(DRIVER.driver({}, codebook), [(0, data)] if data else []).seen
    return reading_findings(data, seen, LineFormat(), codebook, 20)


def rungs(data: bytes) -> dict[Rung, Health]:
    return {finding.rung: finding.health for finding in judged(data)}


def last(data: bytes) -> Finding:
    finding = judged(data)[-1]
    assert finding.health is Health.FAULT and finding.remedy
    return finding


def test_a_card_is_good_throughout() -> None:
    assert set(rungs(b"1010\r").values()) == {Health.GOOD}
    assert list(rungs(b"1010\r")) == [Rung.BYTES, Rung.LINE, Rung.FRAMES, Rung.CODES]


def test_silence_is_told() -> None:
    assert last(b"").rung is Rung.BYTES


def test_bytes_from_everywhere_are_a_wrong_baud() -> None:
    finding = last(bytes.fromhex("99 9E E6 00 F8 9A 99 0D 9E E6 0D 99"))
    assert finding.rung is Rung.LINE
    assert "9600 baud" in finding.remedy


def test_text_without_an_end_is_a_wrong_framing() -> None:
    assert last(b"1010" * 40).rung is Rung.FRAMES
    assert last(b"1010").rung is Rung.FRAMES


def test_a_code_of_no_card_is_told_with_what_came() -> None:
    finding = last(b"4006381333931\r")
    assert finding.rung is Rung.CODES
    assert "4006381333931" in finding.text


def test_a_scanner_that_cannot_read_is_told() -> None:
    finding = last(b"NOREAD\r")
    assert finding.rung is Rung.CODES
    assert "light" in finding.remedy
