"""`bidbase simulate`: how often deals come up, such deals, and contracts weighed over them."""

import pytest

from bidbase.cli import main
from bidbase.game.board_files import read_boards
from bidbase.game.cards import Seat
from bidbase.systems import open_system

SUITED = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")


def test_deals_are_written_in_pbn(capsys):
    assert main(["simulate", "--south", "AQ2.K32.KJ32.K32", "--north", "spades 5+", "--deals", "7", "--pbn"]) == 0
    boards = read_boards(capsys.readouterr().out).boards
    assert len(boards) == 7
    assert {str(board.cards.hands[Seat.SOUTH]) for board in boards} == {"AQ2.K32.KJ32.K32"}


def test_the_same_seed_gives_the_same_deals(capsys):
    def deals(seed: str) -> str:
        assert main(["simulate", "--south", "hcp 20+", "--deals", "3", "--pbn", "--seed", seed]) == 0
        return capsys.readouterr().out

    assert deals("1") == deals("1")
    assert deals("1") != deals("2")


def test_a_deal_whose_result_is_known(capsys):
    """Each player holds a suit: whoever names it takes all tricks, and only a spade contract stops the ruffs."""
    hands = [word for seat, hand in zip(Seat, SUITED, strict=True) for word in (f"--{seat.title.lower()}", hand)]
    assert main(["simulate", *hands, "--deals", "1", "--contracts", "7S by North, 3N by North"]) == 0
    printed = capsys.readouterr().out
    assert "7♠ by North is made in 100 %" in printed
    assert "it scores 1510, vulnerable 2210" in printed
    assert "3NT by North is made in 0 %" in printed


def test_an_entry_stands_after_its_own_calls(capsys):
    assert main(["simulate", "--entry", "opening/130000", "--deals", "5"]) == 0
    assert "about one deal in 20.6" in capsys.readouterr().out


FAULTS = [
    (["--south", "hcp 17-15"], "South, hcp: the range ends at 15, below its start"),
    (["--contracts", "4S, 8S"], "'8S' is not a call"),
    (["--auction", "1N-1S"], "1N-1S\n     ^^"),
    (["--entry", "opening/nothing"], "sayc has no entry 'opening/nothing'"),
    (["--declarer", "X"], "a seat is one of N E S W"),
]


@pytest.mark.parametrize(("arguments", "message"), FAULTS)
def test_what_cannot_be_asked(arguments, message, capsys):
    assert main(["simulate", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_an_entry_of_many_auctions_needs_one(capsys):
    situation = next(entry.id for entry in open_system("sayc").entries if entry.section.startswith("@"))
    assert main(["simulate", "--entry", situation]) == 2
    assert "serves many auctions; write with --auction which is meant" in capsys.readouterr().err


def test_too_few_deals_are_told_by_the_exit_status(capsys):
    assert main(["simulate", "--south", "hcp 20+", "--north", "hcp 21+", "--deals", "1", "--most", "1"]) == 1
    assert capsys.readouterr().out.startswith("less than one in ")
    assert main(["simulate", "--south", "AQ2.K32.KJ32.K32", "--north", "AQ2.K32.KJ32.K32"]) == 1
    assert capsys.readouterr().out == "never\n0 deals found\n"
