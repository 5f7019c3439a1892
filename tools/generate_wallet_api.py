"""The OpenAPI 3.1 description of the wallet API, seen from the operator who serves it. Pure."""

import json
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from dealer_table.wire.wallet import (
    KEY_HEADER,
    OPERATIONS,
    SIGNATURE_HEADER,
    STATUS,
    TIMESTAMP_HEADER,
    WINDOW_MS,
    Answer,
    Code,
    Refusal,
)

Schema = dict[str, Any]

_REFERENCE = "#/components/schemas/{model}"
_OPERATION_CODES: dict[str, tuple[Code, ...]] = {
    "balance": (Code.UNKNOWN_ACCOUNT,),
    "debit": (Code.INSUFFICIENT_FUNDS, Code.UNKNOWN_ACCOUNT, Code.ROLLED_BACK, Code.OTHER_CONTENTS),
    "credit": (Code.UNKNOWN_ACCOUNT, Code.OTHER_CONTENTS),
    "rollback": (Code.UNKNOWN_ACCOUNT, Code.OTHER_CONTENTS),
}
_EVERYWHERE = (Code.MALFORMED, Code.NOT_SIGNED)


def wallet_document() -> str:
    """Return the document's text."""
    return json.dumps(wallet_openapi(), indent=2, ensure_ascii=False) + "\n"


def wallet_openapi() -> Schema:
    """Return the whole description."""
    models: list[tuple[type[BaseModel], Literal["validation"]]]
    models = [(model, "validation") for model in (*OPERATIONS.values(), Answer, Refusal)]
    _, schemas = models_json_schema(models, ref_template=_REFERENCE)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "dealer-table wallet",
            "version": "1",
            "summary": "What a baccarat table asks of the operator who keeps its patrons' money.",
            "description": "The prose, with what an operator must never do, is in docs/wallet-api.md.",
        },
        "servers": [{"url": "https://operator.example/wallet", "description": "`[money] url` of the table."}],
        "security": [{"timestamp": [], "key": [], "signature": []}],
        "paths": {f"/{name}": {"post": _operation(name)} for name in OPERATIONS},
        "components": {"schemas": schemas["$defs"], "securitySchemes": _headers()},
    }


def _operation(name: str) -> Schema:
    model = OPERATIONS[name]
    answers: Schema = {"200": _response("It is done, now or before.", "Answer")}
    by_status: dict[int, list[str]] = {}
    for code in (*_OPERATION_CODES[name], *_EVERYWHERE):
        by_status.setdefault(STATUS[code], []).append(code.value)
    for status, codes in sorted(by_status.items()):
        answers[str(status)] = _response(f"Refused: {', '.join(codes)}.", "Refusal")
    answers["default"] = {"description": "No answer: the table does not know what was done, and asks again."}
    return {
        "operationId": name,
        "summary": (model.__doc__ or "").strip(),
        "requestBody": {"required": True, "content": _content(model.__name__)},
        "responses": answers,
    }


def _response(description: str, model: str) -> Schema:
    return {"description": description, "content": _content(model)}


def _content(model: str) -> Schema:
    return {"application/json": {"schema": {"$ref": _REFERENCE.format(model=model)}}}


def _headers() -> Schema:
    signature = (
        "HMAC-SHA256 in lower-case hex, under the key's secret, over the timestamp, a line feed, the operation's name"
        " (balance, debit, credit or rollback), a line feed, and the body's bytes."
    )
    described = {
        "timestamp": (
            TIMESTAMP_HEADER,
            f"When it was sent, in milliseconds since 1970-01-01 UTC; refused when more than {WINDOW_MS} away.",
        ),
        "key": (KEY_HEADER, "The name of the key that signed."),
        "signature": (SIGNATURE_HEADER, signature),
    }
    return {
        name: {"type": "apiKey", "in": "header", "name": header, "description": description}
        for name, (header, description) in described.items()
    }
