"""The finished board: what it tells of each call, and who may see it when."""

import re
import shutil
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone
from kombu import Connection
from kombu.pools import producers

from bidbase.game.cards import SEATS, Seat, Strain
from bidbase.language.circumstances import Scoring
from editor.systems.loading import load_shipped_system
from practice.ask.explanation import explain
from practice.boards.models import Verdict
from practice.boards.presenters import NotFinished
from practice.boards.robots import robot_table
from practice.boards.selectors import student_calls
from practice.double_dummy.selectors import key_of
from practice.double_dummy.services import analyze_deal, request_analysis
from practice.models import DoubleDummy, StudentBoard
from practice.review.presenters import agreement_words
from practice.review.results import difference, signed
from practice.tasks import analyze_deal as task
from tests.practice.conftest import SMALL
from tests.practice.finishing import finish, finish_by_system
from tests.practice.looking import result, review

NOBODY = "x" * 22


def text(response) -> str:
    """The page without its tags, on one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", "", response.content.decode())).split())


def key(board: StudentBoard) -> dict[str, str]:
    """The columns by which the analysis of a board is known."""
    return key_of(board.deal, board.dealer, board.vulnerability)


def analyzed(board: StudentBoard) -> StudentBoard:
    row = request_analysis(deal=board.deal, dealer=board.dealer, vulnerability=board.vulnerability)
    if row is not None:
        analyze_deal(row=row)
    return board


@pytest.fixture
def finished(begin) -> StudentBoard:
    """Deal 1 as the system bids it: 2♥ by South after 1NT and a transfer."""
    return finish_by_system(begin(1))


# --- What is told of a call ---


@pytest.mark.parametrize("seat", SEATS)
def test_the_reasons_agree_with_the_stored_auction(begin, seat):
    for number in range(1, 9):
        board = finish_by_system(begin(number, seat=seat.letter))
        judged = {row.index: row for row in board.student_calls.all()}
        for index, call in enumerate(board.auction.calls):
            selected = review(board, index).selected
            assert selected.was is None
            assert selected.made.call is selected.explanation.call is call
            assert selected.explanation.ref == (judged[index].entry if index in judged else board.sources[index])
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
    board = StudentBoard.objects.get(pk=board.pk)
    seen = review(board, 4)
    assert seen.changed == ("Small system",)
    assert seen.selected.explanation.ref == "1N-P/200000"
    assert begin(2).our_system.revision == 2


def test_a_call_that_is_explained_otherwise_now_is_named(begin):
    """The system is read as it was, but by the program as it is; also robots' calls after a deviation."""
    board = finish(begin(1), "1S", "P")
    board.sources[4] = "1S-P/an earlier id"
    assert review(board, 4).selected.was == (board.auction.calls[4], "1S-P/an earlier id")


def test_the_review_does_not_hold_the_book_against_a_hand_that_was_not_shown(guest, begin):
    """1♥ with four hearts was raised to game: the book has nothing for the hand, and a simulation has judged it."""
    board = finish(begin(1), "1H", "4N")
    selected = review(board, 6).selected
    assert (selected.off_book, selected.explanation, selected.judged.expected) == (True, None, "P")
    said = text(guest.get(f"/board/{board.token}/call/6/"))
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


# --- The robots and the score ---


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
            3,
            "1C 2C",
            ("2C", "P", 2, "2♣ by South (−50)", "1♣ doubled by South (+140)", "5 IMPs", True),
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
    ("number", "calls", "gained", "words"),
    [
        pytest.param(1, "1N 3N", "6 IMPs", "gained 6 IMPs double dummy", id="game instead of a partscore"),
        pytest.param(583, "2S", "", "cost nothing double dummy", id="the same score"),
    ],
)
def test_what_differs_may_have_gained_something(guest, begin, number, calls, gained, words):
    board = analyzed(finish(begin(number), *calls.split()))
    assert result(board).gained == gained
    assert words in text(guest.get(f"/board/{board.token}/"))


