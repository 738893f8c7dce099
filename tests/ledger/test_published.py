"""The numbers that README and docs print, computed anew: `pytest -m slow tests/ledger`."""

from pathlib import Path

import pytest

from unsunk.racing.bench import bench
from unsunk.racing.summary import Result
from unsunk.rules.choices import Announce
from unsunk.rules.ruleset import Ruleset

ROOT = Path(__file__).parents[2]
GAMES, SEED = 100_000, 1
NAMES = ("random", "parity-follow", "density", "one-rule")

pytestmark = pytest.mark.slow


def spread(result: Result) -> str:
    return f"{result.mean:.3f} ± {(result.ci95[1] - result.ci95[0]) / 2:.3f}"


def test_the_table_of_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    found = bench(NAMES, Ruleset(), GAMES, SEED)
    for r in found.results:
        exact = " (exact: 95.389)" if r.strategy == "random" else ""
        row = f"| `{r.strategy}` | {spread(r)}{exact} | {r.median:g} | {r.p95} | {r.max} |"
        assert row in readme
    pair = next(p for p in found.paired if (p.a, p.b) == ("density", "one-rule"))
    reach = (pair.ci95[1] - pair.ci95[0]) / 2
    assert f"{-pair.mean_difference:+.3f} ± {reach:.3f}" in readme


def test_the_table_of_the_strategies():
    page = (ROOT / "docs" / "strategies.md").read_text(encoding="utf-8")
    found = [bench(NAMES[1:], Ruleset(announce=announce), GAMES, SEED) for announce in Announce]
    for number, name in enumerate(NAMES[1:]):
        cells = " | ".join(spread(column.results[number]) for column in found)
        assert f"| `{name}` | {cells} |" in page
