"""The three circuits in Qiskit; the only file that knows it."""

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from unsunk.errors import InputError
from unsunk.study.bits import LINK_P, Bits, Circuit, Kind

try:
    from qiskit import ClassicalRegister, QuantumCircuit, QuantumRegister
    from qiskit.primitives import StatevectorSampler
except ImportError:
    raise InputError(
        "Qiskit is not installed: install it with `pip install unsunk[quantum]`, "
        "or draw the bits with NumPy"
    ) from None

if TYPE_CHECKING:
    from qiskit.primitives import BaseSamplerV2


class QiskitSource:
    """Runs the circuits on a sampler of Qiskit's primitives, version 2.

    Without one, each draw has a StatevectorSampler of its own, seeded from `rng`. A given sampler,
    of a noisy simulator or of a machine, has chance of its own: its draws are repeated by the
    record of a tape only. It must take the circuits as they are: wrap it if it needs them
    transpiled.

    >>> QiskitSource().draw(Circuit("C", 0.5), 3, np.random.default_rng(1)).shape
    (3, 2)
    """

    def __init__(self, sampler: "BaseSamplerV2 | None" = None) -> None:
        self._sampler = sampler
        self.name = "qiskit" if sampler is None else f"qiskit:{type(sampler).__name__}"

    def draw(self, circuit: Circuit, shots: int, rng: np.random.Generator) -> Bits:
        """The bits (shots, qubits), C₀ before C₁."""
        sampler = self._sampler or StatevectorSampler(seed=rng)
        data = sampler.run([_built(circuit)], shots=shots).result()[0].data
        packed: Bits = data.bits.array
        return np.unpackbits(packed, axis=-1, bitorder="little", count=circuit.qubits)


@lru_cache(maxsize=256)
def _built(circuit: Circuit) -> QuantumCircuit:
    """R_y(θ) and a measurement; for a link a CX between, and two measurements."""
    qubits = QuantumRegister(circuit.qubits, "q")
    bits = ClassicalRegister(circuit.qubits, "bits")
    built = QuantumCircuit(qubits, bits)
    built.ry(circuit.theta, 0)
    if circuit.kind == "C":
        built.cx(0, 1)
    built.measure(qubits, bits)
    return built


def drawing(kind: Kind, p: float) -> str:
    """A circuit as text; a link's is the same at every p.

    >>> print(drawing("V", 0.5))
            ┌─────────┐┌─┐
         q: ┤ Ry(π/2) ├┤M├
            └─────────┘└╥┘
    bits: 1/════════════╩═
                        0
    """
    built = _built(Circuit(kind, LINK_P if kind == "C" else p))
    return "\n".join(line.rstrip() for line in str(built.draw("text")).splitlines())
