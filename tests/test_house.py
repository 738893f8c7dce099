"""What holds for the repository as a whole: start-up times, sizes, locks, no private paths."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src").rglob("*.py"))
HEAVY = ("numpy", "numba", "scipy", "qiskit", "highspy", "polars", "fastapi", "sqlalchemy")
HEAVY += ("altair", "vl_convert")
TRIES = 5
LINES = {"module": 400, "function": 60}
KERNEL_LINES = {"module": 600, "function": 120}  # kernels that call one another share a file
PRIVATE_PATH = re.compile(r"(^|[^\w.:/-])/(home|root|work|Users)/")


def run(code: str, *arguments: str) -> str:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def measured(statements: str) -> dict[str, float | list[str]]:
    """Seconds of processor time of the statements in a fresh Python; the heavy modules loaded."""
    code = f"""
import json, sys, time
start = time.process_time()
{statements}
seconds = time.process_time() - start
print("\\n" + json.dumps({{"seconds": seconds, "heavy": [m for m in {HEAVY} if m in sys.modules]}}))
"""
    return json.loads(run(code).splitlines()[-1])


@pytest.mark.parametrize(
    ("statements", "limit"),
    [
        ("import unsunk", 0.1),
        ("from unsunk.cli.main import main; main(['--help'])", 0.4),
        ("from unsunk.cli.main import main; main(['version'])", 0.4),
    ],
)
def test_starts_at_once_and_loads_nothing_heavy(statements: str, limit: float) -> None:
    tries = [measured(statements) for _ in range(TRIES)]
    assert [result["heavy"] for result in tries] == [[]] * TRIES
    assert min(result["seconds"] for result in tries) < limit


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    found = []
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [path.name for line in text.splitlines() if PRIVATE_PATH.search(line)]
    assert found == []


def functions(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT / "src")))
def test_modules_and_functions_are_short(path: Path) -> None:
    most = KERNEL_LINES if "kernels" in path.parts else LINES
    module = len(path.read_text(encoding="utf-8").splitlines())
    assert module <= most["module"]
    assert [(name, lines) for name, lines in functions(path) if lines > most["function"]] == []


def pins(name: str) -> dict[str, str]:
    text = (ROOT / "locks" / f"{name}.lock").read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)==(\S+)", text, flags=re.MULTILINE))


def names(requirements: list[object]) -> set[str]:
    return {re.split(r"[\[<>=~! ]", item)[0] for item in requirements if isinstance(item, str)}


def test_locks_hold_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    assert names(project["project"]["dependencies"] + groups["build"]) <= pins("play").keys()
    assert names(groups["dev"]) <= pins("test").keys()
    assert names(groups["installer"]) <= pins("installer").keys()
    assert names(groups["node"]) <= pins("node").keys()


def test_locks_agree_with_one_another() -> None:
    both = pins("play").keys() & pins("test").keys()
    assert {name: pins("play")[name] for name in both} == {n: pins("test")[n] for n in both}


@pytest.mark.parametrize(
    "path", sorted((ROOT / "locks").glob("*.lock")), ids=lambda path: path.stem
)
def test_locks_have_hashes_and_name_no_host(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    blocks = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
    assert blocks
    assert all("--hash=sha256:" in block for block in blocks)
    assert "://" not in text


def test_script_lock_names_no_host() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
