"""An operator who keeps patrons' money behind the wallet API: `python -m simulators.operator`. I/O: HTTP, SQLite.

It answers as docs/wallet-api.md says, keeps its books in a file of its own, and goes wrong on demand. To this machine
it also answers under /admin: POST open, fault, clear, and GET accounts, transactions, faults.
"""

import argparse
import json
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from dealer_table.betting.words import Patron
from dealer_table.errors import WireError
from dealer_table.wire.launch_token import TokenKey
from dealer_table.wire.wallet import (
    OPERATIONS,
    STATUS,
    Answer,
    Code,
    Refusal,
    body_of,
    check_signature,
    read_request,
)
from simulators.operator_faults import Fault, FaultBox, Misfortune
from simulators.operator_ledger import OperatorLedger

_LARGEST_BODY = 4096
_LOOPBACK = ("127.0.0.1", "::1")

Clock = Callable[[], int]


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


class Operator:
    """A running operator: its books, its faults and its address. Another on the same file remembers all."""

    def __init__(self, database: Path, keys: Sequence[TokenKey], *, port: int = 0, clock: Clock = _now_ms) -> None:
        self.ledger = OperatorLedger(database)
        self.faults = FaultBox()
        self._keys = keys
        self._clock = clock
        self._server = _Server(self, port)
        self._thread: threading.Thread | None = None

    @property
    def port(self) -> int:
        """Return the port that it listens on."""
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        """Return what a table's configuration calls it by."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Answer in a thread of its own."""
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    def stop(self) -> None:
        """Break all lines, end what is being done, and close the books."""
        if self._thread is not None:
            self._server.shutdown()
            self._thread.join()
        self._server.hang_up()
        self.faults.clear()
        self._server.server_close()
        self.ledger.close()

    def __enter__(self) -> "Operator":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def answer(self, operation: str, headers: dict[str, str], body: bytes) -> Answer | Refusal:
        """Check a request and do what it asks."""
        try:
            check_signature(self._keys, operation, body, headers, self._clock())
        except WireError as error:
            return Refusal(code=Code.NOT_SIGNED, detail=str(error))
        try:
            request = read_request(operation, body)
        except WireError as error:
            return Refusal(code=Code.MALFORMED, detail=str(error))
        return self.ledger.carry_out(request)

    def administer(self, what: str, body: bytes) -> Any:
        """Do what the demo or a test asks, or return what it wants to see; LookupError when there is no such thing."""
        order = json.loads(body or b"{}")
        match what:
            case "open":
                self.ledger.open_account(Patron(order["patron"], order["currency"]), int(order["balance"]))
            case "fault" if order["fault"] == "down":
                self.faults.down = True
            case "fault":
                seconds, times = float(order.get("seconds", 0.0)), int(order.get("times", 1))
                operation = str(order.get("operation", ""))
                self.faults.put(Fault(order["fault"]), operation=operation, seconds=seconds, times=times)
            case "clear":
                self.faults.clear()
            case "accounts":
                return [[*patron, balance] for patron, balance in self.ledger.balances().items()]
            case "transactions":
                return self.ledger.transactions()
            case "faults":
                return self.ledger.faults()
            case _:
                raise LookupError(what)
        return {"done": what}


class _Server(ThreadingHTTPServer):
    allow_reuse_address = True
    daemon_threads = False
    request_queue_size = 128

    def __init__(self, operator: Operator, port: int) -> None:
        self.operator = operator
        self._lines: set[socket.socket] = set()
        self._ends = False
        super().__init__(("127.0.0.1", port), _Handler)

    def finish_request(self, request: Any, client_address: Any) -> None:
        self._lines.add(request)
        try:
            if not self._ends:
                super().finish_request(request, client_address)
        finally:
            self._lines.discard(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: that lines break is what this operator is for."""

    def hang_up(self) -> None:
        """Break every line, and those that are just being taken."""
        self._ends = True
        for line in list(self._lines):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)


class _LineBroken(ConnectionError):
    """The operator breaks the line on purpose."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one packet: the other end need not wait for the second
    server: _Server

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: the books tell what was done."""

    def do_GET(self) -> None:
        self._administer(b"")

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", "0"))
        if length > _LARGEST_BODY:
            self.close_connection = True
            self._reply(413, b"")
            return
        body = self.rfile.read(length)
        if self.path.startswith("/admin/"):
            self._administer(body)
            return
        operation = self.path.strip("/")
        if operation not in OPERATIONS:
            self._reply(404, b"")
            return
        faults = self.server.operator.faults
        if faults.down:
            raise _LineBroken
        self._suffer(faults.next(operation), operation, body)

    def _suffer(self, misfortune: Misfortune | None, operation: str, body: bytes) -> None:
        match misfortune:
            case None:
                self._answer(operation, body)
            case Misfortune(Fault.SLOW, seconds):
                self.server.operator.faults.wait(seconds)
                self._answer(operation, body)
            case Misfortune(Fault.ERROR):
                self._reply(500, b"")
            case Misfortune(Fault.ERROR_AFTER):
                self._do(operation, body)
                self._reply(500, b"")
            case Misfortune(Fault.LOST):
                raise _LineBroken
            case Misfortune(Fault.ANSWER_LOST):
                self._do(operation, body)
                raise _LineBroken
            case Misfortune(Fault.TWICE):
                self._do(operation, body)
                self._answer(operation, body)
            case Misfortune(Fault.LATE, seconds):
                self.connection.shutdown(socket.SHUT_RDWR)
                self.server.operator.faults.wait(seconds)
                self._do(operation, body)
                raise _LineBroken

    def _do(self, operation: str, body: bytes) -> Answer | Refusal:
        headers = {name.lower(): value for name, value in self.headers.items()}
        return self.server.operator.answer(operation, headers, body)

    def _answer(self, operation: str, body: bytes) -> None:
        said = self._do(operation, body)
        self._reply(STATUS[said.code] if isinstance(said, Refusal) else 200, body_of(said))

    def _administer(self, body: bytes) -> None:
        if self.client_address[0] not in _LOOPBACK or not self.path.startswith("/admin/"):
            self._reply(404, b"")
            return
        try:
            shown = self.server.operator.administer(self.path.removeprefix("/admin/"), body)
        except (LookupError, ValueError, TypeError) as error:
            self._reply(400, json.dumps({"error": str(error)}).encode())
            return
        self._reply(200, json.dumps(shown).encode())

    def _reply(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def read_keys(path: Path) -> list[TokenKey]:
    """Read the keys that a table may sign with, from a file that `dealer-table token new-keys` has made."""
    file = json.loads(path.read_text("utf-8"))
    return [TokenKey(kid, secret) for kid, secret in file["keys"].items()]


def main() -> None:
    """Run an operator until it is interrupted."""
    parser = argparse.ArgumentParser(prog="python -m simulators.operator", description="A simulated operator's wallet.")
    parser.add_argument("--database", type=Path, required=True, help="where its books are")
    parser.add_argument("--keys", type=Path, required=True, help="the file of keys that the table signs with")
    parser.add_argument("--port", type=int, default=8090)
    parser.add_argument(
        "--open", action="append", default=[], metavar="PATRON:CURRENCY:BALANCE", help="an account, in minor units"
    )
    order = parser.parse_args()
    with Operator(order.database, read_keys(order.keys), port=order.port) as operator:
        for account in order.open:
            name, currency, balance = account.rsplit(":", 2)
            operator.ledger.open_account(Patron(name, currency), int(balance))
        print(f"operator at {operator.url}", flush=True)
        with suppress(KeyboardInterrupt):
            threading.Event().wait()


if __name__ == "__main__":
    main()
