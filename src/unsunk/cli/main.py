"""The entry point: the table of commands, and what becomes of errors.

A command is a line in `COMMANDS` and a function of that name in the file of that name, or a
`typer.Typer` with commands of its own. The file imports what is heavy (NumPy, Numba, the web and
terminal libraries) inside the function, so that `unsunk --help` starts at once.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from unsunk.errors import UnsunkError

COMMANDS = {
    "web": "Play against the computer in the browser.",
    "play": "Play against the computer in the terminal.",
    "bench": "Measure strategies on the same uniform layouts.",
    "check": "Test what every strategy promises.",
    "posterior": "Count the layouts that fit a record, and how many cover each cell.",
    "advise": "Say where to fire next after a record.",
    "count": "Count all layouts exactly, and the distinct ones.",
    "solve": "Find a near-perfect player of a small board.",
    "race": "Race strategies against a solved player, or against one another.",
    "exploit": "Measure what a solved player could lose to one who knows it.",
    "mixture": "Show, replay or verify a solved player.",
    "largeboard": "Compute the large-board limit, exactly.",
    "study": "Chance in the rules: play the study, check it, compare it with the paper.",
    "figure": "Draw a figure: a picture, a page, or its numbers.",
    "figures": "Show every figure of the sources with ours beside it.",
    "version": "Print the version of unsunk.",
}
"""Name: the first line of its help."""

FAILED = 2
INTERRUPTED = 130


class LazyGroup(TyperGroup):
    """A group that knows its commands by name and imports one only when it is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import the command of that name; None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        function = getattr(import_module(f"unsunk.cli.{cmd_name}"), cmd_name)
        if isinstance(function, typer.Typer):
            return typer.main.get_command(function)
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(cmd_name)(function)
        return typer.main.get_command(app)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the table into the help without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


app = typer.Typer(
    cls=LazyGroup,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
)


@app.callback()
def unsunk(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    """Battleship: played, measured, solved."""
    if version:
        from unsunk.cli.version import version as print_version

        print_version()
    elif ctx.invoked_subcommand is None:
        print(ctx.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code: 0, 2 after one sentence on standard error.

    130 means that the user stopped it. A reader that closes the pipe early is not an error.
    """
    _prepare_streams()
    try:
        code = _run(sys.argv[1:] if arguments is None else list(arguments))
        sys.stdout.flush()
    except typer.TyperException as error:
        return _refuse(_usage(error))
    except UnsunkError as error:
        return _refuse(str(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as error:
        what = error.filename
        if what is None:
            _drop_output()
            what = "input or output failed"
        return _refuse(f"{what}: {(error.strerror or 'cannot be used').lower()}")
    return code


def _prepare_streams() -> None:
    """Make output possible whatever the streams are: closed ones swallow it, poor ones replace.

    A closed standard input stays None, yet its number is taken, so that no file gets it.
    """
    if sys.stdin is None:
        os.open(os.devnull, os.O_RDONLY)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")


def _drop_output() -> None:
    """Send what is still to be written nowhere, so that it cannot fail again at the end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: list[str]) -> int:
    group = typer.main.get_command(app)
    try:
        with group.make_context("unsunk", arguments) as context:
            group.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    return 0


def _usage(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "unsunk"
    message = error.format_message().strip().rstrip(".")
    return f"{message[:1].lower()}{message[1:]} (see `{path} --help`)"


def _refuse(sentence: str) -> int:
    print(f"unsunk: {sentence}", file=sys.stderr)
    return FAILED
