"""Layouts, records and games as text, both ways.

A layout is `carrier:A1-E1 battleship:A3-A6 ...`; names may be left out. A record is the shots in
order: `A1:miss D5:hit H7:sunk5`, with the cells `H7:sunk5@D7-H7` under `shown`, with the ship's
name `D5:hit=cruiser` and `D7:sunk3=cruiser` under `named`. A game is a few lines:

    unsunk game 1
    rules: board 10x10; fleet classic; touching yes; announce shown; order alternate; first 1
    fleet 1: carrier:A1-E1 ...
    fleet 2: ...
    shots: A1 B7 ...

The shots of a game are those of both players in the order in which they were fired; what was
heard follows from the fleets.
"""

import re
from collections.abc import Iterator

from unsunk.errors import ContradictionError, InputError, LayoutError
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce
from unsunk.rules.fleet import Fleet
from unsunk.rules.game import Game
from unsunk.rules.knowledge import Knowledge, Shot
from unsunk.rules.layout import Layout
from unsunk.rules.placement import Placement
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import HIT, MISS, Kind, Outcome

GAME_HEADER = "unsunk game 1"
MOST_TEXT = 100_000
RULES_KEYS = ("board", "fleet", "touching", "announce", "order", "first")


def layout_text(layout: Layout) -> str:
    """A layout as text; `parse_layout` reads it back.

    >>> rules = Ruleset(Board(2, 2), Fleet((2,)))
    >>> layout_text(Layout(rules, (0b0101,)))
    '2:A1-A2'
    """
    board = layout.rules.board
    return " ".join(
        f"{name}:{Placement.of(board, mask).text(board)}"
        for name, mask in zip(layout.rules.fleet.names, layout.ships, strict=True)
    )


def parse_layout(rules: Ruleset, text: str) -> Layout:
    """Read a layout; InputError (LayoutError) if a ship is missing, doubled, misplaced, unreadable.

    A placement without a name goes to the first ship of its length that has none yet.

    >>> rules = Ruleset(Board(3, 3), Fleet((2, 1)))
    >>> parse_layout(rules, "C3 A1-B1").ships
    (3, 256)
    """
    masks: dict[int, int] = {}
    unnamed = []
    for token in text.replace(",", " ").replace(";", " ").split():
        name, colon, place = token.rpartition(":")
        placement = Placement.parse(rules.board, place)
        if colon:
            _put(rules, masks, rules.fleet.index(name), placement)
        else:
            unnamed.append(placement)
    for placement in unnamed:
        free = (
            s.index
            for s in rules.fleet.ships
            if s.index not in masks and s.length == placement.length
        )
        ship = next(free, None)
        if ship is None:
            lengths = ",".join(map(str, rules.fleet.lengths))
            raise LayoutError(
                f"{placement.text(rules.board)} is a ship of {placement.length} too many: "
                f"the fleet is {lengths}",
                "bad_ship",
            )
        _put(rules, masks, ship, placement)
    missing = [ship.name for ship in rules.fleet.ships if ship.index not in masks]
    if missing:
        raise LayoutError(f"the layout has no place for: {', '.join(missing)}", "bad_ship")
    return Layout(rules, tuple(masks[ship.index] for ship in rules.fleet.ships))


def _put(rules: Ruleset, masks: dict[int, int], ship: int, placement: Placement) -> None:
    if ship in masks:
        raise LayoutError(f"the {rules.fleet.names[ship]} is placed twice", "bad_ship")
    masks[ship] = placement.mask(rules.board)


def record_text(knowledge: Knowledge) -> str:
    """A record as text; `parse_record` reads it back under the same rules.

    >>> from unsunk.rules.shot import HIT, MISS
    >>> record_text(Knowledge(Ruleset()).after(0, MISS).after(43, HIT))
    'A1:miss D5:hit'
    """
    return " ".join(shot_text(knowledge.rules, shot) for shot in knowledge.shots)


