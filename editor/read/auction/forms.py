"""Where in the auction a system is read, and in which circumstances."""

from functools import partial

from django import forms

from bidbase.game.auction import PASS, Auction
from bidbase.game.cards import SEATS, Vulnerability
from bidbase.language.bids import OPENING, Key, PriorBids
from bidbase.language.circumstances import Circumstances, Scoring
from bidbase.language.fields import parse_cell
from bidbase_web.fields import EngineField

VULNERABLE = {"nobody": "Nobody", "opener": "Opener's side", "others": "The other side", "both": "Both sides"}
SEAT_WORDS = ("First", "Second", "Third", "Fourth")


class AuctionForm(forms.Form):
    """A point of the auction with all that switches entries there. Nothing need be filled in."""

    auction = EngineField(
        parse=partial(parse_cell, "prior_bids"),
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "1N-P, or blank", "autocapitalize": "none"}),
    )
    seat = forms.ChoiceField(
        label="Opening seat",
        choices=[(str(number), words) for number, words in enumerate(SEAT_WORDS, 1)],
        required=False,
    )
    vulnerable = forms.ChoiceField(choices=list(VULNERABLE.items()), required=False)
    scoring = forms.ChoiceField(
        choices=[(Scoring.IMP.value, "IMPs"), (Scoring.MP.value, "Matchpoints")], required=False
    )

    def clean_auction(self) -> Key:
        """The calls of one auction, a pattern or a situation; the opening when blank."""
        return self.cleaned_data["auction"] or OPENING

    def auction_and_circumstances(self, prior_bids: PriorBids) -> tuple[Auction, Circumstances]:
        """The auction, in which as many have passed as the opening seat says, and its circumstances."""
        seat = int(self.cleaned_data["seat"] or 1)
        side = SEATS[seat - 1].side
        vulnerability = {
            "opener": Vulnerability(1 << side),
            "others": Vulnerability(1 << side.other),
            "both": Vulnerability.BOTH,
        }.get(self.cleaned_data["vulnerable"], Vulnerability.NONE)
        auction = Auction.of((*[PASS] * (seat - 1), *prior_bids.calls), vulnerability=vulnerability)
        return auction, Circumstances.of(auction, Scoring(self.cleaned_data["scoring"] or Scoring.IMP))
