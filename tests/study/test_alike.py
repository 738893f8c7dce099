"""Other games that are heard alike: the same views, and all else drawn anew."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.study import made
from unsunk.rules.board import Board
from unsunk.rules.dice import Dice
from unsunk.rules.fleet import STUDY
from unsunk.study.alike import alike
from unsunk.study.bank import make_bank
from unsunk.study.bits import NumpySource, Tape
from unsunk.study.layers import Event, State
from unsunk.study.packet import Packet
from unsunk.study.reading import Condition, Feedback, Layer, Linked, Reading, Told


def played(packet: Packet, condition: Condition, shots: int) -> tuple[State, list[Event]]:
    """A game after so many random shots, or before its last."""
    state, events = State.begin(packet, condition), list[Event]()
    tape = Tape(packet, condition.p, NumpySource())
    for before, event, after in made.shots(state, tape, packet.seed, shots):
        if after.over:
            return before, events
        state = after
        events.append(event)
    return state, events


@settings(max_examples=60)
@given(made.packets(), st.sampled_from(Layer), made.readings, st.integers(0, 60), st.data())
def test_games_heard_alike_differ_in_what_is_hidden(
    packet: Packet, layer: Layer, reading: Reading, shots: int, data: st.DataObject
) -> None:
    p = data.draw(st.sampled_from([0.25, 0.75, 1.0]))
    condition = made.condition(packet, layer, reading, p)
    here, events = played(packet, condition, shots)
    found = list(islice(alike(here, events, Dice(1)), 5))
    setups = {(there.packet.waters, there.packet.links) for there in found}
    assert len(setups) == len(found)
    assert (packet.waters, packet.links) not in setups
    for there in found:
        assert there.packet.seed != packet.seed
        assert (there.turn, there.rounds) == (here.turn, here.rounds)
        for one, other in zip(here.sides, there.sides, strict=True):
            assert one.view == other.view


@pytest.mark.parametrize("feedback", Feedback)
@pytest.mark.parametrize("links", Told)
@pytest.mark.parametrize("rule", Linked)
def test_on_the_board_of_the_study_all_that_is_hidden_varies(
    feedback: Feedback, links: Told, rule: Linked
) -> None:
    """At L3, after branches were resolved and links met."""
    condition = Condition(Board(5, 5), STUDY, Layer.L3, 0.5, Reading(rule, feedback, links))
    packet = make_bank(condition.board, STUDY, 3).packets[-1]
    here, events = played(packet, condition, 24)
    assert any(event.resolved for event in events)
    assert any(event.c for event in events)
    found = list(islice(alike(here, events, Dice(1)), 40))
    assert len(found) == 40
    for owner in (0, 1):
        for ship in range(2):
            assert len({there.packet.waters[owner].a[ship] for there in found}) > 1
            assert len({there.packet.waters[owner].b[ship] for there in found}) > 1
        assert len({tuple(link[owner] for link in there.packet.links) for there in found}) > 1
        assert len({there.sides[owner].branch for there in found}) > 1
