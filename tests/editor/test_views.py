"""Pages about systems: what they tell, what they lead to, and what they say to a bad address."""

import re

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.text import slugify

from bidbase.language.bids import PriorBids
from bidbase.systems import shipped_systems
from editor.models import SystemRow
from editor.read.auction.presenters import often_words
from editor.selectors import bidder_for, entry_url, section_url
from editor.store.entries.presenters import specs
from editor.store.systems.loading import load_shipped_system
from tests.editor.conftest import edit
from tests.editor.pages import squeezed, text_of

PAGES = [
    "/system/",
    "/system/small/",
    "/system/small/?auction=1N-P",
    "/system/small/?auction=7N",
    "/system/small/?seat=3&vulnerable=opener&scoring=MP",
    "/system/small/entry/opening/200000/",
    "/system/small/entry/opening/700000/",
    "/system/small/entry/1D/300000/",
    "/system/small/grid/",
    "/system/small/conventions/",
    "/system/small/search/?text=weak",
    "/system/small/compare/?entry=opening/500000&entry=opening/634000",
    "/system/small/look-alikes/?after=1N-P",
    "/system/small/booklet/",
    "/system/small/booklet/opening/",
    "/system/reference/fields/",
]


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_pages_are_there_to_be_read(client, db, address, method):
    assert getattr(client, method)(address).status_code == 405


@pytest.mark.parametrize("address", PAGES)
def test_pages_keep_to_the_content_policy(small, client, address):
    response = client.get(address)
    page = response.content.decode()
    assert response.status_code == 200
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=|<script(?![^>]*\ssrc=)", page)


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/system/nothing/", 404, "There is no system nothing."),
        ("/system/nothing/grid/", 404, "There is no system nothing."),
        ("/system/nothing/conventions/", 404, "There is no system nothing."),
        ("/system/nothing/entry/opening/132000/", 404, "There is no system nothing."),
        ("/system/small/entry/opening/999999/", 404, "Small system has no entry opening/999999 now"),
        ("/system/small/entry/%00/", 404, "Small system has no entry"),
        ("/system/small/?auction=1N-1C", 400, "Auction: 1C is not higher than 1N"),
        ("/system/small/?auction=hello", 400, "Auction: 'hello' is not a call"),
        ("/system/small/?auction=1N-P-P-P", 400, "Auction: After these calls the auction is over."),
        ("/system/small/?auction=%00", 400, "Auction: Null characters are not allowed"),
        ("/system/small/?auction=" + "1C-" * 300, 400, "1C is not higher than 1C"),
        ("/system/small/?auction=" + "1C-" * 400, 400, "more than 1000 cannot be read"),
        ("/system/small/?seat=5", 400, "Opening seat: Select a valid choice"),
        ("/system/small/?vulnerable=me", 400, "Vulnerable: Select a valid choice"),
        ("/system/small/?scoring=rubber", 400, "Scoring: Select a valid choice"),
        ("/system/small/grid/?after=2Q", 400, "After: '2Q' is not a call"),
        ("/system/small/grid/?bid=9C", 400, "Bid: '9C' is not a call"),
        ("/system/small/grid/?convention=Nothing", 400, "Convention: Select a valid choice"),
        ("/system/small/grid/?family=nothing", 400, "File: Select a valid choice"),
        ("/system/small/grid/?text=" + "word " * 30, 400, "Text: Ensure this value has at most 100 characters"),
        ("/system/small/grid/?text=%00", 400, "Text: Null characters are not allowed"),
        ("/system/small/grid/?field=password", 400, "Field: Select a valid choice"),
        ("/system/small/?auction=%40+fit+a", 400, "The system has no section of this pattern."),
        ("/system/nothing/search/", 404, "There is no system nothing."),
        ("/system/nothing/card/", 404, "There is no system nothing."),
        ("/system/nothing/booklet/", 404, "There is no system nothing."),
        ("/system/nothing/booklet/opening/", 404, "There is no system nothing."),
        ("/system/nothing/compare/", 404, "There is no system nothing."),
        ("/system/nothing/look-alikes/", 404, "There is no system nothing."),
        ("/system/small/grid/?columns=password", 400, "Columns: Select a valid choice"),
        ("/system/small/grid/?page=2", 404, "The grid has no such page."),
        ("/system/small/grid/?page=0", 404, "The grid has no such page."),
        ("/system/small/grid/?page=many", 404, "The grid has no such page."),
    ],
)
def test_a_bad_address_is_told_what_is_wrong(small, client, address, status, words):
    response = client.get(address)
    assert response.status_code == status
    assert words in text_of(response.content.decode())


