"""Two partners play two variants: at the table, in its settings, in links, in the review, and who may read what.

Deal 1: South opens 1NT, and North has hearts. The small system transfers with 2♦; the variant bids 2♥ to play, which
in the small system is a transfer to spades.
"""

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client

from bidbase.game.auction import Call
from bidbase.game.cards import Seat, Side
from bidbase_web.visitors import account_key
from editor.store.systems.models import SystemRow
from practice.boards.board import TableBoard
from practice.boards.models import Verdict
from practice.boards.preferences import Preferences, board_preferences
from practice.boards.presenters import systems_in_words
from practice.boards.robots import TableSettings, robot_table
from practice.boards.selectors import shared_address
from practice.boards.services import begin_again
from practice.models import BoardSet, StudentBoard
from tests.practice.finishing import call_patiently, finish, finish_by_system
from tests.practice.looking import review
from tests.practice.pages import call, mine, page, settings, told, words
from tests.practice.sets import HOW, open_board, take_part
from tests.practice.together import kept
from tests.practice.variants import TO_PLAY, TRANSFER, changed, variant_of
from tests.working import PatientClient


@pytest.fixture
def anna(db) -> User:
    return User.objects.create_user("Anna", password="bridge-is-fun-7")


@pytest.fixture
def variant(small, anna) -> SystemRow:
    return variant_of(small, anna)


@pytest.fixture
def annas(variant, anna) -> Client:
    """A browser in which Anna is logged in."""
    client = PatientClient()
    client.force_login(anna)
    return client


def begun(client: Client, number: int) -> StudentBoard:
    """The only board of this deal, as the table shows it to somebody for the first time."""
    assert client.get(f"/deal/{number}/").status_code == 200
    return StudentBoard.objects.get(deal_number=number)


@pytest.mark.parametrize(
    ("own", "partner", "auction", "why"),
    [
        ("small", "", "P-P-1N-P-2D-P", "both play the small system"),
        ("small", "small", "P-P-1N-P-2D-P", "the same, chosen by name"),
        ("small", "variant", "P-P-1N-P-2H-P", "North bids by the variant"),
        ("variant", "small", "P-P-1N-P-2D-P", "South's variant does not bind North"),
        ("variant", "", "P-P-1N-P-2H-P", "both play the variant"),
    ],
)
def test_partners_robot_bids_by_his_own_system(begin, variant, own, partner, auction, why):
    board = begin(1, our_system=own, partner_system=partner)
    assert call_patiently(board, Call.parse("1N")).row.calls == auction, why


@pytest.mark.parametrize(
    ("own", "partner", "best", "why"),
    [
        ("small", "variant", "2S", "South reads a transfer to spades"),
        ("variant", "", "P", "South reads hearts, to play"),
    ],
)
def test_the_student_reads_his_partner_in_his_own_system(begin, variant, own, partner, best, why):
    board = call_patiently(begin(1, our_system=own, partner_system=partner), Call.parse("1N"))
    judged = call_patiently(board, Call.parse(best)).row.student_calls.get(index=6)
    assert (judged.expected, judged.verdict) == (best, Verdict.AGREES), why


def test_a_board_keeps_what_each_plays(begin, variant):
    board = begin(1, partner_system="variant")
    board = kept(board)
    assert (board.row.partner_system, board.row.partner_revision) == (variant, variant.revision)
    assert [board.systems[seat].slug for seat in Seat] == ["variant", "small", "small", "small"]
    assert systems_in_words(board.row) == "Small system (South), Our variant (North) against Small system"
    assert begin(2).row.partner_system is None


def test_another_seat_has_another_partner(begin, variant):
    board = begin(1, seat="W", partner_system="variant")
    assert [board.systems[seat].slug for seat in Seat] == ["small", "variant", "small", "small"]


def test_bid_again_keeps_the_variant(begin, variant):
    board = finish_by_system(begin(1, partner_system="variant"))
    again = begin_again(board=board, preferences=board_preferences(board.row), at=len(board.auction.calls))
    assert (again.row.attempt, again.row.partner_system) == (2, variant)


def test_both_variants_share_what_they_have_compiled(begin, variant):
    board = begin(1, partner_system="variant")
    north, south = (robot_table(board).bidder(seat) for seat in (Seat.NORTH, Seat.SOUTH))
    assert north.differing_sections(south) == {"1N-P", "1N-P-2H-P"}
    assert robot_table(board).student is Side.NS


