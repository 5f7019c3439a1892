"""The documents: drawn from the code where they can be, true where a machine can tell. I/O: reads the repository."""

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer
from prometheus_client import CollectorRegistry
from pydantic import BaseModel
from referencing import Registry, Resource

from dealer_table import cli
from dealer_table.adapters.floor_metrics import FloorMetrics
from dealer_table.adapters.memory_journal import MemoryJournal
from dealer_table.adapters.mqtt_metrics import MqttMetrics
from dealer_table.adapters.seamless_metrics import WalletMetrics
from dealer_table.baccarat.conditions import CONDITIONS
from dealer_table.config.betting_section import BettingSection, CurrencyEntry, PayoutEntry, SpotEntry
from dealer_table.config.broker import TableMqttSection, TlsSection
from dealer_table.config.http import HttpSection
from dealer_table.config.integrity import IntegritySection
from dealer_table.config.money import MoneySection
from dealer_table.config.picture import PictureSection
from dealer_table.config.rules_file import rules_of
from dealer_table.config.staff import StaffSection
from dealer_table.config.table_config import TableSection
from dealer_table.config.touch import TouchSection
from dealer_table.gateway.audience import Audience
from dealer_table.gateway.broadcast import TableBroadcast
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.table_feed import TableFeed
from dealer_table.ports.announcements import Announced
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import HoldKind
from dealer_table.wire import to_client, to_patron, to_staff, touch_messages
from dealer_table.wire.public_events import public_event
from scanner_drivers.bridge_config import ScannerSection
from tests.properties import procedure_machine as at_the_table
from tests.properties.procedure_machine import HAPPENINGS, HOUSES, SeededChance, TableUnderProof
from tools.generate_docs import GENERATORS
from tools.generate_wire_schemas import TO_CLIENT

# It comes without types.
Draft202012Validator: Any = import_module("jsonschema").Draft202012Validator

ROOT = Path(__file__).parent.parent
SCHEMAS = ROOT / "docs" / "schema"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])

# A run's weights: mostly the procedure goes on, and now and then something happens.
WALK = HAPPENINGS + (at_the_table.go_on,) * 25 + (at_the_table.go_on_a_while,) * 2

_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_COMMAND = re.compile(r"(?<![\w/.-])(make|(?:\.venv/bin/)?dealer-table) +([^`\n|;&()#]*)")


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# ---- what is drawn from the code ------------------------------------------------------------------------------------


def test_every_message_to_a_client_is_described() -> None:
    named = [each for module in (to_client, to_patron, to_staff, touch_messages) for each in vars(module).values()]
    messages = {each for each in named if isinstance(each, type) and "type" in _fields(each)}
    assert messages == set(TO_CLIENT)


def _fields(each: type) -> Sequence[str]:
    return list(getattr(each, "model_fields", ()))


@pytest.mark.parametrize("name", GENERATORS)
def test_a_generated_document_is_what_the_code_says(name: str) -> None:
    assert (ROOT / name).read_text("utf-8") == GENERATORS[name](), f"{name} drifted: run make docs"


def test_every_schema_is_one_and_is_generated() -> None:
    for path in SCHEMAS.iterdir():
        assert name_of(path) in GENERATORS, f"nothing writes {path.name}"
        if path.name != "asyncapi.json":
            Draft202012Validator.check_schema(read_schema(path.stem))


def test_every_reference_of_the_asyncapi_document_leads_somewhere() -> None:
    document = read_schema("asyncapi")
    registry: Registry[Any] = Registry().with_resources(
        (path.name, Resource.opaque(read_schema(path.stem))) for path in SCHEMAS.iterdir()
    )
    resolver = registry.resolver(base_uri="asyncapi.json")
    references = list(references_in(document))
    assert references
    for reference in references:
        assert resolver.lookup(reference).contents


