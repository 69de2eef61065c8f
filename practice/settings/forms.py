"""The settings of the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms

from bidbase.game.cards import SEATS
from bidbase.game.dealing import MAX_DEAL_NUMBER
from editor.selectors import SystemRow
from practice.boards.models import StudentBoard
from practice.boards.preferences import Preferences

SAME = "The same as I do"
NO_SYSTEM = "There is no system %(value)s."
OPPONENTS = [("bid", "Bid"), ("silent", "Stay silent")]
ROBOTS = [("book", "By the book"), ("think", "Thinking")]


class RobotsForm(forms.Form):
    """What robots do: whether the opponents bid, and how all robots choose their calls."""

    opponents = forms.ChoiceField(choices=OPPONENTS, widget=forms.RadioSelect)
    robots = forms.ChoiceField(
        label="Robots bid",
        choices=ROBOTS,
        required=False,
        widget=forms.RadioSelect,
        help_text=(
            "Where the book says little, robots that think bid each call on over many deals. That takes a second, and"
            " the calls of people are judged in the same way."
        ),
    )

    @staticmethod
    def robots_values(preferences: Preferences) -> dict[str, str]:
        """What these fields show at first."""
        return {
            "opponents": "silent" if preferences.opponents_silent else "bid",
            "robots": "think" if preferences.robots_think else "book",
        }

    @property
    def opponents_silent(self) -> bool:
        """Whether the opponents always pass; only of a valid form."""
        return bool(self.cleaned_data["opponents"] == "silent")

    @property
    def robots_think(self) -> bool:
        """Whether robots think; only of a valid form."""
        return bool(self.cleaned_data["robots"] == "think")


class BoardForm(RobotsForm):
    """The deal to bid and how, in a seat that is known."""

    deal_number = forms.IntegerField(
        label="Deal number",
        required=False,
        min_value=1,
        max_value=MAX_DEAL_NUMBER,
        help_text="The same number is always the same deal. Leave it blank for a random one.",
        error_messages={"invalid": "A deal number is written in digits."},
    )
    scoring = forms.ChoiceField(choices=StudentBoard._meta.get_field("scoring").choices or [], widget=forms.RadioSelect)
    our_system = forms.ChoiceField(label="I play")
    partner_system = forms.ChoiceField(
        label="My partner plays",
        required=False,
        help_text="You may play two variants: each of you bids by one and reads the other's calls in the other.",
    )
    their_system = forms.ChoiceField(label="The opponents play")
    feedback = forms.BooleanField(
        label="Tell me after each call whether the system agrees",
        help_text="If this is off, you read about all your calls at the end.",
        required=False,
    )

    def __init__(self, systems: Sequence[SystemRow], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        choices = [(system.slug, system.title) for system in systems]
        for name in ("our_system", "their_system"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]
        if "partner_system" in self.fields:
            self.fields["partner_system"].choices = [("", SAME), *choices]  # type: ignore[attr-defined]

    @staticmethod
    def values(preferences: Preferences, deal_number: int | None) -> dict[str, Any]:
        """What the form shows at first."""
        return {
            **preferences.to_session(),
            "deal_number": deal_number,
            **BoardForm.robots_values(preferences),
        }

    def preferences(self) -> Preferences:
        """What was chosen; only of a valid form."""
        chosen = self.cleaned_data
        return Preferences(
            our_system=chosen["our_system"],
            their_system=chosen["their_system"],
            scoring=chosen["scoring"],
            opponents_silent=self.opponents_silent,
            feedback=chosen["feedback"],
            partner_system=chosen.get("partner_system", ""),
            robots_think=self.robots_think,
        )


class SettingsForm(BoardForm):
    """The deal to bid, how, and in which seat."""

    seat = forms.ChoiceField(choices=[(seat.letter, seat.title) for seat in SEATS], widget=forms.RadioSelect)

    def preferences(self) -> Preferences:
        """What was chosen; only of a valid form."""
        return replace(super().preferences(), seat=self.cleaned_data["seat"])


class LinkForm(forms.Form):
    """The settings in the address of a deal. What it leaves out is as the visitor has it.

    Partner plays the system that the link names, if it names none for partner; and robots bid by the book there, if it
    does not say that they think.
    """

    system = forms.ChoiceField(required=False, error_messages={"invalid_choice": NO_SYSTEM})
    partner = forms.ChoiceField(required=False, error_messages={"invalid_choice": NO_SYSTEM})
    their = forms.ChoiceField(required=False, error_messages={"invalid_choice": NO_SYSTEM})
    seat = forms.ChoiceField(
        choices=[(seat.letter, seat.title) for seat in SEATS],
        required=False,
        error_messages={"invalid_choice": "A seat is N, E, S or W, not %(value)s."},
    )
    opponents = forms.ChoiceField(
        choices=OPPONENTS,
        required=False,
        error_messages={"invalid_choice": "The opponents can be bid or silent, not %(value)s."},
    )
    robots = forms.ChoiceField(
        choices=ROBOTS,
        required=False,
        error_messages={"invalid_choice": "The robots can be book or think, not %(value)s."},
    )
    scoring = forms.ChoiceField(
        choices=StudentBoard._meta.get_field("scoring").choices or [],
        required=False,
        error_messages={"invalid_choice": "Scoring is IMP or MP, not %(value)s."},
    )

    def __init__(self, systems: Sequence[SystemRow], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("system", "partner", "their"):
            self.fields[name].choices = [(system.slug, system.title) for system in systems]  # type: ignore[attr-defined]

    def over(self, usual: Preferences) -> Preferences:
        """The choices of the link, and these where it says nothing; only of a valid form."""
        given = self.cleaned_data
        return replace(
            usual,
            our_system=given["system"] or usual.our_system,
            partner_system=given["partner"] or ("" if given["system"] else usual.partner_system),
            their_system=given["their"] or usual.their_system,
            seat=given["seat"] or usual.seat,
            scoring=given["scoring"] or usual.scoring,
            opponents_silent=given["opponents"] == "silent" if given["opponents"] else usual.opponents_silent,
            robots_think=given["robots"] == "think"
            or (usual.robots_think and not (given["robots"] or given["system"])),
        )


class ChipForm(forms.Form):
    """A choice that Home shows as a chip: a system for oneself, partner or the opponents, or that these stay silent."""

    our_system = forms.ChoiceField(required=False, error_messages={"invalid_choice": NO_SYSTEM})
    partner_system = forms.ChoiceField(required=False, error_messages={"invalid_choice": NO_SYSTEM})
    their_system = forms.ChoiceField(required=False, error_messages={"invalid_choice": NO_SYSTEM})
    silent = forms.ChoiceField(choices=[("yes", "Silent")], required=False)

    def __init__(self, systems: Sequence[SystemRow], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("our_system", "partner_system", "their_system"):
            self.fields[name].choices = [(system.slug, system.title) for system in systems]  # type: ignore[attr-defined]

    def over(self, usual: Preferences) -> Preferences:
        """The choices with the chip that was pressed; only of a valid form. Opponents with a system bid."""
        given = self.cleaned_data
        if given["silent"]:
            return replace(usual, opponents_silent=True)
        if given["their_system"]:
            return replace(usual, their_system=given["their_system"], opponents_silent=False)
        if given["partner_system"]:
            return replace(usual, partner_system=given["partner_system"])
        return replace(usual, our_system=given["our_system"] or usual.our_system)
