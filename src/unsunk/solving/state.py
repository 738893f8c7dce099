"""The loop under way as bytes: all that the next round depends on, so that it may be killed.

    8 bytes     "unsolve1"
    32 bytes    SHA-256 of all that follows
    the rest    a NumPy archive: `head` (JSON: version, rules, narrow, most, rounds), `pace`
                (n + 1), `lottery` (K), `asked` (K), `trees` (the hunts of the pool, one after
                another), `nodes` (H, the length of each), and of a guide, if there is one,
                `guide_asked` (K) and `guide_pace` (n + 1)

The same loop gives the same bytes, whenever it was killed and taken up again; so how long a round
took is not among them.
"""

import hashlib
import json
import zipfile
from dataclasses import asdict, dataclass
from io import BytesIO
from typing import Any

import numpy as np

from unsunk.belief.listed import list_layouts_of
from unsunk.errors import InputError
from unsunk.hunting.hunt import Hunt
from unsunk.racing.games_file import version
from unsunk.racing.pace import Pace
from unsunk.racing.pool import Pool
from unsunk.rules.notation import parse_rules, rules_text
from unsunk.solving.near_perfect import Guide, Round, Search

MAGIC = b"unsolve1"
TIMED = ("seconds", "memory")
"""What differs from run to run in a round."""
DAMAGED = (ValueError, KeyError, TypeError, OSError, EOFError, zipfile.BadZipFile)

Narrow = tuple[int, int] | None
"""How many cells a narrow reply tries, and from how many remnants on; None for exact ones."""


@dataclass
class State:
    """A search and how it asks for replies."""

    search: Search
    narrow: Narrow = None

    def to_bytes(self) -> bytes:
        """The bytes; see the module."""
        search = self.search
        rounds = [asdict(found) for found in search.rounds]
        head = {
            "version": version(),
            "rules": rules_text(search.listed.rules),
            "narrow": self.narrow,
            "most": search.most,
            "rounds": [{k: row[k] for k in row if k not in TIMED} for row in rounds],
        }
        trees = [hunt.shots for hunt in search.pool.hunts]
        guide = search.guide
        kept: dict[str, Any] = {}
        if guide is not None:
            kept = {"guide_asked": guide.asked, "guide_pace": guide.pace.law}
        file = BytesIO()
        np.savez(
            file,
            head=_bytes(json.dumps(head, sort_keys=True).encode()),
            pace=search.pace.law,
            lottery=search.lottery,
            asked=search.asked,
            trees=_bytes(b"".join(trees)),
            nodes=np.array([len(tree) for tree in trees]),
            **kept,
        )
        body = file.getvalue()
        return MAGIC + hashlib.sha256(body).digest() + body


def read_state(data: bytes, name: str) -> State:
    """The state of these bytes, every round said to have taken no time.

    InputError, naming the file, if they are not whole or were written by another version.
    """
    start = len(MAGIC) + 32
    if data[:start] != MAGIC + hashlib.sha256(data[start:]).digest():
        raise InputError(f"{name} is damaged, its hash does not fit: restore it, or solve anew")
    try:
        with np.load(BytesIO(data[start:]), allow_pickle=False) as file:
            arrays = {key: file[key] for key in file.files}
        head = json.loads(arrays["head"].tobytes())
        wrote = head["version"]
        if wrote == version():
            return _state(head, arrays)
    except DAMAGED:
        raise InputError(f"{name} is not a solve of unsunk: solve anew") from None
    raise InputError(
        f"{name} was written by unsunk {wrote}, and this is {version()}: solve anew in another "
        "folder, so that no two versions are mixed"
    )


def _state(head: dict[str, Any], arrays: dict[str, Any]) -> State:
    listed = list_layouts_of(parse_rules(head["rules"]))
    pool = Pool(listed)
    for tree in np.split(arrays["trees"], np.cumsum(arrays["nodes"])[:-1]):
        pool.add(Hunt(listed.rules, tree.tobytes()))
    guide = None
    if "guide_asked" in arrays:
        guide = Guide(arrays["guide_asked"], Pace(arrays["guide_pace"]))
    search = Search(
        listed,
        pool,
        Pace(arrays["pace"]),
        arrays["lottery"],
        arrays["asked"],
        head["most"],
        guide,
        [Round(**row, seconds=0.0, memory=0) for row in head["rounds"]],
    )
    return State(search, None if head["narrow"] is None else tuple(head["narrow"]))


def _bytes(data: bytes) -> np.typing.NDArray[np.uint8]:
    return np.frombuffer(data, np.uint8)
