"""The exact mean of a strategy over all layouts."""

from fractions import Fraction

import pytest

from unsunk.belief.fitting import fits_alone
from unsunk.errors import BudgetError, InputError
from unsunk.hunting.expected import expected_shots
from unsunk.hunting.least_shots import optimum
from unsunk.hunting.play import play
from unsunk.hunting.strategy import Strategy, strategy
from unsunk.rules.bits import cells_of
from unsunk.rules.choices import Announce
from unsunk.rules.counting import list_layouts
from unsunk.rules.dice import Dice
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_rules
from unsunk.rules.ruleset import Ruleset


class MostLikely(Strategy):
    """The cell that most layouts left have, by listing them."""

    name, story, source = "most-likely", "Counts.", "Here"

    def __init__(self, rules: Ruleset) -> None:
        self.layouts = list_layouts(rules)

    def heat(self, knowledge: Knowledge) -> list[int]:
        counts = [0] * knowledge.rules.board.size
        for layout in self.layouts:
            if self.fits(layout, knowledge):
                for cell in cells_of(layout.occupied & ~knowledge.fired):
                    counts[cell] += 1
        return counts

    def fits(self, layout: Layout, knowledge: Knowledge) -> bool:
        ships = zip(knowledge.rules.fleet.ships, layout.ships, strict=True)
        return not knowledge.hits & ~layout.occupied and all(
            fits_alone(knowledge, ship, mask) for ship, mask in ships
        )


class Lowest(Strategy):
    """Another strategy whose ties go to the lowest cell."""

    name, story, source = "lowest", "The first.", "Here"

    def __init__(self, other: Strategy) -> None:
        self.other = other

    def heat(self, knowledge: Knowledge) -> list[int]:
        heat = self.other.heat(knowledge)
        return [0 if cell != heat.index(max(heat)) else 1 for cell in range(len(heat))]


class Drawing(MostLikely):
    """Draws nothing, and says that it does."""

    def drawn(self, dice: Dice) -> Strategy:
        return MostLikely(self.layouts[0].rules)


def at_length(text: str) -> Ruleset:
    return parse_rules(f"board {text}; announce length")


@pytest.mark.parametrize(
    ("board", "digits"),
    [("3x3; fleet 2", "4.5"), ("4x4; fleet 3", "5.75"), ("4x4; fleet 2,2", "8.741071"),
     ("4x4; fleet 3,2", "8.909091")],
)  # fmt: skip
def test_the_most_likely_cell_with_ties_to_the_lowest(board: str, digits: str) -> None:
    rules = at_length(board)
    found = expected_shots(strategy("exact-random"), rules)
    assert round(float(found), len(digits) - 2) == float(digits)
    assert found == expected_shots(MostLikely(rules), rules)
    assert found == expected_shots(strategy("exact-lowest"), rules, ties="random")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "digits"), [("4x4; fleet 2,2", "8.718888"), ("4x4; fleet 3,2", "8.913244")]
)
def test_the_most_likely_cell_with_random_ties(board: str, digits: str) -> None:
    rules = at_length(board)
    found = expected_shots(strategy("exact-random"), rules, ties="random")
    assert round(float(found), len(digits) - 2) == float(digits)


@pytest.mark.parametrize("name", ["random", "density", "one-rule", "parity-follow", "optimal"])
@pytest.mark.parametrize("announce", Announce)
def test_the_mean_of_all_games_played_one_by_one(name: str, announce: Announce) -> None:
    for board in ("3x3; fleet 2,2", "2x4; fleet 3,1"):
        rules = parse_rules(f"board {board}; announce {announce}")
        layouts, hunter = list_layouts(rules), strategy(name)
        games = [len(play(Lowest(hunter), layout, Dice(1))) for layout in layouts]
        assert expected_shots(hunter, rules) == Fraction(sum(games), len(games))


@pytest.mark.parametrize("ties", ["lowest", "random"])
@pytest.mark.parametrize("announce", Announce)
def test_every_best_hunt_has_the_least_mean(ties: str, announce: Announce) -> None:
    for board in ("2x4; fleet 3,2", "2x3; fleet 2,2", "3x3; fleet 2"):
        rules = parse_rules(f"board {board}; announce {announce}")
        assert expected_shots(strategy("optimal"), rules, ties=ties) == optimum(
            Knowledge(rules)
        ).mean  # fmt: skip


def test_random_cells_have_their_formula() -> None:
    """The last of k ship cells in a random order of n comes at k (n + 1) / (k + 1)."""
    rules = at_length("2x4; fleet 3,1")
    assert expected_shots(strategy("random"), rules, ties="random") == Fraction(4 * 9, 5)


def test_random_ties_between_the_means_of_single_rules() -> None:
    rules = at_length("4x4; fleet 3")
    assert expected_shots(MostLikely(rules), rules, ties="random") == Fraction(23, 4)


def test_refusals_are_one_sentence() -> None:
    with pytest.raises(BudgetError, match="too many to list"):
        expected_shots(strategy("random"), parse_rules("board 8x8"))
    with pytest.raises(BudgetError, match="out of reach"):
        expected_shots(strategy("optimal"), Ruleset())
    with pytest.raises(InputError, match="'most-likely' draws a plan once a game"):
        expected_shots(Drawing(at_length("3x3; fleet 2")), at_length("3x3; fleet 2"))
    with pytest.raises(InputError, match="'first' is not a value of ties"):
        expected_shots(strategy("random"), at_length("3x3; fleet 2"), ties="first")
