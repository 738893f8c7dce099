"""What can be inferred, by brute force: the layouts that answer a record as it was answered.

The records are those of known faults, under `length`; the exact posterior has the same tests.
"""

from collections import Counter
from fractions import Fraction

import pytest

from tests.generators import told
from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce
from unsunk.rules.counting import list_layouts
from unsunk.rules.fleet import Fleet
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_record
from unsunk.rules.ruleset import Ruleset


def rules(board: str, fleet: str) -> Ruleset:
    return Ruleset(Board.parse(board), Fleet.parse(fleet), announce=Announce.LENGTH)


def fitting(knowledge: Knowledge) -> list[Layout]:
    """All layouts that answer the record, shot by shot."""
    cells = [shot.cell for shot in knowledge.shots]
    return [x for x in list_layouts(knowledge.rules) if told(x, cells) == knowledge]


def chances(layouts: list[Layout]) -> dict[int, Fraction]:
    """The share of the layouts that cover each cell."""
    covered = Counter(cell for layout in layouts for cell in cells_of(layout.occupied))
    return {cell: Fraction(many, len(layouts)) for cell, many in covered.items()}


def test_order_matters() -> None:
    """Faults 1."""
    record = "B5:hit E4:miss B4:sunk2 D5:miss B3:hit E5:miss C5:miss A1:miss D2:hit"
    knowledge = parse_record(rules("5x5", "3,2,2"), record)
    assert len(fitting(knowledge)) == 22
    forgetful = [
        layout
        for layout in list_layouts(knowledge.rules)
        if not layout.occupied & knowledge.misses
        and not knowledge.hits & ~layout.occupied
        and any(mask >> 16 & 1 and not mask & ~knowledge.hits for mask in layout.ships[1:])
    ]
    assert len(forgetful) == 26


def test_a_sink_may_be_ambiguous_where_ships_touch() -> None:
    """Faults 2."""
    left = fitting(parse_record(rules("5x5", "3,2"), "A2:hit B1:hit B2:sunk2"))
    assert len(left) == 4
    assert len({layout.ships[1] for layout in left}) == 2
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    expected = {0: half, 2: half, 10: half, 3: quarter, 15: quarter, 1: 1, 5: 1, 6: 1}
    assert chances(left) == expected


def test_ships_in_one_line() -> None:
    """Faults 3."""
    left = fitting(parse_record(rules("1x8", "3,2"), "D1:hit E1:hit C1:sunk2"))
    assert [layout.ships for layout in left] == [(0b1110000, 0b1100)]


def test_ships_side_by_side() -> None:
    """Faults 4."""
    left = fitting(parse_record(rules("4x4", "3,2"), "A1:hit A2:hit B2:sunk2"))
    assert [layout.ships for layout in left] == [(0b111, 0b110000)]


def test_ships_exclude_each_other() -> None:
    """Faults 5."""
    left = chances(fitting(Knowledge(rules("1x6", "3,2"))))
    assert [left[cell] * 6 for cell in range(6)] == [4, 6, 5, 5, 6, 4]


def test_a_ship_afloat_does_not_lie_wholly_on_hits() -> None:
    """Faults 6."""
    left = fitting(parse_record(rules("1x7", "3,2"), "C1:hit D1:hit"))
    assert len(left) == 6
    assert chances(left)[4] == Fraction(5, 6)


@pytest.mark.parametrize(("touching", "free"), [("yes", True), ("corners", False), ("no", False)])
def test_ships_that_may_not_touch_leave_no_ship_beside_a_hit(touching: str, free: bool) -> None:
    """Faults 11, on a board small enough for brute force."""
    apart = Ruleset(Board(5, 5), Fleet((3, 2)), touching, Announce.LENGTH)
    left = chances(fitting(parse_record(apart, "B3:hit C3:hit D3:sunk3")))
    board = apart.board
    for name in ("B2", "C2", "D2", "B4", "C4", "D4", "A3", "E3"):
        assert (board.cell(name) in left) is free
    for name in ("A2", "E2", "A4", "E4"):
        assert (board.cell(name) in left) is (touching != "no")
