"""What a system is to be taught: a hand, the auction before it, and the call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from bidbase.errors import TextError
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand, Seat, Vulnerability
from bidbase.language.circumstances import Scoring, User
from bidbase_web.fields import EngineField

_USUAL = {"dealer": Seat.NORTH.letter, "vulnerability": str(Vulnerability.NONE), "scoring": Scoring.IMP.value}


def _call_or_none(text: str) -> Call | None:
    return Call.parse(text) if text else None


class LessonForm(forms.Form):
    """A hand with its place, as Ask's addresses have them, and the call that it is to make; None while it is chosen.

    `user` is `T` where the hand belongs to those whom the selection codes call "they". `against` names the system of
    the opponents, where that is another one. `cleaned_data` has the engine's objects.
    """

    hand = EngineField(parse=Hand.parse, max_length=80)
    auction = EngineField(max_length=1500, required=False)
    dealer = EngineField(parse=Seat.parse)
    vulnerability = EngineField(parse=Vulnerability.parse)
    scoring = EngineField(parse=Scoring.parse)
    user = forms.ChoiceField(choices=[(user.value, user.name) for user in User], required=False)
    against = forms.CharField(max_length=100, required=False)
    call = EngineField(parse=_call_or_none, max_length=10, required=False)

    def __init__(self, query: Mapping[str, str]) -> None:
        """The form for this `query`. What the query leaves out counts as usual."""
        given = {name: query[name] for name in self.base_fields if query.get(name, "").strip()}
        super().__init__({**_USUAL, **given})

    def clean(self) -> dict[str, Any]:
        """Read the auction, which needs dealer and vulnerability, and see whether the call is legal after it."""
        read = self.cleaned_data
        if not {"dealer", "vulnerability", "auction"} <= read.keys():
            return read
        try:
            auction = Auction.parse(read["auction"], read["dealer"], read["vulnerability"])
            if auction.finished:
                raise TextError("the auction is over, nobody is to call", str(auction))
        except TextError as error:
            self._refuse("auction", error)
            return read
        read["auction"] = auction
        call = read.get("call")
        if call is not None and (why := auction.why_illegal(call)):
            self._refuse(
                "call", TextError(f"{call.title} is not legal after {auction or 'the start'}: {why}", str(call))
            )
        return read

    def _refuse(self, name: str, error: TextError) -> None:
        field = self.fields[name]
        assert isinstance(field, EngineField)
        self.add_error(name, field.refusal(error))

    def faults(self) -> list[str]:
        """What is wrong, each fault after the name of its field."""
        return [f"{name.capitalize()}: {' '.join(map(str, errors))}" for name, errors in self.errors.items()]

    def query(self, **changed: str) -> dict[str, str]:
        """The address of a valid lesson, as far as it is not the usual one, with these changes."""
        texts = {name: str(self.data.get(name, "")) for name in self.base_fields} | changed
        return {name: text for name, text in texts.items() if text}
