"""The command `dealer-table scanner doctor`. I/O: terminal, ports, the broker."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from dealer_table.errors import ConfigError
from scanner_drivers.bridge_config import BridgeConfig, ScannerConfig, load_bridge_config
from scanner_drivers.doctor import climb
from scanner_drivers.finding import Finding, Health

_SIGNS: Mapping[Health, str] = {Health.GOOD: "ok", Health.FAULT: "FAULT", Health.UNKNOWN: "-"}


def examine(path: Path, name: str | None, seconds: float, as_json: bool) -> bool:
    """Examine the scanners of a configuration, or the one of that name; return whether all is well."""
    config = load_bridge_config(path)
    results = []
    for scanner in _chosen(config, name):
        if not as_json:
            typer.echo(f"{scanner.name}: {scanner.spec.name} on {scanner.port}")
        findings: list[Finding] = []
        well = asyncio.run(_examined(scanner, config, seconds, findings, as_json))
        rungs = [asdict(finding) for finding in findings]
        results.append({"scanner": scanner.name, "healthy": well, "rungs": rungs})
    healthy = all(result["healthy"] for result in results)
    if as_json:
        typer.echo(json.dumps({"healthy": healthy, "scanners": results}))
    return healthy


async def _examined(
    scanner: ScannerConfig, config: BridgeConfig, seconds: float, findings: list[Finding], quietly: bool
) -> bool:
    def ask() -> None:
        typer.echo(f"show {scanner.name} a card, within {seconds:g} s", err=True)

    def tell(finding: Finding) -> None:
        findings.append(finding)
        if not quietly:
            typer.echo(_line(finding))

    return await climb(scanner, config.broker, config.table, seconds=seconds, ask=ask, tell=tell)


def _chosen(config: BridgeConfig, name: str | None) -> list[ScannerConfig]:
    chosen = [scanner for scanner in config.scanners if name in (None, scanner.name)]
    if not chosen:
        known = ", ".join(scanner.name for scanner in config.scanners)
        raise ConfigError(f"no scanner {name}", key="--scanner", remedy=f"one of {known}")
    return chosen


def _line(finding: Finding) -> str:
    line = f"{_SIGNS[finding.health]:<6}{finding.rung.value:<20}{finding.text}"
    return f"{line}\n{'':<26}-> {finding.remedy}" if finding.remedy else line


ConfigOption = Annotated[Path, typer.Option("--config", help="see config/scanner.toml")]
ScannerOption = Annotated[str | None, typer.Option("--scanner", help="one scanner of it, by name; all otherwise")]
SecondsOption = Annotated[float, typer.Option("--seconds", min=0.1, help="how long to wait for a card to be shown")]
