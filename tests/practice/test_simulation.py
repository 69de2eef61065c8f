"""Calls after a simulation, at the table and in the review: what is told of them, to whom, and what is not.

After 1♠ – 2♠ the simulating system has no plain entry for opener. Deal 269, South: `KQT876.KQJ.6.K93`, game is best and
an entry bids 3♠ then. Deal 708, South: `AK643.KQJT4.T.98`, game is best and no entry speaks of it.
"""

import pytest
from django.utils import timezone

from bidbase.game.auction import Call
from bidbase_web.jobs.job import JobLine
from bidbase_web.jobs.models import Run
from editor.store.systems.loading import load_shipped_system
from practice.ask.explanation import explain
from practice.boards.board import TableBoard
from practice.boards.models import Verdict
from practice.boards.robots import Weighing, robot_table
from tests.practice.conftest import SMALL
from tests.practice.finishing import finish, finish_by_system
from tests.practice.looking import review, scene
from tests.practice.pages import page, words
from tests.practice.test_feedback import said_of_the_last
from tests.working import do_all_work

RAISED = "1S-P-2S-P"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def simulating(small, begin):
    """Begins a board where both sides play the simulating system and the opponents pass."""
    load_shipped_system(name=SMALL.parent / "simulating")

    def begin_simulating(deal_number: int, **changes) -> TableBoard:
        changes = {"our_system": "simulating", "their_system": "simulating", "opponents_silent": True} | changes
        return begin(deal_number, **changes)

    return begin_simulating


def index_after(board: TableBoard, prior_bids: str) -> int:
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
    said = words(guest.get(f"/board/{board.row.token}/call/{index}/"))
    assert f"{found.deals} deals that fit the auction were drawn" in said
    for shown in ("by South", found.best.made_words, found.best.score_words, found.best.gain_words):
        assert shown in said.partition("compared double dummy")[2]
    assert "Game is likely to be made" in said


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
    assert review(board, index).selected.meaning.words() == "no agreement; to play (12–21 HCP, 5+♠)"
    said = words(guest.get(f"/board/{board.row.token}/call/{index}/"))
    assert "covers this contract here, so the call is the contract itself" in said
    assert review(board, index).selected.was is None


def test_those_tried_say_which_contract_was_best(simulating):
    board = finish_by_system(simulating(708))
    before = board.auction.before(index_after(board, RAISED))
    explanation = explain(board.row.our_system, robot_table(board), board.own_hand, before)
    last = explanation.before[-1]
    assert [(one.field.name, one.needed, one.had) for one in last.failures] == [("best_contract", "7♣", "4♠ by South")]
    assert explanation.call is Call.parse("4S")


def test_asking_shows_it_too(guest, simulating):
    simulating(1)
    query = {"hand": "KQT876.KQJ.6.K93", "auction": RAISED, "system": "simulating"}
    said = words(guest.get("/ask/", query))
    assert "North bids 3♠" in said
    assert "contracts were compared double dummy" in said


# --- The review, while a worker has yet to simulate ---


def forgotten(board: TableBoard) -> tuple[TableBoard, str]:
    """The board, when nothing is known any more of its simulations, and the address of the call that needed one."""
    Run.objects.all().delete()
    return board, f"/board/{board.row.token}/call/{index_after(board, RAISED)}/"


def test_the_review_shows_at_once_what_is_there(guest, simulating):
    board, address = forgotten(finish_by_system(simulating(269)))
    shown = guest.get(address)
    said = words(shown)
    assert shown.status_code == 200
    assert "The reasons come by themselves." in said
    assert "Their auction appears here when it is ready." in said
    for known in ("3♠ by South", "2 of 2 calls agree", "Right."):
        assert known in said
    assert f'hx-get="{address}?waits" hx-trigger="every 1s"' in page(shown)
    assert f'hx-get="/board/{board.row.token}/double-dummy/" hx-trigger="every 1500ms"' in page(shown)


def test_the_rest_of_the_review_comes_by_itself(guest, simulating):
    board, address = forgotten(finish_by_system(simulating(269)))
    result = f"/board/{board.row.token}/double-dummy/"
    guest.get(address)
    for asked in (f"{address}?waits", result):
        assert guest.get(asked, headers=HTMX).status_code == 204
    do_all_work()
    assert "deals that fit the auction were drawn" in words(guest.get(f"{address}?waits", headers=HTMX))
    come = guest.get(result, headers=HTMX)
    assert '<section class="robots card" id="robots"' in page(come)
    assert "Four robots would have bid exactly the same." in words(come)


def test_whoever_cannot_go_on_at_a_table_comes_before_a_review(guest, simulating):
    _, address = forgotten(finish_by_system(simulating(269)))
    guest.get(address)
    lines = dict(Run.objects.values_list("kind", "line"))
    assert lines[Weighing.kind] == JobLine.PAGE
    assert Weighing.line < JobLine.PAGE, "at a table it is asked for in the first line"


def test_what_cannot_be_worked_out_is_told(guest, simulating):
    board, address = forgotten(finish_by_system(simulating(269)))
    guest.get(address)
    Run.objects.filter(kind=Weighing.kind).update(state=Run.State.FAILED, updated_at=timezone.now())
    asked_again = guest.get(f"{address}?waits", headers=HTMX)
    assert "The reasons could not be worked out." in words(asked_again)
    assert "every 1s" not in page(asked_again)
    said = words(guest.get(f"/board/{board.row.token}/"))
    assert "Their auction could not be worked out." in said
    assert "The double-dummy result could not be worked out." in said
