"""`unsunk study run` and `resume`."""

import os
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unsunk.cli.options import Json
from unsunk.cli.output import print_json
from unsunk.cli.progress import progress_bar

if TYPE_CHECKING:
    from unsunk.study.design import Design
    from unsunk.study.store import Run
    from unsunk.study.workers import Workers

FOLDER = Path("study")
"""Where a run is kept if nothing is said."""

Config = Annotated[
    str | None,
    typer.Option(
        "--config",
        metavar="NAME|FILE",
        help="A design: paper, sweep, density, readings, or a TOML file.  [default: paper]",
    ),
]
Packets = Annotated[
    int | None, typer.Option("--packets", min=1, help="Packets a board, in place of the design's.")
]
Seed = Annotated[
    int | None, typer.Option("--seed", min=0, help="Seed of the packets, in place of the design's.")
]
Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="Keep the run in a new folder.")]
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a run.")]
Jobs = Annotated[
    int | None, typer.Option("--jobs", min=1, help="Processes.  [default: one a core]")
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on a Dask cluster: its scheduler's address, or `local` for one of --jobs here.",
    ),
]


def run(
    config: Config = None,
    packets: Packets = None,
    seed: Seed = None,
    out: Out = FOLDER,
    jobs: Jobs = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Play every game of a design, and write logs, tables and a manifest into a folder."""
    from unsunk.study.bits import source
    from unsunk.study.store import Run
    from unsunk.study.workers import workers

    design = chosen(config, packets, seed)
    chance = source(design.source).name
    with workers(many(jobs), cluster, chance) as players, Run.begin(out, design) as kept:
        _play(kept, players, json)


def resume(
    folder: Folder,
    config: Config = None,
    packets: Packets = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Play what a run has not played yet; with a larger design it is enlarged."""
    from unsunk.study.bits import source
    from unsunk.study.design import read_design
    from unsunk.study.manifest import read_manifest
    from unsunk.study.store import Run
    from unsunk.study.workers import workers

    manifest, design = read_manifest(folder), None
    if config is not None or packets is not None:
        before = manifest.design
        design = read_design(config, before.seed) if config else before
        design = replace(design, packets=packets or max(design.packets, before.packets))
    chance = source(manifest.source).name
    with workers(many(jobs), cluster, chance) as players, Run.resume(folder, design) as kept:
        _play(kept, players, json)


def chosen(config: str | None, packets: int | None, seed: int | None) -> "Design":
    """The design that the options describe; InputError."""
    from unsunk.study.design import read_design

    design = read_design(config or "paper")
    return replace(
        design, packets=packets or design.packets, seed=design.seed if seed is None else seed
    )


def many(jobs: int | None) -> int:
    """The processes that the options ask for."""
    return jobs or os.cpu_count() or 1


def _play(kept: "Run", players: "Workers", json: bool) -> None:
    from unsunk.study.collect import collect
    from unsunk.study.store import PARQUET

    begun = time.perf_counter()
    with progress_bar("playing") as progress:
        collect(kept, players, progress)
    seconds, design = time.perf_counter() - begun, kept.manifest.design
    if json:
        print_json(
            {
                "folder": str(kept.folder),
                "log": str(kept.folder / PARQUET),
                "configurations": len(design.configurations),
                "games": design.games,
                "source": kept.manifest.source,
                "seconds": seconds,
            }
        )
        return
    print((kept.folder / "tables" / "table-1.md").read_text(encoding="utf-8"))
    print(
        f"{design.games:,} games of {len(design.configurations):,} configurations, "
        f"bits by {kept.manifest.source}; kept in {kept.folder}"
    )
