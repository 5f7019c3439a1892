"""The cashier by hand: `cashier deposit`, `withdraw` and `settle-debt`, asked of a running table. I/O: WebSocket."""

import asyncio
from pathlib import Path
from typing import Annotated, Any

import typer

from dealer_table.betting.words import Means
from dealer_table.client.table_client import TableAway, TableClient
from dealer_table.errors import CommandRefused, WireError
from dealer_table.records.reading import fail

_REFUSED, _NOT_ASKED = 1, 2
_PATIENCE = 10.0

PatronName = Annotated[str, typer.Argument(help="The account's name, as the launch token has it.")]
Currency = Annotated[str, typer.Argument(help="Its currency, as EUR.")]
Amount = Annotated[int, typer.Argument(min=1, help="In minor units: 500 is 5.00.")]
Reference = Annotated[str, typer.Option(help="The slip's own number; it counts once.")]
TokenFile = Annotated[Path, typer.Option(help="A file with an administrator's token for the table, or the room.")]
Url = Annotated[str, typer.Option(help="Where the table is served.")]
_HERE = "ws://127.0.0.1:8080/ws"


def deposit_command(
    patron: PatronName,
    currency: Currency,
    amount: Amount,
    reference: Reference,
    token_file: TokenFile,
    url: Url = _HERE,
) -> None:
    """Pay money into a patron's account in this house."""
    _give(url, token_file, "deposit_funds", patron=patron, currency=currency, amount=amount, reference=reference)


def withdraw_command(
    patron: PatronName,
    currency: Currency,
    amount: Amount,
    reference: Reference,
    token_file: TokenFile,
    url: Url = _HERE,
) -> None:
    """Pay money out of a patron's account in this house."""
    _give(url, token_file, "withdraw_funds", patron=patron, currency=currency, amount=amount, reference=reference)


def settle_debt_command(
    patron: PatronName,
    currency: Currency,
    amount: Amount,
    means: Annotated[Means, typer.Option(help="Paid at the cage, out of the account, or forgiven.")],
    reference: Reference,
    token_file: TokenFile,
    reason: Annotated[str, typer.Option(help="Why it is forgiven; it stays on record.")] = "",
    url: Url = _HERE,
) -> None:
    """Let a patron owe less by a correction: `journal balances --owing` lists who owes what."""
    order = {"patron": patron, "currency": currency, "amount": amount, "reference": reference}
    _give(url, token_file, "settle_debt", **order, means=means.value, reason=reason)


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    cashier = typer.Typer(help="Patrons' money in this house, in and out.", no_args_is_help=True)
    cashier.command("deposit")(deposit_command)
    cashier.command("withdraw")(withdraw_command)
    cashier.command("settle-debt")(settle_debt_command)
    app.add_typer(cashier, name="cashier")


def _give(url: str, token_file: Path, command: str, **order: Any) -> None:
    """Have it done and say so. Exit code 1 when the table refuses, 2 when it cannot be asked."""
    try:
        token = token_file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        fail(f"{token_file}: it cannot be read: {error}", _NOT_ASKED)
    problem = asyncio.run(_asked(url, token, {"type": "command", "command": command, **order}))
    match problem:
        case None:
            typer.echo("done, and on record")
        case CommandRefused(code=code, detail=detail, numbers=numbers):
            told = ", ".join(f"{name} {number}" for name, number in numbers.items())
            fail(f"refused, {code}: {detail}{f' ({told})' if told else ''}", _REFUSED)
        case TableAway():
            fail(f"no answer from {url}; ask again under the same reference: it counts once", _NOT_ASKED)
        case _:
            fail(str(problem), _NOT_ASKED)


async def _asked(url: str, token: str, message: dict[str, Any]) -> Exception | None:
    """Ask once, on as many connections as it takes, and return why it was not done."""
    client = TableClient(url, token=token)
    try:
        async with asyncio.TaskGroup() as tasks:
            following = tasks.create_task(client.run())
            await client.ask(message, within=_PATIENCE, insistent=True)
            following.cancel()
    except ExceptionGroup as group:
        expected, others = group.split((CommandRefused, TableAway, WireError))
        if expected is None or others is not None:
            raise
        return expected.exceptions[0]
    return None
