"""Systems as records and as files: what is refused and where, and that loading and dumping gives the same text."""

import pickle
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bidbase.bidding.bidder import Bidder, decide
from bidbase.game.auction import Auction
from bidbase.game.cards import Hand
from bidbase.language.fields import FIELDS, STORED_FIELDS
from bidbase.systems import Entry, EntryError, SystemFileError, digest_of_system, load_system, shipped_systems
from bidbase.systems.files import dump_conventions, dump_entries, formatted_files
from tests.engine.making import NOW, make_system

# (cells, field at fault, part of the message, why)
BAD_ENTRIES = [
    ({"bid": "1N"}, "order", "needs an order number", "no order"),
    ({"order": "100000"}, "bid", "needs a bid", "no bid"),
    ({"order": "1000", "bid": "1N"}, "order", "six digits or letters", "a short order"),
    ({"order": "100000", "bid": "1Z"}, "bid", "not a call", "no such call"),
    ({"order": "100000", "bid": "1C", "prior_bids": "1D"}, "bid", "not higher than 1D", "an insufficient bid"),
    ({"order": "100000", "bid": "D", "prior_bids": "1D-P"}, "bid", "only a bid of the opponents", "doubling partner"),
    ({"order": "100000", "bid": "R", "prior_bids": "1D"}, "bid", "no double to redouble", "nothing doubled"),
    (
        {"order": "100000", "bid": "1N", "prior_bids": "1D-1C"},
        "prior_bids",
        "not higher than 1D",
        "impossible prior bids",
    ),
    ({"order": "100000", "bid": "P", "prior_bids": "1D-P-P-P"}, "prior_bids", "the auction is over", "nobody's turn"),
    ({"order": "100000", "bid": "1x"}, "bid", "no suit is marked x", "an X bid without an X suit"),
    ({"order": "100000", "bid": "1N", "x_num": "5+"}, "x_num", "no suit is marked x", "an X spec for nobody"),
    (
        {"order": "100000", "bid": "2N", "prior_bids": "1a-P; a=M", "a_num": "x"},
        "a_num",
        "says what the X suit is",
        "a variable's suit marked x without a spec",
    ),
    (
        {"order": "100000", "bid": "1N", "spades_num": "x"},
        "spades_num",
        "neither X length nor X honors",
        "a mark without a spec",
    ),
    (
        {"order": "100000", "bid": "1N", "spades_num": "<x"},
        "spades_num",
        "no suit is marked x",
        "compared with nothing",
    ),
    (
        {"order": "100000", "bid": "1N", "combined_num": "xD>7"},
        "combined_num",
        "no suit is marked x",
        "summed with nothing",
    ),
    ({"order": "100000", "bid": "1N", "custom_points": "2"}, "custom_points", "what the ace", "points of nothing"),
    (
        {"order": "100000", "bid": "1N", "suit_value": "26+"},
        "suit_value",
        "say in Valuation by which system",
        "26 of what",
    ),
    (
        {"order": "100000", "bid": "1N", "valuation": "Tsar", "notrump_value": "26+"},
        "valuation",
        "there is no valuation system 'Tsar'; there are Work 3-2-1",
        "no such name",
    ),
    (
        {"order": "100000", "bid": "1N", "combined_points": "SH>5,DC>6,SD>7,HC>8"},
        "combined_points",
        "3 different sums at the most",
        "four",
    ),
    ({"order": "100000", "bid": "1N", "ace": "4"}, "ace", "say how many there must be", "an ace counts, but for what?"),
    (
        {"order": "100000", "bid": "1x", "prior_bids": "1H", "x_num": "5+", "spades_num": "x", "diamonds_num": "x"},
        "bid",
        "1D is not legal here",
        "one of the X bids is too low",
    ),
    ({"order": "100000", "bid": "1N", "usage": "D"}, "best_contract", "for which contract", "D alone"),
    ({"order": "100000", "bid": "1N", "best_contract": "3N"}, "best_contract", "write D in Pct", "without D"),
    ({"order": "100000", "bid": "1N", "usage": "D", "best_contract": "4a"}, "best_contract", "no variable a", "no a"),
]


@pytest.mark.parametrize(("cells", "field", "message", "why"), BAD_ENTRIES)
def test_bad_entries_are_refused_with_the_field_at_fault(cells, field, message, why):
    with pytest.raises(EntryError) as caught:
        Entry.of(cells)
    assert [(name, message in fault.message) for name, fault in caught.value.faults] == [(field, True)], why


