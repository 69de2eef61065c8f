"""My boards: what the list and its filters show, what is kept as files, and that no open board gives away a hand."""

import xml.etree.ElementTree as ET
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.utils import timezone
from endplay.parsers import lin, pbn
from playwright.sync_api import expect

from bidbase.game.board_files import read_boards
from bidbase.game.cards import SEATS, SUITS_DOWN, holding_text
from bidbase.game.dealing import numbered_deal
from practice.boards.board import TableBoard
from practice.boards.presenters import NotFinished
from practice.boards.robots import robot_table
from practice.models import StudentBoard
from practice.my_boards.presenters import as_lin, as_pbn, hand_record
from practice.my_boards.views import BOARDS_ON_A_PAGE, MAX_EXPORTED
from tests.practice.finishing import finish, finish_by_system
from tests.practice.pages import call, page, start, words
from tests.practice.test_home import DRILL

FILES = ("board.pbn", "board.lin", "picture.svg", "hand-viewer/")


@pytest.fixture
def boards(guest, small) -> dict[str, StudentBoard]:
    """Deal 1 bid as the system bids, deal 3 otherwise, deal 2 left open, deal 1 in a drill left open."""
    agreeing = finish_by_system(TableBoard.of(start(guest, 1))).row
    differing = finish(TableBoard.of(start(guest, 3)), "7N").row
    opened = start(guest, 2)
    guest.get(DRILL)
    drilled = StudentBoard.objects.exclude(drill="").get()
    return {"agreeing": agreeing, "differing": differing, "open": opened, "drill": drilled}


def listed(response) -> list[str]:
    assert response.status_code == 200
    return [line.token for line in response.context["lines"]]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["drill", "open", "differing", "agreeing"]),
        ("state=finished", ["differing", "agreeing"]),
        ("state=open", ["drill", "open"]),
        ("place=table", ["open", "differing", "agreeing"]),
        ("place=drill", ["drill"]),
        ("system=small", ["drill", "open", "differing", "agreeing"]),
        ("agreed=all", ["agreeing"]),
        ("agreed=some", ["differing"]),
        ("since=2020-01-01", ["drill", "open", "differing", "agreeing"]),
        ("since=2999-01-01", []),
        ("until=2020-01-01", []),
        ("state=finished&place=drill", []),
        ("state=&place=", ["drill", "open", "differing", "agreeing"]),
    ],
)
def test_filters(guest, boards, query, names):
    assert listed(guest.get(f"/boards/?{query}")) == [boards[name].token for name in names]


def test_the_dates_of_the_list_are_days(guest, boards):
    yesterday = timezone.now() - timedelta(days=1)
    StudentBoard.objects.filter(pk=boards["open"].pk).update(updated_at=yesterday)
    query = f"since={yesterday:%Y-%m-%d}&until={yesterday:%Y-%m-%d}"
    assert listed(guest.get(f"/boards/?{query}")) == [boards["open"].token]


LATE = datetime(2020, 3, 14, 20, 15, tzinfo=UTC)
EVENING, NEXT_DAY = "since=2020-03-14&until=2020-03-14", "since=2020-03-15&until=2020-03-15"


@pytest.mark.parametrize(
    ("zone", "query", "found", "why"),
    [
        ("", EVENING, True, "without a zone the days are those of UTC"),
        ("America/New_York", EVENING, True, "it is afternoon there"),
        ("Asia/Tokyo", EVENING, False, "it is morning there"),
        ("Asia/Tokyo", NEXT_DAY, True, "of the next day"),
        ("Atlantis", EVENING, True, "nobody knows this zone"),
        ("../../etc/passwd", EVENING, True, "nor this one"),
        ("America", EVENING, True, "nor one that is a folder"),
        ("a\0b", EVENING, True, "nor this"),
    ],
)
def test_the_days_are_those_of_the_reader(guest, boards, zone, query, found, why):
    StudentBoard.objects.filter(pk=boards["agreeing"].pk).update(updated_at=LATE)
    guest.cookies["zone"] = zone
    assert listed(guest.get(f"/boards/?{query}")) == [boards["agreeing"].token] * found, why
    assert guest.get(f"/boards/export.pbn?{query}").content.decode().count("[Board ") == found, why


