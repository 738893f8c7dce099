"""`unsunk play`: its options, and what it loads."""

import subprocess
import sys
from pathlib import Path

import pytest

from unsunk.cli.main import main
from unsunk.cli.playing.match import Match
from unsunk.cli.screen import app

SECONDS = "from unsunk.cli.main import main; import sys; main(['play', '--plain', '--seed', '1'])"


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Match]:
    """The matches that are begun on the full screen, none of which is played."""
    matches: list[Match] = []
    monkeypatch.setattr(app, "on_screen", matches.append)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    return matches


def test_a_terminal_gets_the_full_screen(begun: list[Match]) -> None:
    assert main(["play", "--seed", "4"]) == 0
    assert begun == [Match.new(begun[0].rules, "hard", 4)]


def test_options(begun: list[Match], tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text('order = "simultaneous"\nfirst = 2\n')
    assert main(["play", "--rules", str(rules), "--board", "6x7", "--fleet", "3,2"]) == 0
    assert main(["play", "--level", "easy", "--first", "you", "--rules", str(rules)]) == 0
    assert main(["play", "--announce", "silent", "--touching", "no", "--first", "computer"]) == 0
    told = [(m.level, m.rules.first, str(m.rules)) for m in begun]
    common = "touching yes; announce shown; order simultaneous"
    assert told == [
        ("hard", 2, f"board 6x7; fleet 3,2; {common}; first 2"),
        ("easy", 1, f"board 10x10; fleet classic; {common}; first 1"),
        (
            "hard",
            2,
            "board 10x10; fleet classic; touching no; announce silent; order alternate; first 2",
        ),
    ]


def test_without_a_seed_every_game_is_another(begun: list[Match]) -> None:
    for _ in range(3):
        main(["play"])
    assert len({match.seed for match in begun}) == 3


@pytest.mark.parametrize("plain", [["--plain"], []])
def test_lines_where_asked_for_or_where_there_is_no_screen(
    plain: list[str], begun: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    if not plain:
        monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    assert main(["play", *plain]) == 0
    assert begun == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["--level", "best"],
            "'best' is not a level: it is one of easy, normal, hard, one-rule, exact, ",
        ),
        (
            f"--board 26x26 --fleet 3{',3' * 12} --announce named --level exact".split(),
            "the ships have 16,224 placements in all",
        ),
        (["--first", "me"], "'me' cannot fire first: it is you or computer"),
        (["--seed", "-1"], "invalid value for '--seed'"),
        (["--seed", str(1 << 64)], "is not a seed"),
        (["--seed", "x"], "invalid value for '--seed'"),
        (["--board", "3"], "'3' is not a board: write ROWSxCOLUMNS"),
        (["--board", "4x4", "--fleet", "5"], "5"),
        (["--board", "1x3", "--fleet", "2,2"], "the fleet 2,2 has 4 cells"),
        (["--announce", "loud"], "'loud' is not a value of announce"),
    ],
)
def test_bad_options(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("unsunk: ")
    assert said.err.count("\n") == 1
    assert sentence in said.err


def test_lines_load_neither_textual_nor_numpy() -> None:
    code = f"{SECONDS}; print([m for m in ('textual', 'numpy', 'numba') if m in sys.modules])"
    played = subprocess.run(
        [sys.executable, "-c", code], input="random\nstart\nA1\n", capture_output=True, text=True
    )
    assert played.stdout.endswith("\n[]\n")
