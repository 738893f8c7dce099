"""What commands print for other programs."""

import json
import sys
from collections.abc import Mapping


def print_json(answer: Mapping[str, object]) -> None:
    """Print one JSON object, and nothing else, on standard output."""
    json.dump(answer, sys.stdout, indent=2, ensure_ascii=False, allow_nan=False)
    sys.stdout.write("\n")
