"""Entries in words: each spec as a reader of the system sees it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bidbase.game.auction import Call
from bidbase.language import fields
from bidbase.language.bids import Key, PatternKey, PriorBids
from bidbase.language.fields import STORED_FIELDS, AnyField, Group
from bidbase.systems import Entry


@dataclass(frozen=True)
class Spec:
    """One field of an entry that is filled in: what it says in words, and its cell as it is written."""

    field: AnyField
    words: str
    text: str


HAND_FIELDS = tuple(field for field in STORED_FIELDS if field.group in (Group.STRENGTH, Group.SUITS))


def specs(entry: Entry, among: Iterable[AnyField] = STORED_FIELDS) -> list[Spec]:
    """The fields that an entry fills in, in the order of the form. What is for editors alone is left out."""
    filled = []
    for field in among:
        if field.hidden or (cell := entry.get(field)) is None:
            continue
        if field.name == "disclosure":
            filled.append(Spec(field, entry.disclosure, entry.disclosure))
        else:
            filled.append(Spec(field, field.say(cell), entry.written(field.name)))
    return filled


def specs_by_group(entry: Entry) -> dict[Group, list[Spec]]:
    """The fields that an entry fills in, under the parts of the form."""
    groups: dict[Group, list[Spec]] = {}
    for spec in specs(entry):
        groups.setdefault(spec.field.group, []).append(spec)
    return groups


def hand_specs(entry: Entry) -> list[Spec]:
    """What an entry says of the hand and how it counts it. An X suit is named by the suits that it may be."""
    suits = " or ".join(suit.title for suit in entry.x_suits())
    x_num, x_points = entry.get(fields.X_NUM), entry.get(fields.X_POINTS)
    filled = []
    for spec in specs(entry, HAND_FIELDS):
        if spec.field is fields.X_NUM and x_num is not None:
            filled.append(replace(spec, words=x_num.words_of(suits)))
        elif spec.field is fields.X_POINTS and x_points is not None:
            filled.append(replace(spec, words=x_points.words("that suit" if x_num else suits)))
        elif spec.text != "x":
            filled.append(spec)
    return filled


def hand_words(entry: Entry) -> str:
    """What a hand must hold to meet an entry, on one line: `15 to 17 HCP; balanced`."""
    return "; ".join(spec.words for spec in hand_specs(entry) if spec.field.judges_hand) or "any hand"


def entry_words(entry: Entry) -> str:
    """What a hand must hold, and when alone the entry is used: `5 to 10 HCP; exactly 6 spades (in first seat)`."""
    return f"{hand_words(entry)} ({entry.when_words})" if entry.when_words else hand_words(entry)


def entry_title(entry: Entry) -> str:
    """What an entry is called: `2♣ after 1NT – Pass`, `the opening 1NT`."""
    words = entry.bid.words()
    if not entry.section:
        return f"the opening {words}"
    there = {PriorBids: "after ", PatternKey: "in "}.get(type(entry.key), "")
    return f"{words} {there}{entry.key.words()}"


def trail(key: Key) -> list[tuple[Call, str]]:
    """Each call with the prior bids that it ends: `1N` with `1N`, then Pass with `1N-P`.

    Nothing for a pattern or a situation, which stand for many auctions.
    """
    calls = key.calls if isinstance(key, PriorBids) else ()
    return [(call, str(PriorBids(calls[: index + 1]))) for index, call in enumerate(calls)]
