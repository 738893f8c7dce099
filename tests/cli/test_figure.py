"""`unsunk figure`: its formats, its picture, and what it refuses; on a small board."""

import json
import re
import shlex
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.solved import SMALL, grown, refused
from unsunk.cli import figure
from unsunk.cli.charts.labels import HEIGHT, LETTER, placed
from unsunk.cli.main import main
from unsunk.racing import map_file, strategy_map
from unsunk.racing.folder import sha256

Captured = pytest.CaptureFixture[str]
NAMES = ["exact-lowest", "three-parity", "random"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the player and its map stand, made by the command."""
    folder = tmp_path_factory.mktemp("stored")
    (folder / "player.mixture").write_bytes(grown(SMALL).to_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figure, "PLAYER", str(folder / "player.mixture"))
        patch.setattr(map_file, "map_path", lambda board: folder / "map.json")
        patch.setattr(strategy_map, "entrants", lambda rules: NAMES)
        assert main(["figure", "small-boards", "--redo", "--games", "4", "--seed", "3"]) == 0
        yield folder


def drawn(folder: Path, name: str, capsys: Captured) -> bytes:
    path = folder / "out" / name
    path.parent.mkdir(exist_ok=True)
    assert main(["figure", "small-boards", "--out", str(path)]) == 0
    assert capsys.readouterr() == ("", "")
    return path.read_bytes()


def stored(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "map.json").read_bytes())
    return found


def test_redo_keeps_the_map_of_the_stored_player(folder: Path) -> None:
    found = stored(folder)
    assert found["sha256"] == sha256((folder / "player.mixture").read_bytes())
    assert found["against"] == str(folder / "player.mixture")
    assert found["seed"] == 3
    assert {point["strategy"] for point in found["points"]} == {*NAMES, "near-perfect"}
    assert {point["games"] for point in found["points"]} == {None, 4}
    assert {path.name for path in folder.iterdir()} <= {"player.mixture", "map.json", "out"}


def test_json_is_the_map(folder: Path, capsys: Captured) -> None:
    assert json.loads(drawn(folder, "a.json", capsys)) == stored(folder)


def test_the_vector_says_what_is_exact_what_sampled_and_how_it_is_made(
    folder: Path, capsys: Captured
) -> None:
    text = drawn(folder, "a.svg", capsys).decode()
    assert text.startswith("<svg")
    found = stored(folder)
    for point in found["points"]:
        name = point["strategy"]
        assert (f">{name}</text>" in text) is (point["win_rate"] >= 0.2)
        assert name in text
    exact = [point["strategy"] for point in found["points"] if point["kind"] == "exact"]
    assert sorted(exact) == ["exact-lowest", "near-perfect"]
    assert f"Exact: {', '.join(exact)};" in text
    assert "4 hunts drawn of each, seed 3" in text
    assert "unsunk figure small-boards --redo --games 4 --seed 3" in text
    for heading in ("Where near-perfect hides", "Where it fires first", "Shots needed"):
        assert heading in text
    shares = [f">{100 * share:.0f}</text>" for share in found["player"]["hides"]]
    assert all(share in text for share in shares)


def test_the_picture_and_the_page(folder: Path, capsys: Captured) -> None:
    assert drawn(folder, "a.PNG", capsys).startswith(b"\x89PNG\r\n\x1a\n")
    page = drawn(folder, "a.html", capsys).decode()
    assert page.startswith("<!DOCTYPE html>")
    assert "Strategy map of 3×3" in page
    assert not re.search(r"<(script|link)[^>]+(src|href)=", page)


def test_list_names_all_figures(capsys: Captured) -> None:
    assert main(["figure", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines] == list(figure.FIGURES)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("large-boards --out a.svg", "'large-boards' is not a figure: there is small-boards"),
        ("packet-links --redo", "'packet-links' has no stored numbers: leave out --redo"),
        ("packet-links", "say with --out FILE where"),
        ("small-boards", "say with --out FILE where"),
        ("small-boards --out a.pdf", "a.pdf must end in one of .svg, .png, .html, .json"),
        ("small-boards --out a", "a must end in one of"),
        ("small-boards --out a.svg --games 8", "--games and --seed belong to --redo"),
        ("small-boards --out a.svg --seed 8", "--games and --seed belong to --redo"),
        ("small-boards --out {folder}/none/a.svg", "none/a.svg.new: no such file or directory"),
        ("small-boards --redo --games 3", "3 games are too few"),
        ("", "missing argument"),
    ],
)
def test_refusals_are_one_sentence(
    arguments: str, sentence: str, folder: Path, capsys: Captured
) -> None:
    before = (folder / "map.json").read_bytes()
    refused(capsys, f"figure {arguments.format(folder=folder)}", sentence)
    assert (folder / "map.json").read_bytes() == before


@pytest.mark.parametrize("suffix", ["svg", "json"])
def test_a_map_of_another_player_is_told_of(
    suffix: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    other = tmp_path / "other.mixture"
    other.write_bytes(grown(SMALL, seed=2).to_bytes())
    monkeypatch.setattr(figure, "PLAYER", str(other))
    out = tmp_path / f"a.{suffix}"
    refused(capsys, f"figure small-boards --out {shlex.quote(str(out))}", "is of another")
    assert not out.exists()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [(b"{}", "map.json is damaged"), (None, "there is no strategy map of a 5x5 board")],
)
def test_a_map_that_is_damaged_or_missing_is_told_of(
    data: bytes | None,
    sentence: str,
    tmp_path: Path,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:
    monkeypatch.setattr(map_file, "map_path", lambda board: tmp_path / "map.json")
    if data is not None:
        (tmp_path / "map.json").write_bytes(data)
    refused(capsys, f"figure small-boards --out {shlex.quote(str(tmp_path / 'a.svg'))}", sentence)
    assert not (tmp_path / "a.svg").exists()


def test_labels_cover_neither_one_another_nor_a_point() -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        points = [tuple(place) for place in rng.normal([700, 400], [90, 60], (20, 2)).tolist()]
        texts = ["x" * int(letters) for letters in rng.integers(5, 20, 20)]
        boxes = placed(points, texts, 960, 520)
        assert all(one.overlap(other) == 0 for one, other in combinations(boxes, 2))
        for box, text in zip(boxes, texts, strict=True):
            assert box.right - box.left == pytest.approx(LETTER * len(text))
            assert box.bottom - box.top == pytest.approx(HEIGHT)
            assert not any(box.left < x < box.right and box.top < y < box.bottom for x, y in points)


def test_labels_stay_inside_where_there_is_room() -> None:
    corners = [(0.0, 0.0), (960.0, 0.0), (0.0, 520.0), (960.0, 520.0)]
    for box in placed(corners, ["a long label"] * 4, 960, 520):
        assert min(box.left, box.top) >= 0
        assert box.right <= 960
        assert box.bottom <= 520
