"""Random bid patterns against a matcher that tries everything: every suit of every variable, call by call."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

import pytest

from bidbase.compiler.pattern_index import PatternIndex
from bidbase.errors import IllegalCall, TextError
from bidbase.game.auction import Auction, Call
from bidbase.language.bids import OPENING, PatternKey, PriorBids, parse_key

STRAINS = "CDHSN"
STANDS_FOR = {"X": "CDHS", "A": "CDHSN", "m": "CD", "M": "HS", "B": "CS", "R": "DH", "L": "CDH", "U": "DHS"}
LEADING = {"": None, "*P": {0, 1, 2, 3}, "0/1P": {0, 1}, "1/2P": {1, 2}, "2/3P": {2, 3}, "1/2/3P": {1, 2, 3}}
CONDITIONS = [[], [], ["a=M"], ["a=X", "b=X^!a"], ["b=U^<a"], ["c=m^>a^!b", "a=A"], ["a=X^!H"], ["c=A^!a"]]
ELEMENTS = ["P", "P", "P", "D", "R", "?", "!P", "1C", "1D", "1N", "2S", "1X", "1M", "2m", "2A", "1R", "3U"]
VARIABLE_ELEMENTS = ["1a", "1b", "2a", "2b", "+0c", "+0a", "+1b", "+0c(2)", "+1a(3)"]
PARTS = re.compile(r"(?P<level>\d)?(?:\+(?P<jump>\d))?(?P<letter>[A-Za-z])(?:\((?P<at>\d)\))?")

Suits = dict[str, str]


@dataclass(frozen=True)
class Written:
    """An alternative as it is written: `#` or leading passes, and the calls."""

    start: str
    elements: tuple[str, ...]

    def __str__(self) -> str:
        if self.start == "#":
            return "#" + "-".join(self.elements)
        return "-".join([*([self.start] if self.start else []), *self.elements])

    @property
    def variables(self) -> list[str]:
        return sorted({letter for element in self.elements for letter in element if letter in "abc"})

    @property
    def plain(self) -> bool:
        """Whether it is written as the calls of one auction."""
        return not self.start and all(re.fullmatch("[PDR]|[1-7][CDHSN]", element) for element in self.elements)


def random_patterns(rng: Random, count: int) -> list[tuple[list[Written], list[str]]]:
    """Alternatives and conditions."""
    found: list[tuple[list[Written], list[str]]] = []
    while len(found) < count:
        pool = ELEMENTS if rng.random() < 0.4 else ELEMENTS + 2 * VARIABLE_ELEMENTS
        alternatives = [
            Written(
                rng.choice(["", "", "", "#", *LEADING]),
                tuple(rng.choice(pool) for _ in range(rng.randint(1, 4))),
            )
            for _ in range(rng.choice([1, 1, 2, 3]))
        ]
        used = {variable for written in alternatives for variable in written.variables}
        conditions = [text for text in rng.choice(CONDITIONS) if {x for x in text if x in "abc"} <= used]
        found.append((alternatives, conditions))
    return found


def allowed(suits: Suits, conditions: list[str]) -> bool:
    """Whether variables may be these strains; a condition on one that is not there says nothing."""
    named = {text[0]: text[2:].split("^") for text in conditions}
    for variable, strain in suits.items():
        letter, *relations = named.get(variable, ["X"])
        if strain not in STANDS_FOR.get(letter, letter):
            return False
        for relation in relations:
            operator, other = relation[0], relation[1]
            theirs = suits.get(other, other if other in STRAINS else None)
            if theirs is None:
                continue
            mine, against = STRAINS.index(strain), STRAINS.index(theirs)
            if not {"!": mine != against, "<": mine < against, ">": mine > against}[operator]:
                return False
    return True


def is_call(element: str, suits: Suits, call: str, last: str) -> bool:
    """Whether a call is the one that an element means; `last` is the highest bid before it, blank for none."""
    if element in ("P", "D", "R", "?", "!P"):
        return element == "?" or (call != "P" if element == "!P" else call == element)
    match = PARTS.fullmatch(element)
    assert match is not None
    if call in "PDR":
        return False
    letter = suits.get(match["letter"], match["letter"])
    level = match["level"] or match["at"]
    if call[1] not in STANDS_FOR.get(letter, letter) or level not in (None, call[0]):
        return False
    bids = [f"{number}{call[1]}" for number in range(1, 8)]
    higher = [bid for bid in bids if not last or bid_number(bid) > bid_number(last)]
    return match["jump"] is None or higher[int(match["jump"]) :][:1] == [call]


def bid_number(bid: str) -> int:
    """Grows as bids do."""
    return 5 * int(bid[0]) + STRAINS.index(bid[1])


def highest(calls: Sequence[str]) -> str:
    """The highest bid of these calls, blank for none."""
    return max((call for call in calls if call not in "PDR"), key=bid_number, default="")


def fits(written: Written, conditions: list[str], calls: list[str], suits: Suits) -> bool:
    """Whether calls are what an alternative says, with these suits for its variables."""
    passes = next((place for place, call in enumerate(calls) if call != "P"), len(calls))
    if written.start == "#":
        starts = {len(calls) - len(written.elements)} - {-1, -2, -3, -4}
    elif written.start:
        starts = {number for number in LEADING[written.start] or () if number <= passes}
    else:
        starts = {0 if written.elements[0] == "P" else passes}
    return allowed(suits, conditions) and any(_fits_from(written, calls, suits, start) for start in starts)


def _fits_from(written: Written, calls: list[str], suits: Suits, start: int) -> bool:
    if len(calls) - start != len(written.elements):
        return False
    for place, element in enumerate(written.elements, start):
        if not is_call(element, suits, calls[place], highest(calls[:place])):
            return False
    return True


def ways_to_fit(alternatives: list[Written], conditions: list[str], calls: list[str]) -> list[Suits]:
    """All suits of the variables with which an alternative is these calls, of the first alternative that ever is."""
    for written in alternatives:
        choices = (
            dict(zip(written.variables, each, strict=True)) for each in product(STRAINS, repeat=len(written.variables))
        )
        if found := [suits for suits in choices if fits(written, conditions, calls, suits)]:
            return found
    return []


def auctions_near(rng: Random, alternatives: list[Written], count: int) -> Iterator[list[str]]:
    """Auctions that fit an alternative, or would but for one call or some passes in front."""
    for _ in range(count):
        written = rng.choice(alternatives)
        suits = {variable: rng.choice(STRAINS) for variable in "abc"}
        before = [["1C"], ["1C", "P"], ["1S", "D"]] if written.start == "#" else [[]]
        calls = ["P"] * rng.choice([0, 0, 1, 2, 3]) + rng.choice(before)
        for element in written.elements:
            possible = [
                call for call in ALL_CALLS if is_call(element, suits, call, highest(calls)) and goes_on([*calls, call])
            ]
            calls += [rng.choice(possible)] if possible else []
        other = rng.choice(ALL_CALLS)
        changed = [*calls[:-1], other] if rng.random() < 0.3 else calls
        yield changed if goes_on(changed) else calls


ALL_CALLS = ["P", "D", "R", *(f"{level}{strain}" for level in range(1, 8) for strain in STRAINS)]


def goes_on(calls: Sequence[str]) -> bool:
    """Whether these calls are legal, and somebody is to call after them."""
    try:
        return not Auction.of(map(Call.parse, calls)).finished
    except IllegalCall:
        return False


def read(alternatives: list[Written], conditions: list[str]) -> PatternKey | None:
    """The pattern that is written so; None where it is none, which is looked into."""
    text = ", ".join(map(str, alternatives)) + ("; " + ", ".join(conditions) if conditions else "")
    try:
        key = parse_key(text)
    except TextError:
        assert all(written.plain for written in alternatives), text
        assert not all(goes_on(written.elements) for written in alternatives), text
        return None
    assert parse_key(str(key)) == key
    if isinstance(key, PriorBids):
        assert len(alternatives) == 1, text
        while alternatives[0].elements[:1] == ("P",):  # passes in front of one auction are left out
            alternatives[0] = Written("", alternatives[0].elements[1:])
        return None if key == OPENING else key.as_pattern
    assert isinstance(key, PatternKey)
    return key


@pytest.mark.parametrize("seed", range(4))
def test_a_pattern_fits_what_it_fits_when_everything_is_tried(seed: int) -> None:
    rng = Random(seed)
    fitting = 0
    for alternatives, conditions in random_patterns(rng, 500):
        key = read(alternatives, conditions)
        if key is None:
            continue
        index = PatternIndex([key])
        for calls in auctions_near(rng, alternatives, 8):
            ways = ways_to_fit(alternatives, conditions, calls)
            parsed = tuple(map(Call.parse, calls))
            found = key.pattern.match(parsed)
            suits = None if found is None else {variable: strain.letter for variable, strain in found.items()}
            assert suits in ways if ways else suits is None, (str(key), calls)
            assert [binding for _, binding in index.match(parsed, lambda _: None).fits] == ([found] if ways else [])
            fitting += bool(ways)
    assert fitting > 500, "many of them fit"
