"""The reference of the entry fields as it is read: each page computed by the parsers and the compiler themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Protocol

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.tracing import shape_text
from bidbase.compiler import Place
from bidbase.compiler.rows import Row
from bidbase.errors import TextError
from bidbase.game.auction import Auction
from bidbase.game.cards import SUITS_DOWN, Hand, Strain, Vulnerability, parse_holding
from bidbase.game.features import HoldingFeature, ShapeFeature, TotalFeature
from bidbase.game.holdings import HCP, INTERMEDIATES
from bidbase.language.auction_state import STATE_CLAUSES, SUIT_CLAUSES
from bidbase.language.bids import PriorBids, parse_key
from bidbase.language.circumstances import Circumstances, Scoring, User
from bidbase.language.field import AnyField
from bidbase.language.fields import FIELD_BY_NAME
from bidbase.language.patterns import Binding
from bidbase.language.situation_words import judged
from bidbase.language.situations import SituationKey
from bidbase.reference.written import Claim, Example, is_variable, key_of_examples, reference
from bidbase.systems import Entry, EntryError, System


class Switch(Protocol):
    """The cell of a field that switches entries."""

    def holds(self, circumstances: Circumstances) -> bool:
        """Whether the entry is used in these circumstances."""


ID = "the example"
_AGREEMENTS = (
    {"order": "110000", "bid": "2N", "hcp": "20-21", "shape": "balanced"},
    {"order": "130000", "bid": "1N", "hcp": "15-17", "shape": "balanced"},
    {"order": "140000", "bid": "2C", "hcp": "22+", "asks": "G"},
    {"order": "150000", "bid": "4S", "hcp": "6-10", "spades_num": "8+", "asks": "SO"},
    *({"order": "200000", "bid": f"1{suit.letter}", "hcp": "12-21", f"{suit.title}_num": "5+"} for suit in SUITS_DOWN),
    {"prior_bids": "1a-P; a=X", "order": "100000", "bid": "2a", "hcp": "6-10", "a_num": "3+"},
)
"""The openings and raises that the examples refer to where a spec counts what partner has shown."""


@dataclass(frozen=True)
class Case:
    """Something judged: a hand, holding, auction or the like; `has` is what it has in the matter, if that says more."""

    text: str
    meets: bool
    has: str = ""
    note: str = ""
    hand: Hand | None = None


@dataclass(frozen=True)
class ReadCell:
    """An example that is read: its canonical text, its words, the fields beside it, and what does and does not meet it.

    `needed` is what it comes to in the auction of its cases, where that is not plain from the words.
    """

    text: str
    canonical: str
    words: str
    beside: tuple[tuple[AnyField, str], ...]
    auction: str
    needed: str
    cases: tuple[Case, ...]


@dataclass(frozen=True)
class Code:
    """A code and what it means."""

    code: str
    meaning: str


@dataclass(frozen=True)
class FieldPage:
    """All that the reference says of one field."""

    field: AnyField
    about: tuple[str, ...]
    grammar: tuple[tuple[str, str], ...]
    codes: tuple[Code, ...]
    examples: tuple[ReadCell, ...]
    refused: tuple[TextError, ...]


@cache
def field_page(name: str) -> FieldPage:
    """The page of the field of this name. Raises `KeyError` when there is none."""
    field = FIELD_BY_NAME[name]
    written = reference(name)
    return FieldPage(
        field,
        written.about,
        tuple(written.grammar.items()),
        (
            *(
                Code(code.partition(" (")[0], meaning or _meaning(field, code))
                for code, meaning in written.codes.items()
            ),
            *(_clauses() if name == "prior_bids" else ()),
        ),
        tuple(_read(field, example) for example in written.examples),
        tuple(error for text in written.bad if (error := _refusal(field, text)) is not None),
    )


def _clauses() -> Iterator[Code]:
    """The clauses of a situation."""
    for word, (_, meaning) in SUIT_CLAUSES.items():
        yield Code(word, meaning)
    for word, (_, meaning) in STATE_CLAUSES.items():
        yield Code(word, meaning)


def _meaning(field: AnyField, code: str) -> str:
    return field.say(field.parse(code))


def _read(field: AnyField, example: Example) -> ReadCell:
    beside = tuple((FIELD_BY_NAME[name], text) for name, text in example.beside.items())
    if field.derived:
        text = Entry.of({"order": "100000", "bid": "P", **example.beside}).text(field.name)
        return ReadCell(text, text, "", beside, "", "", ())
    cell = field.parse(example.cell)
    if field.name in _CIRCUMSTANCES:
        needed, cases = "", tuple(_circumstance_case(field, cell, claim) for claim in example.claims)
    elif field.name == "prior_bids":
        needed, cases = "", tuple(_auction_case(example.cell, claim) for claim in example.claims)
    else:
        needed, cases = _hand_cases(field, example)
    return ReadCell(example.cell, str(cell), field.say(cell), beside, example.auction, needed, cases)


def _texts(field: AnyField, cell: str, beside: Mapping[str, str]) -> dict[str, str]:
    """The cells of the entry of an example. It passes, since that is legal everywhere."""
    return {"order": "100000", "bid": "P", **key_of_examples(field), **beside, field.name: cell}


def _refusal(field: AnyField, text: str) -> TextError | None:
    """Why a cell is refused, alone or in the entry it stands in."""
    try:
        Entry.of(_texts(field, text, {}))
    except EntryError as error:
        return dict(error.faults).get(field.name)
    return None


def _hand_cases(field: AnyField, example: Example) -> tuple[str, tuple[Case, ...]]:
    """What the example comes to in its auction, and its claims judged by the compiled section."""
    if not example.claims:
        return "", ()
    texts = _texts(field, example.cell, example.beside)
    entry = Entry.of(texts)
    place = _place(Auction.parse(example.auction or texts.get("prior_bids", "")), entry)
    section = next(section for section in place.sections if ID in section.rows_of)
    used = next(entry for entry in section.entries if entry.id == ID)
    rows = section.rows_of[ID]
    words, needed = field.say(entry.get(field)), _bound_words(field, used)
    return "" if needed == words else needed, tuple(_judged(field, rows, claim) for claim in example.claims)


def _place(auction: Auction, entry: Entry) -> Place:
    """Where an entry is used that stands in a system with the openings of the examples; its id there is `ID`."""
    return Bidder(_system(Entry(ID, "", entry.cells))).place(auction, Circumstances.of(auction))


def _system(*entries: Entry) -> System:
    """The agreements of the examples, and these entries."""
    agreements = (Entry(cells["bid"], "", Entry.of(cells).cells) for cells in _AGREEMENTS)
    return System("examples", "", "", entries=(*agreements, *entries))


def _bound_words(field: AnyField, entry: Entry) -> str:
    """The words of the cell where the entry is used: a variable's cell has become the cell of its suit."""
    if is_variable(field):
        return ""
    return field.say(entry.get(field))


