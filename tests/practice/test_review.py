"""The finished board: what it tells of each call, who may see it when, and what its pages say."""

import re
import shutil
from datetime import timedelta

import pytest
from django.utils import timezone
from kombu import Connection
from kombu.pools import producers

from bidbase.game.cards import SEATS, Seat
from bidbase_web.jobs import services
from bidbase_web.jobs.job import JobLine
from bidbase_web.jobs.models import Run
from bidbase_web.jobs.tasks import work
from editor.store.systems.loading import load_shipped_system
from practice.boards.models import Verdict
from practice.boards.presenters import NotFinished
from practice.double_dummy.work import AnalyzeDeal, have_analyzed
from practice.models import DoubleDummy, StudentBoard
from tests.practice.conftest import SMALL
from tests.practice.finishing import finish, finish_by_system
from tests.practice.looking import review
from tests.practice.pages import mine, words
from tests.practice.together import kept
from tests.working import do_all_work

NOBODY = "x" * 22


# --- What is told of a call ---


@pytest.mark.parametrize("seat", SEATS)
def test_the_reasons_agree_with_the_stored_auction(begin, seat):
    for number in range(1, 9):
        board = finish_by_system(begin(number, seat=seat.letter))
        judged = {row.index: row for row in board.row.student_calls.all()}
        for index, call in enumerate(board.auction.calls):
            selected = review(board, index).selected
            assert selected.was is None
            assert selected.made.call is selected.explanation.call is call
            assert selected.explanation.ref == (judged[index].entry if index in judged else board.row.sources[index])
            assert (selected.judged is None) == (index not in judged)


def test_every_entry_tried_before_failed_on_something(finished):
    explanation = review(finished, 2).selected.explanation  # South's 1NT
    assert explanation.card.entry.id == "opening/132000"
    assert [card.entry.id for card in explanation.before] == ["opening/100000"]
    [failure] = explanation.before[0].failures
    assert (failure.field.label, failure.needed, failure.had) == ("HCP", "22 or more HCP", "16 HCP")


def test_a_call_without_entry_says_what_was_tried(finished):
    explanation = review(finished, 3).selected.explanation  # West has nothing to say over 1NT
    assert explanation.card is None
    assert (explanation.in_section, explanation.before) == (0, ())
    explanation = review(finished, 6).selected.explanation
    assert explanation.ref == "1N-P-2D-P/200000"


def test_a_call_that_differs_shows_what_its_entries_need(begin):
    board = finish(begin(3), "1C")
    selected = review(board, 0).selected
    assert selected.judged.verdict == Verdict.DIFFERS
    assert selected.explanation.ref == "opening/900000"
    assert [(card.entry.id, [one.had for one in card.failures]) for card in selected.needs] == [
        ("opening/640000", ["6 HCP"])
    ]


def test_an_alternative_fits_as_well(begin):
    board = finish(begin(583), "2S")
    selected = review(board, 0).selected
    assert selected.judged.verdict == Verdict.ALTERNATIVE
    assert [(card.entry.id, card.failures) for card in selected.needs] == [("opening/700000", ())]


def test_the_call_that_most_wants_reasons_is_shown_first(begin):
    board = finish(begin(1), "1N", "3N")
    assert review(board).selected.made.index == 6


def test_silent_opponents_have_no_reasons(begin):
    board = finish(begin(4, opponents_silent=True))
    silent = [index for index in range(5) if review(board, index).selected.explanation is None]
    assert [board.auction.seat_of(index) for index in silent] == [Seat.WEST, Seat.EAST, Seat.WEST]


def test_a_board_is_explained_from_the_system_that_it_was_bid_with(begin, tmp_path):
    board = finish_by_system(begin(1))
    files = shutil.copytree(SMALL, tmp_path / "small")
    answers = (files / "answers.csv").read_text()
    (files / "answers.csv").write_text(answers.replace("1N-P,200000,2D", "1N-P,205000,2D"))
    load_shipped_system(name=files)
    board = kept(board)
    seen = review(board, 4)
    assert seen.changed == ("Small system",)
    assert seen.selected.explanation.ref == "1N-P/200000"
    assert begin(2).row.our_system.revision == 2


