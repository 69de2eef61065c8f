"""The basics and the page of words: what they say holds in the engine and the shipped systems, and all can read it."""

import re

import pytest
from playwright.sync_api import expect

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.game.auction import Call
from bidbase.game.cards import Hand, Strain
from bidbase.game.evaluation import COUNT_BY_NAME
from bidbase.game.scoring import GAME, is_game
from bidbase.systems import load_system
from bidbase_web.glossary import glossary
from practice.basics.lessons import lessons
from practice.basics.presenters import score_lines
from tests.accessible import assert_sound
from tests.practice.conftest import PHONE
from tests.practice.pages import page, words

LESSONS = {lesson.title: lesson for lesson in lessons()}


@pytest.mark.parametrize("system", ["sayc", "2over1"])
@pytest.mark.parametrize("title", LESSONS)
def test_each_example_is_bid_so_by_the_shipped_systems(title, system):
    example, bidder = LESSONS[title].example, Bidder(load_system(system))
    assert Table(bidder, bidder).decide(example.hand, example.auction).call is example.call


def test_the_points_of_the_lesson_are_those_of_the_engine():
    (counted,) = re.findall(r"Count (\d) for an ace, (\d) for a king, (\d) for a queen and (\d) for a jack", points())
    hands = [Hand.parse(f"{honor}432.432.432.432") for honor in "AKQJ"]
    assert [int(count) for count in counted] == [COUNT_BY_NAME["hcp"].of(hand) for hand in hands]
    assert f"have {4 * sum(map(int, counted))}" in points()


def points() -> str:
    return LESSONS["Points"].text


def test_the_tricks_and_games_of_the_lesson_are_those_of_the_engine():
    text = LESSONS["Game and slam"].text
    assert "scores 20 points in clubs or diamonds and 30 in hearts or spades" in text
    assert f"A contract worth {GAME} or more is a game" in text
    lowest = {strain: next(level for level in range(1, 8) if is_game(Call.bid(level, strain))) for strain in Strain}
    (game,) = (word.says for word in glossary() if word.name == "game")
    for strain, level in lowest.items():
        assert f"{level}{strain.symbol}" in game


# The bonuses in the table, as players know them: (bid, result, not vulnerable, vulnerable).
SCORES = [
    ("2♠", "made", 110, 110),
    ("4♠", "made", 420, 620),
    ("3NT", "made", 400, 600),
    ("6♠", "made", 980, 1430),
    ("7♠", "made", 1510, 2210),
    ("4♠", "one down", -50, -100),
    ("4♠", "doubled, two down", -300, -500),
]


@pytest.mark.parametrize("line", SCORES)
def test_the_table_shows_what_contracts_score(line):
    assert line in [(shown.bid.title, shown.result, shown.not_vulnerable, shown.vulnerable) for shown in score_lines()]


def test_the_basics_stand_on_learn_on_home_and_in_the_guide(guest):
    for address in ("/learn/", "/", "/first/"):
        assert 'href="/basics/"' in page(guest.get(address, follow=True)), address


def test_the_page_has_all_lessons_and_begins_nothing(guest):
    response = guest.get("/basics/")
    assert [title for title in LESSONS if title not in words(response)] == []
    assert 'href="/words/#hcp"' in page(response)
    assert not guest.session.keys()


def test_the_page_of_words_has_a_place_for_each_word(guest):
    html = page(guest.get("/words/"))
    for word in glossary():
        assert f'id="{word.anchor}"' in html
    assert len({word.anchor for word in glossary()}) == len(glossary())


# --- In a browser ---


def test_a_word_explains_itself_on_hover_and_on_focus(desk):
    desk.goto("/basics/")
    word, said = desk.locator("a.word[href$='#hcp']").first, desk.get_by_role("tooltip")
    word.hover()
    expect(said).to_have_text("Points for high cards: ace 4, king 3, queen 2, jack 1.")
    desk.keyboard.press("Escape")
    expect(said).to_be_hidden()
    word.focus()
    expect(said).to_be_visible()
    expect(word).to_have_accessible_description("Points for high cards: ace 4, king 3, queen 2, jack 1.")
    desk.keyboard.press("Tab")
    expect(word).not_to_have_attribute("aria-describedby", "word-said")
    word.focus()
    desk.keyboard.press("Enter")
    expect(desk).to_have_url(re.compile(r"/words/#hcp$"))


def test_a_first_tap_explains_a_word_and_a_second_leads_to_all_words(phone):
    phone.goto("/basics/")
    word, said = phone.locator("a.word[href$='#hcp']").first, phone.get_by_role("tooltip")
    word.tap()
    expect(said).to_contain_text("Points for high cards")
    box = said.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["viewport"]["width"]
    phone.locator("h1").tap()
    expect(said).to_be_hidden()
    word.tap()
    word.tap()
    expect(phone).to_have_url(re.compile(r"/words/#hcp$"))


def test_without_a_script_a_word_leads_to_the_page_of_words(plain):
    plain.goto("/basics/")
    plain.locator("a.word[href$='#hcp']").first.click()
    expect(plain).to_have_url(re.compile(r"/words/#hcp$"))


def test_a_word_explains_itself_in_what_is_said_of_a_call(desk):
    desk.goto("/deal/1/")
    desk.locator("#call-2N").click()
    desk.locator(".feedback a.word").first.hover()
    expect(desk.get_by_role("tooltip")).to_be_visible()


@pytest.mark.parametrize("address", ["/basics/", "/words/"])
@pytest.mark.parametrize("screen", [{"viewport": {"width": 1280, "height": 800}}, PHONE], ids=["desk", "phone"])
def test_everybody_can_read_it(open_page, address, screen):
    page = open_page(**screen)
    page.goto(address)
    assert_sound(page)
