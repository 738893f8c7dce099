"""A bench in a folder: killed, taken up again, given more, refused where it does not fit."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import rulesets, seeds
from unsunk.errors import InputError
from unsunk.hunting.simulate import finishing_times
from unsunk.racing import run, store
from unsunk.racing.bench import bench, bench_kept
from unsunk.racing.games_file import games_bytes, parse_games, read_games
from unsunk.racing.store import Store
from unsunk.racing.summary import Hunted
from unsunk.rules.choices import Announce
from unsunk.rules.notation import parse_rules
from unsunk.rules.ruleset import Ruleset

SMALL = parse_rules("board 6x6; fleet 3,3,2; announce length")
OPTIONS = ["--board", "6x6", "--fleet", "3,3,2", "--announce", "length", "--seed", "3"]
GAMES = 40
PLAIN = """
from unsunk.hunting.one_rule import OneRule

class Plain(OneRule):
    "One rule, without a kernel."

class Other(OneRule):
    parity = False
"""
KILLED = """
import os, signal, sys
from pathlib import Path
from unsunk.hunting.one_rule import OneRule
from unsunk.racing import run

where, left = sys.argv[1], int(sys.argv[2])
run.FIRST, run.AIM, run.BLOCK = 12, 0.05, 25

def mined(function):
    def call(*values, **named):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*values, **named)
    return call

owner, name = {"heat": (OneRule, "heat"), "sync": (os, "fsync"), "rename": (Path, "replace")}[where]
setattr(owner, name, mined(getattr(owner, name)))
from unsunk.cli.main import main
sys.exit(main(["bench", *sys.argv[3:]]))
"""


@pytest.fixture
def plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A strategy without a kernel; the working folder is that of the test."""
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(PLAIN, encoding="utf-8")
    return "own.py:Plain"


def kept(
    folder: Path, *names: str, games: int | None = GAMES, seed: int = 3, rules: Ruleset = SMALL
) -> bytes:
    """Begin or go on; the bytes of the file of all games."""
    begun = (folder / store.MANIFEST).exists()
    open_ = Store.resume if begun else Store.begin
    with open_(folder, rules, seed) as there:
        bench_kept(there, names, games)
    return (folder / store.GAMES).read_bytes()


def killed(where: str, at: int, folder: Path, *names: str) -> int:
    """Begin or go on in a process of its own that kills itself at a certain call."""
    begun = (folder / store.MANIFEST).exists()
    place = ["--resume" if begun else "--out", str(folder), "--games", str(GAMES), *OPTIONS]
    command = [sys.executable, "-c", KILLED, where, str(at), *names, *place]
    return subprocess.run(command, capture_output=True).returncode


@pytest.mark.parametrize(
    ("where", "at"),
    [
        ("heat", 5),  # before the first timed game
        ("heat", 200),  # within the first blocks
        ("sync", 1),  # within the first manifest
        ("sync", 5),  # within a block that is being written
        ("rename", 3),  # before the first block is there
        ("rename", 4),  # between a block and its manifest
        ("rename", 8),
    ],
)
def test_a_killed_run_goes_on_as_if_nothing_had_been(
    tmp_path: Path, plain: str, where: str, at: int
) -> None:
    names = [plain, "random"]
    whole = kept(tmp_path / "whole", *names)
    folder = tmp_path / "cut"
    assert killed(where, at, folder, *names) == -9
    assert kept(folder, *names) == whole


def test_a_run_that_is_killed_again_and_again_ends_all_the_same(tmp_path: Path, plain: str) -> None:
    folder, ended = tmp_path / "cut", []
    for _ in range(12):
        ended.append(killed("sync", 15, folder, plain, "random"))
        if ended[-1] == 0:
            break
    assert ended[:2] == [-9, -9]
    assert ended[-1] == 0
    assert (folder / store.GAMES).read_bytes() == kept(tmp_path / "whole", plain, "random")


def test_the_file_holds_the_times_of_every_game(tmp_path: Path) -> None:
    kept(tmp_path / "a", "random", "density")
    games = read_games(tmp_path / "a" / store.GAMES)
    assert (games.rules, games.seed) == (SMALL, 3)
    for one in games.hunted:
        times = finishing_times(one.strategy, SMALL, 3, 0, GAMES)
        assert one.times.tolist() == times.tolist()


