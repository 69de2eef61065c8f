"""Look-alike sections: each difference is decided, and what is meant is kept until the entries change."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from editor.models import SystemRow
from editor.read.compare.selectors import differences_found, meant_in
from editor.read.history.services import undo_revision
from editor.store.findings.selectors import findings_of
from tests.editor.pages import text_of
from tests.editor.sweeping import changed, found, found_by_check
from tests.editor.test_findings import swept
from tests.editor.test_mend import added, alike

ADDRESS = "/system/our-system/look-alikes/"
ACCEPT = "/system/our-system/findings/accept/"
ANEW = "/system/our-system/findings/decide-anew/"
SPADES = "1S-P/100000"
OF_THE_BASE = ("opening/500000", "hearts are opened lighter", None, 1)


@pytest.fixture
def differing(own, anna) -> SystemRow:
    """Anna's system with a raise that is wider in spades than in hearts, after a sweep."""
    return swept(alike(own, anna))


def present(system: SystemRow) -> SystemRow:
    return SystemRow.objects.get(pk=system.pk)


def undecided(system: SystemRow) -> list[str]:
    return [one.ref for found in differences_found(present(system)).values() for one in found]


def meant(system: SystemRow) -> list[tuple[str, str, User | None, int]]:
    system = present(system)
    open_ = [one for found in differences_found(system).values() for one in found]
    return [(one.row.ref, one.given.words, one.revision.by, one.revision.number) for one in meant_in(system, open_)]


def say_why(writer: Client, system: SystemRow, reason: str) -> None:
    row = present(system).entries.get(ref=SPADES)
    given = {"rule": "look-alike", "entry": row.pk, "reason": reason, "back": f"{ADDRESS}?after=1S-P"}
    assert writer.post(ACCEPT, given).headers["Location"] == f"{ADDRESS}?after=1S-P"


def test_differences_stand_on_the_list_until_they_are_decided(differing, writer, anna):
    assert undecided(differing) == [SPADES]
    page = writer.get(ADDRESS)
    assert [(one.section, one.count) for one in page.context["undecided"]] == [("1S-P", 1)]
    assert "“hearts are opened lighter”" in text_of(page.content.decode())
    beside = writer.get(ADDRESS, {"after": "1S-P"})
    assert "HCP is 5-10, not 5-9." in text_of(beside.content.decode())
    say_why(writer, differing, "spades play better")
    system = swept(differing)
    assert undecided(system) == []
    assert meant(system) == [OF_THE_BASE, (SPADES, "spades play better", anna, system.revision)]
    assert "spades play better" in text_of(writer.get(ADDRESS).content.decode())
    assert "Nothing. All sections that look alike say the same" in text_of(writer.get(ADDRESS).content.decode())


# what is changed after it was accepted, and whether the difference is to be decided again
LATER = [
    (SPADES, {"hcp": "5-11"}, True, "the entry itself"),
    ("1H-P/100000", {"hcp": "5-8"}, True, "the one beside it"),
    (SPADES, {"notes": "We discussed this."}, False, "nothing that is compared"),
    ("1N-P/a00000", {"hcp": "0-8"}, False, "another section"),
]


@pytest.mark.parametrize(("ref", "texts", "lapses", "why"), LATER)
def test_what_is_meant_lapses_when_a_compared_entry_changes(differing, writer, anna, ref, texts, lapses, why):
    say_why(writer, differing, "spades play better")
    said = present(differing).revision
    system = swept(changed(present(differing), ref, anna, **texts))
    assert undecided(system) == ([SPADES] if lapses else []), why
    assert meant(system) == [OF_THE_BASE, *([] if lapses else [(SPADES, "spades play better", anna, said)])], why
    assert found(system) == found_by_check(system)
    if lapses:
        page = text_of(writer.get(ADDRESS, {"after": "1S-P"}).content.decode())
        assert "It was meant: “spades play better”. What is compared has changed since." in page
        findings = text_of(writer.get("/system/our-system/findings/").content.decode())
        assert "This was accepted: “spades play better”." in findings


def test_undo_brings_back_what_was_meant(differing, writer, anna):
    say_why(writer, differing, "spades play better")
    system = changed(present(differing), SPADES, anna, hcp="5-11")
    assert undecided(swept(system)) == [SPADES]
    undo_revision(system=present(system), number=system.revision, by=anna)
    assert undecided(swept(system)) == []


def test_what_is_meant_can_be_decided_anew(differing, writer):
    say_why(writer, differing, "spades play better")
    row = present(differing).entries.get(ref=SPADES)
    assert "Decide anew" in writer.get(ADDRESS).content.decode()
    assert writer.post(ANEW, {"rule": "look-alike", "entry": row.pk, "back": ADDRESS}).url == ADDRESS
    assert present(differing).entries.get(ref=SPADES).excuses == ""
    system = swept(differing)
    assert undecided(system) == [SPADES]
    for given in ({"rule": "look-alike", "entry": row.pk}, {"rule": "test-hand", "entry": row.pk}, {}):
        page = writer.post(ANEW, given, follow=True)
        assert "Somebody has changed the entry in the meantime" in page.content.decode()
    assert present(system).revision == system.revision


def test_a_finding_that_is_gone_is_not_accepted(differing, writer, anna):
    swept(changed(differing, SPADES, anna, hcp="5-9"))
    revision = present(differing).revision
    say_why(writer, differing, "too late")
    assert present(differing).revision == revision
    assert not [one for one in findings_of(present(differing)) if one.rule == "look-alike"]


def test_sections_are_gone_through_one_after_the_other(differing, writer, anna):
    for suit, letter, hcp in (("hearts", "H", "8-9"), ("spades", "S", "8-10")):
        cells = {"prior_bids": f"1{letter}-2C", "order": "100000", "bid": f"2{letter}", f"{suit}_num": "3+"}
        added(differing, anna, **cells, hcp=hcp)
    swept(differing)
    listed = [one.section for one in writer.get(ADDRESS).context["undecided"]]
    assert listed == ["1S-P", "1S-2C"]
    for before, section, after in zip([None, *listed], listed, [*listed[1:], None], strict=False):
        context = writer.get(ADDRESS, {"after": section}).context
        neighbors = [one and one.section for one in (context["before"], context["after"])]
        assert neighbors == [before, after]


def test_who_may_only_read_decides_nothing(differing, client, ben):
    SystemRow.objects.filter(pk=differing.pk).update(visibility="public")
    client.force_login(ben)
    html = client.get(ADDRESS, {"after": "1S-P"}).content.decode()
    assert "It differs from its look-alike" in text_of(html)
    assert "It is meant" not in html
    assert "Make them alike" not in html
    row = present(differing).entries.get(ref=SPADES)
    given = {"rule": "look-alike", "entry": row.pk, "reason": "because"}
    assert client.post(ACCEPT, given).status_code == 403
    assert present(differing).revision == differing.revision


def test_the_report_takes_a_few_queries(differing, writer, django_assert_max_num_queries):
    say_why(writer, differing, "spades play better")
    for query in ({}, {"after": "1S-P"}):
        writer.get(ADDRESS, query)
        with django_assert_max_num_queries(16):
            writer.get(ADDRESS, query)


def test_nothing_is_decided_in_a_system_as_it_was(differing, writer):
    page = writer.get(ADDRESS, {"revision": str(differing.revision - 1)})
    assert page.status_code == 200
    assert page.context["undecided"] == []
