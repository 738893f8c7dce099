"""The terms of a game: from what the page sent to a condition and a policy, or a Refusal."""

from unsunk.errors import BudgetError, InputError
from unsunk.rules.board import Board
from unsunk.rules.fleet import STUDY
from unsunk.study.policies.policy import Policy, policy, policy_names
from unsunk.study.reading import Condition, Layer, Reading
from unsunk.web.refusals import Refusal
from unsunk.web.study.messages import NewStudyGame

BOARDS = ("5x5", "10x10")
"""The boards of the study."""
LEAST_CHANCE = 0.05
"""With a smaller p a game takes longer than anybody plays."""
THINKERS = ("joint", "planner")
"""The policies whose shots are worked out at the desk."""


def agreed_condition(wanted: NewStudyGame) -> Condition:
    """What a person asked to play under; Refusal `bad_board`, `bad_layer` or `bad_chance`.

    >>> from uuid import UUID
    >>> agreed_condition(NewStudyGame(action_id=UUID(int=0), p=0.5)).key
    '5x5 4,3,2 L1 p=0.5 paper'
    """
    if wanted.board not in BOARDS:
        raise Refusal(
            "bad_board",
            f"'{wanted.board}' is not a board of the study: it is one of {', '.join(BOARDS)}",
            board=wanted.board,
        )
    try:
        layer = Layer.parse(wanted.layer)
    except InputError as error:
        raise Refusal("bad_layer", str(error), layer=wanted.layer) from None
    if wanted.p is not None and not LEAST_CHANCE <= wanted.p <= 1:
        raise Refusal("bad_chance", f"p = {wanted.p:g} is not from {LEAST_CHANCE} to 1")
    reading = Reading(wanted.linked, wanted.feedback)
    try:
        return Condition(Board.parse(wanted.board), STUDY, layer, wanted.p, reading)
    except InputError as error:
        raise Refusal("bad_chance", str(error)) from None


def agreed_policy(name: str, condition: Condition) -> Policy:
    """The policy of that name; Refusal if there is none, or if it does not play there."""
    if name not in policy_names():
        raise Refusal(
            "bad_policy",
            f"'{name}' is not a policy: it is one of {', '.join(policy_names())}",
            policy=name,
        )
    found = policy(name)
    try:
        found.require(condition)
    except BudgetError as error:
        raise Refusal("policy_rules", str(error), policy=name) from None
    return found
