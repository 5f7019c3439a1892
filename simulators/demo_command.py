"""The `dealer-table demo` command: a whole table on this machine, dealt by itself. I/O: processes, terminal."""

import asyncio
import contextlib
import json
import secrets
import signal
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from dealer_table.errors import ConfigError
from simulators.child_process import ChildFailed
from simulators.live_demo import SPICE, LiveDemo
from simulators.pace import FAST, PACES, REAL, Pace
from simulators.panel_server import DemoLog, PanelServer
from simulators.play import background, faults_of_run, play, replay_journal
from simulators.rig import Rig, RigSettings, free_port, is_free
from simulators.scenario import SHIPPED, Scenario, load_scenario
from simulators.virtual_dealer import DealerStuck

app = typer.Typer(help="A whole table on this machine, dealt by itself, with a page to watch and to disturb it.")

DEFAULT_PORT = 8088
_INTERRUPTED = 130
_COUP_KEYS = ("shoe", "coup", "player", "banker", "outcome", "void")


@dataclass(frozen=True, slots=True)
class DemoOrder:
    """What was asked for on the command line, made complete."""

    scenario: Scenario
    pace: Pace
    directory: Path
    port: int
    for_ever: bool


@app.callback(invoke_without_command=True)
def demo(
    coups: Annotated[int | None, typer.Option(min=1, help="Deal so many coups and end; without it, for ever.")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same shoes.")] = None,
    pace: Annotated[str | None, typer.Option(help="fast, brisk or real; fast when the demo ends by itself.")] = None,
    http: Annotated[int, typer.Option(min=0, max=65535, help="The page's port; 0 takes a free one.")] = DEFAULT_PORT,
    scenario: Annotated[
        Path | None, typer.Option(help="A scenario's file, or a shipped one's name; exit code 1 when it fails.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
    directory: Annotated[Path | None, typer.Option("--dir", help="Where journal and logs stay.")] = None,
) -> None:
    """Deal a shoe from a scanner on a pseudo-terminal through broker, table and gateway, for a browser to watch."""
    order = _order(coups, seed, pace, http, scenario, directory)
    try:
        faults = asyncio.run(_deal_for_ever(order) if order.for_ever else _deal_and_check(order, as_json=as_json))
    except (ChildFailed, DealerStuck) as failure:
        faults = [str(failure)]
    except (KeyboardInterrupt, asyncio.CancelledError):
        if not order.for_ever:
            raise typer.Exit(_INTERRUPTED) from None
        faults = []
    for fault in faults:
        _say(f"demo: {fault}")
    if faults:
        raise typer.Exit(1)


async def _deal_and_check(order: DemoOrder, *, as_json: bool) -> list[str]:
    """Deal the coups, print them as the table recorded them, and return what is wrong with them."""
    _end_with_sigterm()
    scenario = order.scenario
    async with Rig(RigSettings(order.directory, scenario.house_rules, order.port)) as rig:
        typer.echo(f"watch it at    {rig.address}", err=as_json)
        typer.echo(f"dealer's page  {rig.dealer_address()}", err=as_json)
        typer.echo(f"the floor      {rig.floor_address()}", err=as_json)
        played = await play(rig, scenario, order.pace, _say)
    recorded = await asyncio.to_thread(replay_journal, rig.journal)
    if as_json:
        coups = [{key: coup[key] for key in _COUP_KEYS} for coup in recorded]
        typer.echo(json.dumps({"journal": str(rig.journal), "coups": coups}))
    else:
        typer.echo(f"{len(recorded)} coups are in {rig.journal}")
    return faults_of_run(scenario, played, recorded)


async def _deal_for_ever(order: DemoOrder) -> list[str]:
    """Deal until somebody stops the demo, with the panel to disturb it."""
    _end_with_sigterm()
    panel_port = order.port + 1 if is_free(order.port + 1) else free_port()
    panel_origins = [f"http://127.0.0.1:{panel_port}", f"http://localhost:{panel_port}"]
    settings = RigSettings(order.directory, order.scenario.house_rules, order.port, panel_origins, touch={})
    async with Rig(settings) as rig:
        log = DemoLog(_say)
        live = LiveDemo(rig, order.scenario, order.pace, log.note)
        panel = PanelServer(live, log, panel_port)
        async with panel.running(), background(panel.tell_state):
            typer.echo(f"open this       {panel.address}")
            typer.echo(f"watchers' page  {rig.address}")
            typer.echo(f"dealer's page   {rig.dealer_address()}")
            typer.echo(f"the floor       {rig.floor_address()}")
            typer.echo(f"patron's page   {rig.patron_address()}")
            typer.echo(f"Baccarat Touch  {rig.touch_address()}")
            typer.echo(f"journal, logs   {order.directory}")
            typer.echo("Ctrl-C ends the demo")
            await live.run()
    return []


def _order(
    coups: int | None, seed: int | None, pace: str | None, http: int, file: Path | None, directory: Path | None
) -> DemoOrder:
    for_ever = coups is None and file is None
    chosen = _pace(pace, FAST if coups is not None or file is not None else REAL)
    return DemoOrder(
        scenario=_scenario(file, coups, seed, chosen, for_ever=for_ever),
        pace=chosen,
        directory=_directory(directory),
        port=_port(http),
        for_ever=for_ever,
    )


def _pace(name: str | None, otherwise: Pace) -> Pace:
    if name is not None and name not in PACES:
        raise ConfigError(f"no pace {name}", key="--pace", remedy=" or ".join(PACES))
    return otherwise if name is None else PACES[name]


def _scenario(file: Path | None, coups: int | None, seed: int | None, pace: Pace, *, for_ever: bool) -> Scenario:
    if file is None:
        scenario = Scenario(
            title="demo",
            seed=secrets.randbelow(1_000_000) if seed is None else seed,
            rules={"betting_seconds": pace.betting_seconds},
            rates=SPICE if for_ever else {},
        )
        _say(f"seed {scenario.seed}")
    else:
        shipped = SHIPPED / f"{file}.toml"
        scenario = load_scenario(shipped if shipped.is_file() and not file.exists() else file)
        if seed is not None:
            scenario = scenario.model_copy(update={"seed": seed})
    if coups is None:
        return scenario
    expect = scenario.expect.model_copy(update={"coups": scenario.expect.coups[:coups]})
    return scenario.model_copy(update={"coups": coups, "expect": expect})


def _directory(wanted: Path | None) -> Path:
    if wanted is None:
        # It stays: the journal is what the demo was for.
        return Path(tempfile.mkdtemp(prefix="dealer-table-demo-"))
    if wanted.exists() and (not wanted.is_dir() or any(wanted.iterdir())):
        raise ConfigError(f"{wanted} is not an empty folder", key="--dir", remedy="a demo begins with a new journal")
    return wanted.resolve()


def _port(wanted: int) -> int:
    if wanted and is_free(wanted):
        return wanted
    port = free_port()
    if wanted:
        _say(f"port {wanted} is taken; the page is on port {port}")
    return port


def _end_with_sigterm() -> None:
    """Let SIGTERM end the run as Ctrl-C does: in order, with nothing left running."""
    task = asyncio.current_task()
    assert task is not None, "called in a coroutine"
    with contextlib.suppress(NotImplementedError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)


def _say(text: str) -> None:
    typer.echo(text, err=True)
