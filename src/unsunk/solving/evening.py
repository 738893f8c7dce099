"""Of mixtures that win nearly as much, the one that coupled replies gain least on.

The linear program of the loop asks for win rates against one pace. It leaves much open: how the
laws of finishing times differ from layout to layout, which is what a coupled reply lives on (see
`exploitability.py`). A reply with the law p against the hider's fleets, racing the mixture on a
layout of class c, wins a sum over hunts of weight times what p wins of that hunt there. So what it
wins is linear in the weights, and the least that the worst of all replies known wins is a linear
program, its rows taken in as they are violated.
"""

import numpy as np

from unsunk.racing.pace import Floats, Pace, chances
from unsunk.racing.pool import Pool, spread
from unsunk.solving.known import Known
from unsunk.solving.linear_program import least_conceded

ALLOWED = 1e-4
"""The win rate on the worst layout that may be given up."""
ROWS = 200
"""The most rows that are taken in at once."""
NEAR = 1e-6
"""A row is violated if it wins that much more."""
ASKED, GAIN, TURNS = 4, 1e-5, 200
"""Classes asked for in a turn, the gain that is left open, and the most turns."""


class Evening:
    """A pool's hunts against the laws of replies, class by class."""

    def __init__(self, pool: Pool, pace: Pace, hider: Floats) -> None:
        self.pool, self.pace = pool, pace
        self.hidden = spread(pool.listed, hider)
        cells = pool.listed.rules.board.size
        laws = [np.bincount(row, self.hidden, cells + 1) for row in pool.rows]
        self.own = np.array(laws, float)
        """(H, n + 1) the law of each hunt on fleets that the hider hides."""
        ones = np.eye(len(pool))
        self.chances = np.array([chances(pool.laws(one)) for one in ones])
        """(H, K, n + 1) the chance to beat a hunt on a class with each finishing time."""
        self.wins = pool.wins(pace)
        self.replies = list(self.own)
        """Laws of replies; the pool's hunts are replies too."""

    def conceded(self, mixture: Floats) -> Floats:
        """(K, R) what each reply wins, racing the mixture on each class."""
        laws = np.tensordot(mixture, self.chances, 1)
        found: Floats = laws @ np.array(self.replies).T
        return found

    def evened(self, mixture: Floats, least: float) -> Floats:
        """The weights (H,) that concede least, given `least` on the worst layout and the pace."""
        chosen: set[tuple[int, int]] = set()
        rows: list[Floats] = []
        most = -np.inf
        while True:
            conceded = self.conceded(mixture)
            worst = np.argsort(conceded, axis=None)[::-1][: ROWS + len(chosen)]
            places = [divmod(int(at), conceded.shape[1]) for at in worst]
            new = [at for at in places if at not in chosen and conceded[at] > most + NEAR][:ROWS]
            if not new:
                return mixture
            chosen.update(new)
            rows += [self.chances[:, c] @ self.replies[reply] for c, reply in new]
            law = mixture @ self.own
            mixture, most = least_conceded(np.array(rows), self.wins, least, self.own, law)

    def ask(self, mixture: Floats, known: Known) -> bool:
        """Take in best replies to the classes that are furthest open; whether there were any."""
        chances = np.minimum(np.tensordot(mixture, self.chances, 1), 1.0)
        most = np.array([known.most(wins) for wins in chances])
        limit = float(self.conceded(mixture).max()) + GAIN
        asked = [c for c in np.argsort(-most)[:ASKED] if most[c] > limit]
        for c in asked:
            self.replies.append(np.array(known.ask(chances[c]).law))
        return bool(asked)


def evened(
    pool: Pool, mixture: Floats, pace: Pace, hider: Floats, *, ask: bool = False, workers: int = 2
) -> Floats:
    """The weights (H,) of a pool that coupled replies gain least on; see the module.

    The mixture keeps its pace on fleets hidden by `hider` (K,), and gives up at most a hundredth of
    a point on its worst layout. With `ask`, best replies are found to what is evened, and taken in,
    until no reply at all gains more; else the replies are the pool's own hunts.
    """
    evening = Evening(pool, pace, hider)
    least = float((mixture @ evening.wins).min()) - ALLOWED
    mixture = evening.evened(mixture, least)
    if not ask:
        return mixture
    known = Known(pool.listed, evening.hidden, workers=workers)
    known.ask(pace.wins)
    for _ in range(TURNS):
        if not evening.ask(mixture, known):
            break
        mixture = evening.evened(mixture, least)
    return mixture
