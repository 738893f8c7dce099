"""Batches of hunts: shot for shot what `play` does, whatever is shared, cut or remembered."""

import threading
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import rulesets, seeds
from unsunk.errors import TurnError
from unsunk.hunting.density import Density
from unsunk.hunting.one_rule import OneRule
from unsunk.hunting.play import play
from unsunk.hunting.strategy import Strategy, strategy
from unsunk.racing.walk import EARLY, Memo, hunt_batch
from unsunk.rules.choices import Announce
from unsunk.rules.dice import LAYOUT_STREAM, PLAN, SHOT_STREAM, Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_rules
from unsunk.rules.ruleset import Ruleset

SMALL = parse_rules("board 6x6; fleet 3,3,2; announce length")


class Counted(OneRule):
    """One rule that notes whose heat it was asked for, and by how many threads."""

    def __init__(self) -> None:
        self.asked: Counter[Knowledge] = Counter()
        self.threads: set[int] = set()

    def heat(self, knowledge: Knowledge) -> list[int]:
        self.asked[knowledge] += 1
        self.threads.add(threading.get_ident())
        return super().heat(knowledge)


class Stubborn(Counted):
    """A strategy that picks its shots by itself: the last of the hottest cells."""

    def next_shot(self, knowledge: Knowledge, dice: Dice) -> int:
        heat = self.heat(knowledge)
        return max(range(len(heat)), key=lambda cell: (heat[cell], cell))


