"""People who write their own systems: they open the form, type beside the live panel, save, and look at the history."""

import random
import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from html.parser import HTMLParser
from urllib.parse import unquote

from tests.load.scenarios import Waits
from tests.load.sites import Site
from tests.load.student import Page, Student, Unexpected

BASE, SECTION = "sayc", "1N-P"
SAVED = 5  # entries that each of them changes
TYPED = ("8", "8-", "8-9")  # into the field for points, before each answer of the live panel
WORDS = ("stayman", "transfers", "weak two", "raise", "forcing")
SWEPT = "was swept on"  # the page of findings says so of the present revision
SWEEP_SECONDS = 900.0  # for which each of them waits for the sweep of all changes
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


def editing(site: Site, people: int, think: float) -> str:
    """So many people, 40 at most, who each make a system of their own and change some of its entries."""
    waits = Waits()
    with ThreadPoolExecutor(min(people, MOST)) as class_room:
        numbers = range(min(people, MOST))
        working = [class_room.submit(_edit, Student(site.port), number, think, waits) for number in numbers]
        for work in working:
            work.result()
    return waits.report()


def _edit(editor: Student, number: int, think: float, waits: Waits) -> None:
    with suppress(Unexpected, ConnectionError):
        page = editor.get("/account/sign-up/")
        account = {"username": f"editor-{number}-{time.time():.0f}", "password1": PASSWORD, "password2": PASSWORD}
        with waits.of("sign-up"):
            editor.send(page, "/account/sign-up/", account)
        page = editor.get(f"/system/{BASE}/about/")
        with waits.of("copy"):
            page = editor.send(page, f"/system/{BASE}/copy/", {"title": f"Ours {number}"})
        found = COPY.search(page.address)
        assert found is not None, page.address
        system = found[0]
        refs = list(dict.fromkeys(ENTRY.findall(editor.get(f"{system}grid/?after={SECTION}").text)))
        for ref, word in zip(random.sample(refs, SAVED), WORDS, strict=True):
            _change(editor, system, unquote(ref), think, waits)
            with waits.of("search"):
                editor.get(f"{system}search/?text={word.replace(' ', '+')}")
        with waits.of("sweep of it all"):
            _wait_for_sweep(editor, f"{system}findings/")


def _wait_for_sweep(editor: Student, address: str) -> None:
    """Look at the findings of a system until it is swept as it is now. The first sweep includes that of its base."""
    deadline = time.monotonic() + SWEEP_SECONDS
    while SWEPT not in editor.get(address).text:
        if time.monotonic() > deadline:
            raise Unexpected(f"no sweep at {address}")
        time.sleep(1)


def _change(editor: Student, system: str, ref: str, think: float, waits: Waits) -> None:
    """Open an entry, try other points, save other words, and look at what has changed."""
    address = f"{system}write/entry/{ref}/"
    with waits.of("form"):
        page = editor.get(address)
    form = inputs_of(page, "entry-form")
    for points in TYPED:
        time.sleep(think * random.uniform(0.5, 1.5))
        with waits.of("live panel"):
            editor.send(page, f"{system}write/check/", {**form, "hcp": points})
    with waits.of("save with its test"):
        editor.send(page, address, {**form, "do": "save", "disclosure": "As we play it", "why": "Agreed today"})
    with waits.of("history"):
        editor.get(f"{system}history/")
