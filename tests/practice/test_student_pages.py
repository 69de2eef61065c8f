"""What pages for students keep behind Details until somebody opens it: entries, counts of a hand, boxes to type in.

Deal 1 has an entry in each place; the pages are read as somebody sees them who has opened nothing.
"""

import re
from html.parser import HTMLParser

import pytest

from practice.models import StudentBoard
from tests.practice.pages import call, start

NO_END = {"br", "hr", "img", "input", "link", "meta", "rect", "path", "circle"}
ENTRY = re.compile(r"\b\d{6}\b|\bentry [^ ]*\d{4}|\bEntry of\b|\brevision \d", re.IGNORECASE)
COUNTS = ("Kaplan-Rubens", "Zar", "losing", "Controls", "quick tricks")
ASKED = "/ask/?hand=AQ.J972.AQ2.K432&auction=&dealer=S&system=small"


class Unopened(HTMLParser):
    """The words and the names of fields that a page shows while all its details are closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.fields: list[str] = []
        self.feed(html)

    @property
    def closed(self) -> bool:
        return "details" in self.open and "summary" not in self.open

    def handle_starttag(self, tag, attrs):
        if not self.closed and tag in ("input", "textarea") and dict(attrs).get("type") not in ("hidden", "checkbox"):
            self.fields.append(dict(attrs).get("name", ""))
        if tag not in NO_END:
            self.open.append(tag)

    def handle_endtag(self, tag):
        while tag in self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data):
        if not self.closed and not {"script", "style"} & set(self.open):
            self.words.append(data)


def visited(guest) -> dict[str, str]:
    """Each kind of page on the way of a student who has made a wrong call, by its address."""
    board = start(guest, 1)
    guest.get("/deal/1/")
    call(guest, board, "1H")
    at_table = ["/deal/1/", f"/board/{board.token}/call/2/why/", f"/board/{board.token}/after/3/meanings/"]
    shown = {address: guest.get(address).content.decode() for address in at_table}
    while not StudentBoard.objects.get(pk=board.pk).finished:
        call(guest, board, "P")
    later = [f"/board/{board.token}/", f"/board/{board.token}/call/0/", f"/board/{board.token}/call/2/"]
    rest = ["/", "/first/", "/today/", "/learn/", "/learn/misses/", "/learn/stayman/", "/ask/", ASKED, "/boards/"]
    return shown | {address: guest.get(address, follow=True).content.decode() for address in later + rest}


def test_what_stands_in_details_is_not_read_before_they_are_opened():
    closed = "<details><summary>Details</summary><p>Entry 100000 <input name='note'></p></details>"
    page = Unopened(f"<p>a<br>b{closed}c</p>")
    assert ("".join(page.words), page.fields) == ("abDetailsc", [])


@pytest.mark.parametrize(
    ("html", "found"),
    [("<p>Entry 360000 of SAYC</p>", True), ("<p>6,947 entries, revision 1</p>", True), ("<p>Deal 9179</p>", False)],
)
def test_a_page_with_entries_in_sight_is_found(html, found):
    assert bool(ENTRY.search(" ".join(Unopened(html).words))) is found


def test_no_page_shows_entries_counts_or_boxes_to_a_student_who_has_opened_nothing(guest):
    pages = visited(guest)
    seen = {address: " ".join(Unopened(html).words) for address, html in pages.items()}
    assert {address: ENTRY.findall(words) for address, words in seen.items() if ENTRY.search(words)} == {}
    assert {address: count for address, words in seen.items() for count in COUNTS if count in words} == {}
    assert [address for address, html in pages.items() if "note" in Unopened(html).fields] == []
    assert [address for address, words in seen.items() if "Teach" in words or "Report" in words] == []


def test_what_is_kept_back_is_there_for_those_who_open_it(guest):
    pages = visited(guest)
    assert "Kaplan" in pages[ASKED]
    (review,) = [html for address, html in pages.items() if address.endswith("/call/2/")]
    for part in ('name="note"', "Teach another call", 'class="entry-link"'):
        assert part in review
