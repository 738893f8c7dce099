"""The strategy maps that come with unsunk, as they are stored."""

from unsunk.racing.map_file import map_path
from unsunk.web.refusals import Refusal

BOARDS = ("5x5",)
"""The boards of which there are maps."""


def strategy_map(board: str) -> bytes:
    """The stored map of a board, JSON; Refusal `no_map` if there is none.

    >>> strategy_map("10x10")
    Traceback (most recent call last):
    unsunk.web.refusals.Refusal: there is no strategy map of '10x10': there is one of 5x5
    """
    if board not in BOARDS:
        known = ", ".join(BOARDS)
        raise Refusal(
            "no_map",
            f"there is no strategy map of '{board[:16]}': there is one of {known}",
            board=board[:16],
        )
    stored = map_path(board)
    if not stored.is_file():
        raise Refusal(
            "no_map",
            f"the strategy map of {board} has not been made yet: "
            "unsunk figure small-boards --redo makes it",
            board=board,
        )
    return stored.read_bytes()
