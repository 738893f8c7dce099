"""Races: exact ones against a count of all pairs, sampled ones against their law."""

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from tests.solved import SMALL, grown, symmetric_times
from unsunk.belief.listed import Listed, list_layouts_of
from unsunk.errors import BudgetError, InputError
from unsunk.hunting.hunt import Hunt, grow_timed, times
from unsunk.hunting.play import play
from unsunk.hunting.strategy import Strategy, strategy, strategy_names
from unsunk.racing import racer as racers
from unsunk.racing.player import Player
from unsunk.racing.race import Opponent, against, against_first, duel, laws, race, races
from unsunk.racing.racer import Racer, draw
from unsunk.racing.times import times_of
from unsunk.rules.dice import Dice
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.notation import layout_text, parse_layout, parse_rules
from unsunk.rules.ruleset import Ruleset

SHOWN = parse_rules("board 2x4; fleet 3,2; announce shown")


class Rising(Strategy):
    """Fires at the lowest cell of its own order: no dice decide anything."""

    name = "rising"
    story = source = "Of these tests."

    def heat(self, knowledge: Knowledge) -> list[int]:
        size = knowledge.rules.board.size
        fired = knowledge.fired
        return [0 if fired >> cell & 1 else 1 + 7 * cell % size for cell in range(size)]


@pytest.fixture
def rising(monkeypatch: pytest.MonkeyPatch) -> Strategy:
    """A strategy without dice under the name `rising`."""
    made = Rising()
    monkeypatch.setattr(
        racers, "strategy", lambda name: made if name == "rising" else strategy(name)
    )
    return made


def first(mine: int, theirs: int) -> float:
    return 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0


def shots_of(hunter: Strategy, listed: Listed) -> list[int]:
    """Finishing times of a strategy that no dice decide, game by game."""
    return [len(play(hunter, listed.layout(n), Dice(5))) for n in range(len(listed))]


@pytest.mark.parametrize("rules", [SMALL, SHOWN], ids=str)
def test_an_exact_race_is_a_count_of_all_pairs(rules: Ruleset, rising: Strategy) -> None:
    listed, mixture = list_layouts_of(rules), grown(rules)
    player = Player.of(mixture)
    racer = draw("rising", listed, 4, 1)
    assert racer.exact
    found = race(racer, against(player))
    mine, images = shots_of(rising, listed), listed.images.tolist()
    assert racer.rows.tolist() == [mine]
    theirs = symmetric_times(mixture, listed)
    hidden = (mixture.hider / listed.sizes)[listed.classes]
    pace = [
        (weight / len(images) * hidden[layout], row[layout])
        for hunt, weight in enumerate(mixture.weights)
        for row in theirs[hunt * len(images) : (hunt + 1) * len(images)]
        for layout in range(len(listed))
    ]
    assert sum(chance for chance, _ in pace) == pytest.approx(1)

    def rate(layout: int) -> float:
        """The win rate on a layout, a symmetry drawn with the hunt."""
        shots = [mine[image[layout]] for image in images]
        won = sum(chance * first(s, t) for s in shots for chance, t in pace)
        return won / len(images)

    rates = [rate(layout) for layout in range(len(listed))]
    means = [np.mean([mine[image[layout]] for image in images]) for layout in range(len(listed))]
    expected = {
        "win_rate": sum(h * r for h, r in zip(hidden, rates, strict=True)),
        "worst_win_rate": min(rates),
        "mean_shots": np.mean(mine),
        "mean_shots_hider": sum(h * m for h, m in zip(hidden, means, strict=True)),
        "slowest_mean": max(means),
    }
    row = found.row()
    for name, value in expected.items():
        assert row[name] == pytest.approx(value, abs=1e-12), name
        assert row[f"{name}_ci95"] == [row[name], row[name]]
    assert (found.kind, found.games) == ("exact", None)
    worst = listed.number_of(parse_layout(rules, found.worst_layout))
    assert rates[worst] == pytest.approx(min(rates), abs=1e-12)
    slowest = listed.number_of(parse_layout(rules, found.slowest_layout))
    assert means[slowest] == max(means)
    assert found.mutual_race.value == pytest.approx(
        mutual(mixture.weights, theirs, images, [mine[image[slowest]] for image in images]),
        abs=1e-12,
    )


def mutual(
    weights: np.ndarray, theirs: list[list[int]], images: list[list[int]], mine: list[int]
) -> float:
    """The chance that one of my times is first against the mixture on its slowest layout."""
    chances = np.repeat(weights, len(images)) / len(images)
    means = chances @ np.array(theirs)
    slowest = int(means.argmax())
    pairs = product(mine, zip(chances, theirs, strict=True))
    return sum(c * first(s, row[slowest]) for s, (c, row) in pairs) / len(mine)


