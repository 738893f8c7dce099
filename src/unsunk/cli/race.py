"""`unsunk race`."""

from typing import TYPE_CHECKING, Annotated

import typer

from unsunk.cli.options import Json, Seed, takes_race_rules
from unsunk.cli.output import print_json
from unsunk.cli.progress import progress_bar
from unsunk.errors import InputError
from unsunk.rules.choices import Announce
from unsunk.rules.notation import rules_text
from unsunk.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from unsunk.racing.race import Estimate, Raced

Names = Annotated[
    list[str],
    typer.Argument(
        metavar="STRATEGY",
        help="The strategies to race: names, or FILE.py:CLASS of your own.",
        show_default=False,
    ),
]
Against = Annotated[
    str | None,
    typer.Option(
        "--against",
        metavar="SOLUTION",
        help="A stored player or a file.  [default: the first strategy, on uniform layouts]",
    ),
]
Games = Annotated[
    int | None, typer.Option("--games", help="Hunts drawn of a strategy with dice.  [default: 100]")
]


@takes_race_rules
def race(
    rules: Ruleset | None,
    strategies: Names,
    against: Against = None,
    games: Games = None,
    seed: Seed = 1,
    json: Json = False,
) -> None:
    """Race strategies against a solved player, or against the first of them."""
    from unsunk.belief.listed import list_layouts_of
    from unsunk.hunting.mixture import load_mixture
    from unsunk.racing.player import Player
    from unsunk.racing.race import GAMES, races

    player = None
    if against is not None:
        mixture = load_mixture(against)
        if rules is not None and rules_text(rules) != rules_text(mixture.rules):
            raise InputError(f"{against} plays '{mixture.rules}', not '{rules}'")
        player = Player.of(mixture)
    agreed = player.mixture.rules if player else rules or Ruleset(announce=Announce.LENGTH)
    with progress_bar("racing") as progress:
        found = races(
            strategies,
            list_layouts_of(agreed),
            player=player,
            games=GAMES if games is None else games,
            seed=seed,
            progress=progress,
        )
    opponent = against or strategies[0]
    if json:
        rows = [raced.row() for raced in found]
        told = {"against": opponent, "seed": seed, "rules": str(agreed)}
        print_json({"results": rows, **told})
    else:
        lines = [f"Against {opponent}: {agreed}"]
        for raced in found:
            lines += ["", *_told(raced)]
        print("\n".join(lines))


def _told(raced: "Raced") -> list[str]:
    """How a strategy raced, a line a figure."""
    drawn = "exact" if raced.kind == "exact" else "sampled"
    drawn += f", {raced.games} hunts drawn" if raced.games else ""
    return [
        f"{raced.strategy} ({drawn})",
        f"  head-to-head   {_share(raced.win_rate)}",
        f"  worst layout   {_share(raced.worst_win_rate)} on {raced.worst_layout}",
        f"  mutual race    {_share(raced.mutual_race)}",
        f"  mean shots     {_shots(raced.mean_shots)} on uniform layouts",
        f"                 {_shots(raced.mean_shots_hider)} on fleets hidden by the opponent",
        f"  slowest        {_shots(raced.slowest_mean)} on {raced.slowest_layout}",
    ]


def _share(estimate: "Estimate") -> str:
    return f"{100 * estimate.value:.2f} %{_reach(estimate, 100, 2)}"


def _shots(estimate: "Estimate") -> str:
    return f"{estimate.value:.3f}{_reach(estimate, 1, 3)}"


def _reach(estimate: "Estimate", unit: int, digits: int) -> str:
    """Half the width of the interval, if there is any."""
    reach = unit * (estimate.high - estimate.low) / 2
    return f" ±{reach:.{digits}f}" if reach else ""
