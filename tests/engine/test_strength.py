"""`make strength`: reading the cases, the measures on a few of them, and what the command prints."""

import pytest

from bidbase.bidding.bidder import Source
from bidbase.game.cards import Seat, Strain
from tests.engine.making import make_bidder
from tests.strength.__main__ import main
from tests.strength.cases import CasesError, parse_tricks, read_boards, read_textbook
from tests.strength.measures import (
    Tally,
    agreement,
    boards_by_blunder,
    calls_by_source,
    measure_boards,
    references,
    textbook_answers,
    textbook_tallies,
)

TEXTBOOK = """\
id,topic,hand,dealer,vulnerability,auction,call,doubtful
nt-1,notrump,AQ2.K32.KJ32.K32,N,None,,1N,
nt-2,notrump,AQ2.K32.KJ32.K32,N,Both,P,1N,yes
major-1,majors,AQJ32.K32.KQ2.32,N,None,,1S,
major-2,majors,AQJ32.K32.KQ2.32,N,None,P-P,1S,yes
"""
# North has a strong notrump and game opposite South; par is 3NT by either.
DEAL = "N:AQ2.K32.KJ32.K32 543.QJT9.T98.JT9 KJ6.A54.AQ54.654 T987.876.76.AQ87"
TRICKS = "C:6/7/6/7 D:9/3/9/3 H:6/6/6/6 S:7/5/7/5 N:9/4/8/4"
DEALS = f"""\
board,deal,dealer,vulnerability,tricks,par_ns,auction_2over1,auction_sayc
1,{DEAL},N,None,{TRICKS},400,1N-P-3N-P-P-P,1N-P-P-P
2,{DEAL},E,NS,{TRICKS},600,P-1D-P-1N-P-3N-P-P-P,P-P-P-P
"""


@pytest.fixture
def cases(tmp_path):
    """A folder with a few cases."""
    (tmp_path / "sayc_calls.csv").write_text(TEXTBOOK, encoding="utf-8")
    (tmp_path / "deals.csv").write_text(DEALS, encoding="utf-8")
    return tmp_path


NOTRUMP_AND_RAISE = (
    {"hcp": "15-17", "shape": "balanced", "bid": "1N"},
    {"prior_bids": "1N-P", "hcp": "10+", "bid": "3N"},
)


def test_textbook_calls_are_read(cases):
    first, *_, last = read_textbook(cases)
    assert (first.name, first.topic, str(first.hand), str(first.call)) == ("nt-1", "notrump", "AQ2.K32.KJ32.K32", "1N")
    assert not first.doubtful
    assert (str(last.auction), last.doubtful) == ("P-P", True)


def test_boards_are_read_with_their_judgments(cases):
    first, second = read_boards(cases)
    assert (second.board.number, second.board.dealer, str(second.board.vulnerability)) == (2, Seat.EAST, "NS")
    assert first.analysis.tricks[Seat.NORTH][Strain.NOTRUMP] == 9
    assert first.analysis.tricks[Seat.SOUTH][Strain.NOTRUMP] == 8
    assert first.analysis.tricks[Seat.WEST][Strain.CLUBS] == 7
    assert first.analysis.par_score == 400
    assert {system: str(auction) for system, auction in first.stored.items()} == {
        "2over1": "1N-P-3N-P-P-P",
        "sayc": "1N-P-P-P",
    }


