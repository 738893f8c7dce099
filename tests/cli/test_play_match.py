"""A match: repeatable by its seed, fair to the person, and nothing changed by what is refused."""

from dataclasses import replace

import pytest

from unsunk.cli.playing import trackers, waters
from unsunk.cli.playing.match import COMPUTER, PERSON, Match
from unsunk.cli.playing.waters import Mark
from unsunk.errors import BudgetError, InputError, LayoutError, TurnError
from unsunk.hunting.exact import Exact
from unsunk.hunting.levels import LEVELS
from unsunk.hunting.levels import level as strategy_of
from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce, Order, Touching
from unsunk.rules.dice import LAYOUT_STREAM, Dice
from unsunk.rules.fleet import Fleet
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.placement import Placement
from unsunk.rules.ruleset import Ruleset

SMALL = Ruleset(Board(5, 5), Fleet((3, 2, 2)))
FREE = [name for name in LEVELS if not strategy_of(name).grounds()]
"""The levels that are not bound to a few boards."""
BOUND = [(name, rules) for name in LEVELS for rules in strategy_of(name).grounds()]


def begun(rules: Ruleset = SMALL, level: str = "hard", seed: int = 1) -> Match:
    return Match.new(rules, level, seed).at_random().start().answered()


def finished(match: Match, cells: list[int] | None = None) -> Match:
    for cell in cells or range(match.rules.board.size):
        if match.phase == "over":
            break
        match = match.fire(cell).answered()
    return match


@pytest.mark.parametrize("level", FREE)
def test_a_seed_repeats_a_match(level: str) -> None:
    assert finished(begun(level=level)) == finished(begun(level=level))


def test_a_level_that_does_not_play_the_rules_is_refused_when_it_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def require(_: object, rules: Ruleset) -> None:
        if rules.board.size > 25:
            raise BudgetError("exact plays on boards of up to 25 cells")

    monkeypatch.setattr(Exact, "require", require)
    with pytest.raises(BudgetError, match="up to 25 cells"):
        Match.new(Ruleset(), "exact", 1)
    match = Match.new(Ruleset(), "easy", 1)
    with pytest.raises(BudgetError, match="up to 25 cells"):
        match.with_level("exact")
    assert Match.new(SMALL, "easy", 1).with_level("exact").thinks_long
    assert not match.thinks_long


@pytest.mark.parametrize(
    ("level", "rules"), BOUND, ids=[f"{name}-{rules.board}" for name, rules in BOUND]
)
def test_a_level_with_a_lottery_of_its_own_hides_by_it(level: str, rules: Ruleset) -> None:
    """Whenever the level is chosen, and whatever the person has placed by then."""
    for seed in range(20):
        plain, own = Match.new(rules, "easy", seed), Match.new(rules, level, seed)
        assert own.hidden == strategy_of(level).hides(rules, Dice(seed, LAYOUT_STREAM))
        assert plain.at_random().with_level(level).hidden == own.hidden
        assert own.with_level("hard").hidden == plain.hidden
    dealt = {Match.new(rules, level, seed).hidden for seed in range(100)}
    assert dealt != {Match.new(rules, "easy", seed).hidden for seed in range(100)}
    match = finished(begun(rules, level))
    assert match == finished(begun(rules, level))
    assert match.phase == "over"
    assert match.again().level == level


def test_other_seeds_deal_other_matches() -> None:
    dealt = {(m.hidden.ships, m.placed) for m in (begun(seed=seed) for seed in range(20))}
    assert len(dealt) == 20


def test_the_computers_fleet_and_the_persons_are_drawn_apart() -> None:
    match = Match.new(Ruleset(), "hard", 1)
    drawn = [match.hidden.ships]
    for _ in range(5):
        match = match.at_random()
        drawn.append(match.placed)  # type: ignore[arg-type]
    assert len(set(drawn)) == 6


def test_again_follows_from_the_seed() -> None:
    match = begun()
    assert match.again() == match.again()
    assert match.again().seed != match.seed
    assert match.again().phase == "setup"


@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize("touching", Touching)
@pytest.mark.parametrize("level", FREE)
def test_whole_matches(level: str, announce: Announce, touching: Touching) -> None:
    rules = Ruleset(Board(5, 6), Fleet((3, 2, 2)), touching, announce, first=COMPUTER)
    match = finished(begun(rules, level))
    assert match.winner in (PERSON, COMPUTER)
    assert len(list(match.history())) == sum(len(match.knowledge(p)) for p in (PERSON, COMPUTER))
    assert next(match.history())[0] == COMPUTER
    with pytest.raises(TurnError, match="the game is over"):
        match.fire(0)


def test_both_may_finish_in_one_round() -> None:
    rules = Ruleset(Board(1, 1), Fleet((1,)), order=Order.SIMULTANEOUS)
    assert begun(rules).fire(0).winner is None
    assert begun(rules).fire(0).answered().winner == "draw"


def test_the_computer_is_handed_knowledge_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    from unsunk.hunting import density

    handed = []
    monkeypatch.setattr(
        density.Density,
        "heat",
        lambda self, knowledge: handed.append(knowledge) or [1] * knowledge.rules.board.size,
    )
    begun().fire(0).answered()
    assert [type(knowledge) for knowledge in handed] == [Knowledge]


