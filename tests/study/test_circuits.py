"""The circuits in Qiskit: samplers of any kind, the drawings, and life without Qiskit."""

import subprocess
import sys
from math import pi
from typing import Any

import numpy as np
import pytest

from tests.study.made import packet_of
from unsunk.study.bits import Circuit, Tape, source

pytest.importorskip("qiskit")

from qiskit.primitives import BaseSamplerV2, StatevectorSampler

from unsunk.study.circuits import QiskitSource, _built, drawing


class Machine(BaseSamplerV2):
    """A sampler with chance of its own, that keeps what it was given."""

    def __init__(self) -> None:
        self.inner, self.seen = StatevectorSampler(seed=7), list[tuple[Any, int | None]]()

    def run(self, pubs: Any, *, shots: int | None = None) -> Any:
        self.seen += [(pub, shots) for pub in pubs]
        return self.inner.run(pubs, shots=shots)


def gates(circuit: Circuit) -> list[tuple[str, list[float], list[int]]]:
    built = _built(circuit)
    return [
        (
            line.operation.name,
            [float(angle) for angle in line.operation.params],
            [built.find_bit(qubit).index for qubit in line.qubits],
        )
        for line in built.data
    ]


def test_v_and_b_turn_one_qubit_and_measure_it() -> None:
    for kind in ("V", "B"):
        name, angles, _ = gates(Circuit(kind, 0.25))[0]
        assert (name, angles) == ("ry", [pytest.approx(pi / 3)])
        assert [gate[0] for gate in gates(Circuit(kind, 0.25))] == ["ry", "measure"]


def test_a_link_turns_one_qubit_and_ties_the_other_to_it() -> None:
    made = gates(Circuit("C", 0.5))
    assert made[0] == ("ry", [pytest.approx(pi / 2)], [0])
    assert made[1] == ("cx", [], [0, 1])
    assert sorted(gate[2] for gate in made[2:]) == [[0], [1]]


def test_any_sampler_serves_and_the_record_repeats_its_bits() -> None:
    machine = Machine()
    tape = Tape(packet_of(0, 1), 0.25, QiskitSource(machine))
    bits = [tape.vulnerable(0, shot) for shot in range(100)]
    links = [tape.link(1, ship) for ship in range(3)]
    assert [shots for _, shots in machine.seen] == [256, 3]
    assert 5 < sum(bits) < 50
    assert all(one == other for one, other in links)
    record = tape.record()
    assert record["source"] == "qiskit:Machine"
    again = Tape.replay(record)
    assert [again.vulnerable(0, shot) for shot in range(100)] == bits
    assert [again.link(1, ship) for ship in range(3)] == links


def test_the_same_rng_draws_the_same_bits() -> None:
    draws = [
        QiskitSource().draw(Circuit("V", 0.5), 200, np.random.default_rng(seed))
        for seed in (1, 1, 2)
    ]
    assert np.array_equal(draws[0], draws[1])
    assert not np.array_equal(draws[0], draws[2])


def test_the_qubits_come_in_order() -> None:
    """C₀ is the first column: turned by π, with no CX between, it alone is 1."""
    from qiskit import ClassicalRegister, QuantumCircuit, QuantumRegister

    qubits, bits = QuantumRegister(2, "q"), ClassicalRegister(2, "bits")
    only_first = QuantumCircuit(qubits, bits)
    only_first.x(0)
    only_first.measure(qubits, bits)

    class Other(Machine):
        def run(self, pubs: Any, *, shots: int | None = None) -> Any:
            return self.inner.run([only_first], shots=shots)

    drawn = QiskitSource(Other()).draw(Circuit("C", 0.5), 4, np.random.default_rng(1))
    assert drawn.tolist() == [[1, 0]] * 4


def test_the_three_are_drawn_as_text() -> None:
    assert "Ry(π/3)" in drawing("V", 0.25)
    assert drawing("V", 0.25) == drawing("B", 0.25) != drawing("V", 0.75)
    link = drawing("C", 0.25)
    assert link == drawing("C", 0.75)
    assert "Ry(π/2)" in link
    assert "┤ X ├" in link
    assert link.count("┤M├") == 2
    assert not any(line != line.rstrip() for line in link.splitlines())


def test_auto_is_qiskit_where_it_is_and_the_same_object() -> None:
    assert source("auto").name == source("qiskit").name == "qiskit"
    assert source("qiskit") is source("qiskit")


def test_without_qiskit_there_is_one_sentence_and_numpy() -> None:
    code = """
import sys
sys.modules["qiskit"] = None
from unsunk.errors import InputError
from unsunk.study.bits import source
print(source("auto").name)
try:
    source("qiskit")
except InputError as error:
    print(error)
"""
    command = [sys.executable, "-c", code]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert said[0] == "numpy"
    assert said[1].startswith("Qiskit is not installed")
    assert "pip install unsunk[quantum]" in said[1]
    assert len(said) == 2
