"""Run the code in README.md and docs/: Python blocks, and `$ unsunk` lines in console blocks."""

import doctest
import os
import subprocess
import sys
from pathlib import Path

from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

ROOT = Path(__file__).parent


def _run_console(example: Example) -> str | None:
    """Run each `$ unsunk` line; it must end well, and print what stands below it, if anything."""
    for session in f"\n{example.parsed}".split("\n$ ")[1:]:
        command, _, expected = session.partition("\n")
        if not command.startswith("unsunk "):
            continue
        ended = subprocess.run(
            command,
            shell=True,
            capture_output=True,
            text=True,
            timeout=120,
            env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        )
        if ended.returncode:
            return f"{command}\nended with {ended.returncode}: {ended.stderr}"
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        if expected.strip() and not doctest.OutputChecker().check_output(
            f"{expected.strip()}\n", f"{ended.stdout.strip()}\n", flags
        ):
            return f"{command}\nprinted\n{ended.stdout}"
    return None


pytest_collect_file = Sybil(
    parsers=[
        PythonCodeBlockParser(),
        CodeBlockParser(language="console", evaluator=_run_console),
        SkipParser(),
    ],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
    path=str(ROOT),
).pytest()
