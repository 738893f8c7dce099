"""Which hits the announced sinks explain."""

from unsunk.rules.choices import Announce
from unsunk.rules.contradiction import sink_candidates
from unsunk.rules.knowledge import Knowledge


def explained_hits(knowledge: Knowledge) -> int:
    """The mask of the hits that certainly belong to ships heard to sink.

    Under `shown` and `named` these are the cells of the ships sunk, under `silent` there are none.
    Under `length` a sunk ship lies on its sink cell and otherwise on cells hit before; where that
    leaves several places, only the cells common to all count, and a place that needs a cell of
    another sunk ship drops out, until nothing changes.

    >>> from unsunk.rules.notation import parse_record, parse_rules
    >>> rules = parse_rules("board 4x4; fleet 3,2; announce length")
    >>> bin(explained_hits(parse_record(rules, "A1:hit A2:hit B2:sunk2")))
    '0b110000'
    """
    announce = knowledge.rules.announce
    if announce is Announce.LENGTH:
        return _by_length(knowledge)
    mask = 0
    for _, shot in knowledge.sinks:
        if announce is Announce.SHOWN:
            mask |= shot.outcome.cells
        else:
            mask |= knowledge.named_hits[shot.outcome.name or ""]
    return mask


def _by_length(knowledge: Knowledge) -> int:
    sinks = [(hits, shot.cell, shot.outcome.length or 0) for hits, shot in knowledge.sinks]
    options = [
        list(sink_candidates(knowledge.rules, cell, length, hits)) for hits, cell, length in sinks
    ]
    certain = [1 << cell for _, cell, _ in sinks]
    changed = True
    while changed:
        changed = False
        for number, places in enumerate(options):
            others = 0
            for other, mask in enumerate(certain):
                others |= mask if other != number else 0
            left = [mask for mask in places if not mask & others] or places
            common = left[0]
            for mask in left:
                common &= mask
            if common != certain[number] or len(left) != len(places):
                options[number], certain[number], changed = left, common, True
    union = 0
    for mask in certain:
        union |= mask
    return union


def open_hits(knowledge: Knowledge) -> int:
    """The mask of the hits that no announced sink certainly explains.

    >>> from unsunk.rules.notation import parse_record, parse_rules
    >>> rules = parse_rules("board 4x4; fleet 3,2; announce length")
    >>> bin(open_hits(parse_record(rules, "A1:hit A2:hit B2:sunk2")))
    '0b1'
    """
    return knowledge.hits & ~explained_hits(knowledge)
