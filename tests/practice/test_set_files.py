"""Boards from files: which are offered for a set, which are taken, and what becomes of calls, words and open hands."""

import pytest
from django.test import Client

from bidbase.game.cards import Deal, Seat
from bidbase.game.dealing import numbered_deal
from bidbase.game.evaluation import COUNT_BY_NAME
from bidbase_web.jobs.job import Impossible
from practice.models import BoardSet, BoardUpload
from practice.sets import taking
from practice.sets.offered import MOST_IN_A_TEXT, GivenCalls, OfferedBoard
from practice.sets.views import BOARDS_ON_A_PAGE
from tests.practice.pages import page, words
from tests.practice.sets import ONE, TWO, bring, choose, edit_address, file, file_address, filled_in, make, take_part
from tests.working import do_all_work

PBN = f'[Board "17"]\n[Dealer "W"]\n[Vulnerable "All"]\n[Deal "{ONE}"]\n\n[Board "18"]\n[Deal "{TWO}"]\n'
LIN = "md|3SAQHJ972DAQ2CK432,SJ62HTDJ9643CAQJT,SK97HAQ864D85C985,|sv|b|ah|Board 7|"
CALLED = (
    f'[Board "1"]\n[Deal "{ONE}"]\n{{Plan.}}\n[Auction "N"]\nPass Pass 1NT Pass\n2C =1= Pass 2H AP\n'
    '[Note "1:Stayman"]\n{Well bid.}\n'
)


def many(count: int) -> str:
    return "".join(f'[Board "{number}"]\n[Deal "{numbered_deal(number)}"]\n\n' for number in range(1, count + 1))


READ = [
    ({"pasted": f"{ONE} E Both\n{TWO}"}, [("1", ONE, "E", "Both"), ("2", TWO, "E", "NS")]),
    ({"pasted": PBN}, [("17", ONE, "W", "Both"), ("18", TWO, "E", "NS")]),
    ({"file": LIN}, [("7", ONE, "N", "Both")]),
    ({"file": PBN.encode("utf-16")}, [("17", ONE, "W", "Both"), ("18", TWO, "E", "NS")]),
]


@pytest.mark.parametrize(("fields", "boards"), READ)
def test_all_boards_of_a_file_or_a_text(guest, fields, boards):
    if "file" in fields:
        fields = {"file": file(fields["file"])}
    made = choose(guest, bring(guest, **fields))
    read = [(board.name, board.cards, board.cards_dealer, board.cards_vulnerability) for board in made.boards.all()]
    assert read == boards
    assert [board.number for board in made.boards.all()] == [*range(1, len(boards) + 1)]
    assert BoardUpload.objects.get().taken == [*range(len(boards))]


def test_the_page_shows_the_boards_and_the_faults(guest):
    bad = f'[Board "19"]\n[Deal "{ONE.replace("K97", "A97")}"]\n\n'
    two_hands = f'[Board "20"]\n[Deal "N:{ONE[2:].split()[0]} - - -"]\n'
    upload = bring(guest, file=file(f"{PBN}\n{bad}{two_hands}"))
    shown = words(guest.get(file_address(upload)))
    assert "From boards.pbn for the set “Club night”: 3 boards." in shown
    assert "1 part of the file could not be read line 9, board 19: two hands hold the same card: ♠A" in shown
    assert "Board 17 West deals, both sides vulnerable North♠K97 ♥AQ864 ♦85 ♣985" in shown
    assert "Board 20 West deals, both sides vulnerable North♠K97 ♥AQ864 ♦85 ♣985Eastto be dealt" in shown
    assert "Calls that are given" not in shown, "the file has none"
    assert "Take over what the file says" not in shown


CHOSEN = [
    ({"which": "numbers", "numbers": "18"}, ["18"]),
    ({"which": "numbers", "numbers": "20, 17-18"}, ["20", "17", "18"]),
    ({"which": "ticked", "ticked": ["2", "0"]}, ["17", "19"]),
    ({"which": "all"}, ["17", "18", "19", "20"]),
]


