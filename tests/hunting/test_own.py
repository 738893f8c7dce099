"""Strategies in somebody's own file."""

import pytest

from unsunk.cli.main import main
from unsunk.errors import InputError
from unsunk.hunting.simulate import finishing_times
from unsunk.hunting.strategy import strategy
from unsunk.rules.notation import parse_rules

PAGE = """
from unsunk import Strategy

class Page(Strategy):
    name = "page"
    story = "Reads the board like a page."
    source = "a test"
    aimless = True

    def heat(self, knowledge):
        first = knowledge.untried & -knowledge.untried
        return [first >> cell & 1 for cell in range(knowledge.rules.board.size)]

class Again(Page):
    def next_shot(self, knowledge, dice):
        return 0

class Needs(Page):
    def __init__(self, something): ...
"""


@pytest.fixture
def page(tmp_path):
    file = tmp_path / "page.py"
    file.write_text(PAGE)
    return file


def test_it_is_measured_like_any_other(page, capsys):
    assert strategy(f"{page}:Page").name == "page"
    rules = parse_rules("board 1x3; fleet 2")
    assert set(finishing_times(f"{page}:Page", rules, 1, 0, 20)) == {2, 3}
    assert main(["bench", f"{page}:Page", "random", "--games", "20", "--json"]) == 0
    assert '"paired"' in capsys.readouterr().out


def test_it_is_checked_like_any_other(page, capsys):
    assert main(["check", f"{page}:Page"]) == 0
    assert "keeps every promise" in capsys.readouterr().out
    assert main(["check", f"{page}:Again"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        (None, "nowhere.py:Page", "is not a file"),
        ("", "page.py:Page", "is not a strategy"),
        ("Page = 5", "page.py:Page", "is not a strategy"),
        ("class Page: ...", "page.py:Page", "is not a strategy"),
        ("1 / 0", "page.py:Page", "cannot be run: ZeroDivisionError"),
        ("def (", "page.py:Page", "cannot be run: SyntaxError"),
        (PAGE, "page.py:Needs", "cannot be made"),
        (PAGE, "page.txt:Page", "is not a Python file"),
    ],
)
def test_what_is_no_strategy_is_one_sentence(text, place, sentence, tmp_path):
    if text is not None:
        (tmp_path / place.partition(":")[0]).write_text(text)
    with pytest.raises(InputError, match=sentence):
        strategy(str(tmp_path / place))
