"""Notes on sections, entries and conventions: written, shown wherever they serve, and following what they serve."""

import io
import zipfile
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from bidbase.systems.archive import archive_of
from bidbase.systems.exchange import read_file
from bidbase.systems.notes import NoteSubject, parse_serves
from bidbase.systems.workbook import workbook_of
from editor.conventions.services import merge_convention, remove_convention, save_convention
from editor.entries.services import remove_entry, save_entry
from editor.files.services import begin_merge, choose, take
from editor.history.services import undo_revision
from editor.models import NoteRow, SystemRevision, SystemRow
from editor.notes.services import remove_note, save_note
from editor.releases.services import take_release
from editor.systems.differences import differences
from editor.systems.loading import load_shipped_system
from editor.systems.models import Visibility
from editor.systems.rows import FIELD_NAMES, engine_convention
from editor.systems.selectors import engine_system
from editor.systems.services import Conflict, NameTaken, copy_of_system
from tests.editor.conftest import edit
from tests.editor.test_views import text_of
from tests.working import PatientClient

ONE_NOTRUMP, STAYMAN = NoteSubject.section("1N-P"), NoteSubject.convention("Stayman")
TO_PLAY = NoteSubject.entry("1N-P/Z00000")


@pytest.fixture
def client(anna) -> PatientClient:
    """Anna's browser."""
    browser = PatientClient()
    browser.force_login(anna)
    return browser


@pytest.fixture
def noted(own) -> SystemRow:
    """Anna's system with a note that serves a section, an entry and a convention."""
    return written(own, "Our notrump", [ONE_NOTRUMP, TO_PLAY, STAYMAN], "We open **light**, see Deal 11180-E.")


def written(system: SystemRow, name: str, serves: list[NoteSubject], text: str = "Words") -> SystemRow:
    return save_note(system=system, name=name, serves=serves, text=text, seen=None, by=None)


def serves(system: SystemRow, name: str = "Our notrump") -> list[str]:
    return list(map(str, system.notes.get(name=name).subjects))


def moved(system: SystemRow, ref: str, **texts: str) -> SystemRow:
    row = system.entries.get(ref=ref)
    cells = {name: getattr(row, name) for name in FIELD_NAMES} | texts
    return save_entry(system=system, texts=cells, seen=row, by=None)[0]


def page(client, system: SystemRow, view: str, query: str = "", **arguments) -> str:
    response = client.get(reverse(f"editor:{view}", kwargs={"slug": system.slug, **arguments}) + query)
    assert response.status_code == 200
    return response.content.decode()


# Where notes are shown -----------------------------------------------------------------------------------------------

SHOWN = [
    ("notes", {}, "", "the list of notes"),
    ("system", {}, "?auction=1N-P", "the point of the auction that it serves"),
    ("entry", {"ref": "1N-P/Z00000"}, "", "the entry that it serves"),
    ("entry", {"ref": "1N-P/a00000"}, "", "an entry of the section"),
    ("entry", {"ref": "1N-P-2C-P/100000"}, "", "an entry of the convention"),
    ("conventions", {}, "", "the convention that it serves"),
    ("convention", {"name": "Stayman"}, "", "the page on which the convention is changed"),
    ("booklet", {}, "?all=on", "the system notes as a document"),
]


@pytest.mark.parametrize(("name", "arguments", "query", "why"), SHOWN)
def test_a_note_is_shown_wherever_it_serves(noted, client, name, arguments, query, why):
    html = page(client, noted, name, query, **arguments)
    assert "<strong>light</strong>" in html, why
    assert '<a href="/deal/11180/?seat=E">Deal 11180-E</a>' in html, "a reference opens the deal"


@pytest.mark.parametrize(
    ("name", "arguments", "query"),
    [("system", {}, ""), ("system", {}, "?auction=1D"), ("entry", {"ref": "1D/300000"}, "")],
)
def test_a_note_is_shown_nowhere_else(noted, client, name, arguments, query):
    assert "<strong>light</strong>" not in page(client, noted, name, query, **arguments)


def test_a_pattern_shows_the_notes_on_it(own, client):
    system = moved(own, "1D/300000", prior_bids="1m")
    (key,) = map(str, engine_system(system).patterns)
    system = written(system, "Over minors", [NoteSubject.section(key)], "Both *majors*")
    assert "<em>majors</em>" in page(client, system, "system", f"?{urlencode({'auction': key})}")
    assert "<em>majors</em>" in page(client, system, "system", "?auction=1D"), "it is asked there too"


