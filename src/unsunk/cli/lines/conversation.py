"""The game as a conversation: a prompt, a line of input, an answer of sentences."""

import sys
from collections.abc import Callable

from unsunk.cli.lines.commands import obey
from unsunk.cli.playing import sentences
from unsunk.cli.playing.match import Match
from unsunk.cli.progress import patience
from unsunk.errors import InputError, UnsunkError
from unsunk.hunting.warming import WARMING

LONGEST_LINE = 200
UNPRINTABLE = "�"
PROMPTS = {"setup": "Setup: ", "battle": "Your shot: ", "over": "Again or quit: "}
WAIT = "Thinking takes a while: please wait."

Ask = Callable[[str], str]
"""Gives the line that answers a prompt; EOFError when there is none."""
Say = Callable[[str], None]


def converse(match: Match, ask: Ask, say: Say) -> Match:
    """Play until the player quits or the input ends; returns the match as it then stands."""
    say(f"Battleship against the computer at level {match.level}.")
    say(sentences.rules_sentence(match.rules))
    say(
        f"{sentences.missing_sentence(match)[:-1]}, or say random; help says what else can be said."
    )
    WARMING.soon(match.level)
    ended = False
    while not ended:
        try:
            line = ask(PROMPTS[match.phase])
        except EOFError:
            say("The input has ended, and the game with it.")
            break
        try:
            with patience(WAIT):
                reply = obey(match, legible(line))
        except UnsunkError as error:
            say(sentences.as_sentence(error))
            continue
        match, ended = reply.match, reply.ended
        WARMING.soon(match.level)
        for sentence in reply.lines:
            say(sentence)
    if match.phase != "over":
        say(sentences.seed_sentence(match))
    return match


def legible(line: str) -> str:
    r"""A line of input without what cannot be printed; InputError if it is too long to be one.

    >>> legible(" fire\tC7\x1b ")
    'fire C7�'
    """
    if len(line) > LONGEST_LINE:
        raise InputError(
            f"a line of {len(line)} characters is too long: the most is {LONGEST_LINE}"
        )
    return "".join(char if char.isprintable() else UNPRINTABLE for char in " ".join(line.split()))


def in_lines(match: Match) -> None:
    """Play on standard input and output.

    What is read from a pipe or a file is repeated after its prompt, so that the output is a
    transcript of the game.
    """
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    converse(match, _ask, _say)


def _ask(prompt: str) -> str:
    echo = not sys.stdin.isatty()
    try:
        line = input(prompt)
    except EOFError:
        _say("")
        raise
    if echo:
        _say(legible(line[:LONGEST_LINE]))
    return line


def _say(sentence: str) -> None:
    print(sentence, flush=True)
