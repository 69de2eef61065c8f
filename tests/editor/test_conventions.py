"""Conventions are switched, added, renamed and merged, each in one revision."""

import pytest
from django.test import Client
from django.urls import reverse

from editor.models import SystemRevision, SystemRow
from editor.read.conventions.selectors import convention_facts
from editor.selectors import bidder_for
from editor.store.entries.services import save_entry
from editor.store.systems.rows import FIELD_NAMES
from editor.store.systems.services import Change, change_system
from tests.working import do_all_work


def url(name: str, *arguments: str) -> str:
    return reverse(f"editor:{name}", args=["our-system", *arguments])


def now(own: SystemRow) -> SystemRow:
    return SystemRow.objects.get(pk=own.pk)


def uses(own: SystemRow) -> dict[str, str]:
    return dict(now(own).conventions.values_list("name", "use"))


def names(own: SystemRow) -> list[str]:
    return list(now(own).conventions.order_by("place").values_list("name", flat=True))


def switches(writer: Client) -> dict[str, str]:
    """What the page of switches sends unless somebody chooses otherwise."""
    form = writer.get(url("switches")).context["form"]
    return {name: form[name].value() or "" for name in form.fields}


def key(own: SystemRow, name: str) -> str:
    return str(now(own).conventions.get(name=name).pk)


def test_each_convention_says_what_depends_on_it(own):
    facts = {fact.row.name: fact for fact in convention_facts(own)}
    told = {name: (fact.is_on, fact.entries, fact.sections, fact.subcategories) for name, fact in facts.items()}
    assert told == {
        "Stayman": (True, 4, 2, ("Stayman: Answers",)),
        "Stayman: Answers": (True, 3, 1, ()),
        "Transfers": (True, 2, 1, ()),
        "Gambling 3NT": (False, 1, 1, ()),
        "Weak two": (True, 1, 1, ()),
    }


def test_a_convention_says_what_is_used_against_it(own):
    row = own.entries.get(ref="1D/300000")
    cells = {name: getattr(row, name) for name in FIELD_NAMES}
    new, _ = save_entry(system=own, texts={**cells, "use_against": "Transfers"}, seen=row, by=None)
    (fact,) = [fact for fact in convention_facts(new) if fact.row.name == "Transfers"]
    assert fact.against == ("entries without a convention",)


def test_several_switches_make_one_revision(own, small, writer):
    sent = {**switches(writer), key(own, "Stayman"): "0", key(own, "Gambling 3NT"): "on", "why": "A test"}
    writer.post(url("switches"), sent)
    assert uses(own) == {**uses(small), "Stayman": "0", "Gambling 3NT": ""}
    last = SystemRevision.objects.get(system=own, number=2)
    assert last.summary == "Stayman switched off; Gambling 3NT used by both sides"
    assert (last.why, last.by.username) == ("A test", "Anna")
    assert bidder_for(now(own)).system.conventions["Stayman"].use == "0"


def test_without_a_change_there_is_no_revision(own, writer):
    writer.post(url("switches"), switches(writer))
    assert now(own).revision == 1


def test_a_switch_that_somebody_else_has_changed_is_not_saved(own, writer):
    sent = {**switches(writer), key(own, "Stayman"): "0"}
    row = own.conventions.get(name="Stayman")
    old, row.use = row.pk, "W"
    change_system(system=own, changes=[Change(row, old)], summary="By somebody else")
    assert writer.post(url("switches"), sent).status_code == 400
    assert uses(own)["Stayman"] == "W"


@pytest.mark.parametrize("value", ["", "X", "00"])
def test_a_switch_that_cannot_be_read_is_refused(own, writer, value):
    sent = {**switches(writer), key(own, "Stayman"): value}
    assert writer.post(url("switches"), sent).status_code == 400
    assert now(own).revision == 1


def test_a_subcategory_is_added_behind_its_convention(own, writer):
    writer.post(url("new_convention"), {"name": "Stayman:  Puppet", "notes": "Asks for five", "why": ""})
    assert names(own)[:3] == ["Stayman", "Stayman: Answers", "Stayman: Puppet"]
    assert now(own).conventions.get(name="Stayman: Puppet").notes == "Asks for five"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "This field is required"),
        ("Stayman", "The system has Stayman already"),
        ("Stayman:", "A name is missing beside the colon"),
        ("x" * 81, "at most 80 characters"),
    ],
)
def test_a_name_that_cannot_be_is_refused(own, writer, name, why):
    response = writer.post(url("new_convention"), {"name": name})
    assert response.status_code == 400
    assert why in response.content.decode()
    assert now(own).revision == 1


