"""What has been shown at a board: the pictures, where they come from, and who may see them."""

import re
from html import unescape

import pytest

from bidbase.bidding.drawing import Frequencies
from bidbase.game.auction import Auction
from bidbase.game.cards import Seat
from practice.boards.board import TableBoard
from practice.boards.models import StudentBoard
from practice.shown.charts import LENGTHS, POINTS, Bar, draw_chart
from practice.shown.pictures import DrawPictures
from tests.practice.finishing import finish, finish_by_system
from tests.practice.looking import pictures
from tests.practice.pages import call, start, words

FRAGMENT = {"HX-Request": "true"}


def with_calls(row: StudentBoard, calls: str) -> TableBoard:
    """The board with another auction, as if all of it had been bid."""
    row.calls, row.sources = calls, [None] * len(calls.split("-"))
    row.save()
    return TableBoard.of(row)


def lines(board: TableBoard, count: int, seat: Seat) -> dict[str, tuple[str, str]]:
    """Average and span of each line of a seat's picture."""
    [found] = [one for one in pictures(board, count).seats if one.seat is seat]
    return {line.suit.symbol if line.suit is not None else "HCP": (line.average, line.span) for line in found.lines}


# --- What is told ---


def test_the_pictures_of_an_auction(begin):
    board = with_calls(begin(1).row, "P-P-1N-P-2D-P")
    south, north = lines(board, 6, Seat.SOUTH), lines(board, 6, Seat.NORTH)
    assert south["HCP"][1] == "15–17"
    assert 15.5 < float(south["HCP"][0]) < 16.5
    assert south["♠"][1] == "2–4"
    assert north["♥"][1] == "5", "and no weak two"
    assert float(north["HCP"][0]) < 11, "a passed hand"


def test_each_number_of_calls_has_its_own_pictures(begin):
    board = finish_by_system(begin(1))
    assert lines(board, 4, Seat.NORTH)["♥"][1] == "2–5"
    assert lines(board, 5, Seat.NORTH)["♥"][1] == "5"


def test_silent_opponents_show_nothing(begin):
    board = begin(1, opponents_silent=True, seat="N")
    silent = {one.seat for one in pictures(board, len(board.auction.calls)).seats if one.shown is None}
    assert silent == {Seat.EAST, Seat.WEST}
    outspoken, quiet = with_calls(begin(1, owner="other").row, "P-P"), with_calls(board.row, "P-P")
    assert float(lines(outspoken, 2, Seat.EAST)["HCP"][0]) < 8.5
    assert float(lines(quiet, 2, Seat.EAST)["HCP"][0]) > 9.5, "what North does not have, and South"


@pytest.mark.parametrize("calls", ["P-P-1N-P-3D", "1C-P-1N-P-7N"])
def test_a_call_that_the_system_does_not_know_is_named(guest, calls):
    board = with_calls(start(guest), calls)
    assert "a call without an agreement" in words(guest.get(f"/board/{board.row.token}/shown/5/"))
    assert "a call without an agreement" not in words(guest.get(f"/board/{board.row.token}/shown/4/"))


def test_where_hardly_any_deal_fits_the_agreed_ranges_are_left(guest):
    # East bids all four suits alone, each of them with four cards at least.
    board = with_calls(start(guest), "1N-2C-2N-P-P-3D-3N-P-P-4H-4N-P-P-5S")
    assert pictures(board, 10).drawn
    assert not pictures(board, 14).drawn
    assert lines(board, 14, Seat.NORTH)["HCP"] == ("", "15–17")
    assert lines(board, 14, Seat.WEST)["HCP"] == ("", "0–37")
    said = words(guest.get(f"/board/{board.row.token}/shown/14/"))
    assert "Hardly any deal fits all these calls" in said
    assert "average" not in said


# --- Nobody peeks ---


@pytest.mark.parametrize("calls", ["P-P", "P-P-1N-P-2D-P", "P-1H-X-2S"])
def test_the_same_auction_on_two_deals_gives_the_same_bytes(guest, calls):
    deals, answers = set(), set()
    for number in (1, 17, 33):  # the same dealer, the same vulnerability
        board = with_calls(start(guest, number), calls)
        deals.add(str(board.deal))
        answers.add(guest.get(f"/board/{board.row.token}/shown/{calls.count('-') + 1}/", headers=FRAGMENT).content)
    assert (len(deals), len(answers)) == (3, 1)