def test_the_computer_fires_alike_at_fleets_that_answer_alike() -> None:
    """Row 26 of the faults."""
    rules = Ruleset(Board(6, 6), Fleet((3, 2)), announce=Announce.LENGTH)
    following: dict[Knowledge, set[int]] = {}
    for seed in range(40):
        setup = Match.new(rules, "hard", seed).at_random().setup
        match = replace(Match.new(rules, "hard", 1), setup=setup).start()
        for cell in range(4):
            before = match.knowledge(COMPUTER)
            match = match.fire(cell).answered()
            if len(match.knowledge(COMPUTER)) > len(before):
                following.setdefault(before, set()).add(match.knowledge(COMPUTER).shots[-1].cell)
    assert len(following) > 4
    assert {len(cells) for cells in following.values()} == {1}


def test_what_is_not_announced_is_not_seen() -> None:
    """Fleets that the person cannot tell apart look the same, under every announcement."""
    for announce in Announce:
        rules = replace(SMALL, announce=announce)
        match = begun(rules)
        for cell in range(6):
            match = match.fire(cell).answered()
            for seed in range(60):
                hidden = Match.new(rules, "hard", seed).hidden
                twin = with_hidden(match, hidden)
                if twin.knowledge(PERSON) == match.knowledge(PERSON) and match.phase == "battle":
                    assert waters.theirs(twin) == waters.theirs(match)
                    assert trackers.their_ships(twin) == trackers.their_ships(match)


def with_hidden(match: Match, hidden: Layout) -> Match:
    """The same shots at another fleet of the computer."""
    twin = replace(match, hidden=hidden, game=None).start()
    for player, shot in match.history():
        assert twin.game
        if twin.phase == "over":
            break
        twin = replace(twin, game=twin.game.fire(player, shot.cell))
    return twin


def test_a_ship_is_seen_sunk_only_where_that_is_shown() -> None:
    for announce, seen in ((Announce.SHOWN, 7), (Announce.NAMED, 7), (Announce.LENGTH, 0)):
        match = begun(replace(SMALL, announce=announce), "easy", 3)
        hidden = match.hidden
        for cell in list(cells_of(hidden.ships[0] | hidden.ships[1])):
            match = match.fire(cell).answered()
        sunk = waters.theirs(match).marks.count(Mark.SUNK)
        assert sunk == (5 if seen else 0)
        last = finished(match, list(cells_of(hidden.ships[2])))
        assert last.winner == PERSON
        assert waters.theirs(last).marks.count(Mark.SUNK) == 7


def test_the_fleet_is_revealed_at_the_end_only() -> None:
    match = begun()
    assert waters.theirs(match).ships == ()
    lost = finished(match, list(cells_of(SMALL.board.full & ~match.hidden.occupied)))
    assert lost.winner == COMPUTER
    assert waters.theirs(lost).ships == match.hidden.ships
    assert waters.theirs(lost).marks.count(Mark.SHIP) == 7


def test_refused_placements_change_nothing() -> None:
    """Row 14 of the faults: after a refused overlap the ship can still be placed elsewhere."""
    match = Match.new(SMALL, "hard", 1)
    two = SMALL.fleet.index("2a")
    match = match.place(two, Placement.parse(SMALL.board, "A3-B3"))
    with pytest.raises(LayoutError, match="overlaps the 2a at A3"):
        match.place(0, Placement.parse(SMALL.board, "A1-A3"))
    with pytest.raises(LayoutError, match="runs off"):
        match.place(0, Placement(SMALL.board.cell("D1"), 3, True))
    with pytest.raises(LayoutError, match="has 3"):
        match.place(0, Placement(0, 2, True))
    assert match.missing == ("3", "2b")
    assert match.place(0, Placement(SMALL.board.cell("C1"), 3, True)).missing == ("2b",)


def test_touching_is_refused_where_the_rules_forbid_it() -> None:
    match = Match.new(replace(SMALL, touching=Touching.NO), "hard", 1)
    match = match.place(0, Placement(0, 3, True))
    with pytest.raises(LayoutError, match="touches the 3"):
        match.place(1, Placement(SMALL.board.cell("D2"), 2, True))


def test_a_ship_may_move_over_itself_and_random_replaces_all() -> None:
    match = Match.new(SMALL, "hard", 1).place(0, Placement(0, 3, True))
    moved = match.place(0, Placement(1, 3, True))
    assert moved.placed[0] == 0b1110
    drawn = moved.at_random()
    assert sum(mask.bit_count() for mask in drawn.placed if mask) == 7


def test_the_phases_refuse_what_is_not_theirs() -> None:
    match = Match.new(SMALL, "hard", 1)
    with pytest.raises(TurnError, match="no shot before both fleets are placed"):
        match.fire(0)
    with pytest.raises(TurnError, match="place the 3, the 2a and the 2b first"):
        match.start()
    with pytest.raises(TurnError, match="thinks during the battle only"):
        match.heat()
    with pytest.raises(LayoutError, match="nothing to remove"):
        match.remove(0)
    battle = begun()
    for move in (battle.clear, battle.at_random):
        with pytest.raises(TurnError, match="it has begun"):
            move()
    with pytest.raises(TurnError, match="it starts once"):
        battle.start()
    with pytest.raises(TurnError, match="A1 was fired at before"):
        battle.fire(0).answered().fire(0)


@pytest.mark.parametrize(("level", "seed"), [("hardest", 1), ("hard", -1), ("hard", 1 << 64)])
def test_unknown_levels_and_seeds(level: str, seed: int) -> None:
    with pytest.raises(InputError):
        Match.new(SMALL, level, seed)