def test_who_bids_as_the_system_has_lost_nothing(begin):
    found = result(analyzed(finish_by_system(begin(1))))
    assert (found.departed, found.cost) == (False, None)


@pytest.mark.parametrize(
    ("number", "calls", "words"),
    [
        (1, "1N 2H", "2 of 2 calls agree with the system"),
        (1, "1N 3N", "1 of 2 calls agree with the system"),
        (1, "P", "The only call, Pass, differs from the system's 1NT"),
        (583, "2S", "The only call agrees with the system"),  # an accepted alternative
    ],
)
def test_how_many_calls_agree(begin, number, calls, words):
    board = finish(begin(number), *calls.split())
    assert agreement_words(student_calls(board)) == words


def test_the_page_says_first_how_many_calls_agree_and_what_the_costliest_cost(guest, begin):
    board = analyzed(finish(begin(1), "1H"))
    page = text(guest.get(f"/board/{board.token}/"))
    assert (
        "South's 1♥ in round 1 cost 5 IMPs double dummy. It led to 4♥ by South (−50); "
        "the system's 1NT leads to 2♥ by South (+140)." in page
    )
    assert (
        page.index("1 of 2 calls agree with the system.") < page.index("in round 1 cost") < page.index("Choose a call")
    )


def test_entries_that_are_switched_off_are_not_told(begin):
    load_shipped_system(name="sayc")
    board = begin(1, our_system="sayc", their_system="sayc")
    place = robot_table(board).place(board.auction)
    switched_off = {
        entry.id
        for section in place.sections
        for entry in section.entries
        if section.why_inactive(entry, place.circumstances) is not None
    }
    explanation = explain(board.our_system, robot_table(board), board.own_hand, board.auction)
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
    page = text(guest.get(f"/board/{board.token}/"))
    assert "At rubber bridge and in Chicago" in page
    assert "A rubber or a Chicago is taken to begin with this deal" in page


@pytest.mark.parametrize(
    ("points", "scoring", "words"),
    [
        (0, Scoring.IMP, "even"),
        (10, Scoring.IMP, "even"),
        (20, Scoring.IMP, "+1 IMP"),
        (-470, Scoring.IMP, "−10 IMPs"),
        (-470, Scoring.MP, "−470 points"),
        (0, Scoring.MP, "even"),
    ],
)
def test_a_difference_is_told_by_the_form_of_scoring(points, scoring, words):
    assert difference(points, scoring) == words


def test_signs_are_written_out():
    assert [signed(420), signed(-50), signed(0)] == ["+420", "−50", "0"]


# --- Who may see it when ---

PAGES = ["/board/{}/", "/board/{}/call/0/", "/board/{}/double-dummy/"]


def mine(client: Client, board: StudentBoard) -> StudentBoard:
    """Make the board that of this browser."""
    session = client.session
    session["owner_key"] = board.owner_key
    session.save()
    return board


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("htmx", [{}, {"HX-Request": "true"}])
def test_nobody_reviews_an_open_board(guest, stranger, begin, address, htmx):
    board = mine(guest, begin(1))
    assert stranger.get(address.format(board.token), headers=htmx).status_code == 404
    response = guest.get(address.format(board.token), headers=htmx)
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
    response = stranger.get(address.format(finished.token))
    assert response.status_code == 200
    assert "South was the student" in text(response)
    assert "owner_key" not in stranger.session


@pytest.mark.parametrize("address", PAGES)
def test_pages_of_a_finished_board_change_nothing(stranger, finished, address):
    assert stranger.post(address.format(finished.token)).status_code == 405


@pytest.mark.parametrize(
    ("action", "data"), [("call", {"call": "7N", "at": "10"}), ("undo", {"at": "10"}), ("again", {})]
)
def test_the_link_gives_no_right_to_bid(stranger, finished, action, data):
    assert stranger.post(f"/board/{finished.token}/{action}/", data).status_code == 404
    assert StudentBoard.objects.get().calls == finished.calls


