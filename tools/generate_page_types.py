"""TypeScript types of everything the gateway sends, for the check of what the pages expect. Pure.

`tools/wire_agrees.ts` holds the types that the pages write in their comments to these; nothing of it is served.
"""

from collections.abc import Iterator
from typing import Any

from tools.generate_wire_schemas import to_client_schema

Schema = dict[str, Any]

_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
# What may be left out: the desk's section for other audiences, and in a change what did not change.
_PARTIAL = {"ViewChange"}
_OPTIONAL = {("View", "desk")}


def page_types() -> str:
    """Return the text of tools/to_client.d.ts."""
    schema = to_client_schema()
    lines = [
        "// Generated from the models by `make docs`: everything the gateway sends, as TypeScript.",
        f"export type {schema['title']} = {_type(schema)};",
        *(f"export type {name} = {_type(part, name)};" for name, part in sorted(schema["$defs"].items())),
    ]
    return "\n".join(lines) + "\n"


def _type(schema: Schema, name: str = "") -> str:
    """Return a type; what a model writes it always writes whole, so a default makes nothing optional."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return " | ".join(_type(part) for part in schema[choice])
    if "const" in schema:
        return _literal(schema["const"])
    if "enum" in schema:
        return " | ".join(_literal(value) for value in schema["enum"])
    match schema.get("type"):
        case "object":
            return _object(schema, name)
        case "array":
            return _array(schema)
        case str(plain):
            return _PLAIN[plain]
        case _:
            return "unknown"


def _object(schema: Schema, name: str) -> str:
    if "properties" in schema:
        return "{ " + " ".join(_fields(schema["properties"], name)) + " }"
    values = schema.get("additionalProperties", True)
    return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"


def _fields(properties: Schema, name: str) -> Iterator[str]:
    for key, value in properties.items():
        optional = "?" if name in _PARTIAL or (name, key) in _OPTIONAL else ""
        yield f"{key}{optional}: {_type(value)};"


def _array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(item) for item in schema['prefixItems'])}]"
    return f"({_type(schema.get('items', {}))})[]"


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()
