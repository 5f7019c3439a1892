"""The pages' catalogues of words, read as Project Fluent reads them, and what is wrong with them. I/O: reads files."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

FIRST_LANGUAGE = "en"


@dataclass(frozen=True, slots=True)
class Message:
    """A message of one catalogue: where it stands, and the values that are put into it."""

    file: Path
    line: int
    values: frozenset[str]


@dataclass(frozen=True, slots=True)
class Language:
    """One language: its messages by id, its catalogues by name, and the faults of the files themselves."""

    tag: str
    messages: Mapping[str, Message]
    catalogues: frozenset[str]
    faults: tuple[str, ...]


def read_languages(folder: Path) -> Mapping[str, Language]:
    """Read `folder/<tag>/<catalogue>.ftl`."""
    return {place.name: _read_language(place) for place in sorted(folder.iterdir()) if place.is_dir()}


def differences(languages: Mapping[str, Language]) -> Iterator[str]:
    """Yield what a language has less, more or otherwise than the first one."""
    first = languages[FIRST_LANGUAGE]
    for language in languages.values():
        yield from language.faults
        for name in sorted(first.catalogues ^ language.catalogues):
            yield f"{language.tag}/{name}.ftl: the catalogue is missing in {_where(name, first, language)}"
        for key, message in first.messages.items():
            yield from _compare(key, message, language)
        for key in sorted(language.messages.keys() - first.messages.keys()):
            message = language.messages[key]
            yield f"{message.file}:{message.line}: {key}: there is no such message in {FIRST_LANGUAGE}"


def _compare(key: str, first: Message, language: Language) -> Iterator[str]:
    here = language.messages.get(key)
    if here is None:
        yield f"{language.tag}/{first.file.name}: {key}: missing"
        return
    if here.file.name != first.file.name:
        yield f"{here.file}:{here.line}: {key}: stands in {first.file.name} in {FIRST_LANGUAGE}"
    for value in sorted(first.values ^ here.values):
        has = language.tag if value in here.values else FIRST_LANGUAGE
        yield f"{here.file}:{here.line}: {key}: the value ${value} stands in {has} only"


def _where(name: str, first: Language, language: Language) -> str:
    return language.tag if name in first.catalogues else FIRST_LANGUAGE


def _read_language(folder: Path) -> Language:
    messages: dict[str, Message] = {}
    faults: list[str] = []
    files = sorted(folder.glob("*.ftl"))
    for file in files:
        text = file.read_text("utf-8")
        for entry in FluentParser().parse(text).body:
            named = entry.id if isinstance(entry, ast.Message) else entry
            line = text.count("\n", 0, named.span.start if named.span else 0) + 1
            match entry:
                case ast.Message(id=ast.Identifier(name=key)):
                    if key in messages:
                        faults.append(f"{file}:{line}: {key}: said twice")
                    if entry.value is None or entry.attributes:
                        faults.append(f"{file}:{line}: {key}: a message is its value, and has no attributes here")
                    messages[key] = Message(file, line, _values_of(entry))
                case ast.Junk():
                    faults.append(f"{file}:{line}: not Fluent: {entry.annotations[0].message}")
    return Language(folder.name, messages, frozenset(file.stem for file in files), tuple(faults))


class _Values(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.names.add(node.id.name)


def _values_of(message: ast.Message) -> frozenset[str]:
    visitor = _Values()
    visitor.visit(message)
    return frozenset(visitor.names)