def test_chapters_name_the_notes_on_their_sections(noted, client):
    assert "See the note Our notrump." in text_of(page(client, noted, "chapter", family="notrump"))
    assert "See the note" not in text_of(page(client, noted, "chapter", family="defense"))


def test_html_in_a_note_is_shown_as_it_is_written(own, client):
    system = written(own, "Style", [], "<script>alert(1)</script> [x](javascript:alert(1))")
    html = page(client, system, "notes")
    assert "<script>alert" not in html
    assert "javascript:alert(1)&quot;" not in html
    assert 'href="javascript' not in html
    assert "About the whole system." in text_of(html)


def test_notes_are_found(noted, client):
    for words in ("our notrump", "light"):
        (found,) = client.get(f"/system/{noted.slug}/search/?text={words}").context["found"].notes
        assert found[0].name == "Our notrump"


def test_an_earlier_state_has_its_notes_and_no_way_to_change_them(noted, client):
    later = save_note(system=noted, name="Our notrump", serves=[], text="Sound", seen=noted.notes.get(), by=None)
    before = page(client, later, "notes", f"?revision={noted.revision}")
    assert "<strong>light</strong>" in before
    assert "Change this note" not in before
    assert "Sound" in page(client, later, "notes")


def test_who_may_only_read_is_offered_no_way_to_write(noted):
    SystemRow.objects.filter(pk=noted.pk).update(visibility=Visibility.PUBLIC)
    guest = PatientClient()
    for name, query in (("notes", ""), ("system", "?auction=1N-P"), ("conventions", "")):
        html = page(guest, noted, name, query)
        assert "<strong>light</strong>" in html
        assert f"/system/{noted.slug}/note/" not in html


# Writing -------------------------------------------------------------------------------------------------------------


def post(client, system: SystemRow, note: str = "", **fields: str):
    """Send the form of a new note, or of the note of this name."""
    url = reverse("editor:note", args=[system.slug, note]) if note else reverse("editor:new_note", args=[system.slug])
    return client.post(url, {"name": note or "Style", "text": "We open light.", "do": "save", **fields})


def test_a_note_is_written_in_one_revision(own, anna, client):
    fields = {"serves-0": "section 1NT - Pass", "serves-1": "", "serves-2": "convention Stayman", "why": "Agreed"}
    assert post(client, own, **fields).status_code == 302
    own.refresh_from_db()
    (note,) = own.notes
    assert (note.name, note.text, note.serves) == ("Style", "We open light.", "section 1N-P\nconvention Stayman")
    made = SystemRevision.objects.get(system=own, number=own.revision)
    assert (made.number, made.by, made.why, made.summary) == (2, anna, "Agreed", "Added the note Style")
    assert engine_system(own).notes["Style"].serves == (ONE_NOTRUMP, STAYMAN)


def test_the_address_says_what_a_new_note_serves(own, client):
    url = reverse("editor:new_note", args=[own.slug])
    assert 'value="section 1N-P"' in client.get(url, {"serves": "section 1N-P"}).content.decode()
    assert client.get(url, {"serves": "nonsense \0"}).status_code == 200


def test_a_note_is_changed_and_called_otherwise(noted, client):
    seen = str(noted.notes.get().pk)
    fields = {"name": "One notrump", "text": "Sound", "serves-0": "section 1N-P", "seen": seen}
    assert post(client, noted, "Our notrump", **fields).status_code == 302
    (note,) = SystemRow.objects.get(pk=noted.pk).notes
    assert (note.name, note.text, note.serves) == ("One notrump", "Sound", "section 1N-P")
    assert SystemRevision.objects.latest("number").summary == "The note Our notrump is called One notrump"


# (what is sent, what the page says, why)
REFUSED = [
    ({"name": " "}, "This field is required", "no name"),
    ({"name": "x" * 81}, "at most 80 characters", "a long name"),
    ({"name": "a\u200bb"}, "characters that cannot be seen", "a name that looks like another"),
    ({"text": ""}, "This field is required", "no text"),
    ({"text": "x" * 20_001}, "at most 20000 characters", "a long text"),
    ({"serves-0": "1N-P"}, "This does not begin with section, entry or convention", "no kind"),
    ({"serves-0": "section 1N-8C"}, "'8C' is not a call", "no auction"),
    ({"serves-0": "section 2N-P"}, "The system has no section 2N-P.", "a section nobody has"),
    ({"serves-0": "entry 1N-P/999999"}, "The system has no entry 1N-P/999999.", "an entry that is not there"),
    ({"serves-0": "convention Drury"}, "The system has no convention Drury.", "a convention nobody plays"),
    ({"name": "Our notrump"}, "The system has the note Our notrump already.", "a name that is taken"),
    ({"serves-0": "section \0"}, "Null characters are not allowed", "what no database takes"),
]


