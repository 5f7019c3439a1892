"""What anybody may ask about the places of a gateway before going to one: `GET /api/tables`. Pure."""

import json
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from dealer_table.betting.words import Patron
from dealer_table.gateway.broadcast import TableBroadcast
from dealer_table.gateway.pages import Reply
from dealer_table.gateway.served import Served, ServedTable, game_of
from dealer_table.procedure.words import Phase

LOBBY_PATH = "/api/tables"
# As many of a big road's last columns as a card in the lobby has room for.
ROAD_COLUMNS = 24


def lobby(places: Iterable[Served], patrons: Iterable[tuple[str, Patron]], now: int) -> Reply:
    """Return every place with what a page needs to offer it; `patrons` are those with a tab open, by place."""
    present = set(patrons)
    body = [_told(place, sum(where == place.name for where, _ in present), now) for place in places]
    return Reply(HTTPStatus.OK, json.dumps(body).encode() + b"\n", "application/json", {"Cache-Control": "no-store"})


def _told(served: Served, patrons: int, now: int) -> Mapping[str, Any]:
    told: dict[str, Any] = {"id": served.name, "kind": game_of(served).value, "patrons": patrons}
    if not isinstance(served, ServedTable):
        return told | {
            "open": not served.troubles(),
            "phase": None,
            "dealer": "",
            "limits": served.limits,
            "picture": None,
        }
    table, offer = served.broadcast.section("table"), served.broadcast.section("offer")
    phase = table["phase"] if table else Phase.CLOSED.value
    is_open = served.is_live() and phase != Phase.CLOSED.value
    # A gateway elsewhere may follow a table of the release before this one, which named nobody.
    dealer = table.get("dealer", "") if table else ""
    limits = offer["currencies"] if offer else {}
    picture = served.picture.model_dump(mode="json") if served.picture else None
    told |= {"open": is_open, "phase": phase, "dealer": dealer, "limits": limits, "picture": picture}
    return told | _seen(served.broadcast, now)


def _seen(broadcast: TableBroadcast, now: int) -> dict[str, Any]:
    """Return what can be seen of a live table from afar. `closes_in` is in milliseconds: no clock need agree."""
    betting, statistics = broadcast.section("betting"), broadcast.section("statistics")
    roads = broadcast.section("roads")
    return {
        "closes_in": max(0, betting["closes_at"] - now) if betting else None,
        "held": broadcast.section("hold") is not None,
        "counts": {outcome: statistics[outcome] for outcome in ("player", "banker", "tie")} if statistics else None,
        "big_road": _last_columns(roads["big_road"]) if roads else None,
    }


def _last_columns(road: Mapping[str, Any]) -> Mapping[str, Any]:
    first = max(0, road["columns"] - ROAD_COLUMNS)
    cells = [cell | {"column": cell["column"] - first} for cell in road["cells"] if cell["column"] >= first]
    return {"columns": road["columns"] - first, "cells": cells}
