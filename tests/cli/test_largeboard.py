"""`unsunk largeboard`: a table for people, data for programs."""

import json

import pytest

from unsunk.cli.main import main

Captured = pytest.CaptureFixture[str]


def test_json_has_every_quantity_with_its_kind(capsys: Captured) -> None:
    assert main(["largeboard", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["quantities"]
    by_name = {row["name"]: row for row in rows}
    assert by_name["any hunt: win rate"]["exact"] == "19/36"
    assert by_name["any hunt: win rate"]["kind"] == "upper bound"
    assert by_name["always jumping: slowest layout"]["exact"] == "41/108"
    assert {row["kind"] for row in rows} == {"exact", "lower bound", "upper bound"}


def test_the_table_names_the_fraction(capsys: Captured) -> None:
    assert main(["largeboard"]) == 0
    assert "37/72" in capsys.readouterr().out
