"""Why a call is made: the entry behind it in words, the entries tried before it, and what the call means."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bidbase.bidding.prospects import Simulation
from bidbase.bidding.robots import Table
from bidbase.bidding.tracing import Failure, Tried
from bidbase.bidding.weighed import Weighed
from bidbase.compiler import Place
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from bidbase.language import fields
from bidbase.language.circumstances import Circumstances
from bidbase.language.fields import STORED_FIELDS, Group
from bidbase.meaning.disclosure import Meaning
from bidbase.systems import Entry
from editor.selectors import Spec, SystemRow, entry_url, hand_specs, section_url, specs

_CIRCUMSTANCES = (fields.USAGE, fields.VULNERABILITY, fields.POSITION)
_TOLD = tuple(
    field for field in STORED_FIELDS if field.group is Group.DISCLOSURE and field.name not in ("disclosure", "strength")
)


@dataclass(frozen=True)
class EntryCard:
    """An entry in words. `failures` are the specs that kept it from being used; none for the one that made the call."""

    entry: Entry
    url: str
    failures: tuple[Failure, ...] = ()

    @property
    def name(self) -> str:
        """What the entry is called: its disclosure, or else its convention."""
        return self.entry.disclosure or str(self.entry.convention or "")

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls it can make: one, or one for each X suit."""
        return self.entry.calls()

    @property
    def needs(self) -> list[Spec]:
        """What it asks of the hand."""
        return hand_specs(self.entry)

    @property
    def used_when(self) -> list[Spec]:
        """What it asks of the circumstances."""
        return specs(self.entry, _CIRCUMSTANCES)

    @property
    def tells(self) -> list[Spec]:
        """What its call tells, apart from the disclosure, which is its name, and the coarse class of strength."""
        return [spec for spec in specs(self.entry, _TOLD) if spec.text != "none"]

    @property
    def reference(self) -> str:
        """Where the rule comes from."""
        return self.entry.text("reference")

    @property
    def notes(self) -> str:
        """More about it."""
        return self.entry.text("notes")


@dataclass(frozen=True)
class Explanation:
    """The call of a hand in a place, and why. `ref` is the id of the entry that made the call, blank without one.

    `card` is that entry in words, for those who may read the system.

    Where no plain entry fitted and a simulation was made, `simulation` is what it found; else the call is a pass then.
    Where the robot thought, `weighed` is what came of it; `fitted` says whether some entry fits the hand at all.

    `before` are the entries in use that were tried first, in order, each with what it failed on. `after` is the prior
    bids: the name of the section, which `section_url` shows; `in_section` counts its entries, 0 where there is none.
    """

    call: Call
    meaning: Meaning
    ref: str
    card: EntryCard | None
    before: tuple[EntryCard, ...]
    after: str
    section_url: str
    in_section: int
    circumstances: tuple[str, ...]
    system: str
    simulation: Simulation | None = None
    weighed: Weighed | None = None
    fitted: bool = True

    @property
    def departs(self) -> bool:
        """Whether the robot thought and departed from the book."""
        return self.weighed is not None and self.call is not self.weighed.book

    @property
    def kind(self) -> str:
        """Which of the hands that make the call this one is, in words; blank where the meaning has but one kind."""
        return self.card.name if self.card is not None and len(self.meaning.lines) > 1 else ""

    def without_entries(self) -> Explanation:
        """The explanation as somebody sees it who may not read the system."""
        return replace(self, card=None, before=())


def explain(system: SystemRow, table: Table, hand: Hand, auction: Auction) -> Explanation:
    """Why this hand makes the call it makes, with the percentages as they are drawn at this table."""
    place = table.place(auction)
    traced = table.trace(hand, auction)
    tried = list(traced.tried)
    made_it = tried.pop() if traced.decision.entry else None
    return Explanation(
        call=traced.decision.call,
        meaning=table.meaning(auction, traced.decision.call),
        ref=made_it.entry.id if made_it else "",
        card=entry_card(system, made_it) if made_it else None,
        before=tuple(entry_cards(system, in_use(place, tried))),
        after=auction.prior_bids,
        section_url=section_url(system, auction.prior_bids),
        in_section=sum(len(section.entries) for section in place.sections),
        circumstances=circumstances_in_words(place.circumstances),
        system=system.title,
        simulation=traced.decision.simulation,
        weighed=traced.decision.weighed,
        fitted=place.find(hand) is not None,
    )


def in_use(place: Place, tried: Iterable[Tried]) -> list[Tried]:
    """Those of the tried entries that conventions, usage and circumstances have not switched off in this place."""
    active = {
        entry.id
        for section in place.sections
        for entry in section.entries
        if section.why_inactive(entry, place.circumstances) is None
    }
    return [one for one in tried if one.entry.id in active]


def entry_card(system: SystemRow, tried: Tried) -> EntryCard:
    """A tried entry in words."""
    return EntryCard(tried.entry, entry_url(system, tried.entry.id), tried.failures)


def entry_cards(system: SystemRow, tried: Iterable[Tried]) -> list[EntryCard]:
    """Tried entries in words, in their order."""
    return [entry_card(system, one) for one in tried]


def circumstances_in_words(now: Circumstances) -> tuple[str, ...]:
    """Position, vulnerability and scoring: all that switches entries."""
    return now.position_words(), now.vulnerability_words(), now.scoring.words