@pytest.mark.parametrize(
    ("address", "leads_to", "words"),
    [
        ("entry/1N-P/999999/", "/system/small/?auction=1N-P", "To the section 1N-P in Small system"),
        ("entry/opening/999999/", "/system/small/", "To the opening in Small system"),
        ("entry/7N-D/100000/", "/system/small/about/", "To Small system"),
        ("history/99/", "/system/small/about/", "To Small system"),
        ("write/new/", "/system/small/about/", "To Small system"),
    ],
)
def test_a_refusal_leads_to_what_is_near(small, client, address, leads_to, words):
    page = client.get(f"/system/small/{address}").content.decode()
    assert f'<a href="{leads_to}">{words}</a>' in page


def test_a_refusal_names_no_system_that_one_may_not_read(small, client):
    SystemRow.objects.filter(pk=small.pk).update(visibility="private", shipped=False)
    assert "Small system" not in client.get("/system/small/entry/opening/999999/").content.decode()


@pytest.mark.parametrize(
    "page",
    [
        "",
        "grid/",
        "conventions/",
        "entry/opening/132000/",
        "search/",
        "compare/?entry=opening/500000&entry=opening/634000",
        "look-alikes/",
        "booklet/",
        "booklet/opening/",
    ],
)
def test_a_private_system_is_shown_to_its_owner_alone(small, client, page):
    owner = User.objects.create(username="owner")
    SystemRow.objects.filter(pk=small.pk).update(owner=owner, visibility="private", shipped=False)
    address = f"/system/small/{page}"
    assert client.get(address).status_code == 404
    assert "Small system" not in client.get("/system/").content.decode()
    client.force_login(owner)
    assert client.get(address).status_code == 200
    assert "Small system" in client.get("/system/").content.decode()


# What a place tells: each call shown, and the prior bids it leads to, the most natural first.
PLACES = [
    (
        "",
        [
            ("P", []),
            ("1C", []),
            ("1D", ["1D"]),
            ("1S", []),
            ("1N", ["1N-P", "1N"]),
            ("2D", []),
            ("2H", []),
            ("2S", []),
        ],
    ),
    ("1N", [("P", ["1N-P"]), ("2S", [])]),
    ("1N-P", [("P", []), ("2C", ["1N-P-2C-P"]), ("2D", []), ("2H", []), ("3N", [])]),
    ("1N-P-2C", [("P", ["1N-P-2C-P"])]),
    ("1N-P-2C-P", [("2D", []), ("2H", []), ("2S", [])]),
    ("7N", []),
]


@pytest.mark.parametrize(("prior_bids", "told"), PLACES)
def test_a_place_shows_its_calls_in_order_and_where_they_lead(small, client, prior_bids, told):
    response = client.get("/system/small/", {"auction": prior_bids})
    steps = response.context["page"].steps
    assert [(str(step.call), [onward.prior_bids for onward in step.onward]) for step in steps] == told
    page = response.content.decode()
    for _, onward in told:
        for further in onward:
            assert f'href="?auction={further}"' in page


def test_a_link_tells_whose_turn_it_is_then(small, client):
    steps = {str(step.call): step for step in client.get("/system/small/").context["page"].steps}
    through_pass, at_once = steps["1N"].onward
    assert through_pass.role == "responder"
    assert at_once.role == "opener's left-hand opponent"


def test_links_keep_the_circumstances(small, client):
    page = client.get("/system/small/?seat=3&scoring=MP").content.decode()
    assert "?seat=3&amp;scoring=MP&amp;auction=1N-P" in page


@pytest.mark.parametrize(
    ("query", "in_use"),
    [
        ("", False),
        ("seat=3", True),
        ("seat=4", True),
        ("seat=2", False),
        ("seat=3&vulnerable=opener", False),
        ("seat=3&vulnerable=others", True),
        ("seat=3&vulnerable=both", False),
        ("seat=4&vulnerable=opener", False),
        ("seat=4&vulnerable=others", True),
    ],
)
def test_circumstances_switch_entries(small, client, query, in_use):
    """The light 1♥ is for third and fourth seat, not vulnerable."""
    place = client.get(f"/system/small/?{query}").context["page"]
    (standing,) = [one for one in place.entries if one.entry.id == "opening/500000/2"]
    assert (standing.out_of_use == "") == in_use
    assert ("1H" in [str(step.call) for step in place.steps]) == in_use


