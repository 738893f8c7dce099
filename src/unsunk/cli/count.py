"""`unsunk count`."""

from unsunk.cli.options import Json, takes_any_rules
from unsunk.cli.output import print_json
from unsunk.cli.progress import progress_bar
from unsunk.rules.ruleset import Ruleset


@takes_any_rules
def count(rules: Ruleset | None, json: Json = False) -> None:
    """Count all layouts exactly, and those distinct up to the board's symmetries."""
    from unsunk.belief.counting import count_layouts
    from unsunk.rules.counting import count_distinct

    layouts = distinct = 0
    if rules is not None:
        with progress_bar("counting") as progress:
            layouts = count_layouts(rules, progress)
        distinct = count_distinct(rules, layouts)
    if json:
        print_json({"layouts": layouts, "distinct": distinct, "kind": "exact"})
    else:
        print(f"{layouts:,} layouts, {distinct:,} of them distinct (exact)")
