"""The results of the study, as they are sent."""

from unsunk.errors import InputError
from unsunk.study.stored_results import read_results
from unsunk.web.refusals import Refusal

COMMAND = "unsunk study run"
"""What makes the results."""


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