# (field, cell, part of the message); the most that is possible is read
IMPOSSIBLE = [
    ("hcp", "38+", "no hand has 38 or more HCP", "37"),
    ("hcp", "15-17,15.5", "no hand has exactly 15.5 HCP", "15-17,16"),
    ("hcp", "<0", "no hand has fewer than 0 HCP", "<1"),
    ("hcp", "P41+", "two hands never have 41 or more HCP together", "P40"),
    ("distribution", "10+", "no hand has 10 or more distribution points", "9"),
    ("distribution", "T50+", "no hand has 50 or more total points", "T37"),
    ("distribution", "TP53+", "two hands never have 53 or more total points together", "TP52"),
    ("knr", "60+", "no hand has 60 or more KnR points", "30+"),
    ("winners", "13.5", "no hand has 13.5 or more winners", "13"),
    ("winners", "R14", "no hand has 14 or more running winners", "R13"),
    ("losers", "12.5", "no hand has 12.5 or more losers", "12"),
    ("quick_tricks", "8.5", "no hand has 8.5 or more quick tricks", "8"),
    ("suits_stopped", "5", "no hand has 5 or more suits stopped", "4"),
    ("intermediates", "13", "no hand has 13 or more intermediates", "12"),
    ("spades_num", "14", "no suit has exactly 14 cards", "13"),
    ("spades_num", "<3,>13", "no suit has more than 13 cards", "<3,>12"),
    ("spades_num", "P14+", "no suit has 14 or more cards", "P13"),
    ("spades_points", "11+", "no suit has 11 or more points", "10"),
    ("spades_points", "10+i4", "no suit has 10 or more points with 4 intermediates", "10+i3"),
    ("spades_points", "h16+", "worth 16 or more", "h15"),
    ("combined_num", "SH=14", "2 suits never hold exactly 14 cards", "SH=13"),
    ("combined_points", "SH=21+", "2 suits never hold 21 or more HCP", "SHD=21+"),
    ("expected_points", "38+", "no hand has 38 or more HCP", "37"),
    ("shows", "8+,14S", "no hand has exactly 14 spades", "8+,13S"),
    ("shows", "T38+", "no hand has 38 or more total points", "T37"),
]


@pytest.mark.parametrize(("field", "cell", "message", "most"), IMPOSSIBLE)
def test_what_no_hand_can_have_is_refused(field, cell, message, most):
    with pytest.raises(EntryError) as caught:
        Entry.of({"order": "100000", "bid": "1N", field: cell})
    ((name, fault),) = caught.value.faults
    assert name == field
    assert message in fault.message
    assert Entry.of({"order": "100000", "bid": "1N", field: most}).cells[field]


def test_what_counts_by_other_cells_is_refused_too():
    for cells, field in (
        ({"custom_points": "9", "ace": "2"}, "custom_points"),
        ({"valuation": "Zar", "suit_value": "200+"}, "suit_value"),
        ({"prior_bids": "1a-P", "key_cards": "6"}, "key_cards"),
        ({"x_num": "14", "spades_num": "x"}, "x_num"),
        ({"x_points": "11+", "spades_num": "x"}, "x_points"),
    ):
        with pytest.raises(EntryError) as caught:
            Entry.of({"order": "100000", "bid": "2N"} | cells)
        assert [name for name, _ in caught.value.faults] == [field]


def test_valuation_systems_are_known_by_their_names_in_any_case():
    entry = Entry.of({"order": "100000", "bid": "1N", "valuation": "rule OF 20", "suit_value": "20+"})
    assert entry.text("valuation") == "Rule of 20"


def test_every_fault_of_an_entry_is_told():
    with pytest.raises(EntryError) as caught:
        Entry.of({"order": "1", "bid": "9S", "hcp": "zz", "shape": "round"})
    assert {name for name, _ in caught.value.faults} == {"order", "bid", "hcp", "shape"}


def test_round_and_player_follow_from_the_prior_bids():
    entry = Entry.of({"order": "100000", "bid": "2N", "prior_bids": "1C-P-1H-P-1S-P"})
    assert (entry.text("round"), entry.text("player")) == ("2", "3")


