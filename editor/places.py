"""A place in the auction as a reader of a system sees it: the calls there, what they mean, and where they lead."""

from collections.abc import Mapping
from dataclasses import dataclass

from bidbase.auction import PASS, Auction, Call
from bidbase.bidder import Bidder
from bidbase.compiler import CompiledSection
from bidbase.disclosure import Meaning, meanings
from bidbase.language.bids import Key, PatternKey, PriorBids
from bidbase.language.circumstances import Circumstances
from bidbase.language.fields import FIELD
from bidbase.systems import Entry, System
from editor.spoken import hand_words

ROLES = ("opener", "opener's left-hand opponent", "responder", "opener's right-hand opponent")


@dataclass(frozen=True)
class Onward:
    """A place further on: the calls that lead there, whose turn it is then, how many entries there are and beyond."""

    calls: tuple[Call, ...]
    prior_bids: str
    role: str
    entries: int


@dataclass(frozen=True)
class Step:
    """One call: its meaning, the entries that make it, and the places it leads to, the most natural first."""

    call: Call
    meaning: Meaning
    entries: tuple[Entry, ...]
    onward: tuple[Onward, ...]


@dataclass(frozen=True)
class Standing:
    """An entry of the section; `out_of_use` says what switches it off here; empty when nothing does."""

    entry: Entry
    out_of_use: str

    @property
    def hand_words(self) -> str:
        """What it asks of a hand."""
        return hand_words(self.entry)


@dataclass(frozen=True)
class Place:
    """What the system says at one point of the auction. `silent` counts the legal calls left out: without agreement."""

    auction: Auction
    prior_bids: PriorBids
    steps: tuple[Step, ...]
    standing: tuple[Standing, ...]
    silent: int

    @property
    def role(self) -> str:
        """Whose turn it is."""
        return role(self.auction)

    @property
    def trail(self) -> list[tuple[Call, str]]:
        """Each call since the opening, with the prior bids that it ends."""
        return trail(self.prior_bids)


def trail(key: Key) -> list[tuple[Call, str]]:
    """Each call with the prior bids that it ends: `1N` with `1N`, then Pass with `1N-P`; nothing for a pattern."""
    calls = key.calls if isinstance(key, PriorBids) else ()
    return [(call, str(PriorBids(calls[: index + 1]))) for index, call in enumerate(calls)]


def role(auction: Auction) -> str:
    """Whose turn it is, named by who opened."""
    return ROLES[auction.player - 1] if auction.prior_bids else "whoever may open"


def place_at(bidder: Bidder, auction: Auction, now: Circumstances) -> Place:
    """What the system says after these calls, in these circumstances."""
    beyond = entries_beyond(bidder.system)
    here = bidder.place(auction, now)
    told = meanings(here, auction)
    steps = [_step(auction, call, meaning, beyond) for call, meaning in told.items()]
    worth_telling = tuple(step for step in steps if step.meaning.lines or step.onward)
    standing = tuple(
        Standing(entry, _out_of_use(section, entry, now)) for section in here.sections for entry in section.entries
    )
    prior_bids = PriorBids(auction.calls[auction.leading_passes :])
    return Place(auction, prior_bids, worth_telling, standing, len(steps) - len(worth_telling))


def _out_of_use(section: CompiledSection, entry: Entry, now: Circumstances) -> str:
    match section.why_inactive(entry, now):
        case "":
            return ""
        case "convention":
            return f"{entry.convention} is switched off"
        case field:
            return f"only {FIELD[field].say(entry.get(field))}"


def entries_beyond(system: System) -> dict[str, int]:
    """For each beginning of an auction that some section has: how many entries stand there and beyond."""
    beyond: dict[str, int] = {}
    for name, entries in system.sections.items():
        if isinstance(entries[0].key, PatternKey):
            continue  # a pattern is a way to many places; it shows where it speaks
        calls = name.split("-")
        for count in range(1, len(calls) + 1):
            beginning = "-".join(calls[:count])
            beyond[beginning] = beyond.get(beginning, 0) + len(entries)
    return beyond


def _step(auction: Auction, call: Call, meaning: Meaning, beyond: Mapping[str, int]) -> Step:
    onward = []
    next_turn = auction.with_call(call)
    through_pass = next_turn if next_turn.finished else next_turn.with_call(PASS)
    after_pass = beyond.get(through_pass.prior_bids, 0)
    if call is not PASS and after_pass and not through_pass.finished:
        onward.append(Onward((call, PASS), through_pass.prior_bids, role(through_pass), after_pass))
        at_once = beyond.get(next_turn.prior_bids, 0) - after_pass
    else:
        at_once = beyond.get(next_turn.prior_bids, 0)
    if at_once and not next_turn.finished and next_turn.prior_bids:
        onward.append(Onward((call,), next_turn.prior_bids, role(next_turn), at_once))
    entries = tuple(entry for line in meaning.lines for entry in line.entries)
    return Step(call, meaning, entries, tuple(onward))