def read_schema(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((SCHEMAS / f"{name}.json").read_text("utf-8"))
    return schema


def references_in(document: Any) -> Iterator[str]:
    match document:
        case {"$ref": str(reference)}:
            yield reference
        case dict():
            for part in document.values():
                yield from references_in(part)
        case list():
            for part in document:
                yield from references_in(part)


# ---- what the schemas say of a table at work ------------------------------------------------------------------------


class RecordedTable(TableUnderProof):
    """A table under random play that keeps a journal and what the controller would announce."""

    def __init__(self, house: str, seed: int) -> None:
        super().__init__(HOUSES[house], SeededChance(seed))
        self.journal = MemoryJournal()
        self.announced: list[Announced] = []

    def give(self, command: c.Command) -> tuple[e.Event, ...]:
        events = super().give(command)
        if events:
            self.announced.append(Announced(tuple(self.journal.append([events])), self.state))
        return events


def played(house: str, seed: int, steps: int) -> RecordedTable:
    table = RecordedTable(house, seed)
    for _ in range(steps):
        table.chance.pick(WALK)(table)
    return table


class Ear:
    """Keeps every message sent, read again from its frame."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    def send(self, audience: Audience, frame: bytes) -> None:
        self.messages.append(message_in(frame))


def message_in(frame: bytes) -> dict[str, Any]:
    """Read the message of an unmasked frame, whose head is longer the longer its text (RFC 6455 5.2)."""
    head = {126: 4, 127: 10}.get(frame[1], 2)
    message: dict[str, Any] = json.loads(frame[head:])
    return message


def test_every_public_event_that_is_made_is_as_documented() -> None:
    schema = read_schema("public-event")
    validator = Draft202012Validator(schema)
    tables = [played(house, seed, steps=300) for house in ("Macau", "burns between coups") for seed in range(8)]
    public = [public_event(event) for table in tables for event in table.events]
    made = {json.dumps(event): event for event in public if event is not None}
    for event in made.values():
        validator.validate(event)
    documented = {variant["properties"]["type"]["const"] for variant in schema["oneOf"]}
    assert {event["type"] for event in made.values()} == documented


@pytest.mark.parametrize("house", ["the seed's", "Macau"])
def test_everything_a_client_is_told_of_a_shoe_is_as_documented(house: str) -> None:
    validator = Draft202012Validator(read_schema("to-client"))
    ear, table = Ear(), played(house, seed=7, steps=60)
    broadcast = TableBroadcast("table-1", "epoch", ear, history=16, clock=lambda: 0)
    feed = TableFeed(HOUSES[house], broadcast)
    feed.restore(MemoryJournal())
    feed.announce(table.announced)
    broadcast.beat(0)
    assert {message["type"] for message in ear.messages} == {"update", "heartbeat"}
    snapshots = {audience: message_in(broadcast.snapshot(audience)) for audience in Audience}
    for message in (*ear.messages, *snapshots.values()):
        validator.validate(message)
    assert [audience for audience in Audience if "desk" not in snapshots[audience]["view"]] == [Audience.WATCHERS]


# ---- what the documents say of the repository -----------------------------------------------------------------------


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_every_relative_link_leads_somewhere(path: Path) -> None:
    for link in _LINK.findall(_CODE.sub("", path.read_text("utf-8"))):
        target, _, anchor = link.partition("#")
        if "://" in target or target.startswith("mailto:"):
            continue
        found = (path.parent / target).resolve() if target else path
        assert found.exists(), f"{link} leads nowhere"
        assert found.is_relative_to(ROOT), f"{link} leads out of the repository"
        if anchor and found.suffix == ".md":
            assert anchor in anchors_of(found), f"{link}: there is no such heading"


def anchors_of(path: Path) -> set[str]:
    """Return what a heading may be linked by, as the usual hosts make it."""
    headings = re.findall(r"^#+ +(.+)$", path.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_every_quoted_command_exists(path: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for program, arguments in quoted_commands(path.read_text("utf-8")):
        if program == "make":
            word = arguments.split()[0]
            assert word in targets, f"make {arguments}: there is no target {word}"
        else:
            check_command(arguments.split())


def quoted_commands(text: str) -> Iterator[tuple[str, str]]:
    for block in _CODE.findall(text):
        for program, arguments in _COMMAND.findall(block.replace("\\\n", " ")):
            if arguments.strip():
                yield program.rpartition("/")[2], arguments


def check_command(words: Sequence[str]) -> None:
    """Fail unless every sub-command and every option among `words` is there."""
    command: Any = typer.main.get_command(cli.app)
    quoted = f"dealer-table {' '.join(words)}"
    is_value = False
    for word in words:
        if is_value:
            is_value = False
        elif word.startswith("--"):
            options = {name: parameter for parameter in command.params for name in parameter.opts}
            assert word in options, f"{quoted}: {command.name} has no {word}"
            is_value = not options[word].is_flag
        elif isinstance(command, typer.core.TyperGroup) and word.islower():
            found = command.get_command(typer.Context(command), word)
            assert found is not None, f"{quoted}: {command.name} has no {word}"
            command = found


def test_a_quoted_command_that_does_not_exist_is_noticed() -> None:
    check_command(["journal", "verify", "FILE", "--anchor", "HASH"])
    for wrong in (["juornal"], ["journal", "mend"], ["run", "--conf", "x"]):
        with pytest.raises(AssertionError):
            check_command(wrong)


def test_operating_names_every_key_metric_and_hold() -> None:
    text = (ROOT / "docs" / "operating.md").read_text("utf-8")
    registry = CollectorRegistry()
    MqttMetrics(registry)
    FloorMetrics(registry)
    WalletMetrics(registry)
    GatewayMetrics(registry)
    sections: tuple[type[BaseModel], ...] = (
        TableSection,
        TableMqttSection,
        TlsSection,
        HttpSection,
        IntegritySection,
        MoneySection,
        StaffSection,
        TouchSection,
        PictureSection,
        ScannerSection,
        SpotEntry,
        PayoutEntry,
        CurrencyEntry,
    )
    wanted = {
        *(metric.name for metric in registry.collect()),
        *(field.name for field in fields(HouseProcedure)),
        *(kind.value for kind in HoldKind),
        *(name for section in sections for name in section.model_fields if name != "tls"),
        *(name for name in BettingSection.model_fields if name not in {"spot", "limits"}),
    }
    assert "`[[spot]]`" in text and "`[limits.EUR]`" in text
    # A key stands in code, by itself or behind its section: `port`, `[http] port`.
    assert [name for name in sorted(wanted) if not re.search(rf"`(\[[\w.\[\]]+\] )?{name}`", text)] == []


def test_operating_names_every_condition_of_a_bet() -> None:
    text = (ROOT / "docs" / "operating.md").read_text("utf-8")
    for condition in CONDITIONS:
        of_a_hand = re.sub("^(player|banker)_", "", condition)
        ways = {condition, of_a_hand, re.sub(r"\d$", "0", condition), re.sub(r"\d$", "0", of_a_hand)}
        assert any(f"`{way}`" in text for way in ways), condition


def test_the_examples_of_operating_are_sound() -> None:
    text = (ROOT / "docs" / "operating.md").read_text("utf-8")
    examples = [tomllib.loads(block) for block in re.findall(r"```toml\n(.*?)```", text, re.DOTALL)]
    of_rules = [example for example in examples if "spot" in example]
    of_rooms = [example["touch"] for example in examples if "touch" in example]
    assert of_rules and of_rooms
    assert [fault for example in of_rules for fault in rules_of(example, "operating.md")[1]] == []
    for room in of_rooms:
        TouchSection.model_validate({"id": "touch-1", "journal": "touch-1.sqlite"} | room)


def test_every_refusal_of_bets_and_money_is_explained() -> None:
    text = "".join((ROOT / "docs" / name).read_text("utf-8") for name in ("wire-protocol.md", "touch.md"))
    codes: set[str] = set()
    for package in ("betting", "touch"):
        for path in (ROOT / "dealer_table" / package).glob("*.py"):
            codes |= set(re.findall(r'(?:CommandRefused|_refused)\(\s*"(\w+)"', path.read_text("utf-8")))
    assert {"over_differential", "betting_closed", "other_round"} <= codes
    assert [code for code in sorted(codes) if f"`{code}`" not in text] == []


def test_every_test_that_the_requirements_name_is_there() -> None:
    text = (ROOT / "docs" / "requirements.md").read_text("utf-8")
    named = re.findall(r"`([\w/]+\.py)?::(\w+)`", text)
    assert named
    file = ""
    for path, test in named:
        file = path or file
        assert f"def {test}(" in (ROOT / "tests" / file).read_text("utf-8"), f"{file} has no {test}"