def test_sections_are_sorted_by_order_digits_before_capitals_before_small_letters():
    orders = ["b00000", "B00000", "100M00", "100000", "900000"]
    system = make_system(*({"order": order} for order in orders))
    assert [entry.order for entry in system.sections[""]] == ["100000", "100M00", "900000", "B00000", "b00000"]


def test_of_equal_orders_the_systems_own_entry_comes_first():
    system = make_system({"bid": "1C"}, {"bid": "1D", "convention": "Test: Short"}, {"bid": "1H"})
    assert [entry.text("bid") for entry in system.sections[""]] == ["1D", "1C", "1H"]


@pytest.fixture
def folder(tmp_path):
    """A good system in a folder, to be spoiled by the tests."""
    (tmp_path / "system.toml").write_text('name = "mine"\ntitle = "Mine"\nfiles = ["conventions.csv", "opening.csv"]\n')
    (tmp_path / "conventions.csv").write_text('name,use,notes\nStrong 2C,W,"Two lines\nof notes, with a comma."\n')
    (tmp_path / "opening.csv").write_text("order,bid,convention,hcp\n100000,2C,Strong 2C,22+\n200000,1N,,15-17\n")
    return tmp_path


def test_a_folder_is_a_system(folder):
    system = load_system(folder)
    assert (system.name, system.title) == ("mine", "Mine")
    assert [entry.id for entry in system.entries] == ["opening/100000", "opening/200000"]
    assert system.conventions["Strong 2C"].use == "W"
    assert dump_entries(system.entries) == (folder / "opening.csv").read_text()
    assert dump_conventions(system.conventions) == (folder / "conventions.csv").read_text()


def test_equal_order_numbers_get_ids_of_their_own(folder):
    (folder / "opening.csv").write_text("order,bid\n100000,1C\n100000,1D\n")
    assert [entry.id for entry in load_system(folder).entries] == ["opening/100000", "opening/100000/2"]


def test_a_folder_may_have_valuation_systems_of_its_own(folder):
    (folder / "valuations.toml").write_text("[Aces]\nsuit = { ace = 1 }\n")
    (folder / "opening.csv").write_text("order,bid,valuation,suit_value\n100000,1C,Aces,2+\n200000,1D,Zar,26+\n")
    place = Bidder(load_system(folder)).place(Auction(), NOW)
    for hand, call in (("A32.A32.432.5432", "1C"), ("KQ5432.KQ432.2.2", "1D"), ("A432.Q32.432.432", "P")):
        assert str(decide(place, Hand.parse(hand)).call) == call