def _judged(field: AnyField, rows: list[Row], claim: Claim) -> Case:
    hand = Hand.parse(claim.text) if "." in claim.text else _around(parse_holding(claim.text), _suit(field))
    met = next((row for row in rows if _meets(hand, row)), None)
    parts = [_has(field, met or rows[0], hand)]
    if met and met.chosen is not None:
        parts.append(f"X is {met.chosen.title}")
    shown = hand if "." in claim.text else None
    return Case(claim.text or "—", met is not None, ", ".join(filter(None, parts)), claim.note, shown)


def _meets(hand: Hand, row: Row) -> bool:
    return all(condition.truth[condition.feature.of(hand)] for condition in row.conditions)


def _suit(field: AnyField) -> Strain:
    return Strain.SPADES if field.suit is None else field.suit


def _around(holding: int, suit: Strain) -> Hand:
    """A hand with this holding in the suit and low cards in the others."""
    left = 13 - holding.bit_count()
    others = {other: (1 << (left + place) // 3) - 1 for place, other in enumerate(s for s in SUITS_DOWN if s != suit)}
    return Hand([holding if other is suit else others[other] for other in reversed(SUITS_DOWN)])


def _has(field: AnyField, row: Row, hand: Hand) -> str:
    """What a hand has in the matter of a field: its count, its lengths, or the points of the holding."""
    named = _field_of_condition(field)
    feature = next((condition.feature for condition in row.conditions if condition.field is named), None)
    match feature:
        case TotalFeature():
            return f"{feature.count(hand):g}"
        case ShapeFeature():
            return shape_text(hand)
        case HoldingFeature(suit=suit):
            holding = hand.holdings[suit]
            points, cards = HCP[holding], INTERMEDIATES[holding]
            return f"{points} HCP" + (f", {cards} intermediate{'s' * (cards > 1)}" if cards else "")
    return shape_text(hand) if field.name.endswith("_num") else ""


def _field_of_condition(field: AnyField) -> AnyField:
    """The field that a condition names: a variable is spades in the examples."""
    return FIELD_BY_NAME[f"spades{field.name[1:]}"] if is_variable(field) else field


def _auction_case(cell: str, claim: Claim) -> Case:
    """Whether an auction, with the names of its calls in brackets, comes to the section of this key."""
    key = parse_key(cell)
    auction = Auction.parse(re.sub(r"\[[^]]*\]", "", claim.text))
    names = [named[1] for named in re.finditer(r"[^-\[]+(?:\[([^]]*)\])?", claim.text)]
    text = claim.text or "nobody has called"
    if isinstance(key, PriorBids):
        return Case(text, auction.prior_bids == str(key), "", claim.note)
    if isinstance(key, SituationKey):
        found, why_not = _situation_met(key, auction)
    else:
        found = key.pattern.match(auction.calls, names)
        mismatch = key.pattern.why_not(auction.calls, names)
        why_not = mismatch.reason if mismatch else ""
    if found is None:
        return Case(text, False, why_not, claim.note)
    bound = ", ".join(f"{variable} is {strain.title}" for variable, strain in sorted(found.items()))
    return Case(text, True, bound, claim.note)


def _situation_met(key: SituationKey, auction: Auction) -> tuple[Binding | None, str]:
    """The suits of a situation's variables after these calls, by the agreements of the examples alone; or why not."""
    state = Bidder(_system()).place(auction, Circumstances.of(auction)).state
    failed = (clause for clause in judged(key, state) if not clause.holds)
    return key.match(state), "; ".join(f"{clause.text}: {clause.had or 'no'}" for clause in failed)


def _at_position(text: str) -> tuple[Circumstances, Case]:
    circumstances = Circumstances.of(Auction.parse(text))
    return circumstances, Case(text or "nobody has called", False, circumstances.position_words())


def _at_vulnerability(text: str) -> tuple[Circumstances, Case]:
    circumstances = Circumstances.of(Auction(vulnerability=Vulnerability.parse(text)))
    return circumstances, Case(circumstances.vulnerability_words(), False)


def _for_side(text: str) -> tuple[Circumstances, Case]:
    side, scoring = text.split()
    circumstances = Circumstances(user=User(side), scoring=Scoring.parse(scoring))
    who = "we" if circumstances.user is User.WE else "they"
    return circumstances, Case(f"{who}, at {circumstances.scoring.words}", False)


_CIRCUMSTANCES: dict[str, Callable[[str], tuple[Circumstances, Case]]] = {
    "position": _at_position,
    "vulnerability": _at_vulnerability,
    "usage": _for_side,
}
"""How the claims of the fields that switch entries are read."""


def _circumstance_case(field: AnyField, cell: Switch, claim: Claim) -> Case:
    circumstances, case = _CIRCUMSTANCES[field.name](claim.text)
    return replace(case, meets=cell.holds(circumstances), note=claim.note)


def page_text(page: FieldPage) -> str:
    """The page as text, for the command line."""
    field = page.field
    lines = [f"{field.label} ({field.name}), {field.group.value}", field.help, *page.about]
    if page.grammar:
        width = max(len(name) for name, _ in page.grammar)
        lines += ["", "Grammar", *(f"  {name:{width}} = {rule}" for name, rule in page.grammar)]
    if page.codes:
        width = max(len(code.code) for code in page.codes)
        lines += ["", "Codes", *(f"  {code.code:{width}}  {code.meaning}" for code in page.codes)]
    if page.examples:
        lines += ["", "Examples", *(line for example in page.examples for line in _example_lines(example))]
    if page.refused:
        lines += ["", "Refused", *(f"  {line}" for error in page.refused for line in error.pointed().splitlines())]
    return "\n".join(lines)


def _example_lines(example: ReadCell) -> list[str]:
    parts = [example.text.strip() or "blank"]
    if example.canonical != example.text:
        parts.append(f"reads {example.canonical or 'blank'}")
    if example.words and example.words != example.canonical:
        parts.append(example.words)
    parts += [f"with {field.label} {text or 'blank'}" for field, text in example.beside]
    parts += [f"after {example.auction}"] if example.auction else []
    parts += [f"here {example.needed}"] if example.needed else []
    return [f"  {'; '.join(parts)}", *(f"    {_case_line(case)}" for case in example.cases)]


def _case_line(case: Case) -> str:
    remarks = "; ".join(filter(None, (case.has, case.note)))
    return f"{'yes' if case.meets else 'no ':3} {case.text}" + (f"  ({remarks})" if remarks else "")
