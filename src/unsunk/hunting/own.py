"""Strategies that are not ours: a class in somebody's own file."""

import importlib.util
import sys
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from unsunk.errors import InputError
from unsunk.hunting.strategy import Strategy


def own_strategy(place: str) -> Strategy:
    """The strategy `FILE.py:CLASS`, made without arguments; InputError if that is none.

    The file is run, as by `python FILE.py`: load only what you trust.
    """
    file, _, kind = place.rpartition(":")
    made = getattr(_module(str(Path(file).resolve()), file), kind, None)
    if not (isinstance(made, type) and issubclass(made, Strategy)):
        raise InputError(
            f"'{kind}' in {file} is not a strategy: it must be a class made from Strategy"
        )
    try:
        return made()
    except Exception as error:
        raise InputError(f"'{kind}' in {file} cannot be made: {_named(error)}") from error


@lru_cache
def _module(path: str, shown: str) -> ModuleType:
    if not Path(path).is_file():
        raise InputError(f"'{shown}' is not a file: write FILE.py:CLASS for a strategy of your own")
    spec = importlib.util.spec_from_file_location(f"own_{Path(path).stem}", path)
    if spec is None or spec.loader is None:
        raise InputError(f"'{shown}' is not a Python file: its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise InputError(f"{shown} cannot be run: {_named(error)}") from error
    return module


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
