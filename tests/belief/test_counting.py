"""The quick count of all layouts, against the one that shares no code with it."""

import pytest

from unsunk.belief import counting
from unsunk.belief.counting import count_layouts
from unsunk.errors import BudgetError
from unsunk.rules import counting as plain
from unsunk.rules.notation import parse_rules

BOARDS = [
    "board 4x4; fleet 3,2",
    "board 6x6",
    "board 6x6; fleet 4,3,3,2; touching no; announce named",
    "board 5x7; fleet 4,3,3,2; touching corners",
    "board 5x5; fleet 1,1,1,1,1",
    "board 2x2; fleet 2,2",
    "board 7x7; fleet 4,3,3,2,2,2,1,1; touching no",
]


@pytest.mark.parametrize("rules", BOARDS)
@pytest.mark.parametrize("least", [0, counting.PLAIN])
def test_every_way_of_counting_counts_the_same(
    rules: str, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = parse_rules(rules)
    if least and "2,1,1; touching" in rules:
        monkeypatch.setattr(counting, "PROBE", 20_000)
    monkeypatch.setattr(counting, "PLAIN", least)
    assert count_layouts(chosen) == plain.count_layouts(chosen)


@pytest.mark.parametrize(
    ("rules", "layouts"),
    [
        ("board 11x11", 54_083_238_912),
        ("board 9x9", 3_394_196_128),
        ("board 10x10; touching no", 1_925_751_392),
        ("board 10x10; announce named", 30_093_975_536),
    ],
)
def test_large_boards(rules: str, layouts: int) -> None:
    assert count_layouts(parse_rules(rules)) == layouts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "layouts"),
    [
        ("board 15x15", 2_540_552_773_912),
        ("board 20x20", 68_704_299_834_496),
        ("board 10x10; fleet 4,3,3,2,2,2", 688_668_486_712),
        ("board 26x26", 1_216_863_996_643_272),
    ],
)
def test_larger_boards(rules: str, layouts: int) -> None:
    """Counted here; no other count of ours reaches them."""
    assert count_layouts(parse_rules(rules)) == layouts


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    monkeypatch.setattr(counting, "PROBE", 20_000)
    layouts = count_layouts(parse_rules("board 9x9"), lambda done, total: told.append(done / total))
    assert layouts == 3_394_196_128
    assert told == sorted(told)
    assert len(told) > 1
    assert told[-1] <= 1


def test_where_no_way_suffices(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel sees soon that it would take too long; what the last resort says is told."""

    def refuse(*_: object) -> int:
        raise BudgetError("too many")

    monkeypatch.setattr(plain, "count_layouts", refuse)
    monkeypatch.setattr(counting, "PROBE", 1_000_000)
    for rules in (
        "board 10x10; fleet 4,3,3,2,2,2,1,1,1,1",
        "board 26x26; fleet " + ",".join(str(n) for n in range(2, 22)),
    ):
        with pytest.raises(BudgetError, match="too many"):
            count_layouts(parse_rules(rules))
