"""What a person may do wrong: it is said, with what would be right, and nothing changes."""

from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.browser.stage import Stage
from tests.browser.table import Table

Deal = Callable[..., Table]

EDGE = "Battleship does not fit at {}: it is 4 cells long and would run off the {} edge."
OVERLAP = "Battleship does not fit at {}: it would overlap the carrier."
TOUCH = "Battleship does not fit at {}: it would touch the carrier, and these rules forbid that."
PLACEMENTS = [
    ("yes", "H4", True, EDGE.format("H4", "right")),
    ("yes", "H8", False, EDGE.format("H8", "lower")),
    ("yes", "D1", False, OVERLAP.format("D1")),
    ("corners", "B3", True, TOUCH.format("B3")),
    ("no", "G3", True, TOUCH.format("G3")),
]
"""Touching, the cell pressed, whether across, and what is said; the carrier lies at B2–F2."""


def test_a_ship_that_may_not_lie_there(deal: Deal, stage: Stage) -> None:
    table = deal(path="/how-to-play")
    for touching, cell, across, sentence in PLACEMENTS:
        game = stage.new(touching=touching)
        stage.act(game, "place", ship=0, first="B2", across=True)
        table.open("/", game)
        expect(table.part("ship-1")).to_have_attribute("aria-pressed", "true")
        if not across:
            table.part("rotate").click()
        table.cell("own", cell).hover()
        expect(table.part("preview")).to_have_text(sentence)
        expect(table.cell("own", cell)).to_have_attribute("data-preview", "illegal")
        table.cell("own", cell).click()
        expect(table.status).to_have_text(sentence)
        expect(table.part("ship-1")).to_have_attribute("aria-pressed", "true")
        assert len(stage.events(game)) == 2


def test_a_ship_that_has_no_room_to_turn(deal: Deal, stage: Stage) -> None:
    game = stage.new()
    stage.act(game, "place", ship=0, first="B9", across=True)
    table = deal(game)
    table.part("ship-0").click()
    table.part("rotate").click()
    expect(table.status).to_have_text(
        "Turned, but it cannot stay: Carrier does not fit at B9: "
        "it is 5 cells long and would run off the lower edge."
    )
    assert len(stage.events(game)) == 2


def test_a_battle_before_the_fleet_is_complete(deal: Deal, stage: Stage) -> None:
    game = stage.new()
    for ship, cell in ((0, "A1"), (1, "A3"), (4, "A5")):
        stage.act(game, "place", ship=ship, first=cell, across=True)
    table = deal(game)
    assert table.part("start").get_attribute("aria-disabled") == "true"
    table.part("start").click(force=True)
    expect(table.status).to_have_text("2 ships are still to be placed: cruiser and submarine.")
    table.in_phase("setup")
    assert len(stage.events(game)) == 4


def test_a_shot_that_finds_the_server_busy_is_not_lost(deal: Deal, stage: Stage) -> None:
    table = deal(stage.battle(level="exact", board="5x5", fleet="3,2"))
    table.allowed.append("429")
    error = {"code": "too_many_requests", "message": "wait", "params": {}}
    sent: list[object] = []

    def busy(route: Route) -> None:
        sent.append(route.request.post_data)
        route.fulfill(status=429, json={"error": error})

    table.page.route("**/actions", busy, times=2)
    table.cell("enemy", "C3").click()
    expect(table.status).to_contain_text("C3", timeout=20_000)
    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert [event["cell"] for event in stage.events(table.game)[3:4]] == ["C3"]
    expect(table.alert).to_be_empty()


def test_a_second_shot_at_a_cell_costs_nothing(deal: Deal, stage: Stage) -> None:
    game = stage.battle()
    water = stage.open_water(game)[0]
    stage.fire(game, [water, stage.targets(game)[0][0]])
    table = deal(game)
    for cell in (water, stage.targets(game)[0][0]):
        table.cell("enemy", cell).click(force=True)
        expect(table.status).to_have_text(f"{cell} was fired at before. Choose another cell.")
        table.part("cell-fire").fill(cell)
        table.part("cell-fire-go").click()
        expect(table.status).to_contain_text(f"{cell} was fired at before.")
    table.cell("own", "C3").click(force=True)
    expect(table.status).to_have_text("These are your own waters. Fire at the enemy’s.")
    assert len(stage.events(game)) == 3 + 4


def test_a_hurried_double_press_fires_once(deal: Deal, stage: Stage) -> None:
    game = stage.battle()
    water = stage.open_water(game)
    table = deal(game)
    table.cell("enemy", water[0]).dblclick()
    table.marked(water[0])
    table.page.evaluate(
        """(cells) => cells.map((cell) =>
          document.querySelector(`[data-testid=board-enemy] [data-cell=${cell}]`).click())""",
        water[1:4],
    )
    table.marked(water[1])
    expect(table.part("you-shots")).not_to_have_text("1")
    fired = [event["cell"] for event in stage.events(game) if event.get("by") == "you"]
    assert fired[0] == water[0]
    assert len(set(fired)) == len(fired)


TYPED = {
    "": "Type a cell first, such as C7.",
    "K1": "“K1” is not a cell of this board; cells run from A1 to J10.",
    "A11": "“A11” is not a cell of this board; cells run from A1 to J10.",
    "<b>": "“<b>” is not a cell of this board; cells run from A1 to J10.",
}


def test_a_cell_that_is_not_there(deal: Deal, stage: Stage) -> None:
    table = deal(stage.battle())
    field = table.part("cell-fire")
    for typed, sentence in TYPED.items():
        field.fill(typed)
        table.part("cell-fire-go").click()
        expect(table.status).to_have_text(sentence)
        expect(table.page.locator("#cell-fire-error")).to_have_text(sentence)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_be_focused()
    field.fill("E5")
    table.page.keyboard.press("Enter")
    table.marked("E5")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(table.page.locator("#cell-fire-error")).to_be_empty()


SIDES = "Rows and columns are whole numbers from 4 to 15."
CROWDED = (
    "These ships cannot all lie on this board under these rules. "
    "Choose a larger board or fewer ships."
)
RULES = [
    ("rules-rows", "16", SIDES),
    ("rules-rows", "10.5", SIDES),
    ("rules-columns", "3", SIDES),
    ("rules-columns", "", SIDES),
    (
        "rules-lengths",
        "3,x",
        "Ship lengths are whole numbers separated by commas, such as 5,4,3,3,2.",
    ),
    ("rules-lengths", "11", "The longest ship that fits this board has 10 cells."),
    (
        "rules-lengths",
        ",".join(["10"] * 11),
        "These ships need more cells than the 100 of the board.",
    ),
    (
        "rules-lengths",
        ",".join(["9"] * 9),
        CROWDED,
    ),
]


def test_rules_that_cannot_be(deal: Deal, stage: Stage) -> None:
    table = deal(stage.new())
    game = table.game
    table.allowed.append("status of 400")
    table.part("rules").locator("summary").click()
    table.part("rules-touching").select_option("no")
    table.part("rules-fleet").select_option("own")
    for testid, text, sentence in RULES:
        field = table.part(testid)
        field.fill(text)
        table.part("rules-apply").click()
        expect(table.part("rules-error")).to_have_text(sentence)
        expect(table.status).to_have_text(sentence)
        expect(field).to_be_focused()
        expect(field).to_have_attribute("aria-invalid", "true")
        assert table.game == game
        field.fill("10")
    table.part("rules-apply").click()
    expect(table.part("rules-error")).to_be_empty()
    expect(table.status).to_have_text("New rules: 10×10, ships 10.")
    assert table.game != game