# (a text in the file, its replacement, the message, why)
FAULTS = [
    ("N:AQ2.", "N:AQ3.", r"deals.csv:2: deal: two hands hold the same card", "a card twice"),
    (",E,NS,", ",Q,NS,", r"deals.csv:3: dealer: a seat is one of", "no such seat"),
    (",E,NS,", ",E,,", r"deals.csv:3: vulnerability: ", "no vulnerability"),
    ("\n2,", "\ntwo,", r"deals.csv:3: board: ", "a board without a number"),
    (",600,", ",much,", r"deals.csv:3: par_ns: ", "a par that is no number"),
    ("P-1D-P-1N", "P-1D-P-1C", r"deals.csv:3: auction_2over1: .*not higher", "an illegal auction"),
    (",1N-P-P-P", "", r"deals.csv:2: auction_sayc is missing", "a row that ends too early"),
    ("par_ns", "par", r"deals.csv:2: par_ns is missing", "a column that is missing"),
    ("C:6/7/6/7 ", "", r"deals.csv:2: tricks: the tricks in C are missing", "a strain that is missing"),
    ("C:6/7/6/7", "C:6/7/6", r"deals.csv:2: tricks: 'C:6/7/6' is not", "three declarers"),
    ("C:6/7/6/7", "C:6/7/6/14", r"deals.csv:2: tricks: 'C:6/7/6/14' is not", "fourteen tricks"),
]


@pytest.mark.parametrize(("good", "bad", "message", "why"), FAULTS)
def test_faults_in_the_cases_are_reported_with_their_place(cases, good, bad, message, why):
    assert good in DEALS
    (cases / "deals.csv").write_text(DEALS.replace(good, bad), encoding="utf-8")
    with pytest.raises(CasesError, match=message):
        read_boards(cases)


def test_tricks_are_by_seat_and_strain():
    tricks = parse_tricks("N:1/2/3/4 S:5/6/7/8 H:0/0/0/0 D:13/0/13/0 C:9/9/9/9")
    assert tricks[Seat.NORTH] == (9, 13, 0, 5, 1)
    assert tricks[Seat.WEST] == (9, 0, 0, 8, 4)


def test_textbook_calls_are_counted_with_and_without_doubtful_ones(cases):
    answers = textbook_answers(make_bidder(*NOTRUMP_AND_RAISE), read_textbook(cases))
    assert [answer.right for answer in answers] == [True, True, False, False]
    assert textbook_tallies(answers) == (Tally(2, 4), Tally(1, 2))


def test_robots_are_compared_with_par_and_with_the_stored_auctions(cases):
    boards, bidder = read_boards(cases), make_bidder(*NOTRUMP_AND_RAISE)
    measured = measure_boards(bidder, boards)
    assert [str(board.outcome.auction) for board in measured] == ["1N-P-3N-P-P-P", "P-P-P-1N-P-3N-P-P-P"]
    assert [board.imps for board in measured] == [0, 0]
    assert references(boards) == {"2over1": [0, 0], "sayc": [6, 12], "four passes": [9, 12]}
    assert calls_by_source(measured) == {
        source: Tally({Source.BOOK: 4, Source.NONE: 11}.get(source, 0), 15) for source in Source
    }


def test_agreement_is_counted_over_bids_given_the_same_auction_so_far(cases):
    boards, bidder = read_boards(cases), make_bidder(*NOTRUMP_AND_RAISE)
    assert agreement(bidder, boards, "2over1") == Tally(2, 5), "on the second board no entry fits after 1D"
    assert agreement(bidder, boards, "sayc") == Tally(1, 1)


def test_blunders_are_listed_by_board(cases):
    timid = measure_boards(make_bidder(NOTRUMP_AND_RAISE[0]), read_boards(cases))
    found = boards_by_blunder(timid)
    assert {name: numbers for name, numbers in found.items() if numbers} == {"game missed": [1, 2]}


def test_a_tally_without_answers_is_0_percent():
    assert (Tally(0, 0).percent, str(Tally(1, 8))) == (0, "1/8 (12.5 %)")


@pytest.fixture
def system(tmp_path):
    """A folder with a small system that is named sayc."""
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "system.toml").write_text('name = "sayc"\nfiles = ["opening.csv"]\n', encoding="utf-8")
    (folder / "opening.csv").write_text(
        "prior_bids,order,bid,hcp,shape,disclosure\n,130000,1N,15-17,balanced,Strong and balanced\n", encoding="utf-8"
    )
    return str(folder)


@pytest.fixture
def run(cases, system, capsys):
    """Run the command with the small cases and system; gives its exit status, output and errors."""

    def call(*arguments: str):
        status = main(["--cases", str(cases), "--system", system, *arguments])
        return status, *capsys.readouterr()

    return call