@pytest.mark.parametrize(("fields", "names"), CHOSEN)
def test_boards_are_chosen_by_their_numbers_in_the_file_or_by_ticks(guest, fields, names):
    text = "".join(f'[Board "{number}"]\n[Deal "{numbered_deal(number)}"]\n\n' for number in range(17, 21))
    made = choose(guest, bring(guest, pasted=text), **fields)
    assert [board.name for board in made.boards.all()] == names


def test_students_read_the_numbers_of_the_file(guest, stranger):
    made = choose(guest, bring(guest, deals="5", pasted=PBN))
    take_part(stranger, made)
    shown = words(stranger.get(f"/set/{made.token}/"))
    assert "Board 1 not begun Board 2 (17 in its file) not begun Board 3 (18 in its file) not begun" in shown


def test_boards_are_numbered_by_their_places_where_the_file_has_a_number_twice(guest):
    upload = bring(guest, pasted=PBN.replace('"18"', '"17"'))
    assert "Board 2 17 in the file, North deals" in words(guest.get(file_address(upload)))
    made = choose(guest, upload, which="numbers", numbers="2")
    assert [board.cards for board in made.boards.all()] == [TWO]


def test_boards_are_drawn_at_random_from_those_that_the_set_has_not(guest):
    upload = bring(guest, pasted=many(10))
    made = choose(guest, upload, which="random", count="4")
    response = guest.post(file_address(upload), {"which": "random", "count": "7", "calls": "none", "seat": "S"})
    assert "Only 6 boards are left." in words(response)
    choose(guest, upload, which="all")
    assert sorted(int(board.name) for board in made.boards.all()) == [*range(1, 11)]
    assert "Board 1 North deals, nobody vulnerable · in the set" in words(guest.get(file_address(upload)))


REFUSED = [
    ({"which": "numbers", "numbers": "1-3, 9"}, "The file has no board 9."),
    ({"which": "numbers", "numbers": "x"}, "'x' is neither a number nor a span such as 1-8."),
    ({"which": "numbers"}, "No board is chosen."),
    ({"which": "random"}, "Say how many."),
    ({"which": "random", "count": "6"}, "Only 5 boards are left."),
    ({"which": "ticked"}, "No board is chosen."),
    ({"which": "ticked", "ticked": ["5"]}, "Select a valid choice. 5 is not one of the available choices."),
    ({"which": "ticked", "ticked": ["two"]}, "Select a valid choice. two is not one of the available choices."),
    ({"which": "all", "ticked": ["1"]}, "You have ticked boards. Choose “Those ticked below”, or tick none."),
    ({"which": "some"}, "Select a valid choice. some is not one of the available choices."),
    ({"which": "all", "seat": "Q"}, "Select a valid choice. Q is not one of the available choices."),
]


@pytest.mark.parametrize(("fields", "message"), REFUSED)
def test_what_is_no_choice(guest, fields, message):
    upload = bring(guest, pasted=many(5))
    response = guest.post(file_address(upload), {"calls": "none", "seat": "S", **fields})
    assert response.status_code == 400
    assert message in words(response)
    assert not upload.board_set.boards.exists()


def test_a_set_takes_so_many_as_it_has_room_for_and_says_how_to_go_on(guest):
    upload = bring(guest, deals="1-10", pasted=many(60))
    response = guest.post(file_address(upload), {"which": "all", "calls": "none", "seat": "S"})
    assert response.status_code == 400
    assert (
        "These are 60 boards, and the set has room for 54 more. Choose fewer: by their numbers, by ticking, or at"
        " random. Another set can take the rest."
    ) in words(response)
    made = choose(guest, upload, which="numbers", numbers="1-54")
    assert made.boards.count() == 64
    response = guest.post(file_address(upload), {"which": "random", "count": "1", "calls": "none", "seat": "S"})
    assert "The set is full: it has 64 boards. Make another set for these." in words(response)


