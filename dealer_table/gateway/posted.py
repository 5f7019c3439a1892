"""A request with a body, read from bytes before the WebSocket library sees them: it takes none. I/O: none of its own.

Only a POST is read here; the bytes of everything else are handed back as they came.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

import h11

LARGEST_HEAD = 8 * 1024
LARGEST_BODY = 2 * 1024
_POST = b"POST "


@dataclass(frozen=True, slots=True)
class Posted:
    """A whole request; the names of its headers are in small letters, and none is there twice."""

    path: str
    headers: Mapping[str, str]
    body: bytes


class PostReader:
    """Takes bytes as they come; when `result` is there, it is a request, or why it will be none."""

    def __init__(self) -> None:
        self.result: Posted | HTTPStatus | None = None
        self._start = b""
        self._http: h11.Connection | None = None
        self._request: h11.Request | None = None
        self._body = b""

    def receive(self, data: bytes) -> bytes | None:
        """Take bytes; what is returned, all that came so far, is no POST's, and this reader is done with."""
        if self._http is None:
            self._start += data
            if not _POST.startswith(self._start[: len(_POST)]):
                return self._start
            if len(self._start) < len(_POST):
                return None
            self._http, data = h11.Connection(h11.SERVER, max_incomplete_event_size=LARGEST_HEAD), self._start
        if self.result is None:
            self.result = self._read(self._http, data)
        return None

    def _read(self, http: h11.Connection, data: bytes) -> Posted | HTTPStatus | None:
        try:
            http.receive_data(data)
            while (event := http.next_event()) is not h11.NEED_DATA:
                match event:
                    case h11.Request():
                        self._request = event
                        names = [name for name, _ in event.headers]
                        if len(set(names)) < len(names):
                            return HTTPStatus.BAD_REQUEST
                    case h11.Data(data=part):
                        self._body += bytes(part)
                        if len(self._body) > LARGEST_BODY:
                            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
                    case h11.EndOfMessage():
                        return self._whole()
                    case _:
                        return HTTPStatus.BAD_REQUEST
        except h11.RemoteProtocolError as error:
            return HTTPStatus(error.error_status_hint)
        return None

    def _whole(self) -> Posted:
        assert self._request is not None, "a request ends after it began"
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in self._request.headers}
        return Posted(self._request.target.decode("latin-1"), headers, self._body)
