"""The results of the study, as they are sent."""

from unsunk.errors import InputError
from unsunk.study.stored_results import read_results
from unsunk.web.refusals import Refusal


def results() -> object:
    """The stored results, None if there are none; Refusal `unavailable` if they are damaged."""
    try:
        return read_results().to_data()
    except FileNotFoundError:
        return None
    except InputError as error:
        raise Refusal("unavailable", str(error)) from None
