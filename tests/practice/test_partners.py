"""Two people at one board: who sits where, who may call and take back, and what each of them knows.

Deal 1: North deals; with the small system the auction is P-P-1N-P-2D-P-2H-P-P-P. Ben is South, Ann is North.
"""

import pytest

from bidbase.game.auction import Call
from bidbase.game.cards import Seat
from bidbase_site.accounts.belongings import delete_account, move_belongings
from bidbase_web.visitors import NOBODY, account_key
from practice.boards.board import NoViewpoint, TableBoard
from practice.boards.models import Verdict
from practice.boards.preferences import board_preferences
from practice.boards.robots import best_now, robot_table
from practice.boards.selectors import boards_of, last_touched, latest_board, student_calls
from practice.boards.services import Refused, begin_again, make_call, take_hint, undo
from practice.models import JudgedCall, Partnership, StudentBoard, StudentCall, TopicMemory
from practice.my_boards.presenters import as_lin, as_pbn
from practice.partners.models import SEATS
from practice.partners.presenters import partnership_lines, partnership_page
from practice.partners.selectors import open_boards_of, partnerships_of, shared_boards
from practice.partners.services import FULL, NotSeated, invite, take_seat
from practice.review.presenters import agreement_by_person
from tests.practice.looking import review, scene
from tests.practice.together import ANN, BEN, begin, call_in_turn, finish_together, kept, partnership, seen_by

WHOLE = "P-P-1N-P-2D-P-2H-P-P-P"


@pytest.fixture
def pair(small) -> Partnership:
    return partnership()


def make(board: TableBoard, owner: str, text: str, at: int | None = None) -> TableBoard:
    seen = seen_by(board, owner)
    return make_call(board=seen, call=Call.parse(text), at=len(seen.auction.calls) if at is None else at)


# --- Seats ---


@pytest.mark.parametrize(
    ("owner", "nickname", "why"),
    [
        pytest.param("eve's key", "Eve", FULL, id="a third"),
        pytest.param("eve's key", "Ann", FULL, id="a third under the name of one of the two"),
    ],
)
def test_a_partnership_of_two_is_full(pair, owner, nickname, why):
    with pytest.raises(NotSeated, match=why):
        take_seat(partnership=Partnership.objects.get(), owner=owner, nickname=nickname)
    assert str(Partnership.objects.get()) == "Ben and Ann"


def test_of_two_who_take_the_seat_at_once_the_first_gets_it(small):
    invited = invite(owner=BEN, nickname="Ben")
    late = Partnership.objects.get()
    take_seat(partnership=invited, owner=ANN, nickname="Ann")
    with pytest.raises(NotSeated, match=FULL):
        take_seat(partnership=late, owner="eve's key", nickname="Eve")
    assert Partnership.objects.get().north_key == ANN


def test_two_clicks_take_one_seat(small):
    invited = invite(owner=BEN, nickname="Ben")
    late = Partnership.objects.get()
    take_seat(partnership=invited, owner=ANN, nickname="Ann")
    assert take_seat(partnership=late, owner=ANN, nickname="Anna").north_name == "Ann"
    assert take_seat(partnership=late, owner=BEN, nickname="Benjamin").south_name == "Ben", "Ben does not sit on both"


def test_two_partners_have_two_names(small):
    with pytest.raises(NotSeated, match="Your partner has this name"):
        take_seat(partnership=invite(owner=BEN, nickname="Ben"), owner=ANN, nickname="BEN")
    assert not Partnership.objects.get().full


@pytest.mark.parametrize(
    ("key", "seat"),
    [(BEN, Seat.SOUTH), (ANN, Seat.NORTH), ("eve's key", None), ("", None), (None, None)],
)
@pytest.mark.parametrize("full", [True, False])
def test_who_sits_where(small, full, key, seat):
    pair = partnership() if full else invite(owner=BEN, nickname="Ben")
    expected = None if key == ANN and not full else seat
    assert pair.seat_of(key) is expected
    assert begin(pair).seat_of(key) is expected


# --- The auction ---


def test_robots_call_up_to_the_turn_of_a_person(pair):
    board = begin(pair)
    assert (board.row.calls, board.auction.turn) == ("", Seat.NORTH), "Ann deals"
    assert begin(pair, 6).auction.turn is Seat.SOUTH, "East deals, and a robot sits there"


