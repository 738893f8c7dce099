"""The checks pass, and each fails for a belief that is wrong in its way."""

import numpy as np
import pytest

from unsunk.rules.dice import Dice
from unsunk.study import validation
from unsunk.study.policies import maps
from unsunk.study.policies.belief import BeliefState
from unsunk.study.policies.greedy import Greedy
from unsunk.study.policies.joint import Joint
from unsunk.study.validation import validate
from unsunk.study.view import View


def failed() -> set[str]:
    return {check.name for check in validate() if not check.passed}


def test_every_check_passes_and_says_what_it_saw() -> None:
    checks = validate()
    assert len(checks) == 9
    assert all(check.passed and check.seen for check in checks)


def test_a_law_that_does_not_sum_to_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def heavier(view: View, hits: int, *, doubts: bool) -> list[tuple[int, slice, maps.Reals]]:
        laws = maps.posteriors(view, hits, doubts=doubts)
        return [(afloat, place, law * 1.01 + 1e-9) for afloat, place, law in laws]

    monkeypatch.setattr(validation, "posteriors", heavier)
    found = failed()
    assert "the belief sums to 1" in found
    assert "a miss removes what it makes impossible" in found
    assert "a resolved branch is the one the belief allows" in found
    assert "a doubtful shot weighs by 1 - p" in found


def test_a_shot_elsewhere_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def last(self: BeliefState, view: View, dice: Dice) -> int:
        return view.legal.bit_length() - 1

    monkeypatch.setattr(BeliefState, "next_shot", last)
    found = failed()
    assert "the shot is at a highest legal cell" in found
    assert "of equal cells the first is taken" in found
    assert "greedy and belief agree at L0" in found


def test_wrong_scores_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = maps.placement_map

    def flat(self: BeliefState, view: View) -> maps.Reals:
        return np.sqrt(plain(view, view.occupied, doubts=True))

    monkeypatch.setattr(BeliefState, "map", flat)
    monkeypatch.setattr(Joint, "map", Greedy.map)
    assert failed() == {"scores are the sums of the laws", "joint holds the whole fleet"}