# (file, text, fault, why)
BAD_FILES = [
    ("valuations.toml", "[Aces]\n", "valuations.toml: Aces: a valuation system has suit", "nothing to count"),
    (
        "valuations.toml",
        "[Zar]\nsuit = 'hcp'\n",
        "valuations.toml: Zar: there is one of this name already",
        "Zar is Zar",
    ),
    (
        "opening.csv",
        "order,bid,valuation,suit_value\n100000,1C,Aces,2+\n",
        "opening.csv:2: valuation: there is no valuation system 'Aces'",
        "nobody said what it counts",
    ),
    ("opening.csv", "order,bid,color\n", "opening.csv:1: no such column: color", "an unknown column"),
    ("opening.csv", "order,bid\n100000\n", "opening.csv:2: 1 cells under a header of 2", "a short row"),
    ("opening.csv", "order,bid\n100000,1N\n200000,8N\n", "opening.csv:3: bid: '8N' is not a call", "the line is named"),
    (
        "opening.csv",
        "order,bid,convention\n1" + "0" * 5 + ",1N,Multi\n",
        "opening.csv:2: convention: Multi is not in conventions.csv",
        "unknown convention",
    ),
    (
        "opening.csv",
        "order,bid,prior_bids,use_against\n100000,2S,1S,\n200000,D,2D,Multi\n",
        "opening.csv:3: use_against: Multi is not in conventions.csv",
        "it would never be used",
    ),
    ("opening.csv", "order,bid,order\n100000,1N,200000\n", "opening.csv:1: twice the same column: order", "which one?"),
    ("opening.csv", "", "opening.csv:1: there is no header", "an empty file"),
    (
        "opening.csv",
        'order,bid,notes\n100000,1N,\n200000,2C,"open\n300000,2D,\n',
        "opening.csv:3: a quote is not closed",
        "the line where it begins",
    ),
    ("opening.csv", 'order,bid,notes\n100000,1N,"a"b\n', "opening.csv:2: ',' expected after", "more behind a quote"),
    (
        "opening.csv",
        'order,bid,notes\n100000,1N,"' + "a" * 140_000 + '"\n',
        "opening.csv:2: field larger than",
        "a cell without end",
    ),
    (
        "opening.csv",
        "order,bid,hcp\n\n100000,1N,\n\n200000,1N,many\n",
        "opening.csv:5: hcp:",
        "blank lines are counted",
    ),
    (
        "opening.csv",
        'order,bid,notes,hcp\n100000,1N,"two\nlines",\n200000,1N,,many\n',
        "opening.csv:4: hcp:",
        "lines within a cell too",
    ),
    (
        "opening.csv",
        "order,bid,hcp\n100000,1N," + "A" * 5_000 + "\n",
        "opening.csv:2: hcp: this has 5000 characters",
        "longer than any spec",
    ),
    ("conventions.csv", "name,use,notes\nMulti,Q,\n", "conventions.csv:2: use: 'Q'", "no such code"),
    ("conventions.csv", "name,use,notes\nMulti:,,\n", "conventions.csv:2: name: a name is missing", "a colon too many"),
    ("conventions.csv", "name,use,notes\n ,W,\n", "conventions.csv:2: name: a name is missing", "a blank name"),
    (
        "conventions.csv",
        "name,use\nMulti,\nMulti,0\n",
        "conventions.csv:3: name: Multi is there twice",
        "which one counts?",
    ),
    ("conventions.csv", "use,notes\nW,\n", "conventions.csv:2: name: a name is missing", "no column of names"),
    (
        "opening.csv",
        "order,bid,prior_bids,hcp\n100000,2S,1S-P,P18-2x\n",
        "opening.csv:2: hcp: '18-2x' is not a range of numbers; write 15-17, 10+, <8 or 4\n  P18-2x\n       ^",
        "the character is pointed at",
    ),
    (
        "system.toml",
        'name = "mine"\nfiles = ["other.csv"]\n',
        "other.csv: the manifest lists this file",
        "a file is not there",
    ),
    ("system.toml", 'file = ["opening.csv"]\n', "system.toml: there is no file; did you mean files?", "misspelled"),
    ("system.toml", 'zzz = "red"\n', "system.toml: there is no zzz; there are name, title", "unknown"),
    ("system.toml", "files = [5]\n", "system.toml: files is a list of names", "numbers"),
    ("system.toml", 'files = "opening.csv"\n', "system.toml: files is a list of names", "letters would be files"),
    ("system.toml", 'files = ["opening.csv", "opening.csv"]\n', "opening.csv is listed twice", "entries twice"),
    ("system.toml", 'files = ["opening.txt"]\n', "'opening.txt' is no CSV file", "another kind of file"),
    ("system.toml", "name = 5\n", "system.toml: name is a text", "a number"),
    ("system.toml", 'name = ""\n', "system.toml: the name is blank", "nothing"),
    ("system.toml", "a = " + "[" * 5_000, "system.toml: maximum recursion depth", "more brackets than anybody closes"),
    ("valuations.toml", "a = " + "[" * 5_000, "valuations.toml: maximum recursion depth", "the same"),
    ("system.toml", "name = \n", "system.toml:", "no TOML"),
]


@pytest.mark.parametrize(("name", "text", "fault", "why"), BAD_FILES)
def test_faults_of_files_name_file_line_and_field(folder, name, text, fault, why):
    (folder / name).write_text(text)
    with pytest.raises(SystemFileError) as caught:
        load_system(folder)
    assert any(fault in line for line in caught.value.faults), why


def test_a_shared_file_is_named_as_the_manifest_names_it(tmp_path):
    for place, text in (
        ("common/opening.csv", "order,bid\n100000,8N\n"),
        ("mine/opening.csv", "order,bid\n100000,9N\n"),
        ("mine/system.toml", 'files = ["../common/opening.csv", "opening.csv"]\n'),
    ):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text(text)
    with pytest.raises(SystemFileError) as caught:
        load_system(tmp_path / "mine")
    assert [fault.split(": ")[0] for fault in caught.value.faults] == ["../common/opening.csv:2", "opening.csv:2"]


