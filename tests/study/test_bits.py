"""The sources' laws, and the tape: the same bits however it is asked, and from its record."""

import json
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tests.study.made import packet_of
from unsunk.errors import InputError
from unsunk.study.bits import CHUNK, Bits, Circuit, Kind, NumpySource, Source, Tape, source

SHOTS = 100_000
PS = (0.25, 0.5, 0.75)
PACKET = packet_of(0, 1)


def rng(*seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize("p", PS)
@pytest.mark.parametrize("kind", ["V", "B", "C"])
def test_both_sources_have_one_law(kind: Kind, p: float) -> None:
    """χ² of 10⁵ bits each, from seeds of their own, against each other and against p."""
    pytest.importorskip("qiskit")
    circuit = Circuit(kind, p)
    ones = []
    for number, name in enumerate(("numpy", "qiskit")):
        bits = source(name).draw(circuit, SHOTS, rng(number, int(100 * p), ord(kind)))
        assert bits.shape == (SHOTS, 2 if kind == "C" else 1)
        assert bits.dtype == np.uint8
        assert set(np.unique(bits)) == {0, 1}
        if kind == "C":
            assert np.array_equal(bits[:, 0], bits[:, 1])
        ones.append(int(bits[:, 0].sum()))
        law = [SHOTS * (1 - p), SHOTS * p]
        assert stats.chisquare([SHOTS - ones[-1], ones[-1]], law).pvalue > 0.001
    table = [[SHOTS - many, many] for many in ones]
    assert ones[0] != ones[1]
    assert stats.chi2_contingency(table).pvalue > 0.001


@pytest.mark.parametrize("name", ["numpy", "qiskit"])
@pytest.mark.parametrize(("p", "bit"), [(0.0, 0), (1.0, 1)])
def test_a_certain_bit_is_certain(name: str, p: float, bit: int) -> None:
    if name == "qiskit":
        pytest.importorskip("qiskit")
    assert np.all(source(name).draw(Circuit("V", p), 500, rng(1)) == bit)


@pytest.mark.parametrize("name", ["numpy", "qiskit"])
def test_bits_of_one_draw_are_independent(name: str) -> None:
    if name == "qiskit":
        pytest.importorskip("qiskit")
    bits = source(name).draw(Circuit("V", 0.25), SHOTS, rng(5))[:, 0]
    pairs = np.bincount(2 * bits[0::2] + bits[1::2], minlength=4)
    law = [p * q * SHOTS / 2 for p, q in product((0.75, 0.25), repeat=2)]
    assert stats.chisquare(pairs, law).pvalue > 0.001


@given(st.floats(0, 1))
def test_the_angle_gives_the_chance(p: float) -> None:
    assert np.sin(Circuit("V", p).theta / 2) ** 2 == pytest.approx(p, abs=1e-12)


@pytest.mark.parametrize("p", [-0.01, 1.01, float("nan")])
def test_a_circuit_without_a_chance_is_refused(p: float) -> None:
    with pytest.raises(InputError, match="is not a chance: it lies from 0 to 1"):
        Circuit("V", p)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(InputError, match="'dice' is not a value of source of bits"):
        source("dice")
    with pytest.raises(InputError, match="'D' is not a circuit: it is one of V, B, C"):
        Circuit("D", 0.5)  # type: ignore[arg-type]


ASKED = st.lists(
    st.one_of(
        st.tuples(st.just("vulnerable"), st.integers(0, 1), st.integers(0, 3 * CHUNK)),
        st.tuples(st.just("branch"), st.integers(0, 1), st.integers(0, 2)),
        st.tuples(st.just("link"), st.integers(0, 1), st.integers(0, 2)),
    ),
    max_size=30,
)
Ask = tuple[str, int, int]


def answers(tape: Tape, asked: list[Ask]) -> list[object]:
    return [getattr(tape, what)(player, number) for what, player, number in asked]


@given(ASKED, st.randoms(use_true_random=False), st.sampled_from(PS))
def test_the_order_of_asking_does_not_matter(asked: list[Ask], mixer: Any, p: float) -> None:
    first = answers(Tape(PACKET, p, source("numpy")), asked)
    order = list(range(len(asked)))
    mixer.shuffle(order)
    again = answers(Tape(PACKET, p, source("numpy")), [asked[place] for place in order])
    assert [first[place] for place in order] == again


@given(ASKED, st.sampled_from(PS))
def test_a_record_replays_what_was_drawn_and_refuses_the_rest(asked: list[Ask], p: float) -> None:
    tape = Tape(PACKET, p, source("numpy"))
    before = answers(tape, asked)
    record = json.loads(json.dumps(tape.record()))
    again = Tape.replay(record)
    assert answers(again, asked) == before
    assert again.record() == record
    with pytest.raises(InputError, match=f"no bits V of player 2 from number {9 * CHUNK + 1} on"):
        again.vulnerable(1, 9 * CHUNK)


def test_a_record_is_small() -> None:
    tape = Tape(PACKET, 0.5, source("numpy"))
    for player in (0, 1):
        for shot in range(200):
            tape.vulnerable(player, shot)
        tape.branch(player, 0)
        tape.link(player, 0)
    assert len(json.dumps(tape.record())) < 400


@pytest.mark.parametrize(
    "change",
    [
        {"bits": {"V 1 0": "00"}},
        {"bits": {"V 1 0": "zz" * 32}},
        {"bits": {"X 1 0": "00" * 32}},
        {"bits": {"V 1": "00" * 32}},
        {"bits": {"V one 0": "00" * 32}},
        {"bits": []},
        {"ships": None},
    ],
)
def test_a_damaged_record_is_refused(change: dict[str, Any]) -> None:
    tape = Tape(PACKET, 0.5, source("numpy"))
    tape.vulnerable(0, 0)
    tape.branch(0, 0)
    with pytest.raises(InputError, match="this is not a record of a tape"):
        Tape.replay(tape.record() | change)
    for key in tape.record():
        with pytest.raises(InputError, match="this is not a record of a tape"):
            Tape.replay({one: value for one, value in tape.record().items() if one != key})


def test_bits_hang_on_packet_player_kind_and_p() -> None:
    def row(tape: Tape, player: int) -> list[int]:
        return [tape.vulnerable(player, shot) for shot in range(300)]

    tape = Tape(PACKET, 0.5, source("numpy"))
    rows = [row(tape, 0), row(tape, 1), row(Tape(packet_of(0, 2), 0.5, source("numpy")), 0)]
    rows.append(row(Tape(PACKET, 0.25, source("numpy")), 0))
    assert len({tuple(one) for one in rows}) == 4
    assert rows[0][:44] != rows[0][CHUNK:]
    assert row(Tape(PACKET, 0.5, source("numpy")), 0) == rows[0]


def test_links_do_not_hang_on_p() -> None:
    tapes = [Tape(packet_of(0, seed), p, NumpySource()) for seed in range(30) for p in PS]
    links = [
        tuple(tape.link(owner, ship) for owner in (0, 1) for ship in range(3)) for tape in tapes
    ]
    assert links[0::3] == links[1::3] == links[2::3]
    ones = sum(c[0] for link in links[::3] for c in link)
    assert 60 < ones < 120


def test_a_tape_draws_once_and_only_what_it_is_asked() -> None:
    drawn = []

    class Counting(NumpySource):
        def draw(self, circuit: Circuit, shots: int, rng: np.random.Generator) -> Bits:
            drawn.append((circuit.kind, shots))
            return super().draw(circuit, shots, rng)

    counting: Source = Counting()
    for _ in range(3):
        tape = Tape(PACKET, 0.5, counting)
        tape.vulnerable(0, 3)
        tape.vulnerable(0, 4)
        tape.branch(1, 2)
    assert drawn == [("V", CHUNK), ("B", 3)]


def test_l0_asks_for_no_bits() -> None:
    with pytest.raises(InputError, match="L0 asks for no bits"):
        Tape(PACKET, None, source("numpy")).vulnerable(0, 0)
