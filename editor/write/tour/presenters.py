"""The steps of the tour: what to do at each, and at which place of the page."""

from __future__ import annotations

from dataclasses import dataclass

from bidbase.game.auction import PASS, Call
from bidbase.systems import Entry
from bidbase_web.guides import GuideStep
from editor.store.systems.models import SystemRow
from editor.write.tour.small_change import CalledOtherwise

STEPS = 6
WRITING = ("write", "write_check")


@dataclass(frozen=True)
class Tour:
    """How far a visitor has come with the tour, and the `page` that they are on.

    The page has the name of its address, blank where the tour does not speak of it. `base` is the system that the
    visitor takes, and `own` the one that they change, None while they have none. `entry` is the entry as it is in
    `own`, None where it is gone, and `hcp` the points that are proposed for it; `weak_two` tells what kind of opening
    it is. `typed` tells that the form says something else than the entry. `revision` is the first in which the visitor
    has changed it, None while they have not; then `taken_back` tells that it says again what it said, and `found` is a
    hand that the change concerns. `asked` is the hand that they ask about.
    """

    page: str
    account: bool
    base: SystemRow
    own: SystemRow | None
    entry: Entry | None
    hcp: str
    weak_two: bool
    typed: bool
    revision: int | None
    taken_back: bool
    found: CalledOtherwise | None
    asked: str

    @property
    def step(self) -> GuideStep:
        """The first step that is not done, as it is told on this page."""
        if self.own is None:
            return _copy(self)
        if self.revision is None:
            return _change(self, self.own)
        if self.page in ("history", "revision") or self.taken_back:
            return _history(self, self.revision)
        return _table(self)

    @property
    def marked(self) -> str:
        """The id of the entry that is marked on this page; blank for none."""
        return self.entry.id if self.entry and self.step.place == "entry" else ""


def _copy(tour: Tour) -> GuideStep:
    if not tour.account:
        return _step(1, "account", "An account", "A name and a password are enough. Then the tour goes on.")
    text = f"{tour.base.title} stays as it is. Choose “Take as a base”, and you have a copy that you can change."
    return _step(1, "copy", "A copy of your own", text)


def _change(tour: Tour, own: SystemRow) -> GuideStep:
    entry = tour.entry
    if entry is None:
        return _step(2, "gone", "The entry", "Somebody has removed the entry of this tour. Begin the tour again.")
    if tour.page in WRITING and tour.typed:
        text = (
            "The panel tells whether the test hand comes out, and what would change. Then say why, and choose “Save”."
        )
        return _step(4, "panel", "What it does", text)
    if tour.page in WRITING:
        text = f"The field HCP says {entry.text('hcp')}. Write {tour.hcp}, and the opening takes in more hands."
        return _step(3, "hcp", "The change", text)
    when = entry.when_words
    only = f" It applies in one case: {when}. Other cases have entries of their own." if when else ""
    if tour.page == "entry":
        text = f"This is what the entry asks of a hand.{only} Choose “Edit this entry”."
        return _step(2, "edit", "The entry", text)
    opening = f"{entry.bid.words()}: {entry.disclosure}" if entry.disclosure else entry.bid.words()
    which = f"We change the opening {opening.rstrip('.')}.{only}"
    if not tour.weak_two:
        which = f"This system has no weak two that can be widened. {which}"
    if tour.page == "system":
        return _step(2, "entry", "The entry", f"{which} Choose the marked entry.")
    return _step(2, "openings", "The entry", f"{which} It is in {own.title}.")


def _table(tour: Tour) -> GuideStep:
    found = tour.found
    if tour.page == "ask" and found is not None and tour.asked == str(found.hand):
        text = f"With this hand your system {_does(found.after)} now. Before your change it {_did(found.before)}."
        return _step(5, "answer", "At the table", text)
    if tour.page == "ask":
        return _step(5, "answer", "At the table", "This is what your system says, with your change in it.")
    if found is None:
        return _step(5, "table", "At the table", "Your change is saved. No hand was found that calls otherwise now.")
    text = f"Your change is saved: with {found.hand} your system {_does(found.after)} now. Ask it."
    return _step(5, "table", "At the table", text)


def _history(tour: Tour, revision: int) -> GuideStep:
    if tour.taken_back:
        text = "The entry says again what it said. This was the tour; the page About has the button to begin it again."
        return _step(6, "end", "The history", text)
    if tour.page == "revision":
        text = "Here is your change, before and after. “Take this change back” undoes it, now or later."
        return _step(6, "undo", "The history", text)
    text = f"Every change is kept, with who made it, when and why. Choose Revision {revision} to see yours."
    return _step(6, "revision", "The history", text)


def _step(number: int, place: str, title: str, text: str) -> GuideStep:
    return GuideStep(place, title, text, number, STEPS)


def _does(call: Call) -> str:
    return "passes" if call is PASS else f"opens {call.title}"


def _did(call: Call) -> str:
    return "passed" if call is PASS else f"opened {call.title}"