def test_a_worker_sits_at_the_same_table(begin, variant):
    board = begin(1, partner_system="variant")
    settings = TableSettings.of(board)
    assert settings.open().bidders == robot_table(board).bidders
    assert settings.auction(board.row.calls) == board.auction


def test_the_download_of_an_account_names_what_partner_played(annas, begin, anna, variant):
    finish_by_system(begin(1, owner=account_key(anna), partner_system="variant"))
    begin(2, owner=account_key(anna), partner_system="variant")
    tables = json.loads(annas.get("/account/data/").getvalue())
    for table in ("boards", "open boards"):
        assert [board["partner_system__slug"] for board in tables[table]] == ["variant"]


# --- Settings, links, Home ---


def test_the_settings_choose_what_partner_plays(annas):
    assert "My partner plays The same as I do" in words(annas.get("/settings/"))
    annas.post("/settings/", settings(deal_number=1, partner_system="variant"))
    board = begun(annas, 1)
    assert (board.our_system.slug, board.partner_system.slug) == ("small", "variant")
    assert "Small system (South), Our variant (North) against Small system" in words(annas.get("/deal/1/"))
    assert "Partner plays: Our variant" in words(annas.get("/"))
    annas.post("/settings/chip/", {"partner_system": "small"})
    assert annas.session["preferences"]["partner_system"] == ""
    assert "Partner plays" not in words(annas.get("/"))
    assert begun(annas, 2).partner_system is None


@pytest.mark.parametrize("chosen", ["variant", "gone"])
def test_a_private_system_is_not_offered_to_others(guest, variant, chosen):
    assert "Our variant" not in words(guest.get("/settings/"))
    response = guest.post("/settings/", settings(deal_number=1, partner_system=chosen))
    assert response.status_code == 400
    assert not StudentBoard.objects.exists()


def test_choices_that_are_no_longer_at_hand_are_left_out(annas, variant):
    annas.post("/settings/", settings(deal_number=1, partner_system="variant"))
    SystemRow.objects.filter(pk=variant.pk).update(owner=None)
    assert begun(annas, 2).partner_system is None


def test_links_carry_what_partner_plays(annas, guest):
    annas.post("/settings/", settings(deal_number=1, partner_system="variant"))
    address = shared_address(begun(annas, 1))
    assert "system=small&partner=variant&their=small" in address
    other = PatientClient()
    other.force_login(User.objects.get())
    assert other.get(address).status_code == 200
    assert StudentBoard.objects.latest("pk").partner_system.slug == "variant"
    response = guest.get(address)
    assert (response.status_code, "partner: There is no system variant." in page(response)) == (400, True)


def test_a_link_without_a_system_for_partner(annas):
    annas.post("/settings/", settings(deal_number=1, partner_system="variant"))
    annas.get("/deal/2/?seat=N")
    annas.get("/deal/3/?system=small")
    begun = {board.deal_number: board.partner_system for board in StudentBoard.objects.all()}
    assert (begun[2].slug, begun[3]) == ("variant", None), "who names a system means both partners"


@pytest.mark.parametrize(
    ("chosen", "holds"), [("variant", True), ("", False), ("small", False)], ids=["the same", "none", "own"]
)
def test_settings_hold_at_a_board(begin, variant, chosen, holds):
    assert Preferences("small", "small", partner_system=chosen).hold_at(begin(1, partner_system="variant").row) is holds
    assert Preferences("small", "small", partner_system=chosen).hold_at(begin(2).row) is not holds


# --- What is told of a call, and to whom ---


def test_the_table_tells_what_the_callers_system_says(annas):
    annas.post("/settings/", settings(deal_number=1, partner_system="variant"))
    board = begun(annas, 1)
    call(annas, board, "1N")
    said = words(told(annas, board))
    assert f"2♥ Partner · Our variant {TO_PLAY}" in said
    assert "1NT You · Small system announced 15 to 17" in said


def test_the_review_explains_each_call_from_its_own_system(annas, begin, variant):
    board = mine(annas, finish_by_system(begin(1, partner_system="variant")))
    said = words(annas.get(f"/board/{board.row.token}/call/4/"))
    assert TO_PLAY in said
    assert "North plays Our variant." in said
    assert "of Our variant" in said, "the entry behind it"
    assert "South plays Small system." in words(annas.get(f"/board/{board.row.token}/call/2/"))


