"""How much one client may ask for."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic

Clock = Callable[[], float]


class MustCount(Exception):
    """Raised, with nothing changed, by what would count whole fleets where it may not."""


@dataclass(frozen=True)
class Limits:
    """Bytes of a body; requests at once and a second for each client; what costly ones count as.

    At most `clients` clients are remembered, those seen last. `thinkers` whole-fleet counts run at
    once, `waiting` more may wait for their turn.
    """

    body: int = 8 * 1024
    burst: int = 300
    each_second: float = 30.0
    new_game_cost: int = 8
    advice_cost: int = 4
    thinkers: int = 2
    waiting: int = 32
    clients: int = 10_000


class Meter:
    """A token bucket for each client.

    >>> now = [0.0]
    >>> meter = Meter(Limits(burst=2, each_second=1), lambda: now[0])
    >>> [meter.allows("a"), meter.allows("a"), meter.allows("a"), meter.allows("b")]
    [True, True, False, True]
    >>> now[0] = 1.0
    >>> meter.allows("a")
    True
    """

    def __init__(self, limits: Limits, clock: Clock = monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._lock = Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, client: str, cost: int = 1) -> bool:
        """Take `cost` tokens from a client's bucket, if it holds them."""
        limits = self._limits
        with self._lock:
            now = self._clock()
            tokens, since = self._buckets.pop(client, (float(limits.burst), now))
            tokens = min(float(limits.burst), tokens + (now - since) * limits.each_second)
            allowed = tokens >= cost
            self._buckets[client] = (tokens - cost if allowed else tokens, now)
            if len(self._buckets) > limits.clients:
                self._buckets.popitem(last=False)
            return allowed
