"""The adviser by mouse: entering a game over a real board, correcting it, and what is said."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Route, expect

from tests.browser.board_talk import address, counsel, numbers, record, settled, shots
from tests.browser.table import Table

Deal = Callable[..., Table]


@pytest.fixture
def table(deal: Deal) -> Table:
    table = deal(path=address())
    settled(table)
    return table


def press(table: Table, *cells: str) -> None:
    for cell in cells:
        table.cell("sea", cell).click()


def test_the_pages_lead_to_it(deal: Deal) -> None:
    table = deal(path="/how-to-play")
    table.page.locator("nav").get_by_role("link", name="Adviser").click()
    expect(table.page.locator("h1")).to_have_text("Adviser")
    settled(table)
    expect(table.part("left")).to_have_text("15,046,987,768")
    expect(table.cell("sea", "E5")).to_have_attribute("aria-label", "E5, untried, 21%, likeliest")


def test_presses_go_from_miss_to_hit_and_round(table: Table) -> None:
    press(table, "C3")
    assert table.marked("C3", "sea") == "miss"
    expect(table.status).to_contain_text("C3 miss. Fleets left: ")
    press(table, "C3")
    expect(table.cell("sea", "C3")).to_have_attribute("data-mark", "hit")
    expect(table.status).to_contain_text("C3 hit. Fleets left: ")
    assert shots(table) == ["C3 hit"]
    press(table, "C3")
    expect(table.cell("sea", "C3")).to_have_attribute("data-mark", "miss")
    press(table, "D3", "D3", "D3")
    assert record(table) == "C3:miss D3:miss"
    press(table, "C3")
    assert record(table) == "C3:miss D3:miss"
    press(table, "C3")
    assert record(table) == "C3:hit D3:miss"


def test_the_map_and_the_counsel_are_those_of_the_server(table: Table) -> None:
    press(table, "B2", "B2", "B3")
    settled(table)
    said = counsel(table, "B2:hit B3:miss")
    assert numbers(table) == {
        cell: str(min(99, max(1, int(seen["chance"] * 100 + 0.5)))) if 0 < seen["chance"] < 1
        else str(round(seen["chance"] * 100))
        for cell, seen in said["cells"].items()
    }  # fmt: skip
    expect(table.part("left")).to_have_text(said["layouts"])
    names = [part["cell"] for part in said["best"]]
    assert table.part("best-cells").locator("b").all_inner_texts() == names
    top = said["best"][0]["chance"]
    likeliest = [cell for cell, seen in said["cells"].items() if seen["chance"] == top]
    assert table.cells("sea", '[data-flag="best"]') == likeliest
    ways = table.part("ways").locator("tbody tr")
    expect(ways).to_have_count(len(said["best"][0]["outcomes"]))
    table.part("best-2").click()
    expect(table.part("ways").locator("caption")).to_have_text(f"If you fire at {names[2]}")
    lefts = [way["count"] for way in said["best"][2]["outcomes"]]
    assert ways.locator("td:last-child").all_inner_texts() == lefts
    table.cell("sea", "B1").hover()
    count = said["cells"]["B1"]["count"]
    expect(table.part("reading")).to_contain_text(f"{count} of {said['layouts']} fleets.")
    table.part("chances").click()
    assert numbers(table) == {}


def test_a_certain_cell_is_a_hit_at_the_first_press(table: Table) -> None:
    press(table, "A1", "A1", "B1")
    settled(table)
    expect(table.part("best")).to_have_text("Certain: a ship lies at A2.")
    press(table, "A2")
    assert record(table) == "A1:hit B1:miss A2:hit"


def test_the_buttons_say_what_was_sunk(table: Table) -> None:
    press(table, "C3", "C3", "C4", "C4")
    expect(table.page.locator("#heard-title")).to_have_text("What were you told at C4?")
    choices = table.part("heard").get_by_role("button")
    assert choices.all_inner_texts() == ["Miss", "Hit", "Sunk: 3", "Sunk: 2", "Not fired at"]
    expect(table.part("heard-2")).to_have_attribute("data-fits", "false")
    table.part("heard-3").click()
    assert record(table) == "C3:hit C4:sunk2"
    expect(table.status).to_contain_text("C4 hit: a ship of 2 is sunk. Fleets left: ")
    expect(table.part("ships")).to_contain_text("Ship of 2sunk")
    table.part("heard-back").click()
    assert record(table) == "C3:hit"
    expect(table.cell("sea", "C4")).to_be_focused()


def test_where_places_are_told_the_lines_of_hits_are_offered(table: Table) -> None:
    table.open(address("C2:hit B3:hit", announce="shown"))
    press(table, "C3", "C3")
    choices = table.part("heard").get_by_role("button").all_inner_texts()
    assert choices == ["Miss", "Hit", "Sunk: 3", "Sunk: 2, C2–C3", "Sunk: 2, B3–C3", "Not fired at"]
    table.part("heard-2").click()
    expect(table.status).to_have_text(
        "No 3 hits lie in line through C3. Mark the other hits of the ship first."
    )
    table.part("heard-4").click()
    assert record(table) == "C2:hit B3:hit C3:sunk2@B3-C3"
    assert table.cells("sea", '[data-ship="sunk"]') == ["B3", "C3"]


def test_where_names_are_told_a_hit_has_a_name(table: Table) -> None:
    table.open(address(announce="named", board="6x6", fleet="sub=3,tug=2"))
    press(table, "C3", "C3", "C3")
    assert record(table) == "C3:hit=tug"
    press(table, "C4", "C4")
    assert record(table) == "C3:hit=tug C4:sunk2=tug"
    expect(table.part("ships").locator("li").nth(1)).to_contain_text("sunk")


def test_undo_redo_and_clear(table: Table) -> None:
    press(table, "A1", "B2", "B2", "C3")
    assert record(table) == "A1:miss B2:hit C3:miss"
    table.part("undo").click()
    table.page.keyboard.press("Control+z")
    assert record(table) == "A1:miss"
    expect(table.status).to_contain_text("Undone; 1 shot.")
    table.part("redo").click()
    assert record(table) == "A1:miss B2:hit"
    table.page.keyboard.press("Control+Shift+z")
    assert record(table) == "A1:miss B2:hit C3:miss"
    expect(table.part("redo")).to_have_attribute("aria-disabled", "true")
    table.part("clear").click()
    assert record(table) == ""
    expect(table.status).to_contain_text("All shots cleared; Undo brings them back.")
    table.page.keyboard.press("Control+z")
    assert record(table) == "A1:miss B2:hit C3:miss"


def test_shots_that_clash_are_named_marked_and_mended(table: Table) -> None:
    table.allowed.append("422")
    table.open(address("E5:miss A1:hit A2:miss"))
    table.cell("sea", "B1").press("m")
    expect(table.part("clash-text")).to_contain_text("A1 (hit), A2 (miss), and B1 (miss)")
    expect(table.status).to_contain_text("These shots cannot all be right")
    assert table.cells("sea", '[data-flag="clash"]') == ["A1", "B1", "A2"]
    assert shots(table) == ["E5 miss", "A1 hit clashes", "A2 miss clashes", "B1 miss clashes"]
    assert numbers(table) == {}
    table.part("clash-undo").click()
    settled(table)
    expect(table.part("clash")).to_be_hidden()
    assert record(table) == "E5:miss A1:hit A2:miss"
    table.cell("sea", "B1").press("m")
    expect(table.part("clash")).to_be_visible()
    table.part("shot-3").click()
    expect(table.cell("sea", "A2")).to_be_focused()
    table.part("heard-1").click()
    expect(table.part("clash")).to_be_hidden()
    assert record(table) == "E5:miss A1:hit A2:hit B1:miss"


def test_a_record_is_kept_over_a_reload_and_goes_where_its_address_goes(
    table: Table, deal: Deal
) -> None:
    press(table, "C3", "C3", "D4")
    link = table.page.url.removeprefix(table.site)
    table.page.reload()
    expect(table.status).to_contain_text("Your record was kept: 2 shots.")
    assert shots(table) == ["C3 hit", "D4 miss"]
    table.open("/adviser")
    expect(table.page.locator("#shots li")).to_have_count(2)
    other = deal(path=link)
    expect(other.page.locator("#shots li")).to_have_count(2)
    other.page.evaluate("() => { location.hash = 'board=6x6&fleet=3&record=A6:miss' }")
    expect(other.cell("sea", "A6")).to_have_attribute("data-mark", "miss")
    assert shots(other) == ["A6 miss"]


@pytest.mark.parametrize(
    "broken",
    [
        "#main",
        "#record=A1:perhaps",
        "#board=4x99",
        "#fleet=many&board=5x5",
        "#board=5x5&announce=x",
    ],
)
def test_an_address_that_cannot_be_read_is_left_aside(broken: str, table: Table) -> None:
    press(table, "C3")
    table.page.evaluate("(hash) => { location.hash = hash }", broken)
    table.page.wait_for_timeout(50)
    assert shots(table) == ["C3 miss"]
    table.page.reload()
    expect(table.page.locator("#shots li")).to_have_count(1)


def test_a_record_is_pasted_and_copied(table: Table) -> None:
    table.part("record").locator("summary").click()
    table.part("record-text").fill("A1:miss B2:hmm")
    table.part("record-use").click()
    expect(table.part("record-error")).to_contain_text("Shot 2, “B2:hmm”, cannot be read.")
    expect(table.part("record-text")).to_be_focused()
    assert record(table) == ""
    table.part("record-text").fill("a1:miss, b2:hit")
    table.part("record-use").click()
    assert record(table) == "A1:miss B2:hit"
    expect(table.status).to_contain_text("2 shots taken over.")
    expect(table.part("record-error")).to_be_empty()
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.part("record-copy").click()
    expect(table.status).to_have_text("The record was copied.")
    assert table.page.evaluate("() => navigator.clipboard.readText()") == "A1:miss B2:hit"


def test_other_rules(table: Table) -> None:
    press(table, "C3")
    rules = table.part("rules")
    rules.locator("summary").click()
    table.part("rules-touching").select_option("no")
    table.part("rules-apply").click()
    expect(table.status).to_contain_text("New rules: 5×5, ships 3, 2. Fleets left:")
    assert record(table) == "C3:miss"
    expect(table.page.locator("#rules-summary")).to_be_focused()
    rules.locator("summary").click()
    table.part("rules-rows").fill("7")
    table.part("rules-columns").fill("6")
    table.part("rules-announce").select_option("silent")
    table.part("rules-apply").click()
    expect(table.status).to_contain_text("The shots were cleared; Undo brings them back.")
    assert len(table.cells("sea")) == 42
    table.part("undo").click()
    assert len(table.cells("sea")) == 25
    assert record(table) == "C3:miss"


def test_rules_that_cannot_be(table: Table) -> None:
    table.allowed.append("400")
    table.part("rules").locator("summary").click()
    table.part("rules-fleet").select_option("own")
    table.part("rules-lengths").fill("5,5,5,5")
    table.part("rules-touching").select_option("no")
    table.part("rules-apply").click()
    expect(table.part("rules-error")).to_contain_text("These ships cannot all lie on this board")
    expect(table.part("rules-lengths")).to_be_focused()
    table.part("rules-lengths").fill("9")
    table.part("rules-apply").click()
    expect(table.part("rules-error")).to_have_text(
        "The longest ship that fits this board has 5 cells."
    )


def test_an_answer_that_comes_too_late_is_dropped(table: Table) -> None:
    held: list[Route] = []
    late = counsel(table, "C3:miss")

    def hold(route: Route) -> None:
        held.append(route)

    table.page.route("**/api/advise", hold, times=1)
    press(table, "C3")
    table.page.wait_for_timeout(400)
    press(table, "C3")
    settled(table)
    said = counsel(table, "C3:hit")
    expect(table.part("left")).to_have_text(said["layouts"])
    assert len(held) == 1
    with suppress(Error):  # the page has given the request up
        held[0].fulfill(json=late)
    table.page.wait_for_timeout(200)
    expect(table.part("left")).to_have_text(said["layouts"])
    expect(table.status).to_contain_text("C3 hit.")


def test_a_slow_count_is_told_and_a_lost_connection_too(table: Table) -> None:
    table.page.route("**/api/advise", lambda route: None, times=1)
    press(table, "C3")
    expect(table.status).to_have_text("C3 miss. Counting…")
    expect(table.part("advice")).to_have_attribute("aria-busy", "true")
    table.allowed.append("net::ERR_FAILED")
    table.page.route("**/api/advise", lambda route: route.abort(), times=1)
    press(table, "D4")
    expect(table.alert).to_contain_text("Connection lost")
    settled(table)
    expect(table.alert).to_be_empty()
    assert record(table) == "C3:miss D4:miss"


def test_a_fleet_of_ten_says_what_kind_of_number_it_shows(table: Table) -> None:
    rules = {"fleet": "4,3,3,2,2,2,1,1,1,1", "board": "10x10", "touching": "no"}
    table.open(address("A1:miss E5:hit", **rules))
    settled(table)
    said = counsel(table, "A1:miss E5:hit", **rules)
    word = {"exact": "Exact: ", "sampled": "Sampled, not exact: "}[said["kind"]]
    expect(table.part("kind")).to_contain_text(word)
    table.cell("sea", "E6").hover()
    interval = "95 % interval" if said["kind"] == "sampled" else "fleets."
    expect(table.part("reading")).to_contain_text(interval)


def test_a_server_that_had_too_much_is_asked_again(table: Table) -> None:
    table.allowed.append("429")
    error = {"code": "too_many_requests", "message": "wait", "params": {}}

    def busy(route: Route) -> None:
        route.fulfill(status=429, json={"error": error})

    table.page.route("**/api/advise", busy, times=2)
    press(table, "C3")
    settled(table)
    expect(table.status).to_contain_text("Fleets left: ")
    expect(table.alert).to_be_empty()