def test_a_call_that_is_explained_otherwise_now_is_named(begin):
    """The system is read as it was, but by the program as it is; also robots' calls after a deviation."""
    board = finish(begin(1), "1S", "P")
    board.row.sources[4] = "1S-P/an earlier id"
    assert review(board, 4).selected.was == (board.auction.calls[4], "1S-P/an earlier id")


def test_the_review_does_not_hold_the_book_against_a_hand_that_was_not_shown(guest, begin):
    """1♥ with four hearts was raised to game: the book has nothing for the hand, and a simulation has judged it."""
    board = finish(begin(1), "1H", "4N")
    selected = review(board, 6).selected
    assert (selected.off_book, selected.explanation, selected.judged.expected) == (True, None, "P")
    said = words(guest.get(f"/board/{board.row.token}/call/6/"))
    assert "You have fewer hearts than you have shown; best now is to pass." in said
    assert "so the entries of the system are no guide here" in said
    assert "so the call is a pass" not in said


def test_all_hands_with_their_points(finished):
    hands = {player.seat: player for player in review(finished).hands}
    assert (str(hands[Seat.SOUTH].hand), hands[Seat.SOUTH].hcp) == ("AQ.J972.AQ2.K432", 16)
    assert [player.seat for player in hands.values() if player.dealer] == [Seat.NORTH]
    assert [player.seat for player in hands.values() if player.student] == [Seat.SOUTH]
    assert sum(player.hcp for player in hands.values()) == 40


def test_an_open_board_has_no_review(begin):
    with pytest.raises(NotFinished):
        review(begin(1))


# --- Who may see it when ---

PAGES = ["/board/{}/", "/board/{}/call/0/", "/board/{}/double-dummy/"]


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("htmx", [{}, {"HX-Request": "true"}])
def test_nobody_reviews_an_open_board(guest, stranger, begin, address, htmx):
    board = mine(guest, begin(1))
    assert stranger.get(address.format(board.row.token), headers=htmx).status_code == 404
    response = guest.get(address.format(board.row.token), headers=htmx)
    if address == PAGES[0]:
        assert (response.status_code, response.url) == (302, "/deal/1/")
    else:
        assert response.status_code == 404
    assert not DoubleDummy.objects.exists()


@pytest.mark.parametrize("address", PAGES)
def test_there_is_no_board_of_a_guessed_token(guest, address):
    assert guest.get(address.format(NOBODY)).status_code == 404


@pytest.mark.parametrize("address", PAGES[:2])
def test_whoever_has_the_link_reads_a_finished_board(stranger, finished, address):
    response = stranger.get(address.format(finished.row.token))
    assert response.status_code == 200
    assert "South was the student" in words(response)
    assert "owner_key" not in stranger.session


@pytest.mark.parametrize("address", PAGES)
def test_pages_of_a_finished_board_change_nothing(stranger, finished, address):
    assert stranger.post(address.format(finished.row.token)).status_code == 405


@pytest.mark.parametrize(
    ("action", "data"), [("call", {"call": "7N", "at": "10"}), ("undo", {"at": "10"}), ("again", {})]
)
def test_the_link_gives_no_right_to_bid(stranger, finished, action, data):
    assert stranger.post(f"/board/{finished.row.token}/{action}/", data).status_code == 404
    assert StudentBoard.objects.get().calls == finished.row.calls


@pytest.mark.parametrize("index", ["10", "999999", "9" * 30, "-1", "one"])
def test_there_is_no_such_call(guest, finished, index):
    assert guest.get(f"/board/{finished.row.token}/call/{index}/").status_code == 404


