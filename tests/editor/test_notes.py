"""Notes on sections, entries and conventions: shown wherever they serve, written, changed and removed."""

from urllib.parse import urlencode

import pytest
from django.urls import reverse

from bidbase.systems.notes import NoteSubject
from editor.models import NoteRow, SystemRevision, SystemRow
from editor.read.history.services import undo_revision
from editor.read.notes.services import remove_note, save_note
from editor.store.systems.models import Visibility
from editor.store.systems.selectors import engine_system
from editor.store.systems.services import Conflict, NameTaken
from tests.editor.noting import ONE_NOTRUMP, STAYMAN, moved, written
from tests.editor.pages import text_of
from tests.working import PatientClient


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
def test_a_note_is_shown_wherever_it_serves(noted, writer, name, arguments, query, why):
    html = page(writer, noted, name, query, **arguments)
    assert "<strong>light</strong>" in html, why
    assert '<a href="/deal/11180/?seat=E">Deal 11180-E</a>' in html, "a reference opens the deal"


@pytest.mark.parametrize(
    ("name", "arguments", "query"),
    [("system", {}, ""), ("system", {}, "?auction=1D"), ("entry", {"ref": "1D/300000"}, "")],
)
def test_a_note_is_shown_nowhere_else(noted, writer, name, arguments, query):
    assert "<strong>light</strong>" not in page(writer, noted, name, query, **arguments)


def test_a_pattern_shows_the_notes_on_it(own, writer):
    system = moved(own, "1D/300000", prior_bids="1m")
    (key,) = map(str, engine_system(system).patterns)
    system = written(system, "Over minors", [NoteSubject.section(key)], "Both *majors*")
    assert "<em>majors</em>" in page(writer, system, "system", f"?{urlencode({'auction': key})}")
    assert "<em>majors</em>" in page(writer, system, "system", "?auction=1D"), "it is asked there too"


def test_chapters_name_the_notes_on_their_sections(noted, writer):
    assert "See the note Our notrump." in text_of(page(writer, noted, "chapter", family="notrump"))
    assert "See the note" not in text_of(page(writer, noted, "chapter", family="defense"))


def test_html_in_a_note_is_shown_as_it_is_written(own, writer):
    system = written(own, "Style", [], "<script>alert(1)</script> [x](javascript:alert(1))")
    html = page(writer, system, "notes")
    assert "<script>alert" not in html
    assert "javascript:alert(1)&quot;" not in html
    assert 'href="javascript' not in html
    assert "About the whole system." in text_of(html)


def test_notes_are_found(noted, writer):
    for words in ("our notrump", "light"):
        (found,) = writer.get(f"/system/{noted.slug}/search/?text={words}").context["found"].notes
        assert found[0].name == "Our notrump"


def test_an_earlier_state_has_its_notes_and_no_way_to_change_them(noted, writer):
    later = save_note(system=noted, name="Our notrump", serves=[], text="Sound", seen=noted.notes.get(), by=None)
    before = page(writer, later, "notes", f"?revision={noted.revision}")
    assert "<strong>light</strong>" in before
    assert "Change this note" not in before
    assert "Sound" in page(writer, later, "notes")


def test_who_may_only_read_is_offered_no_way_to_write(noted):
    SystemRow.objects.filter(pk=noted.pk).update(visibility=Visibility.PUBLIC)
    guest = PatientClient()
    for name, query in (("notes", ""), ("system", "?auction=1N-P"), ("conventions", "")):
        html = page(guest, noted, name, query)
        assert "<strong>light</strong>" in html
        assert f"/system/{noted.slug}/note/" not in html


# Writing -------------------------------------------------------------------------------------------------------------


def post(writer, system: SystemRow, note: str = "", **fields: str):
    """Send the form of a new note, or of the note of this name."""
    url = reverse("editor:note", args=[system.slug, note]) if note else reverse("editor:new_note", args=[system.slug])
    return writer.post(url, {"name": note or "Style", "text": "We open light.", "do": "save", **fields})


def test_a_note_is_written_in_one_revision(own, anna, writer):
    fields = {"serves-0": "section 1NT - Pass", "serves-1": "", "serves-2": "convention Stayman", "why": "Agreed"}
    assert post(writer, own, **fields).status_code == 302
    own.refresh_from_db()
    (note,) = own.notes
    assert (note.name, note.text, note.serves) == ("Style", "We open light.", "section 1N-P\nconvention Stayman")
    made = SystemRevision.objects.get(system=own, number=own.revision)
    assert (made.number, made.by, made.why, made.summary) == (2, anna, "Agreed", "Added the note Style")
    assert engine_system(own).notes["Style"].serves == (ONE_NOTRUMP, STAYMAN)


