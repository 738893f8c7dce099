"""The paper's cells beside ours: what is published, what is worked out, what agrees."""

import math

import numpy as np
import polars as pl
import pytest

from tests.study.small_run import made
from unsunk.study.compare import Value, agree, compare, counts
from unsunk.study.log import from_parquet
from unsunk.study.paper import GAMES, Key, paper
from unsunk.study.store import PARQUET


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    folder = made(tmp_path_factory.mktemp("runs") / "run", packets=20)
    return from_parquet((folder / PARQUET).read_bytes(), PARQUET)


@pytest.fixture(scope="module")
def beside(log):
    return {row.key: row for row in compare(log)}


def cell(table, measure, layer="L1", p=0.5, board="5x5", policy="random"):
    return Key(table, board, policy, layer, p, measure)


def test_all_cells_of_the_four_tables_are_there():
    tables = [key.table for key in paper()]
    assert [tables.count(number) for number in (1, 2, 3, 4)] == [80, 224, 96, 56]
    assert len(set(paper())) == 456


def test_the_papers_numbers_fit_together():
    """A slip of the pen in the stored cells would break one of these."""
    numbers = {key: value[0] for key, value in paper().items()}
    for key, value in numbers.items():
        near = {m: numbers.get(key._replace(measure=m)) for m in ("p1_wins", "p2_wins", "draws")}
        if key.table == 2:
            assert sum(near.values()) == GAMES
            wins = near["p1_wins"] - near["p2_wins"]
        if key.measure == "disparity":
            assert value == pytest.approx(abs(wins) / GAMES, abs=0.0006)
        elif key.measure == "draw_rate":
            assert value == pytest.approx(near["draws"] / GAMES, abs=0.0006)
        elif key.measure == "parity":
            assert abs(1 - value - abs(wins) / GAMES) <= near["draws"] / GAMES + 0.0006
        elif key.measure == "delta":
            first = key._replace(table=1)
            assert value == numbers[first]
            base = numbers[first._replace(layer="L0", p=None, measure="mean")]
            assert value == pytest.approx(numbers[first._replace(measure="mean")] - base, abs=0.015)
        elif key.table == 3 and key.p == 0.5:
            assert value == numbers[key._replace(table=1)]
        elif key.measure == "l0_mean":
            assert value == numbers[key._replace(table=1, layer="L0", measure="mean")]
        elif key.measure in ("direct_rate", "linked_rate"):
            count, other = (numbers[key._replace(measure=name)] for name in ("direct", "linked"))
            whole = count if key.measure == "direct_rate" else other
            shots = numbers[cell(1, "mean", "L3", board=key.board, policy=key.policy)] * 2 * GAMES
            assert value == pytest.approx(whole / shots, abs=0.006)


def test_two_values_agree_if_nothing_separates_them():
    one = Value(10, 8, 13, "")
    for apart in np.linspace(-9, 9, 37).tolist():
        other = Value(10 + apart, 10 + apart - 4, 10 + apart + 1, "")
        reach = math.hypot(3, 4) if apart > 0 else math.hypot(2, 1)
        assert agree(one, other) is agree(other, one) is (abs(apart) <= reach + 1e-9)


def test_intervals_are_published_or_worked_out_or_as_ours(beside):
    assert beside[cell(1, "mean")].paper == Value(31.74, 30.96, 32.52, "published")
    assert beside[cell(3, "mean")].paper == Value(31.74, 30.96, 32.52, "published")
    assert beside[cell(3, "l0_mean", p=None)].paper.kind == "published"
    delta = beside[cell(1, "delta")].paper
    assert delta.kind == "worked out"
    assert delta.high - delta.value == pytest.approx(1.96 * (9.31 / 2.62) / 80**0.5)
    other = beside[cell(3, "mean", p=0.25)]
    assert other.paper.kind == "as ours"
    assert other.paper.high - other.paper.value == pytest.approx(
        (other.ours.high - other.ours.value) * math.sqrt(40 / 80)
    )


