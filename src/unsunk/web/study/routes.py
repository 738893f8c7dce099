"""The routes of the study.

GET  /api/study                     what can be chosen
GET  /api/study/circuits?p=         the three circuits as text, where Qiskit is installed
GET  /api/study/results             the tables and figures of a stored run; null if there is none
POST /api/study/games               a new game
GET  /api/study/games/{id}          what you may see of it
POST /api/study/games/{id}/shots    fire
GET  /api/study/games/{id}/heat     how the policy sees your waters
"""

from collections.abc import Callable
from functools import partial
from typing import Annotated, TypeVar

from fastapi import FastAPI, Query, Request, Response
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool

from unsunk.study.policies.policy import policy_names
from unsunk.web.desk import Desk
from unsunk.web.games import seat_of
from unsunk.web.seats import Body, Seat, new_token, set_seat_cookie, token_of
from unsunk.web.study.games import StudyGames
from unsunk.web.study.messages import read_new_study_game, read_shot
from unsunk.web.study.quantum import drawings
from unsunk.web.study.results import results
from unsunk.web.study.terms import BOARDS, LEAST_CHANCE, THINKERS
from unsunk.web.study.view import study_heat, study_view

T = TypeVar("T")


def add_study(app: FastAPI, games: StudyGames, desk: Desk) -> None:
    """Add the routes to an app."""

    async def thought(request: Request, policy: str, task: Callable[[], T]) -> T:
        """The result of a task in which a policy may have to think."""
        if policy in THINKERS:
            return await desk.run(request, task)
        return await run_in_threadpool(task)

    @app.get("/api/study")
    def get_study() -> Response:
        return JSONResponse(
            {"boards": BOARDS, "policies": policy_names(), "least_chance": LEAST_CHANCE}
        )

    @app.get("/api/study/circuits")
    def get_circuits(p: Annotated[float, Query(ge=0, le=1)]) -> Response:
        return JSONResponse({"drawings": drawings(p)})

    @app.get("/api/study/results")
    def get_results() -> Response:
        return JSONResponse(results())

    @app.post("/api/study/games")
    async def post_game(request: Request, body: Body) -> Response:
        wanted = read_new_study_game(body)
        token = token_of(request) or new_token()
        task = partial(games.new, seat_of(token), wanted)
        session = await thought(request, wanted.policy, task)
        response = JSONResponse(study_view(session), 201)
        set_seat_cookie(request, response, token)
        return response

    @app.get("/api/study/games/{game}")
    def get_game(game: str, seat: Seat) -> Response:
        return JSONResponse(study_view(games.read(game, seat)))

    @app.post("/api/study/games/{game}/shots")
    async def post_shot(request: Request, game: str, seat: Seat, body: Body) -> Response:
        shot = read_shot(body)
        policy = (await run_in_threadpool(games.read, game, seat)).policy
        session = await thought(request, policy, partial(games.fire, game, seat, shot))
        return JSONResponse(study_view(session))

    @app.get("/api/study/games/{game}/heat")
    async def get_heat(request: Request, game: str, seat: Seat) -> Response:
        session = await run_in_threadpool(games.read, game, seat)
        return JSONResponse(await thought(request, session.policy, partial(study_heat, session)))
