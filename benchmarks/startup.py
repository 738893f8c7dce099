"""How long a start takes in a fresh Python, warm: the best of a few tries, and what it loads."""

import subprocess
import sys
import time

TRIES = 7
HEAVY = ("numpy", "numba", "scipy", "qiskit", "polars", "fastapi", "sqlalchemy", "textual")
STARTS = {
    "python -c pass": (None, ["-c", "pass"]),
    "import unsunk": (0.1, ["-c", "import unsunk"]),
    "unsunk --help": (0.4, ["-m", "unsunk", "--help"]),
    "unsunk version": (0.4, ["-m", "unsunk", "version"]),
}
"""What is started: its limit in seconds beyond a bare Python, and the arguments of Python."""


def seconds(arguments: list[str]) -> float:
    """The least wall-clock time of a few fresh processes."""
    found = []
    for _ in range(TRIES):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        found.append(time.perf_counter() - start)
    return min(found)


def heavy(arguments: list[str]) -> list[str]:
    """The heavy modules that a start imports."""
    command = [sys.executable, "-X", "importtime", *arguments]
    log = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    loaded = {line.rpartition("|")[2].strip() for line in log.splitlines()}
    return [name for name in HEAVY if name in loaded]


def main() -> int:
    """Measure; the exit code is 1 if a start is too slow or loads what is heavy."""
    bare, broken = 0.0, False
    for name, (limit, arguments) in STARTS.items():
        taken, loaded = seconds(arguments), heavy(arguments)
        bare = bare or taken
        broken = broken or bool(loaded) or (limit is not None and taken - bare > limit)
        promise = f"{taken - bare:.3f} s beyond Python, limit {limit} s" if limit else ""
        print(f"{name:<16}{taken:>7.3f} s  {promise} {' '.join(loaded)}".rstrip())
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
