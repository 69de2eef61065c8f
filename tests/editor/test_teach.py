"""Teaching by example: what the page proposes, what making a change saves, copies, the way back, and taking it back."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client

from bidbase.bidding.bidder import decide
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from bidbase.language.circumstances import Circumstances
from bidbase.mends.search import GROWN
from editor.models import SystemRow
from editor.store.systems.selectors import bidder_for
from editor.store.systems.services import change_system
from editor.write.entry.selectors import cells_of
from tests.working import PatientClient, do_all_work

TEN = {"hand": "K32.K32.K432.J32", "auction": "1N-P", "call": "P"}  # 10 points, and 3NT is for 10 to 15
ELEVEN = {"hand": "KJ432.432.AK2.32", "auction": "", "call": "1D"}  # opens 1S, and 1D takes two changes
NOBODYS = {"hand": "KQ876.432.K32.32", "auction": "1C-P", "call": "1S"}  # the system says nothing after 1C


@pytest.fixture
def writer(anna) -> Client:
    client = PatientClient()
    client.force_login(anna)
    return client


def now(system: SystemRow) -> SystemRow:
    return SystemRow.objects.get(pk=system.pk)


def text_of(response) -> str:
    page = re.sub(r"<title>.*?</title>|<[^>]+>", "", response.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(page).split())


def teach(client: Client, asked: dict[str, str], slug: str = "our-system", **more: str):
    return client.get(f"/system/{slug}/teach/", asked | more)


def make(client: Client, asked: dict[str, str], number: int = 1, **more: str):
    """What the button of a change sends, after the page has been looked at."""
    teach(client, asked)
    revision = str(SystemRow.objects.get(slug="our-system").revision)
    return client.post("/system/our-system/teach/make/", {**asked, "mend": str(number), "revision": revision, **more})


def call_of(system: SystemRow, asked: dict[str, str]) -> Call:
    auction = Auction.parse(asked["auction"])
    place = bidder_for(now(system)).place(auction, Circumstances.of(auction))
    return decide(place, Hand.parse(asked["hand"])).call


def only_entry(system: SystemRow, **filled: str) -> Any:
    """The one entry with these cells."""
    return now(system).entries.get(**filled)


def test_the_page_says_what_the_hand_calls_and_proposes_changes(own, writer):
    page = teach(writer, TEN)
    said = text_of(page)
    assert "After 1NT – Pass it calls 3NT by To play" in said
    assert [mend.words for mend in page.context["mends"]] == [
        "Widen Pass after 1NT – Pass: 0 to 9 HCP becomes 0 to 10 HCP; try it before 3NT",
        "Narrow 3NT after 1NT – Pass: 10 to 15 HCP becomes 11 to 15 HCP",
        "Add Pass after 1NT – Pass: 9 to 11 HCP; 4333 shape",
    ]
    assert now(own).revision == 1


def test_one_click_saves_all_of_a_change_in_one_revision(own, writer):
    before = {row.ref: cells_of(row) for row in own.entries}
    response = make(writer, ELEVEN, back="/ask/?hand=1")
    assert (response.status_code, response.headers["Location"]) == (302, "/ask/?hand=1")
    changed = now(own)
    assert changed.revision == 2
    after = {row.ref: cells_of(row) for row in changed.entries}
    differing = {ref: after[ref]["distribution"] for ref in after if after[ref] != before.get(ref)}
    assert differing == {"opening/634000": "T12+", "opening/500000": "T13+"}
    assert after["opening/634000"]["saved"]
    revision = changed.revisions.get(number=2)
    assert revision.by.username == "Anna"
    assert revision.why == "Taught by example: 1♦ as opener with KJ432.432.AK2.32"
    assert revision.summary.startswith("Widen the opening 1♦: 13 or more total points becomes 12 or more")
    assert call_of(own, ELEVEN) is Call.parse("1D")


def test_a_message_takes_the_change_back_and_one_stays_where_one_is(own, writer):
    before = [cells_of(row) for row in own.entries]
    page = make(writer, TEN, back="/system/our-system/grid/")
    shown = writer.get(page.headers["Location"]).content.decode()
    (undo,) = re.findall(r'<form method="post" action="(/system/our-system/history/\d+/undo/)">', shown)
    response = writer.post(undo, {"back": "/ask/"})
    assert response.headers["Location"] == "/ask/"
    assert [cells_of(row) for row in now(own).entries] == before
    assert call_of(own, TEN) is Call.parse("3N")


def test_nothing_is_made_of_a_system_that_has_changed_since(own, writer):
    assert make(writer, TEN).status_code == 302
    response = make(writer, TEN | {"call": "2N"}, revision="1")
    assert response.headers["Location"].startswith("/system/our-system/teach/?")
    assert "has changed the system in the meantime" in text_of(writer.get(response.headers["Location"]))
    assert now(own).revision == 2


def test_two_clicks_make_one_change(own, writer):
    first, second = (make(writer, TEN, revision="1", back="/ask/") for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"] == "/ask/"
    assert now(own).revision == 2


def test_an_unknown_change_is_refused(own, writer):
    assert make(writer, TEN, 9).status_code == 400
    assert now(own).revision == 1


def test_a_call_that_the_system_makes_already_needs_no_change(own, writer):
    said = text_of(teach(writer, TEN | {"call": "3N"}))
    assert "calls 3NT with this hand already" in said


def test_without_a_call_the_page_asks_for_one(own, writer):
    page = teach(writer, {"hand": TEN["hand"], "auction": TEN["auction"]})
    assert (page.status_code, "mends" in page.context) == (200, False)
    assert "<option" in page.content.decode()


FAULTS = [
    ({"hand": "AKQ"}, "Hand", "a hand of three cards"),
    ({"auction": "1N-1C"}, "Auction", "an insufficient bid"),
    ({"auction": "P-P-P-P"}, "nobody is to call", "an auction that is over"),
    ({"call": "1C"}, "not legal", "a call that is not legal there"),
    ({"call": "9X"}, "Call", "no call"),
    ({"vulnerability": "Sometimes"}, "Vulnerability", "no vulnerability"),
    ({"user": "Q"}, "User", "nobody whom the codes know"),
]


@pytest.mark.parametrize(("wrong", "said", "why"), FAULTS, ids=[why for *_, why in FAULTS])
def test_what_cannot_be_read_is_refused_in_words(own, writer, wrong, said, why):
    page = teach(writer, TEN | wrong)
    assert page.status_code == 400
    assert said in text_of(page)
    assert (
        writer.post("/system/our-system/teach/make/", TEN | wrong | {"mend": "1", "revision": "1"}).status_code == 400
    )


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"])
def test_the_way_back_stays_on_the_site(own, writer, back):
    assert "elsewhere" not in teach(writer, TEN, back=back).content.decode()
    assert make(writer, TEN, back=back).headers["Location"] == "/system/our-system/history/2/"


# --- Who may ---


def test_who_may_only_read_goes_on_in_a_copy(small, writer):
    back = "/ask/?hand=K32.K32.K432.J32&auction=1N-P&system=small"
    page = teach(writer, TEN, "small", back=back)
    assert "mends" not in page.context
    assert "is not yours to change" in text_of(page)
    response = writer.post("/system/small/teach/copy/", {**TEN, "back": back})
    copy = SystemRow.objects.get(owner__username="Anna")
    assert (copy.base, copy.revision) == (small, 1)
    address = urlsplit(response.headers["Location"])
    assert address.path == f"/system/{copy.slug}/teach/"
    query = {name: text for name, (text,) in parse_qs(address.query).items()}
    assert query["call"] == "P"
    assert query["back"] == f"/ask/?hand=K32.K32.K432.J32&auction=1N-P&system={copy.slug}"
    assert writer.get(response.headers["Location"]).context["mends"]
    assert [own for own, _ in teach(writer, TEN, "small").context["copies"]] == [copy], "the next time it is offered"


def test_a_guest_signs_up_first_and_comes_back_to_the_lesson(small):
    client = Client()
    said = text_of(client.get("/system/small/teach/", TEN))
    assert "is not yours to change" in said
    assert "Sign up and begin a system of your own" in said
    response = client.post("/system/small/teach/copy/", TEN)
    address = urlsplit(response.headers["Location"])
    assert address.path == "/account/sign-up/"
    (following,) = parse_qs(address.query)["next"]
    assert following.startswith("/system/small/teach/?hand=")
    assert "call=P" in following


def test_nobody_else_teaches_a_system(own):
    stranger = Client()
    stranger.force_login(User.objects.create_user("carl"))
    for method, page in (("get", ""), ("get", "changes/"), ("post", "make/"), ("post", "copy/")):
        assert getattr(stranger, method)(f"/system/our-system/teach/{page}", TEN).status_code == 404
    assert now(own).revision == 1


# --- Entries that grow ---


def test_an_entry_grows_from_practice_and_takes_in_later_hands(own, writer):
    page = teach(writer, NOBODYS)
    assert [mend.title for mend in page.context["mends"]] == ["A new entry"]
    make(writer, NOBODYS)
    row = only_entry(own, prior_bids="1C-P")
    assert (row.bid, row.hcp, row.spades_num, row.reference) == ("1S", "7-9", "5+", GROWN)
    assert (row.test_hand, row.disclosure) == (NOBODYS["hand"], "Natural, five or more spades")
    later = NOBODYS | {"hand": "KQ87.A32.K32.432"}
    page = teach(writer, later)
    assert page.context["mends"][0].title == "Widen an entry that practice has grown"
    make(writer, later)
    row = only_entry(own, prior_bids="1C-P")
    assert (row.hcp, row.spades_num, row.reference) == ("7-12", "4+", GROWN)


# --- What else changes ---


def look(client: Client):
    """What htmx asks for while the page waits."""
    return client.get("/system/our-system/teach/changes/", TEN, headers={"HX-Request": "true"})


def test_the_page_looks_no_longer_when_the_system_has_changed(own, writer):
    """It is left alone: its own button may have changed the system, and the answer to that is on its way."""
    teach(writer, TEN)
    assert look(writer).status_code == 200
    change_system(system=own, changes=[], summary="Nothing")
    response = look(writer)
    assert (response.status_code, response.content, "HX-Redirect" in response.headers) == (204, b"", False)
    assert (
        writer.get("/system/our-system/teach/changes/", TEN)
        .headers["Location"]
        .startswith("/system/our-system/teach/?hand=")
    )


def test_what_else_a_change_does_comes_by_and_by(own, writer):
    first = teach(writer, TEN).context["mends"]
    assert not any(mend.found.complete for mend in first)
    part = look(writer)
    for _ in range(30):
        if not part.context["looking"]:
            break
        do_all_work()
        part = look(writer)
    assert all(mend.found.complete for mend in part.context["mends"])
    assert "500 standard deals" in text_of(part)
    assert part.content.decode().count('hx-swap-oob="true"') == len(first)
    assert "<form" not in part.content.decode(), "the buttons stay as they are"
    assert now(own).revision == 1
