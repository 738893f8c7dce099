"""`unsunk figure`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from unsunk.cli.progress import progress_bar, waiting
from unsunk.errors import InputError

PACKETS = {
    "packet-layouts": "Base layouts of a packet of the study, on both boards.",
    "packet-branches": "Both candidates of its ships, and those that their bits chose.",
    "packet-links": "Its linked segments, and the damage of a game.",
}
"""Name: what it shows; these are computed when they are drawn."""
STUDY = {
    "study-turns": "Terminal turns against p, by rule layer, board and policy.",
    "study-differences": "The same less those at L0, game by game.",
    "study-outcomes": "How often the starter wins, and draws, against p.",
}
"""Name: what it shows; drawn from the stored results of the study."""
FIGURES = {
    "small-boards": "Every strategy against near-perfect on 5x5: head-to-head, worst layout.",
    **PACKETS,
    **STUDY,
}
"""Name: what it shows."""
FORMATS = (".svg", ".png", ".html", ".json")
BOARD = "5x5"
PLAYER = f"near-perfect-{BOARD}"
GAMES, SEED = 100, 1
"""Hunts drawn of a strategy with dice, and the seed, where none are said."""

Name = Annotated[str, typer.Argument(metavar="list|NAME", help="A figure, or all names.")]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="Where to write it: .svg, .png, .html or .json."),
]
Redo = Annotated[
    bool, typer.Option("--redo", help="Compute the stored numbers anew first; takes long.")
]
Games = Annotated[
    int | None,
    typer.Option("--games", help=f"With --redo: hunts drawn of a strategy.  [default: {GAMES}]"),
]
Seed = Annotated[
    int | None, typer.Option("--seed", min=0, help=f"With --redo: its seed.  [default: {SEED}]")
]


def figure(
    name: Name,
    out: Out = None,
    redo: Redo = False,
    games: Games = None,
    seed: Seed = None,
) -> None:
    """Draw a figure from its stored numbers, or compute these anew."""
    if name == "list":
        for known, shows in FIGURES.items():
            print(f"{known}  {shows}")
        return
    if name not in FIGURES:
        raise InputError(f"'{name}' is not a figure: there is {', '.join(FIGURES)}")
    _check(name, out, redo, given=games is not None or seed is not None)
    if redo:
        _redo(GAMES if games is None else games, SEED if seed is None else seed)
    if out is not None and name in PACKETS:
        _draw_packets(name, out)
    elif out is not None and name in STUDY:
        _draw_study(name.removeprefix("study-"), out)
    elif out is not None:
        _draw(_stored(), out)


def _check(name: str, out: Path | None, redo: bool, *, given: bool) -> None:
    """InputError unless the options go together; `given` are games or seed."""
    if out is None and not redo:
        raise InputError("say with --out FILE where to write the figure")
    if out is not None and out.suffix.lower() not in FORMATS:
        raise InputError(f"{out} must end in one of {', '.join(FORMATS)}")
    if redo and name in PACKETS:
        raise InputError(f"'{name}' has no stored numbers: leave out --redo")
    if redo and name in STUDY:
        raise InputError(f"the numbers of '{name}' are made by `unsunk study publish`")
    if given and not redo:
        raise InputError("--games and --seed belong to --redo: the stored numbers have theirs")


def _stored() -> dict[str, Any]:
    """The stored map; InputError unless it is that of the stored player."""
    from unsunk.hunting.mixture import mixture_file
    from unsunk.racing.folder import sha256
    from unsunk.racing.map_file import load_map

    found = load_map(BOARD)
    if found["sha256"] != sha256(mixture_file(PLAYER)):
        raise InputError(
            f"the stored map is of another {PLAYER} than the stored one: "
            "make it anew with `unsunk figure small-boards --redo`"
        )
    return found


def _draw(found: dict[str, Any], out: Path) -> None:
    if out.suffix.lower() == ".json":
        from unsunk.racing.map_file import write_map

        write_map(found, out)
        return
    from unsunk.cli.charts.saving import chart_bytes
    from unsunk.cli.charts.small_boards import chart
    from unsunk.racing.folder import write

    with waiting("drawing"):
        write(out, chart_bytes(chart(found), out.suffix[1:].lower()))


def _draw_packets(name: str, out: Path) -> None:
    import json

    from unsunk.racing.folder import write
    from unsunk.study.portrait import portraits

    found = portraits()
    if out.suffix.lower() == ".json":
        write(out, f"{json.dumps(found, indent=1)}\n".encode())
        return
    from unsunk.cli.charts import packets
    from unsunk.cli.charts.saving import chart_bytes

    with waiting("drawing"):
        chart = getattr(packets, name.removeprefix("packet-"))(found)
        write(out, chart_bytes(chart, out.suffix[1:].lower()))


def _draw_study(kind: str, out: Path) -> None:
    import json
    from dataclasses import asdict

    from unsunk.racing.folder import write
    from unsunk.study.stored_results import read_results

    figures = [one for one in read_results().figures if one.name.startswith(f"{kind}-")]
    if not figures:
        raise InputError("the stored results have no such figure: make them anew")
    if out.suffix.lower() == ".json":
        write(out, f"{json.dumps([asdict(one) for one in figures], indent=1)}\n".encode())
        return
    from unsunk.cli.charts.saving import chart_bytes
    from unsunk.cli.charts.study import chart

    with waiting("drawing"):
        write(out, chart_bytes(chart(figures, kind), out.suffix[1:].lower()))


def _redo(games: int, seed: int) -> None:
    """Race all strategies anew, on all cores, and keep the map once it is whole."""
    import os
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context
    from signal import SIG_IGN, SIGINT, signal

    from unsunk.hunting.mixture import mixture_file, read_mixture
    from unsunk.racing.folder import sha256
    from unsunk.racing.map_file import map_path, write_map
    from unsunk.racing.player import Player
    from unsunk.racing.strategy_map import entrants, strategy_map

    data = mixture_file(PLAYER)
    player = Player.of(read_mixture(data, PLAYER))
    with (
        ProcessPoolExecutor(
            os.cpu_count(), get_context("spawn"), signal, (SIGINT, SIG_IGN)
        ) as pool,
        progress_bar("racing") as progress,
    ):
        found = strategy_map(
            player,
            entrants(player.mixture.rules),
            games=games,
            seed=seed,
            pool=pool,
            progress=progress,
        )
    write_map({"against": PLAYER, "sha256": sha256(data)} | found, map_path(BOARD))
