"""A solved player on all layouts: its mixture with the finishing times of every hunt."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from unsunk.belief.listed import Listed, list_layouts_of
from unsunk.errors import InputError
from unsunk.hunting.hunt import times
from unsunk.hunting.mixture import Mixture
from unsunk.racing.pace import Floats, Pace
from unsunk.racing.pool import Pool, spread


@dataclass(frozen=True, eq=False)
class Player:
    """A mixture whose H hunts are scored on N layouts of K classes, in all symmetries."""

    mixture: Mixture
    pool: Pool
    """Its hunts, in their order."""

    @classmethod
    def of(cls, mixture: Mixture) -> "Player":
        """Follow every hunt on every layout; nothing is taken from the figures of the mixture.

        InputError if its lotteries or trees are none under its rules, BudgetError if there are too
        many layouts.
        """
        listed = list_layouts_of(mixture.rules)
        require_whole(mixture, listed)
        rows = [times(hunt, listed) for hunt in mixture.hunts]
        return cls(mixture, Pool(listed, list(mixture.hunts), rows))

    @property
    def listed(self) -> Listed:
        """All layouts."""
        return self.pool.listed

    @cached_property
    def hidden(self) -> Floats:
        """(N,) the chance that it hides its fleet in each layout."""
        return spread(self.listed, self.mixture.hider)

    @cached_property
    def pace(self) -> Pace:
        """Its pace on fleets that it hides."""
        return self.pool.pace(self.mixture.weights, self.mixture.hider)

    @cached_property
    def rates(self) -> Floats:
        """(K,) its win rate on each class against its own pace."""
        rates: Floats = self.mixture.weights @ self.pool.wins(self.pace)
        return rates

    @cached_property
    def means(self) -> Floats:
        """(K,) its mean shots on each class."""
        means: Floats = self.mixture.weights @ self.pool.means()
        return means

    @property
    def worst_win_rate(self) -> float:
        """Its win rate on its worst layout."""
        return float(self.rates.min())

    @property
    def worst(self) -> int:
        """Its worst layout, the first of its class."""
        return int(self.listed.first[self.rates.argmin()])

    @property
    def mean_shots(self) -> float:
        """Its mean shots on uniform layouts."""
        return float(self.means @ self.listed.sizes / len(self.listed))

    @property
    def figures(self) -> dict[str, float]:
        """What is told of it, by name."""
        return {"worst_win_rate": self.worst_win_rate, "mean_shots": self.mean_shots}

    def law(self, class_: int) -> Pace:
        """The law of its finishing time on the layouts of a class."""
        only = np.arange(len(self.listed.sizes)) == class_
        return self.pool.pace(self.mixture.weights, only.astype(float))


def require_whole(mixture: Mixture, listed: Listed) -> None:
    """InputError unless the numbers of a mixture are lotteries over what they should be."""
    for what, chances, many in (
        ("hunts", mixture.weights, len(mixture.hunts)),
        ("classes of layouts", mixture.hider, len(listed.sizes)),
        ("finishing times", mixture.pace, listed.rules.board.size + 1),
    ):
        if len(chances) != many or not (chances >= 0).all() or abs(chances.sum() - 1) > 1e-6:
            raise InputError(
                f"a mixture here needs {many} chances of its {what}, 0 or more and 1 in all: "
                "it was made under other rules, or wrongly"
            )
