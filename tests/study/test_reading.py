"""Layers, readings and conditions as text, and what they refuse."""

import pytest
from hypothesis import given

from tests.study.made import readings
from unsunk.errors import InputError
from unsunk.rules.board import Board
from unsunk.study.reading import (
    PAPER,
    STRICT,
    Condition,
    Feedback,
    Layer,
    Linked,
    Reading,
    Told,
)


@given(readings)
def test_a_reading_is_read_back_from_its_text(reading: Reading) -> None:
    assert Reading.parse(str(reading)) == reading
    assert Reading.parse(str(reading).replace(" ", ",")) == reading


def test_the_named_readings() -> None:
    assert Reading.parse("paper") == PAPER == Reading()
    assert Reading.parse("strict") == STRICT
    assert STRICT.linked is Linked.ONES
    assert (PAPER.linked, PAPER.feedback) == (Linked.BOTH, Feedback.OPEN)
    assert (PAPER.links, PAPER.sinks) == (Told.TOLD, Told.SILENT)
    assert Reading.parse("strict feedback=ambiguous") == Reading(Linked.ONES, Feedback.AMBIGUOUS)


@pytest.mark.parametrize(
    "text", ["", "loose", "linked=", "linked=all", "links=maybe", "sink=told", "paper=strict"]
)
def test_other_readings_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not a"):
        Reading.parse(text)


@pytest.mark.parametrize("layer", Layer)
def test_a_layer_is_read_back_from_its_name(layer: Layer) -> None:
    assert Layer.parse(f" {str(layer).lower()} ") is layer


@pytest.mark.parametrize("text", ["", "L4", "4", "L-1", "L"])
def test_other_layers_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not a rule layer: it is one of L0, L1, L2, L3"):
        Layer.parse(text)


@pytest.mark.parametrize("layer", [Layer.L1, Layer.L2, Layer.L3])
@pytest.mark.parametrize(
    ("p", "sentence"),
    [
        (None, "needs p"),
        (-0.1, "is not a chance"),
        (1.01, "is not a chance"),
        (float("nan"), "is not a chance"),
        (0.0, "must be above 0"),
    ],
)
def test_a_p_that_cannot_be_played_is_refused(layer: Layer, p: float | None, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        Condition(Board(5, 5), layer=layer, p=p)


def test_l0_has_no_p() -> None:
    assert Condition(Board(5, 5)).p is None
    with pytest.raises(InputError, match="L0 has no chance in its rules"):
        Condition(Board(5, 5), p=0.5)


def test_keys_differ_where_conditions_do() -> None:
    made = [
        Condition(Board(5, 5), layer=layer, p=p, reading=reading)
        for layer in (Layer.L1, Layer.L2)
        for p in (0.25, 0.3, 0.1 + 0.2, 0.12345678, 0.12345679, 1.0)
        for reading in (PAPER, STRICT)
    ]
    assert len({one.key for one in [*made, Condition(Board(5, 5))]}) == len(made) + 1


@pytest.mark.parametrize(
    ("p", "text"), [(0.25, "0.25"), (1.0, "1"), (1e-5, "1e-05"), (0.12345678, "0.12345678")]
)
def test_a_key_has_all_digits_of_p_and_no_more(p: float, text: str) -> None:
    assert Condition(Board(5, 5), layer=Layer.L1, p=p).key == f"5x5 4,3,2 L1 p={text} paper"
