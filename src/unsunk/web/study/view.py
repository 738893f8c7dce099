"""What the person may see of a game: the only door through which a game of the study leaves.

Until the game is over, the person is told all of their own waters, and of the other's what their
shots were told: no candidate, no branch, no link, no bit.
"""

from unsunk.rules.bits import cells_of
from unsunk.study.layers import Event, State
from unsunk.study.policies.policy import policy
from unsunk.study.reading import Feedback, Layer, Told
from unsunk.web.refusals import Refusal
from unsunk.web.study.session import COMPUTER, PERSON, SIDES, StudySession
from unsunk.web.study.shapes import ConditionView, HeatView, ShipView, ShotView, StudyView

BRANCHES = "AB"


def study_view(session: StudySession) -> StudyView:
    """Everything that the person may see of a session."""
    state = session.state
    over, packet = state.over, state.packet
    return {
        "id": session.id,
        "version": session.version,
        "phase": session.phase,
        "winner": _winner(state),
        "round": state.rounds,
        "condition": _condition(state),
        "policy": session.policy,
        "start": SIDES[state.start],
        "yours": _ships(state, PERSON),
        "theirs": _ships(state, COMPUTER) if over else None,
        "log": [_shot(state, event) for event in session.told],
        "reveal": {
            "seed": str(session.seed),
            "source": session.source,
            "links": [list(pair) for pair in packet.links],
        }
        if over
        else None,
    }


def study_heat(session: StudySession) -> HeatView:
    """What the policy thinks of the person's waters; Refusal `wrong_phase` after the game."""
    state = session.state
    if state.over:
        raise Refusal("wrong_phase", "the game is over: the policy thinks no more")
    view, name = state.sides[PERSON].view, state.packet.board.name
    heat = policy(session.policy).heat(view)
    if heat is None:
        return {"version": session.version, "shares": None}
    legal = list(cells_of(view.legal))
    most = max(heat[cell] for cell in legal) or 1
    shares = {name(cell): round(heat[cell] / most, 4) for cell in legal}
    return {"version": session.version, "shares": shares}


def _winner(state: State) -> str | None:
    if not state.over:
        return None
    return "draw" if state.winner is None else SIDES[state.winner]


def _condition(state: State) -> ConditionView:
    condition = state.condition
    return {
        "rows": condition.board.rows,
        "columns": condition.board.columns,
        "layer": str(condition.layer),
        "p": condition.p,
        "feedback": str(condition.reading.feedback),
        "linked": str(condition.reading.linked),
    }


def _ships(state: State, owner: int) -> list[ShipView]:
    waters, board = state.packet.waters[owner], state.packet.board
    branched = state.condition.layer >= Layer.L2

    def names(mask: int) -> list[str]:
        return [board.name(cell) for cell in cells_of(mask)]

    return [
        {
            "length": length,
            "a": names(waters.a[ship]),
            "b": names(waters.b[ship]) if branched else None,
            "branch": None if bit is None else BRANCHES[bit],
        }
        for ship, (length, bit) in enumerate(
            zip(state.packet.fleet.lengths, state.sides[owner].branch, strict=True)
        )
    ]


def _shot(state: State, event: Event) -> ShotView:
    """A shot; what the person does not know of it is left out until the game is over."""
    name, reading, over = state.packet.board.name, state.condition.reading, state.over
    incoming = event.shooter == COMPUTER
    known = incoming or over
    ambiguous = reading.feedback is Feedback.AMBIGUOUS
    linked = event.linked
    if linked is not None and not over and linked[0] == COMPUTER and reading.links is Told.SILENT:
        linked = None
    return {
        "by": SIDES[event.shooter],
        "cell": name(event.cell),
        "attack": event.attack,
        "heard": _heard(event, ambiguous=ambiguous and not known),
        "v": event.v if known else None,
        "resolved": [
            {"side": SIDES[owner], "ship": ship, "branch": BRANCHES[bit]}
            for owner, ship, bit in event.resolved
            if over or owner == PERSON
        ],
        "c": list(event.c) if event.c is not None and known and (over or linked) else None,
        "linked": None if linked is None else {"side": SIDES[linked[0]], "cell": name(linked[1])},
        "sunk": [
            {"side": SIDES[owner], "ship": ship}
            for owner, ship in event.sunk
            if over or owner == PERSON or reading.sinks is Told.TOLD
        ],
    }


def _heard(event: Event, *, ambiguous: bool) -> str:
    if event.damage:
        return "damage"
    if ambiguous:
        return "nothing"
    return "miss" if event.ship is None else "resisted"
