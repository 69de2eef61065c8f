"""How boards of a file are chosen for a set: all, by their numbers, at random, or ticked."""

from __future__ import annotations

import random
from collections.abc import Container, Sequence
from typing import Any

from django import forms

from bidbase.game.cards import SEATS
from bidbase_web.fields import EngineField
from practice.sets.contents import MOST_BOARDS, parse_deal_numbers
from practice.sets.offered import ChosenBoards, GivenCalls, OfferedBoard, labels

ALL, NUMBERS, RANDOM, TICKED = "all", "numbers", "random", "ticked"


class ChooseForm(forms.Form):
    """Which boards of a file are added to a set, and what is taken of them besides their cards."""

    which = forms.ChoiceField(
        label="Boards",
        choices=[
            (ALL, "All that are not in the set yet"),
            (NUMBERS, "These numbers"),
            (RANDOM, "So many at random"),
            (TICKED, "Those ticked below"),
        ],
        widget=forms.RadioSelect,
    )
    numbers = EngineField(
        parse=parse_deal_numbers,
        label="Numbers",
        required=False,
        max_length=500,
        help_text="As in 1-16, 20.",
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    count = forms.IntegerField(label="How many at random", required=False, min_value=1, max_value=MOST_BOARDS)
    ticked = forms.TypedMultipleChoiceField(coerce=int, required=False)
    calls = forms.ChoiceField(
        label="Calls that are given",
        choices=[
            (GivenCalls.NONE.value, "None: the student bids from the beginning"),
            (GivenCalls.FIRST.value, "Those of the file before the student's first call"),
            (GivenCalls.ALL.value, "All of the file, as long as the student has one left to make"),
        ],
        widget=forms.RadioSelect,
    )
    texts = forms.BooleanField(
        label="Take over what the file says",
        required=False,
        help_text="As text before and after the board, which you can change later.",
    )
    seat = forms.ChoiceField(
        label="Seat of the student", choices=[(seat.letter, seat.title) for seat in SEATS], widget=forms.RadioSelect
    )

    def __init__(self, boards: Sequence[OfferedBoard], taken: Container[int], already: int, **kwargs: Any) -> None:
        """`taken` are the places of boards that the set has; it has `already` so many in all."""
        super().__init__(**kwargs)
        self.label_suffix = ""
        self._boards, self._already = boards, already
        self._left = [place for place in range(len(boards)) if place not in taken]
        self._places = {label: place for place, label in enumerate(labels(boards))}
        self.fields["ticked"].choices = [(place, place) for place in range(len(boards))]  # type: ignore[attr-defined]
        if not any(board.calls for board in boards):
            self.fields["calls"].required = False
        whole = any(board.auction.finished for board in boards)
        self.initial = {
            "which": ALL if len(self._left) <= MOST_BOARDS - already else NUMBERS,
            "calls": GivenCalls.NONE.value if whole else GivenCalls.ALL.value,
            "texts": True,
            **self.initial,
        }

    @property
    def has_calls(self) -> bool:
        """Whether there are calls to take over."""
        return any(board.calls for board in self._boards)

    @property
    def has_words(self) -> bool:
        """Whether the file says anything of its boards."""
        return any(board.before or board.after or board.notes for board in self._boards)

    def clean(self) -> dict[str, Any]:
        """Boards must be chosen, in one way, and not more than the set has room for."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        if cleaned["ticked"] and cleaned["which"] != TICKED:
            self.add_error("which", "You have ticked boards. Choose “Those ticked below”, or tick none.")
            return cleaned
        places = self._chosen(cleaned)
        room = MOST_BOARDS - self._already
        if len(places) > room and not self.errors:
            self.add_error("which", _too_many(len(places), room))
        elif not places and not self.errors:
            self.add_error("which", "No board is chosen.")
        cleaned["places"] = places
        return cleaned

    def _chosen(self, cleaned: dict[str, Any]) -> list[int]:
        match cleaned["which"]:
            case "numbers":
                if unknown := [number for number in cleaned["numbers"] if number not in self._places]:
                    self.add_error("numbers", f"The file has no board {unknown[0]}.")
                    return []
                return [self._places[number] for number in cleaned["numbers"]]
            case "random":
                return self._at_random(cleaned["count"] or 0)
            case "ticked":
                return sorted({*cleaned["ticked"]})
        return self._left

    def _at_random(self, count: int) -> list[int]:
        """So many boards of those that are left, in the order of the file."""
        if not count:
            self.add_error("count", "Say how many.")
        elif count > len(self._left):
            self.add_error("count", f"Only {len(self._left)} boards are left.")
        return sorted(random.sample(self._left, min(count, len(self._left))))

    @property
    def chosen(self) -> ChosenBoards:
        """What is chosen; only of a valid form."""
        cleaned = self.cleaned_data
        calls = GivenCalls(cleaned["calls"] or GivenCalls.NONE)
        return ChosenBoards(tuple(cleaned["places"]), cleaned["seat"], calls, cleaned["texts"])


def _too_many(count: int, room: int) -> str:
    if not room:
        return f"The set is full: it has {MOST_BOARDS} boards. Make another set for these."
    return (
        f"These are {count} boards, and the set has room for {room} more. Choose fewer: by their numbers, by ticking,"
        " or at random. Another set can take the rest."
    )
