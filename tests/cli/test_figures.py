"""`unsunk figures`: which options go together."""

import json

import pytest

from unsunk.cli.main import main
from unsunk.ledger import checks
from unsunk.ledger.checks import CHECKS

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize("options", [[], ["--seed", "004"], ["--part", "house"]])
def test_check_takes_the_chosen_figures_and_prints_json(
    options: list[str], capsys: Captured
) -> None:
    assert main(["figures", "--json", *options]) == 0
    chosen = {row["id"] for row in json.loads(capsys.readouterr().out)["figures"]}
    assert main(["figures", "--check", "--json", *options]) == 0
    checked = json.loads(capsys.readouterr().out)["checked"]
    assert {row["id"] for row in checked} == CHECKS.keys() & chosen
    assert all(list(row) == ["id", "ours", "now"] for row in checked)
    assert all(row["ours"] == row["now"] for row in checked)
    assert main(["figures", "--check", *options]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(checked) + 1
    assert lines[-1] == f"{len(checked)} figures computed anew, all as in the ledger"


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_figure_that_no_longer_comes_out_is_one_sentence(
    form: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr(checks, "recompute", lambda: {"004-ships": (5, 6)})
    assert main(["figures", "--check", *form]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == ("unsunk: the ledger has 5 for '004-ships', computed anew it is 6\n")


@pytest.mark.parametrize("other", ["--seed 004", "--part house", "--check", "--json"])
def test_the_page_stands_alone(other: str, capsys: Captured) -> None:
    assert main(["figures", "--markdown", *other.split()]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "unsunk: --markdown prints the whole page: it stands alone\n"
