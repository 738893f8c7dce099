"""Knowledge: truth is never refused, local lies are, and no layout is in it."""

import ast
import inspect
import pickle
from collections import Counter
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields
from itertools import permutations, product
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import naive
from tests.generators import rebuilt, records, rulesets, told
from unsunk.errors import ContradictionError, InputError
from unsunk.rules import contradiction
from unsunk.rules.bits import cells_of, mask_of
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.counting import iterate_layouts, list_layouts
from unsunk.rules.fleet import CLASSIC, Fleet
from unsunk.rules.knowledge import Knowledge, Shot
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_record
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import HIT, MISS, Kind, Outcome, answer


@given(records())
def test_a_record_turned_is_that_of_the_fleet_turned(record: tuple[Layout, Knowledge]) -> None:
    layout, knowledge = record
    for symmetry in knowledge.rules.board.symmetries:
        cells = [symmetry[shot.cell] for shot in knowledge.shots]
        assert knowledge.moved(symmetry) == told(layout.moved(symmetry), cells)


@given(records())
def test_shot_by_shot_the_same_is_known_as_from_the_whole_record(
    record: tuple[Layout, Knowledge],
) -> None:
    known, rules = Knowledge(record[1].rules), record[1].rules
    for shot in record[1].shots:
        known = known.after(shot.cell, shot.outcome)
        whole = Knowledge(rules, known.shots)
        assert known == whole
        assert (known.misses, known.hits, known.sinks) == (whole.misses, whole.hits, whole.sinks)


@given(records())
def test_what_follows_from_a_record(record: tuple[Layout, Knowledge]) -> None:
    layout, knowledge = record
    shots, rules = knowledge.shots, knowledge.rules
    assert len(knowledge) == len(shots)
    assert knowledge.fired == mask_of(shot.cell for shot in shots)
    assert knowledge.hits == knowledge.fired & layout.occupied
    assert knowledge.misses == knowledge.fired & ~layout.occupied
    assert knowledge.untried == rules.board.full & ~knowledge.fired
    assert knowledge.finished is (layout.occupied & ~knowledge.fired == 0)
    sunk = [mask for mask in layout.ships if not mask & ~knowledge.fired]
    afloat = Counter(rules.fleet.lengths)
    if rules.announce is not Announce.SILENT:
        afloat.subtract(mask.bit_count() for mask in sunk)
        assert len(knowledge.sinks) == len(sunk)
    assert knowledge.afloat == tuple(sorted(afloat.elements(), reverse=True))
    for hits, shot in knowledge.sinks:
        before = knowledge.shots[: knowledge.shots.index(shot) + 1]
        assert hits == mask_of(s.cell for s in before) & layout.occupied
    named = rules.announce is Announce.NAMED
    assert knowledge.named_hits == {
        name: mask & knowledge.fired
        for name, mask in zip(rules.fleet.names, layout.ships, strict=True)
        if named and mask & knowledge.fired
    }


@given(records())
def test_a_record_can_be_given_whole(record: tuple[Layout, Knowledge]) -> None:
    _, knowledge = record
    assert Knowledge(knowledge.rules, knowledge.shots) == knowledge == rebuilt(knowledge)


@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize("touching", Touching)
@pytest.mark.parametrize(
    ("sides", "lengths"), [((2, 2), (2, 1)), ((1, 6), (2, 2)), ((2, 3), (2, 2))]
)
def test_no_truthful_record_is_refused_in_any_order_of_shots(
    sides: tuple[int, int], lengths: tuple[int, ...], touching: Touching, announce: Announce
) -> None:
    board, fleet = Board(*sides), Fleet(lengths)
    if not naive.labelled(*sides, lengths, touching):
        return
    rules = Ruleset(board, fleet, touching, announce)

    def play(layout: Layout, knowledge: Knowledge) -> int:
        if knowledge.finished:
            return 1
        ends = 0
        for cell in cells_of(knowledge.untried):
            ends += play(layout, knowledge.after(cell, answer(layout, knowledge.fired, cell)))
        return ends

    for layout in iterate_layouts(rules):
        assert play(layout, Knowledge(rules)) > 0


