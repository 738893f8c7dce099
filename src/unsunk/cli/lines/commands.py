"""What can be said to the game, and what it does.

A command takes the match and the words after its name, and gives a reply: the match after it and
the lines to say. What is refused is raised as an error, so nothing has changed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from unsunk.belief.heatmap import hottest
from unsunk.cli.lines.pictures import LEGEND, heat_picture, picture
from unsunk.cli.playing import sentences, trackers, waters
from unsunk.cli.playing.match import COMPUTER, PERSON, Match
from unsunk.errors import InputError, TurnError
from unsunk.hunting.levels import LEVELS
from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.placement import Placement

ACROSS = ("across", "a", "horizontal", "h", "right")
EXACT = "exact"
LAW_LEGEND = (
    "How many of the layouts left cover each of your cells: 9 the most, 0 none, . is fired at."
)
DOWN = ("down", "d", "vertical", "v")


@dataclass(frozen=True)
class Reply:
    """The match after a command, the lines to say, and whether that was the last word."""

    match: Match
    lines: tuple[str, ...] = ()
    ended: bool = False


@dataclass(frozen=True)
class Command:
    """A command: how it is written, what it does, and the function that does it."""

    usage: str
    help: str
    run: Callable[[Match, Sequence[str]], Reply]


def obey(match: Match, line: str) -> Reply:
    """The reply to a line; UnsunkError, with nothing changed, if it is not understood or refused.

    A cell alone is a shot at it.

    >>> from unsunk.rules.ruleset import Ruleset
    >>> match = Match.new(Ruleset(), "hard", seed=1)
    >>> obey(match, "place destroyer A1 down").lines[0]
    'The destroyer lies on A1-A2.'
    """
    words = line.split()
    if not words:
        return Reply(match, (_what_next(match),))
    name = words[0].lower()
    name = SHORT.get(name, name)
    if name in COMMANDS:
        return COMMANDS[name].run(match, words[1:])
    if len(words) == 1 and name[0].isalpha() and name[1:].isdigit():
        return _fire(match, words)
    near = get_close_matches(name, COMMANDS, n=1)
    hint = f"did you mean {near[0]}?" if near else "say help for what can be said"
    raise InputError(f"'{words[0]}' is neither a command nor a cell: {hint}")


def _what_next(match: Match) -> str:
    if match.phase == "setup":
        return sentences.missing_sentence(match)
    if match.phase == "battle":
        return "It is your turn: name a cell to fire at, such as C7."
    return "The game is over: say again for another one, or quit."


def _random(match: Match, words: Sequence[str]) -> Reply:
    _no_more("random", words)
    after = match.at_random()
    ships = range(len(after.placed))
    lies = [sentences.placed_sentence(after, ship) for ship in ships]
    return Reply(after, (*lies, sentences.missing_sentence(after)))


def _place(match: Match, words: Sequence[str]) -> Reply:
    if len(words) not in (2, 3):
        name = match.rules.fleet.names[0]
        raise InputError(f"say a ship, a cell and a way, for instance: place {name} A1 across")
    ship = match.rules.fleet.index(words[0])
    after = match.place(ship, _placement(match, ship, words[1:]))
    said = (sentences.placed_sentence(after, ship), sentences.missing_sentence(after))
    return Reply(after, said)


def _placement(match: Match, ship: int, words: Sequence[str]) -> Placement:
    board, way = match.rules.board, words[1].lower() if len(words) == 2 else "across"
    if "-" in words[0]:
        if len(words) == 2:
            raise InputError("write both ends of a ship or its direction, not both")
        return Placement.parse(board, words[0])
    if way not in (*ACROSS, *DOWN):
        raise InputError(f"'{words[1]}' is not a direction: it is across or down")
    return Placement(board.cell(words[0]), match.rules.fleet.lengths[ship], way in ACROSS)


def _remove(match: Match, words: Sequence[str]) -> Reply:
    if len(words) != 1:
        raise InputError(f"say one ship, for instance: remove {match.rules.fleet.names[0]}")
    after = match.remove(match.rules.fleet.index(words[0]))
    return Reply(after, (sentences.missing_sentence(after),))


def _clear(match: Match, words: Sequence[str]) -> Reply:
    _no_more("clear", words)
    after = match.clear()
    return Reply(after, ("The board is empty.",))


def _level(match: Match, words: Sequence[str]) -> Reply:
    if not words:
        return Reply(match, (f"The computer plays at level {match.level}.",))
    _no_more("level", words[1:])
    after = match.with_level(words[0].lower())
    return Reply(after, (f"The computer plays at level {after.level}.",))


def _start(match: Match, words: Sequence[str]) -> Reply:
    _no_more("start", words)
    started = match.start()
    after = started.answered()
    first = "you fire" if started.turn == PERSON else "the computer fires"
    begins = f"The battle begins: {first} first."
    return Reply(after, (begins, *sentences.new_sentences(started, after)))


def _fire(match: Match, words: Sequence[str]) -> Reply:
    if len(words) != 1:
        raise InputError("say one cell to fire at, for instance: fire C7")
    after = match.fire(match.rules.board.cell(words[0])).answered()
    said = sentences.new_sentences(match, after)
    if after.phase == "over":
        said += [sentences.reveal_sentence(after), sentences.tally_sentence(after)]
        said.append(sentences.seed_sentence(after))
    return Reply(after, tuple(said))


def _board(match: Match, words: Sequence[str]) -> Reply:
    _no_more("board", words)
    seen = waters.theirs(match)
    legend = f"The computer's waters: {LEGEND}"
    legend += ", S a ship not hit." if match.phase == "over" else "."
    return Reply(match, (*picture(seen), legend))


def _mine(match: Match, words: Sequence[str]) -> Reply:
    _no_more("mine", words)
    return Reply(match, (*picture(waters.ours(match)), f"Your waters: {LEGEND}, S a ship not hit."))


def _shots(match: Match, words: Sequence[str]) -> Reply:
    _no_more("shots", words)
    knowledge, board = match.knowledge(PERSON), match.rules.board
    lines = [
        f"Your misses: {_cells(board, knowledge.misses)}.",
        f"Your hits: {_cells(board, knowledge.hits)}.",
    ]
    sunk = [sentences.place(board, ship) for ship in waters.announced_ships(knowledge)]
    if sunk:
        lines.append(f"Known to be sunk: {', '.join(sunk)}.")
    return Reply(match, tuple(lines))


def _fleet(match: Match, words: Sequence[str]) -> Reply:
    _no_more("fleet", words)
    return Reply(match, (_fleet_line("Your", trackers.our_ships(match)), _their_fleet(match)))


def _their_fleet(match: Match) -> str:
    ships = trackers.their_ships(match)
    if not ships:
        cells, hits = match.rules.fleet.cells, match.knowledge(PERSON).hits.bit_count()
        return f"The computer's fleet: {hits} of {cells} cells hit; sunk ships are not announced."
    return _fleet_line("The computer's", ships)


def _fleet_line(whose: str, ships: Sequence[trackers.Tracked]) -> str:
    parts = [f"{ship.name or f'a ship of {ship.length}'} {ship.state}" for ship in ships]
    return f"{whose} fleet: {', '.join(parts)}."


def _heat(match: Match, words: Sequence[str]) -> Reply:
    if [word.lower() for word in words] == [EXACT]:
        return _law(match)
    if words:
        raise InputError(f"'{' '.join(words)}' is not a kind of heat: say heat, or heat {EXACT}")
    heat, board = match.heat(), match.rules.board
    fired = match.knowledge(COMPUTER).fired
    most = hottest(heat)
    wanted = ", ".join(board.name(cell) for cell in most)
    legend = "How much the computer wants each of your cells: 9 the most, 0 not, . is fired at."
    says = f"It wants {wanted} most." if len(most) <= 12 else f"It wants {len(most)} cells most."
    return Reply(match, (*heat_picture(board, heat, fired), legend, says))


def _law(match: Match) -> Reply:
    law = match.law()
    drawn = heat_picture(match.rules.board, law.heat, law.knowledge.fired)
    says = (LAW_LEGEND, sentences.law_sentence(law), sentences.likeliest_sentence(law))
    return Reply(match, (*drawn, *says))


def _log(match: Match, words: Sequence[str]) -> Reply:
    _no_more("log", words)
    shots = [
        f"{number}. {sentences.shot_sentence(match.rules, player, shot)}"
        for number, (player, shot) in enumerate(match.history(), 1)
    ]
    return Reply(match, (*shots, sentences.tally_sentence(match)))


def _rules(match: Match, words: Sequence[str]) -> Reply:
    _no_more("rules", words)
    return Reply(match, (sentences.rules_sentence(match.rules),))


def _help(match: Match, words: Sequence[str]) -> Reply:
    if not words:
        lines = [f"{command.usage}: {command.help}." for command in COMMANDS.values()]
        return Reply(match, tuple(lines))
    _no_more("help", words[1:])
    name = words[0].lower()
    if name not in COMMANDS:
        raise InputError(f"'{words[0]}' is not a command: they are {', '.join(COMMANDS)}")
    return Reply(match, (f"{COMMANDS[name].usage}: {COMMANDS[name].help}.",))


def _again(match: Match, words: Sequence[str]) -> Reply:
    _no_more("again", words)
    if match.phase == "battle":
        raise TurnError("the battle is not over: finish it, or quit", "wrong_phase")
    after = match.again()
    return Reply(after, ("A new game.", sentences.missing_sentence(after)))


def _quit(match: Match, words: Sequence[str]) -> Reply:
    _no_more("quit", words)
    return Reply(match, (), ended=True)


def _no_more(name: str, words: Sequence[str]) -> None:
    if words:
        raise InputError(f"'{words[0]}' is too much: {name} stands alone")


def _cells(board: Board, mask: int) -> str:
    return ", ".join(board.name(cell) for cell in cells_of(mask)) or "none"


COMMANDS = {
    "random": Command("random", "places your whole fleet at random", _random),
    "place": Command("place SHIP CELL across|down", "places a ship, or moves it", _place),
    "remove": Command("remove SHIP", "takes a ship off the board", _remove),
    "clear": Command("clear", "takes all ships off the board", _clear),
    "level": Command(f"level {'|'.join(LEVELS)}", "chooses how well it plays", _level),
    "start": Command("start", "begins the battle", _start),
    "fire": Command("fire CELL, or CELL alone", "fires at a cell", _fire),
    "board": Command("board", "draws the computer's waters", _board),
    "mine": Command("mine", "draws your waters", _mine),
    "shots": Command("shots", "names the cells that you have fired at", _shots),
    "fleet": Command("fleet", "says how the ships of both fare", _fleet),
    "heat": Command(
        f"heat, or heat {EXACT}",
        "shows how much the computer wants each of your cells, or how likely a ship is there",
        _heat,
    ),
    "log": Command("log", "repeats all shots and counts them", _log),
    "rules": Command("rules", "says the rules of this game", _rules),
    "help": Command("help", "says what can be said", _help),
    "again": Command("again", "starts a new game when this one is over", _again),
    "quit": Command("quit", "ends the game", _quit),
}
"""Name: the command. The order is that of the help."""

SHORT = {"move": "place", "exit": "quit", "q": "quit", "?": "help"}
"""Other names of commands."""
