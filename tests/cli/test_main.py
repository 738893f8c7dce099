"""The command as a whole: help, exit codes, one sentence for what is wrong."""

import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pytest

from unsunk.cli import main as cli
from unsunk.errors import InputError

Command = Callable[[Callable[[], None]], None]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Command:
    """Put a function into the table as the command `probe`."""

    def put(function: Callable[[], None]) -> None:
        module = ModuleType("unsunk.cli.probe")
        module.__dict__["probe"] = function
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setitem(cli.COMMANDS, "probe", "Probe.")

    return put


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    out = capsys.readouterr().out
    for name, text in cli.COMMANDS.items():
        assert f"  {name} " in out
        assert text.split()[0] in out


def test_no_arguments_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 0
    assert "Commands:" in capsys.readouterr().out


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([name, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"Usage: unsunk {name}")


@pytest.mark.parametrize("arguments", [["version"], ["--version"]])
def test_version(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(arguments) == 0
    assert capsys.readouterr().out == f"{metadata.version('unsunk')}\n"


@pytest.mark.parametrize(
    "arguments", [["nothing"], ["--nothing"], ["version", "extra"], ["version", "--extra"]]
)
def test_usage_errors_are_one_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("unsunk: ")
    assert captured.err.count("\n") == 1


def test_our_errors_are_one_sentence(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    def probe() -> None:
        raise InputError("'K7' is not on a 10x10 board")

    command(probe)
    assert cli.main(["probe"]) == 2
    assert capsys.readouterr().err == "unsunk: 'K7' is not on a 10x10 board\n"


def test_a_file_that_cannot_be_used(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    command(lambda: print(Path("no-such-folder/file").read_text()))
    assert cli.main(["probe"]) == 2
    assert capsys.readouterr().err == "unsunk: no-such-folder/file: no such file or directory\n"


def test_other_errors_are_ours_to_mend(command: Command) -> None:
    command(lambda: [][0])
    with pytest.raises(IndexError):
        cli.main(["probe"])


def test_ctrl_c_is_quiet(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    def probe() -> None:
        raise KeyboardInterrupt

    command(probe)
    assert cli.main(["probe"]) == 130
    assert capsys.readouterr().err == ""


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """A line for the shell in which `unsunk` is this one."""
    line = line.replace("unsunk", f"{shlex.quote(sys.executable)} -m unsunk", 1)
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=60)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device is full")
@pytest.mark.parametrize("command", ["count --board 4x4 --fleet 3,2", "count --json", "--help"])
def test_output_that_cannot_be_written_is_one_sentence(command: str) -> None:
    ended = shell(f"unsunk {command} >/dev/full")
    assert ended.returncode == 2
    assert ended.stderr == "unsunk: input or output failed: no space left on device\n"


@pytest.mark.parametrize(
    ("line", "code", "error"),
    [
        ("version >&-", 0, ""),
        ("version <&-", 0, ""),
        ("version >&- 2>&-", 0, ""),
        ("nothing 2>&-", 2, ""),
        ("nothing >&-", 2, "unsunk: no such command 'nothing' (see `unsunk --help`)\n"),
        ("bench random --games 10 >&-", 0, ""),
        ("count --board 4x4 --fleet 3 2>&-", 0, ""),
        ("play <&-", 2, "unsunk: standard input is closed: there is nobody to play with\n"),
        ("play --plain <&-", 2, "unsunk: standard input is closed: there is nobody to play with\n"),
        ("play --plain >&- </dev/null", 0, ""),
    ],
)
def test_closed_streams(line: str, code: int, error: str) -> None:
    ended = shell(f"exec unsunk {line}")
    assert (ended.returncode, ended.stderr) == (code, error)


@pytest.mark.parametrize(
    "command",
    [
        "figures",
        "figures --json",
        "figures --markdown",
        "bench random --games 10",
        "bench random --games 10 --fleet ä=3,ö=2",
        "bench ä",
    ],
)
def test_poor_encodings_are_no_error(command: str) -> None:
    ended = shell(f"PYTHONIOENCODING=ascii exec unsunk {command}")
    assert ended.returncode == (2 if command == "bench ä" else 0)
    assert "Traceback" not in ended.stderr
    assert bool(ended.stdout) is (ended.returncode == 0)
    if command.endswith("--json"):
        assert len(json.loads(ended.stdout)["figures"]) > 100


@pytest.mark.parametrize("flag", [[], ["-u"]])
def test_a_closed_pipe_is_no_error(flag: list[str]) -> None:
    process = subprocess.Popen(
        [sys.executable, *flag, "-m", "unsunk", "--help"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    assert process.stderr
    with process.stdout, process.stderr:
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