@given(records(100))
@settings(max_examples=200)
def test_no_truthful_record_is_refused(record: tuple[Layout, Knowledge]) -> None:
    layout, knowledge = record
    rest = list(cells_of(knowledge.untried))
    whole = told(layout, [shot.cell for shot in knowledge.shots] + rest)
    assert whole.finished
    assert whole.shots[: len(knowledge)] == knowledge.shots


def universe(rules: Ruleset) -> set[Outcome]:
    """Every outcome that any layout can give."""
    found = {MISS, HIT}
    for length, name in zip(rules.fleet.lengths, rules.fleet.names, strict=True):
        if rules.announce is Announce.LENGTH:
            found.add(Outcome(Kind.SUNK, length))
        if rules.announce is Announce.NAMED:
            found |= {Outcome(Kind.HIT, length, name), Outcome(Kind.SUNK, length, name)}
        if rules.announce is Announce.SHOWN:
            for ship in naive.ships(rules.board.rows, rules.board.columns, length):
                cells = mask_of(row * rules.board.columns + column for row, column in ship)
                found.add(Outcome(Kind.SUNK, length, name, cells))
    return found


def all_labelled(rules: Ruleset) -> Iterator[Layout]:
    """Every layout with every ship told apart, by brute force."""
    board = rules.board
    for fleet in naive.labelled(board.rows, board.columns, rules.fleet.lengths, rules.touching):
        masks = tuple(mask_of(r * board.columns + c for r, c in ship) for ship in fleet)
        yield Layout(rules, masks)


@given(rulesets(9, 3), st.data())
@settings(max_examples=150)
def test_only_what_no_layout_can_answer_is_refused(rules: Ruleset, data: st.DataObject) -> None:
    """At every shot, every outcome there is: what is refused contradicts every layout left."""
    knowledge, left = Knowledge(rules), list(all_labelled(rules))
    outcomes = sorted(universe(rules), key=repr)
    for cell in data.draw(st.permutations(range(rules.board.size))):
        if knowledge.finished:
            break
        accepted = []
        for outcome in outcomes:
            fitting = [x for x in left if answer(x, knowledge.fired, cell) == outcome]
            try:
                accepted.append((knowledge.after(cell, outcome), fitting))
            except ContradictionError as error:
                assert not fitting, error  # noqa: PT017
                assert str(error).startswith(f"{rules.board.name(cell)} ")  # noqa: PT017
        if not accepted:
            break
        truths = [choice for choice in accepted if choice[1]]
        knowledge, left = data.draw(st.sampled_from(truths or accepted))


@given(records(), st.data())
def test_a_cell_cannot_be_fired_at_twice(
    record: tuple[Layout, Knowledge], data: st.DataObject
) -> None:
    """Faults 20: whatever is said of the second shot."""
    _, knowledge = record
    board = knowledge.rules.board
    for number, shot in enumerate(knowledge.shots, 1):
        outcome = data.draw(st.sampled_from(sorted(universe(knowledge.rules), key=repr)))
        with pytest.raises(ContradictionError) as error:
            knowledge.after(shot.cell, outcome)
        assert f"{board.name(shot.cell)} is fired at twice: shot {number} was" in str(error.value)


@given(records(announce=Announce.LENGTH), st.data())
def test_a_sink_is_of_a_length_afloat_and_joined_to_hits(
    record: tuple[Layout, Knowledge], data: st.DataObject
) -> None:
    _, knowledge = record
    if knowledge.finished:
        return
    board = knowledge.rules.board
    cell = data.draw(st.sampled_from(list(cells_of(knowledge.untried))))
    hits = {divmod(c, board.columns) for c in cells_of(knowledge.hits | 1 << cell)}
    for length in range(1, 8):
        in_line = any(
            divmod(cell, board.columns) in ship and ship <= hits
            for ship in naive.ships(board.rows, board.columns, length)
        )
        if length not in knowledge.afloat:
            culprit = f"sinks a ship of {length}, but the ships afloat have lengths"
        elif not in_line:
            culprit = f"the hits do not form {length} cells in line through {board.name(cell)}"
        else:
            continue
        with pytest.raises(ContradictionError) as error:
            knowledge.after(cell, Outcome(Kind.SUNK, length))
        assert str(error.value).startswith(f"{board.name(cell)} sinks a ship of {length}")
        assert culprit in str(error.value)


