"""Who asks, and what they send: the parts of a request that routes take as arguments."""

import secrets
from typing import Annotated

from fastapi import Depends, Request, Response

from unsunk.web.games import seat_of
from unsunk.web.guard import read_body
from unsunk.web.refusals import Refusal

SEAT_COOKIE = "unsunk_seat"
SEAT_BYTES = 32
SEAT_SECONDS = 400 * 24 * 3600


async def _body(request: Request) -> bytes:
    return await read_body(request, request.app.state.limits.body)


def token_of(request: Request) -> str | None:
    """The seat token that the client holds, if it looks like one."""
    token = request.cookies.get(SEAT_COOKIE, "")
    return token if len(token) == len(new_token()) and token.isascii() else None


def new_token() -> str:
    """A seat token for a client that has none."""
    return secrets.token_urlsafe(SEAT_BYTES)


def set_seat_cookie(request: Request, response: Response, token: str) -> None:
    """Give the client its seat token, unless it holds that one."""
    if token_of(request) == token:
        return
    response.set_cookie(
        SEAT_COOKIE,
        token,
        max_age=SEAT_SECONDS,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


def _seat(request: Request) -> str:
    token = token_of(request)
    if token is None:
        raise Refusal("not_found", "there is no such game: start a new one")
    return seat_of(token)


Body = Annotated[bytes, Depends(_body)]
Seat = Annotated[str, Depends(_seat)]
