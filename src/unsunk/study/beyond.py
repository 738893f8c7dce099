"""Tables of runs that go beyond the paper's: other boards and fleets, and other readings."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from unsunk.rules.board import Board
from unsunk.rules.fleet import Fleet
from unsunk.study.log import Cell
from unsunk.study.measures import Mean
from unsunk.study.results import Results, results
from unsunk.study.stored_results import StoredTable

if TYPE_CHECKING:
    import polars as pl

LAYERS = ("L0", "L1", "L2", "L3")
READING = "paper"
BRACKETS = "Intervals in brackets, 95 %, by drawing whole packets."


def by_board(log: "pl.DataFrame") -> StoredTable:
    """How long games take, and how much longer than at L0, on boards that are more or less full.

    A row for each board, fleet and policy, at the main p. The last column divides by the fleet's
    segments, since a shot at each is resisted equally often on any board.
    """
    found = results(log)
    rows = []
    for (ground, fleet, policy), cells in _groups(found, "board", "fleet", "policy").items():
        segments, size = Fleet.parse(fleet).cells, Board.parse(ground).size
        more = {
            layer: found.against_l0[cell].paired.delta
            for layer, cell in cells.items()
            if cell in found.against_l0
        }
        base = found.summaries[cells["L0"]].turns if "L0" in cells else None
        rows.append(
            (
                ground,
                _ships(Fleet.parse(fleet)),
                f"{100 * segments / size:.0f} %",
                policy,
                _shown(base),
                *(_shown(more.get(layer)) for layer in LAYERS[1:]),
                _shown(more.get("L1"), segments),
            )
        )
    longer = tuple(f"Δ {layer}" for layer in LAYERS[1:])
    columns = ("board", "ships", "filled", "policy", "L0", *longer, "Δ L1 a segment")
    caption = f"Mean terminal turns, and paired differences from L0, at p = {found.main:g}"
    return StoredTable("density", f"{caption}; {_packets(found)}. {BRACKETS}", columns, tuple(rows))


def by_reading(log: "pl.DataFrame") -> StoredTable:
    """How long games take at each layer under each reading, at the main p."""
    found = results(log)
    rows = []
    for (ground, policy, reading), cells in _groups(found, "board", "policy", "reading").items():
        played = {layer: found.summaries[cell] for layer, cell in cells.items()}
        turns = (_shown(played[k].turns) if k in played else None for k in LAYERS)
        linked = (s.linked.count / s.games for k, s in played.items() if k == "L3")
        damage = next((f"{value:.2f}" for value in linked), None)
        rows.append((ground, policy, reading, *turns, damage))
    columns = ("board", "policy", "reading", *LAYERS, "linked damage a game")
    caption = f"Mean terminal turns by reading of the rules, at p = {found.main:g}"
    return StoredTable(
        "readings", f"{caption}; {_packets(found)}. {BRACKETS}", columns, tuple(rows)
    )


def _groups(found: Results, *names: str) -> Mapping[Sequence[str], Mapping[str, Cell]]:
    """The cells at the main p by those of their parts that are named, then by layer."""
    groups: dict[Sequence[str], dict[str, Cell]] = {}
    for cell in found.at_main():
        groups.setdefault(tuple(getattr(cell, name) for name in names), {})[cell.layer] = cell
    return groups


def _packets(found: Results) -> str:
    """How many packets stand behind the cells."""
    many = sorted({summary.packets for summary in found.summaries.values()})
    return f"{' to '.join(f'{n:,}' for n in dict.fromkeys((many[0], many[-1])))} packets"


def _ships(fleet: Fleet) -> str:
    """A fleet with equal ships counted.

    >>> _ships(Fleet((4, 4, 3, 2)))
    '2 × 4, 3, 2'
    """
    return ", ".join(_counted(fleet.lengths))


def _counted(lengths: Sequence[int]) -> Iterator[str]:
    for length in dict.fromkeys(lengths):
        many = lengths.count(length)
        yield f"{many} × {length}" if many > 1 else str(length)


def _shown(mean: Mean | None, parts: int = 1) -> str | None:
    """A mean with its interval, each divided by `parts`."""
    if mean is None:
        return None
    if mean.packet_low is None or mean.packet_high is None:
        return f"{mean.value / parts:.2f}"
    ends = (mean.value, mean.packet_low, mean.packet_high)
    middle, low, high = (f"{end / parts:.2f}" for end in ends)
    return f"{middle} [{low}, {high}]"
