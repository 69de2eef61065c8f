"""Sets are bid: who takes part, what they find, and who may see what.

On deal 1 the small system bids P-P-1N-P-2D-P-2H-P-P-P, North the dealer: South opens 1NT.
"""

import re

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from bidbase.game.cards import SEATS
from bidbase.game.dealing import numbered_deal
from bidbase_web.visitors import account_key
from practice.boards.board import TableBoard
from practice.models import BoardSet, Comment, Participant, SetBoard, StudentBoard
from practice.sets import services
from practice.sets.selectors import commented_attempts, latest_attempts, place_of, sets_joined_by
from tests.practice.pages import assert_hidden, call, page, words
from tests.practice.sets import ONE, bid, bring, choose, edit_address, make, open_board, take_part
from tests.working import PatientClient

# --- Taking part ---


def test_whoever_has_the_link_gives_a_name_and_bids_board_after_board(guest, stranger):
    made = make(guest, deals="1, 2", before="Welcome to the club.", after="See you next week.")
    address = f"/set/{made.token}/"
    said = words(stranger.get(address))
    assert "Welcome to the club." in said
    assert "See you next week." not in said
    assert stranger.get(f"{address}board/1/").url == address, "first a name"
    take_part(stranger, made)
    assert "You take part as Ann. Bid board 1" in words(stranger.get(address))
    at_table = stranger.get(f"{address}board/1/")
    assert f'href="{address}board/2/">Next<' in page(at_table)
    assert "Set: Club night Board 1 of 2" in words(at_table)
    board = bid(stranger, made)
    assert (board.calls, board.deal_number, board.seat) == ("P-P-1N-P-2D-P-2H-P-P-P", 1, "S")
    review = stranger.get(f"/board/{board.token}/")
    assert f'href="{address}board/2/">Next board' in page(review)
    said = words(stranger.get(address))
    assert "2♥ by South 2 of 2 calls agree" in said
    assert "Bid board 2" in said
    bid(stranger, made, 2, "P")
    said = words(stranger.get(address))
    assert "You have bid all boards of this set. See you next week." in said


def test_cards_of_its_own_are_bid_with_their_dealer_and_vulnerability(guest, stranger):
    made = choose(guest, bring(guest, pasted=f"{ONE} S Both"))
    take_part(stranger, made)
    board = TableBoard.of(open_board(stranger, made))
    auction = board.auction
    assert (board.row.cards, auction.dealer.letter, str(auction.vulnerability)) == (ONE, "S", "Both")
    assert board.deal == numbered_deal(1)
    assert auction.turn.letter == "S"
    said = words(stranger.get(f"/set/{made.token}/board/1/"))
    assert "You are South South deals Both sides vulnerable" in said


def test_given_calls_are_made_before_the_student(guest, stranger):
    made = make(guest)
    SetBoard.objects.update(calls="P-P-1N-P", seat="N")
    take_part(stranger, made)
    board = open_board(stranger, made)
    assert (board.calls, board.given, board.seat) == ("P-P-1N-P", 4, "N")
    board = bid(stranger, made, calls="2D")
    assert board.calls.startswith("P-P-1N-P-2D")
    assert "The author of the set gave this call." in words(stranger.get(f"/board/{board.token}/call/2/"))
    assert (
        stranger.post(f"/board/{board.token}/again/", {"at": len(TableBoard.of(board).auction.calls)}).status_code
        == 302
    )
    again = StudentBoard.objects.get(attempt=2)
    assert (again.set_board, again.calls) == (board.set_board, "P-P-1N-P")


def test_words_before_a_board_come_first_and_those_after_it_in_the_review(guest, stranger):
    made = make(guest)
    SetBoard.objects.update(before="Count your points.", after="Did you?")
    take_part(stranger, made)
    address = f"/set/{made.token}/board/1/"
    assert "Count your points." in words(stranger.get(address))
    assert not StudentBoard.objects.exists()
    board = bid(stranger, made)
    assert "Did you?" in words(stranger.get(f"/board/{board.token}/"))
    assert "Did you?" not in words(guest.get(f"/board/{board.token}/"))


def test_the_settings_of_the_set_hold_and_not_those_of_the_student(guest, stranger):
    made = make(guest, scoring="MP", opponents="silent", feedback="", seat="N")
    take_part(stranger, made)
    board = open_board(stranger, made)
    assert (board.scoring, board.opponents_silent, board.feedback, board.seat) == ("MP", True, False, "N")


