"""What errors people make look like on a terminal. I/O: standard error."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from dealer_table.errors import ConfigError, TableError


@contextmanager
def exit_codes() -> Iterator[None]:
    """Turn errors people make into a line on standard error and an exit code: 2 for configuration, 1 for the rest."""
    try:
        yield
    except TableError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2 if isinstance(error, ConfigError) else 1) from None
