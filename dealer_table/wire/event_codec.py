"""How events are written in the journal: a stable name, a version, canonical JSON. Pure.

Names and bodies outlive the classes. To change the shape of an event: raise its version in `_CODECS`, add an upcaster
from the old version to `UPCASTERS`, and pin the new shape beside the old one in `tests/golden/journals/events.json`.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from dealer_table.betting import events as bets
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.errors import JournalError
from dealer_table.procedure import events
from dealer_table.touch import events as touch
from dealer_table.wire.card_read import first_fault

Body = dict[str, Any]
Upcasters = Mapping[tuple[str, int], Callable[[Body], Body]]


@dataclass(frozen=True, slots=True)
class _Codec:
    event_class: type[RecordedEvent]
    name: str
    version: int

    @property
    def adapter(self) -> TypeAdapter[RecordedEvent]:
        return _adapter(self.name)


@cache
def _adapter(name: str) -> TypeAdapter[RecordedEvent]:
    """Build what writes and reads an event when it is first wanted: all at once slowed every start."""
    return TypeAdapter(_BY_NAME[name].event_class)


_CODECS = (
    _Codec(events.ProcessStarted, "process_started", 1),
    _Codec(events.ProcessStopped, "process_stopped", 1),
    _Codec(events.IntegrityChecked, "integrity_checked", 1),
    _Codec(events.RulesAdopted, "rules_adopted", 1),
    _Codec(events.TableOpened, "table_opened", 1),
    _Codec(events.TableClosing, "table_closing", 1),
    _Codec(events.TableClosed, "table_closed", 1),
    _Codec(events.ShiftTaken, "shift_taken", 1),
    _Codec(events.ShiftEnded, "shift_ended", 1),
    _Codec(events.ShoeRemoved, "shoe_removed", 1),
    _Codec(events.ShoeLoaded, "shoe_loaded", 3),
    _Codec(events.IndicatorDrawn, "indicator_drawn", 1),
    _Codec(events.BurnDue, "burn_due", 1),
    _Codec(events.CardBurned, "card_burned", 1),
    _Codec(events.BurnCompleted, "burn_completed", 1),
    _Codec(events.BettingOpened, "betting_opened", 1),
    _Codec(events.BettingClosed, "betting_closed", 1),
    _Codec(events.FreeCoupStarted, "free_coup_started", 1),
    _Codec(events.CardRead, "card_read", 2),
    _Codec(events.CardDealt, "card_dealt", 1),
    _Codec(events.CardHeld, "card_held", 1),
    _Codec(events.CardKept, "card_kept", 1),
    _Codec(events.CardDiscarded, "card_discarded", 1),
    _Codec(events.CardRejected, "card_rejected", 1),
    _Codec(events.CardKeyedIn, "card_keyed_in", 1),
    _Codec(events.CardWasOnFelt, "card_was_on_felt", 1),
    _Codec(events.CardReadIdle, "card_read_idle", 1),
    _Codec(events.SpareRead, "spare_read", 1),
    _Codec(events.ScannerSwapped, "scanner_swapped", 1),
    _Codec(events.DeckCheckStarted, "deck_check_started", 1),
    _Codec(events.CardChecked, "card_checked", 1),
    _Codec(events.DeckChecked, "deck_checked", 1),
    _Codec(events.MisreadRecorded, "misread_recorded", 1),
    _Codec(events.DeviceReported, "device_reported", 1),
    _Codec(events.ShoeResultReported, "shoe_result_reported", 1),
    _Codec(events.ReadsLost, "reads_lost", 1),
    _Codec(events.ScannerOnline, "scanner_online", 1),
    _Codec(events.ScannerOffline, "scanner_offline", 1),
    _Codec(events.CutCardSeen, "cut_card_seen", 1),
    _Codec(events.CutCardSeenAgain, "cut_card_seen_again", 1),
    _Codec(events.HoldRaised, "hold_raised", 1),
    _Codec(events.RescanFailed, "rescan_failed", 1),
    _Codec(events.HoldResolved, "hold_resolved", 1),
    _Codec(events.CardCorrected, "card_corrected", 1),
    _Codec(events.CoupCorrected, "coup_corrected", 1),
    _Codec(events.CoupCompleted, "coup_completed", 1),
    _Codec(events.ResultConfirmed, "result_confirmed", 1),
    _Codec(events.CoupSettled, "coup_settled", 1),
    _Codec(events.FreeCoupEnded, "free_coup_ended", 1),
    _Codec(events.CoupVoided, "coup_voided", 1),
    _Codec(events.VoidProposed, "void_proposed", 1),
    _Codec(events.CorrectionProposed, "correction_proposed", 1),
    _Codec(events.ShoeEnded, "shoe_ended", 1),
    _Codec(bets.SpotsOffered, "spots_offered", 1),
    _Codec(bets.PatronSeated, "patron_seated", 1),
    _Codec(bets.PatronAsked, "patron_asked", 1),
    _Codec(bets.PatronLeft, "patron_left", 1),
    _Codec(bets.BetsAccepted, "bets_accepted", 1),
    _Codec(bets.BetsSettled, "bets_settled", 1),
    _Codec(bets.StakesReturned, "stakes_returned", 1),
    _Codec(bets.SettlementCorrected, "settlement_corrected", 1),
    _Codec(bets.FundsDeposited, "funds_deposited", 1),
    _Codec(bets.FundsWithdrawn, "funds_withdrawn", 1),
    _Codec(bets.DebtSettled, "debt_settled", 1),
    _Codec(touch.RoomOpened, "room_opened", 1),
    _Codec(touch.SessionBegun, "session_begun", 1),
    _Codec(touch.SessionEnded, "session_ended", 1),
    _Codec(touch.RoundCommitted, "round_committed", 1),
    _Codec(touch.RoundBegun, "round_begun", 1),
    _Codec(touch.RoundDealt, "round_dealt", 1),
    _Codec(touch.RoundRefunded, "round_refunded", 1),
    _Codec(touch.RoundVoided, "round_voided", 1),
)
_BY_CLASS = {codec.event_class: codec for codec in _CODECS}
_BY_NAME = {codec.name: codec for codec in _CODECS}
# What is about bets and money, by name: thousands of other records need not be read for it.
BETTING_NAMES = frozenset(_BY_CLASS[kind].name for kind in get_args(bets.BettingEvent))


def _with_primary(shoe_loaded: Body) -> Body:
    """Before there were spares a table had one scanner, and no deck was checked."""
    match shoe_loaded.get("scanners_online"):
        case [primary, *_]:
            return shoe_loaded | {"primary": primary, "deck_verified": False}
        case _:
            return shoe_loaded | {"primary": "", "deck_verified": False}


# (name, version) -> the body of the next version.
UPCASTERS: Upcasters = {
    ("card_read", 1): lambda body: body | {"drawn": "game"},
    ("shoe_loaded", 1): _with_primary,
    # Before there were shifts nobody was on duty by the record.
    ("shoe_loaded", 2): lambda body: body | {"dealer": ""},
}


def _plain(value: Any) -> Any:
    """Return what JSON has no word for in words that it has; the rest it writes as the adapters would."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


