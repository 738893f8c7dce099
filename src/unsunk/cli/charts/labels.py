"""Labels beside points, none over another."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

HEIGHT, LETTER = 13.0, 6.1
"""Pixels of a line, and of a letter on average."""
MARK = 10.0
"""Half the side of the square that a point keeps free."""
TURNS, RINGS = 16, tuple(range(10, 90, 7))


@dataclass(frozen=True)
class Box:
    """A rectangle of pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: "Box") -> float:
        """The area that two share.

        >>> Box(0, 0, 2, 2).overlap(Box(1, 1, 3, 3))
        1
        """
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(across, 0) * max(down, 0)


def placed(
    points: Sequence[tuple[float, float]], texts: Sequence[str], width: float, height: float
) -> list[Box]:
    """Where the text of each point goes, as near to it as there is room; all in pixels.

    Texts are placed one by one, each where it covers nothing; where there is no such place, where
    it covers least.

    >>> placed([(50, 50)], ["abc"], 200, 100)[0].left
    60.0
    """
    taken = [Box(x - MARK, y - MARK, x + MARK, y + MARK) for x, y in points]
    found = []
    for (x, y), text in zip(points, texts, strict=True):
        places = _places(x, y, LETTER * len(text))
        inside = [b for b in places if min(b.left, b.top) >= 0 and b.right <= width]
        best = min(
            [box for box in inside if box.bottom <= height] or places,
            key=lambda box: sum(box.overlap(other) for other in taken),
        )
        found.append(best)
        taken.append(best)
    return found


def _places(x: float, y: float, wide: float) -> list[Box]:
    """Boxes around a point, the nearest first: to the right, then all round."""
    boxes = []
    for far in RINGS:
        for turn in range(TURNS):
            angle = 2 * pi * turn / TURNS
            side, up = cos(angle), sin(angle)
            left = x + far * side - wide * (1 - side) / 2
            middle = y - far * up
            boxes.append(Box(left, middle - HEIGHT / 2, left + wide, middle + HEIGHT / 2))
    return boxes
