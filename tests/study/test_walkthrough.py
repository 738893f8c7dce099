"""Games as text: every shot told, and told truly."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.study.made import AnyBits, Fires, condition, packet_of, packets, readings
from unsunk.study.bits import Tape, source
from unsunk.study.game import play
from unsunk.study.packet import Packet
from unsunk.study.reading import Feedback, Layer, Linked, Reading, Told
from unsunk.study.walkthrough import tell, walkthrough

PACKET = packet_of(0, 3)
SILENT = Reading(Linked.BOTH, Feedback.AMBIGUOUS, Told.SILENT)


def tape() -> Tape:
    return Tape(PACKET, 0.5, source("numpy"))


@given(packets(), st.sampled_from(Layer), readings, st.integers(0, 2**32))
def test_every_shot_is_told_truly(
    packet: Packet, layer: Layer, reading: Reading, seed: int
) -> None:
    played = condition(packet, layer, reading)
    game = play(packet, played, (Fires(), Fires()), 0, AnyBits(seed))
    shots = [line for line in tell(game) if re.match(r" +\d+\. ", line)]
    assert len(shots) == len(game.events)
    heard: set[tuple[int, int]] = set()
    for line, event in zip(shots, game.events, strict=True):
        assert f"player {event.shooter + 1}, {event.attack} at " in line
        assert f"at {packet.board.name(event.cell)}: " in line
        assert (" is damaged" in line) == event.damage
        assert ("empty" in line) == (event.ship is None)
        there = (1 - event.shooter, event.cell)
        resisted = event.ship is not None and not event.damage and there not in heard
        assert (" resists" in line) == resisted
        assert (f"V = {event.v}" in line) == (layer >= Layer.L1)
        assert line.count("B = ") == len(event.resolved)
        assert ("C₀C₁ = " in line) == (event.c is not None)
        assert line.count(" sinks") == len(event.sunk)
        assert ("the link damages player" in line) == (event.linked is not None)
        if event.linked is not None:
            heard.add(event.linked)


def test_all_four_layers_on_one_packet_and_one_tape() -> None:
    lines = list(walkthrough(PACKET, Fires(), tape()))
    heads = [line for line in lines if line.startswith("L")]
    assert [head[:3] for head in heads] == ["L0:", "L1:", "L2:", "L3:"]
    assert "p = 0.5" not in heads[0]
    assert all("p = 0.5" in head for head in heads[1:])
    ends = [line for line in lines if " wins in round " in line or "a draw in round" in line]
    assert len(ends) == 4
    hides = [line for line in lines if " hides " in line]
    assert [line.count(" or ") for line in hides] == [0, 0, 0, 0, 3, 3, 3, 3]
    assert [re.sub(" or [A-Z0-9-]+", "", line) for line in hides[4:6]] == hides[:2]
    assert sum("  linked " in line for line in lines) == 1
    assert lines == list(walkthrough(PACKET, Fires(), tape()))


@pytest.mark.parametrize(("reading", "many"), [(Reading(), 0), (SILENT, None)])
def test_what_is_heard_is_said_where_it_is_less_than_what_happened(
    reading: Reading, many: int | None
) -> None:
    lines = list(walkthrough(PACKET, Fires(), tape(), reading))
    heard = [line for line in lines if line.endswith(("heard: no damage", "heard: damage"))]
    assert bool(heard) == (many is None)
    assert any("unheard" in line for line in lines) == (many is None)
    for line in heard:
        assert ("was damaged there" in line) == line.endswith("heard: damage")