def test_the_browser_tells_the_zone_of_the_reader(open_page, preferences):
    page = open_page(timezone_id="Asia/Tokyo")
    page.goto("/deal/1/")
    StudentBoard.objects.update(updated_at=LATE)
    page.goto("/boards/")
    expect(page.locator(".boards time")).to_have_text("Mar 15, 2020")
    for day, found in (("2020-03-15", 1), ("2020-03-14", 0)):
        page.get_by_label("From").fill(day)
        page.get_by_label("To").fill(day)
        page.get_by_role("button", name="Filter").click()
        expect(page.locator(".boards tbody tr")).to_have_count(found)
    page.context.clear_cookies(name="zone")
    page.goto(f"/boards/?{NEXT_DAY}")  # a link to days is asked for again as soon as the zone is known
    expect(page.locator(".boards tbody tr")).to_have_count(1)


@pytest.mark.parametrize(
    ("query", "status", "says"),
    [
        ("state=lost", 400, "State: Select a valid choice"),
        ("place=sea", 400, "Where: Select a valid choice"),
        ("system=gone", 400, "System: Select a valid choice"),
        ("agreed=maybe", 400, "Calls: Select a valid choice"),
        ("since=yesterday", 400, "From: Enter a valid date"),
        ("until=2026-02-30", 400, "To: Enter a valid date"),
        ("page=2", 404, "The list has no such page."),
        ("page=many", 404, "The list has no such page."),
    ],
)
def test_a_bad_address_is_told_what_is_wrong(guest, boards, query, status, says):
    response = guest.get(f"/boards/?{query}")
    assert response.status_code == status
    assert says in words(response)


def test_a_line_tells_the_result_and_how_many_calls_agree(guest, boards):
    said = words(guest.get("/boards/"))
    assert "Deal 1 2♥ by South 2 of 2 2 of 2 calls agree Table Small system" in said
    assert "Deal 2 open – Table Small system" in said
    assert "Hand 1 open – Drill Small system" in said


def test_an_open_board_does_not_tell_how_its_calls_were_judged(guest):
    board = start(guest)
    call(guest, board, "1H")
    (line,) = guest.get("/boards/").context["lines"]
    assert (line.judged, line.agreed, line.result) == (0, 0, "")
    assert listed(guest.get("/boards/?agreed=some")) == []


def test_everybody_has_a_list_of_his_own(guest, stranger, boards):
    assert listed(stranger.get("/boards/")) == []
    assert "You have not bid a board yet." in words(stranger.get("/boards/"))
    assert stranger.get("/boards/export.pbn").content.decode().count("[Board") == 0


def test_a_long_list_has_pages_which_keep_the_filters(guest, preferences, small):
    board = start(guest, 1)
    for number in range(2, BOARDS_ON_A_PAGE + 3):
        board.pk, board.token, board.deal_number = None, f"board{number}", number
        board.save(force_insert=True)
    first, second = (guest.get(f"/boards/?state=open&page={number}") for number in (1, 2))
    assert (len(listed(first)), len(listed(second))) == (BOARDS_ON_A_PAGE, 2)
    assert "?state=open&page=2" in page(first)
    assert not set(listed(first)) & set(listed(second))


def test_htmx_gets_the_list_without_its_frame(guest, boards):
    part = guest.get("/boards/?state=open", headers={"HX-Request": "true"}).content.decode()
    assert part.strip() in guest.get("/boards/?state=open").content.decode() or "<form" not in part
    wrong = guest.get("/boards/?state=lost", headers={"HX-Request": "true"})
    assert (wrong.status_code, "Select a valid choice" in page(wrong)) == (200, True)


def hands_of(read) -> list[str]:
    return [str(read.deal[seat]) for seat in range(4)]


@pytest.mark.parametrize(("file_format", "read"), [("pbn", pbn.loads), ("lin", lin.loads)])
def test_the_finished_boards_are_exported_as_other_programs_read_them(guest, boards, file_format, read):
    response = guest.get(f"/boards/export.{file_format}")
    assert response["Content-Disposition"] == f'attachment; filename="boards.{file_format}"'
    exported = read(response.content.decode())
    assert [board.board_num for board in exported] == [3, 1], "the newest first, open ones never"
    for board in exported:
        assert hands_of(board) == [str(numbered_deal(board.board_num)[seat]) for seat in SEATS]
    assert len(exported[1].auction) == len(TableBoard.of(boards["agreeing"]).auction.calls)
    filtered = read(guest.get(f"/boards/export.{file_format}?agreed=all").content.decode())
    assert [board.board_num for board in filtered] == [1]
    assert read(guest.get(f"/boards/export.{file_format}?state=open").content.decode()) == []


