"""The mathematics by hand: `odds`, `roads` and `coup settle`. I/O: standard input and output, and a coup's file."""

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import BaseModel, ConfigDict, NonNegativeInt, ValidationError

from dealer_table.baccarat.bets import Bet, returned
from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup, Outcome
from dealer_table.baccarat.hand import Hand, Side
from dealer_table.baccarat.odds import PACKS, all_orders, expected_return
from dealer_table.baccarat.paytables import BETS, BankerRule
from dealer_table.projections.roads import (
    BIG_EYE_BOY,
    COCKROACH_PIG,
    SMALL_ROAD,
    Color,
    Roads,
    RoadsSection,
)

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]

STANDARD_INPUT = Path("-")

_OUTCOMES = {outcome.letter: outcome for outcome in Outcome}
_COLOR_LETTERS = {Color.RED: "R", Color.BLUE: "B"}
_LAGS = {"big_eye_boy": BIG_EYE_BOY, "small_road": SMALL_ROAD, "cockroach_pig": COCKROACH_PIG}


class SettleRequest(BaseModel):
    """A finished coup, the house's rule for the Banker spot, and what lies on which spot in minor units."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    rules: BankerRule = BankerRule.COMMISSION
    stakes: dict[str, NonNegativeInt]


def odds_document(packs: int) -> dict[str, Any]:
    """Return the exact return of every bet from a fresh shoe; `total` is how many orders of six cards were counted."""
    returns = {name: expected_return(bet, packs) for name, bet in BETS.items()}
    return {
        "packs": packs,
        "total": all_orders(packs),
        "bets": {
            name: {"return": float(exact), "exact": f"{exact.numerator}/{exact.denominator}"}
            for name, exact in returns.items()
        },
    }


def roads_of(letters: str) -> Roads:
    """Return the roads of outcomes written P, B and T; ValueError that names the first other letter."""
    roads = Roads()
    for place, letter in enumerate(letters, start=1):
        if letter not in _OUTCOMES:
            raise ValueError(f"outcome {place} is {letter!r}: write P for Player, B for Banker, T for a tie")
        roads = roads.with_coup(_OUTCOMES[letter])
    return roads


def roads_document(letters: str) -> dict[str, Any]:
    """Return the logical roads of outcomes written P, B and T, derived roads as R (red) and B (blue)."""
    roads = roads_of(letters)
    return {
        "outcomes": letters,
        "big_road_columns": [[streak.outcome.letter, streak.length] for streak in roads.streaks],
        **{name: "".join(_COLOR_LETTERS[mark] for mark in roads.marks(lag)) for name, lag in _LAGS.items()},
        "ask": {side.value: _ask_document(roads, side) for side in Side},
    }


def settle_document(request: SettleRequest) -> dict[str, Any]:
    """Return the outcome and what each stake brings back; ValueError for a coup nobody can deal or an unknown bet."""
    coup = _checked_coup(request)
    bets: Mapping[str, Bet] = {**BETS, "banker": request.rules.bet}
    unknown = [name for name in request.stakes if name not in bets]
    if unknown:
        raise ValueError(f"no such bet: {', '.join(unknown)}; there are {', '.join(bets)}")
    return {
        "outcome": coup.outcome.value,
        "returned": {name: returned(bets[name], coup, stake) for name, stake in request.stakes.items()},
    }


def odds_command(
    packs: Annotated[int, typer.Option(min=PACKS.start, max=PACKS.stop - 1, help="Packs in the shoe.")] = 8,
    as_json: AsJson = False,
) -> None:
    """Count every order of six cards from a fresh shoe, and print the exact return of every bet."""
    document = odds_document(packs)
    if as_json:
        _print_json(document)
        return
    typer.echo(f"{packs} packs, {document['total']:,} orders of six cards\n")
    typer.echo(f"{'bet':<28}{'return':>13}{'house edge':>14}")
    for name, bet in document["bets"].items():
        typer.echo(f"{name:<28}{bet['return']:>13.6%}{1 - bet['return']:>14.6%}")


def roads_command(
    outcomes: Annotated[str, typer.Argument(help="The coups of a shoe in order: P, B and T, as in PBBTP.")],
    as_json: AsJson = False,
) -> None:
    """Print the roads that a shoe of these outcomes draws."""
    try:
        document = roads_document(outcomes)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="OUTCOMES") from error
    if as_json:
        _print_json(document)
        return
    typer.echo(_drawing(roads_of(outcomes).section()))


def settle_command(
    file: Annotated[Path, typer.Argument(help="The coup as JSON; - is standard input.")] = STANDARD_INPUT,
    as_json: AsJson = False,
) -> None:
    """Settle one finished coup: cards, rules and stakes in, returns out.

    The coup is {"player": ["8S", "KH"], "banker": ["5C", "TD"], "rules": "commission", "stakes": {"banker": 1000}};
    stakes are in minor units, rules may be "no_commission" or "ez" too.
    """
    try:
        text = sys.stdin.read() if file == STANDARD_INPUT else file.read_text(encoding="utf-8")
        request = SettleRequest.model_validate_json(text)
        document = settle_document(request)
    except (OSError, ValueError) as error:
        raise typer.BadParameter(_explained(error), param_hint="FILE") from error
    if as_json:
        _print_json(document)
        return
    typer.echo(f"outcome: {document['outcome']}\n")
    typer.echo(f"{'bet':<28}{'stake':>12}{'returned':>12}")
    for name, amount in document["returned"].items():
        typer.echo(f"{name:<28}{request.stakes[name]:>12}{amount:>12}")


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command("odds")(odds_command)
    app.command("roads")(roads_command)
    coup = typer.Typer(help="One coup by hand.", no_args_is_help=True)
    # A callback keeps `settle` a command of its own name though it is the only one.
    coup.callback()(_coup)
    coup.command("settle")(settle_command)
    app.add_typer(coup, name="coup")


def _coup() -> None:
    pass


def _checked_coup(request: SettleRequest) -> Coup:
    """Return the coup if these are the cards that the tableau would have dealt to both hands; ValueError otherwise."""
    player, banker = request.player, request.banker
    opening = [card for pair in zip(player[:2], banker[:2], strict=False) for card in pair]
    coup = Coup(Hand(player), Hand(banker))
    if Coup.dealt((*opening, *player[2:], *banker[2:])) != coup:
        raise ValueError("the third-card rules do not deal these hands: one has a card too many or in the wrong place")
    return coup


def _ask_document(roads: Roads, side: Side) -> dict[str, str | None]:
    return {name: color and _COLOR_LETTERS[color] for name, color in asdict(roads.ask(side)).items()}


def _drawing(section: RoadsSection) -> str:
    """Draw the roads in letters; a digit after a win is its ties."""
    derived = ((name, getattr(section, name)) for name in _LAGS)
    grids = [
        ("bead plate", {(cell.column, cell.row): cell.outcome.letter for cell in section.bead_plate}),
        (
            "big road",
            {(cell.column, cell.row): f"{cell.outcome.letter}{cell.ties or ''}" for cell in section.big_road.cells},
        ),
        *(
            (name.replace("_", " "), {(mark.column, mark.row): _COLOR_LETTERS[mark.color] for mark in road.marks})
            for name, road in derived
        ),
    ]
    return "\n\n".join(f"{title}\n{_grid(marks)}" for title, marks in grids)


def _grid(marks: Mapping[tuple[int, int], str]) -> str:
    if not marks:
        return "  (nothing yet)"
    columns = 1 + max(column for column, _ in marks)
    rows = 1 + max(row for _, row in marks)
    return "\n".join(
        "  " + "".join(f"{marks.get((column, row), '.'):<3}" for column in range(columns)).rstrip()
        for row in range(rows)
    )


def _explained(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return "; ".join(
            f"{'.'.join(str(part) for part in fault['loc']) or 'the document'}: {fault['msg']}"
            for fault in error.errors(include_url=False)
        )
    return str(error)


def _print_json(document: Mapping[str, Any]) -> None:
    typer.echo(json.dumps(document))
