import json
from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType, NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from dealer_table.baccarat.bets import Payout
from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.conditions import CONDITIONS
from dealer_table.betting.events import BettingEvent, SpotsOffered
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.rules import BettingRules, CurrencyLimits, SpotLimits
from dealer_table.errors import JournalError
from dealer_table.procedure.commands import ReadId
from dealer_table.procedure.events import BurnDue, CardBurned, Event, ShoeLoaded, TableOpened
from dealer_table.procedure.words import Actor, Role
from dealer_table.touch.events import TouchEvent
from dealer_table.wire.event_codec import decode, encode, name_of

EVENT_CLASSES: tuple[type[RecordedEvent], ...] = (*get_args(Event), *get_args(BettingEvent), *get_args(TouchEvent))
PAYOUTS = st.builds(
    Payout,
    st.fractions(min_value=-1, max_value=200),
    st.lists(st.sampled_from(sorted(CONDITIONS)), min_size=1, max_size=3).map(tuple),
)
st.register_type_strategy(Payout, PAYOUTS)
# The adapters, to which the writing is held, know of mappings nothing but dictionaries.
LIMITS = st.builds(CurrencyLimits, spots=st.dictionaries(st.text(), st.from_type(SpotLimits), max_size=3))
st.register_type_strategy(
    BettingRules, st.builds(BettingRules, currencies=st.dictionaries(st.text(), LIMITS, max_size=3))
)
GOLDEN = Path(__file__).parents[2] / "golden" / "journals" / "events.json"
SHOE_BEFORE = ("shoe_loaded", 1)


def sample(kind: Any) -> Any:
    """Build one value of a type, always the same, with nothing left out."""
    if get_origin(kind) is tuple:
        return (sample(get_args(kind)[0]),) * 2
    if get_origin(kind) is UnionType:
        return sample(next(part for part in get_args(kind) if part is not NoneType))
    if kind is ReadId:
        return ReadId("shoe-1", "b7", 42)
    if kind is Payout:
        return Payout(Fraction(7, 2), ("player_natural", "tie"))
    if get_origin(kind) is Mapping:
        return {"EUR": sample(get_args(kind)[1])}
    if isinstance(kind, type) and issubclass(kind, tuple):
        return kind(*(sample(hint) for hint in get_type_hints(kind).values()))
    if kind is Card:
        return Card.EIGHT_OF_SPADES
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return next(iter(kind))
    if kind in (int, str, bool):
        return {int: 7, str: "text", bool: True}[kind]
    hints = get_type_hints(kind)
    return kind(**{field.name: sample(hints[field.name]) for field in fields(kind)})


@pytest.mark.parametrize("event_class", EVENT_CLASSES, ids=lambda event_class: event_class.__name__)
def test_the_encoding_of_every_event_is_pinned(event_class: type[RecordedEvent]) -> None:
    name, version, body = encode(sample(event_class))
    pinned = {(entry["name"], entry["version"]): entry["body"] for entry in json.loads(GOLDEN.read_text())}
    assert pinned.get((name, version)) == json.loads(body), (
        f"{name} changed: raise its version, add an upcaster, pin it"
    )


@pytest.mark.parametrize("entry", json.loads(GOLDEN.read_text()), ids=lambda entry: entry["name"])
def test_every_event_ever_written_can_be_read(entry: dict[str, Any]) -> None:
    assert name_of(decode(entry["name"], entry["version"], json.dumps(entry["body"]))) == entry["name"]


def test_no_two_events_share_a_name() -> None:
    assert len({name_of(sample(event_class)) for event_class in EVENT_CLASSES}) == len(EVENT_CLASSES)


@given(st.one_of([st.from_type(event_class) for event_class in EVENT_CLASSES]))
def test_an_event_comes_back_as_it_was(event: RecordedEvent) -> None:
    name, version, body = encode(event)
    assert decode(name, version, body) == event
    assert encode(decode(name, version, body)) == (name, version, body)