def test_what_is_switched_off_is_shown_with_the_reason(small, client):
    text = text_of(client.get("/system/small/").content.decode())
    assert "Not in use here: Gambling 3NT is switched off" in text
    assert "Not in use here: only in third or fourth seat" in text


@pytest.mark.parametrize(
    ("auction", "ref", "why"),
    [
        pytest.param("", "opening/120000", "Gambling 3NT is switched off", id="a code switches it off"),
        pytest.param("", "opening/500000/2", "only in third or fourth seat", id="in other seats alone"),
        pytest.param("2S-P", "@ we hold/100000", "2♠ is not legal", id="the auction is higher"),
        pytest.param("2S-P", "@ we hold/300000", "an entry before it takes every hand", id="no hand is left for it"),
        pytest.param("1N-P", "@ we hold/200000", "entries before it define this call", id="its call is closed"),
        pytest.param("1C-P", "@ we hold/100000", "", id="it may make a call"),
        pytest.param("2S-P", "@ we hold/200000", "", id="any hand comes to it"),
    ],
)
def test_entries_that_never_make_a_call_are_listed_apart_with_the_reason(db, files, client, auction, ref, why):
    rows = ("100000,2S,20-21,Strong", "200000,3N,,Any hand", "300000,P,,No hand is left")
    situations = "".join(f"@ we hold,{row},,\n" for row in rows)
    (files / "defense.csv").write_text("prior_bids,order,bid,hcp,disclosure,test_hand,reference\n" + situations)
    load_shipped_system(name=files)
    page = client.get("/system/small/", {"auction": auction}).context["page"]
    (listed,) = [listed for listed in page.entries if listed.entry.id == ref]
    assert listed.out_of_use == why
    assert (listed in page.never_tried, listed in page.tried) == (bool(why), not why)


def test_the_editors_part_of_a_disclosure_stays_with_editors(small, client):
    for address in PAGES:
        page = client.get(address).content.decode()
        assert "was 5-10" not in page


def test_every_spec_of_every_entry_is_told_in_words_and_as_written(small, client):
    told = 0
    for ref, entry in bidder_for(small).system.by_id.items():
        page = squeezed(text_of(client.get(entry_url(small, ref)).content.decode()))
        for spec in specs(entry):
            for words in (spec.field.label, spec.words, spec.text):
                assert squeezed(words) in page, (ref, spec.field.name)
            told += 1
    assert told > 100


def test_an_entry_shows_its_neighbors_and_what_keeps_the_test_hand_from_those_before(small, client):
    response = client.get("/system/small/entry/1N-P/Z00000/")
    text = text_of(response.content.decode())
    assert "number 4 of 5 after 1NT – Pass" in text
    assert "Comes out of this entry" in text
    assert [tried.entry.id for tried in response.context["trial"].before] == [
        "1N-P/100000",
        "1N-P/100000/2",
        "1N-P/200000",
    ]
    assert "Hearts length: needs 5 or more hearts; here 3 hearts" in text
    assert (response.context["previous"].id, response.context["next"].id) == ("1N-P/200000", "1N-P/a00000")


@pytest.mark.parametrize(
    ("ref", "words"),
    [
        ("1D/300000", "Does not come out. The test hand KQJ32.432.432.32 does not meet its own entry"),
        ("opening/700000", "This entry has no test hand."),
        ("opening/2000a0", "The hand meets it too, and it is used 60 % of the time."),
        ("opening/500000/2", "Third seat"),
        ("1N-P-2C-P/200000", "Opener bids 2 ♦ without one."),
        ("1N-P-2C-P/200000", "Opener shows the majors."),
        ("opening/120000", "Switched off."),
        ("opening/500000", "Longer first. Higher of equals."),
    ],
)
def test_an_entry_tells(small, client, ref, words):
    assert words in text_of(client.get(entry_url(small, ref)).content.decode())


def test_a_reference_to_a_deal_opens_it_at_its_seat(db, files, client):
    edit(files / "opening.csv", "Booklet page 2", "Deal 11180-E")
    load_shipped_system(name=files)
    address = "/deal/11180/?seat=E"
    assert f'<a href="{address}">Deal 11180-E</a>' in client.get("/system/small/entry/opening/200000/").content.decode()
    assert f'<a href="{address}">' in client.get("/system/small/grid/?columns=reference").content.decode()
    page = client.get(address)
    assert page.status_code == 200
    assert apps.get_model("practice", "StudentBoard")._default_manager.get().seat == "E"


