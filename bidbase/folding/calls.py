"""The calls of several auctions as one pattern: which suits become variables, and the conditions on them.

A pattern must serve the auctions that it stands for and no other. Its conditions say which suits each variable may be
and how two variables stand to one another; a set of auctions that this cannot single out is not made one pattern.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import chain, combinations, product

from bidbase.errors import IllegalCall
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import SUITS, Strain
from bidbase.language.bids import PatternKey
from bidbase.language.pattern_text import parse_pattern
from bidbase.language.patterns import SELECTORS, VARIABLES, Binding

Calls = tuple[Call, ...]
Suits = tuple[Strain, ...]
"""The suit of each variable, in the order of the variables."""
ANY, OTHER, LOWER, HIGHER = "", "!", "<", ">"
"""How a variable may stand to an earlier one, as conditions write it."""
Relations = dict[tuple[int, int], str]
"""How the second of two variables stands to the first, by their places."""
WEAKEST_FIRST = (ANY, OTHER, LOWER, HIGHER)


def form_by_levels(calls: Calls) -> tuple[object, ...]:
    """What auctions of one pattern have in common where bids are written with their levels."""
    return _form(calls, [call.level if call.is_bid else 0 for call in calls])


def form_by_jumps(calls: Calls) -> tuple[object, ...]:
    """What auctions of one pattern have in common where bids are written as jumps."""
    return _form(calls, jumps(calls))


def _form(calls: Calls, heights: Sequence[int]) -> tuple[object, ...]:
    """The calls with their suits numbered as they come, each bid with its height."""
    numbers: dict[Strain, int] = {}
    return tuple(
        (height, -1 if call.strain is Strain.NOTRUMP else numbers.setdefault(call.strain, len(numbers)))
        if call.is_bid
        else call
        for call, height in zip(calls, heights, strict=True)
    )


def jumps(calls: Calls) -> list[int]:
    """By how many levels each bid jumps; 0 for other calls."""
    last, found = -1, []
    for call in calls:
        found.append(call.level - _lowest(last, call.strain) if call.is_bid else 0)
        last = call if call.is_bid else last
    return found


def _lowest(last: int, strain: Strain) -> int:
    """The lowest level at which a strain can be bid over the highest bid so far, -1 for none."""
    return 1 if last < 0 else last // 5 + 1 + (strain <= last % 5)


@dataclass(frozen=True, slots=True)
class _Element:
    """One call of the pattern: a call of all auctions; or a bid at a level, or with a jump, of a variable or strain."""

    call: Call | None
    strain: Strain | str = Strain.NOTRUMP
    level: int | None = None
    jump: int = 0

    def of(self, binding: Binding, last: int) -> Call | None:
        """The call for these suits over the highest bid so far; None for a bid of more than seven."""
        if self.call is not None:
            return self.call
        strain = binding[self.strain] if isinstance(self.strain, str) else self.strain
        level = self.level if self.level is not None else _lowest(last, strain) + self.jump
        return Call.bid(level, strain) if level <= 7 else None

    def __str__(self) -> str:
        if self.call is not None:
            return self.call.letters
        letter = self.strain if isinstance(self.strain, str) else self.strain.letter
        return f"{self.level}{letter}" if self.level is not None else f"+{self.jump}{letter}"


class NoPattern(Exception):
    """More suits differ between auctions than there are variables, or one has notrump where another has a suit."""


class SharedCalls:
    """Auctions of one form, and what their calls have in common.

    `bindings` has the suits of the variables for each auction. Raises `NoPattern`.
    """

    def __init__(self, auctions: Sequence[Calls]) -> None:
        self.auctions = tuple(auctions)
        columns = [*zip(*auctions, strict=True)]
        suits = [tuple(call.strain for call in column) for column in columns if column[0].is_bid]
        varying = [*dict.fromkeys(strains for strains in suits if len(set(strains)) > 1)]
        if len(varying) > len(VARIABLES) or any(Strain.NOTRUMP in strains for strains in varying):
            raise NoPattern
        letters = dict(zip(varying, VARIABLES, strict=False))
        self.variables = tuple(letters.values())
        self.suits: tuple[Suits, ...] = tuple(zip(*varying, strict=True))
        self.bindings = tuple(dict(zip(self.variables, suits, strict=True)) for suits in self.suits)
        rises = [*zip(*map(jumps, auctions), strict=True)]
        self._elements = [_element(column, rise, letters) for column, rise in zip(columns, rises, strict=True)]

    def exact(self) -> tuple[Calls, ...]:
        """The most of these auctions that the conditions of a pattern can single out among all that it may stand for.

        None where that is fewer than two.
        """
        wanted = frozenset(self.suits)
        if self._conditions(wanted) is None:
            wanted = _largest_box(wanted, self._possible, len(self.variables))
        chosen = [auction for auction, suits in zip(self.auctions, self.suits, strict=True) if suits in wanted]
        return tuple(chosen) if len(chosen) > 1 else ()

    def keys(self) -> list[PatternKey]:
        """The patterns that serve these auctions and no other; none where no conditions single them out.

        The first has as few conditions as will do. The other one says the same with as many as there are, so that it is
        asked before a pattern that serves some of these auctions and more.
        """
        wanted = frozenset(self.suits)
        calls = "-".join(map(str, self._elements))
        found = (self._conditions(wanted), self._all_conditions(wanted))
        return [
            PatternKey(parse_pattern("; ".join(filter(None, (calls, ", ".join(each))))))
            for each in found
            if each is not None
        ]

    @property
    def _possible(self) -> frozenset[Suits]:
        """The suits of the variables with which the calls are an auction that goes on."""
        return frozenset(filter(self._is_auction, product(SUITS, repeat=len(self.variables))))

    def _is_auction(self, suits: Suits) -> bool:
        binding, auction = dict(zip(self.variables, suits, strict=True)), Auction()
        for element in self._elements:
            call = element.of(binding, -1 if auction.last_bid is None else auction.last_bid)
            if call is None:
                return False
            try:
                auction = auction.with_call(call)
            except IllegalCall:
                return False
        return not auction.finished

    def _conditions(self, wanted: frozenset[Suits]) -> list[str] | None:
        """The conditions that leave these suits of all that are possible, as few as will do; None where none do."""
        possible, values, relations = self._possible, self._values(wanted), self._relations(wanted)
        if _box(possible, values, relations) != wanted:
            return None
        for pair, strongest in [*relations.items()]:
            weaker = WEAKEST_FIRST[: WEAKEST_FIRST.index(strongest)]
            relations[pair] = next(
                (relation for relation in weaker if _box(possible, values, {**relations, pair: relation}) == wanted),
                strongest,
            )
        return self._written([*map(_selector, values)], relations)

    def _all_conditions(self, wanted: frozenset[Suits]) -> list[str] | None:
        """All conditions that hold of these suits; None where they do not leave them alone."""
        values, relations = self._values(wanted), self._relations(wanted)
        if _box(self._possible, values, relations) != wanted:
            return None
        return self._written([_exceptions("X", suits) for suits in values], relations)

    def _values(self, wanted: frozenset[Suits]) -> list[frozenset[Strain]]:
        """The suits of each variable."""
        return [frozenset(suits) for suits in zip(*wanted, strict=True)]

    def _relations(self, wanted: frozenset[Suits]) -> Relations:
        """The strongest relation of each two variables."""
        return {pair: _relation_of(wanted, *pair) for pair in combinations(range(len(self.variables)), 2)}

    def _written(self, selectors: Sequence[str], relations: Relations) -> list[str]:
        """The conditions as a pattern writes them, `b=M^!a`; none for a variable that may be any suit."""
        found = []
        for place, (variable, selector) in enumerate(zip(self.variables, selectors, strict=True)):
            written = [
                f"^{relation}{self.variables[first]}"
                for (first, second), relation in relations.items()
                if second == place and relation
            ]
            if written or selector != "X":
                found.append(f"{variable}={selector}{''.join(written)}")
        return found


def _element(column: Calls, rise: Sequence[int], letters: dict[Suits, str]) -> _Element:
    """The element for the calls of the auctions at one place, which jump by so many levels."""
    if len(set(column)) == 1:
        return _Element(column[0])
    strains = tuple(call.strain for call in column)
    strain = letters.get(strains, strains[0])
    levels = {call.level for call in column}
    return _Element(None, strain, levels.pop()) if len(levels) == 1 else _Element(None, strain, jump=rise[0])


def _selector(values: frozenset[Strain]) -> str:
    """The selector of these suits, `M`, or the one that needs the fewest exceptions: `L^!D`."""
    letters = {suit.letter for suit in values}
    fitting = [name for name, strains in SELECTORS.items() if "N" not in strains and letters <= set(strains)]
    name = min(fitting, key=lambda name: len(SELECTORS[name]))
    return _exceptions(name, values)


def _exceptions(selector: str, values: frozenset[Strain]) -> str:
    """The selector with the suits excepted that are not among these: `X^!C^!D`."""
    letters = {suit.letter for suit in values}
    return selector + "".join(f"^!{letter}" for letter in SELECTORS[selector] if letter not in letters)


def _holds(relation: str, first: Strain, second: Strain) -> bool:
    """Whether the second suit stands so to the first."""
    return {ANY: True, OTHER: second != first, LOWER: second < first, HIGHER: second > first}[relation]


def _relation_of(wanted: Iterable[Suits], first: int, second: int) -> str:
    """The strongest relation of two variables that holds for all these suits."""
    for relation in reversed(WEAKEST_FIRST):
        if all(_holds(relation, suits[first], suits[second]) for suits in wanted):
            return relation
    raise AssertionError("any suits stand in some relation")


def _box(possible: Set[Suits], values: Sequence[Set[Strain]], relations: Relations) -> frozenset[Suits]:
    """The suits that these conditions leave of all that are possible."""
    return frozenset(
        suits
        for suits in possible
        if all(suit in allowed for suit, allowed in zip(suits, values, strict=True))
        and all(_holds(relation, suits[first], suits[second]) for (first, second), relation in relations.items())
    )


def _largest_box(wanted: frozenset[Suits], possible: frozenset[Suits], count: int) -> frozenset[Suits]:
    """The most of these suits that conditions can leave of all that are possible."""
    everything = sorted(possible | wanted)

    def mask(kept: Iterable[bool]) -> int:
        return sum(1 << index for index, keeps in enumerate(kept) if keeps)

    unwanted = mask(suits not in wanted for suits in everything)
    by_value = [
        [
            mask(suits[place] in values for suits in everything)
            for values in _subsets({suits[place] for suits in wanted})
        ]
        for place in range(count)
    ]
    by_relation = [
        [mask(_holds(relation, suits[first], suits[second]) for suits in everything) for relation in WEAKEST_FIRST]
        for first, second in combinations(range(count), 2)
    ]
    boxes = _intersections([*by_value, *by_relation])
    largest = max((box for box in boxes if not box & unwanted), key=int.bit_count, default=0)
    return frozenset(suits for index, suits in enumerate(everything) if largest >> index & 1)


def _subsets(values: Set[Strain]) -> Iterator[tuple[Strain, ...]]:
    """All sets of these values but the empty one."""
    return chain.from_iterable(combinations(sorted(values), size) for size in range(1, len(values) + 1))


def _intersections(choices: Sequence[Sequence[int]]) -> set[int]:
    """The masks that come of one mask of each sequence."""
    found = {-1}
    for masks in choices:
        found = {box & mask for box in found for mask in masks}
    return found
