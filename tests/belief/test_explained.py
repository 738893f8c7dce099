"""What is called explained is so in every layout that fits the record."""

from hypothesis import assume, given, settings

from tests.belief.test_density import MOST_LAYOUTS, fitting
from tests.generators import records
from unsunk.belief.explained import explained_hits, open_hits
from unsunk.rules.choices import Announce
from unsunk.rules.counting import count_layouts
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_record, parse_rules


def names(rules: str, record: str) -> set[str]:
    """The names of the cells that are explained."""
    knowledge = parse_record(parse_rules(rules), record)
    board, mask = knowledge.rules.board, explained_hits(knowledge)
    return {board.name(cell) for cell in range(board.size) if mask >> cell & 1}


def sunk_everywhere(layouts: list[Layout], hits: int) -> int:
    """The hits that lie on a ship sunk in every one of the layouts."""
    common = hits
    for layout in layouts:
        sunk = 0
        for mask in layout.ships:
            sunk |= 0 if mask & ~hits else mask
        common &= sunk
    return common


@settings(max_examples=300)
@given(records(20, Announce.LENGTH))
def test_by_length_it_is_sound(played: tuple[Layout, Knowledge]) -> None:
    _, knowledge = played
    assume(knowledge.sinks and count_layouts(knowledge.rules) <= MOST_LAYOUTS)
    certain = sunk_everywhere(fitting(knowledge), knowledge.hits)
    assert not explained_hits(knowledge) & ~certain


@given(records(36))
def test_under_every_announcement(played: tuple[Layout, Knowledge]) -> None:
    """Sound for the true layout; where sinks are seen or named, complete; under silent, empty."""
    layout, knowledge = played
    announce, explained = knowledge.rules.announce, explained_hits(knowledge)
    assert not explained & ~sunk_everywhere([layout], knowledge.hits)
    assert open_hits(knowledge) == knowledge.hits & ~explained
    assert not explained & ~knowledge.hits
    if announce is Announce.SILENT:
        assert explained == 0
    elif announce is not Announce.LENGTH:
        assert explained == sunk_everywhere([layout], knowledge.hits)
    else:
        assert all(explained >> shot.cell & 1 for _, shot in knowledge.sinks)


@given(records(36, Announce.LENGTH))
def test_once_all_is_sunk_all_is_explained_or_ambiguous(played: tuple[Layout, Knowledge]) -> None:
    """No more hits are explained than the ships sunk have cells."""
    _, knowledge = played
    sunk = knowledge.rules.fleet.cells - sum(knowledge.afloat)
    assert explained_hits(knowledge).bit_count() <= sunk


SMALL = "board 4x4; fleet 3,2; announce length"


def test_a_sink_with_one_place_is_explained_whole() -> None:
    assert names(SMALL, "A1:hit A2:hit B2:sunk2") == {"A2", "B2"}
    assert names(SMALL, "A1:hit B1:hit C1:sunk3") == {"A1", "B1", "C1"}


def test_a_sink_with_two_places_explains_what_they_share() -> None:
    assert names(SMALL, "A2:hit B1:hit B2:sunk2") == {"B2"}
    line = "board 1x8; fleet 4,3; announce length"
    assert names(line, "B1:hit C1:hit E1:hit F1:hit D1:sunk3") == {"D1"}
    assert names(line, "B1:hit C1:hit E1:hit D1:sunk3") == {"C1", "D1"}


def test_a_hit_after_the_sink_is_not_explained_by_it() -> None:
    assert names(SMALL, "B1:hit B2:sunk2 A2:hit") == {"B1", "B2"}


def test_one_sink_narrows_another() -> None:
    """B2 sank a 2 with A2 or B1; then C1 sinks the 3 on A1 to C1, so B1 is not the 2's."""
    record = "A2:hit B1:hit B2:sunk2"
    assert names(SMALL, f"{record} A1:hit") == {"B2"}
    assert names(SMALL, f"{record} A1:hit C1:sunk3") == {"A2", "B2", "A1", "B1", "C1"}
    assert names(SMALL, f"{record} C1:hit D1:sunk3") == {"A2", "B2", "B1", "C1", "D1"}


def test_where_cells_are_shown_nothing_is_left_to_infer() -> None:
    rules = "board 4x4; fleet 3,2"
    assert names(rules, "A2:hit B1:hit B2:sunk2@B1-B2") == {"B1", "B2"}
    assert names(f"{rules}; announce named", "A2:hit=3 B1:hit=2 B2:sunk2=2") == {"B1", "B2"}
    assert names(f"{rules}; announce silent", "A2:hit B1:hit B2:hit") == set()
