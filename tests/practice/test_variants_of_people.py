"""Two people at one board: what each plays, who may read it, and one person who holds both seats."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from bidbase_site.accounts.belongings import move_belongings
from bidbase_web.visitors import account_key
from editor.store.systems.models import SystemRow
from practice.boards.board import TableBoard
from practice.models import JudgedCall, Partnership, StudentBoard
from practice.partners.services import NO_SYSTEM_CHOSEN
from tests.practice.pages import assert_hidden, page, told, words
from tests.practice.test_partner_pages import begin, call
from tests.practice.variants import TO_PLAY, variant_of
from tests.working import PatientClient

BOTH = (("P", "ann"), ("1N", "ben"), ("2H", "ann"), ("2S", "ben"))


@pytest.fixture
def ben(small) -> Client:
    return PatientClient()


@pytest.fixture
def anna(db) -> User:
    return User.objects.create_user("Anna", password="bridge-is-fun-7")


@pytest.fixture
def variant(small, anna) -> SystemRow:
    return variant_of(small, anna)


@pytest.fixture
def ann(variant, anna) -> Client:
    """Anna, who alone may read her variant."""
    client = PatientClient()
    client.force_login(anna)
    return client


@pytest.fixture
def pair(ben, ann, variant) -> str:
    """The address of the partnership of Ben, South, and Ann, North, who plays her variant."""
    address = ben.post("/partners/", {"nickname": "Ben"}).url
    assert ann.post(f"{address}join/", {"nickname": "Ann", "system": variant.pk}).url == address
    return address


def played(board: StudentBoard) -> tuple[str, str]:
    """The systems of South and North."""
    return board.our_system.slug, (board.partner_system or board.our_system).slug


def test_who_joins_chooses_what_he_plays(ben, ann, small, variant):
    address = ben.post("/partners/", {"nickname": "Ben"}).url
    assert "You play The same as Ben Our variant Small system" in words(ann.get(address))
    ann.post(f"{address}join/", {"nickname": "Ann", "system": variant.pk})
    assert Partnership.objects.get().north_system == variant
    assert "You are Ann, North, and play Our variant. Ben sits opposite." in words(ann.get(address))
    assert "Ann sits opposite and plays Our variant." in words(ben.get(address))


@pytest.mark.parametrize("chosen", ["variant", "99999", "x"])
def test_what_is_not_at_hand_is_not_chosen(ben, variant, stranger, chosen):
    address = ben.post("/partners/", {"nickname": "Ben"}).url
    system = variant.pk if chosen == "variant" else chosen
    assert stranger.post(f"{address}join/", {"nickname": "Cid", "system": system}).status_code == 400
    assert not Partnership.objects.get().full


def test_each_plays_his_own_whoever_begins_the_board(ben, ann, pair, small, variant):
    assert played(begin(ben, pair, 1)) == ("small", "variant")
    assert Partnership.objects.get().south_system == small, "it is kept for later boards"
    StudentBoard.objects.all().delete()
    assert ann.get(pair).context["form"].initial["our_system"] == "variant"
    assert played(begin(ann, pair, 2, our_system="variant")) == ("small", "variant")
    StudentBoard.objects.all().delete()
    assert played(begin(ann, pair, 3, our_system="")) == ("small", "small"), "the same as Ben"
    assert Partnership.objects.get().north_system is None


def test_ben_may_play_what_his_partner_plays(ben, pair):
    """Ben is told what its calls mean, and sees none of its entries."""
    assert played(begin(ben, pair, 1, our_system="")) == ("variant", "variant")


def test_somebody_has_to_choose(ben, small):
    pair = ben.post("/partners/", {"nickname": "Ben"}).url
    form = {"scoring": "IMP", "opponents": "bid", "our_system": "", "their_system": "small"}
    response = ben.post(f"{pair}begin/", form)
    assert (response.status_code, "This field is required." in words(response)) == (400, True)
    assert NO_SYSTEM_CHOSEN not in words(response)
    assert not StudentBoard.objects.exists()


def test_each_is_judged_by_his_own_system_and_told_what_the_other_shows(ben, ann, pair, variant):
    board, clients = begin(ben, pair, 1), {"ben": ben, "ann": ann}
    for text, who in BOTH:
        assert call(clients[who], board, text).status_code == 302
    assert [*board.student_calls.values_list("call", "verdict")] == [
        ("P", "agrees"),
        ("1N", "agrees"),
        ("2H", "agrees"),
        ("2S", "agrees"),
    ]
    counted = JudgedCall.objects.filter(board=board).order_by("index").values_list("call", "system__slug")
    assert [*counted] == [("P", "variant"), ("1N", "small"), ("2H", "variant"), ("2S", "small")]
    assert f"2♥ Ann · Our variant {TO_PLAY}" in words(told(ben, board))
    for read in (told(ben, board), ben.get(f"{pair}deal/1/")):
        assert "/system/variant/" not in page(read)
    call(ann, board, "P")
    board.refresh_from_db()
    assert (board.finished, board.partner_revision) == (True, variant.revision)
    closed, address = "The entries of Our variant are shown to those who may read it.", f"/board/{board.token}/call/4/"
    assert closed in words(ben.get(address))
    assert "/system/variant/" not in page(ben.get(address))
    assert closed not in words(ann.get(address))


def test_again_keeps_what_each_plays(ben, ann, pair):
    board, clients = begin(ben, pair, 1), {"ben": ben, "ann": ann}
    for text, who in (*BOTH, ("P", "ann")):
        call(clients[who], board, text)
    board.refresh_from_db()
    ann.post(f"/board/{board.token}/again/", {"at": len(TableBoard.of(board).auction.calls)})
    assert played(StudentBoard.objects.get(finished_at=None)) == ("small", "variant")


def test_a_system_that_is_deleted_is_nobodys_choice(pair, variant):
    variant.delete()
    assert Partnership.objects.get().north_system is None


# --- Both seats in one hand ---


@pytest.fixture
def alone(ben, stranger, anna, small) -> tuple[Client, str]:
    """Two guests have begun to bid together, and both log in to Anna's account."""
    pair = ben.post("/partners/", {"nickname": "Ben"}).url
    stranger.post(f"{pair}join/", {"nickname": "Ann"})
    begin(ben, pair, 1)
    for client in (ben, stranger):
        move_belongings(guest=client.session["owner_key"], account=account_key(anna))
    ben.force_login(anna)
    return ben, pair


