"""Accounts of the staff in a house without a back office: `staff add`, `lock`, `log` and so on. I/O: their file."""

import getpass
import json
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from dealer_table.adapters.staff_file import StaffFile, check_account
from dealer_table.adapters.staff_passwords import check_password
from dealer_table.errors import ConfigError
from dealer_table.ports.staff import StaffAccount
from dealer_table.procedure.words import Role

FileOption = Annotated[Path, typer.Option("--file", help="The file of accounts, as `[staff] accounts` names it.")]
Name = Annotated[str, typer.Argument(help="The person, as the record will name them.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line, and nothing else.")]


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    staff = typer.Typer(no_args_is_help=True, help="Accounts of dealers, supervisors and administrators.")
    staff.command("add")(staff_add)
    staff.command("list")(staff_list)
    staff.command("set-password")(staff_set_password)
    staff.command("lock")(staff_lock)
    staff.command("unlock")(staff_unlock)
    staff.command("remove")(staff_remove)
    staff.command("log")(staff_log)
    app.add_typer(staff, name="staff")


def staff_add(
    name: Name,
    file: FileOption,
    role: Annotated[Role, typer.Option(help="What the person may do.")],
    table: Annotated[str, typer.Option(help="The one table's id; * is every one.")] = "*",
) -> None:
    """Add a person; makes the file when there is none. The password is asked for, or is a line of standard input."""
    shown = " ".join(name.split())
    if role is Role.SYSTEM:
        raise typer.BadParameter("the system acts by itself", param_hint="--role")
    accounts, account = _accounts(file), StaffAccount(shown, role, table)
    check_account(account)
    password = _asked_password()
    check_password(shown, password)
    try:
        accounts.make()
        typer.echo(f"made {file}", err=True)
    except FileExistsError:
        pass
    except OSError as error:
        raise ConfigError(f"cannot be made: {error.strerror}", source=str(file)) from None
    accounts.add(account, password, origin=_console())


def staff_list(file: FileOption, as_json: AsJson = False) -> None:
    """List everybody: name, role, table, and whether the name is locked."""
    for account, lock in _accounts(file).accounts():
        row = {"name": account.name, "role": account.role.value, "table": account.table, "lock": lock}
        typer.echo(json.dumps(row) if as_json else "\t".join(row.values()).rstrip())


def staff_set_password(name: Name, file: FileOption) -> None:
    """Give a person another password, asked for or a line of standard input; older logins end, a lock stays."""
    accounts = _accounts(file)
    accounts.check()
    accounts.set_password(name, _asked_password(), origin=_console())


def staff_lock(name: Name, file: FileOption) -> None:
    """Let a person in no more, and out within seconds; a dealer finishes the coup in play."""
    _accounts(file).lock(name, origin=_console())


def staff_unlock(name: Name, file: FileOption) -> None:
    """Let a person in again, whether a person or too many failures locked the name."""
    _accounts(file).unlock(name, origin=_console())


def staff_remove(name: Name, file: FileOption) -> None:
    """Take a person's account away; what is on record of it stays."""
    _accounts(file).remove(name, origin=_console())


def staff_log(
    file: FileOption,
    name: Annotated[str, typer.Option(help="Of this person only.")] = "",
    as_json: AsJson = False,
) -> None:
    """Print the record: when, what, who, and from where. Exit code 2 when it was tampered with."""
    wanted = name.casefold()
    for entry in _accounts(file).entries():
        if wanted and entry.name.casefold() != wanted:
            continue
        at, until = _moment(entry.at), entry.until and _moment(entry.until)
        row = {"position": entry.position, "at": at, "what": entry.what, "name": entry.name, "from": entry.origin}
        line = f"{at}  {entry.what:12}  {entry.name}  {entry.origin}{f'  until {until}' if until else ''}"
        typer.echo(json.dumps(row | {"until": until}) if as_json else line)


def _accounts(file: Path) -> StaffFile:
    return StaffFile(file, lambda: time.time_ns() // 1_000_000)


def _asked_password() -> str:
    """Ask twice where a person sits, once where a script feeds us; never from the command line, which all may see."""
    if sys.stdin.isatty():
        return str(typer.prompt("Password or PIN", hide_input=True, confirmation_prompt=True, err=True))
    return sys.stdin.readline().rstrip("\r\n")


def _console() -> str:
    """Return who is at the console, as far as the machine knows."""
    with suppress(OSError, KeyError, ImportError):
        return f"console of {getpass.getuser()}"
    return "console"


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
