"""What anybody may ask about the places of a gateway before going to one: `GET /api/tables`. Pure."""

import json
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from dealer_table.betting.words import Patron
from dealer_table.gateway.pages import Reply
from dealer_table.gateway.served import Served, ServedTable, game_of
from dealer_table.procedure.words import Phase

LOBBY_PATH = "/api/tables"


def lobby(places: Iterable[Served], patrons: Iterable[tuple[str, Patron]]) -> Reply:
    """Return every place with what a page needs to offer it; `patrons` are those with a tab open, by place."""
    present = set(patrons)
    body = [_told(place, sum(where == place.name for where, _ in present)) for place in places]
    return Reply(HTTPStatus.OK, json.dumps(body).encode() + b"\n", "application/json", {"Cache-Control": "no-store"})


def _told(served: Served, patrons: int) -> Mapping[str, Any]:
    told: dict[str, Any] = {"id": served.name, "kind": game_of(served).value, "patrons": patrons}
    if isinstance(served, ServedTable):
        table, offer = served.broadcast.section("table"), served.broadcast.section("offer")
        phase = table["phase"] if table else Phase.CLOSED.value
        is_open = served.is_live() and phase != Phase.CLOSED.value
        dealer = table["dealer"] if table else ""
        limits = offer["currencies"] if offer else {}
        return told | {"open": is_open, "phase": phase, "dealer": dealer, "limits": limits}
    return told | {"open": not served.troubles(), "phase": None, "dealer": "", "limits": served.limits}
