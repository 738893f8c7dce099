"""Write the tables of strength from the games kept in `docs/games`: `make strength` runs this.

Between `<!-- strength -->` and `<!-- end -->` a page holds tables made here, and nothing else.
"""

import re
from pathlib import Path

from unsunk.racing.games_file import read_games
from unsunk.racing.summary import Bench, Pair, Result, summary

DOCS = Path(__file__).parent
GAMES = {name: DOCS / "games" / f"{name}.parquet" for name in ("shown", "length", "named")}
"""Announcement: the file of per-game results."""
ORDER = ("density", "exact-random", "exact", "admiral")
"""The strategies from the plainest on."""
SHORT = (("density", "exact"), ("exact", "admiral"))
"""The pairs that a short table tells."""
PAGES = {DOCS / "strength.md": "long", DOCS.parent / "README.md": "short"}
"""Page: how much it tells."""
BLOCK = re.compile(r"(?<=<!-- strength -->\n\n).*?(?=\n\n<!-- end -->)", re.DOTALL)


def found() -> dict[str, Bench]:
    """What the kept games of each announcement say."""
    benches = {}
    for name, path in GAMES.items():
        kept = read_games(path)
        hunted = sorted(kept.hunted, key=lambda one: ORDER.index(one.strategy))
        benches[name] = summary(kept.rules, kept.seed, hunted)
    return benches


def table(benches: dict[str, Bench], how: str) -> str:
    """The table of means, and in a long one that of the paired differences."""
    rows = [
        "| announced | strategy | games | mean, 95 % interval | median | 95 % within | worst |",
        "|---|---|---|---|---|---|---|",
    ]
    rows += [_result(name, one) for name, bench in benches.items() for one in bench.results]
    rows += ["", "| announced | on the same layouts | games | fewer shots, 95 % interval |"]
    rows += ["|---|---|---|---|"]
    for name, bench in benches.items():
        games = {one.strategy: one.games for one in bench.results}
        for pair in bench.paired:
            if how == "long" or (pair.a, pair.b) in SHORT:
                rows.append(_pair(name, pair, min(games[pair.a], games[pair.b])))
    return "\n".join(rows)


def _result(name: str, one: Result) -> str:
    reach = (one.ci95[1] - one.ci95[0]) / 2
    return (
        f"| `{name}` | `{one.strategy}` | {one.games:,} | {one.mean:.3f} ± {reach:.3f} | "
        f"{one.median:g} | {one.p95} | {one.max} |"
    )


def _pair(name: str, pair: Pair, games: int) -> str:
    reach = (pair.ci95[1] - pair.ci95[0]) / 2
    return (
        f"| `{name}` | `{pair.b}` against `{pair.a}` | {games:,} | "
        f"{pair.mean_difference:.3f} ± {reach:.3f} |"
    )


def written(page: Path, benches: dict[str, Bench]) -> str:
    """The page with its tables made anew."""
    tables = table(benches, PAGES[page])
    return BLOCK.sub(lambda _: tables, page.read_text(encoding="utf-8"))


if __name__ == "__main__":
    made = found()
    for target in PAGES:
        target.write_text(written(target, made), encoding="utf-8")
