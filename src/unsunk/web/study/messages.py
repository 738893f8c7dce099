"""The JSON that comes in: strict models that refuse unknown fields and wrong types."""

from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from unsunk.study.reading import Feedback, Linked
from unsunk.web.messages import CellName, Message, refused
from unsunk.web.shapes import Side

Short = Annotated[str, Field(max_length=16)]


class NewStudyGame(Message):
    """POST /api/study/games; `p` is left out at L0."""

    board: Short = "5x5"
    layer: Short = "L1"
    p: float | None = None
    policy: Short = "belief"
    feedback: Feedback = Feedback.OPEN
    linked: Linked = Linked.BOTH
    start: Side = "you"


class Shot(Message):
    """POST /api/study/games/{id}/shots: `shot` is which of your shots it is, from 1."""

    shot: int
    cell: CellName


_new_game = TypeAdapter(NewStudyGame)
_shot = TypeAdapter(Shot)


def read_new_study_game(body: bytes) -> NewStudyGame:
    """Read the body of POST /api/study/games; Refusal `bad_json` or `bad_request`.

    >>> read_new_study_game(b'{"action_id": "6fa459ea-ee8a-4ca4-894e-db77e160355e"}').layer
    'L1'
    """
    try:
        return _new_game.validate_json(body)
    except ValidationError as error:
        raise refused(error) from None


def read_shot(body: bytes) -> Shot:
    """Read the body of a shot; Refusal `bad_json` or `bad_request`.

    >>> read_shot(b"{}")
    Traceback (most recent call last):
    unsunk.web.refusals.Refusal: the request does not fit at action_id: field required
    """
    try:
        return _shot.validate_json(body)
    except ValidationError as error:
        raise refused(error) from None
