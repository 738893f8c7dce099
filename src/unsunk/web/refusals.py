"""Everything the web app may refuse, as a closed set of codes, each with its HTTP status.

The page has a sentence for every code in every language and fills it with the parameters; the
message is the English fallback.
"""

from unsunk.errors import (
    BudgetError,
    ImpossibleFleetError,
    LayoutError,
    TurnError,
    UnsunkError,
)

STATUS = {
    "bad_json": 400,
    "bad_request": 400,
    "bad_cell": 400,
    "bad_ship": 400,
    "bad_board": 400,
    "bad_level": 400,
    "bad_record": 400,
    "bad_layer": 400,
    "bad_chance": 400,
    "bad_policy": 400,
    "impossible_fleet": 400,
    "too_crowded": 400,
    "too_many_fleets": 400,
    "off_board": 400,
    "not_yours": 403,
    "not_found": 404,
    "no_map": 404,
    "overlap": 409,
    "touches": 409,
    "fleet_incomplete": 409,
    "wrong_phase": 409,
    "cell_taken": 409,
    "not_your_turn": 409,
    "stale": 409,
    "level_rules": 409,
    "policy_rules": 409,
    "too_large": 413,
    "clash": 422,
    "too_many_requests": 429,
    "unavailable": 503,
}
"""Code: the HTTP status it is sent with."""

TOO_CROWDED = "these ships are too crowded to be drawn fairly: take fewer ships or a larger board"
"""Where a random layout takes longer than a request may; there may well be layouts."""

Param = str | int | list[int]


class Refusal(UnsunkError):
    """A request that is refused with one of the codes of STATUS; nothing has changed.

    >>> refusal = Refusal("bad_cell", "'K7' is not on a 10x10 board", cell="K7")
    >>> refusal.status, refusal.params
    (400, {'cell': 'K7'})
    """

    def __init__(self, code: str, message: str, **params: Param) -> None:
        super().__init__(message)
        self.code = code
        self.status = STATUS[code]
        self.params = params

    def body(self) -> dict[str, object]:
        """The JSON that the client receives."""
        return {"error": {"code": self.code, "message": str(self), "params": self.params}}


def too_crowded(**params: Param) -> Refusal:
    """The refusal of ships of which no layout is drawn within the time of a request."""
    return Refusal("too_crowded", TOO_CROWDED, **params)


def refusal(error: UnsunkError, **params: Param) -> Refusal:
    """The refusal that tells a client of an error of the rules.

    BudgetError is taken to come from a count of fleets: where they are drawn, see `too_crowded`.

    >>> refusal(TurnError("C7 was fired at before", "cell_taken"), cell="C7").code
    'cell_taken'
    """
    if isinstance(error, Refusal):
        return error
    if isinstance(error, ImpossibleFleetError):
        return Refusal("impossible_fleet", str(error), **params)
    if isinstance(error, BudgetError):
        return Refusal("too_many_fleets", str(error), **params)
    code = error.reason if isinstance(error, (LayoutError, TurnError)) else "bad_request"
    return Refusal(code if code in STATUS else "bad_request", str(error), **params)
