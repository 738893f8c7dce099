"""Near-perfect plays the mixture that is stored: its law, its trees, and nothing else."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import chisquare

from tests.generators import told
from unsunk.belief.heatmap import hottest
from unsunk.belief.listed import list_layouts_of
from unsunk.errors import BudgetError
from unsunk.hunting.check import check_strategy
from unsunk.hunting.exact import ExactLowest
from unsunk.hunting.hunt import next_cell, times
from unsunk.hunting.mixture import Mixture, load_mixture
from unsunk.hunting.near_perfect import NearPerfect, _load
from unsunk.hunting.play import play
from unsunk.rules.dice import LAYOUT_STREAM, PLAN, SHOT_STREAM, Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.fleet import Fleet
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_record, parse_rules
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import answer

GROUNDS = NearPerfect().grounds()
RULES = parse_rules("board 4x4; fleet 3,3,2; announce length")
DRAWS = 20_000


def mixture_of(rules: Ruleset) -> Mixture:
    return load_mixture(f"near-perfect-{rules.board}")


def plan_of(rules: Ruleset, dice: Dice) -> tuple[int, int]:
    """The hunt and the symmetry that a game with these dice is played by."""
    return _load(rules.board).plan(dice.at(PLAN))


def fits(counts: Counter, chances: dict) -> bool:
    """Whether draws follow a law; what is rarer than five of them is taken together."""
    often = {thing: p for thing, p in chances.items() if p * counts.total() >= 5}
    seen = [counts[thing] for thing in often]
    law = [p * counts.total() for p in often.values()]
    rest = counts.total() - sum(law)
    if rest >= 5:
        seen, law = [*seen, counts.total() - sum(seen)], [*law, rest]
    assert len(law) > 3
    assert set(counts) <= {thing for thing, p in chances.items() if p > 0}
    return chisquare(seen, np.array(law) * sum(seen) / sum(law)).pvalue > 0.001


@pytest.mark.parametrize("rules", GROUNDS, ids=lambda rules: str(rules.board))
def test_it_keeps_what_every_strategy_promises(rules: Ruleset) -> None:
    assert mixture_of(rules).rules == rules
    report = check_strategy(NearPerfect(), rules, games=6)
    assert report.fleets > 100


def test_where_it_does_not_play_one_sentence_names_the_boards() -> None:
    boards = " and ".join(str(rules.board) for rules in GROUNDS)
    assert "4x4" in boards
    says = f"^near-perfect plays on {boards} boards only, with ships 3,3,2 "
    for text in (
        "board 10x10",
        "board 4x5; fleet 3,3,2; announce length",
        "board 4x4; fleet 3,2; announce length",
        "board 4x4; fleet 3,3,2; announce shown",
        "board 4x4; fleet 3,3,2; announce length; touching corners",
    ):
        rules = parse_rules(text)
        assert not NearPerfect().plays(rules)
        for ask in (NearPerfect().heat, NearPerfect().drawn(Dice(1)).heat):
            with pytest.raises(BudgetError, match=says):
                ask(Knowledge(rules))


def test_names_and_the_order_of_turns_do_not_matter() -> None:
    other = replace(RULES, fleet=Fleet((3, 2, 3), ("a", "b", "c")), order="simultaneous", first=2)
    layout = draw_layout(RULES, Dice(3))
    one, two = (play(NearPerfect(), Layout(r, layout.ships), Dice(4)) for r in (RULES, other))
    assert one.shots == two.shots
    assert NearPerfect().hides(other, Dice(1)).rules == other
    assert NearPerfect().hides(other, Dice(1)).ships == NearPerfect().hides(RULES, Dice(1)).ships


@pytest.mark.parametrize("rules", GROUNDS, ids=lambda rules: str(rules.board))
def test_every_game_follows_one_tree_and_ends_when_it_does(rules: Ruleset) -> None:
    """The tree of the plan drawn, on the image of the fleet under the symmetry drawn."""
    mixture, listed = mixture_of(rules), list_layouts_of(rules)
    plans = set()
    for game in range(40):
        layout = draw_layout(rules, Dice(1, LAYOUT_STREAM, game))
        dice = Dice(1, SHOT_STREAM, game)
        hunt, symmetry = plan_of(rules, dice)
        plans.add((hunt, symmetry))
        record = play(NearPerfect(), layout, dice)
        image = listed.images[symmetry, listed.number_of(Layout(rules, layout.key))]
        assert len(record) == times(mixture.hunts[hunt], listed)[image]
        move, known = rules.board.symmetries[symmetry], Knowledge(rules)
        for shot in record.shots:
            assert next_cell(mixture.hunts[hunt], listed, known.moved(move)) == move[shot.cell]
            known = known.after(shot.cell, shot.outcome)
    assert len(plans) > 20


def test_hunts_and_symmetries_come_by_their_law() -> None:
    weights = mixture_of(RULES).weights
    drawn = Counter(plan_of(RULES, Dice(7, game)) for game in range(DRAWS))
    law = {(hunt, s): weight / 8 for hunt, weight in enumerate(weights) for s in range(8)}
    assert fits(drawn, law)
    assert not fits(drawn, {plan: 1 / len(law) for plan in law})


def test_it_hides_by_the_lottery_of_the_mixture() -> None:
    listed, hider = list_layouts_of(RULES), mixture_of(RULES).hider
    fleets = [NearPerfect().hides(RULES, Dice(8, game)) for game in range(DRAWS)]
    assert Layout(RULES, fleets[0].ships) == fleets[0]
    drawn = Counter(listed.number_of(fleet) for fleet in fleets)
    chances = (hider / listed.sizes)[listed.classes]
    assert fits(drawn, dict(enumerate(chances)))
    assert not fits(drawn, dict.fromkeys(range(len(listed)), 1 / len(listed)))


@pytest.mark.parametrize("rules", GROUNDS, ids=lambda rules: str(rules.board))
def test_its_heat_is_the_chance_of_its_next_shot(rules: Ruleset) -> None:
    """Against a pass over all hunts and symmetries, one by one."""
    mixture, listed = mixture_of(rules), list_layouts_of(rules)
    layout, dice = draw_layout(rules, Dice(2)), Dice(5)
    known, hunter = Knowledge(rules), NearPerfect()
    while not known.finished:
        chances = np.zeros(rules.board.size)
        for hunt, weight in zip(mixture.hunts, mixture.weights, strict=True):
            for move in rules.board.symmetries:
                cell = next_cell(hunt, listed, known.moved(move))
                if cell is not None:
                    chances[move.index(cell)] += weight
        heat = hunter.heat(known)
        assert heat == pytest.approx(1e6 * chances / chances.sum(), abs=1)
        assert [value > 0 for value in heat] == [chance > 0 for chance in chances]
        assert sum(heat) == pytest.approx(1e6, abs=rules.board.size)
        cell = hunter.next_shot(known, dice)
        known = known.after(cell, answer(layout, known.fired, cell))
    assert hunter.heat(known) == [0] * rules.board.size


def test_off_its_tree_it_goes_on_as_most_hunts_would() -> None:
    hunter, strayed = NearPerfect(), 0
    blank = Knowledge(RULES)
    cell = hottest(hunter.heat(blank))[0]
    known = blank.after(cell, answer(draw_layout(RULES, Dice(1)), 0, cell))
    for game in range(50):
        plan = hunter.drawn(Dice(6, game))
        if plan.heat(blank)[cell]:
            continue
        strayed += 1
        assert plan.heat(known).index(1) == hottest(hunter.heat(known))[0]
    assert strayed > 5


def test_where_no_hunt_leads_it_fires_at_the_likeliest_cell() -> None:
    corners = ["A1", "D4", "A4", "D1"]
    layout = next(
        x
        for game in range(1000)
        if not (x := draw_layout(RULES, Dice(9, game))).occupied & sum(1 << c for c in (0, 3, 12))
    )
    known = told(layout, [RULES.board.cell(name) for name in corners])
    law = ExactLowest().heat(known)
    wanted = [0] * 16
    wanted[law.index(max(law))] = 1_000_000
    assert NearPerfect().heat(known) == wanted
    assert NearPerfect().drawn(Dice(1)).heat(known) == [value // 1_000_000 for value in wanted]


def test_a_plan_outlives_the_record_as_text() -> None:
    known = parse_record(RULES, "")
    shots = {NearPerfect().next_shot(known, Dice(3, game)) for game in range(30)}
    assert len(shots) > 2
    assert NearPerfect().drawn(Dice(3)).drawn(Dice(4)).heat(known) == NearPerfect().drawn(
        Dice(3)
    ).heat(known)
