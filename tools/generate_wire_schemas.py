"""JSON Schemas of everything on the wire, from the models and from the public events as they are made. Pure."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args

from pydantic import TypeAdapter

from dealer_table.procedure.events import Event
from dealer_table.wire import (
    bridge_status,
    card_read,
    from_client,
    scanner_wants,
    to_client,
    to_patron,
    to_staff,
    touch_messages,
)
from dealer_table.wire.public_events import public_event
from dealer_table.wire.view_json import DESK_SECTION, OFFER_SECTION, PUBLIC_SECTIONS
from tools.generate_asyncapi import asyncapi

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TO_CLIENT = (
    to_client.Snapshot,
    to_client.Update,
    to_client.Resumed,
    to_client.Answer,
    to_client.Pong,
    to_client.Heartbeat,
    to_client.Condition,
    to_client.Fault,
    to_patron.PatronView,
    to_patron.Totals,
    to_patron.History,
    to_patron.Recall,
    to_staff.CoupRecord,
    touch_messages.TouchView,
    touch_messages.TouchRound,
    touch_messages.TouchHistory,
)
# Where a public event has a field that the event itself has not.
_MADE_FOR_THE_PUBLIC: Mapping[str, Schema] = {
    "keyed": {"type": "boolean", "description": "Whether a person typed the card in."},
}


def schema_documents() -> Mapping[str, Callable[[], str]]:
    """Return every schema, from the repository's root, and what writes its text."""
    schemas: Mapping[str, Callable[[], Schema]] = {
        "scanner-message": lambda: _of_adapter("ScannerMessage", card_read.SCANNER_MESSAGE),
        "scanner-status": lambda: _of_adapter("ScannerStatus", TypeAdapter(card_read.ScannerStatus)),
        "reads-committed": lambda: _of_adapter("ReadsCommitted", TypeAdapter(card_read.ReadsCommitted)),
        "scanner-wanted": lambda: _of_adapter("ScannerWanted", TypeAdapter(scanner_wants.ScannerWanted)),
        "read-verdict": lambda: _of_adapter("ReadVerdict", TypeAdapter(scanner_wants.ReadVerdict)),
        "bridge-status": lambda: _of_adapter("BridgeStatus", TypeAdapter(bridge_status.BridgeStatus)),
        "table-status": lambda: _of_adapter("TableStatus", TypeAdapter(card_read.TableStatus), "serialization"),
        "journal-anchor": lambda: _of_adapter("JournalAnchor", TypeAdapter(card_read.JournalAnchor), "serialization"),
        "from-client": lambda: _of_adapter("FromClient", from_client.FROM_CLIENT),
        "to-client": to_client_schema,
        "public-event": public_event_schema,
        "view": view_schema,
        "asyncapi": asyncapi,
    }
    return {f"docs/schema/{name}.json": _as_json(make) for name, make in schemas.items()}


def view_schema() -> Schema:
    """Return the schema of a whole view; `desk` is there for the desk's audiences only."""
    view, definitions = view_parts()
    return {"$schema": DIALECT, **view, "$defs": definitions}


def public_event_schema() -> Schema:
    """Return the schema of one public event, told apart by `type`."""
    one_of, definitions = public_event_parts()
    return {"$schema": DIALECT, "title": "PublicEvent", "oneOf": one_of, "$defs": definitions}


def to_client_schema() -> Schema:
    """Return the schema of everything the gateway sends, views and events spelled out."""
    definitions: Schema = {}
    for model in TO_CLIENT:
        schema = model.model_json_schema(mode="serialization", ref_template="#/$defs/{model}")
        definitions |= schema.pop("$defs", {})
        # The type always is written, so who reads may count on it.
        schema["required"] = ["type", *(key for key in schema["required"] if key != "type")]
        definitions[model.__name__] = schema
    view, of_view = view_parts()
    events, of_events = public_event_parts()
    definitions |= of_view | of_events
    definitions["View"] = view
    definitions["ViewChange"] = {
        "title": "ViewChange",
        "description": "The sections that changed, each whole.",
        **{key: view[key] for key in ("type", "additionalProperties", "properties")},
    }
    definitions["PublicEvent"] = {"title": "PublicEvent", "oneOf": events}
    definitions["Snapshot"]["properties"]["view"] = {"$ref": "#/$defs/View"}
    definitions["Update"]["properties"]["view"] = {"$ref": "#/$defs/ViewChange"}
    definitions["Update"]["properties"]["events"]["items"] = {"$ref": "#/$defs/PublicEvent"}
    one_of = [{"$ref": f"#/$defs/{model.__name__}"} for model in TO_CLIENT]
    return {"$schema": DIALECT, "title": "ToClient", "oneOf": one_of, "$defs": definitions}


