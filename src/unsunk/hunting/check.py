"""The conformance test: what every strategy must satisfy, for its author to call.

A strategy hunts some fleets. Then every question of these hunts is put to it again, in other
orders and from records read back from text, and must be answered as before. And what lies under
the cells not yet fired at must not matter: fleets with the same record behind them are put in its
way, and its next shot has to be one and the same.
"""

from collections.abc import Iterator
from dataclasses import astuple, dataclass
from itertools import islice
from math import comb, prod

from unsunk.belief.fitting import some_fitting
from unsunk.errors import ImpossibleFleetError, InputError
from unsunk.hunting.strategy import Strategy
from unsunk.hunting.trial import Maker, Trial, check_repeats, hunted
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.counting import iterate_layouts
from unsunk.rules.dice import Dice
from unsunk.rules.game import Game
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_rules, record_text
from unsunk.rules.placement import placements
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Outcome, answer

FLEETS_STREAM = 4
SHOTS, FLEETS = 4, 40
"""After how many shots how many fleets that answer alike must draw the same next shot."""
SMALL = 30
"""The most cells of a board that is checked under every combination of rules."""
LISTABLE = 20_000
"""The most layouts that are all kept in mind during a hunt."""
GROUNDS = (
    "board 1x1; fleet 1",
    "board 2x3; fleet 1,1",
    "board 1x8; fleet 3,2",
    "board 5x4; fleet 3",
    "board 4x4; fleet 3,3,2",
    "board 3x7; fleet 4,2,1",
    "board 8x8; fleet 2,2,2,2,1,1,1,1",
    "board 12x9; fleet 12,9,3",
    "board 10x10; fleet classic",
)
"""Boards and fleets of a check that names no rules."""


