"""What is said of a student's call: one word when it is right, else the better call and why, in players' words."""

import pytest

from bidbase.game.auction import Call
from practice.boards.board import TableBoard
from practice.boards.feedback import Feedback, feedback_on
from practice.boards.robots import robot_table
from practice.boards.selectors import student_calls
from tests.practice.finishing import call_patiently
from tests.practice.looking import systems
from tests.working import patiently


def said_of_the_last(board: TableBoard, *calls: str) -> Feedback:
    for text in calls:
        board = call_patiently(board, Call.parse(text))
    judged = student_calls(board)
    return patiently(lambda: feedback_on(board, robot_table(board), judged, max(judged), systems(board)))


@pytest.mark.parametrize(
    ("deal", "calls", "text"),
    [
        pytest.param(1, ["1N"], "Right.", id="one word"),
        pytest.param(
            1,
            ["1H"],
            "Better: 1NT. 1♥ promises five or more hearts; you have four. 1NT shows 15 to 17 HCP and a balanced hand.",
            id="what the hand lacks",
        ),
        pytest.param(
            1,
            ["1C"],
            "Second best. Better: 1NT. 1NT shows 15 to 17 HCP; 1♣ shows 12 to 21.",
            id="an entry that comes later",
        ),
        pytest.param(
            1,
            ["4N"],
            "Better: 1NT. 4NT would ask for aces. It promises 21 or more total points; you have 17. "
            "1NT shows 15 to 17 HCP and a balanced hand.",
            id="no agreement",
        ),
        pytest.param(
            1,
            ["P"],
            "Better: 1NT. Pass shows at most 11 HCP; you have 16. 1NT shows 15 to 17 HCP and a balanced hand.",
            id="a pass",
        ),
        pytest.param(583, ["2S"], "Also fine. This time the system passes.", id="a percentage"),
        pytest.param(1, ["1H", "P"], "Right.", id="after a deviation the best contract is right"),
        pytest.param(
            1,
            ["1H", "4N"],
            "You have fewer hearts than you have shown; best now is to pass. 4NT would ask for aces. "
            "It promises 21 or more total points; you have 17. Over deals that fit the auction, Pass scores best.",
            id="after a deviation a worse contract is wrong",
        ),
    ],
)
def test_feedback(begin, deal, calls, text):
    assert said_of_the_last(begin(deal), *calls).text == text


def test_feedback_leads_to_the_entries(begin):
    said = said_of_the_last(begin(1), "1H")
    assert [entry.url for entry in said.entries] == [
        "/system/small/entry/opening/132000/",
        "/system/small/entry/opening/510000/",
    ]
