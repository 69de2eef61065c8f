"""Sets: made, changed and bid; who may see and change what.

On deal 1 the small system bids P-P-1N-P-2D-P-2H-P-P-P, North the dealer: South opens 1NT.
"""

import re
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client

from bidbase.game.cards import SEATS
from bidbase.game.dealing import numbered_deal
from bidbase_site.web import account_key
from editor.selectors import SystemRow
from practice.models import BoardSet, Comment, Participant, SetBoard, StudentBoard
from practice.sets import services
from tests.practice.test_table import assert_hidden, call, page, words
from tests.working import PatientClient

HOW = {"scoring": "IMP", "opponents": "bid", "feedback": "on", "seat": "S"}
ONE, TWO = str(numbered_deal(1)), str(numbered_deal(2))


def filled_in(**fields) -> dict:
    """The form for a new set, with deal 1 where no other boards are named."""
    system = SystemRow.objects.get().pk
    return {"title": "Club night", "deals": "1", "our_system": system, "their_system": system, **HOW, **fields}


def make(client: Client, **fields) -> BoardSet:
    response = client.post("/sets/new/", filled_in(**fields))
    assert response.status_code == 302, words(response)
    made = BoardSet.objects.latest("pk")
    assert response["Location"] == f"/set/{made.token}/results/{made.secret}/"
    return made


def take_part(client: Client, board_set: BoardSet, name: str = "Ann") -> Participant:
    assert client.post(f"/set/{board_set.token}/join/", {"nickname": name}).status_code == 302
    return Participant.objects.get(board_set=board_set, nickname=name)


def open_board(client: Client, board_set: BoardSet, number: int = 1) -> StudentBoard:
    response = client.get(f"/set/{board_set.token}/board/{number}/?begin")
    assert response.status_code == 200, response
    return StudentBoard.objects.get(
        owner_key=client.session["owner_key"], set_board__board_set=board_set, set_board__number=number, attempt=1
    )


def bid(client: Client, board_set: BoardSet, number: int = 1, calls: str = "1N-2H") -> StudentBoard:
    """Bid a board to its end with these calls, and passes thereafter."""
    board = open_board(client, board_set, number)
    wanted = iter(calls.split("-"))
    while not board.finished:
        assert call(client, board, next(wanted, "P")).status_code == 302
        board.refresh_from_db()
    return board


def file(text: str | bytes, name: str = "boards.pbn") -> BytesIO:
    content = BytesIO(text if isinstance(text, bytes) else text.encode())
    content.name = name
    return content


# --- Making one ---


def test_a_set_by_numbers(guest):
    made = make(guest, deals="1-3, 12", title="Club night", before="Welcome", after="Thanks", scoring="MP", seat="N")
    assert [(board.number, board.deal_number, board.seat) for board in made.boards.all()] == [
        (1, 1, "N"),
        (2, 2, "N"),
        (3, 3, "N"),
        (4, 12, "N"),
    ]
    assert (made.title, made.before, made.after, made.scoring) == ("Club night", "Welcome", "Thanks", "MP")
    assert (made.owner_key, made.feedback, made.opponents_silent) == (guest.session["owner_key"], True, False)


@pytest.mark.parametrize("name", ["token", "secret"])
def test_links_cannot_be_guessed(guest, name):
    values = {getattr(make(guest), name) for _ in range(3)}
    assert len(values) == 3
    assert all(len(value) == 22 for value in values)


PBN = f'[Board "3"]\n[Dealer "W"]\n[Vulnerable "All"]\n[Deal "{ONE}"]\n\n[Board "4"]\n[Deal "{TWO}"]\n'
LIN = "md|3SAQHJ972DAQ2CK432,SJ62HTDJ9643CAQJT,SK97HAQ864D85C985,|sv|b|ah|Board 7|"
CARDS = [
    ({"hands": f"{ONE} E Both\n{TWO}"}, [(ONE, "E", "Both"), (TWO, "E", "NS")]),
    ({"pasted": PBN}, [(ONE, "W", "Both"), (TWO, "W", "Both")]),
    ({"pasted": LIN}, [(ONE, "N", "Both")]),
    ({"file": PBN}, [(ONE, "W", "Both"), (TWO, "W", "Both")]),
    ({"file": LIN}, [(ONE, "N", "Both")]),
    ({"file": b"\xef\xbb\xbf" + PBN.encode()}, [(ONE, "W", "Both"), (TWO, "W", "Both")]),
    ({"file": f'[Event "Pok\xe9"]\n[Deal "{ONE}"]'.encode("latin-1")}, [(ONE, "N", "None")]),
    ({"hands": f"{ONE} E", "pasted": LIN}, [(ONE, "E", "None"), (ONE, "N", "Both")]),
]


@pytest.mark.parametrize(("fields", "boards"), CARDS)
def test_a_set_with_cards_of_its_own(guest, fields, boards):
    if "file" in fields:
        fields = {"file": file(fields["file"])}
    made = make(guest, deals="", **fields)
    read = [(board.cards, board.cards_dealer, board.cards_vulnerability) for board in made.boards.all()]
    assert read == boards
    assert [board.number for board in made.boards.all()] == [*range(1, len(boards) + 1)]


def test_all_ways_of_naming_boards_together(guest):
    made = make(guest, deals="5", hands=ONE, pasted=LIN, file=file(PBN))
    assert [board.deal_number for board in made.boards.all()] == [5, None, None, None, None]


