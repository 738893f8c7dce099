"""A mixture: a lottery over fixed hunts, drawn before the first shot; and its file.

A file holds one solved player: hunts, weights, where it hides, its pace, and where all that comes
from. It is, in this order:

    8 bytes     "unsunk 1"
    32 bytes    SHA-256 of all that follows
    the rest    compressed (xz): 4 bytes, little-endian, the length of the header
                the header, JSON in UTF-8: rules, cells, classes, hunts (the length of each),
                provenance, figures
                float64, little-endian: weights (H), hider (K), pace (n + 1)
                the trees of the hunts, one after another (see `hunting/hunt.py`)
"""

import hashlib
import json
import lzma
import struct
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unsunk.errors import InputError
from unsunk.hunting.hunt import Hunt
from unsunk.rules.dice import Dice
from unsunk.rules.notation import parse_rules, rules_text
from unsunk.rules.ruleset import Ruleset

MAGIC = b"unsunk 1"
SUFFIX = ".mixture"
STORED = "unsunk.solutions"
"""The package of the mixtures that come with unsunk."""
NONE_OF_OURS = (lzma.LZMAError, ValueError, KeyError, TypeError, AttributeError, struct.error)
Floats = NDArray[np.float64]
ONE = 1 << 53
"""A weight of 1 as a whole number: what is drawn by weight is drawn by whole numbers."""


@dataclass(frozen=True, eq=False)
class Mixture:
    """A player of H hunts on a board of n cells with K symmetry classes of layouts.

    When it plays or is scored, a random symmetry of the board is drawn with the hunt.
    """

    rules: Ruleset
    hunts: tuple[Hunt, ...]
    weights: Floats
    """(H,) the chance of each hunt; they sum to 1."""
    hider: Floats
    """(K,) the chance that it hides in each class (`Listed.classes`), images being equally likely;
    they sum to 1."""
    pace: Floats
    """(n + 1,) the law of its finishing time on fleets that it hides."""
    provenance: Mapping[str, Any] = field(default_factory=dict)
    """Where it comes from: method, rounds, hours, version."""
    figures: Mapping[str, Any] = field(default_factory=dict)
    """What was measured of it, each with its kind."""

    def to_bytes(self) -> bytes:
        """The file of the mixture; see the module. The same mixture gives the same bytes."""
        header = {
            "rules": rules_text(self.rules),
            "cells": self.rules.board.size,
            "classes": len(self.hider),
            "hunts": [len(hunt.shots) for hunt in self.hunts],
            "provenance": dict(self.provenance),
            "figures": dict(self.figures),
        }
        head = json.dumps(header, sort_keys=True).encode()
        numbers = np.concatenate([self.weights, self.hider, self.pace]).astype("<f8")
        trees = b"".join(hunt.shots for hunt in self.hunts)
        body = struct.pack("<I", len(head)) + head + numbers.tobytes() + trees
        packed = lzma.compress(body, preset=9 | lzma.PRESET_EXTREME)
        return MAGIC + hashlib.sha256(packed).digest() + packed


def running_sums(weights: Floats) -> list[int]:
    """The running sums of weights as whole numbers, `ONE` in all but for rounding.

    >>> [n / ONE for n in running_sums(np.array([0.25, 0.75]))]
    [0.25, 1.0]
    """
    return list(accumulate(round(weight * ONE) for weight in weights.tolist()))


def draw_by(sums: Sequence[int], dice: Dice) -> int:
    """A number by weights whose running sums these are.

    >>> {draw_by([1, 1, 3], Dice(1, game)) for game in range(20)}
    {0, 2}
    """
    return bisect_right(sums, dice.below(sums[-1]))


def stored_mixtures() -> tuple[str, ...]:
    """The names of the mixtures that come with unsunk."""
    folder = files(STORED)
    return tuple(sorted(x.name[: -len(SUFFIX)] for x in folder.iterdir() if SUFFIX in x.name))


def load_mixture(name: str) -> Mixture:
    """The stored mixture of that name, or that of a file.

    InputError if there is none, or if the file is damaged, cut off or none of ours.
    """
    return read_mixture(mixture_file(name), name)


def mixture_file(name: str) -> bytes:
    """The bytes of the stored mixture of that name, or of a file; InputError if there is none."""
    stored = files(STORED) / f"{name}{SUFFIX}"
    if stored.is_file():
        return stored.read_bytes()
    path = Path(name)
    if not path.is_file():
        known = ", ".join(stored_mixtures())
        raise InputError(f"'{name}' is no mixture: it is one of {known}, or a file")
    return path.read_bytes()


def read_mixture(data: bytes, name: str) -> Mixture:
    """The mixture of a file's bytes; InputError, naming the file, if they are not whole."""
    if not data.startswith(MAGIC):
        raise InputError(f"{name} is not a mixture of unsunk: its first bytes are others")
    start = len(MAGIC) + 32
    if hashlib.sha256(data[start:]).digest() != data[len(MAGIC) : start]:
        raise InputError(
            f"{name} is damaged or cut off, its hash does not fit: restore it or make it anew"
        )
    try:
        return _read(lzma.decompress(data[start:]))
    except NONE_OF_OURS:
        raise InputError(f"{name} is whole, but holds no mixture of unsunk: make it anew") from None


def _read(body: bytes) -> Mixture:
    (size,) = struct.unpack_from("<I", body)
    header = json.loads(body[4 : 4 + size])
    rules, lengths = parse_rules(header["rules"]), header["hunts"]
    counts = [len(lengths), header["classes"], header["cells"] + 1]
    numbers = np.frombuffer(body, "<f8", sum(counts), 4 + size).astype(np.float64)
    weights, hider, pace = np.split(numbers, np.cumsum(counts)[:-1])
    at, hunts = 4 + size + numbers.nbytes, []
    for length in lengths:
        hunts.append(Hunt(rules, body[at : at + length]))
        at += length
    if at != len(body):
        raise ValueError("trees of another length")
    return Mixture(
        rules, tuple(hunts), weights, hider, pace, header["provenance"], header["figures"]
    )
