"""A solve in a folder: killed, taken up again, refused where it does not fit, finished."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from tests.solved import RULES, SMALL, grown, symmetric_times
from unsunk.belief.listed import list_layouts_of
from unsunk.cli.main import main
from unsunk.errors import BudgetError, InputError
from unsunk.hunting.mixture import Mixture, load_mixture
from unsunk.racing.pace import Pace
from unsunk.racing.player import Player
from unsunk.racing.pool import Pool
from unsunk.rules.notation import parse_rules
from unsunk.rules.ruleset import Ruleset
from unsunk.solving import run, state
from unsunk.solving.exploitability import exploitability
from unsunk.solving.near_perfect import Search
from unsunk.solving.polish import polished
from unsunk.solving.run import PLAYER, ROUNDS, STATE, Kept, solve, write_player
from unsunk.solving.state import MAGIC, Narrow, read_state

ENOUGH = 0.3
"""Points to which these solves settle, after a dozen rounds."""
WIDER = parse_rules("board 3x4; fleet 2,2; announce length")
KILLED = """
import os, signal, sys
from pathlib import Path
from unsunk.solving.near_perfect import Search

where, left = sys.argv[1], int(sys.argv[2])

def mined(function):
    def call(*values, **named):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*values, **named)
    return call

places = {"round": (Search, "round"), "sync": (os, "fsync"), "rename": (Path, "replace")}
owner, name = places[where]
setattr(owner, name, mined(getattr(owner, name)))
from unsunk.cli.main import main
sys.exit(main(["solve", *sys.argv[3:]]))
"""


def states(folder: Path, rules: Ruleset, narrow: Narrow = None, tolerance: float = ENOUGH) -> list:
    """A solve that nothing interrupts; its state after every round."""
    found: list[bytes] = []
    with Kept.begin(folder, rules, narrow) as kept:
        solve(
            kept,
            tolerance=tolerance,
            workers=1,
            reported=lambda _: found.append((folder / STATE).read_bytes()),
        )
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The states of the small solve."""
    return states(tmp_path_factory.mktemp("whole") / "a", SMALL)


@pytest.mark.parametrize(
    ("rules", "narrow", "tolerance"),
    [(SMALL, None, ENOUGH), (WIDER, (1, 2), 8.0)],
    ids=["exact", "narrow first"],
)
def test_a_solve_resumed_after_every_round_is_the_same_after_every_round(
    tmp_path: Path, rules: Ruleset, narrow: Narrow, tolerance: float
) -> None:
    expected = states(tmp_path / "whole", rules, narrow, tolerance)
    assert len(expected) > 5
    Kept.begin(tmp_path / "cut", rules, narrow).lock.close()
    found = []
    while not found or found[-1] != expected[-1]:
        with Kept.resume(tmp_path / "cut") as kept:
            solve(kept, tolerance=tolerance, hours=0, workers=2)
        found.append((tmp_path / "cut" / STATE).read_bytes())
        assert found == expected[: len(found)]
    with Kept.resume(tmp_path / "cut") as kept:
        assert kept.settled(tolerance)
        assert kept.state.narrow == narrow
        assert kept.hours > 0
        exact = [found.exact for found in kept.state.search.rounds]
    assert exact == sorted(exact)
    assert exact[0] is (narrow is None)
    assert exact[-1]


@pytest.mark.parametrize(
    ("where", "at"),
    [
        ("round", 1),
        ("round", 7),
        ("sync", 1),  # within the table of rounds, before there is a state
        ("sync", 7),  # within a state that is being written
        ("rename", 6),  # between a table and its state
    ],
)
def test_a_killed_solve_goes_on_as_if_nothing_had_been(
    tmp_path: Path, whole: list[bytes], where: str, at: int
) -> None:
    folder = tmp_path / "cut"
    arguments = ["--out", str(folder), "--tolerance", str(ENOUGH), *RULES.split()]
    command = [sys.executable, "-c", KILLED, where, str(at), *arguments]
    assert subprocess.run(command, capture_output=True).returncode == -signal.SIGKILL
    there = (folder / STATE).exists()
    assert there is ((where, at) != ("sync", 1))
    with Kept.resume(folder) if there else Kept.begin(folder, SMALL) as kept:
        solve(kept, tolerance=ENOUGH, workers=1)
    assert (folder / STATE).read_bytes() == whole[-1]


