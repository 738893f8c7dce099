"""What a packet refuses."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from unsunk.errors import InputError
from unsunk.rules.bits import mask_of
from unsunk.rules.board import Board
from unsunk.rules.fleet import Fleet
from unsunk.study.packet import Packet, Waters

BOARD, FLEET = Board(4, 6), Fleet((3, 2))


def ship(*names: str) -> int:
    return mask_of(BOARD.cell(name) for name in names)


ONE = Waters((ship("D1", "E1", "F1"), ship("A1", "A2")), (ship("A4", "B4", "C4"), ship("F3", "F4")))
TWO = Waters((ship("B2", "C2", "D2"), ship("B3", "C3")), (ship("F2", "F3", "F4"), ship("A1", "B1")))
PACKET = Packet(BOARD, FLEET, 7, (ONE, TWO), ((2, 0), (1, 1)), 99)


def with_one(**changes: tuple[int, ...]) -> Packet:
    return replace(PACKET, waters=(replace(ONE, **changes), TWO))


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (
            lambda: with_one(b=(ship("A2", "B2", "C2"), ONE.b[1])),
            "packet 7, player 1: two candidates lie on A2, and all must be disjoint",
        ),
        (lambda: with_one(b=ONE.a), "two candidates lie on D1 E1 F1"),
        (
            lambda: with_one(a=(ship("C2", "C3"), ONE.a[1])),
            "branch A has a ship of 2 cells in the place of one of 3",
        ),
        (
            lambda: with_one(b=(ship("A3", "B3", "B4"), ONE.b[1])),
            "branch B: 'A3 B3 B4' is not a ship",
        ),
        (lambda: with_one(a=(ship("F1", "A2", "B2"), ONE.a[1])), "is not a ship"),
        (lambda: with_one(a=(1 << 24 | 1 << 18 | 1 << 12, ONE.a[1])), "is not a ship"),
        (lambda: with_one(a=(0, ONE.a[1])), "is not a ship"),
        (lambda: with_one(a=ONE.a[:1]), "branch A has 1 ships: this fleet has 2"),
        (lambda: with_one(b=(*ONE.b, 1)), "branch B has 3 ships: this fleet has 2"),
        (lambda: replace(PACKET, waters=(TWO, replace(TWO, b=TWO.a))), "packet 7, player 2"),
        (lambda: replace(PACKET, links=((2, 0),)), "has 1 links: there is one for each of the 2"),
        (lambda: replace(PACKET, links=((3, 0), (1, 1))), "two numbers from 0 to 2"),
        (lambda: replace(PACKET, links=((2, 0), (1, -1))), "two numbers from 0 to 1"),
        (lambda: replace(PACKET, board=Board(3, 6)), "is not a ship"),
        (lambda: replace(PACKET, fleet=Fleet((2, 2))), "a ship of 3 cells in the place of one of"),
    ],
)
def test_a_broken_packet_is_refused_in_a_sentence(
    broken: Callable[[], Packet], sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence) as refused:
        broken()
    assert str(refused.value).startswith("packet 7")


def test_segments_are_counted_in_ascending_order_of_cells() -> None:
    assert [ONE.segment(1, bit, 1) for bit in (0, 1)] == [BOARD.cell("A2"), BOARD.cell("F4")]
    assert [TWO.segment(0, 1, number) for number in range(3)] == [
        BOARD.cell(name) for name in ("F2", "F3", "F4")
    ]
