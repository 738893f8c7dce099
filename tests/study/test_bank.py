"""Banks: what they hold, how they are drawn, their file and its schema, and what is refused."""

import json
import re
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from scipy import stats

from unsunk.errors import ImpossibleFleetError, InputError
from unsunk.rules.board import Board
from unsunk.rules.dice import Dice
from unsunk.rules.fleet import STUDY, Fleet
from unsunk.rules.placement import placements
from unsunk.rules.ruleset import Ruleset
from unsunk.study import bank as bank_module
from unsunk.study.bank import Bank, _stirred, make_bank, read_bank
from unsunk.study.packet import Packet

SCHEMA = json.loads(Path(bank_module.__file__).with_name("bank.schema.json").read_text("utf-8"))
BANK = make_bank(Board(5, 5), packets=6, seed=3)
BOARDS = [
    (Board(5, 5), STUDY),
    (Board(10, 10), STUDY),
    (Board(3, 7), Fleet((3, 2, 1))),
    (Board(10, 10), Fleet((4,) * 4 + (3,) * 4 + (2,) * 4)),
]


def schema_says(data: Any) -> list[str]:
    found = jsonschema.Draft202012Validator(SCHEMA).iter_errors(data)
    return [error.message for error in found]


@pytest.mark.parametrize(("board", "fleet"), BOARDS)
def test_all_candidates_of_a_player_are_disjoint_ships(board: Board, fleet: Fleet) -> None:
    bank = make_bank(board, fleet, 4, seed=9)
    assert [packet.number for packet in bank.packets] == [1, 2, 3, 4]
    for packet in bank.packets:
        for waters in packet.waters:
            masks = [*waters.a, *waters.b]
            assert [mask.bit_count() for mask in masks] == [*fleet.lengths, *fleet.lengths]
            assert sum(masks).bit_count() == 2 * fleet.cells
            assert all(mask in placements(board, mask.bit_count()) for mask in masks)


@pytest.mark.parametrize(("board", "fleet"), BOARDS)
def test_the_file_is_read_back_and_fits_the_schema(
    board: Board, fleet: Fleet, tmp_path: Path
) -> None:
    bank, path = make_bank(board, fleet, 3), tmp_path / "bank.json"
    path.write_text(bank.to_json(), encoding="utf-8")
    again = read_bank(path)
    assert again == bank
    assert again.sha256 == bank.sha256
    data = json.loads(bank.to_json())
    assert schema_says(data) == []
    assert data["base"] == "A"
    first = data["packets"][0]
    base = [board.cell(text.split("-")[0]) for text in first["players"][0]["A"]]
    assert base == [(mask & -mask).bit_length() - 1 for mask in bank.packets[0].waters[0].a]


def test_the_schema_is_one_and_refuses_what_is_not_a_bank() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    sound = json.loads(BANK.to_json())
    for key in sound:
        assert schema_says({name: value for name, value in sound.items() if name != key})
    for change in ({"base": "B"}, {"board": "5"}, {"seed": -1}, {"packets": []}, {"more": 1}):
        assert schema_says(sound | change)
    for key, value in (
        ("trial", 0),
        ("seed", 1.5),
        ("players", sound["packets"][0]["players"][:1]),
        ("links", [[0, 1], [1, 1], [1, 1]]),
        ("players", [{"A": ["a1"], "B": ["A1-A2"]}] * 2),
    ):
        broken = deepcopy(sound)
        broken["packets"][0][key] = value
        assert schema_says(broken)


def test_a_seed_gives_one_bank_and_a_larger_one_begins_with_it() -> None:
    assert make_bank(Board(5, 5), packets=6, seed=3) == BANK
    assert make_bank(Board(5, 5), packets=9, seed=3).packets[:6] == BANK.packets
    others = [make_bank(Board(5, 5), packets=6, seed=seed) for seed in range(1, 7)]
    assert len({packet.waters for bank in others for packet in bank.packets}) == 36
    assert len({packet.seed for bank in others for packet in bank.packets}) == 36


SMALL, PAIR = Board(2, 4), Fleet((2, 1))


