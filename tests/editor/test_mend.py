"""Mends of what sweeps find: only those are offered with which the finding is gone, and one click makes one."""

from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from bidbase.checks import RULE_BY_NAME, Survey
from bidbase.checks.registry import findings_in
from bidbase.checks.rule import Effort
from editor.models import SystemRow
from editor.prove.mend.candidates import MENDED_RULES
from editor.read.history.services import undo_revision
from editor.store.entries.services import remove_entry, save_entry
from editor.store.findings.selectors import findings_of
from editor.store.systems.models import EntryRow
from editor.store.systems.selectors import bidder_for
from editor.write.entry.selectors import cells_of
from tests.editor.pages import text_of
from tests.editor.sweeping import changed
from tests.editor.test_findings import swept

ADDRESS = "/system/our-system/findings/mend/"


def added(system: SystemRow, by: User, **cells: str) -> SystemRow:
    system = SystemRow.objects.get(pk=system.pk)
    return save_entry(system=system, texts={"disclosure": "As it says", **cells}, seen=None, by=by)[0]


def without_hand(system: SystemRow, by: User) -> SystemRow:
    return changed(system, "1N-P/a00000", by, test_hand="")


def hand_that_fails(system: SystemRow, by: User) -> SystemRow:
    return changed(system, "1N-P/Z00000", by, hcp="13-15")


def hand_that_is_caught(system: SystemRow, by: User) -> SystemRow:
    return changed(system, "1N-P/200000", by, hcp="8-11", spades_num="2+")


def hidden(system: SystemRow, by: User) -> SystemRow:
    return changed(system, "1N-P/200000", by, hcp="8+", spades_num="")


def gap(system: SystemRow, by: User) -> SystemRow:
    return swept(remove_entry(system=system, seen=system.entries.get(ref="1N-P-2C-P/300000"), by=by))


def not_announced(system: SystemRow, by: User) -> SystemRow:
    return changed(system, "opening/132000", by, alert="none")


def clubs_for_c(system: SystemRow, by: User) -> SystemRow:
    cells = {"prior_bids": "1c-P; c=m", "order": "100000", "bid": "2C", "c_num": "5+", "hcp": "6-9"}
    return added(system, by, **cells, test_hand="32.432.432.AQ432", test_auction="1C-P")


def alike(system: SystemRow, by: User) -> SystemRow:
    """Two sections that look alike: a raise in hearts, and one in spades that may have a point more."""
    heart, spade = "432.KQ32.432.432", "KQ32.432.432.432"
    added(system, by, prior_bids="1H-P", order="100000", bid="2H", hcp="5-9", hearts_num="3+", test_hand=heart)
    return added(system, by, prior_bids="1S-P", order="100000", bid="2S", hcp="5-10", spades_num="3+", test_hand=spade)


# what is done to the system, the finding, and the mends that are offered
CASES = [
    (without_hand, "test-hand-missing", "1N-P/a00000", ["hand"]),
    (hand_that_fails, "test-hand", "1N-P/Z00000", ["hand"]),
    (hand_that_is_caught, "test-hand", "1N-P/Z00000", ["move", "narrow-hcp", "narrow-spades_num", "percent", "hand"]),
    (hidden, "unreachable", "1N-P/Z00000", ["move", "remove"]),
    (gap, "gap", "1N-P-2C-P", ["pass"]),
    (not_announced, "alert", "opening/132000", ["announce"]),
    (clubs_for_c, "clubs-for-c", "1c-P; c=m/100000", ["suit-c"]),
    (alike, "look-alike", "1S-P/100000", ["like 1H-P/100000", "others"]),
]
CASES_BY_NAME = [pytest.param(*case, id=f"{case[1]}, {case[0].__name__}") for case in CASES]


def asked(rule: str, name: str) -> dict[str, str]:
    of_section = rule == "gap"
    return {"rule": rule, "entry": "" if of_section else name, "section": name if of_section else ""}


def is_found(system: SystemRow, rule: str, name: str) -> bool:
    """Whether the rule finds it in the system as it is saved."""
    bidder = bidder_for(SystemRow.objects.get(pk=system.pk))
    if rule == "gap":
        return any(True for _ in findings_in(Survey(bidder), name, [rule]))
    section = name.rpartition("/")[0].removeprefix("opening")
    sections = bidder.system.sections
    found = findings_in(Survey(bidder), section, [rule]) if section in sections else ()
    return name in {one.entry.id for one in found if one.entry}