def test_the_address_says_what_a_new_note_serves(own, writer):
    url = reverse("editor:new_note", args=[own.slug])
    assert 'value="section 1N-P"' in writer.get(url, {"serves": "section 1N-P"}).content.decode()
    assert writer.get(url, {"serves": "nonsense \0"}).status_code == 200


def test_a_note_is_changed_and_called_otherwise(noted, writer):
    seen = str(noted.notes.get().pk)
    fields = {"name": "One notrump", "text": "Sound", "serves-0": "section 1N-P", "seen": seen}
    assert post(writer, noted, "Our notrump", **fields).status_code == 302
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
def test_a_note_that_cannot_be_is_refused(noted, writer, fields, message, why):
    answer = post(writer, noted, **fields)
    assert answer.status_code == 400, why
    assert message in text_of(answer.content.decode()), why
    assert SystemRow.objects.get(pk=noted.pk).revision == noted.revision


def test_a_preview_saves_nothing(own, writer):
    answer = post(writer, own, do="preview", text="Both **minors**", **{"serves-0": "section 9Z"})
    assert "<strong>minors</strong>" in answer.content.decode()
    assert not NoteRow.objects.exists()


def test_who_comes_second_sees_both_and_decides(noted, writer):
    seen = str(noted.notes.get().pk)
    save_note(system=noted, name="Our notrump", serves=[], text="Theirs", seen=noted.notes.get(), by=None)
    answer = post(writer, noted, "Our notrump", text="Mine", seen=seen)
    told = text_of(answer.content.decode())
    assert answer.status_code == 400
    assert "Somebody else has changed this note since" in told
    assert "Theirs" in told
    assert "Mine" in told
    assert SystemRow.objects.get(pk=noted.pk).notes.get().text == "Theirs"
    again = str(answer.context["form"]["seen"].value())
    assert post(writer, noted, "Our notrump", text="Mine", seen=again).status_code == 302
    assert SystemRow.objects.get(pk=noted.pk).notes.get().text == "Mine"


def test_a_note_is_removed_with_the_reason_and_brought_back(noted, writer):
    address = reverse("editor:remove_note", args=[noted.slug, "Our notrump"])
    seen = noted.notes.get().pk
    assert writer.post(address, {"seen": "x"}).status_code == 400
    assert writer.post(address, {"seen": seen, "why": "It says nothing"}).status_code == 302
    gone = SystemRow.objects.get(pk=noted.pk)
    assert not gone.notes.exists()
    made = SystemRevision.objects.get(system=gone, number=gone.revision)
    assert (made.summary, made.why) == ("Removed the note Our notrump", "It says nothing")
    assert undo_revision(system=gone, number=gone.revision, by=None).notes.get().text == noted.notes.get().text


def test_a_note_that_was_changed_since_is_not_removed(noted, writer):
    seen = noted.notes.get().pk
    save_note(system=noted, name="Our notrump", serves=[], text="Theirs", seen=noted.notes.get(), by=None)
    writer.post(reverse("editor:remove_note", args=[noted.slug, "Our notrump"]), {"seen": seen})
    assert SystemRow.objects.get(pk=noted.pk).notes.get().text == "Theirs"


def test_the_services_refuse_too(noted):
    seen = noted.notes.get()
    with pytest.raises(NameTaken, match="Our notrump"):
        written(noted, "Our notrump", [])
    save_note(system=noted, name="Other", serves=[], text="", seen=seen, by=None)
    with pytest.raises(Conflict):
        remove_note(system=noted, seen=seen, by=None)


def test_the_history_shows_a_note_before_and_after(noted, writer):
    system = save_note(system=noted, name="Our notrump", serves=[], text="Sound", seen=noted.notes.get(), by=None)
    (change,) = writer.get(reverse("editor:revision", args=[system.slug, 3])).context["changes"]
    assert (change.kind, change.title) == ("Changed", "Note Our notrump")
    assert [(side.label, side.after) for side in change.differing] == [
        ("Serves", "the whole system"),
        ("Text", "Sound"),
    ]
