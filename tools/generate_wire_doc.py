"""Write docs/wire-protocol.md: prose from a template, tables from what is on the wire. I/O: reads the template."""

import ast
import inspect
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast, get_args

from pydantic import BaseModel

from dealer_table.gateway import session
from dealer_table.gateway.settings import GatewaySettings, SessionLimits
from dealer_table.wire import bridge_status, card_read, from_client, from_patron, from_staff, scanner_wants
from tools.generate_asyncapi import topics
from tools.generate_wire_schemas import TO_CLIENT, Schema, public_event_parts, view_parts

TEMPLATE = Path(__file__).parent / "wire-protocol.md.in"


def wire_protocol() -> str:
    """Return the document: its prose from the template, its tables from the models."""
    text = TEMPLATE.read_text("utf-8")
    for place, table in _tables().items():
        marker = f"<<{place}>>"
        assert text.count(marker) == 1, f"the template has {text.count(marker)} places for {place}"
        text = text.replace(marker, table)
    assert "<<" not in text, "the template has a place that nothing fills"
    return text


def _tables() -> Mapping[str, str]:
    return {
        "topics": _topic_table(),
        "scanner_messages": _message_tables(_variants(card_read.ScannerMessage), tag="kind"),
        "status_messages": _message_tables(
            (card_read.ScannerStatus, card_read.ReadsCommitted, card_read.TableStatus, card_read.JournalAnchor)
        ),
        "wants": _message_tables((scanner_wants.ScannerWanted, scanner_wants.ReadVerdict)),
        "bridge_messages": _message_tables((bridge_status.BridgeStatus,)),
        "from_client": _message_tables((from_client.Hello, from_client.Ping)),
        "from_patron": _message_tables(
            (
                from_patron.BetRequest,
                from_patron.HistoryRequest,
                from_patron.RecallRequest,
                from_patron.LeaveRequest,
                from_patron.DealRequest,
            )
        ),
        "from_staff": _message_tables((from_staff.CoupRecordRequest,)),
        "patron_parts": _part_tables((from_patron.BetRequest,)),
        "commands": _command_table(),
        "to_client": _message_tables(TO_CLIENT),
        "to_client_parts": _part_tables(TO_CLIENT),
        "view": _view_tables(),
        "events": _event_table(),
        "words": _word_table(),
        "faults": _fault_table(),
        "limits": _limit_table(),
    }


def _topic_table() -> str:
    rows = [
        (
            f"`{topic.address}`",
            topic.told_by,
            topic.told_to,
            f"[{topic.message}](schema/{topic.schema})",
            topic.retained,
        )
        for topic in topics().values()
    ]
    return _table(
        ("topic", "from", "to", "payload", "retained"),
        [(*cells, "yes" if retained else "no") for *cells, retained in rows],
    )


def _message_tables(models: Iterable[type[BaseModel]], tag: str = "type") -> str:
    parts = []
    for model in models:
        schema = model.model_json_schema(mode="validation")
        name = schema["properties"].get(tag, {}).get("const")
        heading = f"#### `{name}`" if name else f"#### {model.__name__}"
        rows = _field_rows(schema, skip=tag if name else "")
        parts.append(f"{heading}\n\n{_sentence(schema)}\n\n{_table(('field', 'type', 'default'), rows)}")
    return "\n\n".join(parts)


def _part_tables(models: Iterable[type[BaseModel]]) -> str:
    """Return a table for each object that these messages are made of, and what a pair is."""
    definitions: Schema = {}
    for model in models:
        definitions |= model.model_json_schema().get("$defs", {})
    parts = []
    for name, schema in sorted(definitions.items()):
        if "properties" in schema:
            rows = _field_rows(schema, skip="")
            parts.append(f"**{name}**: {_sentence(schema)}\n\n{_table(('field', 'type', 'default'), rows)}")
        elif "prefixItems" in schema:
            parts.append(f"**{name}**: {_type(schema)}")
    return "\n\n".join(parts)


def _field_rows(schema: Schema, skip: str) -> list[tuple[str, str, str]]:
    required = schema.get("required", [])
    return [
        (f"`{name}`", _type(field), "" if name in required else f"`{json.dumps(field.get('default'))}`")
        for name, field in schema["properties"].items()
        if name != skip
    ]


def _command_table() -> str:
    rows = []
    for model in _variants(from_client.DeskRequest):
        schema = model.model_json_schema()
        own = {name: field for name, field in schema["properties"].items() if name not in ("type", "id", "command")}
        optional = [name for name in own if name not in schema["required"]]
        told = ", ".join(f"`{name}`{' (optional)' if name in optional else ''}: {_type(own[name])}" for name in own)
        rows.append((f"`{schema['properties']['command']['const']}`", _sentence(schema), told))
    return _table(("command", "what", "fields beside `type`, `id`, `command`"), rows)


