"""How a set is made: its words and settings, its boards, and the name of one who takes part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BaseModelFormSet, modelformset_factory
from django.http import QueryDict

from bidbase.bidding.dealer_scripts import MOST_CHARACTERS as MOST_IN_A_SCRIPT
from bidbase.bidding.dealer_scripts import is_dealer_script, parse_dealer_script
from bidbase.bidding.deals_to_order import parse_wanted_hands
from bidbase.errors import IllegalCall, TextError
from bidbase.game.auction import Auction
from bidbase.game.board_files import read_board_file
from bidbase.game.cards import SEATS
from bidbase.game.file_text import MOST_BYTES
from bidbase_web.fields import EngineField
from editor.selectors import SystemRow, bidder_for
from practice.boards.preferences import Preferences
from practice.drill.choices import choices
from practice.drill.drill import Drill
from practice.drill.forms import DrillForm, unfinished_auction
from practice.sets.contents import MOST_BOARDS, TOO_MANY_BOARDS, parse_deal_numbers
from practice.sets.models import BoardSet, DealRequest, Participant, SetBoard
from practice.sets.offered import NewUpload
from practice.settings.forms import RobotsForm

READ_AT_ONCE = 50_000  # bytes: a tenth of a second for the oddest text; a worker reads what is larger
MOST_CHARACTERS = 200_000  # of a text
MOST_FAULTS_AT_ONCE = 5
MOST_DEALT = 32  # boards dealt at once: a worker takes up to a second for each
_WORDS = {"title": "Title", "before": "Text before the first board", "after": "Text after the last board"}
_AREAS: dict[str, Any] = {name: forms.Textarea({"rows": 3}) for name in ("before", "after")}


class WordsForm(forms.ModelForm):  # type: ignore[type-arg]
    """The title of a set, and what is said before and after."""

    class Meta:
        model = BoardSet
        fields = list(_WORDS)
        labels = _WORDS
        widgets = _AREAS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""


class SetForm(WordsForm, RobotsForm):
    """The words of a set, and how its boards are bid."""

    class Meta(WordsForm.Meta):
        fields = [*_WORDS, "our_system", "partner_system", "their_system", "scoring", "feedback", "exam"]
        labels = {
            **_WORDS,
            "our_system": "System of the students",
            "partner_system": "System of their partner",
            "their_system": "System of the opponents",
            "feedback": "Tell students after each call what the system bids",
            "exam": "It is an exam",
        }
        help_texts = {
            "feedback": "If this is off, they read about all their calls at the end of the board.",
            "exam": (
                "No hints, no Undo, no Ask, each board once. Nobody is told anything of their calls before you close"
                " the exam on the page of its results. Then everybody is told everything."
            ),
        }
        widgets = {**_AREAS, "scoring": forms.RadioSelect}

    def __init__(self, systems: Sequence[SystemRow], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, empty in (("our_system", None), ("partner_system", "The same"), ("their_system", None)):
            field = self.fields[name]
            field.queryset = field.queryset.filter(pk__in=[system.pk for system in systems])  # type: ignore[attr-defined]
            field.empty_label = empty  # type: ignore[attr-defined]
        self.fields["scoring"].choices = BoardSet._meta.get_field("scoring").choices  # type: ignore[attr-defined]

    def clean_partner_system(self) -> SystemRow | None:
        """None where partner plays what the student plays, also where that was chosen by name."""
        chosen: SystemRow | None = self.cleaned_data["partner_system"]
        return None if chosen == self.cleaned_data.get("our_system") else chosen

    @staticmethod
    def values(preferences: Preferences, systems: Sequence[SystemRow]) -> dict[str, Any]:
        """What the form shows at first: the choices of its reader."""
        keys = {system.slug: system.pk for system in systems}
        return {
            "our_system": keys[preferences.our_system],
            "partner_system": keys.get(preferences.variant),
            "their_system": keys[preferences.their_system],
            "scoring": preferences.scoring,
            "feedback": True,
            **SetForm.robots_values(preferences),
        }

    def board_set(self, **owner: Any) -> BoardSet:
        """The set, not saved yet; only of a valid form."""
        self.instance.opponents_silent = self.opponents_silent
        self.instance.robots_think = self.robots_think
        for name, value in owner.items():
            setattr(self.instance, name, value)
        return self.instance


def _checked_hands(text: str) -> str:
    """The text of wanted hands, or a script of Dealer, which can be read. Raises `TextError`."""
    if is_dealer_script(text):
        parse_dealer_script(text)
    else:
        parse_wanted_hands(text)
    return text


def _produced_by(text: str) -> int:
    """How many boards a script of Dealer asks for, if it is one and so many can be dealt; else 0."""
    produced = parse_dealer_script(text).produce or 0 if is_dealer_script(text) else 0
    return produced if produced <= MOST_DEALT else 0


class BoardsForm(forms.Form):
    """Boards for a set, in one or more of the ways in which they are named."""

    deals = EngineField(
        parse=parse_deal_numbers,
        label="Deals by number",
        required=False,
        max_length=500,
        help_text="As in 1-8, 12.",
        widget=forms.TextInput({"spellcheck": "false", "autocomplete": "off"}),
    )
    pasted = forms.CharField(
        label="Boards as text",
        required=False,
        max_length=MOST_CHARACTERS,
        help_text=(
            "PBN, LIN, links to a hand viewer; or a deal on each line, as in N:AQ2.K32.KJ32.K32 and so on clockwise,"
            " with - for a hand that is to be dealt. The dealer and the vulnerability may follow, as in E Both."
        ),
        widget=forms.Textarea({"rows": 3, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label="A file of boards",
        required=False,
        max_length=200,
        help_text=f"PBN or LIN, up to {MOST_BYTES // 1_000_000} MB. You choose from its boards on the next page.",
        widget=forms.FileInput({"accept": ".pbn,.lin,.txt"}),
    )
    seat = forms.ChoiceField(
        label="Seat of the student",
        choices=[(seat.letter, seat.title) for seat in SEATS],
        initial="S",
        widget=forms.RadioSelect,
    )

    dealt = forms.IntegerField(
        label="Boards to deal",
        required=False,
        min_value=1,
        max_value=MOST_DEALT,
        help_text=f"Up to {MOST_DEALT}. Say below what they are to be like.",
    )
    wanted = EngineField(
        parse=_checked_hands,
        label="Hands as you want them",
        required=False,
        max_length=MOST_IN_A_SCRIPT,
        help_text=(
            "A line for each condition: a seat, a field of the entries and its cell, as in South hcp 15-17"
            " and then South shape balanced. Or a script of the program Dealer, as in hcp(south) >= 15."
        ),
        widget=forms.Textarea({"rows": 3, "spellcheck": "false"}),
    )
    calls = EngineField(
        parse=unfinished_auction,
        label="Calls before the student",
        required=False,
        max_length=200,
        help_text="As in 1N-P: deals in which the system could have made them, with the student in turn.",
        widget=forms.TextInput({"spellcheck": "false", "autocomplete": "off"}),
    )
    drill = forms.CharField(
        label="Or hands of a drill",
        required=False,
        max_length=1000,
        help_text="The link of the drill, which is on its page. The student sits South.",
        widget=forms.TextInput({"spellcheck": "false", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, system: SystemRow | None = None, already: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self._system, self._already = system, already

    def clean_pasted(self) -> NewUpload | None:
        """The text, read."""
        text = self.cleaned_data["pasted"]
        return _upload("Boards as text", text.encode()) if text.strip() else None

    def clean_file(self) -> NewUpload | None:
        """The file, read if it is small."""
        file = self.cleaned_data["file"]
        if file is None:
            return None
        if file.size > MOST_BYTES:
            raise ValidationError(
                f"The file has {file.size / 1e6:.1f} MB; at most {MOST_BYTES // 1_000_000} can be read."
            )
        return _upload(file.name, file.read())

    def clean_drill(self) -> str:
        """The query of the drill, which must be one of the system of the students."""
        text = self.cleaned_data["drill"].strip()
        if not text or self._system is None:
            return ""
        query = urlsplit(text).query or text
        if Drill.of_query(query).system != self._system.slug:
            raise ValidationError(f"This is no drill of {self._system}, which the students of this set play.")
        bidder = bidder_for(self._system)
        form = DrillForm(self._system.slug, bidder, choices(bidder.system), QueryDict(query))
        if not form.is_valid():
            raise ValidationError([fault for faults in form.errors.values() for fault in faults])
        return form.drill().query

    def clean(self) -> dict[str, Any]:
        """There must be a board, and not too many; what is to be dealt has a number and says what."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        if not cleaned["dealt"]:
            cleaned["dealt"] = _produced_by(cleaned["wanted"] or "")
        dealt, drill, described = cleaned["dealt"] or 0, cleaned["drill"], bool(cleaned["wanted"] or self._calls)
        if dealt and not drill and not described:
            raise ValidationError("Say what the boards to deal are to be like: hands, calls, or a drill.")
        if not dealt and (drill or described):
            raise ValidationError("Say how many boards are to be dealt.")
        if self._calls and is_dealer_script(cleaned["wanted"]):
            raise ValidationError("A script says all that the deals are to be like. Leave the calls out.")
        if drill and described:
            raise ValidationError("A drill has hands and calls of its own. Leave one of the two out.")
        count = self._already + len(self.boards()) + dealt
        if count == self._already and not self.uploads():
            raise ValidationError("Name the boards in one of these ways.")
        if count > MOST_BOARDS:
            raise ValidationError(f"These are {count} boards, and {TOO_MANY_BOARDS}.")
        return cleaned

    @property
    def _calls(self) -> str:
        return str(self.cleaned_data["calls"] or "")

    def deal_request(self) -> DealRequest | None:
        """What a worker is to deal, not saved yet, if anything; only of a valid form."""
        cleaned = self.cleaned_data
        if not cleaned["dealt"]:
            return None
        return DealRequest(
            count=cleaned["dealt"],
            seat=cleaned["seat"],
            hands=cleaned["wanted"],
            calls=self._calls,
            drill=cleaned["drill"],
        )

    def boards(self) -> Sequence[int]:
        """The numbers of deals; only of a valid form."""
        numbers: Sequence[int] = self.cleaned_data["deals"]
        return numbers

    def uploads(self) -> list[NewUpload]:
        """The texts and files from which boards are to be chosen; only of a valid form."""
        return [upload for name in ("pasted", "file") if (upload := self.cleaned_data[name]) is not None]


