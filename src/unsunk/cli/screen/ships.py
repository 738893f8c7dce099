"""The list of the ships to place."""

from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from unsunk.cli.playing import sentences
from unsunk.cli.playing.match import Match


class ShipList(Static):
    """One line a ship: the key that picks it, its name, its length, where it lies."""

    @dataclass
    class Picked(Message):
        """A ship was clicked."""

        ship: int

    def show(self, match: Match, selected: int | None) -> None:
        """Show where the ships of a match lie."""
        self.update(Text("\n").join(_line(match, i, selected) for i in range(len(match.placed))))

    def on_click(self, event: events.Click) -> None:
        """Pick the ship of the line that was clicked."""
        self.post_message(self.Picked(event.y))


def _line(match: Match, ship: int, selected: int | None) -> Text:
    fleet, mask = match.rules.fleet, match.placed[ship]
    key = str(ship + 1) if ship < 9 else " "
    name = f"{fleet.names[ship]:{max(map(len, fleet.names))}}"
    size = f"{'■' * fleet.lengths[ship]:{fleet.lengths[0]}}"
    where = "not placed" if mask is None else sentences.place(match.rules.board, mask)
    chosen = ship == selected
    return Text(
        f"{'▸' if chosen else ' '}{key} {name} {size} {where}", style="bold" if chosen else ""
    )
