"""Published results: cells of the comparison, points of the measures, and a file that is read."""

import json
from pathlib import Path

import pytest

from docs.study_results import PAGE, written
from tests.study.small_run import made
from unsunk.cli.charts.study import chart
from unsunk.cli.main import main
from unsunk.errors import InputError
from unsunk.ledger.figures import figures
from unsunk.study.compare import compare
from unsunk.study.log import from_parquet, samples
from unsunk.study.publish import publish, to_json
from unsunk.study.store import PARQUET, finished_log
from unsunk.study.stored_results import StoredResults, parse_results, read_results, results_file

Captured = pytest.CaptureFixture[str]
SHOWN = {
    (1, "mean"): "mean",
    (2, "p1_wins"): "player 1 wins",
    (4, "terminal_linked"): "terminal correlated",
}
"""Table and measure: the heading of its columns."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("run") / "a")


@pytest.fixture(scope="module")
def found(folder: Path) -> StoredResults:
    return publish(folder)


def test_the_file_is_read_as_it_was_written(found: StoredResults) -> None:
    assert parse_results(json.loads(to_json(found))) == found
    assert (found.games, found.packets, found.seed) == (80, 4, 1)


def test_cells_are_those_of_the_comparison(folder: Path, found: StoredResults) -> None:
    rows = compare(from_parquet(finished_log(folder), PARQUET))
    cells = [cell for table in found.tables for row in table.rows for cell in row[4:]]
    assert sum(cell is not None for cell in cells) == sum(1 + bool(row.ours) for row in rows)
    seen = 0
    for row in rows:
        name = SHOWN.get((row.key.table, row.key.measure))
        if name is None or row.ours is None:
            continue
        table, key = found.tables[row.key.table - 1], row.key
        line = next(r for r in table.rows if r[:3] == (key.board, key.policy, key.layer))
        told = str(line[table.columns.index(f"{name}, ours")])
        assert float(told.split()[0]) == pytest.approx(row.ours.value, abs=0.006)
        assert (name in str(line[3]).split("; ")) is (row.agrees is False)
        seen += 1
    assert seen == 4 + 4 + 1


def test_points_are_the_means_of_the_log(folder: Path, found: StoredResults) -> None:
    names = [figure.name for figure in found.figures]
    assert names == [f"{kind}-5x5-random" for kind in ("turns", "differences", "outcomes")]
    turns = {line.name: line.points for line in found.figures[0].series}
    for cell, sample in samples(from_parquet(finished_log(folder), PARQUET)).items():
        points = {p: middle for p, middle, _, _ in turns[cell.layer]}
        assert sorted(points) == ([0.25, 0.75] if cell.p is None else [0.25, 0.5, 0.75])
        assert points[cell.p or 0.25] == pytest.approx(sample.turns.mean(), rel=1e-3)
    assert [line.name for line in found.figures[1].series] == ["L1", "L2", "L3"]
    assert found.figures[2].series[-1].name == "L3 draws"


def test_a_sweep_gives_the_figures(folder: Path, found: StoredResults, tmp_path: Path) -> None:
    sweep = made(tmp_path / "b", p=(0.5, 0.9), layers=("L0", "L1"), packets=3)
    both = publish(folder, sweep)
    assert both.tables == found.tables
    assert [point[0] for point in both.figures[0].series[1].points] == [0.5, 0.9]
    assert "3 packets" in both.figures[0].caption


def test_runs_of_other_boards_and_readings_give_a_table_each(
    folder: Path, found: StoredResults, tmp_path: Path
) -> None:
    boards = made(tmp_path / "d", boards=("5x5", "6x6 4,4,2"), p=(0.5,), packets=3)
    readings = made(tmp_path / "r", p=(0.5,), readings=("paper", "strict"), layers=("L0", "L3"))
    both = publish(folder, density=boards, readings=readings)
    assert both.tables[:4] == found.tables
    density, others = both.tables[4:]
    log = samples(from_parquet(finished_log(boards), PARQUET))
    cells = {(cell.board, cell.layer): sample.turns for cell, sample in log.items()}
    assert [row[:4] for row in density.rows] == [
        ("5x5", "4, 3, 2", "36 %", "random"),
        ("6x6", "2 × 4, 2", "28 %", "random"),
    ]
    for row, segments in zip(density.rows, (9, 10), strict=True):
        longer = (cells[str(row[0]), "L1"] - cells[str(row[0]), "L0"]).mean()
        told = [float(str(row[at]).split()[0]) for at in (4, 5, 8)]
        mean = cells[str(row[0]), "L0"].mean()
        assert told == pytest.approx([mean, longer, longer / segments], abs=0.006)
    assert "at p = 0.5; 3 packets" in density.caption
    assert [row[:3] for row in others.rows] == [
        ("5x5", "random", "paper"),
        ("5x5", "random", "linked=ones"),
    ]
    assert others.rows[0][-1] == "3.00"
    assert 0 < float(str(others.rows[1][-1])) < 3
    assert [row[4] for row in others.rows] == [None, None]


def test_a_changed_run_is_refused(tmp_path: Path) -> None:
    changed = made(tmp_path / "c", layers=("L0",))
    (changed / PARQUET).write_bytes(b"")
    with pytest.raises(InputError, match="is not as it was written"):
        publish(changed)


def test_the_command(folder: Path, tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "r.json"
    assert main(["study", "publish", str(folder), "--out", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"file": str(out), "games": 80, "packets": 4}
    assert read_results(out) == publish(folder)
    assert main(["study", "publish", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("kind", ["turns", "differences", "outcomes"])
def test_figures_hold_every_stored_point(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    assert main(["figure", f"study-{kind}", "--out", str(path)]) == 0
    stored = [one for one in read_results().figures if one.name.startswith(kind)]
    assert len(json.loads(path.read_text(encoding="utf-8"))) == len(stored) == 8
    drawn = json.dumps(chart(stored, kind).to_dict())
    distinct = {figure.series for figure in stored}  # equal data stand in a chart once
    points = sum(len(line.points) for series in distinct for line in series)
    assert drawn.count('"mean": ') == points


def test_what_has_no_numbers_to_redo_is_refused(capsys: Captured) -> None:
    assert main(["figure", "study-turns", "--redo"]) == 2
    assert "unsunk study publish" in capsys.readouterr().err


def test_the_file_of_the_package_is_small_and_the_page_is_made_from_it() -> None:
    assert len(results_file().read_bytes()) < 300_000
    assert written(read_results()) == PAGE.read_text(encoding="utf-8")


def test_every_figure_of_the_study_is_answered() -> None:
    assert [one.id for one in figures(part="study") if not one.answered] == []
    assert len(figures(part="study")) == 516
