"""Measures against SciPy and slow twins, and on games counted by hand."""

import statistics

import numpy as np
import pytest
from scipy import stats

from unsunk.study import measures
from unsunk.study.log import FLAGS, Sample
from unsunk.study.measures import holm, mean, pair, rate, share, summarise


def sample(turns, *, trial=None, start=None, winner=None, **arrays):
    """Games with these turns; what is not given is nothing."""
    n = len(turns)
    zero = np.zeros((2, n), np.int64)
    whole = dict.fromkeys(("first_hit", "direct", "linked", "sunk", "resolved"), zero)
    return Sample(
        trial=np.array(trial if trial is not None else range(1, n + 1)),
        start=np.array(start if start is not None else [1] * n),
        turns=np.array(turns),
        winner=np.array(winner if winner is not None else [1] * n),
        flags={name: np.zeros(n, np.int64) for name in FLAGS},
        **{**whole, "shots": zero + 10, **{k: np.array(v) for k, v in arrays.items()}},
    )


@pytest.fixture
def drawn():
    rng = np.random.default_rng(5)
    trial = np.repeat(np.arange(1, 41), 2)
    one = rng.integers(10, 40, 80) + np.repeat(rng.integers(0, 60, 40), 2)
    return trial, one, rng.integers(10, 60, 80)


def test_means_and_their_intervals_are_the_papers(drawn):
    trial, turns, _ = drawn
    found = mean(turns, trial)
    assert found.value == pytest.approx(statistics.fmean(turns.tolist()))
    assert found.sd == pytest.approx(statistics.stdev(turns.tolist()))
    assert found.high - found.value == pytest.approx(1.96 * found.sd / 80**0.5)


def test_the_bootstrap_draws_whole_packets(drawn):
    trial, turns, _ = drawn
    found = mean(turns, trial)
    packets = turns.reshape(40, 2).mean(axis=1)
    width = 2 * 1.96 * packets.std(ddof=1) / 40**0.5
    assert found.packet_high - found.packet_low == pytest.approx(width, rel=0.08)
    assert found.packet_high - found.packet_low > 1.1 * (found.high - found.low)
    shuffled = np.random.default_rng(1).permutation(80)
    assert mean(turns[shuffled], trial[shuffled]) == found


@pytest.mark.parametrize("at_once", [1, 40 * 7, 40 * 1999])
def test_the_block_of_the_bootstrap_changes_no_number(at_once, drawn, monkeypatch):
    trial, turns, _ = drawn
    whole = mean(turns, trial)
    rng = np.random.default_rng(measures.BOOTSTRAP_SEED)
    counts = rng.multinomial(40, [1 / 40] * 40, measures.RESAMPLES)
    means = counts @ turns.reshape(40, 2).sum(axis=1) / 80
    assert (whole.packet_low, whole.packet_high) == tuple(np.quantile(means, [0.025, 0.975]))
    monkeypatch.setattr(measures, "AT_ONCE", at_once)
    assert {len(block) for block in measures._draws(40)} <= {at_once // 40 or 1, 2000 % 7, 1}
    assert mean(turns, trial) == whole


def test_the_bootstrap_of_many_packets_holds_a_block_at_a_time():
    sizes = [block.size for block, _ in zip(measures._draws(100_000), range(3), strict=False)]
    assert sizes == [measures.AT_ONCE] * 3


def test_pairs_are_matched_by_packet_and_start(drawn):
    trial, one, two = drawn
    start = np.tile([1, 2], 40)
    base = sample(two, trial=trial, start=start)
    order = np.random.default_rng(2).permutation(80)
    mixed = sample(one[order], trial=trial[order], start=start[order])
    found = pair(mixed, base)
    expected = stats.ttest_rel(one, two)
    assert found.t == pytest.approx(expected.statistic)
    assert found.p_value == pytest.approx(expected.pvalue)
    assert found.delta.value == pytest.approx((one - two).mean())
    assert found.d == pytest.approx((one - two).mean() / (one - two).std(ddof=1))
    by_packet = (one - two).reshape(40, 2).mean(axis=1)
    assert found.p_packets == pytest.approx(stats.ttest_1samp(by_packet, 0).pvalue)


def test_pairs_use_the_games_that_both_have():
    found = pair(sample([5, 7, 9], trial=[1, 2, 3]), sample([4, 4, 4], trial=[2, 3, 4]))
    assert (found.games, found.delta.value) == (2, 4.0)
    assert pair(sample([5, 7], trial=[1, 2]), sample([4, 4], trial=[2, 3])) is None


def test_differences_that_are_all_alike_have_no_test():
    found = pair(sample([5, 5, 5]), sample([4, 4, 4]))
    assert (found.delta.value, found.d, found.t, found.p_value, found.p_packets) == (
        1.0, None, None, None, None,
    )  # fmt: skip


@pytest.mark.parametrize(("count", "of"), [(0, 80), (1, 80), (37, 80), (80, 80), (3, 4)])
def test_shares_have_the_exact_binomial_interval(count, of):
    found, expected = share(count, of), stats.binomtest(count, of).proportion_ci(method="exact")
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_holm_is_the_step_down_rule():
    p = [0.01, 0.04, 0.03, None, 0.005, 0.9]
    known = sorted(value for value in p if value is not None)
    for value, corrected in zip(p, holm(p), strict=True):
        if value is None:
            assert corrected is None
            continue
        rank = known.index(value)
        assert corrected == pytest.approx(
            min(1, max((len(known) - k) * known[k] for k in range(rank + 1)))
        )
    assert holm([]) == []


def test_rates_are_ratios_of_sums():
    events, shots = np.array([9, 8, 9, 7]), np.array([40, 50, 45, 60])
    found = rate(events, shots)
    assert found.value == 33 / 195
    residuals = events - found.value * shots
    reach = 1.96 * residuals.std(ddof=1) / (shots.mean() * 2)
    assert found.high - found.value == pytest.approx(reach)


def test_outcomes_counted_by_hand():
    found = summarise(
        sample(
            [20, 21, 22, 23, 24, 25, 26, 27],
            trial=[1, 1, 2, 2, 3, 3, 4, 4],
            start=[1, 2, 1, 2, 1, 2, 1, 2],
            winner=[1, 1, 1, 2, 2, 1, 0, 0],
            first_hit=[[3, 1, 2, -1, 4, 5, 1, 1], [2, 2, 2, 2, 2, 2, 2, 2]],
        )
    )
    assert (found.p1_wins, found.p2_wins, found.draws.count) == (4, 2, 2)
    assert found.starter_wins.count == 3
    assert found.disparity == 2 / 8
    # player 1 starts: wins 2 of 4 as the starter; player 2 starts: wins 1 of 4
    assert found.parity == 1 - abs(2 / 4 - 1 / 4)
    # packets 1 and 4 end alike whoever starts
    assert (found.same_winner.count, found.same_winner.of) == (2, 4)
    assert (found.first_hits, found.first_hit) == (15, (17 + 16) / 15)
    assert found.packets == 4


def test_one_start_alone_has_no_parity():
    found = summarise(sample([5, 6, 7]))
    assert (found.parity, found.same_winner) == (None, None)


def test_a_single_game_has_a_mean_and_no_interval():
    found = summarise(sample([5]))
    assert found.turns.value == 5
    assert (found.turns.sd, found.turns.low, found.turns.packet_low) == (None, None, None)
    assert found.direct.low is None
