"""Golden games: `tests/games` holds one under every announcement, touching rule and turn order.

A file begins with the game as `parse_game` reads it, fleets and shots; then follows all that the
rules make of it. A change of the rules must visibly change these files, and only

    python -m tests.rules.transcripts

writes them: it plays the games of the files again, and draws a game where a file is missing.
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce, Order, Touching
from unsunk.rules.dice import Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.fleet import Fleet
from unsunk.rules.game import Game
from unsunk.rules.knowledge import Knowledge, Shot
from unsunk.rules.layout import Layout
from unsunk.rules.notation import GAME_HEADER, game_text, parse_game, record_text
from unsunk.rules.ruleset import Ruleset

GAMES = Path(__file__).parent.parent / "games"
HEAD = 5
"""The lines of a file that are the game itself."""


def chosen() -> Iterator[tuple[Path, Ruleset]]:
    """Every file with the rules of its game; boards, fleets and first players take turns."""
    boards = (Board(5, 5), Board(4, 6), Board(6, 4))
    fleets = (Fleet((3, 2, 2)), Fleet((4, 2, 1), ("yacht", "tug", "buoy")), Fleet((3, 3, 1)))
    words = product(Announce, Touching, Order)
    for number, (announce, touching, order) in enumerate(words):
        board, fleet = boards[number % 3], fleets[number // 2 % 3]
        rules = Ruleset(board, fleet, touching, announce, order, 1 + number // 3 % 2)
        yield GAMES / f"{announce}-{touching}-{order}.txt", rules


def drawn(rules: Ruleset, seed: int) -> Game:
    """A whole game in which chance fires, mostly beside the last hits so that ships sink."""
    dice = Dice(seed)
    game = Game.start(rules, draw_layout(rules, dice.at(1)), draw_layout(rules, dice.at(2)))
    while game.turn is not None:
        knowledge = game.knowledge[game.turn - 1]
        near = 0
        for cell in cells_of(knowledge.hits):
            near |= rules.board.beside[cell]
        options = list(cells_of(near & knowledge.untried)) or list(cells_of(knowledge.untried))
        game = game.fire(game.turn, options[dice.below(len(options))])
    return game


def replayed(game: Game) -> Iterator[tuple[int, Game]]:
    """The players who fire, each with the game after the shot."""
    replay = Game.start(game.rules, *game.layouts)
    while replay != game:
        player = replay.turn or 0
        shot = game.knowledge[player - 1].shots[len(replay.knowledge[player - 1])]
        replay = replay.fire(player, shot.cell)
        yield player, replay


def told(rules: Ruleset, shot: Shot) -> str:
    """All parts of what was heard."""
    outcome = shot.outcome
    parts = [rules.board.name(shot.cell), str(outcome.kind)]
    parts += [f"length {outcome.length}"] if outcome.length is not None else []
    parts += [f"name {outcome.name}"] if outcome.name is not None else []
    parts += [f"cells {names(rules, outcome.cells)}"] if outcome.cells else []
    return " ".join(parts)


def names(rules: Ruleset, mask: int) -> str:
    return " ".join(rules.board.name(cell) for cell in cells_of(mask))


def picture(layout: Layout, knowledge: Knowledge) -> Iterator[str]:
    """The fleet and the shots at it: # ship, X hit, o miss, · water."""
    board = layout.rules.board
    for row in range(board.rows):
        line = ""
        for cell in range(row * board.columns, (row + 1) * board.columns):
            fired, ship = knowledge.fired >> cell & 1, layout.occupied >> cell & 1
            line += ("X" if ship else "o") if fired else "#" if ship else "·"
        yield line


def transcript(game: Game) -> str:
    """The game and all that the rules make of it."""
    rules = game.rules
    lines = game_text(game).splitlines()
    for player, after in replayed(game):
        knowledge = after.knowledge[player - 1]
        afloat = ",".join(map(str, knowledge.afloat)) or "none"
        heard = told(rules, knowledge.shots[-1])
        lines.append(f"round {after.rounds}, player {player}: {heard}; afloat {afloat}")
    for player in (1, 2):
        knowledge, target = game.knowledge[player - 1], game.layouts[2 - player]
        lines.append(f"player {player} knows: {record_text(knowledge)}")
        lines += picture(target, knowledge)
    lines.append(f"winner: {game.winner}, after {game.rounds} rounds")
    return "\n".join(lines) + "\n"


def game_of(text: str) -> Game:
    """The game at the head of a transcript."""
    return parse_game("\n".join(text.splitlines()[:HEAD]))


def write() -> None:
    """Write every file anew; games that are there already keep their fleets and shots."""
    GAMES.mkdir(exist_ok=True)
    for number, (file, rules) in enumerate(chosen()):
        known = file.read_text("utf-8") if file.exists() else ""
        game = game_of(known) if known.startswith(GAME_HEADER) else drawn(rules, number)
        file.write_text(transcript(game), "utf-8")


if __name__ == "__main__":
    write()