def test_a_deal_of_a_set_and_the_same_deal_at_the_table_are_two_boards(guest, stranger):
    made = make(guest)
    take_part(stranger, made)
    in_set = open_board(stranger, made)
    assert stranger.get("/deal/1/").status_code == 200
    at_table = StudentBoard.objects.get(set_board=None)
    call(stranger, at_table, "1N")
    in_set.refresh_from_db()
    assert in_set.calls == "P-P"
    assert stranger.get(f"/board/{in_set.token}/").url == f"/set/{made.token}/board/1/"


def test_the_database_has_one_attempt_of_a_number_at_a_set_board(guest, stranger):
    made = make(guest)
    take_part(stranger, made)
    board = open_board(stranger, made)
    board.pk, board.token = None, "another"
    with pytest.raises(IntegrityError), transaction.atomic():
        board.save()


NAMES = [
    ("", 400, "This field is required."),
    ("x" * 31, 400, "Ensure this value has at most 30 characters (it has 31)."),
    ("A\u202enn", 400, "Use letters, digits and signs that can be seen, on one line."),
    ("ann", 409, "Somebody else takes part under this name. Choose another one."),
    ("  ANN ", 409, "Somebody else takes part under this name. Choose another one."),
]


@pytest.mark.parametrize(("name", "status", "message"), NAMES)
def test_names_that_are_refused(guest, stranger, name, status, message):
    made = make(guest)
    take_part(guest, made)
    response = stranger.post(f"/set/{made.token}/join/", {"nickname": name})
    assert response.status_code == status
    assert message in words(response)
    assert Participant.objects.count() == 1


def test_a_second_click_does_not_join_twice(guest):
    made = make(guest)
    take_part(guest, made)
    assert guest.post(f"/set/{made.token}/join/", {"nickname": "Bob"}).status_code == 302
    assert Participant.objects.get().nickname == "Ann"


def test_a_set_is_full_some_time(guest, stranger, monkeypatch):
    monkeypatch.setattr(services, "MOST_PARTICIPANTS", 1)
    made = make(guest)
    take_part(guest, made)
    response = stranger.post(f"/set/{made.token}/join/", {"nickname": "Bob"})
    assert response.status_code == 409
    assert "1 people take part in this set, and no more can." in words(response)


def test_what_is_done_with_an_account_belongs_to_it(guest):
    user = User.objects.create_user("ann")
    guest.force_login(user)
    made = make(guest)
    take_part(guest, made)
    guest.get(f"/set/{made.token}/board/1/")
    owners = [model.objects.get().owner_key for model in (BoardSet, Participant, StudentBoard)]
    assert owners == [account_key(user)] * 3


def test_the_name_of_who_is_signed_in_is_filled_in(guest):
    made = make(guest)
    guest.force_login(User.objects.create_user("ann"))
    assert 'value="ann"' in page(guest.get(f"/set/{made.token}/"))


def test_the_lists_of_sets(guest, stranger):
    made = make(guest, deals="1, 2")
    take_part(stranger, made)
    assert "Club night 2 boards, 1 taking part" in words(guest.get("/sets/"))
    assert "Club night as Ann" in words(stranger.get("/sets/"))
    assert made.secret not in page(stranger.get("/sets/"))


def test_boards_of_sets_among_my_boards(guest, stranger):
    made = make(guest)
    take_part(stranger, made)
    bid(stranger, made)
    assert "Set: Club night" in words(stranger.get("/boards/?place=set"))
    assert "No board fits these filters." in words(stranger.get("/boards/?place=table"))


# --- Rights ---


def test_no_hidden_hand_of_an_open_board_is_on_any_page(guest, stranger):
    made = make(guest, deals="1")
    take_part(stranger, made)
    board = open_board(stranger, made)
    hidden = [TableBoard.of(board).deal[seat] for seat in SEATS if seat is not TableBoard.of(board).student]
    results = f"/set/{made.token}/results/{made.secret}/"
    pages = [page(stranger.get(f"/set/{made.token}/{address}")) for address in ("", "board/1/")]
    addresses = (results, edit_address(made), f"{results}export.pbn", f"{results}export.csv", "/sets/")
    pages += [page(guest.get(address)) for address in addresses]
    for html in pages:
        for hand in hidden:
            assert_hidden(hand, html)


@pytest.mark.parametrize("secret", ["x", "-", "0" * 22])
@pytest.mark.parametrize(
    "address", ["results/{}/", "results/{}/export.csv", "results/{}/export.pbn", "edit/{}/", "results/{}/board/"]
)
def test_results_are_for_the_second_link_alone(guest, stranger, secret, address):
    made = make(guest)
    take_part(stranger, made)
    for client in (guest, stranger):
        assert client.get(f"/set/{made.token}/{address.format(secret)}").status_code == 404


