"""Files of mixtures: there and back, the same bytes, and none that is damaged or another's."""

import hashlib
import json
import lzma
import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from unsunk.belief.listed import list_layouts_of
from unsunk.errors import InputError
from unsunk.hunting import mixture as module
from unsunk.hunting.hunt import grow, times
from unsunk.hunting.mixture import (
    MAGIC,
    Mixture,
    load_mixture,
    read_mixture,
    stored_mixtures,
)
from unsunk.rules.notation import parse_rules

RULES = "board 3x4; fleet 2,2; announce length"


def made(text: str = RULES, hunts: int = 3) -> Mixture:
    rules = parse_rules(text)
    listed, draw = list_layouts_of(rules), np.random.default_rng(1)
    grown = tuple(grow(listed, draw.integers(0, 9, len(listed))) for _ in range(hunts))
    return Mixture(
        rules=rules,
        hunts=grown,
        weights=draw.dirichlet(np.ones(hunts)),
        hider=draw.dirichlet(np.ones(len(listed.sizes))),
        pace=draw.dirichlet(np.ones(rules.board.size + 1)),
        provenance={"method": "drawn", "rounds": 7, "words": "Grüße"},
        figures={"worst_win_rate": 0.1 + 0.2, "coupled_points": None},
    )


def packed(body: bytes) -> bytes:
    """A file of this body, hash and all."""
    data = lzma.compress(body)
    return MAGIC + hashlib.sha256(data).digest() + data


def body_of(mixture: Mixture) -> bytes:
    return lzma.decompress(mixture.to_bytes()[len(MAGIC) + 32 :])


def with_header(change: Callable[[dict[str, Any]], object]) -> bytes:
    """A whole file with another header."""
    body = body_of(made())
    (size,) = struct.unpack_from("<I", body)
    header = json.loads(body[4 : 4 + size])
    header = change(header) or header
    head = json.dumps(header).encode()
    return packed(struct.pack("<I", len(head)) + head + body[4 + size :])


@pytest.mark.parametrize(
    "text",
    [
        RULES,
        "board 5x5; fleet 3,2; touching no; announce silent",
        "board 1x7; fleet 3,2",
        "board 16x15; fleet 2",
    ],
)
def test_there_and_back(text: str) -> None:
    before = made(text)
    after = read_mixture(before.to_bytes(), "here")
    assert after.rules == before.rules
    assert after.hunts == before.hunts
    for name in ("weights", "hider", "pace"):
        assert getattr(after, name).dtype == np.float64
        assert getattr(after, name).tolist() == getattr(before, name).tolist()
    assert after.provenance == before.provenance
    assert after.figures == before.figures
    listed = list_layouts_of(after.rules)
    for one, other in zip(before.hunts, after.hunts, strict=True):
        assert (times(one, listed) == times(other, listed)).all()


def test_the_same_mixture_gives_the_same_bytes() -> None:
    one, other = made(), made()
    assert one.to_bytes() == other.to_bytes()
    assert read_mixture(one.to_bytes(), "here").to_bytes() == one.to_bytes()
    turned = replace(one, provenance=dict(reversed(one.provenance.items())))
    assert turned.to_bytes() == one.to_bytes()


@pytest.mark.parametrize(
    "change",
    [
        lambda one: {"weights": one.weights[::-1].copy()},
        lambda one: {"hunts": one.hunts[::-1]},
        lambda one: {"pace": one.pace[::-1].copy()},
        lambda one: {"hider": one.hider[::-1].copy()},
        lambda one: {"figures": {}},
    ],
)
def test_another_mixture_gives_other_bytes(change: Callable[[Mixture], dict[str, Any]]) -> None:
    assert replace(made(), **change(made())).to_bytes() != made().to_bytes()