def shot_text(rules: Ruleset, shot: Shot) -> str:
    """One shot of a record as text."""
    outcome = shot.outcome
    text = f"{rules.board.name(shot.cell)}:{outcome.kind}"
    if outcome.kind is Kind.SUNK:
        text += str(outcome.length or "")
    alone = rules.fleet.lengths.count(outcome.length or 0) == 1
    if outcome.name and not (rules.announce is Announce.SHOWN and alone):
        text += f"={outcome.name}"
    if outcome.cells:
        text += f"@{Placement.of(rules.board, outcome.cells).text(rules.board)}"
    return text


_SHOT = re.compile(
    r"([A-Za-z][0-9]+):(miss|hit|sunk)([0-9]{1,2})?(?:=([^\s=:,;@]+))?(?:@([A-Za-z][0-9]+(?:-[A-Za-z][0-9]+)?))?"
)


def parse_record(rules: Ruleset, text: str) -> Knowledge:
    """Read a record; InputError if a shot is unreadable, ContradictionError if it clashes.

    >>> knowledge = parse_record(Ruleset(), "A1:miss D5:hit E5:hit C5:sunk3@C5-E5")
    >>> len(knowledge), knowledge.afloat
    (4, (5, 4, 3, 2))
    """
    knowledge = Knowledge(rules)
    for number, shot in _shots(rules, text):
        try:
            knowledge = knowledge.after(shot.cell, shot.outcome)
        except ContradictionError as error:
            raise ContradictionError(f"shot {number}: {error}") from None
    return knowledge


def parse_shots(rules: Ruleset, text: str) -> tuple[Shot, ...]:
    """Read the shots of a record that may contradict itself; InputError if one is unreadable.

    >>> shots = parse_shots(Ruleset(), "A1:miss A1:hit C5:sunk3")
    >>> " ".join(shot_text(Ruleset(), shot) for shot in shots)
    'A1:miss A1:hit C5:sunk3'
    """
    return tuple(shot for _, shot in _shots(rules, text))


def _shots(rules: Ruleset, text: str) -> Iterator[tuple[int, Shot]]:
    """Yield the shots of a record with their numbers from 1."""
    if len(text) > MOST_TEXT:
        raise InputError(f"a record of {len(text)} characters is too long: the most is {MOST_TEXT}")
    for number, token in enumerate(text.replace(",", " ").split(), 1):
        try:
            shot = parse_shot(rules, token)
        except InputError as error:
            raise InputError(f"shot {number}: {error}") from None
        yield number, shot


def parse_shot(rules: Ruleset, token: str) -> Shot:
    """Read one shot such as `H7:sunk5@D7-H7`; InputError if it is anything else."""
    match = _SHOT.fullmatch(token)
    if match is None:
        raise InputError(f"'{token}' is not a shot: write CELL:miss, CELL:hit or CELL:sunk3")
    cell = rules.board.cell(match[1])
    kind, digits, name, where = Kind(match[2]), match[3], match[4], match[5]
    if digits and kind is not Kind.SUNK:
        raise InputError(f"'{token}' is not a shot: only a sink has a length")
    named = rules.fleet.names[rules.fleet.index(name)] if name else None
    if kind is Kind.MISS:
        if name or where:
            raise InputError(f"'{token}' is not a shot: a miss has no ship")
        return Shot(cell, MISS)
    length = int(digits) if digits else None
    if named is not None and length is None:
        length = rules.fleet.lengths[rules.fleet.names.index(named)]
    if kind is Kind.HIT and named is None and not where:
        return Shot(cell, HIT)
    cells = Placement.parse(rules.board, where).mask(rules.board) if where else 0
    if cells and named is None:
        named = _only_ship(rules.fleet, length)
    return Shot(cell, Outcome(kind, length, named, cells))


