"""A pack to print and cut out: every card with its bar code, and the cut card, as one page of HTML. Pure."""

from html import escape
from string import Template

from dealer_table.baccarat.cards import PACK, Card
from dealer_table.errors import ConfigError
from scanner_drivers.codebook import Codebook
from scanner_drivers.symbols import Symbology, drawn

# Three in a row and six rows: eighteen on a sheet of A4, within the margins that every printer has.
_CELL_MM = (63.0, 45.0)
_SYMBOL_MM = (58.0, 28.0)
_SUITS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
_RED = "HD"

_SHEET = Template("""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>$title</title>
<style>
@page { size: A4; margin: 10mm; }
* { margin: 0; box-sizing: border-box; }
body { width: 190mm; color: #000; background: #fff; font: 4mm/1.2 sans-serif; }
main { display: grid; grid-template-columns: repeat(3, ${width}mm); }
.card { width: ${width}mm; height: ${height}mm; padding: 1mm; border: 0.2mm dashed #999; overflow: hidden;
  display: grid; grid-template-rows: auto 1fr auto; justify-items: center; align-items: center;
  break-inside: avoid; }
.face { font-size: 7mm; font-weight: bold; }
.red .face { color: #b00; }
.code { font: 3mm monospace; color: #444; }
svg { display: block; }
@media screen { body { margin: 10mm auto; } }
@media print { .hint { display: none; } }
.hint { margin-bottom: 5mm; }
</style>
</head>
<body>
<p class="hint">$title. Print at 100&nbsp;%, not fitted to the page, and cut along the dashes.</p>
<main>
$cells
</main>
</body>
</html>
""")
_CELL = Template("""<div class="card$color" data-card="$name"><span class="face">$face</span>
$symbol
<span class="code">$code</span></div>""")


def card_sheet(codebook: Codebook, symbology: Symbology, cut_card_code: str) -> str:
    """Return the sheet; ConfigError where the cut card would be a card, or a code does not go into the symbology."""
    owner = codebook.card(cut_card_code)
    if owner is not None:
        remedy = "the cut card needs a code of its own"
        raise ConfigError(f"{cut_card_code} is the code of {owner} in {codebook.name}", key="--cut-card", remedy=remedy)
    cells = [_card(card, codebook.code(card), symbology) for card in PACK]
    cells.append(_cell("cut", "cut card", cut_card_code, symbology))
    width, height = (f"{side:g}" for side in _CELL_MM)
    title = escape(f"{codebook.name}, {symbology}")
    return _SHEET.substitute(title=title, width=width, height=height, cells="\n".join(cells))


def _card(card: Card, code: str, symbology: Symbology) -> str:
    rank, suit = card.value[:-1].replace("T", "10"), card.value[-1]
    return _cell(card.value, f"{rank}{_SUITS[suit]}", code, symbology, " red" if suit in _RED else "")


def _cell(name: str, face: str, code: str, symbology: Symbology, color: str = "") -> str:
    symbol = drawn(code, symbology, *_SYMBOL_MM)
    return _CELL.substitute(name=name, face=face, code=escape(code), symbol=symbol, color=color)
