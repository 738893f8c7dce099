"""Tables: their values follow from the log, in all three forms."""

import csv
import io

import polars as pl
import pytest

from tests.study.small_run import made
from unsunk.study.log import from_parquet, samples
from unsunk.study.measures import base_of, holm
from unsunk.study.results import results
from unsunk.study.store import PARQUET
from unsunk.study.tables import outputs, tables

STRICT = "linked=ones"


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    folder = made(tmp_path_factory.mktemp("runs") / "run", readings=("paper", STRICT))
    return from_parquet((folder / PARQUET).read_bytes(), PARQUET)


@pytest.fixture(scope="module")
def files(log):
    return outputs(log)


def rows(data):
    return list(csv.DictReader(io.StringIO(data.decode())))


def test_every_table_is_there_in_three_forms(files):
    names = [f"tables/table-{n}.{kind}" for n in (1, 2, 3, 4) for kind in ("csv", "md", "tex")]
    assert files.keys() == {"summary.csv", "comparisons.csv", *names}


def test_table_1_is_the_mean_of_the_log(log, files):
    for row in rows(files["tables/table-1.csv"]):
        part = log.filter((pl.col("layer") == row["layer"]) & (pl.col("reading") == row["reading"]))
        if row["p"]:
            part = part.filter(pl.col("p") == 0.5)
        turns = part["terminal_turns"]
        assert float(row["mean"]) == pytest.approx(turns.mean(), rel=1e-6)
        assert float(row["sd"]) == pytest.approx(turns.std(), rel=1e-6)
        assert int(row["games"]) == len(part) == 8


def test_differences_are_those_of_the_same_packet_and_start(log, files):
    base = log.filter((pl.col("layer") == "L0") & (pl.col("reading") == STRICT))
    (row,) = [
        row
        for row in rows(files["comparisons.csv"])
        if (row["layer"], row["p"], row["reading"], row["against"]) == ("L2", "0.75", STRICT, "L0")
    ]
    cell = log.filter(
        (pl.col("layer") == "L2") & (pl.col("p") == 0.75) & (pl.col("reading") == STRICT)
    )
    both = cell.join(base, on=["trial", "start"])
    difference = both["terminal_turns"] - both["terminal_turns_right"]
    assert len(both) == 8
    assert float(row["delta"]) == pytest.approx(difference.mean())
    assert float(row["d"]) == pytest.approx(difference.mean() / difference.std(), rel=1e-6)


def test_p_values_are_corrected_for_all_comparisons_of_a_reading(log):
    found = results(log)
    for kind, many in ((found.against_l0, 9), (found.against_main, 6)):
        for reading in ("paper", STRICT):
            family = [one for cell, one in kind.items() if cell.reading == reading]
            assert len(family) == many
            expected = holm([one.paired.p_value for one in family])
            assert [one.p_holm for one in family] == expected
    assert all(one.base == base_of(cell) for cell, one in found.against_l0.items())
    assert {one.base.p for one in found.against_main.values()} == {0.5}


def test_what_people_read_is_what_csv_has(log, files):
    found = results(log)
    for table in tables(found):
        text = files[f"tables/{table.name}.md"].decode()
        lines = text.splitlines()
        assert lines[0] == table.title
        assert all(line.count("|") == len(table.heading) + 1 for line in lines[2:])
        latex = files[f"tables/{table.name}.tex"].decode().splitlines()
        assert len(latex) == len(table.shown) + 7
        assert all(line.count(" & ") == len(table.heading) - 1 for line in latex[5:-2])
    first = rows(files["tables/table-1.csv"])[0]
    assert f"{float(first['mean']):.2f} ± " in files["tables/table-1.md"].decode()


def test_the_reading_is_a_column_only_where_it_varies(log, files):
    assert "| reading |" in files["tables/table-1.md"].decode()
    one = outputs(log.filter(pl.col("reading") == "paper"))
    assert "reading" not in one["tables/table-1.md"].decode()
    assert "5x5" in one["tables/table-1.md"].decode()


def test_table_4_counts_three_links_a_game(log, files):
    (row, strict) = rows(files["tables/table-4.csv"])
    assert (row["reading"], row["linked"]) == ("paper", "24")
    assert strict["reading"] == STRICT
    assert int(strict["linked"]) < 24
    assert (
        int(row["shots"])
        == log.filter(
            (pl.col("layer") == "L3") & (pl.col("p") == 0.5) & (pl.col("reading") == "paper")
        )
        .select(pl.col("shots_1") + pl.col("shots_2"))
        .sum()
        .item()
    )


def test_every_end_in_table_4_stands_under_its_own_title(log):
    ends = ("linked_in_loser", "linked_last", "linked_sank_last", "linked_sunk_before")
    counts = dict(zip(ends, (7, 5, 3, 2), strict=True))
    places = pl.int_range(pl.len()).over("layer", "p", "reading")
    files = outputs(log.with_columns((places < counts[name]).alias(name) for name in ends))
    (row, _) = rows(files["tables/table-4.csv"])
    assert {name: int(row[name]) for name in ends} == counts
    _, _, heading, _, first, _ = files["tables/table-4.md"].decode().splitlines()
    cells = ([cell.strip() for cell in line.split("|")] for line in (heading, first))
    shown = dict(zip(*cells, strict=True))
    titles = (
        "linked damage in the loser",
        "last damage linked",
        "last ship sunk by a link",
        "linked ship sunk before",
    )
    assert [shown[title] for title in titles] == ["7", "5", "3", "2"]
    assert shown["Δ against L0"].startswith(("+", "-"))


def test_a_log_without_l0_or_without_chance_has_tables_too(log):
    for part in (log.filter(pl.col("layer") != "L0"), log.filter(pl.col("layer") == "L0")):
        made_of = outputs(part)
        assert len(made_of) == 14
        assert len(rows(made_of["tables/table-1.csv"])) in (6, 2)


def test_the_order_of_rows_in_the_log_changes_no_sample(log):
    mixed = log.sample(fraction=1, shuffle=True, seed=1)
    one, other = samples(log), samples(mixed)
    assert one.keys() == other.keys()
    assert all((one[cell].turns == other[cell].turns).all() for cell in one)
