"""The command `journal balances`: who has how much, and who owes what. I/O: journal files, standard output."""

import json
from typing import Annotated, Any

import typer

from dealer_table.betting.postings import DEBTS
from dealer_table.records.reading import AsJson, File, reading


def balances_command(
    file: File,
    owing: Annotated[bool, typer.Option("--owing", help="Only patrons who owe something, and how much.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the balance of every account as it is now, in minor units; with `--owing` who owes what by corrections."""
    with reading(file) as journal:
        balances = journal.balances()
    if owing:
        debts = sorted((account, -balance) for account, balance in balances.items() if account.name.startswith(DEBTS))
        rows: list[dict[str, Any]] = [
            {"patron": account.name.removeprefix(DEBTS), "currency": account.currency, "owed": owed}
            for account, owed in debts
            if owed
        ]
    else:
        rows = [
            {"account": account.name, "currency": account.currency, "balance": balance}
            for account, balance in sorted(balances.items())
        ]
    if as_json:
        typer.echo(json.dumps({"journal": str(file), "owing" if owing else "accounts": rows}))
    for row in rows if not as_json else ():
        name, currency, amount = row.values()
        typer.echo(f"{name:<40} {currency:<8} {amount:>17}")
