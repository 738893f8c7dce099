"""Notation: what is written reads back, and what cannot be read is named."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generators import games, layouts, records
from unsunk.errors import ContradictionError, InputError, LayoutError, TurnError, UnsunkError
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce
from unsunk.rules.dice import Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.fleet import Fleet
from unsunk.rules.game import Game
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.notation import (
    GAME_HEADER,
    MOST_TEXT,
    game_text,
    layout_text,
    parse_game,
    parse_layout,
    parse_record,
    parse_shot,
    parse_shots,
    record_text,
    shot_text,
)
from unsunk.rules.ruleset import RULESETS, Ruleset


@given(layouts())
def test_a_layout_reads_back_its_text(layout: Layout) -> None:
    text = layout_text(layout)
    assert parse_layout(layout.rules, text) == layout
    assert parse_layout(layout.rules, ", ".join(reversed(text.split()))) == layout


@given(layouts())
def test_names_may_be_left_out_of_a_layout(layout: Layout) -> None:
    places = [token.rpartition(":")[2] for token in layout_text(layout).split()]
    assert parse_layout(layout.rules, " ".join(places)) == layout
    turned = ["-".join(reversed(place.split("-"))).lower() for place in places]
    assert parse_layout(layout.rules, ";".join(turned)) == layout


@given(records(100))
def test_a_record_reads_back_its_text(record: tuple[Layout, Knowledge]) -> None:
    _, knowledge = record
    text = record_text(knowledge)
    assert parse_record(knowledge.rules, text) == knowledge
    assert parse_record(knowledge.rules, text.replace(" ", ",\n")) == knowledge
    assert parse_shots(knowledge.rules, text) == knowledge.shots
    for shot, token in zip(knowledge.shots, text.split(), strict=True):
        assert token == shot_text(knowledge.rules, shot)
        assert parse_shot(knowledge.rules, token) == shot


@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize("fleet", ["classic", "5,4,3,3,2", "a=2,b=2,c=1", "2=3,3=2", "x-y=2,7=2"])
def test_whole_records_read_back_under_every_announcement(announce: Announce, fleet: str) -> None:
    rules = Ruleset(Board(7, 6), Fleet.parse(fleet), announce=announce)
    for game in range(8):
        layout = draw_layout(rules, Dice(1, game))
        knowledge = Knowledge(rules)
        start = Game.start(rules, layout, layout)
        for cell in range(rules.board.size):
            if start.turn is not None:
                start = start.fire(1, cell)
                knowledge = start.knowledge[0]
                assert parse_record(rules, record_text(knowledge)) == knowledge
            if start.turn is not None:
                start = start.fire(2, cell)


def test_records_look_as_documented() -> None:
    written = {
        Announce.SHOWN: "J10:miss A1:hit B1:sunk2@A1-B1",
        Announce.LENGTH: "J10:miss A1:hit B1:sunk2",
        Announce.SILENT: "J10:miss A1:hit B1:hit",
        Announce.NAMED: "J10:miss A1:hit=destroyer B1:sunk2=destroyer",
    }
    for announce, text in written.items():
        assert record_text(parse_record(Ruleset(announce=announce), text)) == text
    threes = "A1:hit B1:hit C1:sunk3=cruiser@A1-C1"
    assert record_text(parse_record(Ruleset(), threes)) == threes


def test_a_record_under_shown_may_leave_the_name_out() -> None:
    carrier = (
        parse_record(Ruleset(), "A1:hit B1:hit C1:hit D1:hit E1:sunk5@A1-E1").shots[-1].outcome
    )
    assert (carrier.name, carrier.length) == ("carrier", 5)
    three = parse_record(Ruleset(), "A1:hit B1:hit C1:sunk3@A1-C1").shots[-1].outcome
    assert (three.name, three.length) == (None, 3)
    by_length = parse_record(Ruleset(announce="named"), "A1:hit=3b").shots[-1].outcome
    assert (by_length.name, by_length.length) == ("submarine", 3)


def test_shots_that_contradict_one_another_can_be_read() -> None:
    text = "A1:miss A1:hit C5:sunk3@C5-E5 J10:sunk5 J9:sunk"
    shots = parse_shots(Ruleset(), text)
    assert " ".join(shot_text(Ruleset(), shot) for shot in shots) == text
    with pytest.raises(ContradictionError, match="shot 2: A1 is fired at twice"):
        parse_record(Ruleset(), text)
    with pytest.raises(InputError, match="shot 3: 'A1' is not a shot"):
        parse_shots(Ruleset(), "A1:miss A1:hit A1")


@given(games())
def test_a_game_reads_back_its_text(game: Game) -> None:
    assert parse_game(game_text(game)) == game
    assert parse_game("\n \n" + game_text(game).replace("\n", " \r\n\n")) == game


@pytest.mark.parametrize("name", RULESETS)
def test_named_rulesets_read_back(name: str) -> None:
    rules = RULESETS[name]
    game = Game.start(rules, draw_layout(rules, Dice(1)), draw_layout(rules, Dice(2)))
    assert parse_game(game_text(game)) == game


SMALL = Ruleset(Board(3, 4), Fleet((3, 2, 2)))


@pytest.mark.parametrize(
    ("text", "kind", "culprit"),
    [
        ("", LayoutError, "no place for: 3, 2a, 2b"),
        ("3:A1-C1 2a:A2-B2", LayoutError, "no place for: 2b"),
        ("3:A1-C1 2a:A2-B2 2b:A2-B2", LayoutError, "the 2b overlaps the 2a at A2"),
        ("3:A1-C1 2a:A2-B2 2a:A3-B3", LayoutError, "the 2a is placed twice"),
        (
            "A1-C1 A2-B2 A3-B3 C3-D3",
            LayoutError,
            "C3-D3 is a ship of 2 too many: the fleet is 3,2,2",
        ),
        ("A1-D1 A2-B2 A3-B3", LayoutError, "A1-D1 is a ship of 4 too many"),
        ("3:A1-B1 2a:A2-B2 2b:A3-B3", LayoutError, "the 3 has 2 cells: it must have 3"),
        ("3:A1-C1 2a:A2-B3 2b:D1-D2", LayoutError, "'A2-B3' is not a placement"),
        ("3:A1-C1 2a:A2+B2 2b:D1-D2", LayoutError, "'A2+B2' is not a placement"),
        ("3:C1-E1 2a:A2-B2 2b:D1-D2", InputError, "'E1' is not on a 3x4 board"),
        ("sub:A1-C1 2a:A2-B2 2b:D1-D2", InputError, "'sub' is not a ship of this fleet"),
        (":A1-C1", InputError, "'' is not a ship of this fleet"),
    ],
)
def test_layouts_that_cannot_be_read_are_named(
    text: str, kind: type[UnsunkError], culprit: str
) -> None:
    with pytest.raises(kind) as error:
        parse_layout(SMALL, text)
    assert culprit in str(error.value)


@pytest.mark.parametrize(
    ("token", "culprit"),
    [
        ("A1", "'A1' is not a shot"),
        ("A1:", "'A1:' is not a shot"),
        ("A1:boom", "'A1:boom' is not a shot"),
        ("A1:MISS", "'A1:MISS' is not a shot"),
        ("A1:sunk٣", "'A1:sunk٣' is not a shot"),
        ("A1:miss3", "only a sink has a length"),
        ("A1:hit3", "only a sink has a length"),
        ("A1:miss=cruiser", "a miss has no ship"),
        ("A1:miss@A1-B1", "a miss has no ship"),
        ("K1:miss", "'K1' is not on a 10x10 board"),
        ("A11:miss", "'A11' is not on a 10x10 board"),
        ("A1:hit=frigate", "'frigate' is not a ship of this fleet"),
        ("A1:sunk2@A1-B2", "'A1-B2' is not a placement"),
        ("A1:sunk2@A1-", "is not a shot"),
        ("A1:miss B1:miss", "is not a shot"),
        ("", "'' is not a shot"),
    ],
)
def test_shots_that_cannot_be_read_are_named(token: str, culprit: str) -> None:
    with pytest.raises(InputError) as error:
        parse_shot(Ruleset(), token)
    assert culprit in str(error.value)


@pytest.mark.parametrize(
    ("text", "kind", "culprit"),
    [
        ("A1:miss A2:what", InputError, "shot 2: 'A2:what' is not a shot"),
        ("A1:miss A1:miss", ContradictionError, "shot 2: A1 is fired at twice: shot 1 was there"),
        ("A1:miss B1:hit@B1", ContradictionError, "shot 2: B1 "),
        (
            "B1:hit C1:sunk2",
            ContradictionError,
            "shot 2: C1 sinks a ship, but under 'shown' its cells",
        ),
        ("A1:miss " * 20_000, InputError, f"is too long: the most is {MOST_TEXT}"),
    ],
)
def test_records_that_cannot_be_read_name_the_shot(
    text: str, kind: type[UnsunkError], culprit: str
) -> None:
    with pytest.raises(kind) as error:
        parse_record(Ruleset(), text)
    assert culprit in str(error.value)


GAME = """unsunk game 1
rules: board 1x3; fleet 2
fleet 1: 2:A1-B1
fleet 2: 2:B1-C1
shots: A1 A1 B1 B1
"""


def test_a_game_written_by_hand() -> None:
    game = parse_game(GAME)
    assert game.winner == 2
    assert record_text(game.knowledge[0]) == "A1:miss B1:hit"
    assert record_text(game.knowledge[1]) == "A1:hit B1:sunk2@A1-B1"


@pytest.mark.parametrize(
    ("old", "new", "kind", "culprit"),
    [
        (GAME_HEADER, "unsunk game 2", InputError, "this is not a game"),
        (GAME_HEADER, "unsunk game 1 2", InputError, "'unsunk game 1 2' is not the first line"),
        ("shots: A1 A1 B1 B1\n", "", InputError, "this is not a game"),
        ("shots:", "shot:", InputError, "this is not a game"),
        ("shots:", "shots: A1\nshots:", InputError, "this is not a game"),
        ("board 1x3", "board 1x1", InputError, "a ship of 2 is too long for a 1x1 board"),
        ("2:B1-C1", "2:B1-D1", InputError, "'D1' is not on a 1x3 board"),
        ("2:B1-C1", "2:B1", LayoutError, "the 2 has 1 cells"),
        ("2:B1-C1", "", LayoutError, "no place for: 2"),
        ("A1 A1 B1 B1", "A1 A1 A1", TurnError, "A1 was fired at before"),
        ("A1 A1 B1 B1", "A1 A1 B1 B1 C1", TurnError, "the game is over"),
        ("A1 A1 B1 B1", "A1 Z9", InputError, "'Z9' is not on a 1x3 board"),
        ("A1 A1 B1 B1", "A1 " * 40_000, InputError, "is too long"),
    ],
)
def test_games_that_cannot_be_read_are_named(
    old: str, new: str, kind: type[UnsunkError], culprit: str
) -> None:
    text = GAME.replace(old, new)
    with pytest.raises(kind) as error:
        parse_game(text)
    assert culprit in str(error.value)


@given(st.text(max_size=60), st.sampled_from(sorted(RULESETS)))
def test_any_text_is_read_or_refused_with_a_sentence(text: str, name: str) -> None:
    rules = RULESETS[name]
    for read in (parse_layout, parse_record, parse_shot, parse_shots):
        try:
            read(rules, text)
        except UnsunkError as error:
            assert str(error)  # noqa: PT017


SHOT_PARTS = st.lists(
    st.sampled_from(
        ["A1", "B1", "K7", ":", "hit", "miss", "sunk", "3", "5", "=", "@", "-", " ", "3a"]
    ),
    max_size=9,
).map("".join)


@given(SHOT_PARTS, st.sampled_from(Announce))
def test_any_pieces_of_a_record_are_read_or_refused(text: str, announce: Announce) -> None:
    rules = Ruleset(announce=announce)
    try:
        knowledge = parse_record(rules, text)
    except (InputError, ContradictionError) as error:
        assert re.match(r"shot \d+: .", str(error))  # noqa: PT017
    else:
        assert parse_record(rules, record_text(knowledge)) == knowledge