@given(records(announce=Announce.SHOWN), st.data())
def test_the_ship_shown_is_one_of_hits(
    record: tuple[Layout, Knowledge], data: st.DataObject
) -> None:
    """Whatever cells are shown: accepted only if a ship afloat could lie there."""
    _, knowledge = record
    if knowledge.finished:
        return
    rules, board = knowledge.rules, knowledge.rules.board
    cell = data.draw(st.sampled_from(list(cells_of(knowledge.untried))))
    shown = data.draw(
        st.sets(st.sampled_from(list(cells_of(knowledge.hits | 1 << cell))), min_size=1)
    )
    ship = frozenset(divmod(c, board.columns) for c in shown)
    name, length = data.draw(
        st.sampled_from(list(zip(rules.fleet.names, rules.fleet.lengths, strict=True)))
    )
    others = [shot.outcome for _, shot in knowledge.sinks]
    legal = (
        cell in shown
        and ship in naive.ships(board.rows, board.columns, length)
        and all(name != other.name and not mask_of(shown) & other.cells for other in others)
    )
    try:
        knowledge.after(cell, Outcome(Kind.SUNK, length, name, mask_of(shown)))
    except ContradictionError:
        pass
    else:
        assert legal


LENGTH = Ruleset(Board(5, 5), Fleet((3, 2)), announce=Announce.LENGTH)
TWINS = Ruleset(Board(5, 5), Fleet((3, 3)), announce=Announce.SHOWN)
APART = Ruleset(Board(5, 5), Fleet((3, 2)), Touching.NO, Announce.SHOWN)
CORNERS = Ruleset(Board(5, 5), Fleet((3, 2)), Touching.CORNERS, Announce.SHOWN)
SHOWN = Ruleset(Board(5, 5), Fleet((3, 2)), announce=Announce.SHOWN)
SILENT = Ruleset(Board(5, 5), Fleet((3, 2)), announce=Announce.SILENT)
NAMED = Ruleset(Board(5, 5), Fleet((3, 2), ("sub", "tug")), announce=Announce.NAMED)
NAMED_APART = Ruleset(NAMED.board, NAMED.fleet, Touching.NO, Announce.NAMED)

A1, B1, C1, D1, E1, A2, B2, C2 = 0, 1, 2, 3, 4, 5, 6, 7
ROW = 0b111


def sunk(length: int | None, name: str | None = None, cells: int = 0) -> Outcome:
    return Outcome(Kind.SUNK, length, name, cells)


