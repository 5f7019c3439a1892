"""A printed pack, drawn by a real browser and read back by a reader that is not ours. I/O: processes, files."""

import io
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.async_api import async_playwright

from dealer_table.baccarat.cards import PACK
from scanner_drivers.card_sheet import card_sheet
from scanner_drivers.codebook_files import load_codebook
from scanner_drivers.symbols import Symbology
from tests.fixtures.browser import launched

FORMATS = {
    Symbology.CODE128: zxingcpp.BarcodeFormat.Code128,
    Symbology.QR: zxingcpp.BarcodeFormat.QRCode,
    Symbology.DATAMATRIX: zxingcpp.BarcodeFormat.DataMatrix,
    Symbology.ITF: zxingcpp.BarcodeFormat.ITF,
}
# 300 dots an inch, as a plain printer has.
SCALE = 3

Cell = tuple[str, float, float, float, float]
CELLS = """() => [...document.querySelectorAll(".card")].map((cell) => {
  const { left, top, right, bottom } = cell.getBoundingClientRect();
  return [cell.dataset.card, left, top, right, bottom];
})"""


async def drawn(path: Path) -> tuple[Image.Image, list[Cell], int]:
    """Return the sheet as pixels, where its cells are, and how many pages it prints on."""
    async with async_playwright() as playwright:
        chromium = await launched(playwright)
        page = await chromium.new_page(device_scale_factor=SCALE)
        await page.goto(path.as_uri())
        cells = await page.evaluate(CELLS)
        picture = Image.open(io.BytesIO(await page.screenshot(full_page=True)))
        printed = await page.pdf(prefer_css_page_size=True)
        await chromium.close()
    return picture, cells, printed.count(b"/Type /Page\n") or printed.count(b"/Type /Page ")


# One that is read in lines and one that is read as an area; the others are no different to the sheet.
QUICK = (Symbology.CODE128, Symbology.DATAMATRIX)


@pytest.mark.parametrize(
    "symbology", [kind if kind in QUICK else pytest.param(kind, marks=pytest.mark.soak) for kind in Symbology]
)
async def test_every_card_of_a_printed_pack_is_read_as_itself(symbology: Symbology, tmp_path: Path) -> None:
    codebook = load_codebook()
    path = tmp_path / "sheet.html"
    path.write_text(card_sheet(codebook, symbology, "9990"), "utf-8")
    picture, cells, pages = await drawn(path)
    read = {}
    for name, left, top, right, bottom in cells:
        cell = picture.crop((left * SCALE, top * SCALE, right * SCALE, bottom * SCALE))
        read[name] = [(found.format, found.text) for found in zxingcpp.read_barcodes(cell)]
    expected = {card.value: codebook.code(card) for card in PACK} | {"cut": "9990"}
    assert read == {name: [(FORMATS[symbology], code)] for name, code in expected.items()}
    assert pages == 3
