"""The ledger as data."""

import csv
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib import resources

from unsunk.errors import InputError

KINDS = ("exact", "sampled", "upper-bound", "lower-bound", "definition", "cost")
COLUMNS = (
    "id", "seed", "where", "quantity", "value", "low", "high", "unit", "population", "against",
    "kind", "part",
)  # fmt: skip
OURS = ("ours", "ours_low", "ours_high", "ours_kind", "command", "note")


@dataclass(frozen=True)
class Figure:
    """One figure of a source, and ours; the texts are those of the two tables."""

    theirs: dict[str, str]
    ours: dict[str, str]

    @property
    def id(self) -> str:
        """The name of the row."""
        return self.theirs["id"]

    @property
    def answered(self) -> bool:
        """Whether we have a number, or a note that says why there is none."""
        return bool(self.ours["ours"] or self.ours["note"])

    def row(self) -> dict[str, object]:
        """The row for JSON: numbers where the text is one, None where there is none."""
        return {name: _value(name, text) for name, text in (self.theirs | self.ours).items()}


def number(text: str) -> float | None:
    """A number, or a fraction such as 37/72, as a float; None if the text is neither.

    >>> number("1/2"), number("44.925"), number("about")
    (0.5, 44.925, None)
    """
    try:
        return float(Fraction(text.replace(",", "")))
    except (ValueError, ZeroDivisionError):
        return None


def _value(name: str, text: str) -> object:
    if name not in ("value", "low", "high", "ours", "ours_low", "ours_high"):
        return text or None
    value = number(text)
    return (text or None) if value is None or "/" in text else value


@lru_cache
def ledger() -> tuple[Figure, ...]:
    """All figures, in the order of the sources' table.

    InputError if a row of ours is malformed or belongs to none of theirs.

    >>> len(ledger()) > 700
    True
    """
    theirs = {row["id"]: row for row in _table("seeds.csv", COLUMNS)}
    ours = {row["id"]: row for row in _table("ours.csv", ("id", *OURS))}
    for name, row in ours.items():
        if name not in theirs:
            raise InputError(f"ours.csv: '{name}' is not a figure of the sources")
        _check(row)
    empty = dict.fromkeys(OURS, "")
    return tuple(
        Figure(row, {column: ours.get(name, empty)[column] for column in OURS})
        for name, row in theirs.items()
    )


def _table(name: str, columns: tuple[str, ...]) -> list[dict[str, str]]:
    text = resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines(), strict=True))
    for row in rows:
        if tuple(row) != columns or None in row.values():
            raise InputError(
                f"{name}: the row '{row.get('id')}' does not have the columns {', '.join(columns)}"
            )
    names = [row["id"] for row in rows]
    if len(set(names)) != len(names):
        raise InputError(f"{name}: a figure has two rows")
    return rows


def _check(row: dict[str, str]) -> None:
    name = f"ours.csv: '{row['id']}'"
    if not row["ours"]:
        if not row["note"]:
            raise InputError(f"{name} has neither a number nor a note that says why")
        return
    for column in ("ours", "ours_low", "ours_high"):
        if row[column] and number(row[column]) is None:
            raise InputError(f"{name}: {column} is '{row[column]}', not a number")
    if row["ours_kind"] not in KINDS:
        raise InputError(f"{name}: '{row['ours_kind']}' is not one of {', '.join(KINDS)}")
    if not row["command"]:
        raise InputError(f"{name} has no command that reruns it")
    if (
        row["ours_kind"] == "sampled"
        and not (row["ours_low"] and row["ours_high"])
        and not row["note"]
    ):
        raise InputError(
            f"{name} is sampled: it needs an interval, or a note that says why it has none"
        )


def figures(seed: str | None = None, part: str | None = None) -> tuple[Figure, ...]:
    """The figures of one source, of one part, or all; InputError for an unknown one.

    >>> {figure.theirs["seed"] for figure in figures(part="house")} == {"001", "004"}
    True
    """
    chosen = ledger()
    for column, wanted in (("seed", seed), ("part", part)):
        known = sorted({figure.theirs[column] for figure in ledger()})
        if wanted is not None and wanted not in known:
            raise InputError(f"'{wanted}' is not a {column}: it is one of {', '.join(known)}")
        chosen = tuple(f for f in chosen if wanted in (None, f.theirs[column]))
    return chosen