CLASHES = [
    (
        LENGTH,
        "A1:miss C3:hit",
        C1 + 10,
        MISS,
        "C3 is fired at twice: shot 2 was there already (hit)",
    ),
    (SILENT, "A1:hit B1:hit C1:hit D1:hit E1:hit", A2, MISS, "A2 is fired at after all 5 cells"),
    (
        SILENT,
        "A1:hit B1:hit",
        C1,
        sunk(3),
        "C1 sinks a ship, but under 'silent' no sink is announced",
    ),
    (NAMED, "", A1, HIT, "A1 must name the ship that was hit, one of sub, tug: '' is none"),
    (NAMED, "", A1, Outcome(Kind.HIT, 3, "cat"), "one of sub, tug: 'cat' is none"),
    (SHOWN, "", A1, Outcome(Kind.HIT, None, "3"), "A1 names the 3, but under 'shown' a hit has no"),
    (
        NAMED,
        "",
        A1,
        Outcome(Kind.MISS, None, "tug"),
        "A1 names the tug, but under 'named' a miss has",
    ),
    (LENGTH, "A1:hit", B1, sunk(2, "2"), "B1 names the 2, but under 'length' a sunk has no name"),
    (
        SILENT,
        "",
        A1,
        Outcome(Kind.HIT, 3),
        "A1 gives a length of 3, but under 'silent' a hit has none",
    ),
    (
        LENGTH,
        "",
        A1,
        Outcome(Kind.MISS, 3),
        "A1 gives a length of 3, but under 'length' a miss has",
    ),
    (
        LENGTH,
        "A1:hit",
        B1,
        sunk(None),
        "B1 sinks a ship, but its length is missing: write for instance",
    ),
    (
        SHOWN,
        "A1:hit",
        B1,
        sunk(2),
        "B1 sinks a ship, but under 'shown' its cells are announced too",
    ),
    (SHOWN, "A1:hit", B1, sunk(2, "2", -1), "under 'shown' its cells are announced too"),
    (SHOWN, "A1:hit", B1, sunk(2, "2", 1 << 25), "under 'shown' its cells are announced too"),
    (
        LENGTH,
        "A1:hit",
        B1,
        sunk(2, None, 3),
        "B1 shows the ship's cells, but under 'length' a sunk",
    ),
    (
        SHOWN,
        "",
        A1,
        Outcome(Kind.HIT, cells=1),
        "A1 shows the ship's cells, but under 'shown' a hit",
    ),
    (
        LENGTH,
        "A1:hit B1:hit",
        C1,
        sunk(4),
        "C1 sinks a ship of 4, but the ships afloat have lengths 3, 2",
    ),
    (
        SHOWN,
        "A1:hit B1:sunk2@A1-B1 D1:hit",
        E1,
        sunk(2, "2", 3 << 3),
        "E1 sinks a ship of 2, but the",
    ),
    (
        LENGTH,
        "A1:hit B1:sunk2",
        C1,
        sunk(3),
        "C1 makes 5 cells of sunk ships, but only 3 cells were",
    ),
    (
        LENGTH,
        "A1:hit B2:hit C1:hit",
        D1,
        HIT,
        "D1 is hit number 4 of the fleet's 5 cells, but 2 ships",
    ),
    (
        SHOWN,
        "A1:hit B1:hit C1:hit",
        D1,
        HIT,
        "D1 is hit number 4 of the fleet's 5 cells, but 2 ships",
    ),
    (LENGTH, "A1:hit C1:hit", A2, sunk(3), "the hits do not form 3 cells in line through A2"),
    (
        SHOWN,
        "A1:hit B1:hit",
        A2,
        sunk(3, "3", 0b100011),
        "A2 sinks a ship that cannot be: 'A1 B1 A2' is",
    ),
    (
        SHOWN,
        "A1:hit B1:hit",
        C1,
        sunk(2, "2", 0b111),
        "C1 sinks a ship of 2, but the cells shown are 3",
    ),
    (SHOWN, "A1:hit B1:hit", A2, sunk(2, "2", 0b11), "A2 sinks a ship that does not cover A2"),
    (SHOWN, "B1:hit", C1, sunk(3, "3", 0b111), "C1 sinks a ship over A1, which was not hit"),
    (
        SHOWN,
        "A1:miss B1:hit",
        C1,
        sunk(3, "3", 0b111),
        "C1 sinks a ship over A1, which was not hit",
    ),
    (SHOWN, "A1:hit B1:hit", C1, sunk(3, "2", ROW), "C1 sinks the 2, which is not a ship of 3"),
    (SHOWN, "A1:hit B1:hit", C1, sunk(3, "cat", ROW), "C1 sinks the cat, which is not a ship of 3"),
    (
        TWINS,
        "A1:hit B1:hit C1:sunk3=3a@A1-C1 A2:hit B2:hit",
        C2,
        sunk(3, "3a", ROW << 5),
        "C2 sinks the 3a, which was sunk at C1",
    ),
    (
        TWINS,
        "A1:hit B1:hit C1:sunk3=3a@A1-C1 A2:hit",
        A2 + 5,
        sunk(3, "3b", 1 | 1 << 5 | 1 << 10),
        "A3 sinks a ship over A1, which belongs to the ship sunk at C1",
    ),
    (
        APART,
        "A1:hit B1:sunk2@A1-B1",
        C2,
        HIT,
        "C2 is hit beside the ship sunk at B1, but touching is 'no'",
    ),
    (
        CORNERS,
        "A1:hit B1:sunk2@A1-B1",
        B2,
        HIT,
        "B2 is hit beside the ship sunk at B1, but touching is",
    ),
    (
        APART,
        "A1:hit C2:hit",
        B1,
        sunk(2, "2", 3),
        "B1 sinks a ship beside the hit at C2, but touching is",
    ),
    (
        NAMED,
        "",
        A1,
        Outcome(Kind.HIT, 2, "sub"),
        "A1 gives the sub a length of 2, but it has 3 cells",
    ),
    (
        NAMED,
        "A1:hit=tug B1:sunk2=tug",
        C1,
        Outcome(Kind.HIT, 2, "tug"),
        "C1 is hit 3 on the tug, which",
    ),
    (NAMED, "A1:hit=sub", B1, sunk(3, "sub"), "B1 sinks the sub with hit 2 of its 3 cells"),
    (
        NAMED,
        "A1:hit=tug",
        B1,
        Outcome(Kind.HIT, 2, "tug"),
        "B1 does not sink the tug with hit 2 of its",
    ),
    (
        NAMED,
        "A1:hit=sub",
        D1,
        Outcome(Kind.HIT, 3, "sub"),
        "D1 hits the sub, but no 3 cells in line",
    ),
    (
        NAMED,
        "B1:miss A1:hit=sub",
        C1,
        Outcome(Kind.HIT, 3, "sub"),
        "C1 hits the sub, but no 3 cells",
    ),
    (
        NAMED,
        "B1:hit=tug A1:hit=sub",
        C1,
        Outcome(Kind.HIT, 3, "sub"),
        "keep clear of misses and of other",
    ),
    (
        NAMED_APART,
        "A1:hit=tug",
        B2,
        Outcome(Kind.HIT, 3, "sub"),
        "B2 hits the sub, but no 3 cells in",
    ),
]


