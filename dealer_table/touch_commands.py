"""Checking a round of Baccarat Touch by hand: `touch verify`. I/O: standard input and output, and a round's file."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from dealer_table.touch.checking import Check, ToldRound, checks
from dealer_table.touch.commitment import SealedShoe
from dealer_table.wire.card_read import first_fault
from dealer_table.wire.touch_messages import TouchRound

STANDARD_INPUT = Path("-")
_DOES_NOT_HOLD = 1


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    touch = typer.Typer(help="Rounds of Baccarat Touch.", no_args_is_help=True)
    # A callback keeps `verify` a command of its own name though it is the only one.
    touch.callback()(_touch)
    touch.command("verify")(verify_command)
    app.add_typer(touch, name="touch")


def verify_command(
    file: Annotated[Path, typer.Argument(help="The round as JSON, as it was sent to the patron; - is standard input.")],
    commitment: Annotated[
        str | None, typer.Option(help="The commitment as it was noted before the bet; the round must have the same.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Check that a round was dealt from the shoe it was committed to, by the rules, and paid what it should have.

    Exit code 1 when anything does not hold.
    """
    try:
        text = sys.stdin.read() if file == STANDARD_INPUT else file.read_text(encoding="utf-8")
        told = TouchRound.model_validate_json(text)
    except ValidationError as error:
        raise typer.BadParameter(f"not a round: {first_fault(error)}", param_hint="FILE") from None
    except (OSError, UnicodeDecodeError) as error:
        raise typer.BadParameter(str(error), param_hint="FILE") from None
    found = list(checks(told_round(told), commitment and commitment.strip().lower()))
    holds = not any(check.fault for check in found)
    if as_json:
        document = {"round": told.round, "ok": holds, "checks": {check.name: check.fault or "ok" for check in found}}
        typer.echo(json.dumps(document))
    else:
        typer.echo(_report(told.round, found))
    if not holds:
        raise typer.Exit(_DOES_NOT_HOLD)


def told_round(message: TouchRound) -> ToldRound:
    """Return what a message says of a round."""
    return ToldRound(
        end=message.end,
        commitment=message.commitment,
        shoe=SealedShoe(message.opened.order, message.opened.nonce),
        cards=message.cards,
        player=message.player,
        banker=message.banker,
        outcome=message.outcome,
        stakes=message.stakes,
        returned=message.returned,
    )


def _report(number: int, found: list[Check]) -> str:
    lines = [f"  {check.name:<16}{f'DOES NOT HOLD: {check.fault}' if check.fault else 'holds'}" for check in found]
    return "\n".join([f"round {number}", *lines])


def _touch() -> None:
    pass
