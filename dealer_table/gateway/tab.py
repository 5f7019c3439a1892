"""One tab of a patron, as its place speaks to it. I/O: writes to its socket."""

from collections.abc import Callable

from pydantic import BaseModel

from dealer_table.gateway.fan_out import FanOut
from dealer_table.gateway.link import Link, text_frame
from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.wire.to_client import Fault


class Tab:
    """A `Voice` for one socket; what is only shown waits, the newest of each kind, while the socket lags."""

    def __init__(self, link: Link, fan_out: FanOut, metrics: GatewayMetrics, dismissed: Callable[[], None]) -> None:
        self._link = link
        self._fan_out = fan_out
        self._metrics = metrics
        self._dismissed = dismissed
        self._newest: dict[type[BaseModel], BaseModel] = {}

    def say(self, message: BaseModel) -> None:
        self._link.write(text_frame(message.model_dump_json().encode()))

    def show(self, message: BaseModel) -> None:
        if self._fan_out.lags(self._link):
            self._newest[type(message)] = message
        else:
            self.say(message)

    def dismiss(self, code: str, detail: str) -> None:
        self._metrics.faults.labels(code).inc()
        self.forget()
        self.say(Fault(code=code, detail=detail))
        self._dismissed()

    def forget(self) -> None:
        """Keep nothing back any more: from now on the tab is another patron's, or nobody's."""
        self._newest.clear()

    def put_right(self) -> None:
        """Show what could not be shown while the socket lagged."""
        newest, self._newest = self._newest, {}
        for message in newest.values():
            self.say(message)