def test_a_whole_auction_by_two_is_kept_as_it_went(pair):
    board = begin(pair)
    board = make(board, ANN, "P")
    assert board.row.calls == "P-P"
    board = make(board, BEN, "1N")
    assert board.row.calls == "P-P-1N-P"
    board = make(board, ANN, "2D")
    board = make(board, BEN, "2H")
    board = make(board, ANN, "P")
    board = kept(board)
    assert board.row.calls == WHOLE
    assert board.finished
    rows = [(row.index, row.call, row.expected, row.verdict) for row in board.row.student_calls.all()]
    agrees = Verdict.AGREES
    assert rows == [
        (0, "P", "P", agrees),
        (2, "1N", "1N", agrees),
        (4, "2D", "2D", agrees),
        (6, "2H", "2H", agrees),
        (8, "P", "P", Verdict.NO_ENTRY),
    ]
    assert [index for index, source in enumerate(board.row.sources) if source is None] == [0, 2, 4, 6, 8]


def test_silent_opponents_are_the_two_robots(pair):
    board = begin(pair, opponents_silent=True)
    assert robot_table(board).silent == {Seat.EAST, Seat.WEST}
    assert make(board, ANN, "P").row.sources == [None, None]


@pytest.mark.parametrize(
    ("calls", "who", "call", "at", "why"),
    [
        pytest.param([], BEN, "1N", 0, "It is North's turn", id="not their turn"),
        pytest.param(["P"], ANN, "1N", 2, "It is South's turn", id="a second call in a row"),
        pytest.param(["P"], BEN, "1N", 0, "moved on", id="a page from before the partner's call"),
        pytest.param(["P", "1N"], ANN, "1D", 4, "not higher", id="an insufficient bid"),
        pytest.param(["P", "1N", "2D", "2H", "P"], BEN, "P", 10, "over", id="after the auction"),
    ],
)
def test_a_call_that_is_refused_changes_nothing(pair, calls, who, call, at, why):
    board = call_in_turn(begin(pair), *calls)
    before = StudentBoard.objects.values().get(pk=board.row.pk), StudentCall.objects.count()
    with pytest.raises(Refused, match=why):
        make(board, who, call, at)
    assert (StudentBoard.objects.values().get(pk=board.row.pk), StudentCall.objects.count()) == before


@pytest.mark.parametrize(
    ("calls", "who", "left", "why"),
    [
        pytest.param(["P"], ANN, "", "", id="her call, and the robot's after it"),
        pytest.param(["P", "1N"], BEN, "P-P", "", id="their own"),
        pytest.param(["P", "1N"], ANN, None, "Ben has called since", id="the partner has acted"),
        pytest.param(["P"], BEN, None, "Ann has called since", id="the call of the partner"),
        pytest.param([], ANN, None, "no call of yours", id="nothing to take back"),
        pytest.param(["P", "1N", "2D", "2H", "P"], ANN, None, "over", id="after the auction"),
    ],
)
def test_a_call_is_taken_back_until_the_partner_has_acted(pair, calls, who, left, why):
    board = call_in_turn(begin(pair), *calls)
    seen = seen_by(board, who)
    if left is None:
        with pytest.raises(Refused, match=why):
            undo(board=seen, at=len(seen.auction.calls))
        left = board.row.calls
    else:
        assert scene(seen).can_undo
        undo(board=seen, at=len(seen.auction.calls))
    saved = seen_by(board, who)
    made = [index for index in range(len(saved.auction.calls)) if saved.auction.seat_of(index) in SEATS]
    assert saved.row.calls == left
    assert [row.index for row in saved.row.student_calls.all()] == made


def test_an_open_board_of_two_does_not_start_anew(pair):
    board = call_in_turn(begin(pair), "P")
    seen = seen_by(board, BEN)
    with pytest.raises(Refused, match="bid to its end"):
        begin_again(board=seen, preferences=board_preferences(seen.row), at=2)
    assert seen_by(board, BEN).row.calls == "P-P"


def test_again_begins_a_board_for_both(pair):
    board = finish_together(begin(pair))
    by_ben, by_ann = seen_by(board, BEN), seen_by(board, ANN)
    second = begin_again(board=by_ben, preferences=board_preferences(by_ben.row), at=10)
    assert (second.row.attempt, second.row.calls, second.row.partnership) == (2, "", pair)
    assert begin_again(board=by_ann, preferences=board_preferences(by_ann.row), at=10).row.pk == second.row.pk
    assert StudentBoard.objects.count() == 2
    assert begin(pair).row.pk == second.row.pk, "the deal has one open board"


