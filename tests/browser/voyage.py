"""A whole game through the page, whichever device it is played with."""

from dataclasses import dataclass

from playwright.sync_api import expect

from tests.browser.devices import Mouse
from tests.browser.stage import Stage
from tests.browser.table import Table
from unsunk.rules.board import Board
from unsunk.rules.placement import Placement


@dataclass(frozen=True)
class Terms:
    """The game that is chosen on the page; None leaves what the page begins with."""

    rows: int = 10
    columns: int = 10
    lengths: tuple[int, ...] = (5, 4, 3, 3, 2)
    touching: str = "yes"
    announce: str = "shown"
    level: str = "hard"
    first: str = "you"

    @property
    def board(self) -> Board:
        return Board(self.rows, self.columns)


CLASSIC = Terms()


def choose_terms(table: Table, device: Mouse, terms: Terms) -> None:
    """Set up another game than the page's own."""
    device.pick(f"level-{terms.level}")
    if terms.first != "you":
        device.pick(f"first-{terms.first}")
    before = table.game
    device.unfold("rules")
    device.write("rules-rows", str(terms.rows))
    device.write("rules-columns", str(terms.columns))
    device.choose("rules-fleet", "own")
    device.write("rules-lengths", ",".join(map(str, terms.lengths)))
    device.choose("rules-touching", terms.touching)
    device.choose("rules-announce", terms.announce)
    device.press("rules-apply")
    expect(table.part("board-own").locator("[data-cell]")).to_have_count(terms.board.size)
    assert table.game != before


def place_fleet(table: Table, device: Mouse, terms: Terms) -> list[str]:
    """Place every ship, move one and turn another; where each ship then lies, as placements.

    The first ship lies down the last column, the others across from column A on every other row;
    then the second one is moved to the lowest row but one, and the last one is turned.
    """
    board, lengths = terms.board, terms.lengths
    corner = board.name(board.columns - 1)
    expect(table.part("ship-0")).to_have_attribute("aria-pressed", "true")
    device.rotate()
    device.cell("own", corner)
    placed = [Placement(board.cell(corner), lengths[0], False)]
    expect(table.part("ship-0")).to_have_attribute("data-placed", "")
    device.rotate()
    for ship in range(1, len(lengths)):
        expect(table.part(f"ship-{ship}")).to_have_attribute("aria-pressed", "true")
        device.cell("own", f"A{2 * ship - 1}")
        expect(table.part(f"ship-{ship}")).to_have_attribute("data-placed", "")
        placed.append(Placement(board.cell(f"A{2 * ship - 1}"), lengths[ship], True))
    device.cell("own", "B1")
    expect(table.part("ship-1")).to_have_attribute("aria-pressed", "true")
    goal = f"C{board.rows - 1}"
    device.cell("own", goal)
    placed[1] = Placement(board.cell(goal), lengths[1], True)
    expect(table.cell("own", goal)).to_have_attribute("data-ship", "own")
    last = len(lengths) - 1
    device.cell("own", board.name(placed[last].first))
    expect(table.part(f"ship-{last}")).to_have_attribute("aria-pressed", "true")
    device.rotate()
    placed[last] = Placement(placed[last].first, lengths[last], False)
    second = board.name(placed[last].cells(board)[1])
    expect(table.cell("own", second)).to_have_attribute("data-ship", "own")
    return [place.text(board) for place in placed]


def shots_to_win(stage: Stage, game: str) -> list[str]:
    """Three shots into open water, then the computer's fleet, ship by ship."""
    water = stage.open_water(game)
    misses = [water[0], water[-1], water[len(water) // 2]]
    return misses + [cell for ship in stage.targets(game) for cell in ship]


def fight(table: Table, device: Mouse, stage: Stage) -> list[str]:
    """Fire until the computer's fleet is gone; the shots."""
    shots = shots_to_win(stage, table.game)
    for number, cell in enumerate(shots):
        device.cell("enemy", cell)
        mark = table.marked(cell)
        assert (mark == "miss") == (number < 3)
        expect(table.status).to_contain_text(f"{cell} ")
    table.in_phase("over")
    return shots
