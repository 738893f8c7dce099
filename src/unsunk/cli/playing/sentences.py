"""Every event of a match in one sentence, which says what the rules announce and no more."""

from typing import TYPE_CHECKING

from unsunk.belief.heatmap import hottest
from unsunk.cli.advising.words import cell_list, chance_phrase, kind_phrase, layouts_phrase
from unsunk.cli.playing.match import COMPUTER, PERSON, Match, listed
from unsunk.cli.playing.trackers import tally
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce, Order, Touching
from unsunk.rules.knowledge import Shot
from unsunk.rules.placement import Placement
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Kind

if TYPE_CHECKING:
    from unsunk.belief.posterior import Posterior

ANNOUNCED = {
    Announce.SHOWN: "a shot is a miss or a hit, and a ship that sinks is named and shown",
    Announce.LENGTH: "a shot is a miss or a hit, and of a ship that sinks the length is told",
    Announce.SILENT: "a shot is a miss or a hit, and nothing tells of a ship that sinks",
    Announce.NAMED: "a hit names the ship, and when it sinks that is told",
}
MAY_TOUCH = {
    Touching.YES: "ships may touch",
    Touching.CORNERS: "ships may touch at corners only",
    Touching.NO: "ships may not touch",
}

TURNS = {
    Order.ALTERNATE: "shots alternate",
    Order.SIMULTANEOUS: "a round is one shot of each, a draw if both fleets sink in it",
}
FIRST = {PERSON: "you fire first", COMPUTER: "the computer fires first"}


def as_sentence(error: Exception) -> str:
    """The message of an error as a sentence of its own.

    >>> as_sentence(ValueError("the cruiser is placed twice"))
    'The cruiser is placed twice.'
    """
    text = str(error).strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def rules_sentence(rules: Ruleset) -> str:
    """The rules in one sentence."""
    ships = ", ".join(
        ship.name if ship.name.startswith(str(ship.length)) else f"{ship.name} {ship.length}"
        for ship in rules.fleet.ships
    )
    return (
        f"The board is {rules.board} and the fleet {ships}: {MAY_TOUCH[rules.touching]}, "
        f"{ANNOUNCED[rules.announce]}; {TURNS[rules.order]}, and {FIRST[rules.first]}."
    )


def placed_sentence(match: Match, ship: int) -> str:
    """Where a ship of the person lies."""
    name, mask = match.rules.fleet.names[ship], match.placed[ship]
    if mask is None:
        return f"The {name} is not placed."
    return f"The {name} lies on {place(match.rules.board, mask)}."


def missing_sentence(match: Match) -> str:
    """What is still to do in the setup."""
    if not match.missing:
        return "The fleet is complete: start begins the battle."
    return f"Still to place: {listed(match.missing)}."


def heard(rules: Ruleset, shot: Shot) -> str:
    """What was heard of a shot.

    >>> from unsunk.rules.shot import Outcome
    >>> heard(Ruleset(), Shot(2, Outcome(Kind.SUNK, 2, "destroyer", 0b110)))
    'hit, the destroyer is sunk, B1-C1'
    """
    outcome = shot.outcome
    if outcome.kind is Kind.MISS:
        return "miss"
    if rules.announce is Announce.NAMED:
        sunk = ", and it is sunk" if outcome.kind is Kind.SUNK else ""
        return f"hit on the {outcome.name}{sunk}"
    if outcome.kind is Kind.HIT:
        return "hit"
    if outcome.name is None:
        return f"hit, a ship of {outcome.length} is sunk"
    return f"hit, the {outcome.name} is sunk, {place(rules.board, outcome.cells)}"


def shot_sentence(rules: Ruleset, player: int, shot: Shot) -> str:
    """A shot of either player.

    >>> from unsunk.rules.shot import MISS
    >>> shot_sentence(Ruleset(), COMPUTER, Shot(0, MISS))
    'The computer fires at A1: miss.'
    """
    who = "You fire" if player == PERSON else "The computer fires"
    return f"{who} at {rules.board.name(shot.cell)}: {heard(rules, shot)}."


def new_sentences(before: Match, after: Match) -> list[str]:
    """The shots that were fired between two states of a match, and its end if that is new."""
    known = len(before.knowledge(PERSON)) + len(before.knowledge(COMPUTER))
    shots = list(after.history())[known:]
    said = [shot_sentence(after.rules, player, shot) for player, shot in shots]
    if after.phase == "over" and before.phase != "over":
        said.append(end_sentence(after))
    return said


def end_sentence(match: Match) -> str:
    """How the match ended."""
    shots = len(match.knowledge(COMPUTER if match.winner == COMPUTER else PERSON))
    if match.winner == PERSON:
        return f"You have sunk the whole fleet: you win with {shots} shots."
    if match.winner == COMPUTER:
        return f"The computer has sunk your whole fleet: it wins with {shots} shots."
    return f"Both fleets are sunk in the same round: a draw after {shots} shots each."


def reveal_sentence(match: Match) -> str:
    """Where the computer's ships lay."""
    board, names = match.rules.board, match.rules.fleet.names
    ships = zip(names, match.hidden.ships, strict=True)
    return f"The computer's fleet: {', '.join(f'{n} {place(board, m)}' for n, m in ships)}."


def tally_sentence(match: Match) -> str:
    """The shots and hits of both."""
    return f"You: {tally(match, PERSON)}; the computer: {tally(match, COMPUTER)}."


def seed_sentence(match: Match) -> str:
    """How the match can be repeated."""
    return f"To play this game again, add --seed {match.seed}."


def place(board: Board, mask: int) -> str:
    """Where a ship lies, as its two ends.

    >>> place(Board(), 0b11100)
    'C1-E1'
    """
    return Placement.of(board, mask).text(board)


def law_sentence(law: "Posterior") -> str:
    """How many layouts of the person's fleet fit what the computer has heard."""
    phrase, fit = layouts_phrase(law), "fits" if law.layouts == 1 else "fit"
    return (
        f"{phrase[0].upper()}{phrase[1:]} of your fleet {fit} what the computer has heard "
        f"({kind_phrase(law)})."
    )


def left_sentence(law: "Posterior") -> str:
    """The same in short."""
    phrase = layouts_phrase(law)
    return f"{phrase[0].upper()}{phrase[1:]} left ({law.kind})."


def likeliest_sentence(law: "Posterior") -> str:
    """The cells that most of the layouts left cover."""
    cells = hottest(law.heat)
    where = cell_list(law.knowledge.rules.board, cells, "and")
    return f"Likeliest: {where}, {chance_phrase(law, cells[0])}."