@pytest.mark.parametrize(("fault", "rule", "name", "keys"), CASES_BY_NAME)
def test_each_mend_that_is_offered_makes_the_finding_go_and_can_be_taken_back(
    own, anna, writer, fault, rule, name, keys
):
    system = fault(SystemRow.objects.get(pk=own.pk), anna)
    assert is_found(system, rule, name)
    before = {row.ref: cells_of(row) for row in system.entries}
    page = writer.get(ADDRESS, asked(rule, name))
    assert sorted(mend.key for mend in page.context["mends"]) == sorted(keys)
    for key in keys:
        now = SystemRow.objects.get(pk=own.pk)
        answer = writer.post(ADDRESS, {**asked(rule, name), "mend": key, "revision": now.revision})
        assert answer.url == "/system/our-system/findings/"
        mended = SystemRow.objects.get(pk=own.pk)
        assert mended.revision == now.revision + 1
        assert not is_found(mended, rule, name), key
        assert mended.revisions.first().why == f"Mended a finding of the rule {rule}"
        undo_revision(system=mended, number=mended.revision, by=anna)
        restored = SystemRow.objects.get(pk=own.pk)
        assert {row.ref: cells_of(row) for row in restored.entries} == before
        assert is_found(restored, rule, name)
        writer.get(ADDRESS, asked(rule, name))  # the mends are tried anew in the new revision


def test_what_a_mend_costs_is_said_before_it_is_made(own, anna, writer):
    hidden(SystemRow.objects.get(pk=own.pk), anna)
    moved = next(mend for mend in writer.get(ADDRESS, asked("unreachable", "1N-P/Z00000")).context["mends"])
    assert moved.costs == () or all(where and what for where, what in moved.costs)
    without_hand(SystemRow.objects.get(pk=own.pk), anna)
    page = writer.get(ADDRESS, asked("test-hand-missing", "1N-P/a00000"))
    (mend,) = page.context["mends"]
    assert [field.label for field in mend.changes[0].differing] == ["Test hand"]
    assert "Then something else is found" not in text_of(page.content.decode())


def test_a_finding_that_is_gone_says_so(own, anna, writer):
    page = writer.get(ADDRESS, asked("test-hand-missing", "1N-P/a00000"))
    assert "This finding is gone" in text_of(page.content.decode())
    page = writer.get(ADDRESS, asked("gap", "7C-P"))
    assert "This finding is gone" in text_of(page.content.decode())


def test_a_finding_that_nothing_mends_says_so(own, anna, writer):
    changed(own, "1N-P/a00000", anna, test_hand="", hcp="0-9", spades_num="0-1", hearts_num="0-1", usage="0")
    system = SystemRow.objects.get(pk=own.pk)
    assert is_found(system, "test-hand-missing", "1N-P/a00000")
    page = writer.get(ADDRESS, asked("test-hand-missing", "1N-P/a00000"))
    assert page.context["mends"] == []
    assert "No mend was found" in text_of(page.content.decode())
    assert "The rule “Test hand missing” finds something wrong" in text_of(page.content.decode()), "as on Findings"


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"rule": "no-rule", "entry": "x"},
        {"rule": "unused-convention"},
        {"rule": "gap", "entry": "\0"},
        {"rule": "gap", "section": "7N-7N"},
    ],
)
def test_an_address_without_a_finding_is_refused(own, writer, given):
    assert writer.get(ADDRESS, given).status_code == 400
    assert writer.post(ADDRESS, given).status_code == 400


def test_a_mend_of_an_earlier_revision_is_not_made(own, anna, writer):
    system = without_hand(SystemRow.objects.get(pk=own.pk), anna)
    given = {**asked("test-hand-missing", "1N-P/a00000"), "mend": "hand"}
    writer.get(ADDRESS, asked("test-hand-missing", "1N-P/a00000"))
    page = writer.post(ADDRESS, {**given, "revision": system.revision - 1}, follow=True)
    assert "Somebody has changed the system in the meantime" in page.content.decode()
    assert writer.post(ADDRESS, {**given, "mend": "luck", "revision": system.revision}).status_code == 400
    assert SystemRow.objects.get(pk=own.pk).revision == system.revision
    assert EntryRow.objects.filter(system=own, test_hand="").count() == 1


def test_findings_lead_to_their_mends_and_only_where_there_are_any(own, anna, writer):
    swept(not_announced(without_hand(SystemRow.objects.get(pk=own.pk), anna), anna))
    html = writer.get(reverse("editor:sweep", args=[own.slug])).content.decode()
    for one in findings_of(own):
        address = urlencode({"rule": one.rule, "entry": one.ref}, safe="").replace("&", "&amp;")
        assert (f"{ADDRESS}?{address}" in html) == (one.rule in MENDED_RULES and one.section is not None), one


def test_the_rules_with_mends_are_rules():
    assert "unanswered-force" not in MENDED_RULES
    assert all(RULE_BY_NAME[name].effort is not Effort.ON_REQUEST for name in MENDED_RULES)
