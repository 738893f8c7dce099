"""How the ships of a fleet fare, as far as the person may know."""

from collections import Counter
from dataclasses import dataclass

from unsunk.cli.playing.match import COMPUTER, PERSON, Match
from unsunk.rules.choices import Announce
from unsunk.rules.fleet import Ship


@dataclass(frozen=True)
class Tracked:
    """A ship of a fleet: how often it was hit (None where that is not announced), whether it sank.

    `name` is empty where sunk ships are announced by their length, so that none has a name.
    """

    name: str
    length: int
    hits: int | None
    sunk: bool

    @property
    def state(self) -> str:
        """Its state in words.

        >>> Tracked("cruiser", 3, 1, False).state, Tracked("cruiser", 3, None, True).state
        ('hit 1 of 3', 'sunk')
        """
        if self.sunk:
            return "sunk"
        return f"hit {self.hits} of {self.length}" if self.hits else "afloat"


def their_ships(match: Match) -> tuple[Tracked, ...]:
    """The computer's ships: what was announced, and at the end everything.

    Under `silent` nothing is announced, and there is nothing to track before the end.

    >>> from unsunk.rules.ruleset import Ruleset
    >>> len(their_ships(Match.new(Ruleset(), "easy", seed=1)))
    5
    """
    rules, knowledge, ships = match.rules, match.knowledge(PERSON), match.rules.fleet.ships
    if match.phase == "over":
        return tuple(_seen(s, match.hidden.ships[s.index], knowledge.hits) for s in ships)
    sunk = [shot.outcome for _, shot in knowledge.sinks]
    match rules.announce:
        case Announce.SILENT:
            return ()
        case Announce.LENGTH:
            gone = Counter(outcome.length for outcome in sunk)
            return tuple(_by_length(ship, gone) for ship in ships)
        case Announce.NAMED:
            names, hits = {outcome.name for outcome in sunk}, knowledge.named_hits
            return tuple(
                Tracked(s.name, s.length, hits.get(s.name, 0).bit_count(), s.name in names)
                for s in ships
            )
        case Announce.SHOWN:
            names = {outcome.name for outcome in sunk}
            return tuple(Tracked(s.name, s.length, None, s.name in names) for s in ships)


def our_ships(match: Match) -> tuple[Tracked, ...]:
    """The person's own ships, of which the person knows everything."""
    hits = match.knowledge(COMPUTER).hits
    ships = zip(match.rules.fleet.ships, match.placed, strict=True)
    return tuple(_seen(ship, mask or 0, hits) for ship, mask in ships)


def _seen(ship: Ship, mask: int, hits: int) -> Tracked:
    found = (mask & hits).bit_count()
    return Tracked(ship.name, ship.length, found, found == ship.length)


def _by_length(ship: Ship, gone: Counter[int | None]) -> Tracked:
    """A nameless ship; `gone`, the sinks heard of each length, is used up."""
    sunk = gone[ship.length] > 0
    gone[ship.length] -= sunk
    return Tracked("", ship.length, None, sunk)


@dataclass(frozen=True)
class Tally:
    """The shots of one player and how many of them hit."""

    shots: int
    hits: int

    def __str__(self) -> str:
        """In words.

        >>> str(Tally(3, 1)), str(Tally(1, 0)), str(Tally(0, 0))
        ('3 shots, 1 hit, 33 %', '1 shot, 0 hits, 0 %', 'no shot yet')
        """
        if not self.shots:
            return "no shot yet"
        shots = "1 shot" if self.shots == 1 else f"{self.shots} shots"
        hits = "1 hit" if self.hits == 1 else f"{self.hits} hits"
        return f"{shots}, {hits}, {round(100 * self.hits / self.shots)} %"


def tally(match: Match, player: int) -> Tally:
    """The tally of a player."""
    knowledge = match.knowledge(player)
    return Tally(len(knowledge), knowledge.hits.bit_count())
