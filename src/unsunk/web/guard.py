"""What stands before every route: headers, host, the origin of a POST, how often, how much.

These are plain ASGI middlewares, so they also cover static files and every error.
"""

from collections.abc import Collection

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from unsunk.web.limits import Limits, Meter
from unsunk.web.refusals import Refusal

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""Sent with every response."""


def refused(refusal: Refusal) -> JSONResponse:
    """The response that tells of a refusal."""
    headers = {"Retry-After": "1"} if refusal.status == 429 else {}
    return JSONResponse(refusal.body(), refusal.status, headers)


class SecurityHeaders:
    """Adds HEADERS to every response; what says nothing of caching must be asked for anew."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and put the headers before the answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                caching = "no-store" if scope["path"].startswith("/api/") else "no-cache"
                headers.setdefault("Cache-Control", caching)
            await send(message)

        await self.app(scope, receive, send_with_headers)


class KnownHosts:
    """Lets requests pass that were sent to one of the names that this server goes by.

    A page of another site can have its own name point at this machine (DNS rebinding); its Origin
    then fits its Host, and only the name gives it away.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self.app = app
        self.hosts = frozenset(host.strip("[]").lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] == "http" and host_name(Request(scope)) not in self.hosts:
            refusal = Refusal(
                "bad_request",
                "this server goes by another name: open the address that it printed at its start",
            )
            await refused(refusal)(scope, receive, send)
            return
        await self.app(scope, receive, send)


def host_name(request: Request) -> str:
    """The name in the Host header, without its port, and without the brackets of IPv6."""
    host = request.headers.get("host", "").lower()
    if host.startswith("["):
        name, _, port = host[1:].partition("]")
        return name if port == "" or port.startswith(":") else ""
    return host.partition(":")[0]


class Door:
    """Lets requests to the API pass that come from this site's own pages and not too often."""

    def __init__(self, app: ASGIApp, meter: Meter, limits: Limits) -> None:
        self.app = app
        self.meter = meter
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            refusal = self._refusal(Request(scope))
            if refusal is not None:
                await refused(refusal)(scope, receive, send)
                return
        await self.app(scope, receive, send)

    def _refusal(self, request: Request) -> Refusal | None:
        writing = request.method not in ("GET", "HEAD", "OPTIONS")
        if writing and not same_origin(request):
            return Refusal("not_yours", "the request comes from a page of another site")
        if not self.meter.allows(client_of(request), self._cost(request)):
            return Refusal("too_many_requests", "too many requests: wait a second and try again")
        return None

    def _cost(self, request: Request) -> int:
        """What a request costs by its address; the desk asks for more where it counts after all.

        Pages and their scripts are free: one page loads dozens of them.
        """
        path = request.url.path
        if not path.startswith("/api/"):
            return 0
        if request.method == "POST" and path in ("/api/games", "/api/study/games"):
            return self.limits.new_game_cost
        counting = path == "/api/advise" or request.query_params.get("law") == "exact"
        return self.limits.advice_cost if counting else 1


def client_of(request: Request) -> str:
    """Whose bucket pays for a request: the address that it comes from."""
    return request.client.host if request.client is not None else ""


def same_origin(request: Request) -> bool:
    """Whether a request comes from a page of this site, or from no page at all.

    Browsers name the page's origin in every POST; programs that are no browsers carry nobody's
    cookies, so they may leave it out.
    """
    origin = request.headers.get("origin")
    if origin is None:
        return request.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    host = request.headers.get("host", "")
    return origin in (f"http://{host}", f"https://{host}")


async def read_body(request: Request, most: int) -> bytes:
    """The body of a request; Refusal `too_large` as soon as it is longer than `most` bytes."""
    too_large = Refusal("too_large", f"the body is too large: {most} bytes is the most", most=most)
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > most:
        raise too_large
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > most:
                raise too_large
    except ClientDisconnect:
        raise Refusal(
            "bad_request", "the connection broke before the whole body was here"
        ) from None
    return body
