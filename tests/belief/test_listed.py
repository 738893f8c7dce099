"""All layouts in one list: the layouts of the rules, their order, numbers, images, classes."""

from collections import Counter

import numpy as np
import pytest

from tests.naive_hunt import told
from unsunk.belief.listed import heard_number, list_layouts_of, outcome_of
from unsunk.errors import BudgetError, InputError
from unsunk.rules.bits import cells_of
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.counting import iterate_layouts
from unsunk.rules.layout import Layout, canonical
from unsunk.rules.notation import parse_rules
from unsunk.rules.shot import answer

BOARDS = (
    "board 1x7; fleet 3,2",
    "board 3x4; fleet 2,1,2",
    "board 3x4; fleet 3,2",
    "board 4x4; fleet 3,3,2",
    "board 7x10; fleet 3",
)
ALL = [
    f"{board}; touching {touching}; announce {announce}"
    for board in BOARDS
    for touching in Touching
    for announce in Announce
    if (board, touching) != (BOARDS[3], Touching.NO)
]


@pytest.mark.parametrize("text", ALL)
def test_lists_every_layout_once_in_order(text: str) -> None:
    rules = parse_rules(text)
    listed = list_layouts_of(rules)
    layouts = [listed.layout(number) for number in range(len(listed))]
    assert Counter(x.key for x in layouts) == Counter(x.key for x in iterate_layouts(rules))
    assert [listed.number_of(layout) for layout in layouts] == list(range(len(listed)))
    assert listed.places.tolist() == sorted(listed.places.tolist())
    for number, layout in enumerate(layouts):
        rows = [*listed.ships[number], listed.cells[number]]
        masks = [int.from_bytes(row.tobytes(), "little") for row in rows]
        assert sorted(masks) == sorted([*layout.ships, layout.occupied])


@pytest.mark.parametrize("text", ALL)
def test_what_is_heard_is_told_apart_as_the_announcement_does(text: str) -> None:
    listed = list_layouts_of(parse_rules(text))
    numbers: dict[tuple[int, ...], int] = {(): 0}
    for number in range(0, len(listed), 3):
        layout = listed.layout(number)
        for ship, (hit, sunk) in enumerate(listed.heard[number].tolist()):
            mask = int.from_bytes(listed.ships[number, ship].tobytes(), "little")
            cell = mask.bit_length() - 1
            before = mask & ~(1 << cell)
            sinks = [(before, sunk)] if before == 0 else [(0, hit), (before, sunk)]
            for fired, heard in sinks:
                assert heard_number(listed.rules, answer(layout, fired, cell)) == heard
                assert numbers.setdefault(told(layout, fired, cell), heard) == heard
    assert sorted(numbers.values()) == [numbers[what] for what in sorted(numbers)]
    assert len(set(numbers.values())) == len(numbers)


@pytest.mark.parametrize("text", ALL)
def test_every_number_of_what_is_heard_is_an_outcome(text: str) -> None:
    listed = list_layouts_of(parse_rules(text))
    numbers = [0, *np.unique(listed.heard).tolist()]
    outcomes = [outcome_of(listed.rules, number) for number in numbers]
    assert [heard_number(listed.rules, outcome) for outcome in outcomes] == numbers
    assert len(set(outcomes)) == len(numbers)


@pytest.mark.parametrize("text", ALL)
def test_layouts_cover_their_cells(text: str) -> None:
    listed = list_layouts_of(parse_rules(text))
    for number in range(0, len(listed), 5):
        cells = np.flatnonzero(listed.covers[number]).tolist()
        assert cells == list(cells_of(listed.layout(number).occupied))


@pytest.mark.parametrize("text", ALL)
def test_images_and_classes_are_those_of_the_layouts(text: str) -> None:
    listed = list_layouts_of(parse_rules(text))
    symmetries = listed.rules.board.symmetries
    assert listed.images.shape == (len(symmetries), len(listed))
    found: dict[tuple[int, ...], int] = {}
    for number in range(len(listed)):
        layout = listed.layout(number)
        for index, symmetry in enumerate(symmetries):
            assert listed.number_of(layout.moved(symmetry)) == listed.image(index)[number]
        key = canonical(layout).key
        assert listed.classes[number] == found.setdefault(key, len(found))
        if listed.first[found[key]] == number:
            assert (listed.classes[:number] != found[key]).all()
    assert len(listed.first) == len(listed.sizes) == len(found)
    assert listed.sizes.tolist() == [
        (listed.classes == number).sum() for number in range(len(found))
    ]


@pytest.mark.parametrize(
    ("board", "layouts", "classes"),
    [("4x4", 804, 103), ("5x5", 8_000, 1_009), ("10x10", 1_924_020, 240_669)],
)
def test_published_numbers(board: str, layouts: int, classes: int) -> None:
    listed = list_layouts_of(parse_rules(f"board {board}; fleet 3,3,2"))
    assert (len(listed), len(listed.first), listed.sizes.sum()) == (layouts, classes, layouts)
    assert (np.diff(listed.first) > 0).all()
    assert (listed.classes[listed.first] == np.arange(classes)).all()


def test_rows_too_wide_for_one_key_are_in_order() -> None:
    listed = list_layouts_of(parse_rules("board 4x6; fleet 2,2,2,2,2,2,2,2,2,2,2,2"))
    assert len(listed) == 281
    assert listed.places.tolist() == sorted(listed.places.tolist())
    for number in range(len(listed)):
        layout = listed.layout(number)
        for index, symmetry in enumerate(listed.rules.board.symmetries):
            assert listed.number_of(layout.moved(symmetry)) == listed.image(index)[number]


def test_too_many_layouts_are_refused() -> None:
    with pytest.raises(BudgetError, match=r"cannot be listed: 5,000,000 layouts and"):
        list_layouts_of(parse_rules("board 10x10; fleet classic"))
    rules = parse_rules("board 4x4; fleet 3,2")
    assert len(list_layouts_of(rules, 264)) == 264
    with pytest.raises(BudgetError, match=r"263 layouts"):
        list_layouts_of(rules, 263)


def test_numbers_and_layouts_of_elsewhere_are_refused() -> None:
    listed = list_layouts_of(parse_rules("board 4x4; fleet 3,2"))
    for number in (-1, len(listed)):
        with pytest.raises(InputError, match=r"the layouts are numbered 0 to 263$"):
            listed.layout(number)
    other = Layout(parse_rules("board 4x4; fleet 3,2; announce silent"), (0b111, 0b110000))
    with pytest.raises(InputError, match="has no number among those of"):
        listed.number_of(other)
