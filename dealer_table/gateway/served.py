"""The places that a gateway serves: live tables and Touch rooms. I/O: none of its own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from dealer_table.config.picture import PictureSection
from dealer_table.gateway.broadcast import TableBroadcast
from dealer_table.gateway.desk import OnceDesk
from dealer_table.gateway.place import Place
from dealer_table.ports.coup_records import CoupRecords
from dealer_table.procedure.words import Phase
from dealer_table.wire.from_patron import RecallRequest
from dealer_table.wire.launch_token import Game
from dealer_table.wire.to_client import Answer
from dealer_table.wire.to_patron import Recall

_IN_PLAY = {Phase.BETTING, Phase.DEALING, Phase.RESULT}

Troubles = Callable[[], Mapping[str, str]]


class LivePlace(Place, Protocol):
    """A live table, as patrons and watchers reach it beside its broadcast."""

    async def recall(self, request: RecallRequest) -> Recall | Answer:
        """Return the table's last coups."""


@dataclass(frozen=True, slots=True)
class ServedTable:
    """A live table; while it is not `is_live` its crowds hear no heartbeat. Not all have `records` or a `picture`."""

    name: str
    broadcast: TableBroadcast
    desk: OnceDesk
    place: LivePlace
    troubles: Troubles
    is_live: Callable[[], bool]
    records: CoupRecords | None
    picture: PictureSection | None = None


@dataclass(frozen=True, slots=True)
class ServedRoom:
    """A Touch room: all that is told there is private. `limits` are what the lobby tells of it."""

    name: str
    desk: OnceDesk
    place: Place
    troubles: Troubles
    limits: Mapping[str, Any]


Served = ServedTable | ServedRoom


def is_coup_in_play(table: ServedTable) -> bool:
    """Tell whether a coup has begun at a live table and is not over."""
    seen = table.broadcast.section("table")
    return seen is not None and seen["phase"] in _IN_PLAY


def game_of(served: Served) -> Game:
    """Return what is played there."""
    return Game.LIVE if isinstance(served, ServedTable) else Game.TOUCH
