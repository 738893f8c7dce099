"""What commands print: JSON for other programs, tables for people."""

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def print_json(answer: Mapping[str, object]) -> None:
    """Print one JSON object, and nothing else, on standard output; it is plain ASCII."""
    json.dump(answer, sys.stdout, indent=2, allow_nan=False)
    sys.stdout.write("\n")


def table_console() -> "Console":
    """A console for tables that takes every text as it is: a ship may be called `[/x]`."""
    from rich.console import Console

    return Console(markup=False, emoji=False)
