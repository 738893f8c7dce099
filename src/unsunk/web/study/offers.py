"""What the pages of the study are told outside a game: its circuits and its results."""

from importlib.util import find_spec

from unsunk.errors import InputError
from unsunk.study.bits import KINDS
from unsunk.study.stored_results import read_results
from unsunk.web.refusals import Refusal

COMMAND = "unsunk study run"
"""What makes the results."""


def circuits(p: float) -> dict[str, dict[str, str] | None]:
    """The three circuits as Qiskit draws them, by kind; None where it is not installed."""
    if find_spec("qiskit") is None:
        return {"drawings": None}
    from unsunk.study.circuits import drawing  # Qiskit takes a second to load

    return {"drawings": {kind: drawing(kind, p) for kind in KINDS}}


def results() -> object:
    """The stored results; Refusal `no_results`, naming the command, if there are none."""
    try:
        return read_results().to_data()
    except FileNotFoundError:
        raise Refusal(
            "no_results", f"there are no results yet: `{COMMAND}` makes them", command=COMMAND
        ) from None
    except InputError as error:
        raise Refusal("unavailable", str(error)) from None