def test_a_place_says_how_often_each_call_and_each_entry_comes_up(small, client):
    page = client.get("/system/small/").context["page"]
    often = {str(step.call): step.often for step in page.steps}
    assert often["1N"] == "5 %"
    assert often["2S"] == "2 %"
    assert {listed.often for listed in page.tried} >= {"5 %"}
    assert {listed.often for listed in page.never_tried} == {""}


@pytest.mark.parametrize(
    ("share", "words"),
    [(0, "almost never"), (0.0001, "less than 1 %"), (0.01, "1 %"), (0.126, "13 %"), (1, "100 %")],
)
def test_how_often_in_words(share, words):
    assert often_words(share) == words


def test_conventions_are_told_with_notes_codes_and_the_way_to_their_entries(small, client):
    response = client.get("/system/small/conventions/")
    counts = {
        title: {convention.name: count for convention, count, *_ in conventions}
        for title, conventions in response.context["groups"]
    }
    assert counts == {
        "In use": {"Stayman": 4, "Stayman: Answers": 3, "Transfers": 2, "Weak two": 1},
        "Switched off": {"Gambling 3NT": 1},
    }
    page = response.content.decode()
    for name in (*counts["In use"], *counts["Switched off"]):
        assert f'<a href="#{slugify(name)}">{name}</a>' in page, "the index leads to it"
        assert f'id="{slugify(name)}"' in page
    assert "/system/small/grid/?convention=Stayman%3A+Answers" in page
    assert "Switched off (code 0 )" in text_of(page)


def test_the_reference_tells_every_field(client, db):
    page = client.get(reverse("editor:fields"))
    text = text_of(page.content.decode())
    for group in page.context["groups"].values():
        for spec in group:
            assert spec.field.name in text
            assert squeezed(spec.field.help) in squeezed(text)
            assert squeezed(f"Example: {spec.text}") in squeezed(text)


@pytest.mark.parametrize("address", ["/system/small/?auction=1N-P", "/system/small/grid/?after=1N-P"])
def test_htmx_gets_the_results_of_the_same_page_without_its_frame(small, client, address):
    page = client.get(address).content.decode()
    fragment = client.get(address, headers={"HX-Request": "true"})
    assert fragment["Vary"].count("HX-Request") == 1
    title, _, results = fragment.content.decode().strip().partition("\n")
    assert title.startswith("<title>")
    assert results.strip() in page
    assert "<form" not in results


def test_htmx_gets_a_fault_as_an_answer_that_it_shows(small, client):
    response = client.get("/system/small/grid/?bid=9C", headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert "Bid: '9C' is not a call" in text_of(response.content.decode())


@pytest.mark.parametrize(
    ("address", "most"),
    [
        ("/system/", 2),
        ("/system/small/", 4),
        ("/system/small/?auction=1N-P", 4),
        ("/system/small/entry/1N-P-2C-P/100000/", 7),
        ("/system/small/grid/", 8),
        ("/system/small/conventions/", 7),
        ("/system/reference/fields/", 0),
        ("/system/reference/fields/hcp/", 0),
    ],
)
def test_pages_ask_the_database_a_few_things_however_many_rows_there_are(
    small, client, django_assert_num_queries, address, most
):
    bidder_for(small)  # kept by the process from the first visit on
    with django_assert_num_queries(most):
        client.get(address)


@pytest.mark.parametrize("name", shipped_systems())
def test_the_shipped_systems_can_be_read(client, db, name):
    system = load_shipped_system(name=name).system
    sections = bidder_for(system).system.sections
    some = list(sections.items())[:: len(sections) // 40 + 1]
    for section, entries in some:
        assert client.get(entry_url(system, entries[-1].id)).status_code == 200
        if isinstance(entries[0].key, PriorBids):
            response = client.get(f"/system/{name}/", {"auction": section})
            standing = [one.entry.id for one in response.context["page"].entries]
            assert standing[: len(entries)] == [entry.id for entry in entries], "patterns come after"
    for key in bidder_for(system).system.patterns:
        assert client.get(section_url(system, str(key))).status_code == 200
    assert client.get(f"/system/{name}/grid/").status_code == 200
    assert client.get(f"/system/{name}/conventions/").status_code == 200