@pytest.mark.parametrize(("rules", "record", "cell", "outcome", "culprit"), CLASHES)
def test_a_clash_names_the_shot_and_what_it_clashes_with(
    rules: Ruleset, record: str, cell: int, outcome: Outcome, culprit: str
) -> None:
    before = parse_record(rules, record)
    with pytest.raises(ContradictionError) as error:
        before.after(cell, outcome)
    assert culprit in str(error.value)
    assert str(error.value).startswith(f"{rules.board.name(cell)} ")
    assert before == parse_record(rules, record)
    with pytest.raises(ContradictionError):
        Knowledge(rules, (*before.shots, Shot(cell, outcome)))


def test_water_runs_out() -> None:
    before = parse_record(Ruleset(Board(1, 4), Fleet((3,)), announce="length"), "A1:miss")
    with pytest.raises(
        ContradictionError, match="D1 is miss number 2, but the board has only 1 cells of"
    ):
        before.after(3, MISS)


def test_every_contradiction_there_is_has_its_line_above() -> None:
    """No `raise` of the checks is without a test of its sentence."""
    raised = set()
    water = (Ruleset(Board(1, 4), Fleet((3,)), announce="length"), "A1:miss", 3, MISS, "")
    for rules, record, cell, outcome, _ in (*CLASHES, water):
        try:
            parse_record(rules, record).after(cell, outcome)
        except ContradictionError as error:
            trace = error.__traceback__
            while trace is not None and trace.tb_next is not None:
                trace = trace.tb_next
            raised.add(trace.tb_lineno if trace is not None else 0)
    tree = ast.parse(Path(inspect.getfile(contradiction)).read_text("utf-8"))
    written = {node.lineno for node in ast.walk(tree) if isinstance(node, ast.Raise)}
    assert raised == written