def test_the_secret_of_another_set_opens_nothing(guest):
    one, two = make(guest), make(guest)
    assert guest.get(f"/set/{one.token}/results/{two.secret}/").status_code == 404
    assert guest.post(f"/set/{one.token}/edit/{two.secret}/", {}).status_code == 404
    assert guest.post(f"/set/{one.token}/edit/{two.secret}/add/", {"deals": "2", "seat": "S"}).status_code == 404
    assert one.boards.count() == 1


def test_nothing_of_a_set_is_shown_to_those_who_take_part_in_it_of_others(guest, stranger):
    made = make(guest)
    take_part(guest, made)
    take_part(stranger, made, "Bob")
    board = open_board(guest, made)
    assert stranger.get(f"/board/{board.token}/").status_code == 404
    assert stranger.post(f"/board/{board.token}/call/", {"call": "P", "at": 2}).status_code == 404
    said = page(stranger.get(f"/set/{made.token}/"))
    assert "Ann" not in said
    assert made.secret not in said


@pytest.mark.parametrize("address", ["/set/nothing/", "/set/nothing/board/1/", "/set/nothing/results/at-all/"])
def test_what_is_not_there(guest, address):
    assert guest.get(address).status_code == 404


@pytest.mark.parametrize("number", ["0", "2", "99999999999999999999"])
def test_a_board_that_is_not_in_the_set(guest, number):
    made = make(guest)
    take_part(guest, made)
    assert guest.get(f"/set/{made.token}/board/{number}/").status_code == 404


def test_programs_that_follow_links_begin_nothing(guest):
    made = make(guest)
    take_part(guest, made)
    assert guest.head(f"/set/{made.token}/board/1/").status_code == 200
    assert not StudentBoard.objects.exists()


def test_another_browser_without_a_name_gets_no_board(guest, small):
    made = make(guest)
    take_part(guest, made)
    other = PatientClient()
    assert other.get(f"/set/{made.token}/board/1/").url == f"/set/{made.token}/"
    assert not re.search("Board 1", words(other.get(f"/set/{made.token}/")))


def test_a_comment_is_one_of_a_call_and_one_of_the_board(guest):
    made = make(guest)
    take_part(guest, made)
    board = bid(guest, made)
    for index in (2, None):
        for text in ("First", "Second"):
            services.comment(board=board, index=index, text=text)
    assert [(row.index, row.text) for row in Comment.objects.all()] == [(2, "Second"), (None, "Second")]


def test_comments_lead_to_the_first_attempt_at_a_board(guest):
    """That one counts in the results, so the owner of the set looks at it first."""
    made = make(guest)
    take_part(guest, made)
    first = bid(guest, made)
    guest.post(f"/board/{first.token}/again/", {"at": len(TableBoard.of(first).auction.calls)})
    again = StudentBoard.objects.exclude(pk=first.pk).get()
    for board in (again, first):
        services.comment(board=board, index=None, text="Well bid")
    participant = made.participants.get()
    assert commented_attempts(participant) == {first.set_board_id: first.token}
    assert latest_attempts(participant) == {first.set_board_id: again}, "the page shows how the last one went"
    first.comments.all().delete()
    assert commented_attempts(participant) == {first.set_board_id: again.token}, "where only a later one has comments"


def test_who_takes_part_is_led_to_their_own_comments_alone(guest, stranger):
    made = make(guest)
    ann, bob = take_part(guest, made, "Ann"), take_part(stranger, made, "Bob")
    of_bob = bid(stranger, made)
    services.comment(board=of_bob, index=None, text="Well bid")
    assert commented_attempts(ann) == {}
    assert commented_attempts(bob) == {of_bob.set_board_id: of_bob.token}
    counted = [sets_joined_by(participant.owner_key).values_list("commented", flat=True) for participant in (ann, bob)]
    assert list(map(list, counted)) == [[0], [1]]


def test_from_each_board_but_the_last_a_way_leads_on(guest):
    made = make(guest, deals="1, 2")
    take_part(guest, made)
    places = [place_of(open_board(guest, made, number)) for number in (1, 2)]
    assert [place.next_address for place in places] == [f"/set/{made.token}/board/2/", ""]


def test_home_says_of_which_set_a_board_left_open_is(guest, stranger):
    made = make(guest)
    take_part(stranger, made)
    stranger.get(f"/set/{made.token}/board/1/")
    assert "Set: Club night · You are South" in words(stranger.get("/"))
