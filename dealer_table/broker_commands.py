"""The embedded broker by itself: `broker`. I/O: a child process, signals."""

import signal
from typing import Annotated

import typer

from dealer_table.adapters.embedded_broker import EmbeddedBroker
from dealer_table.errors import ConfigError


def register(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command("broker")(broker)


def broker(port: Annotated[int, typer.Option(help="The port on 127.0.0.1.")] = 1883) -> None:
    """Run the embedded broker by itself, on this machine only."""
    embedded = EmbeddedBroker(port)
    ending = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, ending)
    try:
        embedded.start()
    except (OSError, RuntimeError) as error:
        raise ConfigError(str(error), key="--port") from None
    try:
        while signal.sigtimedwait(ending, 1.0) is None:
            if not embedded.running:
                raise typer.Exit(1)
    finally:
        embedded.stop()
