"""Sets of cells as int bit masks."""

from collections.abc import Iterable, Iterator


def cells_of(mask: int) -> Iterator[int]:
    """Yield the members of a mask in ascending order.

    >>> list(cells_of(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cells: Iterable[int]) -> int:
    """Return the mask that holds the given cells.

    >>> bin(mask_of([1, 2, 4]))
    '0b10110'
    """
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask
