"""What robots bid with a system in the background: how often its auctions, entries and conventions come up."""

import pytest
from django.test import Client
from django.urls import reverse

from bidbase.bidding.estimates import Share
from bidbase.checks.boards import BoardTally, PlaceCount, board_by_book
from bidbase_web.jobs import services as runs
from bidbase_web.jobs.models import Run
from bidbase_web.jobs.selectors import run_of
from editor.models import SystemRow
from editor.people.services import take_as_base
from editor.prove.frequencies import views
from editor.prove.frequencies.forms import AUCTION, HERE, OFTEN
from editor.prove.frequencies.presenters import HEIGHT, below, map_lines, sorted_lines, system_map
from editor.store.boards import robots
from editor.store.boards import services as work
from editor.store.boards.models import BidBoards, BoardCount, Counted
from editor.store.boards.presenters import often_words
from editor.store.boards.selectors import sample_as_it_is, sample_of
from editor.store.boards.services import RobotsBid
from editor.store.systems.selectors import bidder_for
from tests.editor.pages import text_of
from tests.editor.sweeping import changed

MAP, TABLE = "/system/our-system/map/", "/system/our-system/frequencies/"


def bid(system: SystemRow) -> SystemRow:
    """The system after robots have bid their boards with it as it is."""
    system = SystemRow.objects.get(pk=system.pk)
    job = RobotsBid.of(system)
    run, _ = runs.ask(job)
    while runs.work():
        pass
    run.refresh_from_db()
    assert run.state == Run.State.DONE, run.why
    return system


def counted_anew(system: SystemRow, boards: int) -> BoardTally:
    bidder = bidder_for(system)
    tally = BoardTally(bidder.system)
    for number in range(boards):
        tally.add(board_by_book(bidder, number))
    return tally


# --- Words ---

WORDS = [
    (0, 10_000, "not met in 10,000 boards"),
    (8, 10_000, "about once in 630 to 2,500 boards (8 of 10,000)"),
    (250, 10_000, "about once in 40 boards"),
    (2_600, 10_000, "about once in 4 boards"),
    (6_512, 10_000, "in 65 % of the boards"),
    (31, 10_000, "about once in 320 boards"),
]


@pytest.mark.parametrize(("found", "tried", "words"), WORDS)
def test_how_often_is_said_as_players_say_it(found, tried, words):
    assert often_words(Share(found, tried)) == words


# --- What is kept ---


@pytest.mark.django_db
def test_robots_bid_so_many_boards_and_what_comes_up_is_counted(small, settings, bid_anew):
    bid(small)
    sample, tally = sample_as_it_is(small), counted_anew(small, settings.SWEPT_BOARDS)
    assert sample.counted.boards == settings.SWEPT_BOARDS == len(bid_anew)
    assert sample.counted.entries == tally.entries
    assert sample.counted.conventions == tally.conventions
    assert sample.counted.leaky == tally.leaky
    assert sample.counted.places == {place: count for place, count in tally.places.items() if count.turns >= 10}


@pytest.mark.django_db
def test_a_copy_has_what_was_counted_for_its_base_and_bids_nothing(small, own, bid_anew):
    bid(own)
    assert len(bid_anew) == len(set(bid_anew)), "the base has bid first, and each board once"
    assert sample_as_it_is(own).counted == sample_of(small).counted
    assert not BidBoards.objects.filter(system=own).exists()


@pytest.mark.django_db
def test_after_a_change_only_boards_are_bid_for_which_it_can_matter(small, own, anna, settings, bid_anew):
    bid(own)
    bid_anew.clear()
    new = changed(own, "1N-P/Z00000", anna, hcp="30+")
    assert sample_as_it_is(new) is None, "nothing is said of it before the robots have bid with it"
    assert sample_of(new).revision == own.revision
    new = bid(new)
    anew = [number for number in bid_anew if number < settings.SWEPT_BOARDS]  # the sweep needs more of them
    assert anew == [], "of a board that was bid before only the turns are looked up for which it can matter"
    tally = counted_anew(new, settings.SWEPT_BOARDS)
    assert sample_as_it_is(new).counted.entries == tally.entries
    assert sample_of(small).counted.entries != tally.entries, "the base stays as it is"
    bid_anew.clear()
    bid(changed(SystemRow.objects.get(pk=own.pk), "1N-P/Z00000", anna, hcp=small.entries.get(ref="1N-P/Z00000").hcp))
    assert sample_of(own).counted == sample_of(small).counted
    assert not BidBoards.objects.filter(system=own).exists(), "it says what its base says, and keeps nothing of its own"


