"""People who write their own systems: they open the form, type beside the live panel, save, and look at the history."""

import random
import re
import time
from contextlib import suppress
from html.parser import HTMLParser
from urllib.parse import unquote

from tests.load.class_room import ClassRoom, Over
from tests.load.sites import Site
from tests.load.student import PATIENCE, Page, Student, Unexpected

BASE, SECTION = "sayc", "1N-P"
SAVED = 5  # entries that each of them changes
TYPED = ("8", "8-", "8-9")  # into the field for points, before each answer of the live panel
WORDS = ("stayman", "transfers", "weak two", "raise", "forcing")
SWEPT = "was swept on"  # the page of findings says so of the present revision
SWEEP_SECONDS = 120.0  # for which each of them waits for the sweep of all changes at most
MOST = 40  # more accounts from one address have to wait
PASSWORD = "a-password-for-the-load"
COPY = re.compile(r"/system/([\w-]+)/")
ENTRY = re.compile(r'href="/system/[\w-]+/entry/([^"?]+)/')


class _Inputs(HTMLParser):
    """Reads the inputs of a form, with what is in them."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self._form, self._inside, self._select = form, False, ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = given.get("id") == self._form
        name = given.get("name", "")
        if self._inside and tag == "input" and (given.get("type") != "checkbox" or "checked" in given):
            self.values[name] = given.get("value", "")
        elif self._inside and tag == "select":
            self._select = name
        elif self._inside and tag == "option" and "selected" in given:
            self.values[self._select] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False


def inputs_of(page: Page, form: str) -> dict[str, str]:
    """What a browser would send of a form of this page; texts of more than one line are left out."""
    reader = _Inputs(form)
    reader.feed(page.text)
    return {name: value for name, value in reader.values.items() if name != "csrfmiddlewaretoken"}


def editing(site: Site, people: int, room: ClassRoom) -> None:
    """So many people, 40 at most, who each make a system of their own and change some of its entries.

    They stop when it is time to leave, and wait for the sweep of what they have changed by then.
    """
    with room.of_people(min(people, MOST)) as threads:
        editors = [Student(site.port, PATIENCE) for _ in range(min(people, MOST))]
        for work in [threads.submit(_edit, editor, number, room) for number, editor in enumerate(editors)]:
            work.result()


def _edit(editor: Student, number: int, room: ClassRoom) -> None:
    with suppress(Unexpected, ConnectionError):
        page = editor.get("/account/sign-up/")
        account = {"username": f"editor-{number}-{time.time():.0f}", "password1": PASSWORD, "password2": PASSWORD}
        with room.waits.of("sign-up"):
            editor.send(page, "/account/sign-up/", account)
        page = editor.get(f"/system/{BASE}/about/")
        with room.waits.of("copy"):
            page = editor.send(page, f"/system/{BASE}/copy/", {"title": f"Ours {number}"})
        found = COPY.search(page.address)
        assert found is not None, page.address
        with suppress(Over):
            _change_entries(editor, found[0], room)
        with room.waits.of("sweep of it all"):
            _wait_for_sweep(editor, f"{found[0]}findings/")


def _change_entries(editor: Student, system: str, room: ClassRoom) -> None:
    refs = list(dict.fromkeys(ENTRY.findall(editor.get(f"{system}grid/?after={SECTION}").text)))
    for ref, word in zip(random.sample(refs, SAVED), WORDS, strict=True):
        _change(editor, system, unquote(ref), room)
        with room.waits.of("search"):
            editor.get(f"{system}search/?text={word.replace(' ', '+')}")


def _wait_for_sweep(editor: Student, address: str) -> None:
    """Look at the findings of a system until it is swept as it is now. The first sweep includes its base."""
    deadline = time.monotonic() + SWEEP_SECONDS
    while SWEPT not in editor.get(address).text:
        if time.monotonic() > deadline:
            raise Unexpected(f"no end within {SWEEP_SECONDS:g} s at {address}")
        time.sleep(1)


def _change(editor: Student, system: str, ref: str, room: ClassRoom) -> None:
    """Open an entry, try other points, save other words, and look at what has changed."""
    address = f"{system}write/entry/{ref}/"
    with room.waits.of("form"):
        page = editor.get(address)
    form = inputs_of(page, "entry-form")
    for points in TYPED:
        room.think()
        with room.waits.of("live panel"):
            editor.send(page, f"{system}write/check/", {**form, "hcp": points})
    with room.waits.of("save with its test"):
        editor.send(page, address, {**form, "do": "save", "disclosure": "As we play it", "why": "Agreed today"})
    with room.waits.of("history"):
        editor.get(f"{system}history/")
