"""What the pages say, as far as their source tells: messages asked for, values given, words that stand in the code.

I/O: reads files.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

_PARSER = Parser(Language(tree_sitter_javascript.language()))
# These functions ask for a message: the first by its id, the second by a family and a code.
_SAYING = {"say", "sayCode"}
# Where a text given to the browser is read or heard by people.
_HEARD = {"aria-description", "aria-label", "aria-roledescription", "aria-valuetext"}
_SHOWN_ATTRIBUTES = {*_HEARD, "alt", "label", "placeholder", "title"}
_SHOWN_PROPERTIES = {"alt", "ariaLabel", "innerText", "placeholder", "textContent", "title"}
# Two words in a row are a sentence, wherever they stand; classes and other lists of names are not.
_SENTENCE = re.compile(r"[^\W\d_]{2,},? [a-z]{2,}")
_WORD = re.compile(r"[^\W\d_]{2,}")
_COMPUTED = re.compile(r"\.(animate|querySelector\w*|matches|closest)$|matchMedia")
_NAMES_ONLY = {"class", "d", "transform", "viewBox", "preserveAspectRatio", "style", "stroke-dasharray"}
# The name of the game is the same in every language.
_PROPER_NAMES = {"Baccarat", "Baccarat Touch"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A message asked for: its id as a pattern, and the values it gets; None: not to be seen from here."""

    pattern: re.Pattern[str]
    exact: str | None
    values: frozenset[str] | None
    place: str


@dataclass(slots=True)
class Source:
    """What one page or module says, loads and shows."""

    asked: list[Asked] = field(default_factory=list)
    # Other modules, relative to this one.
    modules: list[str] = field(default_factory=list)
    catalogues: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)


def read_module(file: Path) -> Source:
    """Read a JavaScript module."""
    source = Source()
    for node in _walk(_PARSER.parse(file.read_bytes()).root_node):
        place = f"{file}:{node.start_point.row + 1}"
        match node.type:
            case "import_statement":
                source.modules.append(_text(node.child_by_field_name("source"))[1:-1])
            case "call_expression":
                _read_call(node, place, source)
            case "assignment_expression":
                _read_assignment(node, place, source)
            case "string" | "template_string":
                _read_literal(node, place, source)
    return source


def read_page(file: Path) -> Source:
    """Read an HTML page."""
    reader = _PageReader(file)
    reader.feed(file.read_text("utf-8"))
    return reader.source


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from _walk(child)


def _text(node: Node | None) -> str:
    return "" if node is None or node.text is None else node.text.decode()


def _read_call(node: Node, place: str, source: Source) -> None:
    function = node.child_by_field_name("function")
    holder = node.child_by_field_name("arguments")
    arguments = [] if holder is None else holder.named_children
    name = _text(function)
    if function is not None and function.type == "import" and arguments:
        source.modules.append(_text(arguments[0])[1:-1])
    elif name in _SAYING and arguments:
        source.asked.append(_asked(name, arguments, place))
        if source.asked[-1].pattern.pattern == ".*":
            source.faults.append(f"{place}: {_text(node)}: nobody can tell which message this is")
    elif name == "loadCatalogue" and arguments:
        source.catalogues.add(_text(arguments[0])[1:-1])
    elif name in ("element", "svg"):
        for shown in arguments[2:]:
            _judge(shown, place, source)
    elif len(arguments) > 1 and _shows_second(name, arguments[0]):
        _judge(arguments[1], place, source)


def _shows_second(function: str, first: Node) -> bool:
    sets_attribute = function.endswith(".setAttribute") and _text(first)[1:-1] in _SHOWN_ATTRIBUTES
    return function == "setText" or sets_attribute


def _asked(function: str, arguments: list[Node], place: str) -> Asked:
    pattern = _pattern_of(arguments[0])
    if function == "sayCode":
        return Asked(re.compile(f"{pattern}-.+"), None, None, place)
    exact = _text(arguments[0])[1:-1] if arguments[0].type == "string" else None
    return Asked(re.compile(pattern), exact, _values_of(arguments[1:]), place)