@pytest.mark.django_db
def test_work_that_is_interrupted_goes_on_where_it_was(small, bid_anew, monkeypatch, settings):
    monkeypatch.setattr(robots, "AT_A_TIME", 50)
    monkeypatch.setattr(work, "PIECE_SECONDS", 0)
    job = RobotsBid.of(small)
    run, _ = runs.ask(job)
    assert runs.work()
    with monkeypatch.context() as failing:
        failing.setattr(robots, "board_by_book", lambda bidder, number: 1 / 0)
        assert runs.work(), "the work waits for another attempt"
    run.refresh_from_db()
    assert (run.state, run.progress) == (Run.State.WAITING, {"done": 50, "total": settings.SWEPT_BOARDS})
    bid(small)
    assert sorted(bid_anew) == [*range(settings.SWEPT_BOARDS)]


@pytest.mark.django_db
def test_a_copy_has_what_was_counted_for_its_base_until_it_changes(small, own, anna):
    assert sample_of(own) is None, "no boards were bid with the base either"
    bid(small)
    assert sample_as_it_is(own) == (sample_of(small).counted, own.revision)
    changed(own, small.entries.first().ref, anna, notes="Ours")
    assert sample_of(SystemRow.objects.get(pk=own.pk)) is None


@pytest.mark.django_db
def test_a_copy_does_not_have_what_was_counted_for_its_base_as_it_was_before(small, anna):
    bid(small)
    ref = small.entries.first().ref
    changed(SystemRow.objects.get(pk=small.pk), ref, anna, notes="Later")
    copy = take_as_base(base=SystemRow.objects.get(pk=small.pk), title="Our system", owner=anna)
    assert sample_of(copy) is None


@pytest.mark.django_db
def test_a_system_that_is_deleted_meanwhile_ends_the_work(own):
    job = RobotsBid.of(own)
    run, _ = runs.ask(job)
    own.delete()
    runs.work()
    run.refresh_from_db()
    assert (run.state, run.why) == (Run.State.FAILED, "The system has been deleted.")


@pytest.mark.django_db
def test_a_change_has_robots_bid_and_those_before_stop(own, anna, small, django_capture_on_commit_callbacks):
    ref = small.entries.first().ref
    for text in ("first", "second"):
        with django_capture_on_commit_callbacks():
            changed(SystemRow.objects.get(pk=own.pk), ref, anna, notes=text)
    states = {run.arguments["system"]["revision"]: run.state for run in Run.objects.filter(kind="boards")}
    assert states == {2: Run.State.CANCELLED, 3: Run.State.WAITING}


# --- The map ---

COUNTED = Counted(
    1000,
    400,
    {},
    {},
    {
        "": PlaceCount(2000, 0, 0, 400),
        "1C": PlaceCount(600, 0, 0, 300),
        "1C-P": PlaceCount(500, 0, 50, 250),
        "1C-P-1H": PlaceCount(200, 10, 0, 10),
        "1C-1H": PlaceCount(40, 0, 0, 0),
        "1N": PlaceCount(300, 0, 0, 2),
        "7N": PlaceCount(2, 1, 0, 1),
    },
)


def test_a_place_is_as_high_as_it_is_frequent_and_stands_right_of_the_call_before():
    drawn = system_map(map_lines(COUNTED), "", COUNTED.boards)
    cells = [
        (cell.line.prior_bids, cell.x, cell.y, cell.height, cell.shade, cell.label) for cell in drawn.cells if cell.line
    ]
    unit = HEIGHT / 1000
    assert cells == [
        ("1C", "0%", 0, 600 * unit, 5, "1♣ 50 %"),
        ("1N", "0%", 600 * unit, 300 * unit, 0, "1NT"),
        ("1C-P", "25%", 0, 500 * unit, 5, "Pass 50 %"),
        ("1C-1H", "25%", 500 * unit, round(40 * unit, 1), 0, "1♥"),
        ("1C-P-1H", "50%", 0, 200 * unit, 2, "1♥ 5.0 %"),
    ]
    assert [caller for _, caller in drawn.callers] == ["Opener", "Overcaller", "Responder", "Advancer"]


def test_rare_calls_are_drawn_together():
    counted = Counted(1000, 0, {}, {}, {"": PlaceCount(1000), **{f"{n}C": PlaceCount(4) for n in range(1, 7)}})
    cells = system_map(map_lines(counted), "", 1000).cells
    assert [(cell.line, cell.height) for cell in cells] == [(None, round(24 * HEIGHT / 1000, 1))]


def test_the_map_goes_on_from_any_place():
    drawn = system_map(map_lines(COUNTED), "1C", COUNTED.boards)
    assert [cell.line.prior_bids for cell in drawn.cells if cell.line] == ["1C-P", "1C-1H", "1C-P-1H"]
    assert drawn.cells[0].height == round(HEIGHT * 500 / 600, 1)
    assert drawn.callers[0][1] == "Overcaller"


ORDERS = [
    ("", ["1C", "1C-P", "7N", "1C-P-1H", "1N", "1C-1H"], "those of which it is surest that they leak"),
    (HERE, ["7N", "1C-P", "1C-P-1H", "1C", "1C-1H", "1N"], "those that leak at this turn"),
    (OFTEN, ["1C", "1C-P", "1N", "1C-P-1H", "1C-1H", "7N"], "those that come up most"),
    (AUCTION, ["1C", "1C-P", "1C-P-1H", "1C-1H", "1N", "7N"], "as auctions go"),
]


