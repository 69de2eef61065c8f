"""Notes in Markdown: what they show, and what they cannot bring onto a page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.game.cards import Strain
from bidbase_web.templatetags.bridge import symbol
from bidbase_web.templatetags.notes import notes, reference

SPADE = symbol(Strain.SPADES)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        pytest.param("Plain.", "<p>Plain.</p>", id="a paragraph"),
        pytest.param("One\nTwo", "<p>One<br>\nTwo</p>", id="a break is a break"),
        pytest.param("**Strong** and *soft*", "<p><strong>Strong</strong> and <em>soft</em></p>", id="emphasis"),
        pytest.param("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>", id="a list"),
        pytest.param("# Title", "<p><strong>Title</strong></p>", id="a page has its own headings"),
        pytest.param("`2S` alone", "<p><code>2S</code> alone</p>", id="code stays as it is written"),
        pytest.param("five !S", f"<p>five {SPADE}</p>", id="the letter of a suit"),
        pytest.param("five ♠", f"<p>five {SPADE}</p>", id="the symbol of a suit"),
        pytest.param("Stop!Here", "<p>Stop!Here</p>", id="no letter of a suit"),
        pytest.param("[us](/system/)", '<p><a href="/system/">us</a></p>', id="a link to this site"),
        pytest.param("[x](https://a.b/c)", '<p><a href="https://a.b/c">x</a></p>', id="a link to another"),
        pytest.param("Deal 11180-E", '<p><a href="/deal/11180/?seat=E">Deal 11180-E</a></p>', id="a deal"),
        pytest.param("Deal #7-S.", '<p><a href="/deal/7/?seat=S">Deal #7-S</a>.</p>', id="a deal in its old form"),
        pytest.param("Deal 7-X", "<p>Deal 7-X</p>", id="no seat"),
        pytest.param("[Deal 7-E](/x/)", '<p><a href="/x/">Deal 7-E</a></p>', id="no link in a link"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_notes(text, html):
    assert notes(text).strip() == html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](data:text/html;base64,AAAA)",
        "[x](//other.example/)",
        "[x](\\\\other.example/)",
        "![x](https://other.example/picture.png)",
        "<javascript:alert(1)>",
        "[x]: javascript:alert(1)\n\n[x]",
        'Deal 7-E"><script>',
    ],
)
def test_what_notes_cannot_bring_onto_a_page(text):
    html = notes(text).lower()
    for bad in ("<script", "<img", 'href="javascript', 'href="data', 'href="//', 'href="\\'):
        assert bad not in html


@given(st.text())
def test_any_text_can_be_shown(text):
    for html in (notes(text), reference(text)):
        assert "<script" not in html.lower()
        assert "<img" not in html.lower()


def test_a_reference_is_no_markdown_but_opens_its_deal():
    assert reference("Deal 11180-E, *page* <5>") == ('<a href="/deal/11180/?seat=E">Deal 11180-E</a>, *page* &lt;5&gt;')
