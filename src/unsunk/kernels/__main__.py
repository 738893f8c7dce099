"""Compile every kernel into Numba's disk cache, so that the first use is quick."""

import numpy as np

from unsunk.belief.fleets import Question, list_fleets
from unsunk.belief.listed import list_layouts_of
from unsunk.belief.posterior import posterior
from unsunk.belief.sampling import sample_fleets
from unsunk.hunting.hunt import grow, next_cell
from unsunk.hunting.least_shots import optimum
from unsunk.hunting.simulate import warm
from unsunk.hunting.strategy import strategy
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce
from unsunk.rules.dice import Dice
from unsunk.rules.fleet import THREE, Fleet
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.ruleset import Ruleset
from unsunk.solving.best_reply import best_reply
from unsunk.solving.reply_bounds import reply_bounds
from unsunk.study.policies.policy import policy
from unsunk.study.reading import Condition
from unsunk.study.view import View

if __name__ == "__main__":
    warm()
    blank = Knowledge(Ruleset(Board(6, 6)))
    posterior(blank)
    tiny = Ruleset(Board(2, 2), Fleet((2,)), announce=Announce.LENGTH)
    optimum(Knowledge(tiny))
    listed = list_layouts_of(tiny)
    next_cell(grow(listed), listed, Knowledge(tiny))
    uniform, wins = np.full(len(listed), 1 / len(listed)), np.linspace(1, 0, 5)
    best_reply(listed, uniform, wins)
    reply_bounds(listed, uniform, wins[None])
    sample_fleets(Question.of(blank), seed=1, throws=10)
    list_fleets(Question.of(blank), most=1, steps=1)
    strategy("admiral").heat(Knowledge(Ruleset(Board(5, 5), THREE)))
    policy("planner").next_shot(View(Condition(Board(5, 5))), Dice(1))
