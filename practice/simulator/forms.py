"""The question that the simulator is asked, and how many of its deals are kept as a set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django import forms

from bidbase.bidding.contract_odds import parse_contracts
from bidbase.bidding.deal_search import calls_before
from bidbase.bidding.deals_to_order import parse_wanted_hand, wanted_text
from bidbase.errors import TextError
from bidbase.game.auction import Auction, Contract
from bidbase.game.cards import SEATS, Seat, Vulnerability
from bidbase_web.fields import EngineField
from editor.selectors import SystemRow, SystemVersion, bidder_for
from practice.boards.preferences import usual_system
from practice.sets.contents import MOST_BOARDS
from practice.simulator.question import MOST_DEALS, USUAL_DEALS, DealQuestion, Played

_PLAIN = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false", "class": "code"}
HANDS = tuple(seat.title.lower() for seat in SEATS)
USUAL_SET = 16


def _hand_text(seat: Seat, text: str) -> str:
    wanted = parse_wanted_hand(text, seat)
    return "" if wanted is None else wanted_text(wanted)


def _hand_field(seat: Seat) -> EngineField:
    return EngineField(
        parse=lambda text: _hand_text(seat, text),
        label=seat.title,
        required=False,
        max_length=400,
        widget=forms.Textarea({**_PLAIN, "rows": 2}),
    )


class SimulatorForm(forms.Form):
    """Which deals, how many, and which contracts. `question` and `weighed` have what was read."""

    south = _hand_field(Seat.SOUTH)
    north = _hand_field(Seat.NORTH)
    west = _hand_field(Seat.WEST)
    east = _hand_field(Seat.EAST)
    auction = EngineField(
        label="Calls so far",
        required=False,
        max_length=400,
        help_text="From the dealer on, as in 1N-P-2C-P. Each player has a hand with which the system could call so.",
        widget=forms.TextInput(_PLAIN),
    )
    entry = forms.CharField(
        label="Entry",
        required=False,
        max_length=400,
        help_text="The player in turn calls by this entry. Its page has a link that fills this in.",
        widget=forms.TextInput(_PLAIN),
    )
    dealer = EngineField(parse=Seat.parse, widget=forms.Select(choices=[(seat.letter, seat.title) for seat in SEATS]))
    vulnerability = EngineField(
        parse=Vulnerability.parse,
        label="Vulnerable",
        widget=forms.Select(choices=[(str(each), each.who) for each in Vulnerability]),
    )
    system = forms.ChoiceField(error_messages={"invalid_choice": "There is no system %(value)s."})
    contracts = EngineField(
        label="Contracts to weigh",
        required=False,
        max_length=120,
        help_text="As in 4S, 3S or 3N by North, 4S. The first is compared with each of the others.",
        widget=forms.TextInput(_PLAIN),
    )
    declarer = EngineField(parse=Seat.parse, widget=forms.Select(choices=[(seat.letter, seat.title) for seat in SEATS]))
    deals = forms.IntegerField(
        label="Deals",
        min_value=1,
        max_value=MOST_DEALS,
        help_text=f"Up to {MOST_DEALS:,}. The more there are, the smaller the error.",
    )

    def __init__(self, systems: Sequence[SystemRow], query: Mapping[str, str] | None = None) -> None:
        """Of `query`, what is left out counts as usual; without one the form is still to be filled in."""
        usual = usual_question(systems)
        super().__init__(None if query is None else {**usual, **query}, initial=usual, label_suffix="")
        self._systems = {system.slug: system for system in systems}
        self.fields["system"].choices = [(system.slug, system.title) for system in systems]  # type: ignore[attr-defined]
        for name in self.errors:
            self.fields[name].widget.attrs["aria-invalid"] = "true"

    def clean(self) -> dict[str, Any]:
        """Read what depends on several fields: calls, entry and contracts."""
        read = self.cleaned_data
        read["system"] = self._systems.get(read.get("system", ""))
        if not self.errors.keys() & {"system", "dealer", "vulnerability"}:
            self._read_calls(read)
        try:
            read["contracts"] = parse_contracts(read.get("contracts", ""), read.get("declarer", Seat.SOUTH))
        except TextError as error:
            self._refuse("contracts", error)
        return read

    def _read_calls(self, read: dict[str, Any]) -> None:
        """The auction, which is that of the entry where none is written."""
        calls, ref = read.get("auction", ""), read["entry"].strip() if "entry" in read else ""
        try:
            if ref:
                entry = bidder_for(read["system"]).system.by_id.get(ref)
                if entry is None:
                    self.add_error("entry", f"{read['system'].title} has no entry {ref}.")
                    return
                if not calls and (calls := calls_before(entry)) is None:
                    raise TextError("this entry serves many auctions; write the one that you mean")
            read["auction"] = Auction.parse(calls or "", read["dealer"], read["vulnerability"])
            if ref and read["auction"].finished:
                raise TextError("the auction is over, so that nobody is in turn", str(read["auction"]))
        except TextError as error:
            self._refuse("auction", error)

    def _refuse(self, name: str, error: TextError) -> None:
        field = self.fields[name]
        assert isinstance(field, EngineField)
        self.add_error(name, field.refusal(error))

    @property
    def question(self) -> DealQuestion:
        """Which deals are asked for; only of a valid form."""
        read = self.cleaned_data
        hands = {seat.letter: read[seat.title.lower()] for seat in SEATS if read[seat.title.lower()]}
        if (system := self.needed_system) is None:
            return DealQuestion(hands)
        auction = read["auction"]
        version = SystemVersion.of(system)
        entry = read["entry"].strip()
        return DealQuestion(hands, version, str(auction), auction.dealer.letter, str(auction.vulnerability), entry)

    @property
    def needed_system(self) -> SystemRow | None:
        """The system that is needed; None where no calls and no entry are asked for; only of a valid form."""
        read = self.cleaned_data
        return read["system"] if read["auction"].calls or read["entry"].strip() else None

    @property
    def chosen_system(self) -> SystemRow:
        """The system that is chosen, needed or not; only of a valid form."""
        system: SystemRow = self.cleaned_data["system"]
        return system

    @property
    def weighed(self) -> tuple[Contract, ...]:
        """The contracts to weigh; only of a valid form."""
        contracts: tuple[Contract, ...] = self.cleaned_data["contracts"]
        return contracts

    @property
    def played(self) -> list[Played]:
        """Whose tricks are to be counted; only of a valid form."""
        return [*dict.fromkeys(map(Played.of, self.weighed))]

    @property
    def query(self) -> str:
        """The whole question as links carry it: in the canonical form, without what is as usual."""
        read, usual = self.cleaned_data, usual_question([*self._systems.values()])
        declarer = read["declarer"]
        written = {
            **{name: read[name] for name in HANDS},
            "auction": str(read["auction"]),
            "entry": read["entry"].strip(),
            "dealer": read["dealer"].letter,
            "vulnerability": str(read["vulnerability"]),
            "system": self.chosen_system.slug if self.needed_system else usual["system"],
            "contracts": ", ".join(
                str(contract) if contract.declarer is declarer else f"{contract} by {contract.declarer.title}"
                for contract in self.weighed
            ),
            "declarer": declarer.letter,
            "deals": str(read["deals"]),
        }
        return (
            urlencode({name: text for name, text in written.items() if text != usual.get(name, "")})
            or f"deals={USUAL_DEALS}"
        )


def usual_question(systems: Sequence[SystemRow]) -> dict[str, str]:
    """What the form says until the reader says otherwise."""
    return {
        "dealer": "N",
        "vulnerability": "None",
        "system": usual_system(systems),
        "declarer": "S",
        "deals": str(USUAL_DEALS),
    }


class KeepForm(forms.Form):
    """How many of the deals become a set."""

    count = forms.IntegerField(label="Boards", min_value=1, max_value=MOST_BOARDS, initial=USUAL_SET)

    def __init__(self, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data, label_suffix="")