def _pattern_of(node: Node) -> str:
    match node.type:
        case "string":
            return re.escape(_text(node)[1:-1])
        case "template_string":
            parts = node.named_children
            pattern = "".join(re.escape(_text(part)) if part.type == "string_fragment" else ".+" for part in parts)
            return pattern if pattern != ".+" else ".*"
        case _:
            return ".*"


def _values_of(rest: list[Node]) -> frozenset[str] | None:
    if not rest:
        return frozenset()
    if rest[0].type != "object":
        return None
    names = set()
    for entry in rest[0].named_children:
        match entry.type:
            case "shorthand_property_identifier":
                names.add(_text(entry))
            case "pair":
                names.add(_text(entry.child_by_field_name("key")))
            case "comment":
                continue
            case _:
                return None
    return frozenset(names)


def _read_assignment(node: Node, place: str, source: Source) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None or left.type != "member_expression":
        return
    if _text(left.child_by_field_name("property")) in _SHOWN_PROPERTIES:
        _judge(right, place, source)


def _read_literal(node: Node, place: str, source: Source) -> None:
    """Find attributes that people hear, and sentences wherever they stand."""
    parent = node.parent
    key = ""
    if parent is not None and parent.type == "pair" and parent.child_by_field_name("key") != node:
        key = _text(parent.child_by_field_name("key")).strip("\"'")
    if key in _SHOWN_ATTRIBUTES:
        _judge(node, place, source)
    elif key not in _NAMES_ONLY and not _is_no_text(node) and _SENTENCE.search(_fixed_part(node)):
        source.faults.append(f"{place}: {_text(node)}: a sentence outside the catalogues")


def _is_no_text(node: Node) -> bool:
    """Tell whether a literal is what a developer reads, or what the browser computes with."""
    holder = node.parent
    while holder is not None and holder.type not in ("statement_block", "program", "class_body"):
        if holder.type in ("import_statement", "throw_statement"):
            return True
        if holder.type == "pair" and _text(holder.child_by_field_name("key")).strip("\"'") in _NAMES_ONLY:
            return True
        if holder.type == "call_expression" and _COMPUTED.search(_text(holder.child_by_field_name("function"))):
            return True
        holder = holder.parent
    return False


def _fixed_part(node: Node) -> str:
    return " ".join(_text(part) for part in node.named_children if part.type == "string_fragment")


def _judge(node: Node, place: str, source: Source) -> None:
    """Look for words of any kind in an expression whose value people see."""
    match node.type:
        case "string" | "template_string":
            words = _fixed_part(node)
            if _WORD.search(words) and words not in _PROPER_NAMES:
                source.faults.append(f"{place}: {_text(node)}: words outside the catalogues")
        case "ternary_expression" | "binary_expression" | "parenthesized_expression":
            for child in node.named_children:
                if child != node.child_by_field_name("condition"):
                    _judge(child, place, source)


class _PageReader(HTMLParser):
    def __init__(self, file: Path) -> None:
        super().__init__()
        self.source = Source()
        self._file = file
        self._free = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        place = f"{self._file}:{self.getpos()[0]}"
        # What is said when no script runs can be in no catalogue.
        if tag == "noscript":
            self._free = tag
        for name, value in attrs:
            if name in ("data-say", "data-say-label") and value:
                self.source.asked.append(Asked(re.compile(re.escape(value)), value, frozenset(), place))
            elif name == "data-catalogues" and value:
                self.source.catalogues.update(value.split())
            elif name == "src" and tag == "script" and value:
                self.source.modules.append(value)
            elif name in _SHOWN_ATTRIBUTES and value and _WORD.search(value):
                self.source.faults.append(f"{place}: {name}={value!r}: words outside the catalogues")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._free:
            self._free = ""

    def handle_data(self, data: str) -> None:
        words = data.strip()
        if not self._free and _WORD.search(words) and words not in _PROPER_NAMES:
            place = f"{self._file}:{self.getpos()[0]}"
            self.source.faults.append(f"{place}: {words!r}: words outside the catalogues")
