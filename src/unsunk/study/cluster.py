"""The workers of a Dask cluster; the only file that knows it."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from importlib.metadata import PackageNotFoundError

from unsunk.errors import InputError
from unsunk.study.manifest import versions
from unsunk.study.workers import ENDED

PATIENCE = 30.0
"""Seconds in which a worker must show itself."""
LOCAL = "local"


@contextmanager
def cluster(address: str, jobs: int, source: str) -> Iterator[tuple[Executor, int]]:
    """An executor on the workers of a scheduler, and how many there are.

    `local` begins a cluster of `jobs` workers here. InputError if Dask is not installed, if nobody
    answers, if a worker has other versions than this one of what a run with bits of `source` hangs
    on, or if workers are ended while they play.
    """
    try:
        from distributed import Client, KilledWorker, LocalCluster
    except ImportError:
        raise InputError(
            "Dask is not installed: install it with `pip install unsunk[cluster]`"
        ) from None
    with ExitStack() as stack:
        where = address
        if address == LOCAL:
            here = LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=jobs, threads_per_worker=1, dashboard_address=None, silence_logs=50
            )
            where = stack.enter_context(here).scheduler_address
        try:
            client = Client(where, timeout=PATIENCE)  # type: ignore[no-untyped-call]
            stack.enter_context(client)
            client.wait_for_workers(1, timeout=PATIENCE)
            found = client.run(versions, source)
        except (OSError, ValueError, TimeoutError) as error:
            raise InputError(
                f"no Dask cluster with workers answers at {address}: {error}"
            ) from None
        except PackageNotFoundError as error:
            raise InputError(
                f"the workers at {address} have no {error.name}: install it there"
            ) from None
        except ImportError:
            raise InputError(f"the workers at {address} have no unsunk: install it there") from None
        mine = versions(source)
        for worker, theirs in found.items():
            if theirs != mine:
                raise InputError(f"the worker {worker} has {theirs}, and this is {mine}")
        executor = client.get_executor(pure=False)  # type: ignore[no-untyped-call]
        try:
            yield executor, len(found)
        except KilledWorker:
            raise InputError(ENDED) from None
