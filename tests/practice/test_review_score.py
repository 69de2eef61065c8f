"""The score of a finished board: what the robots bid, what calls cost, and who has bid as the system."""

import pytest

from bidbase.game.cards import Seat, Strain
from bidbase.language.circumstances import Scoring
from practice.ask.explanation import explain
from practice.boards.robots import robot_table
from practice.boards.selectors import student_calls
from practice.boards.verdicts import agreeing_words
from practice.review.presenters import agreement_words
from practice.review.results import difference, signed
from tests.loaded import loaded
from tests.practice.finishing import analyzed, finish, finish_by_system
from tests.practice.looking import result, review
from tests.practice.pages import words


def test_robots_bid_as_the_student_who_follows_the_system(finished):
    assert review(finished).robots.same


def test_robots_bid_on_from_the_first_call_of_the_student(begin):
    robots = review(finish(begin(1))).robots
    assert not robots.same
    assert str(robots.auction) == "P-P-1N-P-2D-P-2H-P-P-P"
    assert robots.contract == "2♥ by South"


def test_robots_leave_silent_opponents_silent(begin):
    robots = review(finish(begin(4, opponents_silent=True))).robots
    assert [call for call in robots.auction.calls[::2] if str(call) != "P"] == []


def test_the_score_is_that_of_the_students_side(begin):
    board = analyzed(finish_by_system(begin(1)))
    found = result(board)
    assert found.par_score == "+400"
    assert found.par_contracts == ("3NT by North or South, just made",)
    assert [(one.who, one.contract, one.tricks, one.score, one.against_par) for one in found.contracts] == [
        ("student", "2♥ by South", 9, "+140", "−6 IMPs"),
        ("robots", "2♥ by South", 9, "+140", "−6 IMPs"),
    ]
    assert [(seat, cell.strain) for seat, row in found.rows for cell in row if cell.reached] == [
        (Seat.SOUTH, Strain.HEARTS)
    ]
    east = result(finish_by_system(begin(1, owner="another", seat="E", scoring="MP")))
    assert (east.par_score, east.contracts[0].score, east.contracts[0].against_par) == ("−400", "−140", "+260 points")


@pytest.mark.parametrize(
    ("number", "calls", "cost"),
    [
        pytest.param(
            1, "1H", ("1H", "1N", 1, "4♥ by South (−50)", "2♥ by South (+140)", "5 IMPs", True), id="it led on"
        ),
        pytest.param(
            1,
            "1S 4H",
            ("1S", "1N", 1, "2♠ by South (−100)", "2♥ by South (+140)", "6 IMPs", False),
            id="the next one that differs won something back",
        ),
        pytest.param(
            23,
            "1D 2D",
            ("2D", "P", 2, "2♦ by South (−400)", "1♥ by West (−170)", "6 IMPs", True),
            id="the first one that differs cost nothing",
        ),
        pytest.param(
            1, "P", ("P", "1N", 1, "a passed-out board (0)", "2♥ by South (+140)", "4 IMPs", True), id="passed out"
        ),
        pytest.param(1, "1N 3N", None, id="a gain costs nothing"),
        pytest.param(583, "2S", None, id="the same score"),
    ],
)
def test_the_costliest_call_is_the_one_after_which_robots_do_worse(begin, number, calls, cost):
    found = result(analyzed(finish(begin(number), *calls.split())))
    assert found.departed
    lost = found.cost and (
        str(found.cost.made),
        str(found.cost.expected),
        found.cost.number,
        found.cost.reached,
        found.cost.missed,
        found.cost.lost,
        found.cost.last,
    )
    assert lost == cost


@pytest.mark.parametrize(
    ("number", "calls", "gained", "said"),
    [
        pytest.param(1, "1N 3N", "6 IMPs", "gained 6 IMPs double dummy", id="game instead of a partscore"),
        pytest.param(583, "2S", "", "cost nothing double dummy", id="the same score"),
    ],
)
def test_what_differs_may_have_gained_something(guest, begin, number, calls, gained, said):
    board = analyzed(finish(begin(number), *calls.split()))
    assert result(board).gained == gained
    assert said in words(guest.get(f"/board/{board.row.token}/"))


def test_who_bids_as_the_system_has_lost_nothing(begin):
    found = result(analyzed(finish_by_system(begin(1))))
    assert (found.departed, found.cost) == (False, None)


@pytest.mark.parametrize(
    ("number", "calls", "said"),
    [
        (1, "1N 2H", "2 of 2 calls agree with the system"),
        (1, "1N 3N", "1 of 2 calls agree with the system"),
        (1, "P", "The only call, Pass, differs from the system's 1NT"),
        (583, "2S", "The only call agrees with the system"),  # an accepted alternative
    ],
)
def test_how_many_calls_agree(begin, number, calls, said):
    board = finish(begin(number), *calls.split())
    assert agreement_words(student_calls(board)) == said


