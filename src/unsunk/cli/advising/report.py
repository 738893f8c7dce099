"""The law and the advice as people read them in a terminal."""

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from unsunk.belief.heatmap import hottest
from unsunk.belief.posterior import Posterior
from unsunk.cli.advising.drawing import HeatMap
from unsunk.cli.advising.words import (
    cell_list,
    chance_phrase,
    folded,
    layouts_sentence,
    outcomes_of,
    percent,
    wrapped,
)
from unsunk.rules.bits import cells_of

MOST_ROWS = 5
"""Kinds of cells of which the outcomes are told."""
FINISHED = "Every cell of the fleet is hit: there is nothing left to fire at."


def print_map(console: Console, law: Posterior, marked: Sequence[int], what: str) -> None:
    """The map and what its marks mean; `what` are the cells that it points at."""
    drawn = HeatMap(law, console.width, marked, what, plain=console.options.ascii_only)
    console.print(drawn.draw(), crop=False, overflow="ignore")
    _say(console, drawn.legend())
    console.print()


def print_law(console: Console, law: Posterior, seconds: float) -> None:
    """The map, the likeliest cells, the layouts left, the time."""
    likeliest = hottest(law.heat)
    print_map(console, law, likeliest, "the likeliest")
    _say(console, layouts_sentence(law))
    if likeliest:
        cells = cell_list(law.knowledge.rules.board, likeliest, "and")
        _say(console, f"Likeliest: {cells}, {chance_phrase(law, likeliest[0])}.")
    else:
        _say(console, FINISHED)
    verb = "Counted" if law.kind == "exact" else "Sampled"
    _say(console, f"{verb} in {seconds:.3f} s.")


def print_advice(console: Console, law: Posterior, strategy: str, cells: Sequence[int]) -> None:
    """The map, where to fire, the layouts left, what may be heard."""
    print_map(console, law, cells, "where to fire")
    _say(console, advice_sentence(law, strategy, cells))
    _say(console, layouts_sentence(law))
    if cells:
        console.print(outcomes_table(law, cells, console.width))


def advice_sentence(law: Posterior, strategy: str, cells: Sequence[int]) -> str:
    """Where the exact law, or another strategy, fires."""
    if not cells:
        return FINISHED
    fires = "Fire" if strategy == "exact" else f"{strategy} would fire"
    board, first = law.knowledge.rules.board, cells[0]
    says = f"{fires} at {cell_list(board, cells, 'or')}"
    on = board.name(first) if len({law.counts[cell] for cell in cells}) > 1 else "it"
    if on == "it" and len(cells) > 1:
        on = "each"
    if law.kind == "exact" and law.counts[first] == law.layouts:
        return f"{says}: a ship is certain on {on}."
    return f"{says}: a ship lies on {on} with a chance of {chance_phrase(law, first)}."


def _say(console: Console, text: str) -> None:
    console.print(wrapped(text, console.width), highlight=False)


def outcomes_table(law: Posterior, cells: Sequence[int], width: int) -> Table:
    """What the cells of the advice, then the likeliest others, may answer; alike ones in a row."""
    board, alike = law.knowledge.rules.board, dict[tuple[int, str], list[int]]()
    likely = [cell for cell in cells_of(law.knowledge.untried) if law.counts[cell]]
    likely.sort(key=lambda cell: -law.counts[cell])
    room = width - 26
    for cell in dict.fromkeys([*cells, *likely]):
        parts = [f"{token} {percent(share)}" for token, share in outcomes_of(law, cell).items()]
        alike.setdefault((law.counts[cell], folded(parts, room)), []).append(cell)
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for heading in ("cells", "a ship", "what may be heard"):
        table.add_column(heading)
    for (count, heard), found in list(alike.items())[:MOST_ROWS]:
        names = folded([board.name(cell) for cell in found[:MOST_ROWS]], 12)
        more = f"\n+{len(found) - MOST_ROWS}" if len(found) > MOST_ROWS else ""
        table.add_row(names + more, percent(count / law.layouts), heard)
    return table