def test_the_review_reads_partners_system_as_it_was(begin, variant):
    board = finish_by_system(begin(1, partner_system="variant"))
    changed(variant, {TRANSFER: {"disclosure": "Something else"}})
    board = kept(board)
    assert review(board).changed == ("Our variant",)
    explained = review(board, 4).selected
    assert (explained.explanation.card.name, explained.was) == (TO_PLAY, None)
    assert "?revision=2" in explained.explanation.card.url


@pytest.mark.parametrize("by", ["our_system", "partner_system", "their_system"])
def test_a_private_system_tells_what_calls_mean_and_keeps_its_entries(annas, stranger, begin, variant, by):
    """Whoever has the link to a finished board reads its review."""
    systems = {"our_system": "small", "partner_system": "small", "their_system": "small", by: "variant"}
    board = finish(begin(1, **systems), "1H")
    seat = {"our_system": Seat.SOUTH, "partner_system": Seat.NORTH, "their_system": Seat.EAST}[by]
    index = next(index for index in range(len(board.auction.calls)) if board.auction.seat_of(index) is seat)
    closed, address = "The entries of Our variant are shown to those who may read it.", f"/board/{board.row.token}/"
    theirs, owners = stranger.get(f"{address}call/{index}/"), annas.get(f"{address}call/{index}/")
    assert closed in words(theirs)
    assert closed not in words(owners)
    assert "/system/variant/" not in page(theirs)
    assert "system=variant" not in page(theirs).replace(shared_address(board.row), "")
    assert "entry-link" not in page(theirs)
    assert "/system/variant/" in page(owners)


def test_feedback_at_the_table_leads_to_no_entry_of_a_system_that_is_closed(annas, variant):
    annas.post("/settings/", settings(deal_number=1, our_system="variant"))
    board = begun(annas, 1)
    call(annas, board, "1H")
    assert "/system/variant/entry/" in page(annas.get("/deal/1/"))
    SystemRow.objects.filter(pk=variant.pk).update(owner=None)
    said = page(annas.get("/deal/1/"))
    assert "Better: 1NT" in words(annas.get("/deal/1/"))
    assert "/system/variant/" not in said
    assert "/ask/?" not in said
    for read in (told(annas, board), annas.get(f"/board/{board.token}/call/2/why/")):
        assert "Five-card major" in words(read)
        assert "/system/variant/" not in page(read)


def test_a_report_names_the_system_of_the_caller(annas, begin, variant):
    board = mine(annas, finish_by_system(begin(1, partner_system="variant")))
    annas.post(f"/board/{board.row.token}/report/", {"index": 4, "note": ""})
    position = board.row.reports.get().position
    assert (position["system"], position["revision"]) == ("variant", variant.revision)


# --- Sets ---


def handed_out(client: Client, **fields: object) -> BoardSet:
    """A set in which partner plays the variant."""
    systems = {name: SystemRow.objects.get(slug=slug).pk for name, slug in IN_THE_SET.items()}
    form = {"title": "Two variants", "deals": "1", **systems, **HOW, **fields}
    assert client.post("/sets/new/", form).status_code == 302
    return BoardSet.objects.get()


IN_THE_SET = {"our_system": "small", "partner_system": "variant", "their_system": "small"}


def test_in_a_set_partner_plays_his_variant(annas, variant, stranger):
    made = handed_out(annas)
    take_part(stranger, made)
    assert "Small system with Our variant opposite" in words(stranger.get(f"/set/{made.token}/"))
    board = open_board(stranger, made)
    assert call_patiently(TableBoard.of(board), Call.parse("1N")).row.calls == "P-P-1N-P-2H-P", (
        "North bids by the variant"
    )
    assert board.partner_system == variant


def test_boards_for_a_set_are_dealt_with_the_variant_of_partner(annas, variant):
    """After 1N-P-2H the variant says hearts, where the small system transfers to spades."""
    made = handed_out(annas, deals="", dealt=2, calls="1N-P-2H-P")
    annas.get(f"/set/{made.token}/edit/{made.secret}/dealing/")
    boards = list(made.boards.all())
    assert len(boards) == 2
    for board in boards:
        _, _, hearts, _ = board.deal[Seat.NORTH].lengths
        assert hearts >= 5


def test_a_partner_who_plays_the_same_has_no_system_of_his_own(annas, variant):
    assert handed_out(annas, partner_system=SystemRow.objects.get(slug="small").pk).partner_system is None
