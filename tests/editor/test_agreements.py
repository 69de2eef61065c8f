"""Agreements: questions that are settled as a whole, each change in one revision, and read by everybody."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from bidbase.bidding.bidder import decide
from bidbase.bidding.robots import Table
from bidbase.checks import run_checks
from bidbase.game.auction import PASS, Auction
from bidbase.game.cards import Hand
from bidbase.language.circumstances import User
from editor.models import AgreementRow, SystemRevision, SystemRow
from editor.read.history.services import undo_revision
from editor.selectors import bidder_for
from editor.store.systems.services import Change, change_system
from tests.accessible import assert_sound
from tests.editor.conftest import edit
from tests.loaded import loaded
from tests.working import do_all_work

ANSWERS, GAMBLING, DENIES = "Answers to 1NT", "3NT opening", "Answers to Stayman"
STRENGTH = "Strength of 1NT"


@pytest.fixture
def small(db, files):
    """The small system with a parameter: what the opening of 1NT shows, and what counts with it."""
    edit(files / "opening.csv", "132000,1N,,,15-17", "132000,1N,,,{1NT}-{1NT+2}")
    edit(files / "opening.csv", "announce,15 to 17,,P,15-17", "announce,{1NT} to {1NT+2},,P,{1NT}-{1NT+2}")
    edit(files / "notrump.csv", "Z00000,3N,,10-15", "Z00000,3N,,{25-1NT}-15")
    edit(files / "notrump.csv", "a00000,P,,0-9", "a00000,P,,0-{24-1NT}")
    strength = f'{STRENGTH},Openings,How many points does 1NT show?,"15 to 17 =\n12 to 14 =",,1NT: 15 | 12,15 to 17\n'
    (files / "strength").mkdir()
    (files / "strength" / "agreements.csv").write_text(
        "name,chapter,question,choices,needs,parameters,plays\n" + strength
    )
    edit(files / "system.toml", '"agreements.csv"', '"agreements.csv", "strength/agreements.csv"')
    return loaded(files)


def url(name: str, *arguments: str) -> str:
    return reverse(f"editor:{name}", args=["our-system", *arguments])


def now(own: SystemRow) -> SystemRow:
    return SystemRow.objects.get(pk=own.pk)


def uses(own: SystemRow) -> dict[str, str]:
    return dict(now(own).conventions.values_list("name", "use"))


def key(own: SystemRow, name: str) -> str:
    return str(own.agreements.get(name=name).pk)


def sent(writer: Client) -> dict[str, str]:
    """What the page sends unless somebody chooses otherwise."""
    form = writer.get(url("agreements")).context["form"]
    return {name: form[name].value() or "" for name in form.fields}


def settled(page: object) -> dict[str, str]:
    """What the page says of each question, by chapter in its order."""
    chapters = page.context["chapters"]  # type: ignore[attr-defined]
    return {each.settled.agreement.name: each.answer for _, questions in chapters for each in questions}


def test_everybody_reads_what_is_played(client, small):
    page = client.get("/system/small/agreements/")
    answers = {GAMBLING: "Natural", STRENGTH: "15 to 17", ANSWERS: "Stayman and transfers", DENIES: "Yes"}
    assert settled(page) == answers
    assert page.context["form"] is None
    assert '<input type="radio"' not in page.content.decode()


def test_a_choice_excludes_the_others_in_one_revision(own, small, writer):
    changed = {key(own, ANSWERS): "Natural", key(own, GAMBLING): "Gambling", "why": "Simpler"}
    writer.post(url("agreements"), sent(writer) | changed)
    assert uses(own) == {**uses(small), "Stayman": "0", "Transfers": "0", "Gambling 3NT": ""}
    made = SystemRevision.objects.get(system=own, number=2)
    assert (made.summary, made.why) == ("3NT opening: Gambling; Answers to 1NT: Natural", "Simpler")
    bidder = bidder_for(now(own))
    assert not bidder.system.selects(bidder.system.by_id["1N-P/200000"], User.WE)


def test_a_question_that_needs_a_convention_is_not_asked_without_it(own, writer):
    writer.post(url("agreements"), sent(writer) | {key(own, ANSWERS): "Natural"})
    assert DENIES not in settled(writer.get(url("agreements")))


def test_what_the_base_plays_is_told_where_it_is_something_else(own, writer):
    assert "Small system: " not in writer.get(url("agreements")).content.decode()
    writer.post(url("agreements"), sent(writer) | {key(own, GAMBLING): "Gambling"})
    page = " ".join(writer.get(url("agreements")).content.decode().split())
    assert page.count("Small system: Natural") == 1


def test_switches_that_no_choice_has_are_told_and_left_alone(own, writer):
    row = own.conventions.get(name="Stayman")
    old, row.use = row.pk, "0"
    change_system(system=own, changes=[Change(row, old)], summary="By the switches")
    page = writer.get(url("agreements"))
    assert settled(page)[ANSWERS] == "As the switches of its conventions say"
    writer.post(url("agreements"), sent(writer))
    assert now(own).revision == 2, "nothing was chosen"


def test_a_choice_of_which_somebody_else_has_changed_the_switches_is_not_saved(own, writer):
    chosen = sent(writer) | {key(own, ANSWERS): "Stayman alone"}
    row = own.conventions.get(name="Transfers")
    old, row.use = row.pk, "W"
    change_system(system=own, changes=[Change(row, old)], summary="By somebody else")
    page = writer.post(url("agreements"), chosen, follow=True).content.decode()
    assert "Somebody else has changed the same" in page
    assert uses(own)["Transfers"] == "W"


def test_a_change_elsewhere_stands_in_nobodys_way(own, writer):
    chosen = sent(writer) | {key(own, GAMBLING): "Gambling"}
    row = own.conventions.get(name="Transfers")
    old, row.use = row.pk, "W"
    change_system(system=own, changes=[Change(row, old)], summary="By somebody else")
    writer.post(url("agreements"), chosen)
    assert (uses(own)["Transfers"], uses(own)["Gambling 3NT"]) == ("W", "")


@pytest.mark.parametrize("bad", [{"seen": ""}, {"seen": "x"}, {"seen": "99"}, {"choice": "DONT"}, {"choice": ""}])
def test_a_form_that_cannot_be_read_saves_nothing(own, writer, bad):
    given = {key(own, GAMBLING) if name == "choice" else name: value for name, value in bad.items()}
    answer = writer.post(url("agreements"), sent(writer) | given)
    assert answer.status_code == (400 if "choice" in bad else 302)
    assert now(own).revision == 1


def test_only_who_may_change_the_system_settles_it(own, client, ben):
    client.force_login(ben)
    assert client.post(url("agreements"), {"seen": "1"}).status_code == 404
    assert client.get(url("agreements")).status_code == 404
    assert client.post("/system/small/agreements/", {"seen": "1"}).status_code in (403, 404)


def test_an_agreement_follows_a_convention_that_is_renamed(own, writer):
    seen = str(own.conventions.get(name="Stayman").pk)
    writer.post(url("convention", "Stayman"), {"name": "Asking bid", "notes": "", "seen": seen, "why": ""})
    row = now(own).agreements.get(name=ANSWERS)
    assert row.choices.splitlines()[:2] == [
        "Stayman and transfers = Asking bid + Transfers",
        "Stayman alone = Asking bid",
    ]
    assert now(own).agreements.get(name=DENIES).needs == "Asking bid"
    assert settled(writer.get(url("agreements")))[ANSWERS] == "Stayman and transfers"


def test_agreements_are_versions_like_all_else(own, writer):
    row = own.agreements.get(name=GAMBLING)
    old, row.question = row.pk, "What is 3NT?"
    new = change_system(system=own, changes=[Change(row, old)], summary="Other words")
    page = writer.get(url("revision", "2")).content.decode()
    assert "Agreement 3NT opening" in page
    assert "What is 3NT?" in page
    undo_revision(system=new, number=2, by=None)
    assert now(own).agreements.get(name=GAMBLING).question == "What does an opening of 3NT show?"
    assert AgreementRow.objects.filter(system=own, until=None).count() == 0, "it says what the base says again"


@pytest.mark.parametrize(
    ("switched", "why"),
    [
        ({"Gambling 3NT": "on", "Weak two": "on"}, "neither excludes the other"),
        ({"Stayman": "0"}, "its subcategory is off with it"),
    ],
)
def test_switches_that_can_be_played_are_saved(own, writer, switched, why):
    form = writer.get(url("switches")).context["form"]
    given = {name: form[name].value() or "" for name in form.fields}
    given |= {str(own.conventions.get(name=name).pk): use for name, use in switched.items()}
    assert writer.post(url("switches"), given).status_code == 302, why
    assert now(own).revision == 2


def test_a_subcategory_is_not_switched_on_without_its_convention(own, writer):
    row = own.conventions.get(name="Stayman")
    answers = own.conventions.get(name="Stayman: Answers")
    changes = []
    for each in (row, answers):
        old, each.use = each.pk, "0"
        changes.append(Change(each, old))
    off = change_system(system=own, changes=changes, summary="Off")
    form = writer.get(url("switches")).context["form"]
    given = {name: form[name].value() or "" for name in form.fields}
    given |= {str(off.conventions.get(name="Stayman: Answers").pk): "on"}
    page = writer.post(url("switches"), given)
    assert "Stayman: Answers is played only with Stayman: switch that on too." in page.content.decode()
    assert now(own).revision == 2


def test_what_would_change_is_told_before_it_is_saved(own, writer):
    chosen = sent(writer) | {key(own, ANSWERS): "Natural"}
    for _ in range(7):
        page = writer.post(url("agreement_changes"), chosen)
        do_all_work()
    assert page.context["switched"] == [(ANSWERS, "Natural", "Stayman and transfers")]
    assert "2C" in {str(call) for auction in page.context["found"].auctions for call in auction.before}
    assert now(own).revision == 1


WEAK = {"15-17": "12-14", "15 to 17": "12 to 14", "10-15": "13-15", "0-9": "0-12"}
"""What cells say with a weak notrump, by what they say with a strong one."""


def weak_notrump(writer: Client, own: SystemRow, **changed: str) -> Any:
    """The page on which somebody has settled 12 to 14, with what else they have chosen."""
    answer = writer.post(url("agreements"), sent(writer) | {key(own, STRENGTH): "12 to 14"} | changed)
    return writer.get(answer.headers["Location"], follow=True)


def entries(own: SystemRow) -> dict[str, Any]:
    """The rows of all entries by their refs; each has a column for every field."""
    return {row.ref: row for row in now(own).entries}


def test_a_parameter_changes_all_that_counts_with_it_in_one_revision(own, writer):
    before = entries(own)
    page = weak_notrump(writer, own, why="We are brave")
    assert "Saved. Strength of 1NT: 12 to 14." in page.content.decode()
    made = SystemRevision.objects.get(system=own, number=2)
    assert (now(own).revision, made.summary, made.why) == (2, "Strength of 1NT: 12 to 14", "We are brave")
    after = entries(own)
    changed = {ref for ref, row in after.items() if row.hcp != before[ref].hcp}
    assert changed == {"opening/132000", "1N-P/Z00000", "1N-P/a00000"}
    for ref in changed:
        assert after[ref].hcp == WEAK[before[ref].hcp], ref
    assert after["opening/132000"].disclosure == "12 to 14"
    assert settled(writer.get(url("agreements")))[STRENGTH] == "12 to 14"


def test_what_follows_has_test_hands_that_come_out(own, writer):
    def failing() -> set[str]:
        found = run_checks(bidder_for(now(own)).system, ["test-hand", "test-hand-before"])
        return {finding.entry.id for finding in found if finding.entry}

    before, stayman = failing(), entries(own)["1N-P/200000"]
    weak_notrump(writer, own)
    assert failing() == before
    assert entries(own)["1N-P/200000"].test_hand == stayman.test_hand, "it comes out still"


def test_a_parameter_that_is_settled_as_in_the_base_again_says_the_same_again(own, writer):
    weak_notrump(writer, own)
    weak_notrump(writer, own, **{key(now(own), STRENGTH): "15 to 17"})
    assert now(own).revision == 3
    assert not AgreementRow.objects.filter(system=own, until=None).exists()
    assert own.base is not None
    held = entries(own.base)
    for row in entries(own).values():
        row.test_hand = held[row.ref].test_hand
        assert row.same_as(held[row.ref]), "it has another test hand at the most"


def test_a_change_in_the_meantime_is_not_overwritten(own, writer):
    answer = writer.post(url("agreements"), sent(writer) | {key(own, STRENGTH): "12 to 14"})
    row = own.entries.get(ref="1N-P/200000")
    old, row.disclosure = row.pk, "Asks"
    change_system(system=own, changes=[Change(row, old)], summary="By somebody else")
    do_all_work()
    page = writer.get(answer.url)
    assert "Somebody has changed the system in the meantime. Nothing is saved." in page.content.decode()
    assert now(own).revision == 2


def test_nobody_sees_how_others_settle_their_agreements(own, writer, client, ben):
    answer = writer.post(url("agreements"), sent(writer) | {key(own, STRENGTH): "12 to 14"})
    client.force_login(ben)
    assert client.get(answer.url).status_code == 404
    assert writer.get(url("settling", "99999")).status_code == 404


def test_the_form_of_an_entry_shows_the_parameter(own, writer):
    form = writer.get(url("write", "opening/132000")).context["form"]
    assert (form["hcp"].value(), form["disclosure"].value()) == ("{1NT}-{1NT+2}", "{1NT} to {1NT+2}")


def test_an_entry_tells_which_agreement_it_follows(own, writer):
    page = " ".join(writer.get(url("entry", "opening/132000")).content.decode().split())
    assert f'Its numbers follow what this system plays: <a href="{url("agreements")}">Strength of 1NT</a>' in page
    assert '15 to 17 HCP <code title="as the entry writes it">{1NT}-{1NT+2}</code>' in page
    assert "<code>{1NT}</code> is 15" in writer.get(url("write", "opening/132000")).content.decode()


@pytest.mark.parametrize(
    ("written", "hcp", "follows", "why"),
    [
        ("{1NT}-{1NT+3}", "15-18", "hcp: {1NT}-{1NT+3}", "another cell that follows"),
        ("15-18", "15-18", "", "a number stands by itself"),
    ],
)
def test_a_cell_follows_a_parameter_as_long_as_it_names_it(own, writer, written, hcp, follows, why):
    form = writer.get(url("write", "opening/132000")).context["form"]
    given = {name: form[name].value() or "" for name in form.fields} | {"hcp": written}
    writer.post(url("write", "opening/132000"), given)
    row = entries(own)["opening/132000"]
    assert (row.hcp, row.follows.splitlines()[0] if follows else "") == (hcp, follows), why
    assert "disclosure: {1NT} to {1NT+2}" in row.follows


def test_a_parameter_that_no_agreement_settles_is_refused(own, writer):
    form = writer.get(url("write", "opening/132000")).context["form"]
    given = {name: form[name].value() or "" for name in form.fields} | {"hcp": "{2NT}"}
    page = writer.post(url("write", "opening/132000"), given)
    assert "No agreement settles 2NT" in page.content.decode()
    assert now(own).revision == 1


def test_what_a_parameter_would_change_is_told_before_it_is_saved(own, writer):
    chosen = sent(writer) | {key(own, STRENGTH): "12 to 14"}
    for _ in range(7):
        page = writer.post(url("agreement_changes"), chosen)
        do_all_work()
    assert page.context["switched"] == [(STRENGTH, "12 to 14", "15 to 17")]
    assert page.context["found"].auctions
    assert now(own).revision == 1


def test_a_partnership_plays_a_weak_notrump(open_page, own, anna, worker):
    page = open_page(anna)
    page.goto(url("agreements"))
    page.get_by_role("group", name=re.compile(STRENGTH)).get_by_label("12 to 14").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved. Strength of 1NT: 12 to 14.")).to_be_visible()
    bidder = bidder_for(now(own))
    for hand, call in (("AQ2.K32.QJ32.432", "1N"), ("AQ2.K32.KJ32.K32", "1D")):
        place = Table(bidder, bidder).place(Auction.parse(""))
        assert str(decide(place, Hand.parse(hand)).call) == call


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({}, id="desktop"),
        pytest.param({"java_script_enabled": False, "viewport": {"width": 360, "height": 740}}, id="phone, no scripts"),
    ],
)
def test_a_partnership_settles_what_it_plays(open_page, own, anna, options):
    page = open_page(anna, **options)
    page.goto(url("system"))
    page.get_by_role("navigation", name=own.title).get_by_role("link", name="Agreements").click()
    page.get_by_role("group", name=re.compile(ANSWERS)).get_by_label("Stayman alone").check()
    page.get_by_role("button", name="What would change?").click()
    expect(page.get_by_text("Answers to 1NT: Stayman alone")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved. Answers to 1NT: Stayman alone.")).to_be_visible()
    assert uses(own)["Transfers"] == "0"
    hand, auction, bidder = Hand.parse("KJ432.32.5432.32"), Auction.parse("1N-P"), bidder_for(now(own))
    assert decide(Table(bidder, bidder).place(auction), hand).call is PASS, "2♥ was a transfer"


def test_a_question_is_found_by_its_words(open_page, own, anna):
    page = open_page(anna)
    page.goto(url("agreements"))
    assert_sound(page)
    page.get_by_label("Find").fill("gambling open")
    expect(page.get_by_role("group", name=re.compile(GAMBLING))).to_be_visible()
    expect(page.get_by_role("group", name=re.compile(ANSWERS))).to_be_hidden()
    page.get_by_label("Find").fill("nothing like it")
    expect(page.get_by_text("No question has these words.")).to_be_visible()