def _view_tables() -> str:
    view, definitions = view_parts()
    shown: dict[str, None] = {}
    parts = []
    for key, section in view["properties"].items():
        parts.append(f"#### `{key}`: {_type(section)}")
        for name in _objects_in(section, definitions):
            if name in shown:
                continue
            shown[name] = None
            schema = definitions[name]
            rows = [(f"`{field}`", _type(part)) for field, part in schema["properties"].items()]
            parts.append(f"**{name}**: {_sentence(schema)}\n\n{_table(('field', 'type'), rows)}")
    return "\n\n".join(parts)


def _word_table() -> str:
    _, definitions = view_parts()
    for adapter in (card_read.SCANNER_MESSAGE, from_client.FROM_CLIENT):
        definitions |= adapter.json_schema().get("$defs", {})
    for model in (scanner_wants.ScannerWanted, scanner_wants.ReadVerdict):
        definitions |= model.model_json_schema().get("$defs", {})
    definitions |= public_event_parts()[1]
    rows = [(f"**{name}**", _listed(schema)) for name, schema in sorted(definitions.items()) if "enum" in schema]
    return _table(("type", "values"), rows)


def _objects_in(schema: Any, definitions: Schema) -> list[str]:
    """Return the names of the objects that `schema` is made of, outermost first."""
    found: list[str] = []
    names = [name for name in definitions if f'"#/$defs/{name}"' in json.dumps(schema)]
    for name in names:
        if "properties" in definitions[name]:
            found += [name, *_objects_in(definitions[name]["properties"], definitions)]
    return found


def _event_table() -> str:
    rows = []
    for schema in public_event_parts()[0]:
        own = {name: part for name, part in schema["properties"].items() if name != "type"}
        told = ", ".join(f"`{name}`: {_type(part)}" for name, part in own.items())
        rows.append((f"`{schema['properties']['type']['const']}`", _sentence(schema), told))
    return _table(("`type`", "what happened", "fields"), rows)


def _fault_table() -> str:
    rows = []
    for node in ast.walk(ast.parse(inspect.getsource(session))):
        match node:
            case ast.Call(
                func=ast.Attribute(attr=("_fault" | "_fatal") as how), args=[ast.Constant(value=str(code)), _]
            ):
                rows.append((f"`{code}`", "at once" if how == "_fatal" else "when there are too many"))
    return _table(("`code`", "the connection closes"), sorted(set(rows)))


def _limit_table() -> str:
    settings, limits = GatewaySettings(), SessionLimits()
    rows = (
        ("a message of a client", f"{settings.message_bytes} bytes; a longer one closes the connection with 1009"),
        ("nesting of a message", f"{limits.nesting} levels"),
        ("messages of one client", f"{limits.messages_per_second:g} a second, {limits.burst} at once"),
        ("faults of one client", f"{limits.faults}; the last closes the connection"),
        ("hello", f"within {limits.hello_within} ms"),
        ("connections", f"{settings.connections} (`[http] connections`)"),
        ("history", f"{settings.history} updates for each audience"),
        ("heartbeat", f"after {settings.heartbeat_seconds:g} s in which nothing else was sent"),
        (
            "bytes that wait for one client",
            f"{settings.write_buffer} here, {settings.socket_buffer} asked of the kernel",
        ),
        ("a client that lags", f"is closed with 1013 after {settings.lag_seconds:g} s"),
    )
    return _table(("what", "limit"), rows)


def _variants(union: Any) -> tuple[type[BaseModel], ...]:
    """Return the models of an annotated union."""
    return cast("tuple[type[BaseModel], ...]", get_args(get_args(union)[0]))


def _sentence(schema: Schema) -> str:
    return " ".join(str(schema.get("description", "")).split())


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return f"**{schema['$ref'].rpartition('/')[2]}**"
    if parts := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(_type(part) for part in parts)
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(part['title'].lower() for part in schema['prefixItems'])}]"
        case "array":
            return f"list of {_type(schema['items'])}"
        case "object" if "additionalProperties" in schema and schema["additionalProperties"] not in (True, False):
            return f"object of {_type(schema['additionalProperties'])}"
        case "string":
            return _text(schema)
        case "integer" | "number":
            least, most = schema.get("minimum"), schema.get("maximum")
            bounds = (f" from {least}" if least is not None else "") + (f" to {most}" if most is not None else "")
            return f"{schema['type']}{bounds}"
        case other:
            return str(other)


def _text(schema: Schema) -> str:
    least, most = schema.get("minLength"), schema.get("maxLength")
    if most is None:
        return "text"
    return f"text of {least}-{most} characters" if least else f"text of at most {most} characters"


def _listed(schema: Schema) -> str:
    if schema["title"] == "Card":
        return "rank (`A23456789TJQK`), then suit (`SHCD`): `AS`, `TH`, `KC`"
    return ", ".join(f"`{value}`" for value in schema["enum"])


def _table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = tuple(header)
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |" for cells in lines)
