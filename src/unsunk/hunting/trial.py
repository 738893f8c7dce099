"""One hunt under check: play it, then ask for the same shots again in other orders."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from unsunk.belief.density import places_left
from unsunk.belief.heatmap import hottest
from unsunk.errors import StrategyError
from unsunk.hunting.strategy import Strategy
from unsunk.rules.dice import LAYOUT_STREAM, SHOT_STREAM, Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_record, record_text
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import answer

OPENING_STREAM = 3
RESTORED = 6
"""Every how many shots a game is also taken up from its text."""

Maker = Callable[[Layout], Strategy]


@dataclass
class Trial:
    """One hunt: what was known before each of its shots, the heat, the cell."""

    hunter: Strategy
    layout: Layout
    seed: int
    number: int
    known: list[Knowledge] = field(default_factory=list)
    heat: list[list[int]] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)

    @property
    def dice(self) -> Dice:
        """The dice of this game, fresh."""
        return Dice(self.seed, SHOT_STREAM, self.number)

    def ask(self, knowledge: Knowledge, dice: Dice | None = None) -> int:
        """The next shot; StrategyError if the strategy raises anything."""
        try:
            return self.hunter.next_shot(knowledge, dice or self.dice)
        except Exception as error:
            self.fail(knowledge, f"raises {type(error).__name__} ({error})", error)

    def name(self, cell: object) -> str:
        """The name of what should be a cell."""
        board = self.layout.rules.board
        if isinstance(cell, int) and 0 <= cell < board.size:
            return board.name(cell)
        return repr(cell)

    def fail(self, knowledge: Knowledge, what: str, cause: Exception | None = None) -> NoReturn:
        """Raise StrategyError with all that is needed to see the fault again."""
        name = getattr(self.hunter, "name", type(self.hunter).__name__)
        raise StrategyError(
            f"strategy '{name}' {what}, under '{knowledge.rules}', seed {self.seed}, "
            f"game {self.number}, after the record '{record_text(knowledge)}'"
        ) from cause


def hunted(make: Maker, rules: Ruleset, seed: int, game: int) -> Trial:
    """Hunt one fleet to its end, checking every shot and its heat."""
    layout = draw_layout(rules, Dice(seed, LAYOUT_STREAM, game))
    hunt = Trial(make(layout), layout, seed, game)
    knowledge, dice = _opening(hunt), hunt.dice
    while not knowledge.finished:
        heat = _checked_heat(hunt, knowledge)
        _check_sum(hunt, knowledge, heat)
        cell = hunt.ask(knowledge, dice)
        _check_shot(hunt, knowledge, heat, cell)
        hunt.known.append(knowledge)
        hunt.heat.append(heat)
        hunt.cells.append(cell)
        knowledge = knowledge.after(cell, answer(layout, knowledge.fired, cell))
    return hunt


def _opening(hunt: Trial) -> Knowledge:
    """The knowledge from which a hunt starts: in odd games after up to a quarter of all cells."""
    knowledge = Knowledge(hunt.layout.rules)
    dice, size = Dice(hunt.seed, OPENING_STREAM, hunt.number), knowledge.rules.board.size
    cells = list(range(size))
    dice.shuffle(cells)
    for cell in cells[: dice.below(size // 4 + 1) if hunt.number % 2 else 0]:
        after = knowledge.after(cell, answer(hunt.layout, knowledge.fired, cell))
        if after.finished:
            break
        knowledge = after
    return knowledge


def _checked_heat(hunt: Trial, knowledge: Knowledge) -> list[int]:
    """The heat by which it fires: that of the plan it draws in this game."""
    return _checked(hunt, knowledge, lambda: hunt.hunter.drawn(hunt.dice).heat(knowledge))


def _check_sum(hunt: Trial, knowledge: Knowledge, heat: Sequence[int]) -> None:
    """The heat over all plans is a heat too, and above 0 wherever this plan fires."""
    if hunt.hunter.drawn(hunt.dice) is hunt.hunter:
        return
    everywhere = _checked(hunt, knowledge, lambda: hunt.hunter.heat(knowledge))
    for cell in hottest(heat):
        if not everywhere[cell]:
            hunt.fail(
                knowledge,
                f"may fire at {hunt.name(cell)} by one of its plans, and its heat over all of them "
                "is 0 there",
            )


def _checked(hunt: Trial, knowledge: Knowledge, ask: Callable[[], list[int]]) -> list[int]:
    try:
        heat = list(ask())
    except Exception as error:
        hunt.fail(knowledge, f"raises {type(error).__name__} ({error}) in its heat", error)
    size = knowledge.rules.board.size
    if len(heat) != size:
        hunt.fail(knowledge, f"has a heat of {len(heat)} numbers for {size} cells")
    for cell, value in enumerate(heat):
        if not _is_whole(value):
            hunt.fail(
                knowledge,
                f"has a heat of {value!r} at {hunt.name(cell)}, not a whole number of 0 or more",
            )
        if value and knowledge.fired >> cell & 1:
            hunt.fail(
                knowledge, f"has a heat of {value} at {hunt.name(cell)}, which was fired at before"
            )
    return heat


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and value >= 0


def _check_shot(hunt: Trial, knowledge: Knowledge, heat: Sequence[int], cell: object) -> None:
    """The shot is a legal one and among the hottest; those may all hold a ship."""
    where = hunt.name(cell)
    if not isinstance(cell, int) or not 0 <= cell < len(heat):
        hunt.fail(knowledge, f"fires at {where}, which is no cell of the board")
    if knowledge.fired >> cell & 1:
        hunt.fail(knowledge, f"fires at {where} a second time")
    if cell not in hottest(heat):
        hunt.fail(knowledge, f"fires at {where}, which is not among the hottest cells of its heat")
    possible = 0
    for _, mask, _ in places_left(knowledge):
        possible |= mask
    for other in hottest(heat):
        if not possible >> other & 1 and not hunt.hunter.aimless:
            hunt.fail(knowledge, f"may fire at {hunt.name(other)}, where no ship afloat can be")


def check_repeats(hunts: Sequence[Trial]) -> None:
    """Ask everything again: all hunts in turn, then each one backwards, partly from its text."""
    for shot in range(max((len(hunt.cells) for hunt in hunts), default=0)):
        for hunt in hunts:
            if shot < len(hunt.cells):
                _ask_again(hunt, shot, hunt.known[shot], "when games are interleaved")
    for hunt in hunts:
        for shot in reversed(range(len(hunt.cells))):
            knowledge, when = hunt.known[shot], "when asked for out of order"
            if shot % RESTORED == 0:
                when = "when the game is taken up again from its text"
                knowledge = parse_record(knowledge.rules, record_text(knowledge))
            _ask_again(hunt, shot, knowledge, when)
            if _checked_heat(hunt, knowledge) != hunt.heat[shot]:
                hunt.fail(knowledge, "has another heat than before for the same knowledge")


def _ask_again(hunt: Trial, shot: int, knowledge: Knowledge, when: str) -> None:
    cell, before = hunt.ask(knowledge), hunt.cells[shot]
    if cell != before:
        hunt.fail(
            knowledge,
            f"fires at {hunt.name(cell)} {when} and at {hunt.name(before)} otherwise: the same "
            "knowledge and dice must give the same shot (draw from dice.at(len(knowledge)))",
        )
