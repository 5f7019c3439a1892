"""The habits no linter knows: how a module is named, what it says of itself, that it is so. I/O: reads the source."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("dealer_table", "scanner_drivers", "simulators")
PURE_PLACES = (
    "dealer_table/errors.py",
    "dealer_table/baccarat",
    "dealer_table/procedure",
    "dealer_table/betting",
    "dealer_table/touch",
    "dealer_table/projections",
    "dealer_table/wire",
    "scanner_drivers/drivers",
)
EMPTY_NAMES = {"base", "common", "helper", "helpers", "manager", "misc", "util", "utils"}
# Neither `random`, which the simulators seed, nor `sqlite3`, whose error codes can be spoken of without a database:
# that the core imports neither is a contract of import-linter.
OUTSIDE_WORLD = {
    "aiomqtt",
    "asyncio",
    "logging",
    "os",
    "secrets",
    "select",
    "selectors",
    "serial",
    "signal",
    "socket",
    "structlog",
    "subprocess",
    "threading",
    "time",
    "uuid",
    "websockets",
}
LONGEST_FUNCTION = 40
# The events are one list, and long; most modules are half of this.
LONGEST_MODULE = 500

MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
# A package's __init__ says nothing when it holds nothing.
SPEAKING = [path for path in MODULES if path.read_text("utf-8").strip()]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), name_of(path))


def sentence_of(path: Path) -> str:
    """Return the first paragraph of the module's docstring as one line."""
    paragraph, _, _ = (ast.get_docstring(tree_of(path)) or "").partition("\n\n")
    return " ".join(paragraph.split())


def imported(tree: ast.Module) -> Iterator[str]:
    """Yield the top-level package of every import, wherever in the module it stands."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(module=str(module)):
                yield module.partition(".")[0]


@pytest.mark.parametrize("path", SPEAKING, ids=name_of)
def test_a_module_says_in_one_sentence_what_it_is_and_whether_it_is_pure(path: Path) -> None:
    sentence = sentence_of(path)
    assert sentence.endswith("Pure.") or "I/O: " in sentence, f"the docstring begins: {sentence!r}"


@pytest.mark.parametrize("path", SPEAKING, ids=name_of)
def test_a_module_that_calls_itself_pure_imports_nothing_of_the_outside_world(path: Path) -> None:
    if sentence_of(path).endswith("Pure."):
        assert OUTSIDE_WORLD.isdisjoint(imported(tree_of(path)))


@pytest.mark.parametrize("place", PURE_PLACES)
def test_the_core_and_the_drivers_are_pure_throughout(place: str) -> None:
    impure = [
        name_of(path)
        for path in SPEAKING
        if path.is_relative_to(ROOT / place) and not sentence_of(path).endswith("Pure.")
    ]
    assert impure == []


def test_no_module_has_a_name_that_says_nothing() -> None:
    parts = {name_of(path): {*path.relative_to(ROOT).with_suffix("").parts} for path in MODULES}
    assert [name for name, words in parts.items() if words & EMPTY_NAMES] == []


@pytest.mark.parametrize("path", SPEAKING, ids=name_of)
def test_a_function_fits_on_a_screen_and_a_module_in_a_head(path: Path) -> None:
    functions = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    lengths = {node.name: (node.end_lineno or node.lineno) - node.lineno + 1 for node in functions}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION} == {}
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST_MODULE


def test_every_directory_of_tests_has_its_turn() -> None:
    """Fail when a new directory is missing from `testpaths`, where nothing of it would ever run."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    turns = settings["tool"]["pytest"]["ini_options"]["testpaths"]
    found = [path.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py")]
    assert [str(path) for path in found if not any(path.is_relative_to(turn) for turn in turns)] == []


def test_the_pins_name_no_place() -> None:
    pins = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    assert [pin for pin in pins if pin.count("==") != 1 or set(pin) & set(" /@:")] == []
