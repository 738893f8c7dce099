"""Write the tables of the study's page from its stored results: `make study-results` runs this.

Between `<!-- results -->` and `<!-- end -->` the page holds what is made here, and nothing else.
"""

import re
from pathlib import Path

from unsunk.study.stored_results import Cell, StoredResults, StoredTable, read_results

PAGE = Path(__file__).parent / "study" / "results.md"
BLOCK = re.compile(r"(?<=<!-- results -->\n\n).*?(?=\n\n<!-- end -->)", re.DOTALL)


def text(found: StoredResults) -> str:
    """A sentence on the run, and its tables."""
    run = f"{found.games:,} games, {found.packets:,} packets a board, seed {found.seed}."
    return "\n\n".join([run, *map(_table, found.tables)])


def _table(table: StoredTable) -> str:
    lines = [_line(table.columns), "|---" * len(table.columns) + "|", *map(_line, table.rows)]
    caption = table.caption.replace("*", "\\*")
    return "\n".join([f"## {_title(table.name)}", "", caption, "", *lines])


def _title(name: str) -> str:
    return name.replace("-", " ").capitalize()


def _line(cells: tuple[Cell, ...]) -> str:
    shown = ("–" if cell is None else str(cell).replace("*", "\\*") for cell in cells)
    return f"| {' | '.join(shown)} |"


def written(found: StoredResults) -> str:
    """The page with its tables made anew."""
    return BLOCK.sub(lambda _: text(found), PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    PAGE.write_text(written(read_results()), encoding="utf-8")
