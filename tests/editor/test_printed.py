"""What is printed: the system notes by chapter, and the convention card, as far as the entries say."""

import re
from pathlib import PurePath

import pytest

from bidbase.systems.files import AGREEMENTS_FILE, CONVENTIONS_FILE
from bidbase.systems.manifest import read_manifest, shipped_systems
from editor.read.booklet.titles import chapter_title, shipped_titles
from editor.read.card.lines import PARTS, Blank, LeastLength, Means, Plays
from editor.read.card.work import answer
from editor.store.systems.loading import load_shipped_system
from tests.editor.pages import text_of
from tests.engine.making import make_bidder
from tests.working import do_all_work

PLAYED = frozenset({"Stayman", "Weak two"})


@pytest.fixture(scope="module")
def bidder():
    rows: list[dict[str, str]] = [
        {"order": "100000", "bid": "1N", "hcp": "15-17", "shape": "balanced", "alert": "announce"},
        {"order": "200000", "bid": "1S", "hcp": "12+", "spades_num": "5+"},
        {"order": "300000", "bid": "1S", "hcp": "10+", "spades_num": "4+", "position": "3"},
        {"prior_bids": "1N-P", "order": "100000", "bid": "2D", "hearts_num": "5+", "disclosure": "Transfer"},
    ]
    return make_bidder(*rows)


@pytest.mark.parametrize(
    ("line", "text", "alert", "where"),
    [
        pytest.param(Means("1NT", "", "1N"), "15–17 HCP, balanced", "announce", ("", 1), id="a range"),
        pytest.param(Means("2♦", "1N-P", "2D"), "Transfer (5+♥)", "", ("1N-P", 1), id="a response"),
        pytest.param(Means("2♣", "", "2C"), "", "", ("", 1), id="no entry, nothing claimed"),
        pytest.param(Means("2♥", "1N-P", "2H"), "", "", ("1N-P", 1), id="no response, nothing claimed"),
        pytest.param(LeastLength("1♠", "", "1S"), "5 or more", "", ("", 1), id="a length"),
        pytest.param(LeastLength("1♠", "P-P", "1S"), "4 or more", "", ("", 3), id="another in third seat"),
        pytest.param(LeastLength("1♥", "", "1H"), "", "", ("", 1), id="no such opening"),
        pytest.param(Plays("Also", ("Weak two", "DONT", "Stayman")), "Weak two, Stayman", "", ("", 1), id="played"),
        pytest.param(Plays("Also", ("DONT",)), "", "", ("", 1), id="not played"),
        pytest.param(Blank("Leads"), "", "", ("", 1), id="entries say nothing of leads"),
    ],
)
def test_a_line_of_the_card_says_what_entries_say(bidder, line, text, alert, where):
    assert answer(bidder, PLAYED, line) == (text, alert, *where)


def test_every_call_on_the_card_can_be_made(bidder):
    for _, lines in PARTS:
        for line in lines:
            answer(bidder, frozenset(), line)


@pytest.mark.parametrize("name", ["sayc", "2over1"])
def test_every_convention_on_the_card_is_one_of_the_shipped_systems(db, name):
    system = load_shipped_system(name=name).system
    known = set(system.conventions.values_list("name", flat=True))
    on_the_card = {
        convention for _, lines in PARTS for line in lines if isinstance(line, Plays) for convention in line.conventions
    }
    assert on_the_card - known == set()


@pytest.mark.django_db(transaction=True)
def test_a_worker_fills_in_the_card_and_the_page_waits_for_it(small, client):
    assert client.get("/system/small/card/").status_code == 202
    do_all_work()
    page = client.get("/system/small/card/")
    assert page.status_code == 200
    text = text_of(page.content.decode())
    assert "15 to 17" in text
    assert "Weak with six" in text
    assert "Gambling" not in text, "it is switched off"


@pytest.mark.parametrize(
    ("family", "title"),
    [("openers_rebids", "Opener's rebids"), ("jacoby_2nt", "Jacoby 2NT"), ("our_defense to 2D", "Our defense to 2D")],
)
def test_a_chapter_has_the_title_of_its_file_or_else_its_name(family, title):
    assert chapter_title(family) == title


def test_each_shipped_file_has_a_title_of_its_own():
    listed = [PurePath(file) for name in shipped_systems() for file in read_manifest(name).files]
    files = {path.stem for path in listed if path.name not in (CONVENTIONS_FILE, AGREEMENTS_FILE)}
    titles = shipped_titles()
    assert titles.keys() == files
    assert len({*titles.values()}) == len(titles)


