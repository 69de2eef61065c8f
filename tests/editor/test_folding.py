"""Sections that say the same: found and proved by a worker, made a pattern in one revision, and taken back."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from bidbase.bidding.bidder import chances
from bidbase.folding.folds import Fold, fold_of
from bidbase.game.auction import Auction
from bidbase.game.dealing import numbered_deal
from bidbase.language.circumstances import Circumstances
from bidbase_web.jobs.selectors import result_of
from editor.models import EntryRow, SystemRow
from editor.read.history.services import undo_revision
from editor.store.entries.services import save_entry
from editor.store.systems.models import Role
from editor.store.systems.selectors import bidder_for, engine_system
from editor.store.systems.services import Conflict, copy_of_system
from editor.write.folding.services import make_pattern
from editor.write.folding.work import ProveFold
from tests.working import do_all_work

PATTERN = "1a-P-1N-P-2C-P; a=M"
SECTIONS = ["1H-P-1N-P-2C-P", "1S-P-1N-P-2C-P"]


def cells(after: str, order: str, bid: str, **others: str) -> dict[str, str]:
    return {"prior_bids": after, "order": order, "bid": bid, **others}


ENTRIES = [
    cells(SECTIONS[0], "100000", "2H", hcp="6-9", hearts_num="2", test_hand="K32.32.K432.Q432", notes="A preference."),
    cells(SECTIONS[0], "900000", "P", hcp="0-9", test_hand="K32.2.5432.Q5432"),
    cells(SECTIONS[1], "100000", "2S", hcp="6-9", spades_num="2", test_hand="32.K32.K432.Q432"),
    cells(SECTIONS[1], "900000", "P", hcp="0-9"),
]


@pytest.fixture
def own(own: SystemRow, anna: User) -> SystemRow:
    """Her system with two sections that say the same."""
    for texts in ENTRIES:
        own, _ = save_entry(system=own, texts=texts, seen=None, by=anna)
    return own


@pytest.fixture
def writer(anna: User) -> Client:
    client = Client()
    client.force_login(anna)
    return client


def address(name: str, *, slug: str = "our-system", pattern: str = PATTERN) -> str:
    return reverse(f"editor:{name}", args=[slug, *([pattern] if name != "folding" else [])])


def shown(client: Client, url: str):
    """The page, once workers have done what it needs."""
    for _ in range(3):
        response = client.get(url)
        if response.status_code != 202:
            break
        do_all_work()
    return response


def now(system: SystemRow) -> SystemRow:
    return SystemRow.objects.get(pk=system.pk)


def fold_in(system: SystemRow) -> Fold:
    fold = fold_of(bidder_for(system).system, SECTIONS)
    assert fold is not None
    return fold


def calls(system: SystemRow) -> list[object]:
    """What some hands call after the auctions of both sections."""
    hands = [hand for number in range(10) for hand in numbered_deal(number + 1).hands]
    turns = [Auction.parse(text) for text in SECTIONS]
    bidder = bidder_for(system)
    return [chances(bidder.place(turn, Circumstances.of(turn)), hand) for turn in turns for hand in hands]


def test_a_worker_looks_for_the_sections_and_the_page_lists_them(own, writer):
    assert writer.get(address("folding")).status_code == 202
    page = shown(writer, address("folding"))
    (group,) = page.context["page"].foldable
    assert (group.pattern, [*group.sections], group.entries) == (PATTERN, SECTIONS, 2)
    assert address("pattern") in page.content.decode()


def test_the_page_of_a_group_shows_the_proof_and_the_pattern(own, writer):
    page = shown(writer, address("folding")) and shown(writer, address("pattern"))
    assert page.context["proof"].holds
    assert (page.context["proof"].entries, page.context["proof"].auctions) == (4, 2)
    html = page.content.decode()
    assert "No call changes" in html
    assert "a is spades" in html
    assert [line.entry.text("bid") for line in page.context["page"].entries] == ["2a", "P"]
    assert now(own).revision == 5, "nothing is changed yet"


def test_a_click_makes_the_pattern_in_one_revision(own, writer, anna):
    before = calls(own)
    shown(writer, address("folding"))
    shown(writer, address("pattern"))
    response = writer.post(address("make_pattern"), {"why": "One place to change"})
    made = now(own)
    assert response.headers["Location"] == reverse("editor:revision", args=["our-system", 6])
    assert made.revision == 6
    change = made.revisions.get(number=6)
    assert (change.by, change.why) == (anna, "One place to change")
    assert change.summary == f"Made the pattern {PATTERN} of 2 sections"
    assert not made.entries.filter(prior_bids__in=SECTIONS)
    rows: list[Any] = [*made.entries.filter(prior_bids=PATTERN)]
    assert [(row.ref, row.bid, row.hcp, row.a_num) for row in rows] == [
        (f"{PATTERN}/100000", "2a", "6-9", "2"),
        (f"{PATTERN}/900000", "P", "0-9", ""),
    ]
    assert (rows[0].test_hand, rows[0].test_auction) == ("K32.32.K432.Q432", SECTIONS[0])
    assert rows[0].notes == "A preference."
    assert all(row.saved for row in rows)
    assert calls(made) == before
    assert [entry.id for entry in engine_system(made).sections[PATTERN]] == [row.ref for row in rows]
    page = writer.get(reverse("editor:entry", args=["our-system", rows[0].ref]))
    assert "Comes out" in page.content.decode()


def test_it_is_taken_back_as_any_change(own, writer, anna):
    before = {row.ref: row.identity for row in own.entries.all()}
    made = make_pattern(system=own, fold=fold_in(own), by=anna)
    gone = EntryRow.objects.filter(system=own, prior_bids__in=SECTIONS)
    assert {row.until for row in gone} == {made.revision}, "literal entries end with the revision"
    assert writer.post(reverse("editor:undo", args=["our-system", made.revision])).status_code == 302
    back = now(own)
    assert {row.ref: row.identity for row in back.entries.all()} == before, "the same entries are back"
    assert calls(back) == calls(own)
    again = undo_revision(system=back, number=back.revision, by=anna)
    assert again.entries.filter(prior_bids=PATTERN).count() == 2


def test_a_copy_folds_what_its_base_has(own, anna):
    copy = copy_of_system(base=own, slug="copy", title="Copy", owner=anna)
    made = make_pattern(system=copy, fold=fold_in(copy), by=anna)
    assert not made.entries.filter(prior_bids__in=SECTIONS)
    gone = EntryRow.objects.filter(system=copy, gone=True)
    assert gone.count() == 4, "the copy says that it does not have what its base has"
    assert now(own).entries.filter(prior_bids__in=SECTIONS).count() == 4
    assert calls(made) == calls(own)


def test_what_has_changed_in_the_meantime_is_not_lost(own, writer, anna):
    fold = fold_in(own)
    late, _ = save_entry(system=own, texts=cells(SECTIONS[0], "500000", "3H", hcp="10"), seen=None, by=anna)
    with pytest.raises(Conflict):
        make_pattern(system=own, fold=fold, by=anna)
    assert now(own).revision == late.revision
    response = writer.post(address("make_pattern"), {"why": ""})
    assert response.headers["Location"] == address("pattern"), "the page works it out anew"
    page = shown(writer, address("folding"))
    assert not page.context["page"].foldable
    (near,) = page.context["page"].near_misses
    assert near.differences[0].refs == (f"{SECTIONS[0]}/500000",)
    assert shown(writer, address("pattern")).status_code == 404


def test_a_viewer_sees_the_proof_but_no_button(own):
    viewer = User.objects.create_user("ben")
    own.members.create(user=viewer, role=Role.VIEWER)
    client = Client()
    client.force_login(viewer)
    shown(client, address("folding"))
    page = shown(client, address("pattern"))
    assert "No call changes" in page.content.decode()
    assert "Make it a pattern" not in page.content.decode()
    assert client.post(address("make_pattern")).status_code == 403
    assert now(own).revision == 5


def test_a_pattern_that_would_not_be_asked_in_their_place_is_refused(own, writer, anna):
    earlier = cells("0/1P-1H-P-1N-P-2C-P", "100000", "3N", hcp="10+")
    save_entry(system=own, texts=earlier, seen=None, by=anna)
    page = shown(writer, address("folding"))
    (group,) = page.context["page"].refused
    assert group.faults == ("0/1P-1H-P-1N-P-2C-P would be asked before it after 1H-P-1N-P-2C-P",)
    proof = shown(writer, address("pattern"))
    assert "Make it a pattern" not in proof.content.decode()
    response = writer.post(address("make_pattern"), {"why": ""})
    assert response.headers["Location"] == address("pattern")
    assert now(own).revision == 6
    assert not result_of(ProveFold.of(now(own), fold_in(now(own)))).holds


def test_a_reason_that_is_too_long_is_refused(own, writer):
    shown(writer, address("folding"))
    shown(writer, address("pattern"))
    assert writer.post(address("make_pattern"), {"why": "x" * 501}).status_code == 302
    assert now(own).revision == 5


@pytest.mark.parametrize("pattern", ["1a-P; a=M", "nothing", "1H-P", "@ free"])
def test_there_is_no_page_of_another_pattern(own, writer, pattern):
    shown(writer, address("folding"))
    assert writer.get(address("pattern", pattern=pattern)).status_code == 404


def test_an_earlier_state_is_read_and_not_changed(own, writer, anna):
    make_pattern(system=own, fold=fold_in(own), by=anna)
    shown(writer, address("folding") + "?revision=5")
    page = shown(writer, address("pattern") + "?revision=5")
    assert "No call changes" in page.content.decode()
    assert "Make it a pattern" not in page.content.decode()


def test_look_alikes_lead_there(own, writer):
    page = writer.get(reverse("editor:look_alikes", args=["our-system"]), {"after": SECTIONS[0]})
    assert address("folding") in page.content.decode()