def test_table_3_at_other_p_agrees_within_a_round_and_a_half(log):
    shift = (
        46.05
        - log.filter((pl.col("layer") == "L1") & (pl.col("p") == 0.25))["terminal_turns"].mean()
    )
    key = cell(3, "mean", p=0.25)
    for wide, agrees in ((1.4, True), (-1.4, True), (1.6, False), (-1.6, False)):
        turns = (pl.col("terminal_turns") * 100 + round((shift + wide) * 100)).cast(pl.Int32)
        moved = log.with_columns(terminal_turns=turns)
        (row,) = [row for row in compare(_hundredths(moved)) if row.key == key]
        assert row.rule == "1.5 rounds"
        assert row.agrees is agrees


def _hundredths(log):
    """Turns of a hundredth of a round, which a log cannot hold: 100 games for each, rounded."""
    whole = pl.col("terminal_turns") // 100
    share = pl.col("terminal_turns") % 100
    copies = [
        log.with_columns(
            terminal_turns=(whole + (share > number)).cast(pl.Int32),
            trial=(pl.col("trial") * 100 + number).cast(pl.Int32),
        )
        for number in range(100)
    ]
    return pl.concat(copies)


def test_counts_are_for_as_many_games_as_the_papers(beside, log):
    l3 = log.filter((pl.col("layer") == "L3") & (pl.col("p") == 0.5))
    direct = (l3["direct_1"] + l3["direct_2"]).sum()
    assert beside[cell(4, "direct", "L3")].ours.value == pytest.approx(direct * 80 / 40)
    links = beside[cell(4, "linked", "L3")]
    assert (links.paper.value, links.ours.value, links.agrees) == (240, 240, True)
    wins = int((l3["winner"] == 1).sum())
    assert beside[cell(2, "p1_wins", "L3")].ours.value == pytest.approx(2 * wins)
    terminal = beside[cell(4, "terminal_linked", "L3")]
    assert terminal.ours.value == pytest.approx(2 * l3["linked_sunk_before"].sum())
    flags = ("linked_sunk_before", "linked_in_loser", "linked_last", "linked_sank_last")
    assert terminal.note == ", ".join(f"{name} {2 * l3[name].sum():.1f}" for name in flags)
    assert len({l3[name].sum() for name in flags}) > 1


def test_what_was_not_played_is_not_counted(beside):
    missing = beside[cell(1, "mean", policy="belief")]
    assert (missing.ours, missing.agrees) == (None, None)
    found = counts(list(beside.values()))
    assert [compared for _, compared, _ in found.values()] == [10, 28, 12, 7]
    assert [cells for _, _, cells in found.values()] == [80, 224, 96, 56]
    assert all(0 <= same <= compared for same, compared, _ in found.values())


def test_another_reading_is_compared_only_if_it_was_played(log):
    assert all(row.ours is None for row in compare(log, "linked=ones"))


def test_wins_have_the_spread_of_the_packets(beside, log):
    l0 = log.filter(pl.col("layer") == "L0").sort("trial", "start")
    won = (l0["winner"] == 1).to_numpy().reshape(20, 2).mean(axis=1)
    lead = (2.0 * (l0["winner"] == 1) - 1).to_numpy().reshape(20, 2).mean(axis=1)
    reach = 1.96 * won.std(ddof=1) / 20**0.5
    wins = beside[cell(2, "p1_wins", "L0", None)]
    assert (wins.ours.value, wins.paper.kind) == (80 * won.mean(), "as ours")
    assert wins.ours.high - wins.ours.value == pytest.approx(80 * reach)
    assert wins.paper.high - wins.paper.value == pytest.approx(80 * reach / 2**0.5)
    parity = beside[cell(2, "parity", "L0", None)]
    reach = 1.96 * lead.std(ddof=1) / 20**0.5
    assert parity.ours.value == pytest.approx(1 - abs(lead.mean()))
    assert parity.ours.low == pytest.approx(max(0, parity.ours.value - reach))
    assert parity.paper.low == pytest.approx(0.95 - reach / 2**0.5)
    assert parity.paper.high == 1
