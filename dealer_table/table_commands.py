"""Running a table or a gateway, and checking their files: `run`, `gateway`, `check-config`. I/O: all that they run."""

import asyncio
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated

import typer

from dealer_table.app import run_table
from dealer_table.config.gateway_config import load_gateway_config
from dealer_table.config.table_config import check_table_config, load_table_config
from dealer_table.gateway_app import run_gateway

ConfigOption = Annotated[Path, typer.Option("--config", help="The table's TOML file.")]
_DEFAULT_CONFIG = Path("config/table.toml")


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command("run")(run)
    app.command("gateway")(gateway)
    app.command("check-config")(check_config)


def run(
    config: ConfigOption = _DEFAULT_CONFIG,
    ready_file: Annotated[Path | None, typer.Option(help="Write the port here once the table serves.")] = None,
) -> None:
    """Run a table: its controller, its gateway, and the scanners that the file names."""
    asyncio.run(run_table(load_table_config(config), ready_file))


def gateway(
    config: ConfigOption = Path("config/gateway.toml"),
    ready_file: Annotated[Path | None, typer.Option(help="Write the port here once the gateway serves.")] = None,
) -> None:
    """Run one more gateway, for a table elsewhere that it reaches through the broker."""
    asyncio.run(run_gateway(load_gateway_config(config), ready_file))


def check_config(config: ConfigOption = _DEFAULT_CONFIG) -> None:
    """Tell every fault of a table's configuration, with file, key and remedy."""
    checked, faults = check_table_config(config)
    for entry in entry_points(group="dealer_table.checks"):
        faults += entry.load()(config)
    for fault in dict.fromkeys(map(str, faults)):
        typer.echo(fault, err=True)
    if checked is None or faults:
        raise typer.Exit(2)
    typer.echo(f"{config}: table {checked.table}, rules {checked.rules_digest[:12]}: nothing to complain of")