def test_a_stop_ends_a_solve_after_the_round(tmp_path: Path, whole: list[bytes]) -> None:
    asked = iter([False, False, True])
    with Kept.begin(tmp_path, SMALL) as kept:
        solve(kept, tolerance=ENOUGH, workers=1, stopped=lambda: next(asked))
        assert not kept.settled(ENOUGH)
    assert (tmp_path / STATE).read_bytes() == whole[2]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_the_command_after_the_round_with_a_player(tmp_path: Path) -> None:
    code = "import sys; from unsunk.cli.main import main; sys.exit(main(sys.argv[1:]))"
    options = ["--board", "3x4", "--fleet", "2,2", "--tolerance", "0", "--out", str(tmp_path / "a")]
    command = [sys.executable, "-c", code, "solve", *options]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as running:
        table = tmp_path / "a" / ROUNDS
        while running.poll() is None and (not table.exists() or len(table.read_text()) < 400):
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=120)
    assert running.returncode == 0
    assert err == "unsunk: stopping after this round; Ctrl-C again stops at once\n"
    assert "not settled yet: the last reply gained" in out
    assert load_mixture(str(tmp_path / "a" / PLAYER)).provenance["rounds"] >= 2


def refused(folder: Path, sentence: str, rules: Ruleset | None = None) -> None:
    with pytest.raises(InputError, match=sentence) as error:
        Kept.resume(folder, rules)
    assert "\n" not in str(error.value)


@pytest.fixture
def kept_folder(tmp_path: Path, whole: list[bytes]) -> Path:
    """A folder with a whole solve."""
    Kept.begin(tmp_path, SMALL).lock.close()
    (tmp_path / STATE).write_bytes(whole[3])
    rows = "\n".join("0.5,7" for _ in range(4))
    (tmp_path / ROUNDS).write_text(f"seconds,memory\n{rows}\n")
    return tmp_path


def test_the_times_of_the_rounds_come_from_their_table(kept_folder: Path) -> None:
    with Kept.resume(kept_folder, SMALL) as kept:
        assert kept.hours == 2 / 3600
        assert [found.memory for found in kept.state.search.rounds] == [7] * 4
        assert [found.number for found in kept.state.search.rounds] == [1, 2, 3, 4]


def test_folders_that_do_not_fit_are_refused(kept_folder: Path, tmp_path: Path) -> None:
    refused(kept_folder / "none", "holds no solve: begin one there with --out")
    refused(kept_folder, "holds a solve of 'board 3x3.*not of 'board 3x4", WIDER)
    with pytest.raises(InputError, match="holds a solve already: go on with it by --resume"):
        Kept.begin(kept_folder, SMALL)
    with Kept.resume(kept_folder):
        refused(kept_folder, "is in use by another solve")
    with Kept.resume(kept_folder):
        pass


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-1],
        lambda data: b"",
        lambda data: data + b"\0",
        lambda data: data[:900] + bytes([data[900] ^ 1]) + data[901:],
        lambda data: bytes([data[0] ^ 1]) + data[1:],
    ],
    ids=["cut off", "empty", "longer", "changed", "foreign"],
)
def test_a_damaged_state_is_refused(kept_folder: Path, damage: Callable[[bytes], bytes]) -> None:
    path = kept_folder / STATE
    path.write_bytes(damage(path.read_bytes()))
    refused(kept_folder, "is damaged, its hash does not fit")


def test_a_state_with_a_hash_that_is_none_of_ours_is_refused(kept_folder: Path) -> None:
    def sealed(body: bytes) -> bytes:
        return MAGIC + hashlib.sha256(body).digest() + body

    file = BytesIO()
    np.savez(file, head=np.frombuffer(json.dumps({"version": run.version()}).encode(), np.uint8))
    for body in (b"", b"unsunk", file.getvalue()):
        (kept_folder / STATE).write_bytes(sealed(body))
        refused(kept_folder, "is not a solve of unsunk")


