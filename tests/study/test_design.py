"""Designs: the paper's, those that come with the package, and what is refused."""

import tomllib

import pytest

from tests.study.small_run import small
from unsunk.errors import InputError, UnsunkError
from unsunk.rules.board import Board
from unsunk.rules.fleet import STUDY, Fleet
from unsunk.study.bank import make_bank
from unsunk.study.design import DESIGNS, Design, parse_table, read_design
from unsunk.study.reading import Layer
from unsunk.study.task import BLOCK


def test_the_paper_has_160_configurations_of_40_games():
    design = read_design("paper")
    assert design == Design()
    assert (len(design.configurations), design.games) == (160, 6400)
    by_layer = [condition.layer for condition, _, _ in design.configurations]
    assert [by_layer.count(layer) for layer in Layer] == [16, 48, 48, 48]
    assert len({(c.key, policy, start) for c, policy, start in design.configurations}) == 160


@pytest.mark.parametrize("name", DESIGNS)
def test_every_design_that_comes_with_the_package_is_read_and_written_back(name):
    design = read_design(name)
    assert parse_table(design.table()) == design


def test_the_boards_of_the_density_design_match_in_pairs():
    shares = [fleet.cells / board.size for board, fleet in read_design("density").grounds]
    assert shares == [0.36, 0.36, 0.09, 0.09]


def test_a_board_may_have_a_fleet_of_its_own():
    grounds = small(boards=("5x5", "3x7 3,2")).grounds
    assert grounds == ((Board(5, 5), STUDY), (Board(3, 7), Fleet((3, 2))))


def test_tasks_cut_the_packets_into_blocks_and_grow_with_them():
    board = Board(5, 5)
    tasks = [
        list(
            small(packets=many).tasks(
                {(board, STUDY): make_bank(board, packets=many)}, "numpy", "1"
            )
        )
        for many in (BLOCK, BLOCK + 2)
    ]
    assert [len(task.packets) for task in tasks[1][:2]] == [BLOCK, 2]
    assert {task.id for task in tasks[0]} < {task.id for task in tasks[1]}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("p = [1.5]", "p = 1.5 is not a chance: it lies from 0 to 1"),
        ("p = [-0.1]", "p = -0.1 is not a chance"),
        ("p = [nan]", "p = nan is not a chance"),
        ("p = [0]", "p must be above 0"),
        ("p = []", "p is empty"),
        ("p = 0.5", "p = 0.5: it must be a list of numbers"),
        ("p = ['x']", "it must be a list of numbers"),
        ("p = [true]", "it must be a list of numbers"),
        (f"p = [1{'0' * 400}]", "far too large"),
        ("p = [0.5, 0.5]", "p has '0.5' twice"),
        ("policies = ['clever']", "'clever' is not a policy: it is one of random"),
        ("policies = []", "policies is empty"),
        ("layers = ['L4']", "'L4' is not a rule layer"),
        ("layers = ['L1', 'l1']", "layers has 'l1' twice"),
        ("boards = ['0x5']", "'0x5' is not a board"),
        ("boards = ['5x5 x']", "'x' is not a fleet"),
        ("boards = ['5x5', '5x5 4,3,2']", "boards has '5x5 4,3,2' twice"),
        ("readings = ['loose']", "'loose' is not a reading"),
        ("readings = ['strict', 'linked=ones']", "readings has 'linked=ones' twice"),
        ("starts = [3]", "player 1 or player 2"),
        ("starts = [1.0]", "it must be a list of numbers"),
        ("packets = 0", "a bank has 1 to 100,000"),
        ("packets = '40'", "packets = '40': it must be a whole number"),
        ("packets = true", "it must be a whole number"),
        ("seed = -1", "it is a whole number from 0"),
        ("source = 'dice'", "'dice' is not a value of source of bits"),
        ("color = 1", "'color' is not one of boards"),
    ],
)
def test_what_cannot_be_run_is_refused_in_one_sentence(text, sentence):
    with pytest.raises(UnsunkError) as refused:
        parse_table(tomllib.loads(text))
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("changes", "least"),
    [
        ({}, 0.0009),
        ({"boards": ("5x5 3,2",)}, 0.0005),
        ({"readings": ("feedback=ambiguous",)}, 0.0025),
    ],
)
def test_a_p_with_which_games_may_not_end_is_refused_before_they_are_played(changes, least):
    small(p=(least,), **changes).require_played()
    with pytest.raises(InputError) as refused:
        small(p=(least * 0.99, 0.5), **changes).require_played()
    assert f"a game may take more than 100,000 rounds, so p must be {least:g}" in str(refused.value)
    with pytest.raises(InputError, match=r"p = 4\.94066e-324 is too small"):
        small(p=(5e-324,), **changes).require_played()


@pytest.mark.parametrize("name", DESIGNS)
def test_the_designs_of_the_package_can_be_played(name):
    read_design(name).require_played()


def test_a_file_is_named_in_what_is_refused(tmp_path):
    file = tmp_path / "mine.toml"
    for data in (b"p = [2]", b"p = [", b"\xff"):
        file.write_bytes(data)
        with pytest.raises(UnsunkError, match=r"mine\.toml: "):
            read_design(str(file))
    with pytest.raises(UnsunkError, match="'nothing' is neither a design"):
        read_design("nothing")
