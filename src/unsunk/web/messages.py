"""The JSON that comes in: strict models that refuse unknown fields and wrong types.

>>> read_new_game(b'{"action_id": "6fa459ea-ee8a-4ca4-894e-db77e160355e"}').level
'hard'
"""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from unsunk.rules.choices import Announce, Touching
from unsunk.web.refusals import Refusal

CellName = Annotated[str, Field(max_length=8)]
FleetText = Annotated[str, Field(max_length=200, pattern=r"^[\w =,\-]*$")]


STRICT = ConfigDict(strict=True, extra="forbid", frozen=True)


class Message(BaseModel):
    """What every message to a game has: the id that makes it count once, however often sent."""

    model_config = STRICT

    action_id: UUID


class Terms(BaseModel):
    """The rules that somebody asks for; what is left out is as in the box."""

    model_config = STRICT

    board: Annotated[str, Field(max_length=16)] = "10x10"
    fleet: FleetText = "classic"
    touching: Touching = Touching.YES
    announce: Announce = Announce.SHOWN


class NewGame(Message, Terms):
    """POST /api/games."""

    level: Annotated[str, Field(max_length=24)] = "hard"
    first: Literal["you", "computer"] = "you"


class Advise(Terms):
    """POST /api/advise: rules, and what was heard of the shots so far."""

    record: Annotated[str, Field(max_length=7_000)] = ""


class Place(Message):
    """Place a ship, or move it: `first` is its upper or left end."""

    type: Literal["place"]
    ship: int
    first: CellName
    across: bool


class Remove(Message):
    """Take a ship off the board."""

    type: Literal["remove"]
    ship: int


class Clear(Message):
    """Take all ships off the board."""

    type: Literal["clear"]


class Random(Message):
    """Let the server draw the whole fleet."""

    type: Literal["random"]


class SetLevel(Message):
    """Choose the computer's strength, before the battle."""

    type: Literal["level"]
    level: Annotated[str, Field(max_length=24)]


class Start(Message):
    """Start the battle."""

    type: Literal["start"]


class Fire(Message):
    """Fire at a cell of the computer's waters."""

    type: Literal["fire"]
    cell: CellName


Action = Place | Remove | Clear | Random | SetLevel | Start | Fire

_new_game = TypeAdapter(NewGame)
_advise = TypeAdapter(Advise)
_action: TypeAdapter[Action] = TypeAdapter(Annotated[Action, Field(discriminator="type")])


def read_new_game(body: bytes) -> NewGame:
    """Read the body of POST /api/games; Refusal `bad_json` or `bad_request`."""
    try:
        return _new_game.validate_json(body)
    except ValidationError as error:
        raise refused(error) from None


def read_advise(body: bytes) -> Advise:
    """Read the body of POST /api/advise; Refusal `bad_json` or `bad_request`.

    >>> read_advise(b'{"record": "A1:miss"}').record
    'A1:miss'
    """
    try:
        return _advise.validate_json(body)
    except ValidationError as error:
        raise refused(error) from None


def read_action(body: bytes) -> Action:
    """Read the body of an action; Refusal `bad_json` or `bad_request`.

    >>> read_action(b"")
    Traceback (most recent call last):
    unsunk.web.refusals.Refusal: the body is not JSON: EOF while parsing a value at line 1 column 0
    """
    try:
        return _action.validate_json(body)
    except ValidationError as error:
        raise refused(error) from None


def refused(error: ValidationError) -> Refusal:
    """The refusal of a body that is not what was asked for; it names the field."""
    first = error.errors(include_url=False, include_input=False)[0]
    if first["type"] == "json_invalid":
        return Refusal("bad_json", f"the body is not JSON: {first['ctx']['error']}")
    field = ".".join(str(part) for part in first["loc"])[:80] or "body"
    reason = first["msg"][0].lower() + first["msg"][1:200]
    return Refusal("bad_request", f"the request does not fit at {field}: {reason}", field=field)