@pytest.mark.parametrize("cell", [-1, 25, 10**6])
def test_a_shot_is_at_a_cell_of_the_board(cell: int) -> None:
    with pytest.raises(InputError, match=f"cell {cell} is not on a 5x5 board"):
        Knowledge(SILENT).after(cell, MISS)


def parts(kind: object, seen: set[object]) -> set[object]:
    """All types that a value of a type can hold, by its annotations."""
    for part in (kind, *get_args(kind)):
        if isinstance(part, type) and part not in seen:
            seen.add(part)
            for hint in get_type_hints(part).values() if hasattr(part, "__annotations__") else ():
                parts(hint, seen)
        elif part is not kind:
            parts(part, seen)
    return seen


def test_there_is_no_place_for_a_layout_in_it() -> None:
    assert [field.name for field in fields(Knowledge)] == ["rules", "shots"]
    held = parts(Knowledge, set())
    assert {Shot, Outcome, Ruleset, int, str} <= held
    assert Layout not in held
    knowledge = Knowledge(SILENT)
    layout = Layout(SILENT, (0b111, 0b11 << 5))
    for name in ("layout", "rules", "shots"):
        with pytest.raises((FrozenInstanceError, AttributeError)):
            setattr(knowledge, name, layout)
    with pytest.raises(AttributeError):
        Knowledge(SILENT, (layout,))  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        Knowledge(SILENT, (Shot(0, layout),))  # type: ignore[arg-type]


@pytest.mark.parametrize("announce", Announce)
def test_layouts_that_answer_alike_give_the_same_knowledge(announce: Announce) -> None:
    """Faults 26: to the last byte, whichever of them it was."""
    rules = Ruleset(Board(4, 4), Fleet((3, 2)), announce=announce)
    for cells in ([0, 5, 10, 15], [6, 9, 3, 12, 5]):
        alike: dict[str, set[bytes]] = {}
        for layout in list_layouts(rules):
            knowledge = told(layout, list(cells))
            alike.setdefault(repr(knowledge.shots), set()).add(pickle.dumps(knowledge))
        assert len(alike) > 5
        assert all(len(pickles) == 1 for pickles in alike.values())


def test_the_order_of_the_shots_is_kept() -> None:
    """Faults 1: order matters."""
    shots = parse_record(LENGTH, "A1:hit B1:hit C1:sunk3 E5:miss").shots
    other = parse_record(LENGTH, "E5:miss B1:hit A1:hit C1:sunk3").shots
    assert Knowledge(LENGTH, shots) != Knowledge(LENGTH, other)
    assert [shot.cell for shot in shots] == [A1, B1, C1, 24]


def test_all_orders_of_shots_at_a_known_layout_agree_on_the_end() -> None:
    rules = Ruleset(Board(2, 3), Fleet((2, 1)), announce=Announce.SHOWN)
    layout = Layout(rules, (0b000011, 0b100000))
    for cells in permutations((0, 1, 5)):
        knowledge = told(layout, list(cells))
        assert knowledge.finished
        assert (knowledge.afloat, knowledge.hits) == ((), layout.occupied)


def test_a_finished_game_of_the_classic_fleet_has_17_hits() -> None:
    """Faults 22, for every announcement and both ends of the range."""
    for announce, touching in product(Announce, Touching):
        rules = Ruleset(Board(10, 10), CLASSIC, touching, announce)
        layout = Layout(
            rules, tuple(((1 << n) - 1) << 20 * i for i, n in enumerate((5, 4, 3, 3, 2)))
        )
        ship = list(cells_of(layout.occupied))
        water = list(cells_of(rules.board.full & ~layout.occupied))
        assert len(told(layout, ship + water)) == 17
        assert len(told(layout, water + ship)) == 100
