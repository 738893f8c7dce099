"""Whether what a page shows is written in one language: each text a phrase of it, or data."""

import re
from functools import lru_cache

from tests.browser.table import Table

READ_WORDS = """async (lang) => {
  const module = await import(`/static/js/core/words/${lang}.js`);
  return module[lang.toUpperCase()];
}"""

SHOWN = """() => {
  const texts = [document.title];
  const seen = (node) => node.checkVisibility({ visibilityProperty: true });
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const apart = node.parentElement.closest("article, noscript, [lang]:not(html)");
    if (!apart && seen(node.parentElement)) texts.push(node.data);
  }
  for (const node of document.querySelectorAll("[aria-label], [placeholder], [title]")) {
    if (node.closest("article") || !seen(node)) continue;
    for (const name of ["aria-label", "placeholder", "title"]) texts.push(node.getAttribute(name));
  }
  return texts.filter((text) => text !== null && text.trim() !== "");
}"""
"""Everything a page says, but for its articles and for what names its own language."""

GAP = re.compile(r"\{\w+\}")
CELL = r"[A-O]1?[0-9]"
JOINT = re.compile(r"(?<=[.…!?]) |: |,? and |,? ve |, ")
ASIDE = re.compile(rf"{CELL} \((.+)\)")
DATA = re.compile(rf"[\W\d_]*|unsunk|[A-O]|{CELL}(–{CELL})?")


class Words:
    """The phrases of one language, as the page has them."""

    def __init__(self, table: Table, lang: str) -> None:
        phrases = table.page.evaluate(READ_WORDS, lang)
        forms = [
            form
            for phrase in phrases.values()
            for form in ([phrase] if isinstance(phrase, str) else phrase.values())
        ]
        forms += [capital(form, lang) for form in forms]
        self.plain = {form for form in forms if "{" not in form}
        self.patterns = [pattern(form) for form in forms if says_something(form)]
        self.reads = lru_cache(maxsize=None)(self._reads)

    def foreign(self, table: Table) -> list[str]:
        """The texts on the page that are neither phrases of this language nor data."""
        return [text for text in table.page.evaluate(SHOWN) if not self.reads(tidy(text))]

    def _reads(self, text: str) -> bool:
        if DATA.fullmatch(text) or text in self.plain:
            return True
        for phrase in self.patterns:
            match = phrase.fullmatch(text)
            if match and all(map(self.reads, match.groups())):
                return True
        aside = ASIDE.fullmatch(text)
        if aside and self.reads(aside[1]):
            return True
        gaps = [gap.span() for gap in JOINT.finditer(text)]
        return any(self.reads(text[:a]) and self.reads(text[b:]) for a, b in gaps)


def says_something(form: str) -> bool:
    """Whether a phrase has gaps, and words besides."""
    return "{" in form and any(map(str.isalpha, GAP.sub("", form)))


def capital(text: str, lang: str) -> str:
    first = "İ" if lang == "tr" and text[:1] == "i" else text[:1].upper()
    return first + text[1:]


def tidy(text: str) -> str:
    return " ".join(text.replace("\xa0", " ").split())


def pattern(form: str) -> re.Pattern[str]:
    """A phrase with gaps as a regular expression whose groups are what fills them."""
    return re.compile("(.+?)".join(map(re.escape, GAP.split(form))))