def test_a_text_and_a_file_are_chosen_from_one_after_the_other(guest):
    response = guest.post("/sets/new/", {**filled_in(), "deals": "5", "pasted": ONE, "file": file(LIN)})
    text, from_file = BoardUpload.objects.all()
    assert response["Location"] == file_address(text)
    chosen = {"which": "all", "calls": "none", "seat": "S"}
    assert guest.post(file_address(text), chosen)["Location"] == file_address(from_file)
    choose(guest, from_file)
    assert [board.deal_number for board in text.board_set.boards.all()] == [5, None, None]
    edit = words(guest.get(edit_address(text.board_set)))
    assert "Boards as text 1 board takenboards.pbn 1 board taken" in edit
    assert "number 7 in its file" in edit


# --- Calls and words ---


@pytest.mark.parametrize(
    ("calls", "seat", "given", "before", "after"),
    [
        ("none", "S", "", "Plan.", "2♣: Stayman\n\nWell bid."),
        ("first", "S", "P-P", "Plan.", "2♣: Stayman\n\nWell bid."),
        ("all", "S", "P-P-1N-P-2C-P", "Plan.\n\n2♣: Stayman", "Well bid."),
        ("all", "N", "P-P-1N-P-2C-P-2H-P", "Plan.\n\n2♣: Stayman", "Well bid."),
    ],
)
def test_calls_and_words_of_the_file_are_taken_over(guest, calls, seat, given, before, after):
    made = choose(guest, bring(guest, pasted=CALLED), calls=calls, seat=seat, texts="on")
    board = made.boards.get()
    assert (board.calls, board.seat, board.before, board.after) == (given, seat, before, after)
    assert not board.auction.finished


def test_words_can_be_left_out(guest):
    board = choose(guest, bring(guest, pasted=CALLED)).boards.get()
    assert (board.before, board.after) == ("", "")


def test_an_auction_that_is_not_over_is_given_as_it_is():
    board = OfferedBoard("1", ONE, "N", "None", "P-1N-P", (), "", "")
    for seat in Seat:
        assert str(board.given(seat, GivenCalls.ALL)) == "P-1N-P"


def test_long_texts_are_cut_and_end_with_a_sign_for_that(guest):
    text = f'{{{"long " * 500}}}\n[Deal "{ONE}"]'
    before = choose(guest, bring(guest, pasted=text), texts="on").boards.get().before
    assert len(before) == MOST_IN_A_TEXT
    assert before.endswith("…")


# --- Hands that are not given ---

TWO_HANDS = '[Deal "N:9432.832.KJ2.932 - 765.QJ94.643.Q54 -"]\n'


def test_open_hands_are_dealt_at_once_where_there_are_no_calls(guest):
    board = choose(guest, bring(guest, pasted=TWO_HANDS)).boards.get()
    deal = Deal.parse(board.cards)
    assert (str(deal[Seat.NORTH]), str(deal[Seat.SOUTH])) == ("9432.832.KJ2.932", "765.QJ94.643.Q54")


def test_open_hands_are_dealt_by_a_worker_to_fit_the_calls(guest):
    upload = bring(guest, pasted=f'{TWO_HANDS}[Auction "E"]\n1NT Pass Pass Pass')
    chosen = {"which": "all", "calls": "none", "seat": "S"}
    address = guest.post(file_address(upload), chosen)["Location"]
    assert not upload.board_set.boards.exists(), "nothing is dealt in the request"
    full = guest.post(f"{edit_address(upload.board_set)}add/", {"deals": "1-64", "seat": "S"})
    assert "These are 65 boards" in words(full), "the board to come counts"
    assert guest.get(address).status_code == 302
    board = upload.board_set.boards.get()
    east = Deal.parse(board.cards)[Seat.EAST]
    assert COUNT_BY_NAME["hcp"].of(east) in range(15, 18)
    kept = BoardUpload.objects.get()
    assert (kept.chosen, kept.faults) == (None, [])


