"""Search in a system: what is found, in which group, and what is refused."""

import re

import pytest
from playwright.sync_api import expect

from editor.store.systems.models import ConventionRow


def found(client, text: str) -> tuple[list[str], list[str], list[str]]:
    """The conventions, sections and entries that a search comes to."""
    response = client.get("/system/small/search/", {"text": text})
    assert response.status_code == 200
    result = response.context.get("found")
    if result is None:
        return [], [], []
    return (
        [convention.name for convention, _ in result.conventions],
        [section.name for section in result.sections],
        [entry.id for entry in result.entries],
    )


@pytest.mark.parametrize(
    ("text", "conventions", "sections", "entries"),
    [
        ("", [], [], []),
        ("nowhere", [], [], []),
        ("preempt", [], [], ["opening/2000a0"]),
        ("BOOKS", [], [], ["opening/120000"]),
        ("higher equals", [], [], ["opening/500000"]),
        ("1N-P", [], ["1N-P", "1N-P-2C-P"], None),
        ("1nt p", [], ["1N-P", "1N-P-2C-P"], None),
        ("1n", [], ["1N", "1N-P", "1N-P-2C-P"], None),
        ("weak", ["Weak two"], [], ["opening/200000"]),
        ("gambling", ["Gambling 3NT"], [], ["opening/120000"]),
        ("%", [], [], []),
        ("_", [], [], []),
        ("'; DROP TABLE", [], [], []),
        ("@", [], [], []),
    ],
)
def test_what_is_found(small, client, text, conventions, sections, entries):
    found_conventions, found_sections, found_entries = found(client, text)
    assert found_conventions == conventions
    assert found_sections == sections
    assert entries is None or found_entries == entries


# (text, the calls with those before them, why)
WRITTEN = [
    ("1N-P-2C", [("2C", "1N-P")], "the call that is asked about stands last"),
    ("1♣ – Pass – 1♥ – Pass – 1NT – Pass", [("P", "1C-P-1H-P-1N")], "as the site's own headings are written"),
    ("1C-1H-1NT-3C", [("3C", "1C-P-1H-P-1N-P"), ("3C", "1C-1H-1N")], "two partners, or four players"),
    ("1c (1d) x", [("D", "1C-1D")], "opponents in brackets"),
    ("2C", [], "an opening is found as a section"),
    ("1430", [], "no auction"),
]


@pytest.mark.parametrize(("text", "calls", "why"), WRITTEN)
def test_auctions_are_found_as_people_write_them(small, client, text, calls, why):
    found_calls = client.get("/system/small/search/", {"text": text}).context["found"].calls
    assert [(each.call.letters, each.prior_bids) for each in found_calls] == calls, why


def test_a_call_is_found_where_it_is_told(open_page, small):
    page = open_page()
    page.goto("/system/small/search/?text=1NT+2C")
    page.get_by_role("link", name=re.compile("after 1NT – Pass$")).first.click()
    expect(page).to_have_url(re.compile(r"/system/small/\?auction=1N-P#call-2C$"))
    expect(page.locator("#call-2C").get_by_text("Asks for a major")).to_be_visible()


def test_conventions_named_so_come_first_then_those_whose_notes_say_so(small, client):
    conventions, _, entries = found(client, "stayman")
    assert conventions[:2] == ["Stayman", "Stayman: Answers"]
    assert {"1N-P/200000", "1N-P-2C-P/100000"} <= set(entries)


def test_results_lead_where_they_say(small, client):
    page = client.get("/system/small/search/?text=1N-P").content.decode()
    assert 'href="/system/small/?auction=1N-P-2C-P"' in page
    page = client.get("/system/small/search/?text=weak").content.decode()
    assert 'href="/system/small/conventions/#weak-two"' in page
    assert 'href="/system/small/entry/opening/200000/"' in page
    assert 'href="/system/small/grid/?text=weak"' in page


@pytest.mark.parametrize("text", ["opener's", "opener\u2019s"])
@pytest.mark.parametrize("apostrophe", ["'", "\u2019"])
def test_one_apostrophe_is_as_good_as_the_other(small, client, text, apostrophe):
    ConventionRow.objects.filter(name="Stayman").update(notes=f"Answers opener{apostrophe}s notrump.")
    assert "Answers opener" in client.get("/system/small/search/", {"text": text}).content.decode()


def test_the_editors_part_of_a_disclosure_is_not_shown(small, client):
    assert "was 5-10" not in client.get("/system/small/search/?text=weak").content.decode()


def test_a_search_for_nothing_says_what_can_be_searched_for(small, client):
    page = client.get("/system/small/search/?text=").content.decode()
    assert "Write words, such as" in page


@pytest.mark.parametrize("text", ["x" * 101, "%00"])
def test_what_cannot_be_searched_for_is_refused(small, client, text):
    response = client.get(f"/system/small/search/?text={text}")
    assert response.status_code == 400
    assert 'role="alert"' in response.content.decode()


def test_a_search_asks_the_database_a_few_things(small, client, django_assert_num_queries):
    with django_assert_num_queries(6):
        client.get("/system/small/search/?text=weak")