def test_another_version_and_a_damaged_table_are_refused(
    kept_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (kept_folder / ROUNDS).write_text("seconds,memory\n1,2\n")
    refused(kept_folder, "rounds.csv is damaged")
    monkeypatch.setattr(state, "version", lambda: "9.9")
    refused(kept_folder, "was written by unsunk .* and this is 9.9")


@pytest.mark.parametrize(
    "text", ["board 10x10; announce length", "board 3x3; fleet 2; announce shown"]
)
def test_boards_out_of_reach_leave_no_folder(tmp_path: Path, text: str) -> None:
    rules = parse_rules(text)
    with pytest.raises(BudgetError, match="best replies are for boards of at most"):
        Kept.begin(tmp_path / "a", rules)
    assert not (tmp_path / "a").exists()


def test_states_are_read_back(whole: list[bytes]) -> None:
    for data in whole[::4]:
        assert read_state(data, "state").to_bytes() == data


def by_hand(mixture: Mixture) -> tuple[float, float]:
    """Worst win rate against its own pace and mean shots on uniform layouts, layout by layout."""
    listed = list_layouts_of(mixture.rules)
    rows, symmetries = symmetric_times(mixture, listed), len(listed.images)
    chances = np.repeat(mixture.weights, symmetries) / symmetries
    hidden = (mixture.hider / listed.sizes)[listed.classes]
    law = np.zeros(mixture.rules.board.size + 1)
    for chance, row in zip(chances, rows, strict=True):
        for layout, shots in enumerate(row):
            law[shots] += chance * hidden[layout]
    first = [
        sum(
            chance * (law[row[layout] + 1 :].sum() + law[row[layout]] / 2)
            for chance, row in zip(chances, rows, strict=True)
        )
        for layout in range(len(listed))
    ]
    mean = sum(chance * np.mean(row) for chance, row in zip(chances, rows, strict=True))
    return min(first), float(mean)


@pytest.mark.parametrize(
    "text", ["board 3x3; fleet 2,2; announce length", "board 2x4; fleet 3,2; announce shown"]
)
def test_figures_of_a_player_are_those_found_layout_by_layout(text: str) -> None:
    mixture = grown(parse_rules(text))
    player = Player.of(mixture)
    worst, mean = by_hand(mixture)
    assert player.worst_win_rate == pytest.approx(worst, abs=1e-12)
    assert player.mean_shots == pytest.approx(mean, abs=1e-12)
    assert player.pace.law == pytest.approx(mixture.pace, abs=1e-12)


def test_the_player_of_a_solve_has_figures_that_its_hunts_bear_out(tmp_path: Path) -> None:
    with Kept.begin(tmp_path, SMALL) as kept:
        solve(kept, tolerance=ENOUGH, workers=1)
        made = write_player(kept, ENOUGH, coupled=True, workers=1)
        rounds = kept.state.search.rounds
    read = load_mixture(str(tmp_path / PLAYER))
    assert read.to_bytes() == made.to_bytes() == (tmp_path / PLAYER).read_bytes()
    assert read.weights.min() >= 1e-9
    assert read.weights.sum() == pytest.approx(1, abs=1e-12)
    worst, mean = by_hand(read)
    figures, provenance = read.figures, read.provenance
    assert figures["worst_win_rate"] == pytest.approx(worst, abs=1e-12)
    assert figures["mean_shots"] == pytest.approx(mean, abs=1e-12)
    assert figures["hiding_points"] == pytest.approx(50 - 100 * worst, abs=1e-9)
    assert 0 <= figures["decoupled_points"] < ENOUGH
    assert figures["decoupled_points"] <= figures["coupled_points"] + 1e-6
    again = exploitability(Player.of(read), coupled=True, workers=1).row()
    assert figures == pytest.approx(Player.of(read).figures | again)
    assert provenance["rounds"] == provenance["exact_rounds"] == len(rounds)
    assert provenance["gap"] == rounds[-1].gap <= provenance["tolerance"] == ENOUGH


def test_polishing_never_loses_what_the_last_program_had() -> None:
    search = Search.begin(list_layouts_of(SMALL))
    for _ in range(8):
        search.round(None, 0, 1)
    assert search.plan is not None
    weights = np.append(search.plan.mixture, [0] * (len(search.pool) - len(search.plan.mixture)))
    plain = worst_of(search.pool, weights, search.pool.pace(weights, search.asked))
    polish, pace = polished(search.pool, search.pace, search.asked)
    assert pace.law == pytest.approx(search.pool.pace(polish, search.asked).law, abs=1e-12)
    assert worst_of(search.pool, polish, pace) > plain + 1e-4


def worst_of(pool: Pool, weights: np.ndarray, pace: Pace) -> float:
    return float((weights @ pool.wins(pace)).min())


def test_the_command_resumes_what_it_began(
    tmp_path: Path, whole: list[bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, tolerance = str(tmp_path / "a"), ["--tolerance", str(ENOUGH)]
    assert main(["solve", *RULES.split(), "--out", folder, "--hours", "0", *tolerance]) == 0
    assert (tmp_path / "a" / STATE).read_bytes() == whole[0]
    assert main(["solve", "--resume", folder, *tolerance]) == 0
    assert (tmp_path / "a" / STATE).read_bytes() == whole[-1]
    assert "settled" in capsys.readouterr().out
