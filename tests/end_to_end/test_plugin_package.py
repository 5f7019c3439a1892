"""A studio's own driver, in a package of its own: installed, found, held to the contract, dealt by. I/O: processes."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from dealer_table.baccarat.cards import Card
from dealer_table.client.table_client import TableClient
from dealer_table.procedure.words import Role
from scanner_drivers.registry import driver_names
from simulators.devices.ascii_line import four_digit_code
from simulators.play import background
from simulators.rig import Rig, RigSettings
from simulators.rig_files import FittedScanner

PACKAGE = Path(__file__).parent.parent / "plugin_package"


@dataclass(slots=True)
class TernReader:
    """The reader that the package is for. What is not acknowledged stays in `unacknowledged`."""

    number: int = 0
    unacknowledged: list[bytes] = field(default_factory=list)

    def show(self, card: Card) -> bytes:
        return self._message(four_digit_code(card))

    def show_cut_card(self) -> bytes:
        return self._message("9990")

    def fail_to_read(self) -> bytes:
        return self._message("?")

    def read_smeared(self, card: Card) -> bytes:
        return self._message(f"{four_digit_code(card)[:-1]}5")

    def read_through_noise(self, card: Card) -> bytes:
        return b"\xff\x99" + self.show(card)

    def answer(self, received: bytes) -> bytes:
        assert received == b"".join(b"(%c)" % message[1] for message in self.unacknowledged[: len(received) // 3])
        del self.unacknowledged[: len(received) // 3]
        return b""

    def _message(self, code: str) -> bytes:
        said = f"{self.number}:{code}"
        self.number = (self.number + 1) % 10
        self.unacknowledged.append(f"[{said}|{sum(said.encode()) & 0xFF:02X}]".encode())
        return self.unacknowledged[-1]


@dataclass(frozen=True, slots=True)
class Installed:
    """Where the package is installed, and its author's own checks beside it."""

    site: Path
    checks: Path

    @property
    def environment(self) -> dict[str, str]:
        return {"PYTHONPATH": str(self.site)}

    def run(self, *arguments: str) -> str:
        """Run a Python module as somebody who has the package installed, and return what it says."""
        ran = subprocess.run(
            [sys.executable, "-m", *arguments],
            cwd=self.checks,
            env={**os.environ, **self.environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Put the package where Python finds it, as an installer does, but fetch nothing for it."""
    site, checks = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("checks")
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text("utf-8"))["project"]
    name = project["name"].replace("-", "_")
    shutil.copytree(PACKAGE / name, site / name, ignore=shutil.ignore_patterns("__pycache__"))
    metadata = site / f"{name}-{project['version']}.dist-info"
    metadata.mkdir()
    about = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (metadata / "METADATA").write_text(about, "utf-8")
    points = ConfigParser()
    points.read_dict(project["entry-points"])
    with (metadata / "entry_points.txt").open("w", encoding="utf-8") as file:
        points.write(file)
    for file_name in ("pyproject.toml", "reader_contract.py"):
        shutil.copy(PACKAGE / file_name, checks)
    return Installed(site, checks)


def test_it_is_found_by_its_entry_point_and_listed_with_its_settings(installed: Installed) -> None:
    drivers = json.loads(installed.run("dealer_table", "scanner", "list", "--json"))["drivers"]
    (tern,) = [driver for driver in drivers if driver["name"] == "tern_t1"]
    assert "acknowledged" in tern["summary"]
    assert set(tern["settings"]) == {"patience_ms", "again_within_ms"}
    assert len(drivers) == len(driver_names()) + 1


def test_it_keeps_the_contract_that_its_author_runs(installed: Installed) -> None:
    said = installed.run("pytest", "-q", "-p", "no:asyncio", "-p", "no:cacheprovider")
    assert re.search(r"^1[0-9] passed", said, re.MULTILINE), said


async def test_it_deals_a_coup(installed: Installed, tmp_path: Path) -> None:
    reader = TernReader()
    tern = FittedScanner("tern_t1", reader, settings={"patience_ms": 250}, line={"baud": 38400})
    settings = RigSettings(tmp_path, {"burn": "none"}, scanner=tern, environment=installed.environment)
    rig = Rig(settings)
    desk = TableClient(rig.socket_address, token=rig.token(Role.DEALER, "Dana"))
    async with rig, background(desk.run, rig.watch_parts):
        await desk.until(lambda view: "desk" in view, 30)
        await desk.command("open_table")
        await desk.command("load_shoe")
        await desk.until(lambda view: view["desk"]["commands"]["open_betting"] is None, 30)
        await desk.command("open_betting")
        await desk.command("close_betting")
        again = reader.show(Card("4S"))
        sent = [again, again, reader.fail_to_read(), *map(reader.show, map(Card, ("2H", "5S", "3H")))]
        reader.unacknowledged.insert(0, again)
        for message in sent:
            rig.scanner.write(message)
        await desk.until(lambda view: bool(view["coup"]) and view["coup"]["outcome"] is not None, 30)
        cards = [(card["position"], card["card"]) for card in desk.view["coup"]["cards"]]
        misreads = desk.view["desk"]["scanners"][0]["misreads"]
    assert cards == [("player_1", "4S"), ("banker_1", "2H"), ("player_2", "5S"), ("banker_2", "3H")]
    assert misreads == 1
    assert reader.unacknowledged == []
