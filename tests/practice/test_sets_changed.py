"""Sets are changed by their owners: words, seats and calls, the order of the boards; boards and sets are taken away."""

import pytest

from practice.models import BoardSet, Participant, SetBoard, StudentBoard
from tests.practice.pages import words
from tests.practice.sets import ONE, bid, choose, edit_address, file_address, make, open_board, take_part


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


def test_a_board_that_was_begun_keeps_seat_and_calls(guest, stranger):
    made = make(guest)
    take_part(stranger, made)
    open_board(stranger, made)
    row = {"seat": "N", "calls": "1N", "after": "Now you know."}
    assert guest.post(edit_address(made), changed(made, row)).status_code == 302
    board = SetBoard.objects.get()
    assert (board.seat, board.calls, board.after) == ("S", "", "Now you know.")


def test_boards_are_added_at_the_end(guest):
    made = make(guest, deals="1, 2")
    address = f"{edit_address(made)}add/"
    response = guest.post(address, {"pasted": ONE, "seat": "W"})
    upload = made.uploads.get()
    assert response["Location"] == file_address(upload)
    choose(guest, upload, seat="W")
    last = made.boards.get(number=3)
    assert (last.cards, last.seat) == (ONE, "W")
    response = guest.post(address, {"deals": "1-62", "seat": "W"})
    assert response.status_code == 400
    assert "These are 65 boards, and a set has at most 64 boards." in words(response)
    assert made.boards.count() == 3


def test_boards_are_put_in_another_order(guest, stranger):
    made = make(guest, deals="5, 6, 7")
    take_part(stranger, made)
    open_board(stranger, made, 1)
    response = guest.post(edit_address(made), changed(made, {"ORDER": "3"}, {"ORDER": "2"}, {"ORDER": "1"}))
    assert response.status_code == 302
    assert [(board.number, board.deal_number) for board in made.boards.all()] == [(1, 7), (2, 6), (3, 5)]


def test_who_has_bid_a_board_that_is_taken_out_keeps_it(guest, stranger):
    made = make(guest, deals="1, 2, 3")
    take_part(stranger, made)
    finished = bid(stranger, made, 1)
    open_board(stranger, made, 2)
    assert guest.post(edit_address(made), changed(made, {"DELETE": "on"}, {"DELETE": "on"})).status_code == 302
    assert [(board.number, board.deal_number) for board in made.boards.all()] == [(1, 3)]
    kept = StudentBoard.objects.get()
    assert (kept.pk, kept.set_board, kept.calls) == (finished.pk, None, finished.calls)
    assert stranger.get(f"/board/{kept.token}/").status_code == 200


def test_a_set_is_deleted_once_that_is_confirmed(guest, stranger):
    made = make(guest, deals="1, 2")
    take_part(stranger, made)
    stranger.get("/deal/1/")  # the same deal at the table
    finished = bid(stranger, made)
    address = f"{edit_address(made)}delete/"
    assert "1 board that was bid stays with those who bid it." in words(guest.get(address))
    assert BoardSet.objects.exists()
    assert guest.post(address)["Location"] == "/sets/"
    assert not BoardSet.objects.exists()
    assert not Participant.objects.exists()
    finished.refresh_from_db()
    after_the_other_board = (None, 1, 2)
    assert (finished.set_board, finished.deal_number, finished.attempt) == after_the_other_board
    assert stranger.get(f"/set/{made.token}/").status_code == 404
    assert stranger.get(f"/board/{finished.token}/").status_code == 200


def test_a_set_is_deleted_by_its_owner_alone(guest, stranger):
    made = make(guest)
    assert stranger.post(f"/set/{made.token}/edit/{'0' * 22}/delete/").status_code == 404
    assert BoardSet.objects.exists()