def view_parts() -> tuple[Schema, Schema]:
    """Return the schema of a view, and the definitions that it refers to."""
    adapters: dict[str, TypeAdapter[Any]] = {**PUBLIC_SECTIONS, "offer": OFFER_SECTION, "desk": DESK_SECTION}
    properties: Schema = {}
    definitions: Schema = {}
    for key, adapter in adapters.items():
        schema = adapter.json_schema(mode="serialization", ref_template="#/$defs/{model}")
        definitions |= schema.pop("$defs", {})
        if schema.get("type") == "object":
            definitions[schema["title"]] = schema
            schema = {"$ref": f"#/$defs/{schema['title']}"}
        properties[key] = schema
    view = {
        "title": "View",
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        "required": [*PUBLIC_SECTIONS, "offer"],
    }
    return view, definitions


def public_event_parts() -> tuple[list[Schema], Schema]:
    """Return the schema of each public event, and the definitions that they refer to.

    Public events are made by hand, one by one; which fields they have is seen from one that was made, and of what type
    these are from the event that it was made of.
    """
    found: list[Schema] = []
    definitions: Schema = {}
    for event_class in get_args(Event):
        adapter: TypeAdapter[Event] = TypeAdapter(event_class)
        whole = adapter.json_schema(mode="serialization", ref_template="#/$defs/{model}")
        public = public_event(_sample(event_class, whole))
        if public is None:
            continue
        properties = {key: _MADE_FOR_THE_PUBLIC.get(key) or whole["properties"].get(key) for key in public}
        properties["type"] = {"const": public["type"], "type": "string"}
        found.append(
            {
                "title": event_class.__name__,
                "description": whole["description"],
                "type": "object",
                "additionalProperties": False,
                "properties": properties,
                "required": list(public),
            }
        )
        definitions |= _reached(properties, whole.get("$defs", {}))
    return found, definitions


def _sample(event_class: type[Event], schema: Schema) -> Event:
    """Return any event of this class."""
    adapter: TypeAdapter[Event] = TypeAdapter(event_class)
    return adapter.validate_python({name: _value(part, schema) for name, part in schema["properties"].items()})


def _value(schema: Schema, whole: Schema) -> Any:
    if "$ref" in schema:
        return _value(whole["$defs"][schema["$ref"].rpartition("/")[2]], whole)
    if "anyOf" in schema:
        return _value(schema["anyOf"][0], whole)
    if "enum" in schema:
        return schema["enum"][0]
    match schema["type"]:
        case "integer":
            return 1
        case "boolean":
            return True
        case "string":
            return "text"
        case "array":
            return [_value(part, whole) for part in schema.get("prefixItems", ())]
        case "object":
            return {name: _value(part, whole) for name, part in schema["properties"].items()}
        case other:
            raise AssertionError(f"no sample of a {other}")


def _reached(schema: Any, definitions: Schema) -> Schema:
    """Return those of `definitions` that `schema` refers to; a public event needs none that refers further."""
    text = json.dumps(schema)
    return {name: made for name, made in definitions.items() if f'"#/$defs/{name}"' in text}


def _of_adapter(
    title: str, adapter: TypeAdapter[Any], mode: Literal["validation", "serialization"] = "validation"
) -> Schema:
    schema = adapter.json_schema(mode=mode, ref_template="#/$defs/{model}")
    return {"$schema": DIALECT, "title": title, **{key: value for key, value in schema.items() if key != "title"}}


def _as_json(make: Callable[[], Schema]) -> Callable[[], str]:
    return lambda: json.dumps(make(), indent=2, ensure_ascii=False) + "\n"