def test_chapters_are_the_families_with_what_is_in_use(small, client):
    page = client.get("/system/small/booklet/")
    assert [(name, count) for _, name, count in page.context["chapters"]] == [
        ("Opening", 7),
        ("Notrump", 8),
        ("Defense", 2),
    ]


def test_a_chapter_has_its_sections_with_calls_meanings_and_notes(small, client):
    family = client.get("/system/small/booklet/").context["chapters"][0][0]
    text = text_of(client.get(f"/system/small/booklet/{family}/").content.decode())
    for words in ("The opening", "15 to 17", "Five-card major", "Longer first.", "announce"):
        assert words in text
    assert "Solid minor" not in text, "it is switched off"
    assert "was 5-10" not in text


MANY = (
    "prior_bids,order,bid,disclosure,test_hand,test_auction\n"
    "1a-P; a=M,100000,2a,Raise,KQ32.K32.432.432,\n"
    "1a-P-2b-P; a=M,100000,2a,Long suit,AQJ432.K32.432.2,1S-P-2C-P\n"
    "1a-P-?[Splinter]-P; a=M,100000,4a,Minimum,AQ432.K32.432.32,\n"
    '"@ fit a, below game; a=M",100000,4a,Game,,1S-P-2S-P\n'
)


def test_a_section_of_many_auctions_has_one_of_them_for_its_title(client, db, tmp_path):
    """A reader knows an auction at sight. A pattern is only plain to those who write some."""
    (tmp_path / "system.toml").write_text('name = "many"\ntitle = "Many"\nfiles = ["raises.csv"]\n')
    (tmp_path / "raises.csv").write_text(MANY)
    load_shipped_system(name=tmp_path)
    page = client.get("/system/many/booklet/raises/").content.decode()
    titles = {re.sub("<[^>]*>", "", title) for title in re.findall("<h3>(.*?)</h3>", page)}
    assert titles == {
        "1♥ – Pass, and auctions like it",
        "1♠ – Pass – 2♣ – Pass, and auctions like it",
        "Auctions like 1a-P-?[Splinter]-P; a=M",
        "1♠ – Pass – 2♠ – Pass, and auctions like it",
    }
    assert page.count("1a-P-2b-P; a=M") == 1, "the pattern stands below"
    assert page.count("Splinter") == 1
    assert "When suit a: eight cards or more shown by both partners together; and" in text_of(page)


def test_a_section_that_asks_for_the_name_of_a_call_is_titled_by_an_auction_with_such_a_call(client, db, tmp_path):
    (tmp_path / "system.toml").write_text('name = "many"\ntitle = "Many"\nfiles = ["conventions.csv", "raises.csv"]\n')
    (tmp_path / "conventions.csv").write_text("name,use,notes\nSplinter,,\n")
    named = "\n1S-P,100000,4D,Splinter,KQ32.5432.2.A432,,Splinter"
    lines = (
        MANY.replace("test_auction\n", "test_auction,convention\n").replace(",\n", ",,\n").replace("2C-P\n", "2C-P,\n")
    )
    (tmp_path / "raises.csv").write_text(lines.replace("2S-P\n", "2S-P,\n").rstrip("\n") + named + "\n")
    load_shipped_system(name=tmp_path)
    titles = re.findall("<h3>(.*?)</h3>", client.get("/system/many/booklet/raises/").content.decode())
    assert "1♠ – Pass – 4♦ – Pass, and auctions like it" in {re.sub("<[^>]*>", "", title) for title in titles}


def test_titles_of_chapters_write_bids_as_players_do(client, db, tmp_path):
    (tmp_path / "system.toml").write_text('name = "many"\ntitle = "Many"\nfiles = ["strong_two_clubs.csv"]\n')
    (tmp_path / "strong_two_clubs.csv").write_text("prior_bids,order,bid,disclosure\n2C-P,100000,2D,Waiting\n")
    load_shipped_system(name=tmp_path)
    for address in ("", "strong_two_clubs/"):
        assert "Our strong 2 ♣" in text_of(client.get(f"/system/many/booklet/{address}").content.decode())


def test_an_unknown_chapter_is_not_there(small, client):
    assert client.get("/system/small/booklet/nothing/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_all_chapters_in_one_document_are_written_by_a_worker(small, client):
    assert client.get("/system/small/booklet/?all=on").status_code == 202
    do_all_work()
    text = text_of(client.get("/system/small/booklet/?all=on").content.decode())
    for words in ("Conventions", "The opening", "1NT – Pass", "Opener shows the majors.", "Five spades"):
        assert words in text