def test_a_new_name_is_followed_by_subcategories_and_entries(own, writer):
    sent = {"name": "Asking bid", "notes": "As before", "seen": key(own, "Stayman"), "why": "Clearer"}
    writer.post(url("convention", "Stayman"), sent)
    new = now(own)
    assert names(own)[:2] == ["Asking bid", "Asking bid: Answers"]
    assert new.revision == 2
    named = set(new.entries.exclude(convention="").values_list("convention", flat=True))
    assert named == {"Asking bid", "Asking bid: Answers", "Transfers", "Gambling 3NT", "Weak two"}
    assert bidder_for(new).system.by_id["1N-P/200000"].text("convention") == "Asking bid"


def test_notes_alone_touch_no_entry(own, writer):
    sent = {"name": "Stayman", "notes": "Other words", "seen": key(own, "Stayman"), "why": ""}
    writer.post(url("convention", "Stayman"), sent)
    assert now(own).conventions.get(name="Stayman").notes == "Other words"
    assert not own.entry_versions.exists()


@pytest.mark.parametrize(
    ("name", "seen", "why"),
    [("Transfers", None, "You can merge the two"), ("Other", 0, "Somebody else has changed this convention")],
)
def test_a_name_that_cannot_be_taken_is_refused(own, writer, name, seen, why):
    seen = key(own, "Stayman") if seen is None else seen
    response = writer.post(url("convention", "Stayman"), {"name": name, "notes": "", "seen": seen})
    assert response.status_code == 400
    assert why in response.content.decode()
    assert now(own).revision == 1


def test_a_convention_is_merged_into_another(own, writer):
    writer.post(url("merge_convention", "Stayman: Answers"), {"into": "Stayman"})
    assert "Stayman: Answers" not in names(own)
    assert now(own).entries.filter(convention="Stayman").count() == 4
    assert now(own).revision == 2


def test_a_convention_is_not_merged_into_its_own_subcategory(own, writer):
    assert writer.post(url("merge_convention", "Stayman"), {"into": "Stayman: Answers"}).status_code == 400
    assert now(own).revision == 1


def test_a_convention_is_removed_when_no_entry_names_it(own, writer):
    writer.post(url("remove_convention", "Stayman"))
    assert "Stayman" in names(own)
    writer.post(url("new_convention"), {"name": "Idle"})
    writer.post(url("remove_convention", "Idle"), {"why": "Nobody plays it"})
    assert "Idle" not in names(own)
    made = SystemRevision.objects.get(system=own, number=3)
    assert (made.summary, made.why) == ("Removed the convention Idle", "Nobody plays it")


def test_a_reason_that_is_too_long_removes_nothing(own, writer):
    writer.post(url("new_convention"), {"name": "Idle"})
    answer = writer.post(url("remove_convention", "Idle"), {"why": "x" * 501})
    assert answer.status_code == 400
    assert "Idle" in names(own)


def test_a_merge_keeps_its_reason(own, writer):
    writer.post(url("merge_convention", "Stayman: Answers"), {"into": "Stayman", "why": "One is enough"})
    assert SystemRevision.objects.get(system=own, number=2).why == "One is enough"


def test_switches_say_what_they_would_change_before_they_are_made(own, writer):
    """Without Stayman the hands that ask with it call something else; looking at it saves nothing."""
    chosen = switches(writer) | {key(own, "Stayman"): "0"}
    seen = []
    for _ in range(7):
        page = writer.post(url("switch_changes"), chosen)
        seen.append(page.context["found"].counted)
        do_all_work()
    found = writer.post(url("switch_changes"), chosen).context["found"]
    assert found.complete
    assert seen == sorted(seen), "the answer grows piece by piece"
    assert found.looked == ("5,000 standard deals", "the test hands")
    assert found.counted > 0
    assert "2C" in {str(call) for auction in found.auctions for call in auction.before}
    lost = {(test["ref"], bool(test["fault"])) for test in found.tests}
    assert ("1N-P/200000", True) not in lost, "an entry that nobody uses loses no hand"
    assert [(name, label) for name, label, _ in page.context["switched"]] == [("Stayman", "Nobody")]
    assert now(own).revision == 1


def test_switches_that_change_nothing_say_so(own, writer):
    page = writer.post(url("switch_changes"), switches(writer))
    assert page.context["found"] is None
    assert "Nothing differs from what the system says." in page.content.decode()


def test_switches_that_cannot_be_read_are_chosen_again(own, writer):
    assert writer.post(url("switch_changes"), {"x": "y"}).status_code == 302


@pytest.mark.parametrize("name", ["convention", "merge_convention", "remove_convention"])
def test_what_is_not_there_is_not_found(own, writer, name):
    for missing in ("Nothing", "%00"):
        assert writer.post(url(name, "x").replace("/x/", f"/{missing}/")).status_code == 404
