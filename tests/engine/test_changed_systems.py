"""A system that changes another equals one of the whole list, and its bidder shares with the base what is the same."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidbase.bidding.bidder import Bidder, Decision, Source
from bidbase.bidding.robots import Table
from bidbase.compiler import CompiledSection
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.language.bids import parse_convention
from bidbase.language.circumstances import Circumstances
from bidbase.systems.conventions import Convention
from bidbase.systems.differences import switched_conventions
from bidbase.systems.model import Entry, EntryError, System
from tests.engine.making import make_entry, make_system, shipped_bidder

SAYC = shipped_bidder("sayc")
SMALL = make_system(
    {"order": "100000", "bid": "1N", "hcp": "15-17"},
    {"order": "200000", "bid": "1C", "hcp": "12+"},
    {"prior_bids": "1N-P", "order": "100000", "bid": "2C", "convention": "Stayman: Weak"},
    {"prior_bids": "1N-P", "order": "200000", "bid": "2D", "convention": "Transfer"},
    {"prior_bids": "1C-P", "order": "100000", "bid": "1N"},
    {"prior_bids": "1a-P-1b-P", "order": "100000", "bid": "1N", "hcp": "min"},
    conventions={name: Convention(parse_convention(name)) for name in ("Stayman", "Transfer", "Weak", "Blackwood")},
)

# --- A changed system equals one of the whole list --------------------------------------------------------------------

_often_asked = [entry.id for name in ("", "1N-P", "1C-P", "1S-P") for entry in SAYC.system.sections.get(name, ())]
_ids = st.sampled_from(_often_asked) | st.sampled_from([entry.id for entry in SAYC.system.entries])
_cells = st.fixed_dictionaries(
    {},
    optional={
        "prior_bids": st.sampled_from(
            ["", "1C", "1S-P", "1H-D-3C", "1a-P-1b; b=S", "#1a-P-1S-P", "1a-D-2M", "@ fit a, silent; a=M", "@ unbid a"]
        ),
        "order": st.sampled_from(["000001", "130000", "200000", "zzzzzz"]),
        "hcp": st.sampled_from(["0-7", "8+", "12-14", "15-17"]),
        "convention": st.sampled_from(["Stayman", "Our own: Part", "sayc"]),
    },
)
_conventions = st.dictionaries(
    st.sampled_from([*list(SAYC.system.conventions)[:40], "Our own"]), st.sampled_from(["", "0", "W", "T", None])
)


def _changed_entry(like: Entry, texts: dict[str, str], entry_id: str) -> Entry:
    """An entry with other cells; the same cells, where others would not make an entry."""
    try:
        cells = Entry.of({name: str(cell) for name, cell in like.cells.items()} | texts).cells
    except EntryError:
        cells = like.cells
    return Entry(entry_id, like.family, cells)


@st.composite
def changes(draw: st.DrawFn, system: System) -> dict[str, Entry | None]:
    """Entries that are removed, changed, moved to other sections and added."""
    changes: dict[str, Entry | None] = {}
    for entry_id, texts in draw(st.dictionaries(_ids, _cells, max_size=12)).items():
        known = system.by_id.get(entry_id)
        changes[entry_id] = _changed_entry(known, texts, entry_id) if known is not None and texts else None
    for number, (like, texts) in enumerate(draw(st.lists(st.tuples(_ids, _cells), max_size=6))):
        changes[f"new/{number}"] = _changed_entry(SAYC.system.by_id[like], texts, f"new/{number}")
    return changes


@st.composite
def changed_systems(draw: st.DrawFn, base: System) -> tuple[System, System]:
    """A system with changes, and the system of the whole list."""
    entries = draw(changes(base))
    conventions = {
        name: None if use is None else Convention(parse_convention(name), use)
        for name, use in draw(_conventions).items()
    }
    name, title = draw(st.sampled_from([(base.name, base.title), ("ours", "Our own"), ("sayc", "Stayman")]))
    changed = base.changed(name=name, title=title, entries=entries, conventions=conventions)
    whole = {entry.id: entry for entry in base.entries} | entries
    listed = dict(base.conventions) | conventions
    expected = System(
        name,
        title,
        base.description,
        {name: convention for name, convention in listed.items() if convention is not None},
        tuple(entry for entry in whole.values() if entry is not None),
        base.valuations,
        agreements=base.agreements,
    )
    return changed, expected


def expect_equal(changed: System, expected: System) -> None:
    assert changed == expected
    assert len(changed.entries) == len(expected.entries)
    assert changed.entries[:3] == expected.entries[:3]
    for found, whole in (
        (changed.sections, expected.sections),
        (changed.by_id, expected.by_id),
        (changed.conventions, expected.conventions),
    ):
        assert list(found.items()) == list(whole.items())
        assert len(found) == len(whole)
    assert changed.patterns == expected.patterns
    assert changed.situations == expected.situations
    assert changed.notrump_openings == expected.notrump_openings


@given(changed_systems(SAYC.system))
def test_a_changed_system_equals_one_of_the_whole_list(systems):
    expect_equal(*systems)


@settings(max_examples=30)
@given(st.data())
def test_changes_may_stand_on_changes(data):
    base, _ = data.draw(changed_systems(SAYC.system))
    expect_equal(*data.draw(changed_systems(base)))


@settings(max_examples=15)
@given(st.data(), st.integers(1, 1000))
def test_a_bidder_bids_and_explains_the_same_with_a_base_and_without(data, first):
    base, _ = data.draw(changed_systems(SAYC.system))
    changed, expected = data.draw(changed_systems(base))
    bidders = Bidder(changed, Bidder(base, SAYC)), Bidder(expected)
    for number in range(first, first + 3):
        board = numbered_deal(number), board_dealer(number), board_vulnerability(number)
        found, whole = (Table(bidder, bidder, seed=str(number)) for bidder in bidders)
        auction, decisions = found.bid_deal(*board)
        assert [_made_by(decision) for decision in decisions] == [
            _made_by(decision) for decision in whole.bid_deal(*board)[1]
        ]
        for index, call in enumerate(auction.calls):
            before = auction.before(index)
            meanings = [table.meaning(before, call) for table in (found, whole)]
            assert meanings[0].words() == meanings[1].words()
            assert meanings[0].summary == meanings[1].summary
            assert found.state(before) == whole.state(before)


def _made_by(decision: Decision) -> tuple[Call, Source, str | None]:
    return decision.call, decision.source, decision.entry.id if decision.entry is not None else None


def test_an_entry_is_given_under_its_own_id():
    with pytest.raises(ValueError, match="'opening/130000' is given as 'other'"):
        SAYC.system.changed(entries={"other": SAYC.system.by_id["opening/130000"]})


def test_what_is_not_there_is_not_removed():
    same = SAYC.system.changed(entries={"nothing": None}, conventions={"nothing": None})
    assert same == SAYC.system


# --- What differs -----------------------------------------------------------------------------------------------------


def test_a_convention_is_switched_where_its_code_differs():
    changed = {"Stayman": Convention(parse_convention("Stayman"), "W", "Ours"), "Weak": None}
    assert switched_conventions(SMALL, SMALL.changed(conventions=changed)) == {"Stayman"}
    assert switched_conventions(SMALL, SMALL) == set()


# --- A bidder shares what is the same, and nothing else ---------------------------------------------------------------


def _sections(bidder: Bidder, calls: str) -> tuple[CompiledSection, ...]:
    auction = Auction.parse(calls)
    return bidder.place(auction, Circumstances.of(auction)).sections


def test_sections_without_a_change_are_compiled_once_for_all():
    base = Bidder(SMALL)
    opening = replace(SMALL.by_id["opening/200000/1C"])
    changed = Bidder(SMALL.changed(entries={opening.id: make_entry(order="200000", bid="1C", hcp="13+")}), base)
    assert _sections(changed, "1N-P") == _sections(base, "1N-P")
    assert _sections(changed, "1C-P-1S-P") == _sections(base, "1C-P-1S-P"), "a pattern, with what opener has shown"
    assert _sections(changed, "") != _sections(base, "")


# (what is switched, code, auction, whether the section may be shared, why)
SWITCHED = [
    ("Stayman", "0", "1N-P", False, "the root of the name of an entry"),
    ("Weak", "0", "1N-P", False, "a subcategory of the name of an entry"),
    ("Transfer", "T", "1N-P", False, "another entry"),
    ("Transfer", "", "1N-P", True, "as in the base"),
    ("Transfer", None, "1N-P", True, "a convention that is not listed is used"),
    ("Blackwood", "0", "1N-P", True, "no entry of the section"),
    ("Stayman", "0", "1C-P", True, "no entry of the section"),
]


@pytest.mark.parametrize(("name", "code", "calls", "shared", "why"), SWITCHED)
def test_a_section_is_not_shared_where_an_entry_is_switched_otherwise(name, code, calls, shared, why):
    base = Bidder(SMALL)
    convention = None if code is None else Convention(parse_convention(name), code)
    switched = Bidder(SMALL.changed(conventions={name: convention}), base)
    for first, second in ((base, switched), (switched, base)):  # whichever asks first
        assert (_sections(first, calls) == _sections(second, calls)) is shared, why


def test_a_convention_is_switched_for_its_own_system_alone():
    base = Bidder(SMALL)
    off = {"Stayman": Convention(parse_convention("Stayman"), "0")}
    without = Bidder(SMALL.changed(conventions=off), base)
    again = Bidder(without.system.changed(conventions={"Stayman": Convention(parse_convention("Stayman"))}), without)
    auction = Auction.parse("1N-P")
    for bidder, calls in ((base, {"2C", "2D"}), (without, {"2D"}), (again, {"2C", "2D"})):
        assert {str(call) for call in bidder.place(auction, Circumstances.of(auction)).calls} == calls


def test_points_counted_from_the_notrump_opening_are_those_of_the_own_system():
    opening = {"order": "130000", "bid": "1N", "hcp": "15-17"}
    system = make_system(opening, {"prior_bids": "1N-P-2C-P", "bid": "2D", "hcp": "Min"})
    base = Bidder(system)
    weak = make_entry(**opening | {"hcp": "12-14"})
    changed = Bidder(system.changed(entries={weak.id: weak}), base)
    for bidder, points in ((base, "15"), (changed, "12")):
        (section,) = _sections(bidder, "1N-P-2C-P")
        assert section.entries[0].text("hcp") == points


def test_a_system_on_no_base_of_its_own_shares_by_content():
    twin = System(SMALL.name, SMALL.title, "", dict(SMALL.conventions), tuple(SMALL.entries))
    base = Bidder(SMALL)
    assert _sections(Bidder(twin, base), "1N-P") == _sections(base, "1N-P")
    weak = replace(twin, entries=twin.entries[1:], valuations={})
    assert _sections(Bidder(weak, base), "1N-P") != _sections(base, "1N-P"), "hands are counted otherwise"