@pytest.mark.parametrize(
    ("agreed", "judged", "said"),
    [
        (0, 0, ""),
        (0, 1, "the only call differs"),
        (1, 1, "the only call agrees"),
        (0, 2, "0 of 2 calls agree"),
        (3, 4, "3 of 4 calls agree"),
    ],
)
def test_in_a_list_it_is_said_shortly(agreed, judged, said):
    assert agreeing_words(agreed, judged) == said


def test_the_page_says_first_how_many_calls_agree_and_what_the_costliest_cost(guest, begin):
    board = analyzed(finish(begin(1), "1H"))
    page = words(guest.get(f"/board/{board.row.token}/"))
    assert (
        "South's 1♥ in round 1 cost 5 IMPs double dummy. It led to 4♥ by South (−50); "
        "the system's 1NT leads to 2♥ by South (+140)." in page
    )
    assert (
        page.index("1 of 2 calls agree with the system.") < page.index("in round 1 cost") < page.index("Choose a call")
    )


# (calls of South on deal 1, what is to be remembered, why)
REMEMBERED = [
    ("1H", "To remember: 1♥ promises five or more hearts; you have four. 1NT shows 15 to 17 HCP", "the wrong call"),
    ("1N 3N", "To remember: 3NT would surprise everybody", "the wrong call, though it gained"),
    ("1N 2H", "", "nothing was wrong"),
]


@pytest.mark.parametrize(("calls", "said", "why"), REMEMBERED)
def test_what_to_remember_of_a_board(guest, begin, calls, said, why):
    board = analyzed(finish(begin(1), *calls.split()))
    page = words(guest.get(f"/board/{board.row.token}/"))
    assert (said in page) if said else ("To remember" not in page), why


def test_entries_that_are_switched_off_are_not_told(begin):
    loaded("sayc")
    board = begin(1, our_system="sayc", their_system="sayc")
    place = robot_table(board).place(board.auction)
    switched_off = {
        entry.id
        for section in place.sections
        for entry in section.entries
        if section.why_inactive(entry, place.circumstances) is not None
    }
    explanation = explain(board.row.our_system, robot_table(board), board.own_hand, board.auction)
    tried = {card.entry.id for card in explanation.before}
    assert switched_off
    assert tried
    assert not tried & switched_off


def test_a_board_passed_out_scores_nothing(begin):
    board = analyzed(finish(begin(8, opponents_silent=True)))
    student = result(board).contracts[0]
    assert (board.auction.contract, student.contract, student.tricks, student.score) == (None, "Passed out", None, "0")
    assert result(board).forms == ()


def test_other_forms_of_bridge_score_the_contract_on_their_first_deal(begin):
    """2♥ with nine tricks: 60 below the line and 30 above. A part-score is worth no more yet at rubber and Chicago."""
    board = analyzed(finish_by_system(begin(1)))
    lines = ("+60 tricks bid and made (below the line)", "+30 overtricks")
    assert [(form.form, form.state, form.score, form.lines) for form in result(board).forms] == [
        ("Duplicate", "Nobody vulnerable", "+140", ()),
        ("Rubber", "First deal, nobody vulnerable", "+90", lines),
        ("Chicago", "First of four deals, nobody vulnerable", "+90", lines),
    ]


def test_honors_and_games_count_in_other_forms_for_the_side_that_has_them(begin, guest):
    """Deal 3, West's side plays: what the others score is taken off."""
    board = analyzed(finish_by_system(begin(3, seat="W")))
    contract = board.auction.contract
    assert contract is not None
    rubber = result(board).forms[1]
    assert sum(int(line.split()[0].replace("−", "-")) for line in rubber.lines) == int(rubber.score.replace("−", "-"))
    page = words(guest.get(f"/board/{board.row.token}/"))
    assert "At rubber bridge and in Chicago" in page
    assert "A rubber or a Chicago is taken to begin with this deal" in page


@pytest.mark.parametrize(
    ("points", "scoring", "said"),
    [
        (0, Scoring.IMP, "even"),
        (10, Scoring.IMP, "even"),
        (20, Scoring.IMP, "+1 IMP"),
        (-470, Scoring.IMP, "−10 IMPs"),
        (-470, Scoring.MP, "−470 points"),
        (0, Scoring.MP, "even"),
    ],
)
def test_a_difference_is_told_by_the_form_of_scoring(points, scoring, said):
    assert difference(points, scoring) == said


def test_signs_are_written_out():
    assert [signed(420), signed(-50), signed(0)] == ["+420", "−50", "0"]