@pytest.mark.parametrize("address", ["export.doc", "export.pbn?state=lost", "export.lin?since=yesterday", "export."])
def test_an_export_that_there_is_not(guest, boards, address):
    assert guest.get(f"/boards/{address}").status_code == 404


def test_a_file_has_a_limit(guest, boards, monkeypatch):
    monkeypatch.setattr("practice.my_boards.views.MAX_EXPORTED", 1)
    assert guest.get("/boards/export.pbn").content.decode().count("[Board ") == 1
    assert f"the newest {MAX_EXPORTED} at most" in words(guest.get("/boards/")) or MAX_EXPORTED > 1


def test_a_finished_board_is_a_file_for_whoever_has_its_link(guest, stranger, boards):
    token = boards["agreeing"].token
    for client in (guest, stranger):
        response = client.get(f"/board/{token}/board.pbn")
        assert response["Content-Disposition"] == 'attachment; filename="deal-1.pbn"'
        (read,) = pbn.loads(response.content.decode())
        assert (read.board_num, read.info.south, read.info.north) == (1, "Student", "BidBase")
    assert client.get(f"/board/{token}/board.doc").status_code == 404


def test_the_hand_viewer_is_shown_the_same_board(guest, boards):
    address = urlsplit(guest.get(f"/board/{boards['agreeing'].token}/hand-viewer/").url)
    assert (address.scheme, address.netloc, address.path) == (
        "https",
        "www.bridgebase.com",
        "/tools/handviewer.html",
    )
    (read,) = lin.loads(parse_qs(address.query)["lin"][0])
    assert hands_of(read) == [str(numbered_deal(1)[seat]) for seat in SEATS]


@pytest.mark.parametrize("file", ["board.pbn", "board.lin"])
def test_a_file_of_one_board_explains_the_calls_that_are_alerted(guest, boards, file):
    board = TableBoard.of(boards["agreeing"])
    (read,) = read_boards(guest.get(f"/board/{board.row.token}/{file}").content.decode()).boards
    table = robot_table(board)
    alerted = [
        index
        for index, call in enumerate(board.auction.calls)
        if table.alert(board.auction.before(index), call) not in ("", "none")
    ]
    assert [index for index, _ in read.notes] == alerted != []
    index, note = read.notes[0]
    assert note == table.meaning(board.auction.before(index), board.auction.calls[index]).words()
    assert read.auction.calls == board.auction.calls


def test_the_picture_shows_all_hands_and_the_auction(guest, boards):
    response = guest.get(f"/board/{boards['agreeing'].token}/picture.svg")
    assert response["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="deal-1.svg"'
    text = response.content.decode()
    root = ET.fromstring(text)
    texts = ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for hand in numbered_deal(1).hands:
        for suit in SUITS_DOWN:
            cards = " ".join(holding_text(hand.holdings[suit])).replace("T", "10") or "–"
            assert f"{suit.symbol} {cards}" in texts
    assert texts.count("Pass") == sum(str(call) == "P" for call in TableBoard.of(boards["agreeing"]).auction.calls)
    assert "2♥ by South" in texts
    assert "style" not in text, "the content policy would refuse it where the picture is opened"
    bottom = max(float(element.get("y", 0)) for element in root.iter("{http://www.w3.org/2000/svg}text"))
    assert bottom < float(root.get("height", 0))


@pytest.mark.parametrize("name", ["open", "drill"])
@pytest.mark.parametrize("file", FILES)
def test_an_open_board_is_kept_from_everybody(guest, stranger, boards, name, file):
    for client in (guest, stranger):
        assert client.get(f"/board/{boards[name].token}/{file}").status_code == 404


@pytest.mark.parametrize("file", FILES)
def test_there_is_no_such_board(guest, file):
    assert guest.get(f"/board/{'x' * 22}/{file}").status_code == 404


@pytest.mark.parametrize("write", [lambda board: as_pbn([board]), lambda board: as_lin([board]), hand_record])
def test_nothing_is_written_of_an_open_board(begin, write):
    with pytest.raises(NotFinished):
        write(begin(1))