def test_its_student_may_go_on(guest, finished):
    page = words(guest.get(f"/board/{mine(guest, finished).row.token}/"))
    assert "You were South" in page
    assert "Bid it again" in page


# --- What the pages say ---


def test_a_call_is_a_page_by_itself(guest, finished):
    page = guest.get(f"/board/{finished.row.token}/call/4/")
    assert "2♦ North, a robot announced" in words(page)
    assert "5 or more hearts" in words(page)
    assert '<a href="/system/small/entry/1N-P/200000/">' in page.content.decode()
    assert words(page).endswith("Every call can say why it was made.")


def test_htmx_fetches_the_reasons_alone(guest, finished):
    page = guest.get(f"/board/{finished.row.token}/call/4/", headers={"HX-Request": "true"})
    assert page.content.decode().strip().startswith('<section class="auction-review"')
    assert "<html" not in page.content.decode()
    assert "The reasons of 2♦ by North follow the auction." in words(page)


def test_a_silent_gap_is_told_openly(guest, finished):
    assert "Small system has no entries after 1N, so the call is a pass." in words(
        guest.get(f"/board/{finished.row.token}/call/3/")
    )


def test_the_result_is_told_when_it_is_there(guest, finished):
    address = f"/board/{finished.row.token}/double-dummy/"
    page = guest.get(f"/board/{finished.row.token}/")
    assert "will be computed in the background" in words(page)
    assert re.search("<noscript>.*Reload the page.*</noscript>", page.content.decode()), "a script asks by itself"
    assert guest.get(address, headers={"HX-Request": "true"}).status_code == 204
    do_all_work()
    assert "2♥ by South9+140−6 IMPs" in words(guest.get(address, headers={"HX-Request": "true"}))
    assert "2♥ by South9+140−6 IMPs" in words(guest.get(f"/board/{finished.row.token}/"))
    assert guest.get(address).url == f"/board/{finished.row.token}/"


@pytest.mark.parametrize(
    ("state", "said", "asks_again"),
    [
        pytest.param(Run.State.WAITING, "will be computed in the background", True, id="it waits for a worker"),
        pytest.param(Run.State.WORKING, "being computed in the background", True, id="a worker is at it"),
        pytest.param(Run.State.FAILED, "The double-dummy result could not be worked out.", False, id="it failed"),
    ],
)
def test_how_far_the_analysis_is_is_told(guest, finished, state, said, asks_again):
    run, _ = services.ask(AnalyzeDeal.of(finished.deal, finished.auction.dealer, finished.auction.vulnerability))
    Run.objects.filter(pk=run.pk).update(state=state, claimed_until=timezone.now() + timedelta(minutes=1))
    page = guest.get(f"/board/{finished.row.token}/")
    assert said in words(page)
    assert ("every 1500ms" in page.content.decode()) is asks_again


def test_an_analysis_that_was_asked_for_ahead_is_wanted_by_the_page_that_is_open_now(guest, finished):
    have_analyzed([(finished.deal, finished.auction.dealer, finished.auction.vulnerability)])
    analysis = Run.objects.get(kind=AnalyzeDeal.kind)
    assert analysis.line == JobLine.AHEAD
    guest.get(f"/board/{finished.row.token}/")
    analysis.refresh_from_db()
    assert (analysis.line, analysis.owner) == (JobLine.PAGE, finished.row.owner_key)


@pytest.mark.django_db(transaction=True)
def test_the_page_shows_when_no_worker_can_be_woken(guest, finished, caplog, monkeypatch):
    nowhere = producers[Connection("redis://127.0.0.1:1/0")]
    monkeypatch.setattr(work.app.amqp, "_producer_pool", nowhere)
    assert "will be computed in the background" in words(guest.get(f"/board/{finished.row.token}/"))
    assert "no worker could be woken" in caplog.text


def test_a_board_passed_out_says_so(guest, begin):
    board = finish(begin(8, opponents_silent=True))
    assert "Deal 8: Passed out" in words(guest.get(f"/board/{board.row.token}/"))