@pytest.mark.parametrize(("fields", "message", "why"), REFUSED)
def test_a_note_that_cannot_be_is_refused(noted, client, fields, message, why):
    answer = post(client, noted, **fields)
    assert answer.status_code == 400, why
    assert message in text_of(answer.content.decode()), why
    assert SystemRow.objects.get(pk=noted.pk).revision == noted.revision


def test_a_preview_saves_nothing(own, client):
    answer = post(client, own, do="preview", text="Both **minors**", **{"serves-0": "section 9Z"})
    assert "<strong>minors</strong>" in answer.content.decode()
    assert not NoteRow.objects.exists()


def test_who_comes_second_sees_both_and_decides(noted, client):
    seen = str(noted.notes.get().pk)
    save_note(system=noted, name="Our notrump", serves=[], text="Theirs", seen=noted.notes.get(), by=None)
    answer = post(client, noted, "Our notrump", text="Mine", seen=seen)
    told = text_of(answer.content.decode())
    assert answer.status_code == 400
    assert "Somebody else has changed this note since" in told
    assert "Theirs" in told
    assert "Mine" in told
    assert SystemRow.objects.get(pk=noted.pk).notes.get().text == "Theirs"
    again = str(answer.context["form"]["seen"].value())
    assert post(client, noted, "Our notrump", text="Mine", seen=again).status_code == 302
    assert SystemRow.objects.get(pk=noted.pk).notes.get().text == "Mine"


def test_a_note_is_removed_with_the_reason_and_brought_back(noted, client):
    address = reverse("editor:remove_note", args=[noted.slug, "Our notrump"])
    seen = noted.notes.get().pk
    assert client.post(address, {"seen": "x"}).status_code == 400
    assert client.post(address, {"seen": seen, "why": "It says nothing"}).status_code == 302
    gone = SystemRow.objects.get(pk=noted.pk)
    assert not gone.notes.exists()
    made = SystemRevision.objects.get(system=gone, number=gone.revision)
    assert (made.summary, made.why) == ("Removed the note Our notrump", "It says nothing")
    assert undo_revision(system=gone, number=gone.revision, by=None).notes.get().text == noted.notes.get().text


def test_a_note_that_was_changed_since_is_not_removed(noted, client):
    seen = noted.notes.get().pk
    save_note(system=noted, name="Our notrump", serves=[], text="Theirs", seen=noted.notes.get(), by=None)
    client.post(reverse("editor:remove_note", args=[noted.slug, "Our notrump"]), {"seen": seen})
    assert SystemRow.objects.get(pk=noted.pk).notes.get().text == "Theirs"


def test_the_services_refuse_too(noted):
    seen = noted.notes.get()
    with pytest.raises(NameTaken, match="Our notrump"):
        written(noted, "Our notrump", [])
    save_note(system=noted, name="Other", serves=[], text="", seen=seen, by=None)
    with pytest.raises(Conflict):
        remove_note(system=noted, seen=seen, by=None)


def test_the_history_shows_a_note_before_and_after(noted, client):
    system = save_note(system=noted, name="Our notrump", serves=[], text="Sound", seen=noted.notes.get(), by=None)
    (change,) = client.get(reverse("editor:revision", args=[system.slug, 3])).context["changes"]
    assert (change.kind, change.title) == ("Changed", "Note Our notrump")
    assert [(side.label, side.after) for side in change.differing] == [
        ("Serves", "the whole system"),
        ("Text", "Sound"),
    ]


# Notes follow what they serve ----------------------------------------------------------------------------------------


def test_a_note_follows_an_entry_to_another_number(noted):
    new = moved(noted, "1N-P/Z00000", order="300000")
    assert serves(new) == ["section 1N-P", "entry 1N-P/300000", "convention Stayman"]
    assert new.revision == noted.revision + 1, "in the same revision"
    assert serves(undo_revision(system=new, number=new.revision, by=None)) == serves(noted)


def test_entries_that_exchange_their_numbers_keep_their_notes(noted):
    system = written(noted, "Pass", [NoteSubject.entry("1N-P/a00000")])
    system = moved(system, "1N-P/Z00000", order="500000")
    system = moved(system, "1N-P/a00000", order="Z00000")
    assert serves(system)[1] == "entry 1N-P/500000"
    assert serves(system, "Pass") == ["entry 1N-P/Z00000"]


