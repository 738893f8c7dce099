"""The published strength is what the kept games say, and the games are what the strategies play."""

import pytest

from docs.strength import GAMES, PAGES, found, written
from unsunk.racing.bench import bench
from unsunk.racing.games_file import read_games


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_tables_are_those_of_the_games(page):
    assert written(page, found()) == page.read_text(encoding="utf-8")


def test_looking_ahead_is_better_beyond_chance():
    for name, one in found().items():
        games = {result.strategy: result.games for result in one.results}
        assert games["density"] >= 20_000, name
        assert games["exact"] >= 20_000, name
        assert games["exact-random"] >= 20_000, name
        better = {(pair.a, pair.b): pair.ci95 for pair in one.paired}
        for pair in (("density", "exact"), ("exact-random", "exact"), ("exact", "admiral")):
            assert better[pair][0] > 0, (name, pair)


@pytest.mark.parametrize("announce", GAMES)
def test_the_first_games_are_played_again(announce):
    kept = read_games(GAMES[announce])
    for one in kept.hunted:
        games = {"density": 20_000, "exact-random": 40, "exact": 40, "admiral": 4}[one.strategy]
        again = bench([one.strategy], kept.rules, games, kept.seed).histograms[one.strategy]
        told = one.times[:games].tolist()
        assert [told.count(shots) for shots in range(len(again))] == again.tolist()


@pytest.mark.slow
@pytest.mark.parametrize("announce", GAMES)
def test_a_thousand_games_are_played_again(announce):
    kept = read_games(GAMES[announce])
    for one in kept.hunted:
        games = min(len(one.times), 1_000)
        again = bench([one.strategy], kept.rules, games, kept.seed).histograms[one.strategy]
        told = one.times[:games].tolist()
        assert [told.count(shots) for shots in range(len(again))] == again.tolist()