@pytest.mark.parametrize("index", ["10", "999999", "9" * 30, "-1", "one"])
def test_there_is_no_such_call(guest, finished, index):
    assert guest.get(f"/board/{finished.token}/call/{index}/").status_code == 404


def test_its_student_may_go_on(guest, finished):
    page = text(guest.get(f"/board/{mine(guest, finished).token}/"))
    assert "You were South" in page
    assert "Bid it again" in page


# --- What the pages say ---


def test_a_call_is_a_page_by_itself(guest, finished):
    page = guest.get(f"/board/{finished.token}/call/4/")
    assert "2♦ North, a robot announced" in text(page)
    assert "5 or more hearts" in text(page)
    assert '<a href="/system/small/entry/1N-P/200000/">' in page.content.decode()
    assert text(page).endswith("Every call can say why it was made.")


def test_htmx_fetches_the_reasons_alone(guest, finished):
    page = guest.get(f"/board/{finished.token}/call/4/", headers={"HX-Request": "true"})
    assert page.content.decode().strip().startswith('<section class="auction-review"')
    assert "<html" not in page.content.decode()
    assert "The reasons of 2♦ by North follow the auction." in text(page)


def test_a_silent_gap_is_told_openly(guest, finished):
    assert "Small system has no entries after 1N, so the call is a pass." in text(
        guest.get(f"/board/{finished.token}/call/3/")
    )


def test_the_result_is_told_when_it_is_there(guest, finished):
    address = f"/board/{finished.token}/double-dummy/"
    assert "will be computed in the background" in text(guest.get(f"/board/{finished.token}/"))
    assert guest.get(address, headers={"HX-Request": "true"}).status_code == 204
    analyze_deal(row=DoubleDummy.objects.get().pk)
    assert "2♥ by South9+140−6 IMPs" in text(guest.get(address, headers={"HX-Request": "true"}))
    assert "2♥ by South9+140−6 IMPs" in text(guest.get(f"/board/{finished.token}/"))
    assert guest.get(address).url == f"/board/{finished.token}/"


@pytest.mark.parametrize(
    ("lease", "said"),
    [
        pytest.param(timedelta(minutes=1), "being computed in the background", id="a worker is at it"),
        pytest.param(timedelta(minutes=-1), "will be computed in the background", id="the worker has died"),
    ],
)
def test_whether_a_worker_is_at_it_is_told(guest, finished, lease, said):
    until = timezone.now() + lease
    DoubleDummy.objects.create(
        **key_of(finished.deal, finished.dealer, finished.vulnerability),
        state=DoubleDummy.State.WORKING,
        claimed_until=until,
    )
    assert said in text(guest.get(f"/board/{finished.token}/"))


def test_a_failed_analysis_is_told(guest, finished):
    DoubleDummy.objects.create(
        **key_of(finished.deal, finished.dealer, finished.vulnerability), state=DoubleDummy.State.FAILED
    )
    page = text(guest.get(f"/board/{finished.token}/"))
    assert "The analysis of this deal failed" in page
    assert "hx-trigger" not in page


@pytest.mark.django_db(transaction=True)
def test_the_page_shows_when_no_worker_can_be_woken(guest, finished, caplog, monkeypatch):
    nowhere = producers[Connection("redis://127.0.0.1:1/0")]
    monkeypatch.setattr(task.app.amqp, "_producer_pool", nowhere)
    assert "will be computed in the background" in text(guest.get(f"/board/{finished.token}/"))
    assert "no worker could be woken" in caplog.text


def test_a_board_passed_out_says_so(guest, begin):
    board = finish(begin(8, opponents_silent=True))
    assert "Deal 8: Passed out" in text(guest.get(f"/board/{board.token}/"))