@dataclass(frozen=True)
class Report:
    """What a check has seen; reports add up.

    `idle` counts shots where no layout that fits the record has a ship, among the `listed` shots,
    those on boards small enough to know. A strategy may fire idly: counting each ship on its own
    does not see that ships exclude one another.
    """

    games: int = 0
    shots: int = 0
    fleets: int = 0
    listed: int = 0
    idle: int = 0

    def __add__(self, other: "Report") -> "Report":
        return Report(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


def check_strategy(
    strategy: Strategy | Maker,
    rules: Ruleset | None = None,
    games: int = 2,
    seed: int = 1,
    *,
    shots: int = SHOTS,
    fleets: int = FLEETS,
) -> Report:
    """Raise StrategyError, naming the fault, if a strategy breaks what every strategy promises.

    - Each shot is a cell of the board not fired at before, so a hunt ends within its cells.
    - `heat` has a whole number of 0 or more for each cell, 0 where it fired before; the shot is one
      of the hottest cells. If it draws a plan for a game, that holds for the plan's heat, and its
      own is above 0 where a plan may fire.
    - The same knowledge and dice give the same plan and shot, in whatever order games are played,
      and also after the record was written down and read back.
    - `fleets` fleets that answer the first `shots` shots alike draw the same next shot.
    - Unless it is `aimless`, no ship afloat, taken alone, is ruled out at any of the hottest cells.

    Every second game starts from a few random shots that the strategy did not choose. Without
    `rules` it is checked on boards of all kinds under every announcement and touching rule, as far
    as it plays under them; BudgetError if it does not play under the rules given. In
    place of a strategy, a function that makes one for the layout to be hunted can be given, to
    check that it makes nothing of it.

    >>> from unsunk.hunting.strategy import strategy
    >>> check_strategy(strategy("density"), parse_rules("board 4x4; fleet 3,2"), games=1).games
    1
    >>> class TopLeft(Strategy):
    ...     name = "top-left"
    ...     def heat(self, knowledge):
    ...         return [1] + [0] * (knowledge.rules.board.size - 1)
    >>> check_strategy(TopLeft(), parse_rules("board 1x3; fleet 2"))
    Traceback (most recent call last):
    unsunk.errors.StrategyError: strategy 'top-left' has a heat of 1 at A1, which was fired at \
before, under 'board 1x3; fleet 2; touching yes; announce shown; order alternate; first 1', \
seed 1, game 0, after the record 'A1:hit'
    """
    if games < 1:
        raise InputError(f"a check of {games} games checks nothing: play 1 or more")
    make = (lambda _: strategy) if isinstance(strategy, Strategy) else strategy
    report = Report()
    if rules and isinstance(strategy, Strategy):
        strategy.require(rules)
    for chosen in [rules] if rules else _grounds_of(strategy):
        hunts = [hunted(make, chosen, seed, game) for game in range(games)]
        check_repeats(hunts)
        for hunt in hunts:
            seen = _check_alike(make, hunt, shots, fleets)
            report += Report(1, len(hunt.cells), seen, *_idle_shots(hunt))
    return report


def every_ground() -> Iterator[Ruleset]:
    """Yield the rules of a check that names none: each of GROUNDS under every announcement.

    Small boards meet every touching rule under each of them, larger ones only one, in turn.
    """
    for number, ground in enumerate(GROUNDS):
        for turn, announce in enumerate(Announce, number):
            for place, touching in enumerate(Touching):
                try:
                    rules = parse_rules(f"{ground}; announce {announce}; touching {touching}")
                except ImpossibleFleetError:
                    continue
                if rules.board.size <= SMALL or turn % len(Touching) == place:
                    yield rules


def _grounds_of(strategy: Strategy | Maker) -> Iterator[Ruleset]:
    """The rules of `every_ground` under which a strategy plays."""
    for rules in every_ground():
        if not isinstance(strategy, Strategy) or strategy.plays(rules):
            yield rules


def _check_alike(make: Maker, hunt: Trial, shots: int, fleets: int) -> int:
    """Other fleets that answer the first shots alike draw the same next shot; returns how many."""
    shot = min(shots, len(hunt.cells) - 1)
    knowledge, found = hunt.known[shot], 0
    for layout in some_fitting(knowledge, fleets, Dice(hunt.seed, FLEETS_STREAM, hunt.number)):
        found += 1
        other = Trial(make(layout), layout, hunt.seed, hunt.number)
        heard = _heard_in_game(knowledge, layout)
        if heard != knowledge:
            raise AssertionError(f"{layout} does not answer '{record_text(knowledge)}' alike")
        cell = other.ask(heard)
        if cell != hunt.cells[shot]:
            hunt.fail(
                knowledge,
                f"fires at {hunt.name(hunt.cells[shot])} or at {hunt.name(cell)}, depending on "
                "where the fleet lies: it knows more than what it was told",
            )
    return found


def _heard_in_game(knowledge: Knowledge, layout: Layout) -> Knowledge:
    """What the first player of a whole game hears of the same shots at a fleet.

    The other player fires at the same fleet, at its water first, and so never ends the game.
    """
    rules, size = layout.rules, layout.rules.board.size
    game, first = Game.start(rules, layout, layout), rules.first
    replies = sorted(range(size), key=lambda cell: layout.occupied >> cell & 1)
    for shot, reply in zip(knowledge.shots, replies, strict=False):
        game = game.fire(first, shot.cell).fire(3 - first, reply)
    return game.knowledge[first - 1]


def _idle_shots(hunt: Trial) -> tuple[int, int]:
    """The shots on a board whose layouts can be listed, and those where none left has a ship."""
    rules = hunt.layout.rules
    ways = prod(
        comb(len(placements(rules.board, rules.fleet.lengths[group[0]])), len(group))
        for group in rules.groups
    )
    if ways > LISTABLE:
        return 0, 0
    left, fired, idle = list(islice(iterate_layouts(rules), LISTABLE)), 0, 0
    for knowledge, cell in zip(hunt.known, hunt.cells, strict=True):
        for shot in knowledge.shots[fired.bit_count() :]:
            told = _told(rules, shot.outcome)
            left = [x for x in left if _told(rules, answer(x, fired, shot.cell)) == told]
            fired |= 1 << shot.cell
        idle += not any(layout.occupied >> cell & 1 for layout in left)
    return len(hunt.cells), idle


def _told(rules: Ruleset, outcome: Outcome) -> tuple[object, ...]:
    """An outcome without what tells equal ships apart where they do not count apart."""
    name = outcome.name if rules.announce is Announce.NAMED else None
    return outcome.kind, outcome.length, name, outcome.cells