def test_a_note_serves_what_is_removed_no_more_until_that_is_brought_back(noted):
    gone = remove_entry(system=noted, seen=noted.entries.get(ref="1N-P/Z00000"), by=None)
    assert serves(gone) == ["section 1N-P", "convention Stayman"]
    assert serves(undo_revision(system=gone, number=gone.revision, by=None)) == serves(noted)


def test_a_note_follows_the_name_of_a_convention(noted):
    row = noted.conventions.get(name="Stayman")
    name = engine_convention(type(row)(name="Puppet")).name
    new = save_convention(system=noted, name=name, notes=row.notes, seen=row, by=None)
    assert serves(new)[2] == "convention Puppet"


def test_a_note_goes_along_when_conventions_are_merged(own):
    system = written(
        own, "Asking", [STAYMAN, NoteSubject.convention("Stayman: Answers"), NoteSubject.convention("Transfers")]
    )
    stayman, transfers = (system.conventions.get(name=name) for name in ("Stayman", "Transfers"))
    new = merge_convention(system=system, seen=stayman, into=transfers, by=None)
    assert serves(new, "Asking") == ["convention Transfers", "convention Transfers: Answers"]


def test_a_removed_convention_leaves_the_note(own):
    system = save_convention(
        system=own, name=engine_convention(type(own.conventions[0])(name="Drury")).name, notes="", seen=None, by=None
    )
    system = written(system, "Later", [NoteSubject.convention("Drury"), STAYMAN])
    new = remove_convention(system=system, seen=system.conventions.get(name="Drury"), by=None)
    assert serves(new, "Later") == ["convention Stayman"]


# Bases, releases, merges ---------------------------------------------------------------------------------------------


@pytest.fixture
def base(db, files) -> SystemRow:
    """The small system, shipped with a note."""
    (files / "notes.csv").write_text("name,serves,text\nShipped,entry 1N-P/Z00000,As in the booklet\n")
    edit(files / "system.toml", '"conventions.csv", ', '"conventions.csv", "notes.csv", ')
    return load_shipped_system(name=files).system


def test_a_shipped_system_has_the_notes_of_its_files(base, files):
    assert engine_system(base).notes == read_file("x.zip", archive_of(engine_system(base))).notes
    assert serves(base, "Shipped") == ["entry 1N-P/Z00000"]
    assert base.notes.get().text == "As in the booklet"
    edit(files / "notes.csv", "As in the booklet", "As in the other booklet")
    assert load_shipped_system(name=files).summary == "notes: 1 changed"


def test_a_copy_reads_the_notes_of_its_base_and_changes_its_own(base, anna):
    own = copy_of_system(base=base, slug="copy", title="Copy", owner=anna)
    assert not NoteRow.objects.filter(system=own).exists()
    new = save_note(system=own, name="Shipped", serves=[], text="Ours", seen=own.notes.get(), by=None)
    assert (new.notes.get().text, base.notes.get().text) == ("Ours", "As in the booklet")
    (pair,) = differences(base, new)
    assert (pair.before.text, pair.after.text) == ("As in the booklet", "Ours")


def test_a_note_of_the_base_does_not_serve_what_a_copy_has_removed(base, anna):
    own = copy_of_system(base=base, slug="copy", title="Copy", owner=anna)
    new = remove_entry(system=own, seen=own.entries.get(ref="1N-P/Z00000"), by=None)
    assert serves(new, "Shipped") == []
    assert read_file("x.zip", archive_of(engine_system(new))).notes.keys() == {"Shipped"}


def test_a_release_moves_what_own_notes_serve_and_disputes_what_both_have_changed(base, files, anna):
    own = copy_of_system(base=base, slug="copy", title="Copy", owner=anna)
    own = written(own, "Ours", [TO_PLAY])
    own = save_note(system=own, name="Shipped", serves=[], text="Ours", seen=own.notes.get(name="Shipped"), by=None)
    edit(files / "notes.csv", "As in the booklet", "As in the other booklet")
    released = load_shipped_system(name=files).system
    shipped = base.notes.get().identity
    kept = take_release(system=own, base_revision=released.revision, theirs=set(), by=anna)
    assert kept.notes.get(name="Shipped").text == "Ours"
    back = undo_revision(system=kept, number=kept.revision, by=None)
    theirs = take_release(system=back, base_revision=released.revision, theirs={shipped}, by=anna)
    assert theirs.notes.get(name="Shipped").text == "As in the other booklet"
    assert serves(theirs, "Ours") == ["entry 1N-P/Z00000"]