BAD = [
    ({"title": ""}, "This field is required."),
    ({"title": "Two\nlines"}, "Use letters, digits and signs that can be seen, on one line."),
    ({"title": "x" * 81}, "Ensure this value has at most 80 characters (it has 81)."),
    ({"before": "x" * 2001}, "Ensure this value has at most 2000 characters (it has 2001)."),
    ({"deals": ""}, "Name the boards in one of these ways."),
    ({"deals": "1-8, x"}, "'x' is neither a number nor a span such as 1-8."),
    ({"deals": "1-60", "hands": "\n".join([ONE] * 5)}, "These are 65 boards, and a set has at most 64 boards."),
    ({"hands": f"{ONE}\nN:AQ2"}, "Line 2: a deal has four hands separated by blanks; this one has 1."),
    ({"pasted": "hello"}, "This is neither PBN"),
    ({"pasted": PBN.replace("K97", "A97", 1)}, "Board 3: two hands hold the same card: ♠A."),
    ({"file": LIN.replace("SAQ", "SKQ")}, "Board 7: two hands hold the same card: ♠K."),
    ({"file": "x" * 200_001}, "The file has 200 kB; at most 200 can be read."),
    ({"file": ""}, "The submitted file is empty."),
    ({"file": b"\x00\xff\x00"}, "This is neither PBN"),
    ({"seat": "X"}, "Select a valid choice. X is not one of the available choices."),
    ({"our_system": "999"}, "Select a valid choice. That choice is not one of the available choices."),
    ({"scoring": "rubber"}, "Select a valid choice. rubber is not one of the available choices."),
]


@pytest.mark.parametrize(("fields", "message"), BAD)
def test_what_makes_no_set(guest, fields, message):
    if "file" in fields:
        fields = {"file": file(fields["file"])}
    response = guest.post("/sets/new/", filled_in(**fields))
    assert response.status_code == 400
    assert message in words(response)
    assert not BoardSet.objects.exists()


def test_a_fault_in_a_number_is_pointed_at(guest):
    assert "<mark>x</mark>" in page(guest.post("/sets/new/", filled_in(deals="1-8, x")))


# --- Changing one ---


def edit_address(board_set: BoardSet) -> str:
    return f"/set/{board_set.token}/edit/{board_set.secret}/"


def changed(board_set: BoardSet, *rows: dict, **words: str) -> dict:
    """The form that changes a set: for each board what is said of it beside its key."""
    keys = [*board_set.boards.order_by("number").values_list("pk", "seat")]
    fields = {"title": board_set.title, "boards-TOTAL_FORMS": len(keys), "boards-INITIAL_FORMS": len(keys), **words}
    for index, (key, seat) in enumerate(keys):
        row = {"id": key, "seat": seat, **(rows[index] if index < len(rows) else {})}
        fields |= {f"boards-{index}-{name}": value for name, value in row.items()}
    return fields


def test_words_seats_and_calls_of_a_set_can_change(guest):
    made = make(guest, deals="1, 2")
    row = {"seat": "N", "calls": "1n p", "before": "Think.", "after": "Well?"}
    assert guest.post(edit_address(made), changed(made, row, title="Tuesday", after="Bye")).status_code == 302
    made.refresh_from_db()
    assert (made.title, made.after) == ("Tuesday", "Bye")
    board = made.boards.get(number=1)
    assert (board.seat, board.calls, board.before, board.after) == ("N", "1N-P", "Think.", "Well?")


def test_boards_are_taken_out_and_the_others_numbered_anew(guest):
    made = make(guest, deals="5, 6, 7")
    guest.post(edit_address(made), changed(made, {}, {"DELETE": "on"}))
    assert [(board.number, board.deal_number) for board in made.boards.all()] == [(1, 5), (2, 7)]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"calls": "1N-1C"}, "1C is not higher than 1N."),
        ({"calls": "what"}, "'what'"),
        ({"calls": "P-P-P-P"}, "The auction is over after these calls, and nothing is left for the student."),
        ({"seat": "Z"}, "Select a valid choice"),
        ({"DELETE": "on"}, "A set needs a board. Leave one in."),
        ({"id": "999"}, "Select a valid choice"),
    ],
)
def test_what_changes_no_set(guest, row, message):
    made = make(guest)
    response = guest.post(edit_address(made), changed(made, row))
    assert response.status_code == 400
    assert message in words(response)
    assert SetBoard.objects.get().calls == ""


def test_a_board_that_was_begun_keeps_seat_and_calls_and_stays(guest, stranger):
    made = make(guest)
    take_part(stranger, made)
    open_board(stranger, made)
    row = {"seat": "N", "calls": "1N", "after": "Now you know.", "DELETE": "on"}
    assert guest.post(edit_address(made), changed(made, row)).status_code == 302
    board = SetBoard.objects.get()
    assert (board.seat, board.calls, board.after) == ("S", "", "Now you know.")


def test_boards_are_added_at_the_end(guest):
    made = make(guest, deals="1, 2")
    address = f"{edit_address(made)}add/"
    assert guest.post(address, {"hands": ONE, "seat": "W"}).status_code == 302
    last = made.boards.get(number=3)
    assert (last.cards, last.seat) == (ONE, "W")
    response = guest.post(address, {"deals": "1-62", "seat": "W"})
    assert response.status_code == 400
    assert "These are 65 boards, and a set has at most 64 boards." in words(response)
    assert made.boards.count() == 3


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
    made = make(guest, deals="", hands=f"{ONE} S Both")
    take_part(stranger, made)
    board = open_board(stranger, made)
    assert (board.cards, board.dealer.letter, str(board.vulnerability)) == (ONE, "S", "Both")
    assert board.deal == numbered_deal(1)
    assert board.auction.turn.letter == "S"
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
    assert stranger.post(f"/board/{board.token}/again/", {"at": len(board.auction.calls)}).status_code == 302
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
    hidden = [board.deal[seat] for seat in SEATS if seat is not board.student]
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