def test_who_holds_both_seats_calls_for_both_in_turn(alone):
    client, pair = alone
    board = StudentBoard.objects.get()
    assert "Both seats are yours, Ben and Ann: you call for both in turn." in words(client.get(pair))
    for text, seat in (("P", "North"), ("1N", "South"), ("2D", "North"), ("2H", "South"), ("P", "North")):
        said = client.get(f"{pair}deal/1/")
        assert f"You are {seat}" in words(said)
        assert_hidden(TableBoard.of(board).deal[0 if seat == "South" else 2], page(said))
        assert call(client, board, text).status_code == 302
    board.refresh_from_db()
    assert board.calls == "P-P-1N-P-2D-P-2H-P-P-P"
    assert client.get(f"/board/{board.token}/").status_code == 200


def test_who_holds_both_seats_takes_back_either_call(alone):
    client, pair = alone
    board, table = StudentBoard.objects.get(), f"{pair}deal/1/"
    assert not client.get(table).context["scene"].can_undo, "they have not called"
    for text in ("P", "1N"):
        call(client, board, text)
    for calls, seat, undo in (("P-P", "South", True), ("", "North", False)):
        board.refresh_from_db()
        client.post(f"/board/{board.token}/undo/", {"at": len(TableBoard.of(board).auction.calls)})
        board.refresh_from_db()
        said = client.get(table)
        assert board.calls == calls
        assert f"You are {seat}" in words(said)
        assert said.context["scene"].can_undo is undo
        assert_hidden(TableBoard.of(board).deal[0 if seat == "South" else 2], page(said))
    assert not board.student_calls.exists()


def test_his_boards_wait_for_him(alone):
    client, pair = alone
    assert "Your turn" in words(client.get(pair))
    call(client, StudentBoard.objects.get(), "P")
    assert "Your turn" in words(client.get(pair))
    assert "your turn: deal 1" in words(client.get("/partners/"))