def test_a_release_without_the_entry_leaves_the_own_note(base, files, anna):
    own = copy_of_system(base=base, slug="copy", title="Copy", owner=anna)
    own = written(own, "Ours", [TO_PLAY, ONE_NOTRUMP])
    edit(files / "notes.csv", "entry 1N-P/Z00000", "section 1N-P")
    lines = (files / "notrump.csv").read_text().splitlines(keepends=True)
    (files / "notrump.csv").write_text("".join(line for line in lines if "Z00000" not in line))
    released = load_shipped_system(name=files).system
    taken = take_release(system=own, base_revision=released.revision, theirs=set(), by=anna)
    assert serves(taken, "Ours") == ["section 1N-P"]
    assert serves(taken, "Shipped") == ["section 1N-P"]


def test_two_notes_of_one_name_become_one_that_says_ours(small, files, anna):
    own = copy_of_system(base=small, slug="copy", title="Copy", owner=anna)
    own = written(own, "Shipped", [ONE_NOTRUMP], "Ours")
    (files / "notes.csv").write_text("name,serves,text\nShipped,,Theirs\n")
    edit(files / "system.toml", '"conventions.csv", ', '"conventions.csv", "notes.csv", ')
    released = load_shipped_system(name=files).system
    taken = take_release(system=own, base_revision=released.revision, theirs=set(), by=anna)
    assert taken.notes.get().text == "Ours"


def merged(system: SystemRow, owner: User, name: str, content: bytes, **take_of: str) -> SystemRow:
    merge = begin_merge(owner=owner, name=name, content=content, system=system)
    choose(merge=merge, take={"added": "all", "changed": "all", "missing": "none", **take_of}, marked=[])
    return take(merge_id=merge.pk, report=lambda: None)


@pytest.mark.parametrize("write", [archive_of, workbook_of], ids=["zip", "xlsx"])
def test_what_was_downloaded_says_the_same(noted, anna, write):
    system = moved(noted, "1N-P/100000/2", order="100001")
    system = moved(system, "1N-P/100001", order="100000")
    system = remove_entry(system=system, seen=system.entries.get(ref="1N-P/100000"), by=None)
    system = written(system, "Second", [NoteSubject.entry("1N-P/100000/2")])
    suffix = "zip" if write is archive_of else "xlsx"
    after = merged(system, anna, f"x.{suffix}", write(engine_system(system)), missing="all")
    assert after.revision == system.revision, "also where the file calls an entry otherwise"


def test_a_file_of_notes_is_taken_and_names_what_the_system_has(own, anna):
    rows = 'name,serves,text\nStyle,"section 1N-P\nconvention Stayman\nentry 1N-P/Z00000",Light\n'
    system = merged(own, anna, "notes.csv", rows.encode())
    assert serves(system, "Style") == ["section 1N-P", "convention Stayman", "entry 1N-P/Z00000"]
    assert "1 note added" in SystemRevision.objects.get(system=system, number=system.revision).summary


def test_a_note_is_not_taken_without_what_it_serves(own, anna, client):
    whole = engine_system(own)
    files = {"system.toml": 'files = ["notes.csv", "more.csv"]\n'}
    files["notes.csv"] = "name,serves,text\nStyle,section 2N-P,Light\n"
    files["more.csv"] = "prior_bids,order,bid\n2N-P,100000,3C\n"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    merge = begin_merge(owner=anna, name="x.zip", content=out.getvalue(), system=own)
    address = reverse("editor:merge", args=[merge.pk])
    client.get(address)
    done = client.post(address, {"added": "some", "marked": ["added note Style"], "missing": "none"})
    told = text_of(client.get(done.url).content.decode())
    assert "The note Style serves section 2N-P, which the system would not have" in told
    assert engine_system(SystemRow.objects.get(pk=own.pk)).entries == whole.entries


def test_notes_of_another_system_are_merged(noted, small, anna):
    other = copy_of_system(base=small, slug="other", title="Other", owner=anna)
    merge = begin_merge(owner=anna, name="Ours", source=noted, system=other)
    choose(merge=merge, take={"added": "all", "changed": "all", "missing": "none"}, marked=[])
    system = take(merge_id=merge.pk, report=lambda: None)
    assert parse_serves(system.notes.get().serves) == (ONE_NOTRUMP, TO_PLAY, STAYMAN)
