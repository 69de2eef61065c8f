"""Calls after a simulation, at the table and in the review: what is told of them, to whom, and what is not.

After 1♠ – 2♠ the simulating system has no plain entry for opener. Deal 269, South: `KQT876.KQJ.6.K93`, game is best and
an entry bids 3♠ then. Deal 708, South: `AK643.KQJT4.T.98`, game is best and no entry speaks of it.
"""

import pytest

from bidbase.game.auction import Call
from editor.store.systems.loading import load_shipped_system
from practice.ask.explanation import explain
from practice.boards.models import Verdict
from practice.boards.robots import robot_table
from practice.models import StudentBoard
from tests.practice.conftest import SMALL
from tests.practice.finishing import finish, finish_by_system
from tests.practice.looking import review, scene
from tests.practice.pages import words
from tests.practice.test_feedback import said_of_the_last

RAISED = "1S-P-2S-P"


@pytest.fixture
def simulating(small, begin):
    """Begins a board where both sides play the simulating system and the opponents pass."""
    load_shipped_system(name=SMALL.parent / "simulating")

    def begin_simulating(deal_number: int, **changes) -> StudentBoard:
        changes = {"our_system": "simulating", "their_system": "simulating", "opponents_silent": True} | changes
        return begin(deal_number, **changes)

    return begin_simulating


def index_after(board: StudentBoard, prior_bids: str) -> int:
    """The index of the call that followed these prior bids."""
    auction = board.auction
    return next(at for at in range(len(auction.calls)) if auction.before(at).prior_bids == prior_bids)


def test_the_review_tells_what_the_simulation_found(guest, simulating):
    board = finish_by_system(simulating(269))
    index = index_after(board, RAISED)
    selected = review(board, index).selected
    found = selected.explanation.simulation
    assert (str(selected.made.call), selected.judged.verdict, str(found.best.contract)) == ("3S", Verdict.AGREES, "4S")
    assert selected.explanation.ref == "1S-P-2S-P/500000"
    page = words(guest.get(f"/board/{board.token}/call/{index}/"))
    assert f"{found.deals} deals that fit the auction were drawn" in page
    for shown in ("by South", found.best.made_words, found.best.score_words, found.best.gain_words):
        assert shown in page.partition("compared double dummy")[2]
    assert "Game is likely to be made" in page


def test_a_student_is_judged_by_it(simulating):
    assert said_of_the_last(simulating(269), "1S", "3S").headline == "Right."
    said = said_of_the_last(simulating(269, owner="another"), "1S", "P")
    assert (said.verdict, said.headline) == (Verdict.DIFFERS, "Better: 3♠.")
    alone = said_of_the_last(simulating(708), "1S", "P")
    assert alone.headline == "Better: 4♠."


def test_a_robot_may_bid_a_contract_that_no_entry_speaks_of(guest, simulating):
    board = finish(simulating(708, seat="N"), "P", "2S")
    index = index_after(board, RAISED)
    made = scene(board).auction.calls[index]
    assert (str(made.call), made.simulated) == ("4S", True)
    assert review(board, index).selected.meaning.words() == "no agreement"
    page = words(guest.get(f"/board/{board.token}/call/{index}/"))
    assert "covers this contract here, so the call is the contract itself" in page
    assert review(board, index).selected.was is None


def test_those_tried_say_which_contract_was_best(simulating):
    board = finish_by_system(simulating(708))
    before = board.auction.before(index_after(board, RAISED))
    explanation = explain(board.our_system, robot_table(board), board.own_hand, before)
    last = explanation.before[-1]
    assert [(one.field.name, one.needed, one.had) for one in last.failures] == [("best_contract", "7♣", "4♠ by South")]
    assert explanation.call is Call.parse("4S")


def test_asking_shows_it_too(guest, simulating):
    simulating(1)
    query = {"hand": "KQT876.KQJ.6.K93", "auction": RAISED, "system": "simulating"}
    page = words(guest.get("/ask/", query))
    assert "North bids 3♠" in page
    assert "contracts were compared double dummy" in page