class Planned(Counted):
    """Draws once a game where it fires first; a plan has a density of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.by_plan = [Halved(half) for half in (0, 1)]

    def drawn(self, dice: Dice) -> Strategy:
        return self.by_plan[dice.at(PLAN).below(2)]


class Halved(Counted):
    def __init__(self, half: int) -> None:
        super().__init__()
        self.half = half

    def heat(self, knowledge: Knowledge) -> list[int]:
        heat = super().heat(knowledge)
        return [2 * value if cell % 2 == self.half else value for cell, value in enumerate(heat)]


class Broken(Density):
    """Gives up after six shots."""

    def heat(self, knowledge: Knowledge) -> list[int]:
        return super().heat(knowledge) if len(knowledge) < 6 else [0] * 36


def layouts(rules: Ruleset, seed: int, first: int, games: int) -> list[Layout]:
    numbers = range(first, first + games)
    return [draw_layout(rules, Dice(seed, LAYOUT_STREAM, game)) for game in numbers]


def played(hunter: Strategy, rules: Ruleset, seed: int, first: int, games: int) -> list[Knowledge]:
    boards = layouts(rules, seed, first, games)
    return [
        play(hunter, layout, Dice(seed, SHOT_STREAM, first + game))
        for game, layout in enumerate(boards)
    ]


def walked(
    hunter: Strategy, rules: Ruleset, seed: int, first: int, games: int, **options: object
) -> list[Knowledge]:
    """The records of a batch, which must agree with its times."""
    ended: dict[int, Knowledge] = {}

    def end(game: int, record: Knowledge) -> None:
        assert game not in ended
        ended[game] = record

    boards = layouts(rules, seed, first, games)
    times = hunt_batch(hunter, boards, seed, first, ended=end, **options)  # type: ignore[arg-type]
    records = [ended.pop(first + game) for game in range(games)]
    assert not ended
    assert times.tolist() == [len(record) for record in records]
    return records


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize("name", ["random", "parity-follow", "density", "one-rule"])
def test_a_batch_fires_what_play_fires(name: str, announce: Announce, workers: int) -> None:
    rules = parse_rules(f"board 6x6; fleet 3,3,2; announce {announce}")
    hunter = strategy(name)
    seen = walked(hunter, rules, 4, 70, 25, workers=workers)
    assert seen == played(hunter, rules, 4, 70, 25)


@settings(max_examples=25)
@given(rulesets(most_cells=25, most_ships=3), seeds, st.integers(0, 10**9), st.integers(0, 12))
def test_a_batch_fires_what_play_fires_under_any_rules(
    rules: Ruleset, seed: int, first: int, games: int
) -> None:
    hunter = strategy("density")
    assert walked(hunter, rules, seed, first, games) == played(hunter, rules, seed, first, games)


def test_on_the_classic_board() -> None:
    hunter = strategy("one-rule")
    assert walked(hunter, Ruleset(), 1, 0, 12, workers=2) == played(hunter, Ruleset(), 1, 0, 12)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_record_is_weighed_once_for_all_its_games(workers: int) -> None:
    hunter = Counted()
    records = walked(hunter, SMALL, 1, 0, 300, workers=workers)
    met = {Knowledge(SMALL, record.shots[:n]) for record in records for n in range(len(record))}
    assert hunter.asked == Counter(met)
    assert len(met) < 0.8 * sum(map(len, records))


def test_a_strategy_that_picks_by_itself_is_played_game_by_game() -> None:
    hunter = Stubborn()
    expected = played(hunter, SMALL, 1, 0, 30)
    for workers in (1, 2):
        assert walked(hunter, SMALL, 1, 0, 30, workers=workers) == expected
    lent = Counted()
    lent.next_shot = Stubborn().next_shot  # type: ignore[method-assign]
    assert walked(lent, SMALL, 1, 0, 30) == expected


@pytest.mark.parametrize("workers", [1, 2])
def test_games_of_one_plan_share_a_record(workers: int) -> None:
    hunter, memo = Planned(), Memo()
    records = walked(hunter, SMALL, 1, 0, 200, workers=workers, memo=memo)
    met = [Counter[Knowledge]() for _ in hunter.by_plan]
    for game, record in enumerate(records):
        half = Dice(1, SHOT_STREAM, game).at(PLAN).below(2)
        met[half].update({Knowledge(SMALL, record.shots[:n]): 1 for n in range(len(record))})
    assert [set(plan.asked) for plan in hunter.by_plan] == [set(known) for known in met]
    assert all(set(plan.asked.values()) == {1} for plan in hunter.by_plan)
    assert not hunter.asked
    assert len(memo) == 0
    assert records == played(Planned(), SMALL, 1, 0, 200)
    first = {record.shots[0].cell % 2 for record in records}
    assert first == {0, 1}


def test_nothing_depends_on_how_games_are_cut() -> None:
    memo, expected = Memo(), played(OneRule(), SMALL, 3, 0, 120)
    cuts = [0, 1, 7, 60, 120]
    parts = [
        walked(OneRule(), SMALL, 3, start, end - start, memo=memo) for start, end in pairwise(cuts)
    ]
    assert [record for part in parts for record in part] == expected


def test_later_batches_share_the_records_of_earlier_ones() -> None:
    hunter, memo = Counted(), Memo()
    first = walked(hunter, SMALL, 3, 0, 100, memo=memo)
    hunter.asked.clear()
    assert walked(hunter, SMALL, 3, 0, 100, memo=memo) == first
    assert all(len(knowledge) > EARLY for knowledge in hunter.asked)
    walked(hunter, SMALL, 3, 100, 100, memo=memo)
    assert Knowledge(SMALL) not in hunter.asked


@pytest.mark.parametrize("most", [0, 1, 10, 100])
def test_a_memo_is_bounded_and_changes_nothing(most: int) -> None:
    memo = Memo(most)
    sizes: list[int] = []

    def size(game: int, record: Knowledge) -> None:
        sizes.append(len(memo))

    boards = layouts(SMALL, 3, 0, 150)
    times = [
        hunt_batch(OneRule(), boards[start : start + 50], 3, start, memo=memo, ended=size)
        for start in (0, 50, 100)
    ]
    assert max(sizes) == most
    expected = [len(record) for record in played(OneRule(), SMALL, 3, 0, 150)]
    assert [time for part in times for time in part] == expected


def test_a_memo_holds_early_records_alone() -> None:
    memo = Memo()
    records = walked(strategy("random"), SMALL, 3, 0, 20, memo=memo)
    early = {record.shots[:n] for record in records for n in range(min(len(record), EARLY + 1))}
    assert max(map(len, records)) > EARLY
    assert len(memo) == len(early)


def test_what_comes_again_and_again_stays() -> None:
    hunter, memo = Counted(), Memo(300)
    for start in range(0, 60, 5):
        walked(hunter, SMALL, 3, start, 5, memo=memo)
    assert len(memo) == 300 < len(hunter.asked)
    assert hunter.asked[Knowledge(SMALL)] == 1


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_what_a_strategy_raises_ends_the_batch(workers: int) -> None:
    with pytest.raises(TurnError, match="no cell left"):
        walked(Broken(), SMALL, 1, 0, 60, workers=workers)