def assert_refused(data: bytes, words: str) -> None:
    """One sentence, naming the file."""
    with pytest.raises(InputError) as told:
        read_mixture(data, "some.mixture")
    sentence = str(told.value)
    assert sentence.startswith("some.mixture ")
    assert words in sentence
    assert "\n" not in sentence


def test_a_changed_byte_is_noticed_wherever_it_is() -> None:
    data = made().to_bytes()
    for place in {*range(48), *range(48, len(data), 7), len(data) - 1}:
        changed = bytearray(data)
        changed[place] ^= 1 << place % 8
        words = "first bytes" if place < len(MAGIC) else "damaged or cut off"
        assert_refused(bytes(changed), words)


def test_a_file_cut_off_or_with_more_is_noticed() -> None:
    data = made().to_bytes()
    for size in (8, 20, 40, 41, len(data) // 2, len(data) - 1):
        assert_refused(data[:size], "damaged or cut off")
    assert_refused(data + b"\0", "damaged or cut off")


@pytest.mark.parametrize("data", [b"", b"unsunk", b"unsolve1" + bytes(99), b"PK\3\4", b"\xff" * 99])
def test_a_foreign_file_is_none_of_ours(data: bytes) -> None:
    assert_refused(data, "is not a mixture of unsunk")


@pytest.mark.parametrize(
    "data",
    [
        MAGIC + hashlib.sha256(b"").digest(),
        MAGIC + hashlib.sha256(b"plain").digest() + b"plain",
        packed(b""),
        packed(b"\0\0"),
        packed(b"\xff\xff\xff\xff{}"),
        packed(struct.pack("<I", 2) + b"{}"),
        packed(struct.pack("<I", 2) + b"[]"),
        packed(struct.pack("<I", 2) + b"\xff\xff"),
        packed(body_of(made()) + b"\5"),
        packed(body_of(made())[:-1]),
        packed(body_of(made())[:900]),
        with_header(lambda header: header.pop("figures") and None),
        with_header(lambda header: header.update(rules="board 3x")),
        with_header(lambda header: header.update(rules=7)),
        with_header(lambda header: header.update(hunts=5)),
        with_header(lambda header: header.update(hunts=["5", 5, 5])),
        with_header(lambda header: header.update(cells=10**9)),
        with_header(lambda header: header.update(classes="6")),
        with_header(lambda header: [header]),
    ],
)
def test_a_whole_file_of_another_shape_is_refused_too(data: bytes) -> None:
    assert_refused(data, "is whole, but holds no mixture of unsunk")


def test_a_file_is_found_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "player.mixture"
    path.write_bytes(made().to_bytes())
    assert load_mixture(str(path)).to_bytes() == made().to_bytes()
    path.write_bytes(made().to_bytes()[:-1])
    with pytest.raises(InputError) as told:
        load_mixture(str(path))
    assert str(told.value).startswith(f"{path} is damaged or cut off")


@pytest.mark.parametrize("name", ["", "no such mixture", ".", "\0"])
def test_a_name_that_is_none_is_one_sentence(name: str) -> None:
    with pytest.raises(InputError, match="is no mixture: it is one of"):
        load_mixture(name)


def test_stored_mixtures_are_found_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one.mixture").write_bytes(made().to_bytes())
    (tmp_path / "two.mixture").write_bytes(made(hunts=1).to_bytes())
    (tmp_path / "__init__.py").write_text("")
    monkeypatch.setattr(module, "files", lambda package: tmp_path)
    assert stored_mixtures() == ("one", "two")
    assert len(load_mixture("two").hunts) == 1
    with pytest.raises(InputError, match="'three' is no mixture: it is one of one, two, or a file"):
        load_mixture("three")


@pytest.mark.parametrize("name", stored_mixtures())
def test_every_stored_mixture_can_be_read(name: str) -> None:
    stored = load_mixture(name)
    assert len(stored.weights) == len(stored.hunts)
    assert stored.weights.sum() == pytest.approx(1, abs=1e-9)
    assert stored.provenance["method"]
