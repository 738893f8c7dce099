"""Hypothesis strategies for all that the rules know: boards, fleets, rulesets, layouts, records."""

from dataclasses import replace

from hypothesis import strategies as st

from unsunk.errors import BudgetError, ImpossibleFleetError
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce, Order, Touching
from unsunk.rules.dice import Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.fleet import Fleet
from unsunk.rules.game import Game
from unsunk.rules.knowledge import Knowledge, Shot
from unsunk.rules.layout import Layout
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Kind, Outcome, answer

VALUES = (
    Board,
    Fleet,
    Ruleset,
    Layout,
    Knowledge,
    Shot,
    Outcome,
    Game,
    Touching,
    Announce,
    Order,
    Kind,
)

seeds = st.integers(0, 2**64 - 1)
names = st.text(
    st.characters(codec="utf-8", exclude_characters="=:,;@", exclude_categories=["Z", "C"]),
    min_size=1,
    max_size=24,
)


@st.composite
def boards(draw: st.DrawFn, most_cells: int = 26 * 26) -> Board:
    """Boards of any shape with at most so many cells."""
    rows = draw(st.integers(1, min(26, most_cells)))
    return Board(rows, draw(st.integers(1, min(26, most_cells // rows))))


@st.composite
def fleets(draw: st.DrawFn, most_ships: int = 6, longest: int = 26) -> Fleet:
    """Fleets of any ships, half of them with names."""
    lengths = draw(st.lists(st.integers(1, longest), min_size=1, max_size=most_ships))
    if draw(st.booleans()):
        return Fleet(tuple(lengths))
    many = len(lengths)
    words = st.lists(names, min_size=many, max_size=many, unique_by=str.casefold)
    return Fleet(tuple(lengths), tuple(draw(words)))


@st.composite
def rulesets(
    draw: st.DrawFn, most_cells: int = 36, most_ships: int = 4, announce: Announce | None = None
) -> Ruleset:
    """Rulesets whose fleet fits: ships that do not fit are left at home, longest first."""
    board = draw(boards(most_cells))
    fleet = draw(fleets(most_ships, max(board.rows, board.columns)))
    choices = (
        draw(st.sampled_from(Touching)),
        announce or draw(st.sampled_from(Announce)),
        draw(st.sampled_from(Order)),
        draw(st.sampled_from((1, 2))),
    )
    while True:
        try:
            return Ruleset(board, fleet, *choices)
        except (ImpossibleFleetError, BudgetError):
            fleet = Fleet(fleet.lengths[1:] or (1,), fleet.names[1:] or ("tug",))


def drawn(rules: Ruleset) -> st.SearchStrategy[Layout]:
    """Layouts under these rules."""
    return seeds.map(lambda seed: draw_layout(rules, Dice(seed)))


@st.composite
def layouts(draw: st.DrawFn, most_cells: int = 36, most_ships: int = 4) -> Layout:
    """Layouts under any rules."""
    return draw(drawn(draw(rulesets(most_cells, most_ships))))


def told(layout: Layout, cells: list[int]) -> Knowledge:
    """What a shooter knows who fired at these cells, as far as the game went."""
    knowledge = Knowledge(layout.rules)
    for cell in cells:
        if knowledge.finished:
            break
        knowledge = knowledge.after(cell, answer(layout, knowledge.fired, cell))
    return knowledge


@st.composite
def records(
    draw: st.DrawFn, most_cells: int = 36, announce: Announce | None = None
) -> tuple[Layout, Knowledge]:
    """A layout and a truthful record of shots at it, often a finished one.

    Often ship cells come first, more or less mixed with water, so that ships sink in short ones.
    """
    rules = draw(rulesets(most_cells, announce=announce))
    layout = draw(drawn(rules))
    order = draw(st.permutations(range(rules.board.size)))
    if draw(st.booleans()):
        mixed = draw(st.integers(0, 4))
        order.sort(key=lambda cell: not (layout.occupied >> cell & 1 or cell % 5 < mixed))
    return layout, told(layout, order[: draw(st.integers(0, len(order)))])


@st.composite
def games(draw: st.DrawFn, most_cells: int = 25) -> Game:
    """Games played at random for a while, often to the end."""
    rules = draw(rulesets(most_cells))
    game = Game.start(rules, draw(drawn(rules)), draw(drawn(rules)))
    orders = {player: draw(st.permutations(range(rules.board.size))) for player in (1, 2)}
    for _ in range(draw(st.integers(0, 2 * rules.board.size))):
        if game.turn is None:
            break
        game = game.fire(game.turn, orders[game.turn].pop())
    return game


def seats_swapped(game: Game) -> Game:
    """The start of the same game with the players in each other's seat."""
    rules = replace(game.rules, first=3 - game.rules.first)
    first, second = (Layout(rules, layout.ships) for layout in game.layouts)
    return Game.start(rules, second, first)


def rebuilt(value: object) -> object:
    """What the `repr` of a value says."""
    return eval(repr(value), {kind.__name__: kind for kind in VALUES})  # noqa: S307
