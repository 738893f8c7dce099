"""Everything that has a name has its heading in the docs."""

import re
from pathlib import Path

import pytest

from unsunk.cli.main import COMMANDS
from unsunk.hunting.strategy import strategy, strategy_names

DOCS = Path(__file__).parents[1] / "docs"


def headings(page: str) -> set[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return set(re.findall(r"^##+ (.+)$", text, flags=re.MULTILINE))


@pytest.mark.parametrize("name", strategy_names())
def test_every_strategy_has_its_heading_its_story_and_its_source(name):
    assert name in headings("strategies.md")
    hunter = strategy(name)
    assert hunter.name == name
    assert hunter.story.endswith(".")
    assert hunter.source


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_heading(name):
    assert name in headings("commands.md")


def test_every_route_has_its_heading(tmp_path):
    from unsunk.web.app import create_app

    routes = create_app(str(tmp_path / "games.sqlite3")).routes
    described = " ".join(headings("web.md"))
    paths = {getattr(route, "path", "") for route in routes} - {"/static", ""}
    assert paths
    for path in paths:
        assert path.replace("{game}", "{id}") in described


def test_the_glossary_explains_the_words_of_the_house():
    glossary = (DOCS / "glossary.md").read_text(encoding="utf-8")
    for word in ("cell", "placement", "layout", "distinct layouts", "announcement", "record",
                 "density", "strategy", "finishing time", "race", "level", "exact"):  # fmt: skip
        assert re.search(rf"^\*\*.*\b{word}\b.*\*\*", glossary, flags=re.MULTILINE), word


def test_the_tour_names_files_that_exist():
    tour = (DOCS / "tour.md").read_text(encoding="utf-8")
    source = DOCS.parent / "src" / "unsunk"
    for name in re.findall(r"`([a-z_]+/[a-z_/]+\.py)`", tour):
        assert (source / name).is_file(), name
