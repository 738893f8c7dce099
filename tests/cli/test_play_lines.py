"""The game in lines: whole games through a pipe, golden transcripts, everything that is refused."""

import re
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import sleep

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unsunk.belief.posterior import posterior
from unsunk.cli import progress
from unsunk.cli.lines import conversation
from unsunk.cli.lines.commands import COMMANDS, SHORT, obey
from unsunk.cli.lines.conversation import LONGEST_LINE, PROMPTS, converse
from unsunk.cli.options import chosen_rules
from unsunk.cli.playing.heat import ninths
from unsunk.cli.playing.match import COMPUTER, PERSON, Match
from unsunk.errors import UnsunkError
from unsunk.hunting.levels import LEVELS
from unsunk.hunting.levels import level as strategy_of
from unsunk.rules.bits import cells_of
from unsunk.rules.choices import Announce
from unsunk.rules.ruleset import Ruleset

TRANSCRIPTS = Path(__file__).parent / "transcripts"
GOLDEN = {
    "small-length": "--board 5x5 --fleet 3,2,2 --announce length --seed 11",
    "classic-hard": "--seed 2026 --level hard",
    "named-no-touching": (
        "--board 6x6 --fleet tanker=3,ferry=2,tug=1 --announce named --touching no "
        "--level normal --first computer --seed 5"
    ),
    "simultaneous": "--rules simultaneous.toml --level easy --seed 5",
}
SMALL = chosen_rules(board="5x5", fleet="3,2,2")


def piped(arguments: str, text: str, *flags: str) -> subprocess.CompletedProcess[str]:
    """`unsunk play` with text on its standard input, in the folder of the transcripts."""
    command = [sys.executable, *flags, "-m", "unsunk", "play", *arguments.split()]
    return subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=60, cwd=TRANSCRIPTS
    )


