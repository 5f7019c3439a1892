"""The wallet API: what the table asks of an operator who keeps the patrons' money, and how it is signed. Pure.

Four questions over HTTP, `POST /balance`, `/debit`, `/credit` and `/rollback`. Whatever moves money carries the
transaction's own id, by which it happens once however often it is asked. The table signs every question; the operator
answers with an `Answer` or a `Refusal`, and anything else counts as no answer.
"""

import hmac
from collections.abc import Iterable
from enum import StrEnum
from hashlib import sha256
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dealer_table.errors import WireError
from dealer_table.wire.card_read import first_fault
from dealer_table.wire.launch_token import TokenKey

TIMESTAMP_HEADER = "X-Wallet-Timestamp"
KEY_HEADER = "X-Wallet-Key"
SIGNATURE_HEADER = "X-Wallet-Signature"
# A question that was caught on its way is worth nothing after this time; both clocks must agree better than that.
WINDOW_MS = 30_000

_LARGEST = 2**53 - 1  # what JSON numbers carry everywhere

TransactionId = Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{1,100}$")]
Amount = Annotated[int, Field(ge=0, le=_LARGEST)]
Above0 = Annotated[int, Field(ge=1, le=_LARGEST)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _OfPatron(_Model):
    patron: str = Field(min_length=1, max_length=64, description="The patron, by the name in the launch token.")
    currency: str = Field(pattern=r"^[A-Z]{3}$", description="ISO 4217's code; with the name it is one account.")


class BalanceRequest(_OfPatron):
    """How much the patron has."""


class _OfCoup(_OfPatron):
    transaction: TransactionId = Field(description="The transaction's own name: it happens once.")
    table: str = Field(max_length=64, description="The table's id.")
    shoe: int = Field(ge=0, description="The number of the shoe at that table.")
    coup: int = Field(ge=0, description="The number of the coup in that shoe.")


class DebitRequest(_OfCoup):
    """Take money: a stake, before its bet is accepted, or what a correction takes back."""

    amount: Above0 = Field(description="Minor units of the currency.")
    reason: Literal["stake", "correction"] = "stake"


class CreditRequest(_OfCoup):
    """Give money. With `settled` it is a coup's whole return, and nothing for the losers: for them the coup is over."""

    amount: Amount = Field(description="Minor units of the currency; a return counts the stake that comes back.")
    reason: Literal["settled", "reduced", "returned", "correction"]


class RollbackRequest(_OfPatron):
    """Undo a debit, whether it ever came or not; one that comes later must be refused."""

    transaction: TransactionId = Field(description="The debit's own name.")


class _FromOperator(BaseModel):
    # An operator may say more than this version understands.
    model_config = ConfigDict(extra="ignore", frozen=True)


class Answer(_FromOperator):
    """It is done, now or before; or it was only asked how much there is."""

    balance: Amount = Field(description="What the patron has now, in minor units.")


class Code(StrEnum):
    """Why the operator refuses, for good."""

    INSUFFICIENT_FUNDS = "insufficient_funds"
    UNKNOWN_ACCOUNT = "unknown_account"
    ROLLED_BACK = "rolled_back"
    OTHER_CONTENTS = "other_contents"
    MALFORMED = "malformed"
    NOT_SIGNED = "not_signed"


class Refusal(_FromOperator):
    """It is not done, and asking the same again is of no use."""

    code: Code
    detail: str = Field(default="", max_length=400)
    balance: Amount | None = Field(default=None, description="What there is, when it is not enough.")


MoneyRequest = DebitRequest | CreditRequest | RollbackRequest
WalletRequest = BalanceRequest | MoneyRequest

OPERATIONS: dict[str, type[WalletRequest]] = {
    "balance": BalanceRequest,
    "debit": DebitRequest,
    "credit": CreditRequest,
    "rollback": RollbackRequest,
}
_NAMES = {model: name for name, model in OPERATIONS.items()}

STATUS: dict[Code, int] = {
    Code.INSUFFICIENT_FUNDS: 402,
    Code.UNKNOWN_ACCOUNT: 404,
    Code.ROLLED_BACK: 409,
    Code.OTHER_CONTENTS: 409,
    Code.MALFORMED: 400,
    Code.NOT_SIGNED: 401,
}


def operation_of(request: WalletRequest) -> str:
    """Return the last part of the path that a request goes to."""
    return _NAMES[type(request)]


def body_of(request: WalletRequest | Answer | Refusal) -> bytes:
    """Write a message as it is sent, and signed."""
    return request.model_dump_json().encode()


def read_request(operation: str, body: bytes | str) -> WalletRequest:
    """Read what the table asks; WireError when it is nothing that can be asked."""
    model = OPERATIONS.get(operation)
    if model is None:
        raise WireError("there is no such operation")
    try:
        return model.model_validate_json(body, strict=True)
    except ValidationError as error:
        raise WireError(first_fault(error)) from None


def read_answer(status: int, body: bytes) -> Answer | Refusal:
    """Read what the operator says; WireError when it is no answer, and nobody knows what was done."""
    try:
        if status == 200:
            return Answer.model_validate_json(body)
        refusal = Refusal.model_validate_json(body)
    except ValidationError:
        raise WireError(f"HTTP {status} without an answer") from None
    if STATUS[refusal.code] != status:
        raise WireError(f"HTTP {status} with the code {refusal.code}")
    return refusal


def signed_headers(key: TokenKey, operation: str, body: bytes, now: int) -> dict[str, str]:
    """Return what proves that a request is the table's, sent at `now` (milliseconds since the epoch)."""
    return {
        TIMESTAMP_HEADER: str(now),
        KEY_HEADER: key.kid,
        SIGNATURE_HEADER: _signature(key, operation, body, str(now)),
    }


def check_signature(keys: Iterable[TokenKey], operation: str, body: bytes, headers: dict[str, str], now: int) -> None:
    """Raise WireError unless the headers, by lower-case names, prove a request to be signed by a key, and of now."""
    given = headers.get(SIGNATURE_HEADER.lower(), "")
    kid, stamp = headers.get(KEY_HEADER.lower(), ""), headers.get(TIMESTAMP_HEADER.lower(), "")
    key = next((key for key in keys if key.kid == kid), None)
    if key is None:
        raise WireError("the key is not known")
    # Compared in the same time whatever is wrong with it, so that nobody finds a signature letter by letter.
    if not hmac.compare_digest(_signature(key, operation, body, stamp).encode(), given.encode()):
        raise WireError("the signature is not of this request")
    if not stamp.isascii() or not stamp.isdigit() or abs(now - int(stamp)) > WINDOW_MS:
        raise WireError("the request is not of now: check the clocks")


def _signature(key: TokenKey, operation: str, body: bytes, stamp: str) -> str:
    text = b"\n".join((stamp.encode(), operation.encode(), body))
    return hmac.new(key.secret.encode(), text, sha256).hexdigest()
