"""Systems as files: what is refused and where, and that loading and dumping gives the same text."""

import pickle
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bidbase.bidding.bidder import Bidder, decide
from bidbase.game.auction import Auction
from bidbase.game.cards import Hand
from bidbase.language.fields import FIELDS, STORED_FIELDS
from bidbase.systems import SystemFileError, digest_of_system, load_system, shipped_systems
from bidbase.systems.files import dump_conventions, dump_entries, formatted_files
from tests.engine.making import NOW


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