def choices() -> list[tuple[int, ...]]:
    """Every (a of the 2, b of the 2, a of the 1, b of the 1) without overlap, by trying all."""
    every = product(permutations(placements(SMALL, 2), 2), permutations(placements(SMALL, 1), 2))
    apart = [two + one for two, one in every if sum(two + one).bit_count() == 6]
    return [one for one in apart if one[0] | one[1] | one[2] | one[3] == sum(one)]


def even(drawn: list[tuple[int, ...]], law: list[tuple[int, ...]]) -> float:
    seen = Counter(drawn)
    assert set(seen) <= set(law)
    return float(stats.chisquare([seen[one] for one in law]).pvalue)


def test_every_choice_of_candidates_is_equally_likely() -> None:
    """Ship after ship would not be: on 2x4 a 2 in a corner leaves more room for the other."""
    law = choices()
    packets = [make_bank(SMALL, PAIR, 1, seed).packets[0] for seed in range(10 * len(law))]
    for owner in (0, 1):
        waters = [packet.waters[owner] for packet in packets]
        assert even([(*(w.a[0], w.b[0]), *(w.a[1], w.b[1])) for w in waters], law) > 0.001


def test_ships_that_are_moved_about_are_equally_likely_too() -> None:
    law = choices()
    rules = Ruleset(SMALL, Fleet((2, 2, 1, 1)))
    drawn = [_stirred(rules, Dice(seed), sweeps=12) for seed in range(8 * len(law))]
    assert even(drawn, law) > 0.001


def test_the_segments_of_links_are_equally_likely_and_seeds_differ() -> None:
    bank = make_bank(Board(10, 10), packets=1500, seed=5)
    for ship, length in enumerate(STUDY.lengths):
        pairs = Counter(packet.links[ship] for packet in bank.packets)
        counts = [pairs[pair] for pair in product(range(length), repeat=2)]
        assert sum(counts) == 1500
        assert stats.chisquare(counts).pvalue > 0.001
    assert len({packet.seed for packet in bank.packets}) == 1500
    assert all(packet.seed < 2**53 for packet in bank.packets)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: make_bank(Board(4, 4)), "two candidates for every ship of 4,3,2 do not fit on a"),
        (lambda: make_bank(Board(5, 5), Fleet((6,))), "two candidates for every ship of 6 do not"),
        (lambda: make_bank(Board(2, 2), Fleet((2, 2))), "two candidates for every ship of 2,2"),
    ],
)
def test_an_impossible_bank_is_an_error_at_once(make: Callable[[], Bank], sentence: str) -> None:
    with pytest.raises(ImpossibleFleetError, match=sentence):
        make()


def test_too_many_packets_or_ships_are_refused() -> None:
    with pytest.raises(InputError, match="a bank without packets"):
        make_bank(Board(5, 5), packets=0)
    with pytest.raises(InputError, match="20 ships at most"):
        make_bank(Board(10, 10), Fleet((1,) * 21))
    assert len(make_bank(Board(1, 2), Fleet((1,)), 4).packets) == 4
    with pytest.raises(InputError, match="1 on a 1x2 board has too few setups for 5 different"):
        make_bank(Board(1, 2), Fleet((1,)), 5)


def again(place: int, **changes: Any) -> tuple[Packet, ...]:
    return (*BANK.packets, replace(BANK.packets[place], **changes))