def test_nothing_depends_on_workers_or_blocks(
    tmp_path: Path, plain: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for workers, first in ((1, 16), (2, 16), (3, 7)):
        monkeypatch.setattr(run, "FIRST", first)
        folder = tmp_path / f"{workers}-{first}"
        with Store.begin(folder, SMALL, 3) as there:
            bench_kept(there, [plain, "density"], GAMES, workers=workers)
        found.append((folder / store.GAMES).read_bytes())
    assert found[0] == found[1] == found[2]


def test_more_games_and_strategies_extend_a_folder(tmp_path: Path, plain: str) -> None:
    folder = tmp_path / "a"
    kept(folder, "random", games=10)
    kept(folder, plain, games=30)
    assert [len(one.times) for one in read_games(folder / store.GAMES).hunted] == [10, 30]
    kept(folder, games=20)  # nobody loses games
    assert [len(one.times) for one in read_games(folder / store.GAMES).hunted] == [20, 30]
    assert kept(folder, games=GAMES) == kept(tmp_path / "b", "random", plain)


def test_without_a_number_a_run_goes_on_to_the_one_asked_for(tmp_path: Path, plain: str) -> None:
    folder = tmp_path / "a"
    with Store.begin(folder, SMALL, 3) as there:
        found = bench_kept(there, [plain], GAMES, hours=0)
    assert found.results[0].games < GAMES
    assert kept(folder, games=None) == kept(tmp_path / "b", plain)


def test_a_kept_run_finds_what_a_run_finds(tmp_path: Path) -> None:
    names = ["density", "random", "one-rule"]
    with Store.begin(tmp_path / "a", SMALL, 3) as there:
        found = bench_kept(there, names, GAMES)
    expected = bench(names, SMALL, GAMES, 3)
    assert found.paired == expected.paired
    assert [r.mean for r in found.results] == [r.mean for r in expected.results]
    with Store.resume(tmp_path / "a") as there:
        again = bench_kept(there)
    assert again.results == found.results  # with their seconds


def change(path: Path, how: Callable[[bytes], bytes]) -> None:
    path.write_bytes(how(path.read_bytes()))


def flipped(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


@pytest.mark.parametrize("how", [flipped, lambda data: data[:-1], lambda data: b""])
@pytest.mark.parametrize("file", [store.MANIFEST, "blocks/s0-000000000.parquet"])
def test_damaged_files_are_refused(
    tmp_path: Path, file: str, how: Callable[[bytes], bytes]
) -> None:
    folder = tmp_path / "a"
    kept(folder, "random")
    change(folder / file, how)
    with pytest.raises(InputError, match=rf"{file} is damaged, its hash does not fit: restore it"):
        kept(folder, games=60)


def test_a_number_changed_in_the_manifest_is_seen(tmp_path: Path) -> None:
    kept(tmp_path / "a", "random")
    change(tmp_path / "a" / store.MANIFEST, lambda data: data.replace(b'"seed": 3', b'"seed": 4'))
    with pytest.raises(InputError, match="damaged"):
        kept(tmp_path / "a", seed=4)


def test_a_missing_block_is_refused(tmp_path: Path) -> None:
    kept(tmp_path / "a", "random")
    (tmp_path / "a" / store.BLOCKS / "s0-000000000.parquet").unlink()
    with pytest.raises(InputError, match="is missing: restore it"):
        kept(tmp_path / "a")


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    kept(folder, "random")
    with pytest.raises(InputError, match=r"holds games under .*length.*, not under .*silent"):
        kept(folder, rules=parse_rules("board 6x6; fleet 3,3,2; announce silent"))
    with pytest.raises(InputError, match="holds games of seed 3, not 4"):
        kept(folder, seed=4)
    with pytest.raises(InputError, match="holds a bench already: go on with it by --resume"):
        Store.begin(folder, SMALL, 3)
    with pytest.raises(InputError, match="holds no bench: begin one there with --out"):
        Store.resume(tmp_path / "b")
    assert not (tmp_path / "b").exists()


def test_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(tmp_path / "a", "random")
    monkeypatch.setattr(store, "version", lambda: "99.0")
    with pytest.raises(InputError, match=r"was begun with unsunk .*, and this is 99\.0"):
        kept(tmp_path / "a")


def test_a_strategy_of_ones_own_that_has_changed_is_refused(tmp_path: Path, plain: str) -> None:
    kept(tmp_path / "a", plain)
    Path("own.py").write_text(PLAIN + "# better\n", encoding="utf-8")
    for names in ([plain], []):
        with pytest.raises(InputError, match=r"'own\.py:Plain' has changed since its games in"):
            kept(tmp_path / "a", *names)


@pytest.mark.skipif(os.name != "posix", reason="folders are held by flock")
def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    with (
        Store.begin(tmp_path / "a", SMALL, 3),
        pytest.raises(InputError, match="is in use by another bench"),
    ):
        Store.resume(tmp_path / "a")
    Store.resume(tmp_path / "a").lock.close()


@settings(max_examples=30)
@given(
    rulesets(),
    seeds,
    st.lists(st.lists(st.integers(1, 36), min_size=1), min_size=1, max_size=3),
)
def test_a_file_is_read_back(rules: Ruleset, seed: int, numbers: list[list[int]]) -> None:
    hunted = [Hunted(f"s{i}", np.array(times, np.uint8)) for i, times in enumerate(numbers)]
    data = games_bytes(rules, seed, hunted)
    assert data == games_bytes(rules, seed, hunted)
    games = parse_games(data, "file")
    assert (games.rules, games.seed) == (rules, seed)
    assert [one.times.tolist() for one in games.hunted] == numbers


def test_no_byte_of_a_file_can_change_unseen() -> None:
    hunted = [Hunted("a", np.arange(1, 30, dtype=np.uint8)), Hunted("b", np.full(3, 300))]
    data = games_bytes(SMALL, 1, hunted)
    for place in range(0, len(data), 7):
        other = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        with pytest.raises(InputError, match=r"file (is no whole|was changed)"):
            parse_games(other, "file")
        with pytest.raises(InputError, match=r"file (is no whole|was changed)"):
            parse_games(data[:place], "file")


def test_a_file_is_small_enough_to_be_kept() -> None:
    rules, games = Ruleset(announce=Announce.SHOWN), 20_000
    names = ("density", "one-rule", "parity-follow")
    hunted = [
        Hunted(name, finishing_times(name, rules, 1, 0, games).astype(np.uint8)) for name in names
    ]
    assert len(games_bytes(rules, 1, hunted)) < 100_000


def test_the_manifest_says_what_was_run(tmp_path: Path, plain: str) -> None:
    kept(tmp_path / "a", "density", plain)
    told = json.loads((tmp_path / "a" / store.MANIFEST).read_text(encoding="utf-8"))
    assert told["rules"] == str(SMALL)
    assert (told["seed"], list(told["strategies"])) == (3, ["density", plain])
    assert sum(block["games"] for block in told["strategies"][plain]["blocks"]) == GAMES