@pytest.mark.parametrize(("order", "places", "why"), ORDERS)
def test_places_are_sorted(order, places, why):
    found = [line.prior_bids for line in sorted_lines(below(map_lines(COUNTED), ""), order)]
    assert found == places, why


@pytest.mark.parametrize("address", [MAP, TABLE])
def test_a_system_with_which_nobody_has_bid_says_so(own, writer, address):
    assert "No boards have been bid with this system yet" in text_of(writer.get(address).content.decode())
    writer.post(reverse("editor:begin_sweep", args=[own.slug]))
    assert "The robots bid: 0" in text_of(writer.get(address).content.decode())


def test_the_map_shows_each_place_as_a_picture_and_in_a_table(own, writer):
    bid(own)
    page = writer.get(MAP, {"order": AUCTION})
    html = page.content.decode()
    assert {line.prior_bids for line in page.context["page"]} == set(sample_of(own).counted.places) - {""}
    assert '<a href="?after=1N"' in html
    assert "style=" not in html.partition("<main")[2], "the policy forbids inline styles"
    deeper = writer.get(MAP, {"after": "1nt-p"})
    assert deeper.context["after"] == "1N-P"
    assert all(line.prior_bids.startswith("1N-P-") for line in deeper.context["page"])


def test_a_map_of_an_earlier_revision_says_so(own, writer, anna):
    bid(own)
    changed(own, "1N-P/Z00000", anna, hcp="10-11")
    assert "This is as of revision 1. The system has been changed since." in text_of(writer.get(MAP).content.decode())


BAD = [
    (MAP, "after=7N-7N", 400),
    (MAP, "after=1a-P; a=M", 400),
    (MAP, "after=7S", 400),
    (MAP, "order=worst", 400),
    (MAP, "page=99", 404),
    (TABLE, "of=hands", 400),
    (TABLE, "text=%00", 400),
    (TABLE, "page=x", 404),
]


@pytest.mark.parametrize(("address", "query", "status"), BAD)
def test_a_bad_address_is_refused(own, writer, address, query, status):
    bid(own)
    assert writer.get(f"{address}?{query}").status_code == status


# --- How often ---


def test_the_table_has_conventions_and_entries_by_frequency_and_name(own, writer):
    bid(own)
    counted = sample_of(own).counted
    often = [line.share.found for line in writer.get(TABLE, {"of": "entries"}).context["page"]]
    assert often == sorted(often, reverse=True)
    assert sum(often) == sum(counted.entries.values())
    seldom = [line.share.found for line in writer.get(TABLE, {"of": "entries", "order": "seldom"}).context["page"]]
    assert seldom == sorted(often)
    names = [line.name for line in writer.get(TABLE, {"order": "name"}).context["page"]]
    assert names == sorted(own.conventions.values_list("name", flat=True))
    page = writer.get(TABLE, {"text": "stay"})
    assert [line.name for line in page.context["page"]] == ["Stayman", "Stayman: Answers"]
    assert often_words(counted.of_convention("Stayman")) in text_of(page.content.decode())


def test_entry_and_convention_say_how_often_they_come_up(own, writer, anna):
    pages = {
        "/system/our-system/entry/1N-P/Z00000/": lambda counted: counted.of_entry("1N-P/Z00000"),
        "/system/our-system/conventions/": lambda counted: counted.of_convention("Stayman"),
        "/system/our-system/convention/change/Stayman/": lambda counted: counted.of_convention("Stayman"),
    }
    for address in pages:
        assert "omes up" not in text_of(writer.get(address).content.decode()), address
    bid(own)
    for address, share in pages.items():
        words = often_words(share(sample_of(own).counted))
        assert words in text_of(writer.get(address).content.decode()), address
    changed(own, "1N-P/Z00000", anna, hcp="10-11")
    for address in pages:
        assert "omes up" not in text_of(writer.get(address).content.decode()), "not before the robots have bid anew"


def test_nothing_is_known_of_a_system_as_it_was(own, writer, anna):
    bid(changed(own, "1N-P/Z00000", anna, hcp="10-11"))
    assert "No boards have been bid" in text_of(writer.get(f"{MAP}?revision=1").content.decode())


def test_the_pages_read_what_is_kept_in_a_few_queries(own, writer, anna, django_assert_max_num_queries):
    bid(changed(own, "1N-P/Z00000", anna, hcp="10-11"))
    for address in (MAP, f"{TABLE}?of=entries", TABLE):
        writer.get(address)
        with django_assert_max_num_queries(9):
            writer.get(address)
    assert BoardCount.objects.get(system=own).packed
    assert views.LINES_ON_A_PAGE <= 50


def test_a_guest_sees_how_far_the_robots_are(small):
    runs.ask(RobotsBid.of(small))
    assert run_of(RobotsBid.of(small)).pending
    assert "The robots bid: 0" in text_of(Client().get("/system/small/map/").content.decode())
