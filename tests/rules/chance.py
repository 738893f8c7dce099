"""Is what was drawn uniform?"""

from collections import Counter
from collections.abc import Hashable, Iterable

from scipy.stats import chisquare


def assert_uniform(drawn: Iterable[Hashable], possible: Iterable[Hashable]) -> None:
    """Every possible thing equally often, by a χ² test; nothing else at all."""
    counts, things = Counter(drawn), list(possible)
    assert set(counts) <= set(things)
    assert counts.total() >= 20 * len(things), "too few draws for a test"
    if len(things) > 1:
        assert chisquare([counts[thing] for thing in things]).pvalue > 0.001