@pytest.mark.parametrize(
    ("packets", "sentence"),
    [
        (again(2), "two packets have the number 3"),
        (again(2, number=7), "packet 7 has the seed"),
        (again(2, number=7, seed=1), "packets 3 and 7 are the same setup"),
        (
            (*BANK.packets, make_bank(Board(6, 5), packets=7).packets[6]),
            "packet 7 is of 4,3,2 on a 6x5 board: this bank is of 4,3,2 on a 5x5 board",
        ),
        (
            (*BANK.packets, make_bank(Board(5, 5), Fleet((3, 2)), packets=7).packets[6]),
            "packet 7 is of 3,2 on a 5x5 board",
        ),
    ],
)
def test_duplicates_and_strangers_are_refused(packets: tuple[Packet, ...], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        replace(BANK, packets=packets)


def broken(path: list[str | int], value: Any) -> dict[str, Any]:
    data: Any = json.loads(BANK.to_json())
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return dict(data)


FIRST = json.loads(BANK.to_json())["packets"][0]["players"][0]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (broken(["base"], "B"), "whose base is branch A"),
        (broken(["version"], 2), "this is not an unsunk bank of version 1"),
        (broken(["board"], "4x5"), "is not on a 4x5 board"),
        (broken(["board"], "ten"), "'ten' is not a board"),
        (broken(["fleet"], "4,3"), "branch A has 3 ships: this fleet has 2"),
        (broken(["seed"], "1"), "'1' stands where a whole number should"),
        (broken(["packets", 0, "seed"], -1), "-1 stands where a whole number should"),
        (broken(["packets", 0, "trial"], True), "True stands where a whole number should"),
        (broken(["packets", 0, "links", 0], [1.5, 1]), "1.5 stands where a whole number"),
        (broken(["packets", 0, "links", 0], [0, 1]), "links segments|from 0 to 3"),
        (broken(["packets", 0, "links", 0], [1, 5]), "packet 1 links segments"),
        (broken(["packets", 0, "players", 0, "B"], FIRST["A"]), "two candidates lie on"),
        (broken(["packets", 0, "players", 0, "A", 0], "A1-B2"), "'A1-B2' is not a placement"),
        (broken(["packets", 0, "players", 0, "A", 0], "A1-A9"), "'A9' is not on a 5x5 board"),
        (broken(["packets", 0, "players", 0], {}), "is not a bank of packets: a player has no 'A'"),
        (broken(["packets", 0, "players"], [FIRST]), "stands where a list of 2 should"),
        (broken(["packets", 0, "links", 0], [1]), r"\[1\] stands where a list of 2 should"),
        (broken(["packets", 0, "trial"], 0), "0 stands where a whole number should"),
        (broken(["packets", 0, "seed"], 2**64), "is too large: a seed is at most 2"),
        (broken(["seed"], 2**64), "is too large: a seed is at most 2"),
        (broken(["more"], 1), "the bank has 'more', which is none of format, version, base"),
        (broken(["packets", 0, "more"], 1), "a packet has 'more', which is none of trial, seed"),
        (broken(["packets", 0, "players", 0, "C"], []), "a player has 'C', which is none of A, B"),
        (broken(["packets", 0, "players", 0, "A", 0], 5), "5 stands where a text should"),
        (broken(["board"], 5), "5 stands where a text should"),
        (broken(["packets"], []), "a bank without packets"),
        (broken(["packets"], 3), "is not a bank of packets"),
        ([], "is not a bank of packets"),
    ],
)
def test_a_broken_file_is_refused_by_name(data: Any, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "bank.json"
    path.write_text(json.dumps(data))
    with pytest.raises(InputError, match=sentence) as refused:
        read_bank(path)
    assert str(refused.value).startswith(str(path))
    assert "\n" not in str(refused.value)
    assert "Error" not in str(refused.value)


def test_the_largest_seed_is_read_and_the_schema_has_the_same_bounds(tmp_path: Path) -> None:
    path, most = tmp_path / "bank.json", 2**64 - 1
    for place in (["seed"], ["packets", 0, "seed"]):
        path.write_text(json.dumps(broken([*place], most)))
        read_bank(path)
        assert schema_says(broken([*place], most)) == []
        assert schema_says(broken([*place], most + 1))


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe\x00", b"null", b"[" * 100_000])
def test_a_file_that_is_not_json_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bank.json"
    path.write_bytes(data)
    sentence = re.escape(f"{path}: this is not a bank of packets: ")
    with pytest.raises(InputError, match=sentence) as refused:
        read_bank(path)
    assert "Error" not in str(refused.value)


def test_the_hash_is_that_of_the_bank_whatever_the_file_looks_like(tmp_path: Path) -> None:
    path = tmp_path / "bank.json"
    path.write_text(json.dumps(json.loads(BANK.to_json()), indent=1))
    assert read_bank(path).sha256 == BANK.sha256
    assert len(BANK.sha256) == 64