def _only_ship(fleet: Fleet, length: int | None) -> str | None:
    """The name of the fleet's one ship of that length, if it has just one."""
    names = [ship.name for ship in fleet.ships if ship.length == length]
    return names[0] if len(names) == 1 else None


def rules_text(rules: Ruleset) -> str:
    """A ruleset as text; `parse_rules` reads it back.

    >>> rules_text(Ruleset())
    'board 10x10; fleet classic; touching yes; announce shown; order alternate; first 1'
    """
    return str(rules)


def parse_rules(text: str) -> Ruleset:
    """Read a ruleset; parts that are left out are those of the classic game.

    >>> parse_rules("board 5x5; fleet 3,3,2").fleet.lengths
    (3, 3, 2)
    """
    parts: dict[str, str] = {}
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        key, _, value = part.partition(" ")
        if key in parts or key not in RULES_KEYS:
            raise InputError(
                f"'{part}' is not a part of the rules: {', '.join(RULES_KEYS)}, once each"
            )
        parts[key] = value.strip()
    if parts.get("first", "1") not in ("1", "2"):
        raise InputError(f"player {parts['first']} cannot fire first: it is player 1 or 2")
    return Ruleset(
        Board.parse(parts.get("board", "10x10")),
        Fleet.parse(parts.get("fleet", "classic")),
        parts.get("touching", "yes"),  # type: ignore[arg-type]
        parts.get("announce", "shown"),  # type: ignore[arg-type]
        parts.get("order", "alternate"),  # type: ignore[arg-type]
        int(parts.get("first", "1")),
    )


def game_text(game: Game) -> str:
    """A game as text; `parse_game` reads it back and answers every shot anew.

    >>> rules = Ruleset(Board(1, 2), Fleet((1,)))
    >>> print(game_text(Game.start(rules, Layout(rules, (1,)), Layout(rules, (2,))).fire(1, 1)))
    unsunk game 1
    rules: board 1x2; fleet 1; touching yes; announce shown; order alternate; first 1
    fleet 1: 1:A1
    fleet 2: 1:B1
    shots: B1
    <BLANKLINE>
    """
    name = game.rules.board.name
    shots = [name(shot.cell) for _, shot in game.history()]
    lines = [
        GAME_HEADER,
        f"rules: {rules_text(game.rules)}",
        f"fleet 1: {layout_text(game.layouts[0])}",
        f"fleet 2: {layout_text(game.layouts[1])}",
        f"shots: {' '.join(shots)}".rstrip(),
    ]
    return "\n".join(lines) + "\n"


def parse_game(text: str) -> Game:
    """Read a game; InputError, LayoutError or TurnError if the text is not a legal game.

    >>> rules = Ruleset(Board(1, 2), Fleet((1,)))
    >>> game = Game.start(rules, Layout(rules, (1,)), Layout(rules, (2,))).fire(1, 0)
    >>> parse_game(game_text(game)) == game
    True
    """
    if len(text) > MOST_TEXT:
        raise InputError(f"a game of {len(text)} characters is too long: the most is {MOST_TEXT}")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    heads = [GAME_HEADER, "rules:", "fleet 1:", "fleet 2:", "shots:"]
    if len(lines) != len(heads) or not all(
        line.startswith(head) for line, head in zip(lines, heads, strict=True)
    ):
        raise InputError(
            f"this is not a game: it has five lines that start with {'; '.join(heads)}"
        )
    if lines[0] != GAME_HEADER:
        raise InputError(f"'{lines[0]}' is not the first line of a game: it is '{GAME_HEADER}'")
    bodies = [line.removeprefix(head).strip() for line, head in zip(lines, heads, strict=True)]
    rules = parse_rules(bodies[1])
    game = Game.start(rules, parse_layout(rules, bodies[2]), parse_layout(rules, bodies[3]))
    for token in bodies[4].split():
        game = game.fire(game.turn or rules.first, rules.board.cell(token))
    return game