def _upload(name: str, content: bytes) -> NewUpload:
    """What somebody brings. Raises `ValidationError` where it is small and has no board."""
    if len(content) > READ_AT_ONCE:
        return NewUpload(name, content, None)
    read = read_board_file(content)
    if not read.boards:
        words = [f"{str(fault)[:1].upper()}{str(fault)[1:]}." for fault in read.faults]
        raise ValidationError(words[:MOST_FAULTS_AT_ONCE])
    return NewUpload(name, content, read)


class SetBoardForm(forms.ModelForm):  # type: ignore[type-arg]
    """The seat, the given calls and the words of a board. When somebody has begun it, its words alone can change."""

    class Meta:
        model = SetBoard
        fields = ["seat", "calls", "before", "after"]
        labels = {
            "seat": "Seat of the student",
            "calls": "Calls that are given",
            "before": "Text before the board",
            "after": "Text after the board",
        }
        help_texts = {"calls": "From the dealer on, as in P-1C-1S."}
        widgets = {name: forms.Textarea({"rows": 2}) for name in ("before", "after")}

    def __init__(self, *args: Any, begun: frozenset[int] = frozenset(), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self.begun = self.instance.pk in begun
        self.fields["seat"].disabled = self.fields["calls"].disabled = self.begun

    def clean_calls(self) -> str:
        """The calls, as an auction that is not over."""
        board = self.instance
        try:
            auction = Auction.parse(self.cleaned_data["calls"], board.dealer, board.vulnerability)
        except (TextError, IllegalCall) as error:
            raise ValidationError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
        if auction.finished:
            raise ValidationError("The auction is over after these calls, and nothing is left for the student.")
        return str(auction)


class SetBoardForms(BaseModelFormSet):  # type: ignore[type-arg]
    """The boards of a set, each with its place and a box that takes it out."""

    def add_fields(self, form: Any, index: int | None) -> None:
        """The place and the box of a board."""
        super().add_fields(form, index)
        place, box = form.fields["ORDER"], form.fields["DELETE"]
        place.label, box.label = "Place in the set", "Take this board out"
        place.widget.attrs["min"] = 1
        if form.begun:
            box.help_text = "Those who have bid it keep it among their own boards. An open auction ends."

    def clean(self) -> None:
        """A set keeps a board."""
        super().clean()
        if len(self.deleted_forms) == len(self.forms):
            raise ValidationError("A set needs a board. Leave one in.")


SetBoardFormSet = modelformset_factory(
    SetBoard,
    form=SetBoardForm,
    formset=SetBoardForms,
    extra=0,
    can_delete=True,
    can_order=True,
    max_num=MOST_BOARDS,
    absolute_max=MOST_BOARDS,
)


class JoinForm(forms.ModelForm):  # type: ignore[type-arg]
    """The name under which somebody takes part."""

    class Meta:
        model = Participant
        fields = ["nickname"]
        labels = {"nickname": "Your name in this set"}
        help_texts = {"nickname": "Whoever has made the set sees it beside your calls."}
        widgets = {"nickname": forms.TextInput({"autocomplete": "nickname"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
