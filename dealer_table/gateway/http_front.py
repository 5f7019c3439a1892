"""Every HTTP request: pages, health, metrics, and the door of the WebSocket. I/O: answers through `websockets`."""

import json
from collections.abc import Awaitable, Callable, Mapping
from email.utils import formatdate
from http import HTTPStatus

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers, MultipleValuesError
from websockets.http11 import Request, Response

from dealer_table.gateway.metrics import GatewayMetrics
from dealer_table.gateway.origins import origin_allowed
from dealer_table.gateway.pages import Pages, Reply, security_headers, text
from dealer_table.gateway.posted import Posted
from dealer_table.gateway.settings import GatewaySettings

SOCKET_PATH = "/ws"
_UNCACHED = {"Cache-Control": "no-store"}

Route = Callable[[], Reply]
PostRoute = Callable[[Posted, str], Awaitable[Reply]]


class HttpFront:
    """Decide what each request gets; `None` lets a WebSocket handshake go on."""

    def __init__(
        self,
        settings: GatewaySettings,
        metrics: GatewayMetrics,
        pages: Pages,
        *,
        readiness: Callable[[], Mapping[str, str]],
        connected: Callable[[], int],
        routes: Mapping[str, Route],
        posts: Mapping[str, PostRoute] | None = None,
    ) -> None:
        self._settings = settings
        self._security_headers = security_headers(settings.frame_ancestors, settings.pictures)
        self._metrics = metrics
        self._pages = pages
        self._readiness = readiness
        self._connected = connected
        self._posts = posts or {}
        self._routes: dict[str, Route] = {
            "/healthz": lambda: Reply(HTTPStatus.OK, b"alive\n", headers=_UNCACHED),
            "/readyz": self._ready,
            "/metrics": lambda: Reply(HTTPStatus.OK, generate_latest(metrics.registry), CONTENT_TYPE_LATEST, _UNCACHED),
            **routes,
        }

    def process_request(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer one request; the signature is the library's."""
        path = request.path.partition("?")[0]
        try:
            reply = self._door(request) if path == SOCKET_PATH else self._answer(path, request)
        except MultipleValuesError:
            reply = text(HTTPStatus.BAD_REQUEST, "a header is there twice")
        return None if reply is None else self._response(reply, bodiless=request.method == "HEAD")

    async def answer_post(self, posted: Posted | HTTPStatus, address: str) -> bytes:
        """Return the answer to what was posted, or to what could not be read, as it goes on the wire."""
        reply = text(posted, posted.phrase) if isinstance(posted, HTTPStatus) else await self._taken(posted, address)
        return self._response(reply).serialize()

    async def _taken(self, posted: Posted, address: str) -> Reply:
        """Give a request of our own pages, or of no page at all, to its route.

        JSON is what another site's page may not post without asking first, and nothing here answers yes.
        """
        route = self._posts.get(posted.path)
        if route is None:
            return _only_read()
        origin, settings = posted.headers.get("origin"), self._settings
        is_ours = origin_allowed(
            origin, posted.headers.get("host", ""), allowed=settings.origins, bound_to=settings.host
        )
        if not is_ours or posted.headers.get("sec-fetch-site", "same-origin") != "same-origin":
            self._metrics.refused.labels("origin").inc()
            return text(HTTPStatus.FORBIDDEN, "no page of that origin may post here")
        if posted.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return text(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "application/json")
        return await route(posted, address)

    def _door(self, request: Request) -> Reply | None:
        origin, host = request.headers.get("Origin"), request.headers.get("Host", "")
        settings = self._settings
        if not origin_allowed(origin, host, allowed=settings.origins, bound_to=settings.host):
            self._metrics.refused.labels("origin").inc()
            return text(HTTPStatus.FORBIDDEN, "no page of that origin may connect here")
        if self._connected() > settings.connections:
            self._metrics.refused.labels("full").inc()
            return text(HTTPStatus.SERVICE_UNAVAILABLE, "too many connections")
        return None

    def _answer(self, path: str, request: Request) -> Reply:
        if request.method not in ("GET", "HEAD"):
            return _only_read()
        route = self._routes.get(path)
        if route is not None:
            return route()
        packs = "gzip" in request.headers.get("Accept-Encoding", "")
        page = self._pages.reply(path, request.headers.get("If-None-Match"), accepts_gzip=packs)
        return page if page is not None else text(HTTPStatus.NOT_FOUND, "nothing here")

    def _ready(self) -> Reply:
        reasons = dict(self._readiness())
        body = json.dumps({"ready": not reasons, "reasons": reasons}).encode() + b"\n"
        status = HTTPStatus.SERVICE_UNAVAILABLE if reasons else HTTPStatus.OK
        return Reply(status, body, "application/json", _UNCACHED)

    def _response(self, reply: Reply, *, bodiless: bool = False) -> Response:
        headers = Headers(
            {
                "Date": formatdate(usegmt=True),
                "Connection": "close",
                "Content-Type": reply.content_type,
                **self._security_headers,
                **reply.headers,
            }
        )
        if reply.status is not HTTPStatus.NOT_MODIFIED:
            headers["Content-Length"] = str(len(reply.body))
        body = b"" if bodiless else reply.body
        return Response(reply.status.value, reply.status.phrase, headers, body)


def _only_read() -> Reply:
    return Reply(HTTPStatus.METHOD_NOT_ALLOWED, b"only GET and HEAD\n", headers={"Allow": "GET, HEAD"})
