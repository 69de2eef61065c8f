"""Writing entries: who may, what is refused and why, drafts, order numbers, two people on one entry, what changes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from editor.models import EntryDraft, SystemRow
from editor.store.entries.services import remove_entry
from editor.store.systems.services import Conflict
from editor.write.entry.forms import WRITTEN_FIELDS, EntryForm, form_groups
from editor.write.entry.selectors import cells_of
from tests.editor.pages import text_of
from tests.working import do_all_work

WEAK = "1N-P/a00000"


def now(system: SystemRow) -> SystemRow:
    return SystemRow.objects.get(pk=system.pk)


def entry(system: SystemRow, ref: str) -> Any:
    return now(system).entries.get(ref=ref)


def form(row: Any = None, **cells: str) -> dict[str, str]:
    """What the form sends."""
    return {**(cells_of(row) if row else {}), "seen": str(row.pk) if row else "", "do": "save", **cells}


def write(client: Client, system: SystemRow, ref: str, **cells: str):
    return client.post(f"/system/{system.slug}/write/entry/{ref}/", form(entry(system, ref), **cells))


ADDRESSES = [
    "write/new/",
    f"write/entry/{WEAK}/",
    f"write/remove/{WEAK}/",
    f"write/alike/{WEAK}/",
    "write/drafts/",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_only_who_may_change_a_system_writes_in_it(own, writer, address):
    assert writer.get(f"/system/our-system/{address}").status_code == 200
    assert writer.get(f"/system/small/{address}").status_code == 403, "a shipped system is nobody's"
    assert Client().get(f"/system/our-system/{address}").status_code == 404
    stranger = Client()
    stranger.force_login(User.objects.create_user("carl"))
    assert stranger.get(f"/system/our-system/{address}").status_code == 404, "a private system is not there for others"


@pytest.mark.parametrize("address", ["check/", "changes/", f"move/{WEAK}/", "drafts/1/drop/", f"entry/{WEAK}/", "new/"])
def test_nobody_else_changes_anything(own, address):
    stranger = Client()
    stranger.force_login(User.objects.create_user("carl"))
    assert stranger.post(f"/system/our-system/write/{address}", form(bid="1C")).status_code == 404
    assert now(own).revision == 1


def test_an_entry_is_saved_with_the_day_and_the_reason(own, writer):
    response = write(writer, own, WEAK, hcp="0-8", why="Nine is enough to invite")
    assert response.status_code == 302
    row = entry(own, WEAK)
    assert (row.hcp, now(own).revision) == ("0-8", 2)
    assert row.saved
    change = own.revisions.get(number=2)
    assert (change.by.username, change.why) == ("Anna", "Nine is enough to invite")


FAULTS = [
    ({"hcp": "15-10"}, "hcp", "upside down"),
    ({"bid": ""}, "bid", "a blank bid"),
    ({"convention": "Nothing"}, "convention", "no convention of this system"),
    ({"hcp": "99+"}, "hcp", "more than there is"),
    ({"notes": "x" * 10_001}, "notes", "too long"),
    ({"disclosure": "a\0b"}, "disclosure", "a character that no text has"),
    ({"order": "12"}, "order", "too short a number"),
]


@pytest.mark.parametrize(("cells", "field", "why"), FAULTS, ids=[why for *_, why in FAULTS])
def test_what_cannot_be_read_is_refused_beside_its_field(own, writer, cells, field, why):
    response = write(writer, own, WEAK, **cells)
    assert response.status_code == 400
    assert field in response.context["form"].errors
    assert now(own).revision == 1


def test_the_refusal_leads_to_each_field_that_cannot_be_read(own, writer):
    """The form is longer than a screen."""
    page = write(writer, own, WEAK, hcp="15-10", aces="many").content.decode()
    refusal = page.partition('id="refusal"')[2].partition("</div>")[0]
    assert re.findall('href="#(.*?)">(.*?)<', refusal) == [("id_hcp", "HCP"), ("id_aces", "Aces")]


def test_while_one_types_the_faults_and_the_panel_come_without_the_inputs(own, writer):
    row = entry(own, WEAK)
    page = writer.post("/system/our-system/write/check/", form(row, hcp="0-9x")).content.decode()
    assert 'id="fault-hcp"' in page
    assert "0-9<mark>x</mark>" in page
    assert "<input" not in page
    page = writer.post("/system/our-system/write/check/", form(row, hcp="0-7")).content.decode()
    assert "0 to 7 HCP" in page
    assert now(own).revision == 1


def test_a_test_hand_that_does_not_meet_its_specs_keeps_an_entry_out_of_play(own, writer):
    response = write(writer, own, WEAK, hcp="5-9")
    assert response.status_code == 400
    assert "needs 5 to 9 HCP, has 0 HCP" in response.content.decode()
    assert now(own).revision == 1


def test_an_entry_without_a_test_hand_gets_the_weakest(own, writer):
    assert write(writer, own, "1N-P/Z00000", test_hand="", hcp="11-15").status_code == 302
    hand = entry(own, "1N-P/Z00000").test_hand
    assert hand
    page = writer.get("/system/our-system/write/entry/1N-P/Z00000/").content.decode()
    assert "The test hand comes out" in page


def test_an_entry_that_no_hand_reaches_is_refused_with_the_reason(own, writer):
    response = writer.post("/system/our-system/write/new/", form(prior_bids="1N-P", order="Zz0000", bid="4N", hcp="12"))
    assert response.status_code == 400
    assert "1N-P/Z00000" in response.context["no_hand"]
    assert now(own).revision == 1


CAUGHT = {"prior_bids": "1N-P", "order": "ZZ0000", "bid": "2N", "hcp": "9-10", "test_hand": "432.K32.AQ32.J32"}
"""10 HCP, which the 3NT before it takes."""


def test_an_entry_that_catches_the_test_hand_is_shown_with_ways_out(own, writer):
    response = writer.post("/system/our-system/write/new/", form(**CAUGHT))
    assert response.status_code == 400
    panel = response.context["panel"]
    assert panel.attempt.caught_by.entry.id == "1N-P/Z00000"
    assert [(spec.field.name, spec.theirs, spec.own) for spec in panel.differing] == [
        ("hcp", "10 to 15 HCP", "9 to 10 HCP")
    ]
    assert {way.key for way in panel.ways} >= {"move", "narrow-hcp", "percent"}


WAYS = [
    ("move", {"order": "ZV0000"}, {}),
    ("narrow-hcp", {"order": "ZZ0000"}, {"hcp": "11-15"}),
    ("percent", {"usage": "50"}, {"usage": "50"}),
]


@pytest.mark.parametrize(("key", "own_cells", "other_cells"), WAYS)
def test_a_way_out_is_taken_with_one_press(own, writer, key, own_cells, other_cells):
    response = writer.post("/system/our-system/write/new/", form(**CAUGHT, do=f"way {key}"))
    assert response.status_code == 302
    saved: Any = now(own).entries.get(bid="2N", prior_bids="1N-P")
    if key == "move":
        assert saved.order < "Z00000"
    else:
        assert {name: getattr(saved, name) for name in own_cells} == own_cells
    other: Any = now(own).entries.get(bid="3N", prior_bids="1N-P")
    assert {name: getattr(other, name) for name in other_cells} == other_cells
    page = writer.get(f"/system/our-system/write/entry/{saved.ref}/")
    assert page.context["panel"].attempt.sound


def test_a_way_out_does_not_overwrite_what_somebody_has_made_of_the_other_entry(own, writer, monkeypatch):
    """It is refused, and what is written stays in the form."""

    def somebody_is_quicker(**arguments: Any) -> None:
        row = arguments["other"][0]
        raise Conflict({row.identity: row})

    monkeypatch.setattr("editor.write.entry.services.save_written", somebody_is_quicker)
    page = writer.post("/system/our-system/write/new/", form(**CAUGHT, do="way narrow-hcp"))
    assert "Somebody has changed the other entry of this way out" in text_of(page.content.decode())
    assert page.context["form"].typed["hcp"] == "9-10"
    assert now(own).revision == 1


def test_the_second_of_two_clicks_on_save_is_no_conflict(own, writer):
    cells = form(entry(own, WEAK), hcp="0-8")
    answers = [writer.post(f"/system/our-system/write/entry/{WEAK}/", cells) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert (entry(own, WEAK).hcp, now(own).revision) == ("0-8", 2)


def test_the_panel_tells_whose_test_hand_an_entry_takes(own, writer):
    row = entry(own, "1N-P/200000")
    page = writer.post("/system/our-system/write/check/", form(row, spades_num="", hcp="8+"))
    assert {other.id for other in page.context["panel"].attempt.loses} == {"1N-P/Z00000"}


def test_a_draft_is_kept_unfinished_and_nobody_bids_by_it(own, writer, anna):
    row = entry(own, WEAK)
    write(writer, own, WEAK, hcp="0-", do="draft")
    draft = EntryDraft.objects.get()
    assert (draft.by, draft.identity, draft.seen, draft.cells["hcp"]) == (anna, row.identity, row.pk, "0-")
    assert now(own).revision == 1
    page = writer.get(f"/system/our-system/write/entry/{WEAK}/?draft=1").content.decode()
    assert 'value="0-"' in page
    write(writer, own, WEAK, hcp="0-8", do="save")
    assert not EntryDraft.objects.exists(), "what is saved is no draft any more"


def test_a_draft_of_a_new_entry(own, writer):
    response = writer.post("/system/our-system/write/new/", form(prior_bids="1N-P", do="draft"))
    draft = EntryDraft.objects.get()
    assert response["Location"] == f"/system/our-system/write/new/?draft={draft.pk}#main"
    cells = form(prior_bids="1N-P", order="050000", bid="4S", spades_num="7+", hcp="8+", draft=str(draft.pk))
    assert writer.post("/system/our-system/write/new/", cells).status_code == 302
    assert now(own).entries.filter(bid="4S").exists()
    assert not EntryDraft.objects.exists()


def test_who_comes_second_decides_field_by_field(own, writer):
    row = entry(own, WEAK)
    write(writer, own, WEAK, hcp="0-8", disclosure="Weak")
    response = writer.post(f"/system/our-system/write/entry/{WEAK}/", form(row, hcp="0-7", asks="SO"))
    assert response.status_code == 200
    assert now(own).revision == 2, "nothing was overwritten"
    differing = {cell.field.name: cell for cell in response.context["differing"]}
    assert set(differing) == {"hcp", "disclosure", "asks"}
    assert (differing["hcp"].theirs, differing["hcp"].mine, differing["hcp"].takes_mine) == ("0-8", "0-7", True)
    assert not differing["disclosure"].takes_mine, "only they changed it"
    held = response.context["held"]
    decided = form(held, **response.context["same"], hcp="0-7", disclosure="Weak", asks="SO")
    assert writer.post(f"/system/our-system/write/entry/{WEAK}/", decided).status_code == 302
    saved = entry(own, WEAK)
    assert (saved.hcp, saved.disclosure, saved.asks) == ("0-7", "Weak", "SO")


def test_an_entry_that_somebody_removed_can_be_saved_as_a_new_one(own, writer):
    row = entry(own, WEAK)
    writer.post(f"/system/our-system/write/remove/{WEAK}/", {"seen": row.pk})
    response = writer.post(f"/system/our-system/write/entry/{WEAK}/", form(row, hcp="0-7"))
    assert response.context["held"] is None
    again = {**response.context["mine"], "do": "save", "seen": ""}
    assert writer.post("/system/our-system/write/new/", again).status_code == 302
    assert now(own).entries.filter(prior_bids="1N-P", bid="P", hcp="0-7").exists()


def test_an_entry_is_removed_and_brought_back(own, writer):
    row = entry(own, WEAK)
    response = writer.post(f"/system/our-system/write/remove/{WEAK}/", {"seen": row.pk, "why": "Not needed"})
    assert not now(own).entries.filter(ref=WEAK).exists()
    writer.post(response["Location"] + "undo/")
    assert entry(own, WEAK).hcp == row.hcp


def section(system: SystemRow, prior_bids: str = "1N-P") -> list[tuple[str, str]]:
    rows: Any = now(system).entries.filter(prior_bids=prior_bids).order_by("order_key", "place")
    return [(row.bid, row.disclosure) for row in rows]


def test_an_entry_moves_up_and_down(own, writer):
    before = section(own)
    writer.post("/system/our-system/write/move/1N-P/Z00000/", {"to": "up"})
    moved = section(own)
    assert [bid for bid, _ in moved] == ["2D", "2H", "3N", "2C", "P"]
    row = now(own).entries.get(prior_bids="1N-P", bid="3N")
    assert "100000" < row.order < "200000"
    writer.post(f"/system/our-system/write/move/{row.ref}/", {"to": "down"})
    assert section(own) == before


def test_where_there_is_no_room_the_section_is_numbered_anew(own, writer):
    """The two transfers have one number, so nothing lies between them."""
    writer.post("/system/our-system/write/move/1N-P/200000/", {"to": "up"})
    assert [bid for bid, _ in section(own)] == ["2D", "2C", "2H", "3N", "P"]


def test_a_section_is_numbered_anew_in_the_same_order(own, writer):
    before = section(own)
    writer.post(f"/system/our-system/write/move/{WEAK}/", {"to": "renumber"})
    assert section(own) == before
    orders = [row.order for row in now(own).entries.filter(prior_bids="1N-P").order_by("order_key")]
    assert len(set(orders)) == 5
    assert writer.post("/system/our-system/write/move/opening/132000/", {"to": "renumber"}).status_code == 400


NEW_HERE = [
    ("", "", "the opening"),
    ("?auction=1N-P", "1N-P", "a section"),
    ("?auction=1S-P", "1S-P", "a section that is not there yet"),
    ("grid/?after=1N-P", "1N-P", "the grid of a section"),
    ("grid/", "", "the whole grid"),
    ("entry/1N-P/200000/", "1N-P", "an entry"),
]


@pytest.mark.parametrize(("address", "prior_bids", "why"), NEW_HERE)
def test_a_new_entry_begins_where_one_reads(own, writer, address, prior_bids, why):
    page = writer.get(f"/system/our-system/{address}").content.decode()
    link = re.search(r'href="(/system/our-system/write/new/[^"]*)">New entry', page)
    assert link, why
    form = writer.get(link[1]).context["form"]
    assert (form["prior_bids"].value() or "") == prior_bids, why
    assert "New entry" not in writer.get(f"/system/small/{address}").content.decode(), "it is nobody's to change"


def test_nothing_is_written_in_a_system_as_it_was(own, writer):
    remove_entry(system=own, seen=own.entries.get(ref=WEAK), by=None)
    for address in ("", "grid/", "entry/1N-P/200000/"):
        assert "New entry" in writer.get(f"/system/our-system/{address}").content.decode()
        assert "New entry" not in writer.get(f"/system/our-system/{address}?revision=1").content.decode()


@pytest.mark.parametrize(
    ("address", "heading"),
    [
        ("entry/opening/132000", "Edit the opening 1NT"),
        ("entry/1N-P/a00000", "Edit Pass after 1NT – Pass"),
        ("remove/opening/132000", "Remove the opening 1NT?"),
        ("alike/1N-P/200000", "2 ♣ after 1NT – Pass in sections that look alike"),
    ],
)
def test_headings_name_an_entry_as_players_do(own, writer, address, heading):
    said = text_of(writer.get(f"/system/our-system/write/{address}/").content.decode())
    assert heading in said


def test_a_duplicate_begins_behind_its_model(own, writer):
    page = writer.get("/system/our-system/write/new/?from=1N-P/100000")
    data = page.context["form"].data
    assert (data["bid"], data["seen"]) == ("2D", "")
    assert "100000" < data["order"] < "200000"


def test_an_entry_is_duplicated_into_a_section_that_looks_alike(own, writer):
    first = form(prior_bids="1H-P", order="200000", bid="2H", hcp="6-9", hearts_num="3+", spades_num="<4")
    second = form(prior_bids="1S-P", order="900000", bid="4S", hcp="6-9", spades_num="5+")
    for cells in (first, second):
        cells["disclosure"] = "A raise of hearts"
        assert writer.post("/system/our-system/write/new/", cells).status_code == 302
    page = writer.get("/system/our-system/write/alike/1H-P/200000/").content.decode()
    assert "?from=1H-P%2F200000&amp;to=1S-P" in page
    page = writer.get("/system/our-system/write/new/?from=1H-P/200000&to=1S-P")
    data = page.context["form"].data
    written = {name: data[name] for name in ("prior_bids", "order", "bid", "spades_num", "hearts_num", "disclosure")}
    assert written == {
        "prior_bids": "1S-P",
        "order": "200000",
        "bid": "2S",
        "spades_num": "3+",
        "hearts_num": "<4",
        "disclosure": "A raise of spades",
    }
    assert page.context["panel"].attempt.sound, "the test hand is exchanged too"
    assert writer.get("/system/our-system/write/new/?from=1H-P/200000&to=1C-P").status_code == 404


def test_what_would_change_comes_piece_by_piece(own, writer):
    row = entry(own, "opening/132000")
    cells = form(row, hcp="12-17")
    counts = []
    for _ in range(6):
        found = writer.post("/system/our-system/write/changes/", cells).context["found"]
        counts.append(found.counted)
        do_all_work()
    assert counts == sorted(counts)
    assert counts[0] == 0
    assert counts[2] > 0
    found = writer.post("/system/our-system/write/changes/", cells).context["found"]
    assert found.complete
    first = found.auctions[0]
    assert first.after[0] is not first.before[0]
    assert first.hand
    assert now(own).revision == 1


def test_a_change_that_changes_nothing_says_so(own, writer):
    cells = form(entry(own, "opening/132000"), notes="Another word")
    for _ in range(7):
        found = writer.post("/system/our-system/write/changes/", cells).context["found"]
        do_all_work()
    assert found.complete
    assert (found.counted, found.tests) == (0, ())


BACKS = [
    ("/deal/26/?x=1", "/deal/26/?x=1"),
    ("https://elsewhere.example/", ""),
    ("//elsewhere.example/", ""),
    ("javascript:alert(1)", ""),
]


@pytest.mark.parametrize(("back", "taken"), BACKS)
def test_one_returns_to_a_page_of_this_site_alone(own, writer, back, taken):
    page = writer.get(f"/system/our-system/write/entry/{WEAK}/", {"back": back})
    assert page.context["back"] == taken


def test_from_the_table_one_returns_to_the_table(own, writer):
    page = writer.get(f"/system/our-system/entry/{WEAK}/", headers={"Referer": "http://testserver/deal/26/"})
    assert f"/system/our-system/write/entry/{WEAK}/?back=%2Fdeal%2F26%2F" in page.content.decode()
    saved = write(writer, own, WEAK, hcp="0-8", back="/deal/26/", **{"return": "1"})
    assert saved["Location"] == "/deal/26/"


def test_the_form_shows_what_is_usual_and_what_the_entry_fills_in(small):
    """First the usual inputs in their order, then those that are filled in. The rest is folded."""
    data = {"hcp": "6-10", "losers": "7", "suit_value": "x", "hearts_points": "A", "position": "3", "seen": ""}
    form = EntryForm(data, system=small, kept={})
    assert not form.is_valid(), "x is no suit value"
    shown = {group.name: [field.name for field in group.usual] for group in form_groups(form)}
    lengths, honors = (
        [f"{suit}_{what}" for suit in ("spades", "hearts", "diamonds", "clubs")] for what in ("num", "points")
    )
    assert shown["strength"] == ["hcp", "distribution", "suit_value", "losers"]
    assert shown["suits"] == ["shape", *lengths, *honors]
    assert shown["other"] == ["position"]
    folded = {group.name: [field.name for field in group.more] for group in form_groups(form)}
    assert folded["other"] == ["vulnerability", "best_contract"]
    every = [name for names in (*shown.values(), *folded.values()) for name in names]
    assert sorted(every) == sorted(field.name for field in WRITTEN_FIELDS), "each input has its place"