@given(st.one_of([st.from_type(event_class) for event_class in EVENT_CLASSES]))
def test_an_event_is_written_as_its_type_would_write_it(event: RecordedEvent) -> None:
    dumped = TypeAdapter(type(event)).dump_python(event, mode="json")
    assert encode(event)[2] == json.dumps(dumped, sort_keys=True, separators=(",", ":"))


def test_rules_are_written_alike_whatever_kind_of_mapping_holds_them() -> None:
    limits = CurrencyLimits(2, 100, 500, MappingProxyType({"tie": SpotLimits(1, 2, 3)}))
    offered = SpotsOffered(1, "digest", BettingRules(currencies=MappingProxyType({"EUR": limits})))
    assert decode(*encode(offered)) == offered


def test_the_body_is_canonical_json() -> None:
    assert encode(TableOpened(5, Actor(Role.DEALER, "Ä"))) == (
        "table_opened",
        1,
        '{"at":5,"by":{"name":"\\u00c4","role":"dealer"}}',
    )


@pytest.mark.parametrize(
    ("name", "version", "body", "named"),
    [
        ("table_painted", 1, "{}", "table_painted"),
        ("burn_due", 2, '{"at":1,"burns":3}', "version 2"),
        ("burn_due", 0, '{"at":1,"burns":3}', "version 0"),
        ("burn_due", 1, '{"at":1}', "burns"),
        ("burn_due", 1, '{"at":1,"burns":"3"}', "burns"),
        ("burn_due", 1, '{"at":1,"burns":3,"colour":"red"}', "colour"),
        ("table_opened", 1, '{"at":1,"by":{"role":"dealer","name":"x","age":2}}', "by"),
        ("burn_due", 1, "[]", "not an object"),
        ("burn_due", 1, "{", "not JSON"),
    ],
)
def test_what_cannot_be_read_is_named(name: str, version: int, body: str, named: str) -> None:
    with pytest.raises(JournalError, match=named):
        decode(name, version, body)


def test_an_old_version_is_lifted_step_by_step() -> None:
    steps = {
        ("burn_due", -1): lambda body: {"at": body["time"], "count": body["count"]},
        ("burn_due", 0): lambda body: {"at": body["at"], "burns": body["count"]},
    }
    assert decode("burn_due", -1, '{"time":9,"count":4}', steps) == BurnDue(at=9, burns=4)


def test_a_burned_card_keeps_its_face_in_the_record() -> None:
    burned = CardBurned(at=1, card=Card.KING_OF_CLUBS, index=1, of=10)
    assert decode(*encode(burned)) == burned


@pytest.mark.parametrize(("online", "primary"), [(["shoe-1"], "shoe-1"), (["a", "b"], "a"), ([], "")])
def test_a_shoe_from_before_there_were_spares_is_dealt_by_the_scanner_that_was_there(
    online: list[str], primary: str
) -> None:
    (old,) = (entry for entry in json.loads(GOLDEN.read_text()) if (entry["name"], entry["version"]) == SHOE_BEFORE)
    loaded = decode("shoe_loaded", 1, json.dumps(old["body"] | {"scanners_online": online}))
    assert isinstance(loaded, ShoeLoaded)
    assert (loaded.primary, loaded.deck_verified, loaded.dealer) == (primary, False, "")


def test_a_forged_shoe_from_before_there_were_spares_is_no_bug() -> None:
    with pytest.raises(JournalError, match="shoe_loaded"):
        decode("shoe_loaded", 1, '{"scanners_online": [1, "a"]}')


def pin_every_event() -> None:
    """Write the golden file anew, keeping the shapes of older versions; run this file to do so."""
    entries = {(entry["name"], entry["version"]): entry for entry in json.loads(GOLDEN.read_text() or "[]")}
    for event_class in EVENT_CLASSES:
        name, version, body = encode(sample(event_class))
        entries[name, version] = {"name": name, "version": version, "body": json.loads(body)}
    lines = ",\n".join(json.dumps(entries[key]) for key in sorted(entries))
    GOLDEN.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    pin_every_event()
