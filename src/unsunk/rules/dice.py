"""Chance that can be repeated: a draw depends on a seed and on where it is used, on nothing else.

A draw is a hash of (seed, path, counter), after Steele, Lea and Flood, "Fast splittable
pseudorandom number generators" (OOPSLA 2014). No draw depends on how many others were made
before it, so game 70,000 of a run, or shot 31 of a game, can be drawn alone, in any order, by
plain Python and by a compiled kernel alike (`kernels/simulate.py` holds the compiled twin).
"""

from collections.abc import MutableSequence
from typing import Any

from unsunk.errors import InputError

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15

LAYOUT_STREAM = 1
"""Path element under which layouts are drawn."""
SHOT_STREAM = 2
"""Path element under which a strategy's ties are drawn."""
PLAN = 1 << 32
"""Path element, in the dice of one game, of what a strategy draws once; below it are its shots."""


def mix(word: int) -> int:
    """Return the SplitMix64 finaliser of a 64-bit word.

    >>> mix(1) == mix(1 + 2**64)
    True
    """
    word &= WORD
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & WORD
    return word ^ (word >> 31)


class Dice:
    """A stream of draws at one place of a tree of streams.

    `seed` and every element of `path` lie in 0 ... 2**64 - 1; InputError otherwise.

    >>> Dice(7).at(3).below(6) == Dice(7, 3).below(6)
    True
    >>> dice = Dice(7); [dice.below(6) for _ in range(8)] == [dice.below(6) for _ in range(8)]
    False
    """

    __slots__ = ("_counter", "_key")

    def __init__(self, seed: int, *path: int) -> None:
        self._counter = 0
        self._key = mix(_word(seed) + GOLDEN)
        for element in path:
            self._key = _child(self._key, _word(element))

    def at(self, *path: int) -> "Dice":
        """Return the stream at `path` below this one; this stream is not used up by it."""
        child = Dice.__new__(Dice)
        child._counter = 0
        child._key = self._key
        for element in path:
            child._key = _child(child._key, _word(element))
        return child

    def word(self) -> int:
        """Return the next 64 random bits."""
        self._counter += 1
        return mix(self._key + self._counter * GOLDEN)

    def below(self, bound: int) -> int:
        """Return a uniform whole number in 0 ... bound - 1, without bias (Lemire 2019).

        >>> sorted({Dice(1, i).below(3) for i in range(50)})
        [0, 1, 2]
        """
        if bound < 1:
            raise InputError(f"cannot draw below {bound}: the bound must be at least 1")
        if bound >= 1 << 32:
            return self._below_wide(bound)
        product = (self.word() >> 32) * bound
        if product & 0xFFFFFFFF < bound:
            threshold = ((1 << 32) - bound) % bound
            while product & 0xFFFFFFFF < threshold:
                product = (self.word() >> 32) * bound
        return product >> 32

    def _below_wide(self, bound: int) -> int:
        bits = (bound - 1).bit_length()
        words = -(-bits // 64)
        while True:
            value = 0
            for _ in range(words):
                value = value << 64 | self.word()
            value >>= 64 * words - bits
            if value < bound:
                return value

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle a list in place, every order equally likely (Fisher-Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def child_key(seed: int, *path: int) -> int:
    """The 64-bit key of a place in the tree, for the compiled twin.

    >>> child_key(7, 3) == Dice(7, 3)._key
    True
    """
    return Dice(seed, *path)._key


def _word(value: int) -> int:
    if type(value) is not int or not 0 <= value <= WORD:
        raise InputError(f"{value} is not a seed: a whole number from 0 to 2**64 - 1 is needed")
    return value


def _child(key: int, element: int) -> int:
    return mix(key + mix(element + GOLDEN))
