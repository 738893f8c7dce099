"""The terms of a game: from what the page sent to rules, or a Refusal that names the field."""

from unsunk.errors import BudgetError, ImpossibleFleetError, InputError
from unsunk.hunting.levels import LEVELS
from unsunk.hunting.levels import level as strategy_of
from unsunk.rules.board import Board
from unsunk.rules.fleet import Fleet
from unsunk.rules.ruleset import Ruleset
from unsunk.web.draws import CROWDED, waters
from unsunk.web.messages import NewGame, Terms
from unsunk.web.refusals import Refusal, refusal, too_crowded
from unsunk.web.session import COMPUTER, PERSON

SMALLEST_SIDE, LARGEST_SIDE = 4, 15
"""The sides of the boards that the page can show."""


def agreed_rules(wanted: Terms) -> Ruleset:
    """The rules a person asked for; Refusal if there is no such board or the fleet does not fit.

    >>> from uuid import UUID
    >>> agreed_rules(NewGame(action_id=UUID(int=0), board="8x9", fleet="3,2")).fleet.lengths
    (3, 2)
    """
    computer_first = isinstance(wanted, NewGame) and wanted.first == "computer"
    first = COMPUTER if computer_first else PERSON
    board, fleet = _board(wanted.board), _fleet(wanted.fleet)
    here = waters(board, fleet, wanted.touching)
    try:
        if here in CROWDED:
            raise too_crowded(fleet=wanted.fleet, board=str(board))
        return Ruleset(board, fleet, wanted.touching, wanted.announce, first=first)
    except BudgetError:
        CROWDED.add(here)
        raise too_crowded(fleet=wanted.fleet, board=str(board)) from None
    except ImpossibleFleetError as error:
        raise refusal(error, fleet=wanted.fleet, board=str(board)) from None


def playable(level: str, rules: Ruleset) -> str:
    """The level itself; Refusal if there is none of that name, or if it cannot play these rules."""
    known_level(level)
    try:
        strategy_of(level).require(rules)
    except BudgetError as error:
        raise Refusal("level_rules", str(error), level=level) from None
    return level


def known_level(level: str) -> str:
    """The level itself; Refusal if there is none of that name."""
    if level not in LEVELS:
        raise Refusal(
            "bad_level", f"'{level}' is not a level: it is one of {', '.join(LEVELS)}", level=level
        )
    return level


def _board(text: str) -> Board:
    try:
        board = Board.parse(text)
    except InputError as error:
        raise Refusal("bad_board", str(error), board=text) from None
    if not all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in (board.rows, board.columns)):
        raise Refusal(
            "bad_board",
            f"a {board} board cannot be played here: "
            f"rows and columns are {SMALLEST_SIDE} to {LARGEST_SIDE}",
            board=str(board),
            smallest=SMALLEST_SIDE,
            largest=LARGEST_SIDE,
        )
    return board


def _fleet(text: str) -> Fleet:
    try:
        return Fleet.parse(text)
    except InputError as error:
        raise Refusal("impossible_fleet", str(error), fleet=text) from None