def test_of_an_open_board_no_hand_is_told(guest):
    board = start(guest)
    call(guest, board, "1N")
    page = unescape(guest.get(f"/board/{board.token}/shown/6/").content.decode())
    for seat in Seat:
        for holding in str(TableBoard.of(board).deal[seat]).split("."):
            assert len(holding) < 2 or holding not in re.sub(r"<[^>]+>", " ", page), seat


def drawing_key_of(board: TableBoard, auction: Auction) -> str:
    return DrawPictures.of(board, auction).key


def test_a_drawing_is_kept_for_everything_it_depends_on_and_not_for_the_deal(begin):
    board = with_calls(begin(1).row, "P-P")
    key = drawing_key_of(board, board.auction)
    assert drawing_key_of(begin(17, owner="other"), board.auction) == key
    others = [
        drawing_key_of(board, board.auction.before(1)),
        drawing_key_of(begin(2, owner="east"), board.auction),
        drawing_key_of(begin(5, owner="vulnerable"), board.auction),
        drawing_key_of(begin(1, owner="west", seat="W"), board.auction),
        drawing_key_of(begin(1, owner="pairs", scoring="MP"), board.auction),
        drawing_key_of(begin(1, owner="alone", opponents_silent=True), board.auction),
    ]
    board.row.our_system.revision += 1
    others.append(drawing_key_of(board, board.auction))
    assert len({key, *others}) == 8


# --- Who may see them ---


def test_the_page_and_its_part(guest):
    board = start(guest)
    page = guest.get(f"/board/{board.token}/shown/2/")
    assert page.status_code == 200
    assert "Deal 1: what has been shown" in words(page)
    assert "After Pass – Pass " in words(page)
    assert f'href="/board/{board.token}/shown/1/"' in page.content.decode()
    part = guest.get(f"/board/{board.token}/shown/2/", headers=FRAGMENT)
    assert "<html" not in part.content.decode()
    assert "After Pass – Pass " in words(part)
    assert "Before the first call" in words(guest.get(f"/board/{board.token}/shown/0/"))


def test_the_pictures_of_an_open_board_are_its_owners_alone(guest, stranger):
    board = start(guest)
    assert stranger.get(f"/board/{board.token}/shown/2/").status_code == 404
    finish(TableBoard.of(board))
    response = stranger.get(f"/board/{board.token}/shown/2/")
    assert response.status_code == 200
    assert "South student" in words(response)
    assert "No hand is looked at." in words(response)
    assert "South you" in words(guest.get(f"/board/{board.token}/shown/2/"))


@pytest.mark.parametrize("rest", ["3", "99", "9" * 40, "-1", "x", ""])
def test_there_are_no_pictures_beyond_the_auction(guest, rest):
    board = start(guest)
    assert guest.get(f"/board/{board.token}/shown/{rest}/").status_code == 404
    assert guest.get(f"/board/{'x' * 22}/shown/0/").status_code == 404


def test_the_pictures_are_only_read(guest):
    board = start(guest)
    assert guest.post(f"/board/{board.token}/shown/2/").status_code == 405


def test_table_and_review_lead_to_them(guest):
    board = start(guest)
    assert f'href="/board/{board.token}/shown/2/"' in guest.get("/deal/1/").content.decode()
    finish(TableBoard.of(board))
    assert f'href="/board/{board.token}/shown/4/"' in guest.get(f"/board/{board.token}/call/3/").content.decode()


# --- Charts ---


def test_bars_are_as_high_as_their_shares():
    chart = draw_chart(Frequencies((0, 0.25, 0.5, 0.25)), (1, 13), LENGTHS)
    assert chart.width == 100
    assert chart.bars == (Bar(11, 20, 8, 20), Bar(21, 0, 8, 40), Bar(31, 20, 8, 20))
    assert chart.agreed == Bar(10, 0, 90, 40)
    assert chart.words == "1: 25 %, 2: 50 %, 3: 25 %"


def test_what_is_above_the_scale_counts_in_its_last_place():
    chart = draw_chart(Frequencies((0,) * 11 + (1.0,)), (10, 12), LENGTHS)
    assert chart.bars == (Bar(91, 0, 8, 40),)
    assert chart.agreed == Bar(90, 0, 10, 40)
    assert chart.words == "11: 100 %"


def test_without_deals_the_agreed_range_alone_is_drawn():
    chart = draw_chart(None, (15, 17), POINTS)
    assert (chart.bars, chart.agreed, chart.words) == ((), Bar(150, 0, 30, 40), "")
    assert draw_chart(None, (0, 37), POINTS).agreed is None
