"""What an operator has still to hear, and what it refused, by hand: `wallet`. I/O: an outbox file, standard output."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from dealer_table.adapters.seamless_by_hand import ByHand, Decision, decide_by_hand, read_history
from dealer_table.adapters.seamless_outbox_file import Parked, read_pending
from dealer_table.adapters.seamless_owed import Owed
from dealer_table.adapters.system_clock import SystemClock
from dealer_table.errors import CommandRefused
from dealer_table.records.reading import AsJson, fail
from dealer_table.records.wording import when
from dealer_table.wire.wallet import operation_of

_IS_PARKED = 1
_NOT_DONE = 2

Wallet = Annotated[Path, typer.Argument(help="The wallet's file, as `[money] wallet` names it; the table may run.")]
Transactions = Annotated[list[str], typer.Argument(help="The transactions, as `pending` shows them: all, or none.")]


def _said(text: str) -> str:
    text = text.strip()
    if not text or len(text) > 200 or not text.isprintable():
        raise typer.BadParameter("say it in 1 to 200 characters on one line")
    return text


By = Annotated[str, typer.Option(help="Who decides this; it stays on record.", callback=_said)]
Reason = Annotated[str, typer.Option(help="Why; it stays on record.", callback=_said)]


def pending_command(file: Wallet, as_json: AsJson = False) -> None:
    """List what is owed, in order, and what the operator refused. Exit code 1 when a person must look at any of it."""
    pending = list(read_pending(file))
    again = {each.parked.owed.key for each in read_history(file) if each.outcome is None}
    rows = [_row(each, again) for each in pending]
    if as_json:
        typer.echo(json.dumps({"wallet": str(file), "pending": rows}))
    for row in rows if not as_json else ():
        typer.echo(_line(row))
    if any(isinstance(each, Parked) for each in pending):
        raise typer.Exit(_IS_PARKED)


def retry_command(file: Wallet, transactions: Transactions, by: By, reason: Reason) -> None:
    """Send refused requests again, once what the operator refused them for is put right; the table may run.

    For what was not paid by hand: a request that is sent again is paid. Exit code 2, and nothing is done, when one of
    them is not refused.
    """
    _decide(file, transactions, Decision.RETRY, by, reason)


def write_off_command(file: Wallet, transactions: Transactions, by: By, reason: Reason) -> None:
    """Strike out refused requests for good: they were settled by hand, or are nobody's to pay; the table may run.

    The operator never hears of them again, and the history keeps all they said. Exit code 2, and nothing is done, when
    one of them is not refused.
    """
    _decide(file, transactions, Decision.WRITE_OFF, by, reason)


def history_command(file: Wallet, as_json: AsJson = False) -> None:
    """List what people decided about refused requests, in order: who, when, why, and what came of it."""
    decisions = read_history(file)
    if as_json:
        typer.echo(json.dumps({"wallet": str(file), "history": [_decision_row(each) for each in decisions]}))
        return
    for each in decisions:
        outcome = "" if each.decision is Decision.WRITE_OFF else f" -> {each.outcome or 'not heard yet'}"
        said = f"{when(each.at)} {each.decision.value}{outcome} by {each.by}: {each.reason}"
        typer.echo(f"{_line(_row(each.parked, set()))}\n    {said}")


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    wallet = typer.Typer(help="The money an operator keeps.", no_args_is_help=True)
    wallet.command("pending")(pending_command)
    wallet.command("retry")(retry_command)
    wallet.command("write-off")(write_off_command)
    wallet.command("history")(history_command)
    app.add_typer(wallet, name="wallet")


def _decide(file: Path, transactions: list[str], decision: Decision, by: str, reason: str) -> None:
    try:
        decided = decide_by_hand(file, transactions, decision, by=by, reason=reason, at=SystemClock().now_ms())
    except CommandRefused as refused:
        fail(f"nothing is done: {refused.detail}", _NOT_DONE)
    what = "will be sent again" if decision is Decision.RETRY else "is written off"
    for parked in decided:
        typer.echo(f"{parked.owed.request.transaction} {what}")


def _row(pending: Owed | Parked, again: set[str]) -> dict[str, Any]:
    """Return what is told of a request; `again` are those that people have put back."""
    owed = pending.owed if isinstance(pending, Parked) else pending
    row = {"operation": operation_of(owed.request), "refused": None, **owed.request.model_dump()}
    if isinstance(pending, Parked):
        refused_at = when(pending.at) if pending.at else None
        return {**row, "refused": pending.code, "refused_at": refused_at, "detail": pending.detail}
    return {**row, "retried": owed.key in again}


def _decision_row(each: ByHand) -> dict[str, Any]:
    decided = {"decision": each.decision.value, "by": each.by, "reason": each.reason, "at": when(each.at)}
    return {**decided, "outcome": each.outcome, "request": _row(each.parked, set())}


def _line(row: dict[str, Any]) -> str:
    amount = f"{row['amount']} {row['currency']}" if "amount" in row else row["currency"]
    state = f"REFUSED {row['refused']}" if row["refused"] else "sent again" if row["retried"] else "owed"
    line = f"{state:<28} {row['operation']:<9} {row['patron']:<20} {amount:<16} {row['transaction']}"
    if not row["refused"]:
        return line
    since = f" since {row['refused_at']}" if row["refused_at"] else ""
    # The operator's own words: nothing in them may move a terminal's cursor.
    detail = f": {row['detail']}" if row["detail"].isprintable() and row["detail"] else ""
    return f"{line}{since}{detail}"
