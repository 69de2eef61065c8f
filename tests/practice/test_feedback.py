"""What is said of a student's call: briefly when the system agrees, with the reason when it does not."""

import pytest

from bidbase.game.auction import Call
from practice.boards.robots import robot_table
from practice.boards.verdicts import AGREEMENTS
from practice.models import StudentBoard
from practice.table.feedback import Feedback, feedback_on
from tests.practice.finishing import call_patiently
from tests.working import patiently


def said_of_the_last(board: StudentBoard, *calls: str) -> Feedback:
    for text in calls:
        board = call_patiently(board, Call.parse(text))
    row = board.student_calls.order_by("index").last()
    assert row is not None
    return patiently(lambda: feedback_on(board, robot_table(board), row))


def test_agreement_is_one_short_word_that_varies(begin):
    said = {said_of_the_last(begin(number), "1N").headline for number in (1, 9)}
    assert len(said) == 2
    assert said <= set(AGREEMENTS)
    assert not said_of_the_last(begin(1, owner="other"), "1N").reason


@pytest.mark.parametrize(
    ("deal", "calls", "headline", "lines", "reason", "failures"),
    [
        pytest.param(
            1,
            ["1H"],
            "The system bids 1NT.",
            ["15 to 17"],
            "",
            [("hearts_num", "5 or more hearts", "4 hearts (2=4=3=4)")],
            id="what the hand lacks",
        ),
        pytest.param(
            1,
            ["1C"],
            "The system bids 1NT.",
            ["15 to 17"],
            "Your hand fits 1♣ as well, but another entry comes first.",
            [],
            id="an entry that comes later",
        ),
        pytest.param(
            1,
            ["4N"],
            "The system bids 1NT.",
            ["15 to 17"],
            "It has no agreement about 4NT here.",
            [],
            id="no agreement",
        ),
        pytest.param(
            583,
            ["2S"],
            "An accepted alternative; this time the system passes.",
            ["Too weak for this seat"],
            "",
            [],
            id="the entry that was drawn is shown, not all that the call can mean",
        ),
        pytest.param(
            1, ["1H", "P"], "No entry of the system fits this hand here, so it passes too.", [], "", [], id="both pass"
        ),
        pytest.param(
            1,
            ["1H", "4N"],
            "No entry of the system fits this hand here, so it would pass.",
            [],
            "It has no agreement about 4NT here.",
            [],
            id="the system would pass",
        ),
    ],
)
def test_feedback(begin, deal, calls, headline, lines, reason, failures):
    said = said_of_the_last(begin(deal), *calls)
    assert said.headline == headline
    assert [line.text for line in said.lines] == lines
    assert said.reason == reason
    assert [(failure.field.name, failure.needed, failure.had) for failure in said.failures] == failures


def test_feedback_leads_to_the_entries(begin):
    said = said_of_the_last(begin(1), "1H")
    assert said.entry_url == "/system/small/entry/opening/132000/"
    assert said.nearest_url == "/system/small/entry/opening/510000/"
