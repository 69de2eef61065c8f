"""The topics: what belongs to which, held against the shipped systems; standing and trend; when a miss comes back."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.game.auction import PASS, Auction, Call
from bidbase.language.circumstances import User
from bidbase.systems import System, load_system
from practice.learn.models import SLUG
from practice.learn.schedule import reviewed
from practice.learn.stages import Stage, stage_of
from practice.learn.standing import Standing, days_practiced, standings
from practice.learn.topics import Topic, curriculum

SHIPPED = ["sayc", "2over1"]
NO_EXAMPLE = {"lightner-double": "its entries ask for a hand that no auction of the robots gives"}

# (auction, right call, stage, why)
STAGES = [
    ("", "1S", "opening", "nobody has bid"),
    ("P-P", "P", "opening", "a pass is a call too"),
    ("1H-P", "2H", "response to a major", ""),
    ("P-1S-P", "1N", "response to a major", "passes before the opening do not count"),
    ("1D-P", "1H", "response to a minor", ""),
    ("1H-P-1S-P", "2H", "opener's rebid", ""),
    ("1H-P-1S-P-2H-P", "P", "responder's rebid", ""),
    ("1H-P-1S-P-2H-P-2N-P", "3H", "later call", ""),
    ("1N-P", "2H", "after our notrump opening", ""),
    ("2N-P-3N-P", "P", "after our notrump opening", "opener's turn too"),
    ("2C-P", "2D", "after our two-club opening", ""),
    ("2H-P", "3H", "after our preempt", ""),
    ("1H-2C", "2H", "response in competition", ""),
    ("1H-X", "2H", "response in competition", "a double is competition as well"),
    ("1H-P-2H-2S", "P", "later competition", "opener's second turn"),
    ("1D-1S-P-P", "2D", "later competition", ""),
    ("1H-1S-2H-P-P", "2S", "later competition", "the overcaller speaks again"),
    ("1H", "1S", "overcall", ""),
    ("1H-P-2H", "P", "overcall", "in fourth seat"),
    ("1H-P-P", "1S", "balancing", "in the pass-out seat"),
    ("1H-P-4H-P-P", "P", "overcall", "nobody balances over a game"),
    ("1N", "2H", "over their notrump opening", ""),
    ("3D", "3S", "over their preempt", ""),
    ("1H-1S-P", "2S", "advance of an overcall", ""),
    ("1H-X-P", "1S", "advance of a takeout double", ""),
    ("1H-2C", "X", "double", "whatever the place in the auction"),
    ("1H-X", "XX", "double", ""),
    ("1N-P", "6N", "slam", ""),
    ("1H-P-3H-P-4N-P", "5D", "slam", "the five level without competition"),
    ("1H-4S", "5H", "response in competition", "the five level in competition"),
]


@pytest.mark.parametrize(("auction", "call", "stage", "why"), STAGES)
def test_the_stage_of_a_call(auction, call, stage, why):
    assert stage_of(Auction.parse(auction), Call.parse(call)) == Stage(stage), why


def test_every_stage_belongs_to_one_topic():
    owners = [stage for topic in curriculum().topics.values() for stage in topic.stages]
    assert sorted(owners) == sorted(Stage)


def test_every_topic_has_a_name_of_its_own():
    topics = [topic for chapter in curriculum().chapters for topic in chapter.topics]
    assert len({topic.slug for topic in topics}) == len({topic.title for topic in topics}) == len(topics)
    assert all(len(topic.slug) <= SLUG for topic in topics)
    assert not {"misses", "round"} & {topic.slug for topic in topics}, "pages of their own"
    names = [name for topic in topics for name in topic.conventions]
    assert len(set(names)) == len(names), "a convention belongs to one topic"


def test_natural_bidding_comes_first_and_has_its_own_notes():
    natural, *others = curriculum().chapters
    assert natural.title == "Natural bidding"
    assert all(topic.text for topic in natural.topics)
    assert not any(topic.text for chapter in others for topic in chapter.topics)


@pytest.fixture(scope="module", params=SHIPPED)
def shipped(request) -> System:
    return load_system(request.param)


@pytest.fixture(scope="module")
def table(shipped) -> Table:
    bidder = Bidder(shipped)
    return Table(bidder, bidder)


def test_every_convention_belongs_to_a_topic(shipped):
    assert [name for name in shipped.conventions if curriculum().of_convention(name) is None] == []


def test_every_convention_of_a_topic_is_there(shipped):
    named = {name for topic in curriculum().topics.values() for name in topic.conventions}
    assert named <= set(shipped.conventions)


def plays(system: System, topic: Topic) -> bool:
    return bool(topic.stages) or any(
        entry.convention
        and curriculum().of_convention(str(entry.convention)) is topic
        and system.selects(entry, User.WE)
        for entry in system.entries
    )


def test_the_system_bids_an_example_of_each_topic_that_it_plays(shipped, table):
    """The first example that comes out as it is written shows a call of the topic."""
    played = {slug: topic for slug, topic in curriculum().topics.items() if plays(shipped, topic)}
    without = {slug for slug, topic in played.items() if not shows(table, topic)}
    assert without == NO_EXAMPLE.keys() & played.keys()


def shows(table: Table, topic: Topic) -> bool:
    for example in topic.examples:
        auction = Auction.parse(example.auction)
        decision = table.decide(example.hand, auction)
        if decision.call is example.call:
            convention = str(decision.entry.convention) if decision.entry and decision.entry.convention else ""
            return curriculum().topic_of(auction, decision.call, convention) is topic
    return False


@pytest.mark.parametrize("topic", curriculum().topics.values(), ids=lambda topic: topic.slug)
def test_the_auctions_of_a_topic_lead_to_it(table, topic):
    for text in topic.auctions:
        auction = Auction.parse(text)
        assert stage_of(auction, PASS) in topic.stages, text
        assert table.place(auction).calls, f"after {text} the system says nothing"


# (auction, right call, convention, topic, why)
CALLS = [
    ("1N-P", "2C", "Stayman", "stayman", "by its convention"),
    ("1H-P-3H-P-4N-P", "5H", "Blackwood: Aces", "blackwood", "by the convention above"),
    ("1H-P-3H-P-4N-P", "5H", "Blackwood: Roman Key Card: 1430", "key-cards", "by the nearest convention above"),
    ("1H-P", "2H", "", "responses-to-a-major", "a natural call by its stage"),
    ("1H-P", "2H", "House raise", "responses-to-a-major", "no topic has this convention"),
]


@pytest.mark.parametrize(("auction", "call", "convention", "topic", "why"), CALLS)
def test_the_topic_of_a_judged_call(auction, call, convention, topic, why):
    assert curriculum().topic_of(Auction.parse(auction), Call.parse(call), convention).slug == topic, why


# (conventions of a drill, topic or None, why)
DRILLS = [
    (("Stayman",), "stayman", ""),
    (("Strong rebid: Reverse", "Strong rebid"), "reverses-and-jump-shifts", "one topic has both"),
    (("Stayman", "Gerber"), None, "two topics: each call counts by itself"),
    ((), None, "not a drill of conventions"),
]


@pytest.mark.parametrize(("conventions", "topic", "why"), DRILLS)
def test_the_topic_of_a_drill(conventions, topic, why):
    found = curriculum().topic_of_drill(conventions)
    assert (found.slug if found else None) == topic, why


# --- Standing ---


def results(text: str) -> Standing:
    """`+` right, `-` wrong, the last call first."""
    return Standing(tuple(letter == "+" for letter in text))


# (the last call first, words, why)
SCORES = [
    ("", "Not practiced yet", ""),
    ("+", "1 of 1 right", ""),
    ("+++++-----", "5 of 10 right, lately better", ""),
    ("-----+++++", "5 of 10 right, lately worse", ""),
    ("++++-+++++", "9 of 10 right", "one miss is no trend"),
    ("++++----", "4 of 8 right", "too few calls for a trend"),
    ("+++---+---", "4 of 10 right, lately better", "two of five are more than two of ten"),
    ("+++++++++--++++++----", "15 of 21 right, lately better", "nine of ten, after six of eleven"),
    ("+++++++++--++++++++--", "17 of 21 right", "nine of ten, after eight of eleven"),
]


@pytest.mark.parametrize("earlier", range(11))
@pytest.mark.parametrize("by", range(-10, 11))
def test_a_trend_is_a_change_by_more_than_two_of_ten(earlier, by):
    """Wherever the share lies: 9 after 7 says the same as 7 after 5."""
    later = earlier + by
    if 0 <= later <= 10:
        calls = "+" * later + "-" * (10 - later) + "+" * earlier + "-" * (10 - earlier)
        assert results(calls).trend == (by > 2) - (by < -2)


@pytest.mark.parametrize(("text", "words", "why"), SCORES)
def test_the_score_in_words(text, words, why):
    assert results(text).score_words == words, why


def test_the_error_is_that_of_wilson():
    """14 of 20, as tables of the interval have it: 0.481 to 0.855."""
    low, high = results("+" * 14 + "-" * 6).likely
    assert (round(low, 3), round(high, 3)) == (0.481, 0.855)
    assert results("+" * 14 + "-" * 6).error_words == "So you probably get between 48% and 85% right."


@given(st.text("+-", max_size=20))
def test_the_share_lies_within_its_error(text):
    standing = results(text)
    low, high = standing.likely
    assert 0 <= low <= high <= 1
    assert not text or low - 1e-9 <= standing.right / standing.asked <= high + 1e-9
    assert 0 < standing.expected_misses < 1


@pytest.mark.parametrize(
    ("text", "weak", "why"),
    [("---", False, "too few calls"), ("--+++", True, "60 %"), ("-++++", False, "80 %"), ("+" * 20, False, "")],
)
def test_which_topic_is_weak(text, weak, why):
    assert results(text).is_weak is weak, why


def test_only_the_latest_calls_count():
    found = standings([("overcalls", True)] * 20 + [("overcalls", False)] * 30)
    assert found["overcalls"].score_words == "20 of 20 right"


def test_calls_with_hints_do_not_count():
    assert standings([("overcalls", None), ("overcalls", True)])["overcalls"].score_words == "1 of 1 right"


def test_days_are_counted_once_and_a_week_back():
    today = date(2026, 5, 20)
    days = [today, today, today - timedelta(days=6), today - timedelta(days=7)]
    assert days_practiced(days, today) == 2


# --- What comes back ---

EVENING = datetime(2026, 5, 20, 18, tzinfo=UTC)


def test_a_miss_comes_back_soon_and_what_is_known_later():
    card, when = None, EVENING
    for _ in range(4):
        card = reviewed(card, right=True, when=when)
        when = card.due
    known = reviewed(card, right=True, when=when)
    hinted, missed = (reviewed(card, right=right, when=when) for right in (None, False))
    assert missed.due < hinted.due < known.due
    assert known.due > when + timedelta(days=7)
    assert missed.due < when + timedelta(hours=1)
