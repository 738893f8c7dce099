"""`unsunk mixture show`, `play` and `verify`."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from unsunk.cli.options import Json, Seed
from unsunk.cli.output import print_json, table_console
from unsunk.cli.progress import progress_bar, waiting
from unsunk.cli.solving.options import Solution
from unsunk.errors import InputError

if TYPE_CHECKING:
    from unsunk.belief.listed import Listed
    from unsunk.hunting.mixture import Mixture
    from unsunk.racing.replay import Replayed

Games = Annotated[int, typer.Option("--games", min=1, help="Games to play; of one all is shown.")]
Uniform = Annotated[
    bool, typer.Option("--uniform", help="Fleets from uniform layouts, not where it hides.")
]
EQUAL = 1e-9
"""How far a figure computed anew may be from the stored one."""

mixture = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    help="Show, replay or verify a solved player.",
)


@mixture.command(short_help="What it is, where it hides and fires first.")
def show(solution: Solution, json: Json = False) -> None:
    """Say what a solved player is, where it hides and where it fires first."""
    from unsunk.cli.solving.words import mixture_row, told
    from unsunk.racing.portrait import fires_first, hides

    player, listed = _loaded(solution)
    board = player.rules.board
    parts = {"hides": hides(player, listed), "fires_first": fires_first(player)}
    if json:
        shares = {
            name: {board.name(cell): float(share) for cell, share in enumerate(part)}
            for name, part in parts.items()
        }
        print_json(mixture_row(player) | shares)
        return
    from unsunk.cli.solving.drawing import shares_map

    console = table_console()
    console.print("\n".join(told(player)), highlight=False)
    for heading, part in zip(
        ("Where it hides", "Where it fires first"), parts.values(), strict=True
    ):
        console.print(f"\n{heading}, in percent:", highlight=False)
        console.print(shares_map(board, part.tolist()), crop=False, overflow="ignore")


@mixture.command(short_help="Replay games, shot by shot.")
def play(
    solution: Solution,
    games: Games = 1,
    uniform: Uniform = False,
    seed: Seed = 1,
    json: Json = False,
) -> None:
    """Replay games: one shot by shot, of many the law of their finishing times."""
    from unsunk.cli.solving.words import mixture_row
    from unsunk.racing.replay import draw_games, replay

    player, listed = _loaded(solution)
    drawn = draw_games(player, listed, games, seed, uniform=uniform)
    with progress_bar("playing") as progress:
        played = replay(player, listed, drawn, progress)
    row = {"games": games, "seed": seed, "uniform": uniform} | _law(player, played, uniform)
    if json:
        print_json(mixture_row(player) | row | _first(played[0]))
    elif games == 1:
        _print_game(played[0])
    else:
        _print_law(player, row)


@mixture.command(short_help="Compute its figures anew and compare.")
def verify(solution: Solution, json: Json = False) -> None:
    """Compute the figures of a solved player anew from its hunts, and compare."""
    from unsunk.cli.solving.words import mixture_row
    from unsunk.hunting.mixture import load_mixture
    from unsunk.racing.player import Player

    stored = load_mixture(solution)
    with waiting("following every hunt on every layout"):
        player = Player.of(stored)
        found = player.figures
        moved = float(abs(player.pace.law - stored.pace).max())
    for name, now in found.items():
        was = stored.figures.get(name)
        if not isinstance(was, int | float) or not abs(was - now) <= EQUAL:
            raise InputError(
                f"{solution} says {name} {was}, computed anew from its hunts it is {now}"
            )
    if moved > EQUAL:
        raise InputError(f"{solution} has a pace that is not that of its hunts: off by {moved:.2g}")
    if json:
        print_json(mixture_row(stored) | found)
        return
    for name, now in found.items():
        print(f"{name}: {now:.12g}")
    print(f"{len(stored.hunts):,} hunts followed on {len(player.listed):,} layouts, all as stored")


def _loaded(solution: str) -> "tuple[Mixture, Listed]":
    """A mixture and the layouts of its rules; InputError if the one is not of the other."""
    from unsunk.belief.listed import list_layouts_of
    from unsunk.hunting.mixture import load_mixture
    from unsunk.racing.player import require_whole

    player = load_mixture(solution)
    listed = list_layouts_of(player.rules)
    require_whole(player, listed)
    return player, listed


def _law(player: "Mixture", played: "list[Replayed]", uniform: bool) -> dict[str, Any]:
    """The finishing times of games, and the mean that they should have."""
    import numpy as np

    from unsunk.racing.pace import Pace
    from unsunk.racing.summary import Moments

    size = player.rules.board.size
    counts = np.bincount([len(game.record) for game in played], minlength=size + 1)
    moments = Moments(counts)
    return {
        "mean": moments.mean,
        "ci95": list(moments.ci95) if len(played) > 1 else None,
        "expected_mean": player.figures.get("mean_shots") if uniform else Pace(player.pace).mean,
        "law": {str(shots): int(count) for shots, count in enumerate(counts) if count},
    }


def _first(game: "Replayed") -> dict[str, Any]:
    """The first game, as text."""
    from unsunk.rules.notation import layout_text, record_text

    return {
        "layout": layout_text(game.layout),
        "record": record_text(game.record),
        "hunt": game.drawn.hunt,
        "symmetry": game.drawn.symmetry,
    }


def _print_game(game: "Replayed") -> None:
    from unsunk.cli.solving.drawing import record_map

    console, told = table_console(), _first(game)
    console.print(f"Fleet: {told['layout']}", highlight=False)
    console.print(f"Hunt {told['hunt']}, symmetry {told['symmetry']}", highlight=False)
    console.print(record_map(game.record), crop=False, overflow="ignore")
    console.print(told["record"], highlight=False)
    console.print(f"Sunk in {len(game.record)} shots, as the pass over all layouts says.")


def _print_law(player: "Mixture", row: dict[str, Any]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    expected = None if row["uniform"] else player.pace
    table = Table(box=SIMPLE_HEAD)
    for heading in ("shots", "games", "share", *(["expected"] if expected is not None else [])):
        table.add_column(heading, justify="right")
    for shots, count in row["law"].items():
        more = [] if expected is None else [f"{100 * expected[int(shots)]:.2f} %"]
        table.add_row(shots, f"{count:,}", f"{100 * count / row['games']:.2f} %", *more)
    console = table_console()
    console.print(table)
    mean, (low, high) = row["mean"], row["ci95"]
    console.print(
        f"{row['games']:,} games, {mean:.4f} shots on average (sampled, {low:.4f} to {high:.4f}), "
        "each ended as the pass over all layouts says",
        highlight=False,
    )
    if row["expected_mean"] is not None:
        console.print(f"over all games {row['expected_mean']:.4f} (exact)", highlight=False)
