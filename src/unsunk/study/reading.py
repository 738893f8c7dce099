"""What is played: a rule layer, and how its text is read where it can be read in two ways."""

from dataclasses import dataclass, fields
from enum import IntEnum

from unsunk.errors import InputError
from unsunk.rules.board import Board
from unsunk.rules.choices import Word, member
from unsunk.rules.fleet import STUDY, Fleet


class Layer(IntEnum):
    """A rule layer; each has all of those below it.

    >>> Layer.parse("L2"), str(Layer.L2), Layer.L2 > Layer.L1
    (<Layer.L2: 2>, 'L2', True)
    """

    L0 = 0
    """A shot at a ship damages it."""
    L1 = 1
    """Only if the vulnerability bit V is 1."""
    L2 = 2
    """And a ship lies in one of two branches, chosen by the bit B at the first shot on either."""
    L3 = 3
    """And segments of the two fleets are linked: damage to one may damage the other."""

    @classmethod
    def parse(cls, text: str) -> "Layer":
        """Read `L0` ... `L3`; InputError otherwise."""
        for layer in cls:
            if text.strip().upper() == layer.name:
                return layer
        raise InputError(f"'{text}' is not a rule layer: it is one of {', '.join(map(str, cls))}")

    def __str__(self) -> str:
        return self.name


class Linked(Word):
    """Which outcomes (C₀, C₁) of a link's circuit damage the partner."""

    BOTH = "both"
    """00 and 11: every one; three linked damages in every finished game, as the tables have."""
    ONES = "ones"
    """11 only: D = L(y)·C, as the formula has."""


class Feedback(Word):
    """What the shooter hears of a shot without damage."""

    OPEN = "open"
    """A miss, or a hit that was resisted."""
    AMBIGUOUS = "ambiguous"
    """No damage: an empty cell or a resisted hit, and the cell may be fired at again."""


class Told(Word):
    """Whether the shooter hears of it."""

    TOLD = "told"
    SILENT = "silent"


@dataclass(frozen=True)
class Reading:
    """How the rules are read. The default is the one that reproduces the paper's tables.

    >>> str(Reading()), str(Reading(Linked.ONES, Feedback.AMBIGUOUS))
    ('paper', 'linked=ones feedback=ambiguous')
    >>> Reading.parse("strict") == Reading(Linked.ONES)
    True
    """

    linked: Linked = Linked.BOTH
    feedback: Feedback = Feedback.OPEN
    links: Told = Told.TOLD
    """Whether linked damage on the waters fired at is heard."""
    sinks: Told = Told.SILENT
    """Whether it is heard that a ship sinks, and of which length."""

    @classmethod
    def parse(cls, text: str) -> "Reading":
        """Read `paper`, `strict`, or settings such as `feedback=ambiguous links=silent`.

        Spaces or commas part them; InputError for anything else.
        """
        words = text.replace(",", " ").split()
        given: dict[str, Word] = {}
        kinds: dict[str, type[Word]] = {
            field.name: type(getattr(PAPER, field.name)) for field in fields(cls)
        }
        for word in words or [text]:
            name, _, value = word.partition("=")
            if word == "paper":
                continue
            if word == "strict":
                given["linked"] = Linked.ONES
            elif name in kinds and value:
                given[name] = member(kinds[name], value, name)
            else:
                raise InputError(
                    f"'{text}' is not a reading: it is paper, strict, or settings such as "
                    "feedback=ambiguous, linked=ones, links=silent, sinks=told"
                )
        return cls(**given)  # type: ignore[arg-type]

    def __str__(self) -> str:
        """The text that `parse` reads back as this reading."""
        changed = [
            f"{field.name}={getattr(self, field.name)}"
            for field in fields(self)
            if getattr(self, field.name) != field.default
        ]
        return " ".join(changed) or "paper"


PAPER = Reading()
STRICT = Reading(Linked.ONES)


@dataclass(frozen=True)
class Condition:
    """What a game is played under; InputError for a chance that it cannot be played with.

    >>> Condition(Board(5, 5), STUDY, Layer.L1, 0.25).key
    '5x5 4,3,2 L1 p=0.25 paper'
    """

    board: Board
    fleet: Fleet = STUDY
    layer: Layer = Layer.L0
    p: float | None = None
    """The chance that V, and that B, is 1; None at L0, which has neither."""
    reading: Reading = PAPER

    def __post_init__(self) -> None:
        if self.layer is Layer.L0:
            if self.p is not None:
                raise InputError(f"L0 has no chance in its rules: leave out p = {self.p:g}")
            return
        if self.p is None:
            raise InputError(f"{self.layer} needs p, the chance that a bit is 1: such as 0.5")
        if not 0 <= self.p <= 1:
            raise InputError(f"p = {self.p:g} is not a chance: it lies from 0 to 1")
        if self.p == 0:
            raise InputError("with p = 0 no shot ever damages a ship: p must be above 0")

    @property
    def key(self) -> str:
        """All of it in one line, the same for equal conditions only."""
        chance = "" if self.p is None else f" p={_exact(self.p)}"
        return f"{self.board} {self.fleet} {self.layer}{chance} {self.reading}"


def _exact(p: float) -> str:
    """A chance in six digits, or in as many as tell it from every other."""
    short = f"{p:g}"
    return short if float(short) == p else repr(p)
