"""`unsunk study validate`, `circuits`, `packets` and `walkthrough`."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from unsunk.cli.options import Json
from unsunk.cli.output import print_json
from unsunk.errors import InputError

Chance = Annotated[float, typer.Option("--p", help="The chance that a bit is 1.")]
File = Annotated[
    Path | None, typer.Argument(metavar="FILE", help="A bank to check; without one it is made.")
]
Board = Annotated[str, typer.Option("--board", metavar="ROWSxCOLUMNS", help="The board.")]
Fleet = Annotated[str, typer.Option("--fleet", metavar="LENGTHS", help="The fleet.")]
Packets = Annotated[int, typer.Option("--packets", min=1, help="How many.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Of all packets.")]
Policy = Annotated[str, typer.Option("--policy", help="Who plays, on both sides.")]
Reading = Annotated[str, typer.Option("--reading", help="How the rules are read.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the bank there.")]


def validate(json: Json = False) -> None:
    """Check that the policies believe what they have heard, on cases with known answers."""
    from unsunk.study.validation import validate as check

    checks = check()
    failed = [one.name for one in checks if not one.passed]
    if json:
        print_json({"checks": [asdict(one) for one in checks], "passed": not failed})
    else:
        for one in checks:
            print(f"{'passed' if one.passed else 'FAILED'}  {one.name}: {one.seen}")
    if failed:
        raise InputError(f"{len(failed)} of {len(checks)} checks failed: {', '.join(failed)}")


def circuits(p: Chance = 0.5) -> None:
    """Draw the circuits of vulnerability V, branch B and link (C₀, C₁)."""
    from unsunk.study.circuits import drawing

    titles = {
        "V": "V: does the shot damage what it hits?",
        "B": "B: in which branch does the ship lie?",
        "C": "(C₀, C₁): does the link carry damage? (strict: on 11 only; paper: always)",
    }
    for kind, title in titles.items():
        print(f"{title}\n{drawing(kind, p)}\n")  # type: ignore[arg-type]


def packets(
    file: File = None,
    board: Board = "5x5",
    fleet: Fleet = "4,3,2",
    packets: Packets = 40,
    seed: Seed = 1,
    out: Out = None,
) -> None:
    """Make a bank of packets and print or write it, or check the bank in a file."""
    from unsunk.racing.folder import write
    from unsunk.rules import board as boards
    from unsunk.rules import fleet as fleets
    from unsunk.study.bank import make_bank, read_bank

    if file is not None:
        bank = read_bank(file)
    else:
        ground = boards.Board.parse(board), fleets.Fleet.parse(fleet)
        bank = make_bank(*ground, packets=packets, seed=seed)
        if out is None:
            print(bank.to_json(), end="")
            return
        write(out, bank.to_json().encode())
    print(
        f"{len(bank.packets):,} packets of {bank.fleet} on a {bank.board} board, seed {bank.seed}, "
        f"SHA-256 {bank.sha256}"
    )


def walkthrough(
    policy: Policy = "belief",
    board: Board = "5x5",
    fleet: Fleet = "4,3,2",
    p: Chance = 0.5,
    reading: Reading = "paper",
    seed: Seed = 1,
) -> None:
    """Tell one game of every rule layer shot by shot, all on the same packet and bits."""
    from unsunk.rules import board as boards
    from unsunk.rules import fleet as fleets
    from unsunk.study.bank import make_bank
    from unsunk.study.bits import Tape, source
    from unsunk.study.policies.policy import policy as named
    from unsunk.study.reading import Reading
    from unsunk.study.walkthrough import walkthrough as told

    ground = boards.Board.parse(board), fleets.Fleet.parse(fleet)
    (packet,) = make_bank(*ground, packets=1, seed=seed).packets
    lines = list(told(packet, named(policy), Tape(packet, p, source()), Reading.parse(reading)))
    print("\n".join(lines).rstrip())
