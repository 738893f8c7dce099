"""The ledger: complete, well formed, and its cheap figures still come out."""

import json
import re
from pathlib import Path

import pytest

from unsunk.cli.main import main
from unsunk.errors import InputError
from unsunk.ledger import figures as ledger_module
from unsunk.ledger.checks import CHECKS, recompute
from unsunk.ledger.figures import COLUMNS, OURS, figures, ledger
from unsunk.ledger.page import page

ROOT = Path(__file__).parents[2]


def test_every_figure_of_ours_parses_and_belongs_to_a_row():
    assert len(ledger()) == 795
    assert sum(figure.answered for figure in ledger()) >= 20


def test_the_house_is_filled():
    assert all(figure.answered for figure in figures(part="house"))
    assert len(figures(part="house")) == 20


@pytest.mark.parametrize("name", CHECKS)
def test_a_cheap_figure_still_comes_out(name):
    ours, now = recompute()[name]
    assert ours == now


def test_the_page_of_the_docs_is_the_ledger():
    assert (ROOT / "docs" / "figures.md").read_text(encoding="utf-8") == page()


def test_json_has_the_columns_of_the_ledger_and_ours(capsys):
    assert main(["figures", "--part", "house", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["figures"]
    assert len(rows) == 20
    assert all(tuple(row) == COLUMNS + OURS for row in rows)
    mean = next(row for row in rows if row["id"] == "001-mean")
    assert mean["value"] == 45
    assert mean["ours_low"] < mean["ours"] < mean["ours_high"]


@pytest.mark.parametrize("option", [["--seed", "009"], ["--part", "cellar"]])
def test_an_unknown_source_or_part_is_one_sentence(option, capsys):
    assert main(["figures", *option]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("999-nothing,1,,,exact,unsunk count,", "is not a figure of the sources"),
        ("001-mean,many,,,exact,unsunk count,", "not a number"),
        ("001-mean,45,,,guessed,unsunk count,", "is not one of"),
        ("001-mean,45,,,exact,,", "has no command"),
        ("001-mean,45,,,sampled,unsunk bench one-rule,", "needs an interval"),
        ("001-mean,,,,,,", "neither a number nor a note"),
        ("001-mean,45", "does not have the columns"),
    ],
)
def test_a_malformed_row_is_refused(row, sentence, monkeypatch, tmp_path):
    seeds = ledger_module.resources.files("unsunk.ledger").joinpath("seeds.csv")
    (tmp_path / "seeds.csv").write_text(seeds.read_text(encoding="utf-8"), encoding="utf-8")
    heading = ",".join(("id", *OURS))
    (tmp_path / "ours.csv").write_text(f"{heading}\n{row}\n", encoding="utf-8")
    monkeypatch.setattr(ledger_module.resources, "files", lambda package: tmp_path)
    ledger.cache_clear()
    try:
        with pytest.raises(InputError, match=sentence):
            ledger()
    finally:
        monkeypatch.undo()
        ledger.cache_clear()


@pytest.mark.parametrize(
    ("level", "figure"),
    [
        ("easy", "004-easy-mean"),
        ("normal", "004-normal-mean"),
        ("hard", "004-hard-mean"),
        ("one-rule", "001-mean"),
    ],
)
def test_the_pages_and_the_readme_print_the_numbers_of_the_ledger(level, figure):
    ours = next(row.ours for row in ledger() if row.id == figure)
    mean = f"{float(ours['ours']):.3f}"
    script = ROOT / "src" / "unsunk" / "web" / "static" / "js" / "core" / "measured.js"
    numbers = re.search(
        rf'"?{level}"?: {{ mean: ([\d.]+)(?:, reach: ([\d.]+))?', script.read_text()
    )
    assert numbers is not None
    assert numbers[1] == mean
    assert mean in (ROOT / "README.md").read_text(encoding="utf-8")
    if numbers[2]:
        reach = (float(ours["ours_high"]) - float(ours["ours_low"])) / 2
        assert float(numbers[2]) == pytest.approx(reach, abs=0.001)