# --- At once ---


def test_of_two_clicks_at_once_one_counts(pair, while_robots_think):
    board = begin(pair)
    first, second = seen_by(board, ANN), seen_by(board, ANN)
    while_robots_think(lambda: make_call(board=second, call=Call.parse("P"), at=0))
    with pytest.raises(Refused, match="moved on"):
        make_call(board=first, call=Call.parse("P"), at=0)
    saved = seen_by(board, ANN)
    assert (saved.row.calls, saved.row.student_calls.count()) == ("P-P", 1)


def test_a_call_and_the_take_back_of_the_partners_call_at_once(pair, while_robots_think):
    board = call_in_turn(begin(pair), "P")
    by_ben, by_ann = seen_by(board, BEN), seen_by(board, ANN)
    while_robots_think(lambda: undo(board=by_ann, at=2))
    with pytest.raises(Refused, match="moved on"):
        make_call(board=by_ben, call=Call.parse("1N"), at=2)
    saved = seen_by(board, BEN)
    assert (saved.row.calls, saved.row.student_calls.count()) == ("", 0)


def test_a_take_back_that_comes_after_the_partners_call_is_refused(pair):
    board = call_in_turn(begin(pair), "P")
    by_ann = seen_by(board, ANN)
    make(board, BEN, "1N")
    with pytest.raises(Refused, match="moved on"):
        undo(board=by_ann, at=2)
    with pytest.raises(Refused, match="Ben has called since"):
        undo(board=seen_by(kept(board), ANN), at=4)
    saved = seen_by(board, BEN)
    assert (saved.row.calls, saved.row.student_calls.count()) == ("P-P-1N-P", 2)


def test_both_begin_the_same_deal_at_once(pair, while_robots_think):
    while_robots_think(lambda: begin(pair))
    begin(pair)
    assert StudentBoard.objects.count() == 1


# --- What each of them knows ---


def test_an_open_board_is_seen_from_a_seat_or_not_at_all(pair):
    board = begin(pair)
    with pytest.raises(NoViewpoint):
        _ = board.own_hand
    assert seen_by(board, BEN).own_hand == board.deal[Seat.SOUTH]
    assert seen_by(board, ANN).own_hand == board.deal[Seat.NORTH]


def test_each_reads_what_is_said_to_him_alone(pair):
    board = call_in_turn(begin(pair), "P", "1H")
    ben, ann = scene(seen_by(board, BEN)), scene(seen_by(board, ANN))
    assert [made.verdict for made in ben.auction.calls] == ["", "", Verdict.DIFFERS, ""]
    assert [made.verdict for made in ann.auction.calls] == [Verdict.AGREES, "", "", ""]
    assert (ben.feedback.index, ann.feedback.index) == (2, 0)
    assert (ben.hand, ann.hand) == (board.deal[Seat.SOUTH], board.deal[Seat.NORTH])
    assert (ben.waiting, ann.waiting) == (True, False)
    assert (ben.legal == frozenset(), ann.legal == frozenset()) == (True, False)
    assert (ben.partner.name, ann.partner.name) == ("Ann", "Ben")
    assert [made.by for made in ann.news] == ["East", "Ben", "West"]


def test_without_feedback_nobody_reads_anything_before_the_end(pair):
    board = call_in_turn(begin(pair, feedback=False), "P", "1H")
    for owner in (BEN, ANN):
        shown = scene(seen_by(board, owner))
        assert shown.feedback is None
        assert not any(made.verdict for made in shown.auction.calls)


def test_a_hint_is_for_the_one_who_asks(pair):
    board = call_in_turn(begin(pair), "P")
    with pytest.raises(Refused, match="It is South's turn"):
        take_hint(board=seen_by(board, ANN), at=2)
    take_hint(board=seen_by(board, BEN), at=2)
    assert (seen_by(board, BEN).hints_seen, seen_by(board, ANN).hints_seen) == (1, 0)
    call_in_turn(board, "1N")
    assert [row.hinted for row in board.row.student_calls.all()] == [0, 1]


def test_what_strays_from_the_own_calls_alone_is_held_against_one(pair):
    """After Ben's wrong call Ann goes by what Ben has shown, and the book decides."""
    board = call_in_turn(begin(pair), "P", "1H")
    seen = seen_by(board, ANN)
    best = best_now(seen, robot_table(seen), student_calls(seen))
    assert str(best.call) == "4H", "as a robot in her seat would raise"
    assert set(student_calls(seen)) == {0}