def test_the_first_strategy_races_itself_evenly_if_it_has_no_dice() -> None:
    listed = list_layouts_of(SMALL)
    even, other = races(["exact-lowest", "random"], listed, games=6)
    assert vars(even.win_rate) == pytest.approx({"value": 0.5, "low": 0.5, "high": 0.5})
    assert vars(even.mutual_race) == pytest.approx({"value": 0.5, "low": 0.5, "high": 0.5})
    assert even.kind == "exact"
    assert other.kind == "sampled"
    assert other.games == 6
    assert other.win_rate.high < 0.5


def test_exact_lowest_is_one_tree_with_the_times_of_the_strategy() -> None:
    listed = list_layouts_of(SMALL)
    racer = draw("exact-lowest", listed, 4, 1)
    assert racer.exact
    assert racer.rows.tolist() == [shots_of(strategy("exact-lowest"), listed)]


def test_draws_are_those_of_a_game_with_the_same_dice_and_of_no_other_strategy() -> None:
    listed = list_layouts_of(SMALL)
    racer = draw("three-parity", listed, 5, 3)
    assert not racer.exact
    assert (racer.rows == draw("three-parity", listed, 9, 3).rows[:5]).all()
    assert (racer.rows != draw("three-parity", listed, 5, 4).rows).any()
    assert (racer.rows != draw("three-parity", listed, 5, 3, side=1).rows).any()
    alone, _ = races(["random", "three-parity"], listed, games=4, player=Player.of(grown(SMALL)))
    _, again = races(["three-parity", "random"], listed, games=4, player=Player.of(grown(SMALL)))
    assert alone == again


@pytest.mark.parametrize("name", strategy_names())
def test_times_on_all_layouts_or_on_some_are_those_of_single_games(name: str) -> None:
    listed, hunter = list_layouts_of(SHOWN), strategy(name)
    if not hunter.plays(SHOWN):
        pytest.skip("plays elsewhere")
    games = [len(play(hunter, listed.layout(n), Dice(5))) for n in range(len(listed))]
    assert times_of(hunter, listed, Dice(5)).tolist() == games
    some = np.array([7, 2, 11])
    assert times_of(hunter, listed, Dice(5), some).tolist() == [games[n] for n in some]


def test_further_hunts_are_others_and_on_one_class_alone() -> None:
    listed = list_layouts_of(SMALL)
    racer = draw("three-parity", listed, 4, 3)
    for class_ in (0, 5):
        alike = listed.classes == class_
        rows = draw("three-parity", listed, 44, 3).rows[4:, alike]
        assert (racer.on(class_) == rows).all()
        assert (draw("exact-lowest", listed, 4, 3).on(class_) == grow_timed(listed)[1][alike]).all()


def test_watched_dice_roll_as_others_do_and_know_whether_they_decided() -> None:
    def rolled(dice: Dice) -> list[int]:
        items = list(range(20))
        dice.at(4).shuffle(items)
        place = dice.at(1, 2)
        return [*items, place.below(1), place.below(6), place.word(), dice.below(10**12)]

    watched = racers._Watched(7, 3)
    assert [watched.at(2).below(1) for _ in range(3)] == [0, 0, 0]
    assert not watched.asked
    assert rolled(watched) == rolled(Dice(7, 3))
    assert watched.asked


def made(rows: np.ndarray, further: np.ndarray, listed: Listed) -> Racer:
    """A racer of hunts with these finishing times, and further hunts with those."""

    def again(class_: int) -> np.ndarray:
        return further[:, listed.classes == class_].astype(np.uint8)

    return Racer("made", listed, rows.astype(np.uint8), again)


def drawn_rows(listed: Listed, games: int, draws: int) -> Iterator[list[np.ndarray]]:
    rng = np.random.default_rng(1)
    for _ in range(draws):
        yield [rng.integers(3, 9, (games, len(listed))) for _ in range(2)]


