"""`unsunk bench` and `unsunk count`: the names in their JSON, and what they refuse."""

import json

import pytest

from unsunk.cli.main import main
from unsunk.hunting.simulate import finishing_times
from unsunk.rules.choices import Announce
from unsunk.rules.notation import parse_rules

RESULT = [
    "strategy",
    "games",
    "seed",
    "announce",
    "mean",
    "ci95",
    "median",
    "sd",
    "p95",
    "min",
    "max",
    "seconds",
    "games_per_second",
]
PAIR = ["a", "b", "mean_difference", "ci95"]

Captured = pytest.CaptureFixture[str]


def told(capsys: Captured, *arguments: str) -> dict[str, object]:
    """The JSON that a command prints, and nothing else."""
    assert main([*arguments, "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return json.loads(captured.out)


def test_bench_json_has_the_names_that_others_rely_on(capsys: Captured) -> None:
    names = ["random", "parity-follow", "density", "one-rule"]
    found = told(capsys, "bench", *names, "--games", "50", "--seed", "3")
    assert found.keys() == {"results", "paired"}
    results, pairs = found["results"], found["paired"]
    assert [result["strategy"] for result in results] == names
    assert all(list(result) == RESULT for result in results)
    assert len(pairs) == 6
    assert all(list(pair) == PAIR for pair in pairs)
    for entry in [*results, *pairs]:
        low, high = entry["ci95"]
        assert low <= entry.get("mean", entry.get("mean_difference")) <= high


@pytest.mark.parametrize("announce", Announce)
def test_bench_takes_the_rules(announce: Announce, capsys: Captured) -> None:
    options = {"board": "5x7", "fleet": "3,2,1", "touching": "no", "announce": str(announce)}
    flags = [part for name, value in options.items() for part in (f"--{name}", value)]
    found = told(capsys, "bench", "density", "--games", "40", "--seed", "9", *flags)
    (result,) = found["results"]
    rules = parse_rules("; ".join(f"{name} {value}" for name, value in options.items()))
    times = finishing_times("density", rules, 9, 0, 40)
    assert result["mean"] == pytest.approx(times.mean())
    assert (result["announce"], result["games"], result["seed"]) == (str(announce), 40, 9)
    assert found["paired"] == []


def test_bench_is_repeatable(capsys: Captured) -> None:
    runs = [
        told(capsys, "bench", "density", "--games", "60", "--workers", workers)["results"][0]
        for workers in ("1", "2")
    ]
    for run in runs:
        del run["seconds"], run["games_per_second"]
    assert runs[0] == runs[1]


def test_bench_prints_tables(capsys: Captured) -> None:
    assert main(["bench", "random", "one-rule", "--games", "20"]) == 0
    out = capsys.readouterr().out
    for part in ("random", "one-rule", "mean", "median", "p95", "worst", "Differences", "20"):
        assert part in out


@pytest.mark.parametrize("fleet", ["[/x]=3,b=2", "[red]=3,[b]=2"])
def test_names_of_ships_are_text_and_never_markup(fleet: str, capsys: Captured) -> None:
    assert main(["bench", "random", "--games", "10", "--fleet", fleet]) == 0
    assert f"Shots to sink {fleet} on" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("bench", "no strategy is named: name one or more"),
        ("bench densty", "'densty' is not a strategy: did you mean density?"),
        ("bench random random", "a strategy is named twice"),
        ("bench random --games 1", "1 games are too few"),
        ("bench random --games many", "invalid value for '--games'"),
        ("bench random --seed -1", "invalid value for '--seed'"),
        ("bench random --seed 18446744073709551616", "is not a seed"),
        ("bench random --workers 0", "invalid value for '--workers'"),
        ("bench random --board 27x1", "'27x1' is not a board"),
        ("bench random --board 1x3 --fleet 2,2", "has 4 cells and a 1x3 board only 3"),
        ("bench random --announce loud", "'loud' is not a value of announce"),
        ("bench random --touching maybe", "'maybe' is not a value of touching"),
        ("bench random --rules nothing.toml", "nothing.toml"),
        ("count --board 4x4 --fleet 5", "a ship of 5 is too long for a 4x4 board"),
        ("count --fleet 5;4", "'5;4' is not a fleet"),
        ("count --board 0x5", "'0x5' is not a board"),
        ("count classic", "got unexpected extra argument"),
    ],
)
def test_refusals_are_one_sentence(arguments: str, sentence: str, capsys: Captured) -> None:
    assert main(arguments.split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("unsunk: ")
    assert sentence in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "layouts", "distinct"),
    [
        ("--board 4x4 --fleet 3,2", 264, 33),
        ("--board 5x5 --fleet three", 8_000, 1_009),
        ("--board 5x5 --fleet 3,3,2 --touching no", 944, None),
        ("--board 2x2 --fleet 2,2 --touching no", 0, 0),
        ("--fleet 3,3,2", 1_924_020, 240_669),
    ],
)
def test_count_json(options: str, layouts: int, distinct: int | None, capsys: Captured) -> None:
    found = told(capsys, "count", *options.split())
    assert found["layouts"] == layouts
    assert distinct in (None, found["distinct"])
    assert found["kind"] == "exact"


def test_the_options_of_count_have_help(capsys: Captured) -> None:
    assert main(["count", "--help"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    for text in ("order and first", "1x1 to 26x26", "sub=3,tug=1", "May ships touch"):
        assert text in out


def test_count_prints_one_line(capsys: Captured) -> None:
    assert main(["count", "--board", "6x6", "--fleet", "3,3,2"]) == 0
    assert capsys.readouterr().out == "40,324 layouts, 5,063 of them distinct (exact)\n"
