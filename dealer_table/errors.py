"""Every error the table raises on purpose, told apart by whose fault it is and when it shows. Pure.

    TableError
    +-- ConfigError       the table cannot start: which file, which key, what to do
    +-- CommandRefused    a person asked for what the procedure forbids; shown to that person, never journaled
    |   +-- InsufficientFunds     the patron has not got the money
    |   +-- AccountsUnavailable   whoever keeps the money cannot be asked now
    +-- WireError         the other end of a link sent what the protocol does not allow
    +-- ScannerError      the reader or its port failed
    +-- JournalError      the record cannot be read, written or trusted

A bug is an AssertionError and never one of these.
"""

from collections.abc import Mapping


class TableError(Exception):
    """Root of what a caller may want to catch."""


class ConfigError(TableError):
    """A configuration the table cannot start with."""

    def __init__(self, problem: str, *, source: str = "", key: str = "", remedy: str = "") -> None:
        self.problem = problem
        self.source = source
        self.key = key
        self.remedy = remedy
        where = ": ".join(part for part in (source, key) if part)
        text = f"{where}: {problem}" if where else problem
        super().__init__(f"{text} ({remedy})" if remedy else text)


class CommandRefused(TableError):
    """A person's command that the rules do not allow now; `code` is stable, `detail` is for reading.

    `numbers` explain it: what was asked, what would have been allowed, in the units of the command.
    """

    def __init__(self, code: str, detail: str = "", numbers: Mapping[str, int | str] | None = None) -> None:
        self.code = code
        self.detail = detail
        self.numbers = dict(numbers or {})
        super().__init__(f"{code}: {detail}" if detail else code)


class InsufficientFunds(CommandRefused):
    """A patron's account does not hold what the bet takes; amounts are in minor units."""

    def __init__(self, *, balance: int, needed: int) -> None:
        super().__init__("insufficient_funds", "the account holds less", {"balance": balance, "needed": needed})


class AccountsUnavailable(CommandRefused):
    """Whoever keeps the money did not answer, or not in a way that can be trusted; nothing was taken for good."""

    def __init__(self, detail: str) -> None:
        super().__init__("accounts_unavailable", detail)


class WireError(TableError):
    """A message the peer should not have sent."""


class ScannerError(TableError):
    """A reader, its port or its capture file failed."""


class JournalError(TableError):
    """The journal could not be opened, written or trusted."""

    def __init__(self, problem: str, *, position: int | None = None) -> None:
        self.position = position
        super().__init__(problem)
