"""`unsunk figure packet-...`: what the pictures say is what the packets hold."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from unsunk.cli.figure import PACKETS
from unsunk.cli.main import main
from unsunk.rules.board import Board
from unsunk.study.bank import make_bank
from unsunk.study.portrait import portraits


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    return portraits()


def drawn(name: str, path: Path) -> bytes:
    assert main(["figure", name, "--out", str(path)]) == 0
    return path.read_bytes()


def letters(svg: bytes) -> list[str]:
    return re.findall(r">([^<>]+)</text>", svg.decode())


def test_both_candidates_of_every_ship_are_there(found: dict[str, Any]) -> None:
    for row in found["boards"]:
        board = Board.parse(row["board"])
        packet = make_bank(board, packets=1).packets[0]
        for player, waters in enumerate(packet.waters, start=1):
            for branch, masks in (("A", waters.a), ("B", waters.b)):
                cells = [
                    board.cell(cell["cell"])
                    for cell in row["cells"]
                    if (cell["player"], cell["branch"]) == (player, branch)
                ]
                assert sum(1 << cell for cell in cells) == sum(masks)


def test_the_game_is_told_whole(found: dict[str, Any]) -> None:
    """Three links a board; of each pair one end is damaged by a shot, the other through it."""
    for row in found["boards"]:
        assert {cell["damage"] for cell in row["cells"] if cell["active"] is False} == {None}
        for ship in ("4", "3", "2"):
            ends = [
                cell["damage"]
                for cell in row["cells"]
                if cell["ship"] == ship and cell["link"] and cell["active"]
            ]
            assert sorted(ends) == ["direct", "linked"]
        sunk = [
            sum(cell["damage"] is not None for cell in row["cells"] if cell["player"] == player)
            for player in (1, 2)
        ]
        assert max(sunk) == 9
        assert row["winner"] == (0 if min(sunk) == 9 else 1 + sunk.index(min(sunk)))


def test_layouts(tmp_path: Path) -> None:
    said = letters(drawn("packet-layouts", tmp_path / "a.svg"))
    for title in ("5×5, player 1", "5×5, player 2", "10×10, player 1", "10×10, player 2"):
        assert title in said
    assert [said.count(f"{ship}") for ship in ("4",)] == [4 * 4 + 4 + 1]


def test_branches(found: dict[str, Any], tmp_path: Path) -> None:
    said = letters(drawn("packet-branches", tmp_path / "a.svg"))
    cells = [cell for row in found["boards"] for cell in row["cells"]]
    for ship in ("4A", "4B", "3A", "3B", "2A", "2B"):
        of = [cell for cell in cells if cell["ship"] + cell["branch"] == ship]
        assert said.count(ship) == len(of) + sum(cell["active"] is True for cell in of)
        assert said.count(f"{ship}?") == sum(cell["active"] is None for cell in of)


def test_links(found: dict[str, Any], tmp_path: Path) -> None:
    svg = drawn("packet-links", tmp_path / "a.svg")
    said = letters(svg)
    cells = [cell for row in found["boards"] for cell in row["cells"]]
    for mark, damage in (("×", "direct"), ("•", "linked")):
        many = sum(cell["damage"] == damage for cell in cells)
        assert sum(text.endswith(f" {mark}") for text in said) == many
    assert sum(text.endswith(" •") for text in said) == 6


@pytest.mark.parametrize("name", PACKETS)
def test_numbers_picture_and_page(name: str, found: dict[str, Any], tmp_path: Path) -> None:
    assert json.loads(drawn(name, tmp_path / "a.json")) == found
    assert drawn(name, tmp_path / "a.png").startswith(b"\x89PNG")
    assert drawn(name, tmp_path / "a.html").startswith(b"<!DOCTYPE html>")
