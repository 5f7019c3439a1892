"""Running a table or a gateway, and checking their files: `run`, `gateway`, `check-config`. I/O: all that they run."""

import asyncio
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated

import typer

from dealer_table.app import run_tables
from dealer_table.config.gateway_config import load_gateway_config
from dealer_table.config.table_config import check_table_configs, load_table_configs
from dealer_table.gateway_app import run_gateway
from dealer_table.process import collect_garbage_rarely

ConfigOption = Annotated[Path, typer.Option("--config", help="The gateway's TOML file.")]
TableOptions = Annotated[
    list[Path] | None,
    typer.Option("--config", help="A table's TOML file; once for each table.", show_default="config/table.toml"),
]
_DEFAULT_CONFIGS = (Path("config/table.toml"),)


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command("run")(run)
    app.command("gateway")(gateway)
    app.command("check-config")(check_config)


def run(
    config: TableOptions = None,
    ready_file: Annotated[Path | None, typer.Option(help="Write the port here once the tables serve.")] = None,
) -> None:
    """Run tables, each with the scanners its file names; all are served where the first file's `[http]` says."""
    collect_garbage_rarely()
    asyncio.run(run_tables(load_table_configs(config or _DEFAULT_CONFIGS), ready_file))


def gateway(
    config: ConfigOption = Path("config/gateway.toml"),
    ready_file: Annotated[Path | None, typer.Option(help="Write the port here once the gateway serves.")] = None,
) -> None:
    """Run one more gateway, for a table elsewhere that it reaches through the broker."""
    collect_garbage_rarely()
    asyncio.run(run_gateway(load_gateway_config(config), ready_file))


def check_config(config: TableOptions = None) -> None:
    """Tell every fault of tables' configurations, and between them, with file, key and remedy."""
    paths = config or _DEFAULT_CONFIGS
    configs, faults = check_table_configs(paths)
    for entry in entry_points(group="dealer_table.checks"):
        check = entry.load()
        for path in paths:
            faults += check(path)
    for fault in dict.fromkeys(map(str, faults)):
        typer.echo(fault, err=True)
    if faults:
        raise typer.Exit(2)
    for path, checked in zip(paths, configs, strict=True):
        typer.echo(f"{path}: table {checked.table}, rules {checked.rules_digest[:12]}: nothing to complain of")