def test_each_call_counts_for_the_person_who_made_it(pair):
    board = finish_together(begin(pair))
    counted = {(row.index, row.owner_key) for row in JudgedCall.objects.all()}
    assert counted == {(0, ANN), (2, BEN), (4, ANN), (6, BEN)}, "the system says nothing of the last pass"
    assert {row.owner_key for row in TopicMemory.objects.all()} == {ANN, BEN}
    assert board.finished


def test_a_board_of_two_is_in_no_list_of_the_own_boards(pair):
    begin(pair)
    for owner in (BEN, ANN, ""):
        assert not boards_of(owner)
        assert latest_board(owner, 1) is None
        assert last_touched(owner, drill=False) is None


# --- Accounts ---


def test_the_account_of_a_guest_takes_his_seat(pair):
    board = call_in_turn(begin(pair), "P")
    move_belongings(guest=ANN, account="user 7")
    pair = Partnership.objects.get()
    assert (pair.south_key, pair.north_key) == (BEN, "user 7")
    assert seen_by(board, "user 7").row.calls == "P-P"
    assert {row.owner_key for row in JudgedCall.objects.all()} == {"user 7"}


def test_when_an_account_is_deleted_the_partner_keeps_the_boards(pair, django_user_model):
    ann = django_user_model.objects.create_user("ann")
    move_belongings(guest=ANN, account=account_key(ann))
    finished, left_open = finish_together(begin(pair)), call_in_turn(begin(pair, 9), "P")
    delete_account(user=ann)
    assert Partnership.objects.get().north_key == NOBODY
    assert seen_by(finished, BEN).finished
    assert seen_by(left_open, BEN).row.calls == "P-P"
    assert {row.owner_key for row in JudgedCall.objects.all()} == {BEN}


# --- Afterwards ---


def test_both_see_the_same_review(pair):
    board = call_in_turn(begin(pair), "P", "1H", "4H")
    board = finish_together(board)
    by_ben, by_ann = review(seen_by(board, BEN)), review(seen_by(board, ANN))
    assert by_ben.selected.name == "Ben"
    assert by_ben.selected.made.call == Call.parse("1H")
    assert by_ben.selected.feedback == by_ann.selected.feedback
    assert [hand.name for hand in by_ann.hands] == ["Ann", "", "Ben", ""]
    judged = student_calls(seen_by(board, ANN))
    assert set(judged) == set(student_calls(seen_by(board, BEN)))
    said = agreement_by_person(seen_by(board, ANN), judged)
    assert said[0].startswith("Ben: ")
    assert said[1].startswith("Ann: ")


def test_files_name_the_two(pair):
    board = finish_together(begin(pair))
    assert '[South "Ben"]' in as_pbn([board])
    assert '[North "Ann"]' in as_pbn([board])
    assert "pn|Ben,BidBase,Ann,BidBase|" in as_lin([board])


def test_the_list_says_whose_turn_it_is(pair):
    waits_for_ann = begin(pair, 1)
    waits_for_ben = call_in_turn(begin(pair, 9), "P")
    finished = finish_together(begin(pair, 103))
    ben, ann = (partnership_page(pair, seat, shared_boards(pair)) for seat in SEATS)
    assert [(line.number, line.own_turn) for line in ben.lines] == [(9, True), (1, False), (103, False)]
    assert [(line.number, line.own_turn) for line in ann.lines] == [(1, True), (9, False), (103, False)]
    assert (ben.partner, ann.partner) == ("Ann", "Ben")
    line = ben.lines[-1]
    assert (line.result, line.agreed, line.judged) == ("2♦ by South", 3, 3)
    assert (ben.lines[0].agreed, ben.lines[0].judged) == (0, 0), "nothing is said of an open board"
    assert finished.finished
    own = partnerships_of(BEN)
    (told,) = partnership_lines(own, open_boards_of(own), BEN)
    assert told.waiting == ((9, waits_for_ben.row.token),)
    own = partnerships_of(ANN)
    (told,) = partnership_lines(own, open_boards_of(own), ANN)
    assert told.waiting == ((1, waits_for_ann.row.token),)


@pytest.mark.parametrize("owner", ["", "eve's key"])
def test_nobody_else_has_the_partnership_in_a_list(pair, owner):
    invite(owner=BEN, nickname="Ben")  # with a seat that is free
    assert partnerships_of(owner) == []
    assert len(partnerships_of(BEN)) == 2
