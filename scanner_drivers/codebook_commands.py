"""The commands `dealer-table scanner codebook …`. I/O: terminal, files."""

import json
from itertools import permutations
from pathlib import Path
from typing import Annotated

import typer

from dealer_table.errors import ConfigError
from scanner_drivers.card_sheet import card_sheet
from scanner_drivers.codebook import Codebook
from scanner_drivers.codebook_files import DEFAULT_CODEBOOK, load_codebook
from scanner_drivers.command_errors import exit_codes
from scanner_drivers.symbols import Symbology

app = typer.Typer(help="Codebooks: check one, print a pack of cards by one.", no_args_is_help=True)

JsonOption = Annotated[bool, typer.Option("--json", help="one JSON document on standard output")]


@app.command()
def check(
    file: Annotated[str, typer.Argument(help="a .toml file, or the name of a packaged codebook")],
    as_json: JsonOption = False,
) -> None:
    """Tell whether every card has a code, no code two cards, and no code begins like a longer one."""
    with exit_codes():
        codebook = load_codebook(file)
    doubts = doubts_of(codebook)
    if as_json:
        told = {"name": codebook.name, "cards": len(set(codebook.cards.values())), "codes": len(codebook.cards)}
        typer.echo(json.dumps({**told, "doubts": doubts}))
    else:
        for doubt in doubts:
            typer.echo(doubt, err=True)
        if not doubts:
            typer.echo(f"{file}: {codebook.name}, {len(codebook.cards)} codes: nothing to complain of")
    raise typer.Exit(1 if doubts else 0)


@app.command("print")
def print_sheet(
    out: Annotated[Path, typer.Option("--out", help="the HTML file to write; print it from a browser")],
    codebook: Annotated[str, typer.Option("--codebook", help="a packaged one, or the path of a .toml file")] = (
        DEFAULT_CODEBOOK
    ),
    symbology: Annotated[Symbology, typer.Option("--symbology", help="the kind of bar code")] = Symbology.CODE128,
    cut_card: Annotated[str, typer.Option("--cut-card", help="the cut card's code: `cut_card_code` of the driver")] = (
        "9990"
    ),
) -> None:
    """Write a pack of cards with bar codes, the cut card too, to print and cut out."""
    with exit_codes():
        sheet = card_sheet(load_codebook(codebook), symbology, cut_card)
        try:
            out.write_text(sheet, "utf-8")
        except OSError as error:
            raise ConfigError(f"cannot be written: {error.strerror}", source=str(out), key="--out") from None


def doubts_of(codebook: Codebook) -> list[str]:
    """Return what is unambiguous on paper, and no more when a scanner loses the end of a code."""
    return [
        f"{short} ({codebook.cards[short]}) is how {long} ({codebook.cards[long]}) begins: cut off, one is the other"
        for short, long in permutations(codebook.cards, 2)
        if long.startswith(short) and codebook.cards[short] is not codebook.cards[long]
    ]