# Not by the adapters: thousands of bets a second are written, and hardly any is read again.
_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), default=_plain).encode


def name_of(event: RecordedEvent) -> str:
    """Return the stable name of what happened, the same in the journal and on the wire."""
    return _BY_CLASS[type(event)].name


def encode(event: RecordedEvent) -> tuple[str, int, str]:
    """Return the name, the version and the body of `event`; equal events have equal bodies, byte for byte."""
    codec = _BY_CLASS[type(event)]
    return codec.name, codec.version, _canonical(_plain(event))


def decode(name: str, version: int, body: str, upcasters: Upcasters = UPCASTERS) -> RecordedEvent:
    """Read an event of any version back; JournalError names what is unknown, missing or wrong."""
    codec = _BY_NAME.get(name)
    if codec is None:
        raise JournalError(f"unknown event {name!r}")
    if version == codec.version:
        event = _as_written(codec, body)
        if event is not None:
            return event
    content = _upcast(codec, version, _parse(name, body), upcasters)
    try:
        event = codec.adapter.validate_python(content)
    except ValidationError as error:
        raise JournalError(f"{name}: {first_fault(error)}") from None
    # What was read must say exactly what was written: a field dropped or put right in silence would be a forgery.
    written = codec.adapter.dump_python(event, mode="json")
    if written != content:
        strange = sorted(key for key in written.keys() | content.keys() if written.get(key) != content.get(key))
        strange = strange or sorted(written.keys() ^ content.keys())
        raise JournalError(f"{name}: unknown or malformed field {', '.join(strange)}")
    return event


def _as_written(codec: _Codec, body: str) -> RecordedEvent | None:
    """Return the event that would be written just so today: the short way, None where it does not lead there."""
    try:
        event = codec.adapter.validate_json(body)
    except ValidationError:
        return None
    return event if _canonical(_plain(event)) == body else None


def _parse(name: str, body: str) -> Body:
    try:
        fields = json.loads(body)
    except ValueError:
        raise JournalError(f"{name}: the body is not JSON") from None
    if not isinstance(fields, dict):
        raise JournalError(f"{name}: the body is not an object")
    return fields


def _upcast(codec: _Codec, version: int, fields: Body, upcasters: Upcasters) -> Body:
    if version > codec.version:
        raise JournalError(f"{codec.name} version {version} is newer than {codec.version}, the newest known here")
    while version < codec.version:
        upcaster = upcasters.get((codec.name, version))
        if upcaster is None:
            raise JournalError(f"{codec.name} version {version} is unknown")
        fields, version = upcaster(fields), version + 1
    return fields