def test_the_command_prints_every_measure(run):
    status, out, _ = run()
    assert status == 0
    assert "all topics: 2/4 (50.0 %), without doubtful calls 1/2 (50.0 %)" in out
    assert "IMPs to par: 8.00 a board over 2 boards" in out
    assert "(for comparison: 2over1 0.00, sayc 9.00, four passes 10.50)" in out
    assert "game missed: 2" in out
    assert "\n  1 2\n" in out
    assert "agreement with the stored 2over1 auctions: 1/5" in out
    assert "Board" not in out


def test_thinking_is_compared_with_the_book_on_the_same_boards(run):
    out = run("--think")[1]
    assert "IMPs to par, thinking: " in out
    assert "less the book's on the same boards: " in out
    assert "thought about: " in out
    assert "thinking" not in run()[1].replace("thinking 0.0 %", "")


def test_boards_can_be_chosen(run):
    assert "over 1 boards" in run("--boards", "2")[1]
    assert "over 2 boards" in run("--boards", "1-9")[1]
    status, out, errors = run("--boards", "3-9")
    assert (status, out, errors) == (2, "", "no board has such a number\n")


def test_missed_textbook_calls_are_listed_when_asked_for(run):
    assert "major-1: AQJ32.K32.KQ2.32 as dealer: 1S, not 1N (opening/130000)" in run("--misses")[1]


def test_a_board_is_printed_with_the_entry_behind_each_call(run):
    _, out, _ = run("--board", "1")
    assert "IMPs to par:" not in out
    assert out.splitlines()[1:5] == [
        "Board 1: North deals, vulnerable: None",
        "  North  AQ2.K32.KJ32.K32  16 HCP",
        "  East   543.QJT9.T98.JT9  4 HCP",
        "  South  KJ6.A54.AQ54.654  14 HCP",
    ]
    assert "  tricks in notrump   N  9  E  4  S  8  W  4" in out
    assert "    North 1NT      book       opening/130000  Strong and balanced\n    East  Pass     none\n" in out
    assert "1NT by North, +150 for North-South; par +400, 6 IMPs away" in out
    assert "game missed" in out
    assert "stored 2over1: 1N-P-3N-P-P-P: 3NT by North, 0 IMPs away" in out


def test_the_boards_farthest_from_par_come_first(run):
    _, out, _ = run("--worst", "2")
    assert out.index("IMPs to par") < out.index("Board 2") < out.index("Board 1")
    assert "Board 1" not in run("--worst", "1")[1]


def test_fresh_boards_need_no_cases(system, capsys):
    assert main(["--cases", "nowhere", "--system", system, "--fresh", "2", "--seed", "7"]) == 0
    out = capsys.readouterr().out
    assert "over 2 boards" in out
    assert "textbook" not in out
    assert main(["--system", system, "--fresh", "2", "--seed", "7", "--board", "70002"]) == 0
    assert "Board 70002" in capsys.readouterr().out


def test_missing_cases_are_reported_in_one_line(system, tmp_path, capsys):
    assert main(["--cases", str(tmp_path / "nowhere"), "--system", system]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_an_unknown_system_is_reported(cases, capsys):
    assert main(["--cases", str(cases), "--system", "acol"]) == 2
    assert "there is no system 'acol'" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [("--fresh", "0"), ("--fresh", "10001"), ("--fresh", "1", "--seed", "-1")])
def test_boards_that_cannot_be_dealt_are_refused(run, arguments):
    status, _, errors = run(*arguments)
    assert (status, errors.partition(",")[0]) == (2, "seeds are 0 to 99998 with 1 to 10000 boards")


@pytest.mark.parametrize("arguments", [("--boards", "one"), ("--fresh", "x"), ("--worst", "x")])
def test_options_that_are_not_numbers_are_refused(run, arguments):
    with pytest.raises(SystemExit, match="2"):
        run(*arguments)