def test_a_file_whose_boards_are_being_dealt_is_not_chosen_from_again(guest):
    upload = bring(guest, pasted=f'{TWO_HANDS}[Auction "E"]\n1NT')
    chosen = {"which": "all", "calls": "none", "seat": "S"}
    for _ in range(2):
        guest.post(file_address(upload), chosen)
    impatient = Client()
    impatient.cookies = guest.cookies
    assert impatient.get(file_address(upload)).status_code == 202
    do_all_work()
    assert upload.board_set.boards.count() == 1


def test_hands_that_cannot_fit_the_calls_are_dealt_all_the_same_and_that_is_said(guest):
    upload = bring(guest, pasted='[Deal "N:AQ32.K32.KJ2.K32 - 654.AQJ4.A43.Q54 -"]\n[Auction "E"]\n1NT')
    made = choose(guest, upload)
    assert made.boards.count() == 1
    assert "board 1: no hands were found that fit its calls; others are dealt" in words(guest.get(file_address(upload)))


def test_boards_are_added_once_when_the_work_is_repeated(guest):
    upload = bring(guest, pasted=f'{TWO_HANDS}[Auction "N"]\nPass')
    guest.post(file_address(upload), {"which": "all", "calls": "all", "seat": "S"})
    upload.refresh_from_db()
    job = taking.TakeBoards.of(upload)
    job.work(lambda **_: None)
    job.work(lambda **_: None)
    do_all_work()
    assert upload.board_set.boards.count() == 1


# --- Large files, and files that are gone ---


def test_a_large_file_is_read_by_a_worker(guest):
    text = many(3000)
    response = guest.post("/sets/new/", {**filled_in(), "deals": "", "file": file(text)})
    upload = BoardUpload.objects.get()
    assert (response["Location"], upload.boards) == (file_address(upload), None)
    shown = words(guest.get(file_address(upload)))
    assert "3,000 boards" in shown
    assert "Page 1 of 60" in shown
    upload.refresh_from_db()
    assert (len(upload.boards or []), bytes(upload.content)) == (3000, b"")
    last = words(guest.get(f"{file_address(upload)}?page=60"))
    assert "Board 3000" in last
    made = choose(guest, upload, which="numbers", numbers="2990-3000")
    assert [board.name for board in made.boards.all()] == [str(number) for number in range(2990, 3001)]


def test_a_large_file_without_boards_says_so(guest):
    guest.post("/sets/new/", {**filled_in(), "deals": "", "file": file("x" * 300_000)})
    upload = BoardUpload.objects.get()
    shown = words(guest.get(file_address(upload)))
    assert "this is neither PBN" in shown
    assert "There is no board in it. Add boards in another way." in shown


def test_ticks_stay_when_a_choice_is_refused(guest):
    upload = bring(guest, pasted=many(BOARDS_ON_A_PAGE + 1))
    response = guest.post(f"{file_address(upload)}?page=2", {"which": "all", "seat": "S", "ticked": ["50"]})
    assert 'value="50" checked' in page(response)


def test_files_belong_to_whoever_has_the_secret(guest, stranger):
    upload = bring(guest, pasted=ONE)
    other = make(stranger)
    address = file_address(upload)
    for wrong in (
        address.replace(upload.board_set.secret, other.secret),
        f"{edit_address(other)}file/{upload.pk}/",
        f"{edit_address(upload.board_set)}file/{upload.pk + 1}/",
    ):
        assert stranger.get(wrong).status_code == 404
        assert stranger.post(wrong, {"which": "all"}).status_code == 404
    assert not BoardSet.objects.get(pk=upload.board_set.pk).boards.exists()


def test_files_are_forgotten_after_a_day(guest):
    old = bring(guest, pasted=ONE)
    BoardUpload.objects.update(made=old.made - taking.KEPT)
    new = bring(guest, pasted=TWO)
    assert [upload.pk for upload in BoardUpload.objects.all()] == [new.pk]
    assert guest.get(file_address(old)).status_code == 404


def test_a_job_whose_file_is_gone_says_so(guest):
    upload = bring(guest, pasted=ONE)
    job = taking.ReadUpload.of(upload)
    upload.delete()
    with pytest.raises(Impossible, match="Upload it again"):
        job.work(lambda **_: None)
