"""The routes of the web app, and how every error becomes a message.

GET  /  /adviser  /small-boards  /study  /study/results  /how-to-play  /how-the-computer-aims
                                           pages
GET  /static/...                           their files
GET  /api/levels                           the levels
POST /api/games                            a new game
GET  /api/games/{id}                       what you may see of it
POST /api/games/{id}/actions               do something in it
GET  /api/games/{id}/heat?law=own|exact    how the computer sees your waters
POST /api/advise                           what a record of your own says
GET  /api/strategy-maps/{board}            the strategy map of a small board
GET  /api/study...                         the study: see `study/routes.py`
"""

import logging
import mimetypes
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from time import monotonic, time
from typing import Literal

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from unsunk.errors import UnsunkError
from unsunk.hunting.warming import SLOW
from unsunk.web.advice import advise
from unsunk.web.database import default_url
from unsunk.web.desk import Desk
from unsunk.web.games import Games, seat_of
from unsunk.web.guard import HEADERS, Door, KnownHosts, SecurityHeaders, refused
from unsunk.web.limits import Limits, Meter, MustCount
from unsunk.web.maps import strategy_map
from unsunk.web.messages import read_action, read_advise, read_new_game
from unsunk.web.refusals import Refusal, refusal
from unsunk.web.seats import Body, Seat, new_token, set_seat_cookie, token_of
from unsunk.web.session import PERSON
from unsunk.web.store import Store
from unsunk.web.study.games import StudyGames
from unsunk.web.study.routes import add_study
from unsunk.web.view import heat, levels, view
from unsunk.web.warming import WARMING

STATIC = Path(__file__).parent / "static"
PAGES = {
    "/": "index.html",
    "/adviser": "adviser.html",
    "/small-boards": "small-boards.html",
    "/study": "study.html",
    "/study/results": "study-results.html",
    "/how-to-play": "how-to-play.html",
    "/how-the-computer-aims": "how-the-computer-aims.html",
}
"""Path: the file of the page."""
WARM = {"/adviser": "exact"}
"""Path: the level that counts what is asked of the page, made ready while somebody looks at it."""
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""Media types that must not hang on what the machine believes: the pages forbid guessing."""

logger = logging.getLogger("unsunk.web")


def create_app(
    database_url: str | None = None,
    *,
    limits: Limits | None = None,
    hosts: Collection[str] | None = None,
    clock: Callable[[], float] = time,
    ticks: Callable[[], float] = monotonic,
) -> FastAPI:
    """Make the web app over a database; InputError if that cannot be used.

    The database is the user's own file unless a URL or a file is given. Requests to a host that is
    not in `hosts` are refused; without `hosts`, any name will do. `clock` dates the events, `ticks`
    meters the requests.
    """
    limits = limits or Limits()
    store = Store(default_url() if database_url is None else database_url, clock)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        store.close()

    app = FastAPI(
        title="unsunk",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    meter = Meter(limits, ticks)
    app.add_middleware(Door, meter=meter, limits=limits)
    if hosts is not None:
        app.add_middleware(KnownHosts, hosts=hosts)
    app.add_middleware(SecurityHeaders)
    app.state.limits = limits
    app.state.store = store
    desk = Desk(limits, meter)
    _add_api(app, Games(store), desk)
    _add_adviser(app, desk)
    _add_maps(app)
    add_study(app, StudyGames(store), desk)
    _add_pages(app)
    _add_errors(app)
    return app


def _add_api(app: FastAPI, games: Games, desk: Desk) -> None:
    @app.get("/api/levels")
    def get_levels() -> Response:
        return JSONResponse(levels())

    @app.post("/api/games")
    def post_game(request: Request, body: Body) -> Response:
        token = token_of(request) or new_token()
        session = games.new(seat_of(token), read_new_game(body))
        WARMING.soon(session.level)
        response = JSONResponse(view(session, PERSON), 201)
        set_seat_cookie(request, response, token)
        return response

    @app.get("/api/games/{game}")
    def get_game(game: str, seat: Seat) -> Response:
        return JSONResponse(view(games.read(game, seat), PERSON))

    @app.post("/api/games/{game}/actions")
    async def post_action(request: Request, game: str, seat: Seat, body: Body) -> Response:
        action = read_action(body)

        def done(counting: bool) -> Response:
            session = games.act(game, seat, action, counting=counting)
            WARMING.soon(session.level)
            return JSONResponse(view(session, PERSON))

        return await desk.run_if_counting(request, done)

    @app.get("/api/games/{game}/heat")
    async def get_heat(
        request: Request, game: str, seat: Seat, law: Literal["own", "exact"] = "own"
    ) -> Response:
        def seen(counting: bool) -> Response:
            session = games.read(game, seat)
            if not counting and session.level in SLOW:
                raise MustCount
            return JSONResponse(heat(session, PERSON, law))

        if law == "exact":
            return await desk.run(request, partial(seen, True))
        return await desk.run_if_counting(request, seen)


def _add_adviser(app: FastAPI, desk: Desk) -> None:
    @app.post("/api/advise")
    async def post_advise(request: Request, body: Body) -> Response:
        return JSONResponse(await desk.run(request, partial(advise, read_advise(body))))


def _add_maps(app: FastAPI) -> None:
    @app.get("/api/strategy-maps/{board}")
    def get_strategy_map(board: str) -> Response:
        return Response(strategy_map(board), media_type="application/json")


def _add_pages(app: FastAPI) -> None:
    for suffix, media_type in TYPES.items():
        mimetypes.add_type(media_type, suffix)

    for path, name in PAGES.items():
        app.add_route(path, _page(STATIC / name, WARM.get(path)), methods=["GET"])
    app.mount("/static", StaticFiles(directory=STATIC, check_dir=False))


def _page(file: Path, level: str | None) -> Callable[[Request], Response]:
    def send(request: Request) -> Response:
        if not file.is_file():
            raise Refusal("not_found", "there is no such page")
        if level is not None and request.method == "GET":
            WARMING.soon(level)
        return FileResponse(file, media_type="text/html")

    return send


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(UnsunkError)
    def of_the_rules(_: Request, error: UnsunkError) -> Response:
        return refused(refusal(error))

    @app.exception_handler(RequestValidationError)
    def of_the_form(_: Request, __: RequestValidationError) -> Response:
        return refused(Refusal("bad_request", "the request does not fit this address"))

    @app.exception_handler(HTTPException)
    def of_the_protocol(_: Request, error: HTTPException) -> Response:
        code = "not_found" if error.status_code == 404 else "bad_request"
        messages = {
            404: "there is nothing at this address",
            405: "this address takes other methods",
        }
        refusal = Refusal(code, messages.get(error.status_code, "the request does not fit"))
        return JSONResponse(refusal.body(), error.status_code, error.headers)

    @app.exception_handler(SQLAlchemyError)
    def of_the_database(_: Request, error: SQLAlchemyError) -> Response:
        logger.error("the database failed: %s", error)
        return refused(Refusal("unavailable", "the games cannot be reached: try again in a moment"))

    @app.exception_handler(Exception)
    def of_our_own(_: Request, __: Exception) -> Response:
        response = refused(Refusal("unavailable", "something went wrong here: the game is kept"))
        response.headers.update(HEADERS)
        return response