def test_the_worst_layout_is_not_told_too_low() -> None:
    """All layouts are alike here, so wins are a half everywhere: the least of many means is not."""
    listed = list_layouts_of(SMALL)
    even, uniform = np.bincount(np.arange(3, 9), minlength=10) / 6, np.full(44, 1 / 44)
    told, least, slowest = [], [], []
    for rows in drawn_rows(listed, 8, 400):
        racer = made(*rows, listed)
        found = race(racer, Opponent(uniform, even[None], even[None]))
        told.append(found.worst_win_rate.value)
        slowest.append(found.slowest_mean.value)
        classes = [laws(listed, racer.rows, (listed.classes == k) * 1.0) for k in range(7)]
        least.append(min(duel(law, even[None]).value for law in classes))
    error = np.std(told) / 20
    assert np.mean(told) == pytest.approx(0.5, abs=4 * error)
    assert np.mean(slowest) == pytest.approx(5.5, abs=4 * np.std(slowest) / 20)
    assert np.mean(least) < 0.5 - 8 * error


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Two lotteries over the same hunts, each drawn: an even race, uncertain on both sides."""
    listed = list_layouts_of(SMALL)
    rng, rates, means = np.random.default_rng(2), [], []
    for _ in range(600):
        drawn = [rng.integers(3, 9, (12, 1)).repeat(44, 1) for _ in range(4)]
        mine, theirs = made(*drawn[:2], listed), made(*drawn[2:], listed)
        found = race(mine, against_first(theirs))
        rates.append(found.win_rate.low <= 0.5 <= found.win_rate.high)
        means.append(found.mean_shots.low <= 5.5 <= found.mean_shots.high)
    assert 0.90 < np.mean(rates) < 0.98
    assert 0.89 < np.mean(means) < 0.97


def test_a_duel_by_hand() -> None:
    mine = np.array([[0, 0, 1.0, 0], [0, 1.0, 0, 0]])
    theirs = np.array([[0, 0, 1.0, 0], [0, 0, 0, 1.0], [0, 0.5, 0, 0.5]])
    found = duel(mine, theirs)
    won = [[first(a, b) for b in (2, 3, 1, 3)] for a in (2, 1)]
    rows = [(w[0] + w[1] + (w[2] + w[3]) / 2) / 3 for w in won]
    columns = np.array(won).mean(axis=0)
    columns = [columns[0], columns[1], (columns[2] + columns[3]) / 2]
    assert found.value == pytest.approx(np.mean(rows))
    reach = 1.959963984540054 * (np.var(rows, ddof=1) / 2 + np.var(columns, ddof=1) / 3) ** 0.5
    assert (found.low, found.high) == pytest.approx((found.value - reach, found.value + reach))


def test_what_cannot_race_is_refused() -> None:
    listed = list_layouts_of(SMALL)
    with pytest.raises(InputError, match="3 games are too few: a worst layout needs at least 4"):
        races(["random"], listed, games=3)
    with pytest.raises(InputError, match="named twice"):
        races(["random", "density", "random"], listed)
    with pytest.raises(InputError, match="did you mean density"):
        races(["random", "densty"], listed)
    with pytest.raises(BudgetError, match="the least expected shots of 3,3"):
        races(["optimal"], list_layouts_of(parse_rules("board 6x6; fleet 3,3; announce length")))


@pytest.mark.parametrize(
    ("weights", "hider", "pace"),
    [
        ([0.5], [1 / 7] * 7, [0.1] * 10),
        ([1.0], [1 / 6] * 6, [0.1] * 10),
        ([1.0], [1 / 7] * 7, [0.1] * 11),
        ([1.0], [float("nan")] * 7, [0.1] * 10),
        ([1.0], [2.0, -1.0, 0, 0, 0, 0, 0], [0.1] * 10),
    ],
    ids=["no sum", "other classes", "other board", "no number", "below 0"],
)
def test_players_with_lotteries_that_are_none_are_refused(
    weights: list[float], hider: list[float], pace: list[float]
) -> None:
    one = grown(SMALL, hunts=1)
    arrays = [np.array(part) for part in (weights, hider, pace)]
    with pytest.raises(InputError, match="a mixture here needs"):
        Player.of(type(one)(SMALL, one.hunts, *arrays))


def test_players_with_a_broken_tree_are_refused() -> None:
    one = grown(SMALL, hunts=1)
    broken = Hunt(SMALL, one.hunts[0].shots[:-1])
    with pytest.raises(InputError, match="the tree of a hunt ends after"):
        times(broken, list_layouts_of(SMALL))
    with pytest.raises(InputError, match="the tree of a hunt ends after"):
        Player.of(type(one)(SMALL, (broken,), one.weights, one.hider, one.pace))


def test_texts_of_layouts_are_the_first_of_their_class() -> None:
    listed = list_layouts_of(SMALL)
    (found,) = races(["exact-lowest"], listed)
    texts = [layout_text(listed.layout(int(number))) for number in listed.first]
    assert found.worst_layout in texts
    assert found.slowest_layout in texts