def test_faults_reach_another_process_as_they_are():
    faults = ["opening.csv:2: hcp: 'x' is not a range of numbers", "opening.csv:3: bid: an entry needs a bid"]
    error = pickle.loads(pickle.dumps(SystemFileError(faults)))
    assert (error.faults, str(error)) == (faults, "\n".join(faults))


def test_files_are_read_as_a_spreadsheet_writes_them(folder):
    (folder / "opening.csv").write_bytes(b"\xef\xbb\xbforder,bid,hcp\r\n100000,1N,15-17\r\n\r\n,,\r\n200000,1S,\r\n")
    (folder / "conventions.csv").write_bytes(b"\xef\xbb\xbfname,use\r\nMulti,\r\n\r\n")
    (folder / "system.toml").write_bytes(b"\xef\xbb\xbf" + (folder / "system.toml").read_bytes())
    system = load_system(folder)
    assert [entry.id for entry in system.entries] == ["opening/100000", "opening/200000"]
    assert list(system.conventions) == ["Multi"]


_pieces = st.lists(
    st.sampled_from(
        ["name", "files", "order", "bid", "hcp", ",", ",", "\n", "\n", "=", "[", "]", '"', "1N", "100000", "é"]
    )
).map(lambda pieces: "".join(pieces).encode())


@pytest.mark.parametrize("name", ["system.toml", "opening.csv", "conventions.csv", "valuations.toml"])
@given(content=st.one_of(st.binary(max_size=60), _pieces))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_in_a_file_a_system_is_read_or_its_faults_are_told(folder, name, content):
    (folder / name).write_bytes(content)
    with suppress(SystemFileError):
        load_system(folder)


def test_a_file_that_is_no_text_is_told(folder):
    (folder / "system.toml").write_bytes(b"name = 'm\xff'")
    with pytest.raises(SystemFileError, match=r"system\.toml: 'utf-8' codec can't decode byte 0xff"):
        load_system(folder)
    (folder / "system.toml").write_text('name = "mine"\nfiles = ["opening.csv"]\n')
    (folder / "opening.csv").write_bytes(b"order,bid\n100000,1N\xff\n")
    with pytest.raises(SystemFileError, match=r"opening\.csv: this is not UTF-8 text: .* at byte 20"):
        load_system(folder)


@pytest.mark.parametrize("name", ["nothing", "../sayc", "", "."])
def test_an_unknown_system_names_those_there_are(name):
    with pytest.raises(SystemFileError, match=r"shipped are .*sayc"):
        load_system(name)


@pytest.mark.parametrize("name", shipped_systems())
def test_shipped_files_are_in_canonical_form(name):
    for path, text in formatted_files(name):
        assert path.read_text(encoding="utf-8") == text, path.name


def test_the_field_list_has_what_the_editor_text_lists():
    assert len({field.name for field in FIELDS}) == len(FIELDS)
    assert len(STORED_FIELDS) >= 50
    assert all(field.help and field.label and field.example for field in FIELDS)


def test_systems_may_share_files(folder, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "system.toml").write_text('name = "other"\nfiles = ["../conventions.csv", "../opening.csv"]\n')
    shared = load_system(other)
    assert [entry.id for entry in shared.entries] == [entry.id for entry in load_system(folder).entries]
    assert {entry.family for entry in shared.entries} == {"../opening"}
    before = digest_of_system(other)
    (folder / "opening.csv").write_text("prior_bids,order,bid,hcp\n,130000,1N,15-17\n")
    assert digest_of_system(other) != before


def test_a_later_file_switches_the_conventions_of_an_earlier_one_and_keeps_their_notes(tmp_path):
    for place, text in (
        ("common/conventions.csv", "name,use,notes\nMulti,,Two diamonds.\nStayman,,Two clubs.\n"),
        ("other/conventions.csv", "name,use,notes\nMulti,0,\nStayman,W,Asks for majors.\n"),
        ("other/system.toml", 'name = "other"\nfiles = ["../common/conventions.csv", "conventions.csv"]\n'),
    ):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text(text)
    conventions = load_system(tmp_path / "other").conventions
    assert {name: (convention.use, convention.notes) for name, convention in conventions.items()} == {
        "Multi": ("0", "Two diamonds."),
        "Stayman": ("W", "Asks for majors."),
    }