def said(match: Match, lines: Iterable[str]) -> tuple[Match, list[str]]:
    """The match after some lines, and what was said."""
    waiting, out = iter(lines), []

    def ask(prompt: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    return converse(match, ask, out.append), out


def every_cell(rules: Ruleset) -> list[str]:
    return [rules.board.name(cell) for cell in range(rules.board.size)]


def commands_of(transcript: str) -> str:
    """What was typed in a transcript."""
    prompts = "|".join(PROMPTS.values())
    lines = re.findall(rf"^(?:{prompts})(.*)$", transcript, re.MULTILINE)
    unanswered = "The input has ended" in transcript
    return "".join(f"{line}\n" for line in (lines[:-1] if unanswered else lines))


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_transcripts(name: str) -> None:
    """A stored transcript holds what was typed; typed again, it comes out byte for byte."""
    golden = (TRANSCRIPTS / f"{name}.txt").read_text(encoding="utf-8")
    played = piped(GOLDEN[name], commands_of(golden))
    assert played.returncode == 0
    assert played.stderr == ""
    assert played.stdout == golden


def test_every_transcript_is_played_and_shows_an_end_of_its_own() -> None:
    files = {file.stem: file.read_text(encoding="utf-8") for file in TRANSCRIPTS.glob("*.txt")}
    assert files.keys() == GOLDEN.keys()
    assert "a draw after 12 shots each" in files["simultaneous"]
    assert sum("you win with" in text for text in files.values()) >= 1


def test_the_same_commands_give_the_same_bytes() -> None:
    text = "random\nstart\n" + "\n".join(every_cell(chosen_rules()))
    plays = [piped("--seed 5 --level easy", text).stdout for _ in range(2)]
    assert plays[0] == plays[1]
    assert plays[0] != piped("--seed 6 --level easy", text).stdout


def test_a_drawn_seed_is_told_and_repeats_the_game() -> None:
    text = "random\nstart\nA1\nB2\nmine\nlog\nquit\n"
    first = piped("", text).stdout
    seed = re.findall(r"add --seed (\d+)\.", first)
    assert len(seed) == 1
    assert piped(f"--seed {seed[0]}", text).stdout == first


@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize("level", [name for name in LEVELS if not strategy_of(name).grounds()])
def test_whole_games(level: str, announce: Announce) -> None:
    rules = chosen_rules(board="6x7", fleet="sub=3,tug=2,bug=2", announce=announce, touching="no")
    match, out = said(Match.new(rules, level, 3), ["random", "start", *every_cell(rules)])
    assert match.phase == "over"
    fired = [line for line in out if re.match(r"(You fire|The computer fires) at ", line)]
    assert len(fired) == len(list(match.history()))
    for player, who in ((PERSON, "You fire"), (COMPUTER, "The computer fires")):
        cells = [line.split(":")[0] for line in fired if line.startswith(who)]
        assert len(cells) == len(set(cells)) == len(match.knowledge(player))
    assert any("you win" in line or "it wins" in line for line in out)
    assert sum(line.startswith("The computer's fleet: sub ") for line in out) == 1


@pytest.mark.parametrize(
    ("announce", "named", "length", "sunk"),
    [
        (Announce.SHOWN, True, False, True),
        (Announce.LENGTH, False, True, True),
        (Announce.SILENT, False, False, False),
        (Announce.NAMED, True, False, True),
    ],
)
def test_a_shot_says_what_is_announced(
    announce: Announce, named: bool, length: bool, sunk: bool
) -> None:
    rules = chosen_rules(board="5x5", fleet="sub=3,tug=2", announce=announce)
    match = Match.new(rules, "easy", 1)
    cells = [rules.board.name(cell) for cell in cells_of(match.hidden.occupied)]
    _, out = said(match, ["random", "start", *cells])
    shots = " ".join(line for line in out if line.startswith("You fire"))
    assert (re.search("sub|tug", shots) is not None) == named
    assert ("a ship of" in shots) == length
    assert ("sunk" in shots) == sunk
    assert ("hit on the" in shots) == (announce is Announce.NAMED)


def test_nothing_is_said_of_a_fleet_before_the_end() -> None:
    """Games that differ only in ships that the person has not hit say the same."""
    rules = chosen_rules(board="8x8", fleet="3,2", announce="shown")
    lines = ["random", "start", "A1", "C5", "H8", "board", "fleet", "shots", "log", "heat", "mine"]
    base, outs = Match.new(rules, "hard", 1), set()
    for seed in range(30):
        hidden = Match.new(rules, "hard", seed).hidden
        if not any(hidden.occupied >> rules.board.cell(c) & 1 for c in ("A1", "C5", "H8")):
            outs.add("\n".join(said(replace(base, hidden=hidden), lines)[1]))
    assert len(outs) == 1


def in_battle() -> Match:
    return Match.new(SMALL, "easy", 1).at_random().start()


def in_setup() -> Match:
    return obey(Match.new(SMALL, "easy", 1), "place 2a A3-B3").match


def when_over() -> Match:
    match = in_battle()
    for cell in cells_of(match.hidden.occupied):
        match = match.fire(cell).answered()
    return match


REFUSED = [
    ("setup", "C3", "No shot before both fleets are placed: place yours, then start."),
    ("setup", "fire C3", "No shot before both fleets are placed: place yours, then start."),
    ("setup", "fire", "Say one cell to fire at, for instance: fire C7."),
    ("setup", "start", "The fleet is not complete: place the 3 and the 2b first."),
    ("setup", "heat", "The computer thinks during the battle only."),
    ("setup", "heat exact", "The computer thinks during the battle only."),
    ("battle", "heat mine", "'mine' is not a kind of heat: say heat, or heat exact."),
    ("battle", "heat exact A1", "'exact A1' is not a kind of heat: say heat, or heat exact."),
    ("setup", "place", "Say a ship, a cell and a way, for instance: place 3 A1 across."),
    ("setup", "place 3 A1 across now", "Say a ship, a cell and a way, for instance: place 3 A1"),
    ("setup", "place 9 A1", "'9' is not a ship of this fleet: its ships are 3, 2a, 2b."),
    ("setup", "place 3 A1 up", "'up' is not a direction: it is across or down."),
    ("setup", "place 3 A1-A3 down", "Write both ends of a ship or its direction, not both."),
    ("setup", "place 3 A1 down", "The 3 overlaps the 2a at A3: ships must not overlap."),
    ("setup", "place 3 D1 across", "A ship of 3 from D1 across runs off the 5x5 board: there is"),
    ("setup", "place 3 A1-B1", "A1-B1 is a place for a ship of 2: the 3 has 3."),
    ("setup", "place 3 A1-C3", "'A1-C3' is not a placement: a ship lies straight, across or down."),
    ("setup", "place 3 A1-", "'A1-' is not a placement: write its two ends such as A1-E1."),
    ("setup", "place 3 K1", "'K1' is not on a 5x5 board: its cells run from A1 to E5."),
    ("setup", "place 3 11", "'11' is not a cell: write a letter and a number such as C7."),
    ("setup", "remove", "Say one ship, for instance: remove 3."),
    ("setup", "remove 3", "The 3 is not on the board: there is nothing to remove."),
    ("setup", "remove nothing", "'nothing' is not a ship of this fleet: its ships are 3, 2a, 2b."),
    (
        "setup",
        "level best",
        "'best' is not a level: it is one of easy, normal, hard, one-rule, exact, ",
    ),
    ("setup", "random 3", "'3' is too much: random stands alone."),
    ("setup", "plaice 3 A1", "'plaice' is neither a command nor a cell: did you mean place?"),
    ("setup", "xyzzy", "'xyzzy' is neither a command nor a cell: say help for what can be said."),
    ("setup", "c", "'c' is neither a command nor a cell: say help for what can be said."),
    ("setup", "help xyzzy", "'xyzzy' is not a command: they are random, place,"),
    ("setup", "\x00\x1b[2J", "'��[2J' is neither a command nor a cell: say help"),
    ("setup", "a" * (LONGEST_LINE + 1), "A line of 201 characters is too long: the most is 200."),
    ("battle", "F1", "'F1' is not on a 5x5 board: its cells run from A1 to E5."),
    ("battle", "A0", "'A0' is not a cell: write a letter and a number such as C7."),
    ("battle", "A²", "'A²' is not a cell: write a letter and a number such as C7."),
    ("battle", "A99", "'A99' is not on a 5x5 board: its cells run from A1 to E5."),
    ("battle", "fire A1 A2", "Say one cell to fire at, for instance: fire C7."),
    ("battle", "place 3 A1", "Ships are placed before the battle: it has begun."),
    ("battle", "remove 3", "Ships are removed before the battle: it has begun."),
    ("battle", "clear", "Ships are removed before the battle: it has begun."),
    ("battle", "random", "Ships are placed before the battle: it has begun."),
    ("battle", "start", "The battle has begun: it starts once."),
    ("battle", "level easy", "The level is chosen before the battle: it has begun."),
    ("battle", "again", "The battle is not over: finish it, or quit."),
    ("over", "A1", "The game is over: no further shot is taken."),
    ("over", "heat", "The computer thinks during the battle only."),
    ("over", "random", "Ships are placed before the battle: it has begun."),
]
BEGUN = {"setup": in_setup, "battle": in_battle, "over": when_over}


@pytest.mark.parametrize(("phase", "line", "sentence"), REFUSED)
def test_refused_with_one_sentence_and_nothing_changed(
    phase: str, line: str, sentence: str
) -> None:
    match = BEGUN[phase]()
    after, out = said(match, [line])
    assert after == match
    assert out[3].startswith(sentence)
    assert out[4] == "The input has ended, and the game with it."


def test_a_level_that_starts_slowly_is_made_ready_when_it_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[str] = []
    monkeypatch.setattr(conversation.WARMING, "soon", begun.append)
    said(Match.new(SMALL, "easy", 1), ["level exact", "level best"])
    assert begun == ["easy", "exact"]


def test_a_long_wait_is_told_of_once_where_somebody_watches(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.05)
    watched = dict.fromkeys((True, False), "")
    for watches in watched:
        monkeypatch.setattr(sys.stderr, "isatty", lambda watches=watches: watches)
        for seconds in (0.5, 0):
            with progress.patience("Please wait."):
                sleep(seconds)
        sleep(0.2)
        watched[watches] = capsys.readouterr().err
    assert watched == {True: "Please wait.\n", False: ""}


def test_a_second_shot_at_a_cell_costs_nothing() -> None:
    match = obey(in_battle(), "A1").match
    for line in ("A1", "a1", "fire A1"):
        with pytest.raises(UnsunkError, match="A1 was fired at before"):
            obey(match, line)


@pytest.mark.parametrize("phase", BEGUN)
@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_fails_in_any_phase(phase: str, name: str) -> None:
    """Whatever is said when, it is done or refused."""
    for line in (name, f"{name} x", f"{name} 3 A1", f"{name} A1", f"help {name}"):
        with suppress(UnsunkError):
            obey(BEGUN[phase](), line)


def test_the_input_may_end_anywhere() -> None:
    lines = ["random", "start", "A1", "B1"]
    for many in range(len(lines) + 1):
        played = piped("--seed 1", "".join(f"{line}\n" for line in lines[:many]))
        assert played.returncode == 0
        assert played.stderr == ""
        assert played.stdout.endswith(
            "The input has ended, and the game with it.\nTo play this game again, add --seed 1.\n"
        )


def test_the_last_line_may_lack_its_end_and_lines_may_end_in_carriage_returns() -> None:
    assert "You fire at A1" in piped("--seed 1", "random\r\nstart\r\nA1").stdout


def test_input_that_is_no_text_is_refused_in_words() -> None:
    command = [sys.executable, "-m", "unsunk", "play", "--seed", "1"]
    played = subprocess.run(command, input=b"\xff\xfe\n\x00\nquit\n", capture_output=True)
    assert played.returncode == 0
    assert played.stderr == b""
    assert played.stdout.count(b"is neither a command nor a cell") == 2


def test_again_begins_another_game() -> None:
    match = when_over()
    after, out = said(match, ["again", "random", "start", "quit"])
    assert after.seed == match.again().seed
    assert after.phase == "battle"
    assert out[-1] == f"To play this game again, add --seed {after.seed}."


def test_what_is_drawn_and_listed() -> None:
    match = obey(in_battle(), "A1").match
    board = obey(match, "board").lines
    assert board[0] == "    A B C D E"
    assert board[1].startswith(" 1  ")
    assert len(board) == 7
    mine = "\n".join(obey(match, "mine").lines[1:6])
    assert len(re.findall("[Sx#]", mine)) == 7
    assert obey(match, "shots").lines[0].startswith("Your misses: ")
    heat = obey(match, "heat").lines
    assert heat[-1] == "It wants 24 cells most."
    assert sum(line.count("9") for line in heat[1:6]) == 24
    assert len(obey(match, "log").lines) == 3
    assert obey(match, "rules").lines[0].startswith("The board is 5x5 and the fleet 3, 2a, 2b: ")
    assert obey(match, "level").lines == ("The computer plays at level easy.",)
    assert obey(match, "").lines == ("It is your turn: name a cell to fire at, such as C7.",)


def test_the_exact_law_of_your_waters() -> None:
    rules = chosen_rules(board="5x5", fleet="3,2", announce="length")
    match = obey(Match.new(rules, "hard", 1).at_random().start(), "A1").match
    law = posterior(match.knowledge(COMPUTER))
    lines = obey(match, "heat exact").lines
    digits = "".join(line[3:].replace(" ", "") for line in lines[1:6])
    assert digits.count(".") == 1
    assert [int(digit) for digit in digits.replace(".", "")] == [
        step for cell, step in enumerate(ninths(law.heat)) if law.knowledge.untried >> cell & 1
    ]
    assert lines[7] == (
        f"{law.layouts} layouts of your fleet fit what the computer has heard (exact)."
    )
    assert obey(match, "HEAT Exact").lines == lines


def test_the_law_of_fleets_too_many_to_count_is_sampled() -> None:
    rules = chosen_rules(board="15x15", fleet="5,5,4,4,3,3,3,2,2,2")
    lines = obey(Match.new(rules, "easy", 1).at_random().start(), "heat exact").lines
    assert re.fullmatch(
        r"About \d\.\d{3}e\d\d layouts of your fleet fit what the computer has heard \(sampled, "
        r"95 % interval \S+ to \S+, worth [\d,]+ fleets drawn at random\)\.",
        lines[-2],
    )


def test_silent_fleets_are_not_tracked_before_the_end() -> None:
    rules = chosen_rules(board="5x5", fleet="3,2", announce="silent")
    match = Match.new(rules, "easy", 1).at_random().start()
    says = obey(match, "fleet").lines[1]
    assert says == "The computer's fleet: 0 of 5 cells hit; sunk ships are not announced."


def test_every_line_is_a_sentence() -> None:
    """But for the rows of a drawn board."""
    rules = chosen_rules(board="5x5", fleet="3,2,2")
    lines = ["help", "random", "mine", "start", *every_cell(rules), "board", "fleet", "log"]
    _, out = said(Match.new(rules, "hard", 1), lines)
    rows = re.compile(r" {4}A B C D E|[ 1]\d  [.oxS#\d]( [.oxS#\d]){4}")
    assert [
        line for line in out if not line.endswith((".", "?")) and not rows.fullmatch(line)
    ] == []


WORDS = st.sampled_from(
    [
        *COMMANDS,
        *SHORT,
        "3",
        "2a",
        "A1",
        "E5",
        "c3",
        "Z9",
        "A1-A3",
        "across",
        "down",
        "easy",
        "exact",
        "-",
        "²",
    ]
)


@given(st.lists(st.one_of(st.lists(WORDS, max_size=4).map(" ".join), st.text()), max_size=30))
def test_whatever_is_typed_is_done_or_refused(lines: list[str]) -> None:
    once, twice = (said(Match.new(SMALL, "one-rule", 1), lines) for _ in range(2))
    assert once == twice


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ('order = "alternate"', "; shots alternate, and you fire first."),
        ("first = 2", "; shots alternate, and the computer fires first."),
        (
            'order = "simultaneous"\nfirst = 2',
            "one shot of each, a draw if both fleets sink in it, and the computer fires first.",
        ),
    ],
)
def test_the_rules_say_who_fires_when(rules: str, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(rules)
    match = Match.new(chosen_rules(str(file)), "easy", 1)
    told = said(match, ["rules"])[1]
    assert told[1].endswith(sentence)
    assert told[3] == told[1]
