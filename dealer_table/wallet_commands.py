"""What an operator has still to hear, by hand: `wallet pending`. I/O: an outbox file and standard output."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from dealer_table.adapters.seamless_outbox import Parked, read_pending
from dealer_table.adapters.seamless_owed import Owed
from dealer_table.wire.wallet import operation_of

_IS_PARKED = 1


def pending_command(
    file: Annotated[Path, typer.Argument(help="The wallet's file, as `[money] wallet` names it; the table may run.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """List what is owed, in order, and what the operator refused. Exit code 1 when a person must look at any of it."""
    rows = [_row(each) for each in read_pending(file)]
    if as_json:
        typer.echo(json.dumps({"wallet": str(file), "pending": rows}))
    for row in rows if not as_json else ():
        amount = f"{row['amount']} {row['currency']}" if "amount" in row else row["currency"]
        state = f"REFUSED {row['refused']}" if row["refused"] else "owed"
        typer.echo(f"{state:<28} {row['operation']:<9} {row['patron']:<20} {amount:<16} {row['transaction']}")
    if any(row["refused"] for row in rows):
        raise typer.Exit(_IS_PARKED)


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    wallet = typer.Typer(help="The money an operator keeps.", no_args_is_help=True)
    wallet.command("pending")(pending_command)
    wallet.callback()(lambda: None)  # a group, however few its commands
    app.add_typer(wallet, name="wallet")


def _row(pending: Owed | Parked) -> dict[str, Any]:
    owed, refused = (pending.owed, pending.code) if isinstance(pending, Parked) else (pending, None)
    return {"operation": operation_of(owed.request), "refused": refused, **owed.request.model_dump()}
