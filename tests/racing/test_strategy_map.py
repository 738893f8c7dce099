"""The strategy map against sums over all games; its file, sound or refused."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from docs.small_boards import PAGE, written
from tests.solved import SMALL, grown, symmetric_times
from unsunk.belief.listed import Listed, list_layouts_of
from unsunk.errors import InputError
from unsunk.hunting.play import play
from unsunk.hunting.strategy import Strategy, strategy
from unsunk.racing import map_file, racer, strategy_map
from unsunk.racing.map_file import load_map, read_map, write_map
from unsunk.racing.player import Player
from unsunk.racing.posterior_replay import steps
from unsunk.racing.race import races
from unsunk.rules.dice import Dice
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.notation import layout_text, parse_layout, parse_rules
from unsunk.rules.shot import answer

NAMES = ["random", "exact-lowest", "three-parity", "rising"]
Map = dict[str, Any]


class Rising(Strategy):
    """Fires in a fixed order: no dice decide anything."""

    name = "rising"
    story = source = "Of these tests."

    def heat(self, knowledge: Knowledge) -> list[int]:
        size, fired = knowledge.rules.board.size, knowledge.fired
        return [0 if fired >> cell & 1 else 1 + 4 * cell % size for cell in range(size)]


def known(name: str) -> Strategy:
    return Rising() if name == "rising" else strategy(name)


@pytest.fixture(scope="module")
def player() -> Player:
    return Player.of(grown(SMALL))


@pytest.fixture(scope="module")
def found(player: Player) -> Map:
    with pytest.MonkeyPatch.context() as patch:
        for module in (racer, strategy_map):
            patch.setattr(module, "strategy", known)
        made = strategy_map.strategy_map(player, NAMES, games=4, seed=3, replays=200)
    return {"against": "grown", "sha256": "00"} | made


def point(found: Map, name: str) -> Map:
    (one,) = (point for point in found["points"] if point["strategy"] == name)
    return dict(one)


def law(times: list[int], chances: np.ndarray | None = None) -> list[float]:
    chances = np.full(len(times), 1 / len(times)) if chances is None else chances
    return np.bincount(times, chances, SMALL.board.size + 1).tolist()


def close(value: object) -> Any:
    """Equal up to the six digits that a map has."""
    return pytest.approx(value, abs=1e-6)


def left(listed: Listed, record: Knowledge, shots: int) -> list[Layout]:
    """The layouts that would have answered the first shots of a record as it says."""
    fits = []
    for number in range(len(listed)):
        layout, fired = listed.layout(number), 0
        for shot in record.shots[:shots]:
            if answer(layout, fired, shot.cell) != shot.outcome:
                break
            fired |= 1 << shot.cell
        else:
            fits.append(layout)
    return fits


@pytest.mark.parametrize(
    "text",
    [
        "board 3x3; fleet 2,2; announce length",
        "board 2x4; fleet 3,2; announce silent",
        "board 2x4; fleet 3,2; announce shown",
        "board 3x3; fleet 3,2; touching no; announce named",
        "board 9x9; fleet 3; announce length",
    ],
)
def test_the_posterior_of_every_step_counts_the_layouts_that_answer_alike(text: str) -> None:
    listed = list_layouts_of(parse_rules(text))
    for game in range(6):
        layout = listed.layout(7 * game % len(listed))
        record = play(strategy("random"), layout, Dice(1, game))
        replayed = steps(listed, record)
        assert [step.shot for step in replayed] == list(record.shots)
        fired = 0
        for number, step in enumerate(replayed):
            fits = left(listed, record, number)
            counts = [
                0 if fired >> cell & 1 else sum(one.occupied >> cell & 1 for one in fits)
                for cell in range(listed.rules.board.size)
            ]
            assert step.layouts == len(fits)
            assert step.counts.tolist() == counts
            assert step.chances == pytest.approx(np.array(counts) / len(fits))
            assert step.hottest is (counts[step.shot.cell] == max(counts))
            fired |= 1 << step.shot.cell


def test_the_player_and_its_point_are_sums_over_all_its_games(found: Map, player: Player) -> None:
    listed, mixture = player.listed, player.mixture
    images, times = listed.images, np.array(symmetric_times(mixture, listed))
    chances = np.repeat(mixture.weights, len(images)) / len(images)
    hidden = (mixture.hider / listed.sizes)[listed.classes]
    pace = chances[:, None] * hidden
    rates = np.zeros(len(listed))
    for t in range(10):
        later, equal = pace[times > t].sum(), pace[times == t].sum()
        rates += chances @ (times == t) * (later + equal / 2)
    means = chances @ times
    told, one = found["player"], point(found, "near-perfect")
    assert told["worst_win_rate"] == one["worst_win_rate"] == close(rates.min())
    assert told["mean_shots"] == one["mean_shots"] == close(means.mean())
    assert told["mean_by_layout"] == close([means.min(), means.max()])
    assert one["mean_shots_hider"] == close(float(means @ hidden))
    assert one["slowest_mean"] == close(means.max())
    assert one["win_rate"] == one["mutual_race"] == 0.5
    uniform = law(times.ravel().tolist(), (chances[:, None] / np.ones((1, 44)) / 44).ravel())
    assert told["law"] == one["laws"]["uniform"] == close(uniform)
    worst = listed.number_of(parse_layout(SMALL, one["worst_layout"]))
    assert rates[worst] == pytest.approx(rates.min())
    assert one["laws"]["worst"] == close(law(times[:, worst].tolist(), chances))
    assert (one["kind"], one["games"], one["hottest"]["kind"]) == ("exact", None, "sampled")
    assert one["hottest"]["games"] == 200


def test_points_are_races_best_first(found: Map, player: Player) -> None:
    names = [name for name in NAMES if name != "rising"]
    for raced in races(names, player.listed, player=player, games=4, seed=3):
        one = point(found, raced.strategy)
        for key, value in raced.row().items():
            assert one[key] == (close(value) if isinstance(value, float | list) else value), key
    rates = [one["win_rate"] for one in found["points"]]
    assert rates == sorted(rates, reverse=True)
    assert {one["strategy"] for one in found["points"]} == {*NAMES, "near-perfect"}


def test_a_hunter_without_dice_is_followed_on_every_layout(found: Map, player: Player) -> None:
    listed, one = player.listed, point(found, "rising")
    records = [play(Rising(), listed.layout(number), Dice(1)) for number in range(len(listed))]
    assert one["laws"]["uniform"] == close(law([len(record) for record in records]))
    worst = listed.number_of(parse_layout(SMALL, one["worst_layout"]))
    alike = [records[image] for image in listed.images[:, worst]]
    assert one["laws"]["worst"] == close(law([len(record) for record in alike]))
    hot = shots = 0
    for record in records:
        for number, shot in enumerate(record.shots):
            fits = left(listed, record, number)
            fired = sum(1 << earlier.cell for earlier in record.shots[:number])
            counts = [
                0 if fired >> cell & 1 else sum(fit.occupied >> cell & 1 for fit in fits)
                for cell in range(SMALL.board.size)
            ]
            hot += counts[shot.cell] == max(counts)
            shots += 1
    assert one["hottest"] == {
        "shots": close(hot / shots),
        "games": 44,
        "kind": "exact",
        "ci95": close([hot / shots] * 2),
    }
    assert point(found, "exact-lowest")["hottest"]["shots"] == 1


def test_a_hunter_with_dice_is_looked_at_in_drawn_games(found: Map, player: Player) -> None:
    """Games of the same strategy drawn otherwise give a share within both errors."""
    listed, shares = player.listed, []
    for game in range(400):
        record = play(strategy("random"), listed.layout(game % 44), Dice(9, game))
        replayed = steps(listed, record)
        shares.append((sum(step.hottest for step in replayed), len(replayed)))
    hot, shots = np.sum(shares, axis=0)
    told = point(found, "random")["hottest"]
    low, high = told["ci95"]
    assert 0.02 < high - low < 0.1
    assert (told["kind"], told["games"]) == ("sampled", 200)
    assert told["shots"] == pytest.approx(hot / shots, abs=1.2 * (high - low))
    assert 0.1 < told["shots"] < 0.9


def test_every_replay_is_a_game_on_the_worst_layout(found: Map, player: Player) -> None:
    listed = player.listed
    for one in found["points"]:
        layout = parse_layout(SMALL, one["replay"]["layout"])
        assert layout_text(layout) == one["worst_layout"]
        fired = 0
        for step in one["replay"]["steps"]:
            cell = SMALL.board.cell(step["cell"])
            outcome = answer(layout, fired, cell)
            assert (step["outcome"], step.get("length")) == (str(outcome.kind), outcome.length)
            assert step["hottest"] is (step["chances"][cell] == max(step["chances"]))
            fired |= 1 << cell
        assert layout.occupied & ~fired == 0
        first = one["replay"]["steps"][0]["chances"]
        assert first == close(listed.covers.mean(axis=0).tolist())


def test_a_pool_changes_nothing_and_progress_ends_at_the_total(player: Player) -> None:
    told: list[tuple[int, int]] = []
    names = ["exact-lowest", "three-parity"]
    alone = strategy_map.strategy_map(player, names, games=4, replays=5)
    with ThreadPoolExecutor(2) as pool:
        made = strategy_map.strategy_map(
            player, names, games=4, replays=5, pool=pool, progress=lambda *step: told.append(step)
        )
    assert made == alone
    done = [step for step, _ in told]
    assert done == sorted(done)
    assert told[-1] == (9, 9)


def test_entrants_play_there_and_are_not_the_player_itself() -> None:
    names = strategy_map.entrants(SMALL)
    assert {"optimal", "random", "exact"} <= set(names)
    assert "near-perfect" not in names
    large = strategy_map.entrants(parse_rules("board 5x5; fleet 3,3,2; announce length"))
    assert "optimal" not in large


def test_a_map_is_read_as_it_was_written(found: Map, tmp_path: Path) -> None:
    write_map(found, tmp_path / "map.json")
    data = (tmp_path / "map.json").read_bytes()
    assert read_map(data, "map.json") == found
    assert [path.name for path in tmp_path.iterdir()] == ["map.json"]


def changed(*path: object, to: object) -> Callable[[Map], None]:
    def change(found: Map) -> None:
        part: Any = found
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = to

    return change


def cut_short(found: Map) -> None:
    found["points"][0]["replay"]["steps"].pop()


def too_likely(found: Map) -> None:
    found["points"][1]["laws"]["worst"][3] += 0.01


@pytest.mark.parametrize(
    "damage",
    [
        changed("rules", to="board 3x3"),
        changed("rules", to=7),
        changed("board", "rows", to=4),
        changed("seed", to="1"),
        changed("sha256", to=None),
        changed("points", to=[]),
        changed("points", 0, to={}),
        changed("player", "hides", to=[0.5] * 9),
        changed("player", "law", 3, to=float("nan")),
        changed("points", 1, "win_rate", to=1.5),
        changed("points", 1, "win_rate_ci95", to=[0.0, 0.0]),
        changed("points", 1, "mean_shots", to=10.5),
        changed("points", 1, "worst_layout", to="2a:A1-B1"),
        changed("points", 2, "hottest", "games", to=0),
        changed("points", 2, "kind", to="bound"),
        changed("points", 2, "replay", "steps", 0, "chances", to=[0.5] * 8),
        changed("points", 2, "replay", "steps", 0, "cell", to="D4"),
        changed("points", 2, "replay", "steps", 0, "hottest", to=1),
        cut_short,
        too_likely,
    ],
)
def test_a_damaged_map_is_refused(found: Map, damage: Callable[[Map], None]) -> None:
    broken = json.loads(json.dumps(found))
    damage(broken)
    with pytest.raises(InputError, match=r"^m\.json is damaged or holds no strategy map: [^.]+$"):
        read_map(json.dumps(broken).encode(), "m.json")


@pytest.mark.parametrize("data", [b"", b"[]", b"\xff\xfe", b'{"rules": ', b"7", b"[" * 100_000])
def test_a_file_that_is_none_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="is damaged or holds no strategy map"):
        read_map(data, "m.json")


def test_a_map_that_is_missing_is_told_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(map_file, "map_path", lambda board: tmp_path / board)
    with pytest.raises(InputError, match="there is no strategy map of a 4x4 board"):
        load_map("4x4")


@pytest.mark.skipif(not map_file.map_path("5x5").is_file(), reason="the map is not made yet")
def test_the_page_tells_the_stored_map() -> None:
    assert written(load_map("5x5")) == PAGE.read_text(encoding="utf-8")
