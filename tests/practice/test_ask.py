"""Ask: what is understood, what is refused and where it is wrong, and that the answer is the one of the bidder."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bidbase.bidding.bidder import chances
from bidbase.bidding.robots import Table
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import SEATS, Hand, Vulnerability
from bidbase.language.circumstances import Scoring
from editor.models import SystemRow
from editor.selectors import bidder_for
from practice.ask.forms import AskForm
from practice.ask.presenters import answer, ask_query
from tests.practice.pages import words
from tests.strategies import hands

NOTRUMP = "AQ2.K32.KJ32.K32"
WEAK_TWO = "JT8732.3.A952.AJ"


def ask(client, **query):
    return client.get("/ask/", query)


# --- What is understood ---


def test_an_empty_form_has_examples_that_work(guest):
    page = guest.get("/ask/")
    assert page.status_code == 200
    links = [unescape(link) for link in re.findall(r'href="(/ask/\?[^"]+)"', page.content.decode())]
    assert len(links) == 3
    for link in links:
        assert guest.get(link).status_code == 200


@pytest.mark.parametrize(
    "hand",
    [NOTRUMP, "aq2 k32 kj32 k32", "AQ2-K32-KJ32-K32", "  AQ2.K32.KJ32.K32 ", "2QA.23K.23JK.K32", "AQ2  K32\tKJ32 K32"],
)
def test_a_hand_in_any_of_its_forms(guest, hand):
    page = ask(guest, hand=hand)
    assert page.status_code == 200
    assert f'value="{NOTRUMP}"' in page.content.decode()
    assert "North opens 1NT" in words(page)


@pytest.mark.parametrize("auction", ["1N-P", "1NT Pass", "1n,p", "1N - P"])
def test_an_auction_in_any_of_its_forms(guest, auction):
    page = ask(guest, hand="K8762.A4.Q953.87", auction=auction, dealer="north")
    assert 'value="1N-P"' in page.content.decode()
    assert "South bids 2♥" in words(page)


def test_what_is_left_out_counts_as_usual(guest):
    short, full = ask(guest, hand=NOTRUMP), ask(guest, hand=NOTRUMP, dealer="N", vulnerability="None", scoring="IMP")
    assert words(short) == words(full)
    assert words(ask(guest, hand=NOTRUMP, dealer="", system="")) == words(full)


def test_the_whole_trace_is_told(guest):
    page = ask(guest, hand=NOTRUMP)
    assert "1 entry was tried before it 2♣ Strong and artificial HCP needed 22 or more HCP, had 16 HCP" in words(page)
    assert '<a href="/system/small/entry/opening/132000/">' in page.content.decode()
    assert "first seat, not a passed hand · nobody vulnerable · IMPs" in words(page)


def why(page) -> str:
    """What the card says that is headed so, up to the details."""
    return words(page).partition(" Why ")[2].partition(" Details ")[0]


def test_the_reason_says_what_the_hand_has_and_no_meaning_twice(guest):
    page = ask(guest, hand=NOTRUMP)
    balanced = "balanced (no singleton or void, at most one doubleton)"
    assert why(page) == f"The hand has what this asks for: ✓ 15 to 17 HCP ✓ {balanced}"


def test_the_reason_names_the_kind_of_hand_where_a_call_has_several(guest):
    page = ask(guest, hand="Q432.K32.432.432")
    assert "No opening 0–11 HCP Too weak for this seat" in words(page)
    assert why(page) == "No opening The hand has what this asks for: ✓ 0 to 11 HCP"


def test_no_entry_is_told_openly(guest):
    page = words(ask(guest, hand=NOTRUMP, auction="1N"))
    assert "Small system has no entries after 1N, so the call is a pass." in page
    page = words(ask(guest, hand="KQ76.A43.Q9532.7", auction="1C-P-1H-P"))
    assert "Small system has no entries after 1C-P-1H-P" in page


def test_percentages_are_told(guest):
    page = words(ask(guest, hand=WEAK_TWO))
    other, percent = ("2♠", 60) if "North passes" in page else ("Pass", 40)
    assert f"Also accepted: {other} ({percent} % of the time)" in page


def test_the_hand_is_counted(guest):
    page = words(ask(guest, hand=NOTRUMP))
    assert "HCP16 High-card points" in page
    assert "Rule of 2023 HCP plus" in page


def test_each_suit_says_what_it_adds_to_a_count(guest):
    page = words(ask(guest, hand=NOTRUMP))
    counts = page.partition("Suit by suit")[2]
    assert "HCP6343016" in counts, "16 in all"
    assert "Kaplan-Rubens5.82.93.852.9−0.514.95" in counts


def test_other_calls_have_their_meanings(guest):
    page = words(ask(guest, hand=NOTRUMP))
    assert "2♣ alert partner may not pass Strong and artificial" in page
    assert "There is no agreement about the other" in page


def test_the_link_leads_to_the_same_answer(guest, stranger):
    page = ask(guest, hand="k8762 a4 q953 87", auction="1n p", vulnerability="EW", scoring="MP")
    [link] = map(unescape, re.findall(r'id="share-link" readonly value="([^"]+)"', page.content.decode()))
    assert link.startswith("http://testserver/ask/?hand=K8762.A4.Q953.87&auction=1N-P&dealer=N&vulnerability=EW")
    assert words(stranger.get(link)) == words(page)


@given(
    hands(),
    st.sampled_from(["", "1N-P", "P-P", "1D-P", "P-1C", "1C-P", "2S-P"]),
    st.sampled_from(SEATS),
    st.sampled_from(Vulnerability),
    st.sampled_from(Scoring),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_the_answer_is_the_bidders(small, hand, calls, dealer, vulnerability, scoring):
    auction = Auction.parse(calls, dealer, vulnerability)
    bidder = bidder_for(small)
    table = Table(bidder, bidder, scoring, auction.turn.side, seed=f"{hand} {auction}")
    found = answer(small, table, hand, auction, scoring)
    assert found.explanation.call is table.decide(hand, auction).call
    accepted = chances(table.place(auction), hand)
    assert {found.explanation.call, *(one.call for one in found.alternatives)} == set(accepted)
    assert found.silent + len(found.others) + 1 == len(auction.legal_calls())


# --- Without a hand ---


def test_without_a_hand_every_call_is_explained(guest, small):
    page = words(guest.get("/ask/", {"auction": "1N-P"}))
    assert "What each call by South means" in page
    table = Table(bidder_for(small), bidder_for(small))
    for call, meaning in table.meanings(Auction.parse("1N-P")).items():
        if meaning.offered and meaning.lines:
            assert call.title in page
            assert meaning.lines[0].text in page
    assert "Type a hand" not in page


@pytest.mark.parametrize("query", [{"hand": ""}, {"hand": "   ", "auction": ""}, {"system": "small"}])
def test_an_empty_question_is_about_the_opening(guest, query):
    assert "What each call by North means" in words(guest.get("/ask/", query))


# --- What is refused ---

BAD = [
    ({"hand": "AQ2.K32.KJ32"}, "A hand has four suits", "AQ2.K32.KJ32"),
    ({"hand": "AQ2.K32.KJ32.K3"}, "A hand has 13 cards; this one has 12.", "AQ2.K32.KJ32.K3"),
    ({"hand": "AQ2.K32.KJ32.K324"}, "A hand has 13 cards; this one has 14.", "AQ2.K32.KJ32.K324"),
    ({"hand": "AQ2.K32.KJ32.K3Z"}, "'Z' is not a card", "Z"),
    ({"hand": "AQ2.K32.KJ32.K3%"}, "'%' is not a card", "%"),
    ({"hand": "AA2.K32.KJ32.K32"}, "The A appears twice in one suit.", "A"),
    ({"hand": "<b>2.K32.KJ32.K32"}, "'<' is not a card", "<"),
    ({"hand": "♠AQ2.♥K32.♦KJ32.♣K3\x00"}, "Null characters are not allowed.", ""),
    ({"hand": "A" * 81}, "Ensure this value has at most 80 characters", ""),
    ({"hand": NOTRUMP, "auction": "1N-1C"}, "1C is not higher than 1N.", "1C"),
    ({"hand": NOTRUMP, "auction": "X"}, "There is no bid to double.", "X"),
    ({"hand": NOTRUMP, "auction": "1N-8C"}, "'8C' is not a call", "8C"),
    ({"hand": NOTRUMP, "auction": "1N-P-P-P"}, "The auction is over, nobody is to call.", "1N-P-P-P"),
    ({"hand": NOTRUMP, "auction": "1N-P-P-P-P"}, "The auction is over.", "P"),
    ({"hand": NOTRUMP, "auction": "P-" * 800}, "Ensure this value has at most 1500 characters", ""),
    ({"hand": NOTRUMP, "dealer": "Q"}, "A seat is one of N E S W, not 'Q'.", ""),
    ({"hand": NOTRUMP, "vulnerability": "some"}, "Vulnerability is one of None NS EW Both, not 'some'.", ""),
    ({"hand": NOTRUMP, "scoring": "BAM"}, "Scoring is IMP or MP, not 'BAM'.", ""),
    ({"hand": NOTRUMP, "system": "acol"}, "There is no system acol.", ""),
]


@pytest.mark.parametrize(("query", "message", "wrong"), BAD, ids=lambda value: str(value)[:40])
def test_a_bad_question_gets_the_form_with_the_reason(guest, query, message, wrong):
    response = ask(guest, **query)
    page = response.content.decode()
    assert response.status_code == 400
    assert message in words(response)
    assert page.count('aria-invalid="true"') == 1
    assert [unescape(marked) for marked in re.findall("<mark>(.*?)</mark>", page)] == ([wrong] if wrong else [])
    assert "<b>2" not in page


def test_everything_wrong_is_told_at_once(guest):
    page = ask(guest, hand="AQ2", auction="9Z", dealer="Q")
    assert page.content.decode().count('aria-invalid="true"') == 3


@given(st.dictionaries(st.sampled_from(list(AskForm.base_fields)), st.text(max_size=30)))
def test_any_text_is_answered_or_refused(query):
    form = AskForm([SystemRow(slug="small", title="Small")], query)
    assert form.is_valid() or form.errors


@pytest.mark.django_db
def test_without_a_system_there_is_no_answer(client):
    assert client.get("/ask/").status_code == 503


def test_ask_takes_no_posts(guest):
    assert guest.post("/ask/", {"hand": NOTRUMP}).status_code == 405


def test_the_query_names_everything():
    hand, auction = Hand.parse(NOTRUMP), Auction.of([Call.parse("1N"), PASS], SEATS[2], Vulnerability.EW)
    asked = {"hand": NOTRUMP, "auction": "1N-P", "dealer": "S", "vulnerability": "EW", "scoring": "MP", "system": "x"}
    assert ask_query(hand, auction, Scoring.MP, "x") == urlencode(asked)
