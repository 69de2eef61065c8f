"""Scripts of Dealer, the program that deals hands as they are wanted (Hans van Staveren): their common conditions.

A script sets variables, gives cards to seats, names the dealer and who is vulnerable, and has one condition on all four
hands. What it says of printing and counting is passed over: it does not change which deals fit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np

from bidbase.bidding.dealer_conditions import (
    FUNCTIONS,
    LEVELS,
    OPERATIONS,
    SUIT_BY_WORD,
    DealValue,
    ManyDeals,
    chosen,
    constant,
    counted,
    honors,
    operated,
    random_below,
    shape_value,
    shapes_of,
    table_of,
)
from bidbase.errors import TextError, did_you_mean
from bidbase.game.arrays import LENGTHS_OF_SHAPE
from bidbase.game.cards import RANK_BIT, SEATS, SUIT_BY_LETTER, Deal, Hand, Seat, Strain, Vulnerability, parse_holding

MOST_CHARACTERS = 10_000
MOST_TRIED = 1_000_000  # deals: two or three seconds
MOST_DEEP = 40  # values in values
MOST_PARTS = 300  # of a condition
_PIECE = 20_000
_STATEMENTS = ("condition", "action", "predeal", "dealer", "vulnerable", "produce", "generate")
_SCRIPT = re.compile(
    r"\b(?:hcp|shape|hascard|losers|controls|(?:spade|heart|diamond|club)s?|top\d)\s*\(|^\s*predeal\b", re.M
)
_TOKEN = re.compile(
    r"""
    (?P<passed> \s+ | \#[^\n]* | //[^\n]* | /\*.*?\*/ )
    | (?P<shape> shape\s*\(\s*(?P<seat>\w+)\s*,(?P<shapes>[^()]*)\) )
    | (?P<number> \d+(?![\w]) )
    | (?P<word> \w+ )
    | (?P<sign> &&|\|\||[=!<>]=|[-+*/%!<>=?:(),] )
    | (?P<text> "[^"\n]*" )
    """,
    re.VERBOSE | re.DOTALL,
)
_WORDS_FOR_SIGNS = {"and": "&&", "or": "||", "not": "!"}


@dataclass
class DealerScript:
    """What a script asks for: a condition and cards that are given; dealer, vulnerability and number where it says.

    `variables` are worked out in their order, so that each finds those before it.
    """

    condition: DealValue = lambda deals: np.ones(deals.holdings.shape[2], dtype=bool)
    given: dict[Seat, list[int]] = field(default_factory=lambda: {seat: [0] * 4 for seat in SEATS})
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    produce: int | None = None
    variables: dict[str, DealValue] = field(default_factory=dict)

    def deal(self, seed: int) -> Deal | None:
        """A deal that fits, the same one for the same seed; None where none is found."""
        for number in range(MOST_TRIED // _PIECE):
            rng = np.random.default_rng([seed, number])
            holdings = self._dealt(rng)
            deals = ManyDeals(holdings, rng)
            for name, value in self.variables.items():
                deals.found[name] = value(deals)
            fitting = np.flatnonzero(self.condition(deals))
            if len(fitting):
                return Deal(Hand([int(holding) for holding in holdings[seat, :, fitting[0]]]) for seat in SEATS)
        return None

    def _dealt(self, rng: np.random.Generator) -> np.ndarray:
        """Deals in which all seats have the cards that they are given."""
        given = np.array([self.given[seat] for seat in SEATS])
        lengths = [sum(holding.bit_count() for holding in self.given[seat]) for seat in SEATS]
        free = np.array([card for card in range(52) if not given[:, card // 13].sum() >> card % 13 & 1], dtype=np.int64)
        cards = free[np.argsort(rng.random((_PIECE, len(free))), axis=1)]
        seats = np.array(SEATS).repeat([13 - length for length in lengths])
        place = np.arange(_PIECE)[:, None] * 16 + seats * 4 + cards // 13  # deal, seat, suit
        sums = np.bincount(place.ravel(), weights=(1 << cards % 13).ravel(), minlength=_PIECE * 16)
        dealt: np.ndarray = sums.astype(np.intp).reshape(_PIECE, 4, 4).transpose(1, 2, 0)
        return dealt + given[:, :, None]


def is_dealer_script(text: str) -> bool:
    """Whether a text is a script, by a function that is called in it."""
    return _SCRIPT.search(text) is not None


def parse_dealer_script(text: str) -> DealerScript:
    """Read a script. Raises `TextError`, which names the line and points at what is not known."""
    if len(text) > MOST_CHARACTERS:
        raise TextError(f"this script has {len(text):,} characters; at most {MOST_CHARACTERS:,} can be read")
    return _Parser(text).script()


@dataclass(frozen=True)
class _ScriptToken:
    kind: str
    text: str
    start: int
    match: re.Match[str] | None = None


class _Parser:
    """Reads a script from its first word to its last."""

    def __init__(self, text: str) -> None:
        self._text, self._place, self._depth, self._size = text, 0, 0, 0
        self._tokens: list[_ScriptToken] = []
        self._script = DealerScript()
        position = 0
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                raise self._fault(f"{text[position]!r} has no meaning here", position, position + 1)
            kind = next(
                kind for kind in ("passed", "shape", "number", "word", "sign", "text") if match[kind] is not None
            )
            if kind != "passed":
                written = _WORDS_FOR_SIGNS.get(match[0], match[0])
                self._tokens.append(_ScriptToken("sign" if written != match[0] else kind, written, position, match))
            position = match.end()
        self._tokens.append(_ScriptToken("end", "", len(text)))

    def script(self) -> DealerScript:
        """The whole script."""
        script = self._script
        while self._next.kind != "end":
            word = self._next.text.lower()
            if self._next.kind == "word" and self._tokens[self._place + 1].text == "=":
                self._set_variable()
            elif word in _STATEMENTS:
                self._take()
                getattr(self, f"_{word}")(script)
            else:
                script.condition = self._whole_value()
        return script

    # --- Statements ---

    def _set_variable(self) -> None:
        name = self._take().text
        if name in self._script.variables:
            raise self._fault_here(f"{name} has a value already")
        self._take()
        self._script.variables[name] = self._whole_value()

    def _condition(self, script: DealerScript) -> None:
        script.condition = self._whole_value()

    def _action(self, script: DealerScript) -> None:
        """Passed over, up to the next statement."""
        while self._next.kind != "end" and self._next.text.lower() not in _STATEMENTS:
            if self._next.kind == "word" and self._tokens[self._place + 1].text == "=":
                return
            self._take()

    def _predeal(self, script: DealerScript) -> None:
        """Seats with their cards, as in `south SAKQ, HK2 north DA`."""
        while self._next.text.lower() in _SEAT_WORDS:
            seat = self._seat()
            while True:
                token = self._take()
                suit = SUIT_BY_LETTER.get(token.text[:1].upper())
                if suit is None or token.kind != "word":
                    raise self._fault("cards are given with the letter of their suit, as in SAKQ", *_span(token))
                try:
                    holding = parse_holding(token.text[1:])
                except TextError as error:
                    raise self._fault(error.message, *_span(token)) from None
                if any(holding & hand[suit] for hand in script.given.values()):
                    raise self._fault("two hands hold the same card", *_span(token))
                script.given[seat][suit] |= holding
                if sum(cards.bit_count() for cards in script.given[seat]) > 13:
                    raise self._fault(f"{seat.title} has more than 13 cards", *_span(token))
                if self._next.text != ",":
                    break
                self._take()

    def _dealer(self, script: DealerScript) -> None:
        script.dealer = self._seat()

    def _vulnerable(self, script: DealerScript) -> None:
        token = self._take()
        try:
            script.vulnerability = Vulnerability.parse(token.text)
        except TextError as error:
            raise self._fault(error.message, *_span(token)) from None

    def _produce(self, script: DealerScript) -> None:
        script.produce = self._number()

    def _generate(self, script: DealerScript) -> None:
        self._number()

    # --- Values ---

    def _whole_value(self) -> DealValue:
        self._size = 0
        return self._value()

    def _value(self) -> DealValue:
        """`a ? b : c`, or what stands before the question mark."""
        asked = self._operation(0)
        if self._next.text == "?":
            self._take()
            true = self._value()
            self._expect(":")
            false = self._value()
            asked = chosen(asked, true, false)
        return asked

    def _operation(self, level: int) -> DealValue:
        if level == len(LEVELS):
            return self._single()
        value = self._operation(level + 1)
        while self._next.kind == "sign" and self._next.text in LEVELS[level]:
            value = operated(OPERATIONS[self._take().text], value, self._operation(level + 1))
        return value

    def _single(self) -> DealValue:
        """A value without an operation beside it, within bounds of how deep it stands and how much is before it."""
        self._depth, self._size = self._depth + 1, self._size + 1
        if self._depth > MOST_DEEP or self._size > MOST_PARTS:
            raise self._fault_here("this is too long to be read at once; give parts of it a name, as in strong = ...")
        value = self._plain(self._take())
        self._depth -= 1
        return value

    def _plain(self, token: _ScriptToken) -> DealValue:
        if token.kind == "number":
            return constant(int(token.text[:9]))
        if token.text == "(":
            value = self._value()
            self._expect(")")
            return value
        if token.text == "!":
            return operated(OPERATIONS["=="], self._single(), constant(0))
        if token.text == "-":
            return operated(OPERATIONS["-"], constant(0), self._single())
        if token.kind == "shape" and token.match is not None:
            return shape_value(self._seat_of(token.match["seat"], token), self._shapes(token))
        if (name := token.text) in self._script.variables:
            return lambda deals: deals.found[name]
        if token.kind == "word" and self._next.text == "(":
            return self._called(token)
        if token.kind == "word":
            known = [*self._script.variables, *FUNCTIONS]
            raise self._fault(f"{name[:30]!r} is not known; {did_you_mean(name, known)}", *_span(token))
        message = "a condition ends too early" if token.kind == "end" else f"{name!r} stands where a value should"
        raise self._fault(message, *_span(token))

    def _called(self, token: _ScriptToken) -> DealValue:
        name = token.text.lower()
        self._expect("(")
        if name not in FUNCTIONS:
            raise self._fault(f"there is no {name[:30]!r}; {did_you_mean(name, FUNCTIONS)}", *_span(token))
        if name == "rnd":
            most = self._number()
            self._expect(")")
            return random_below(max(most, 1))
        seat = self._seat()
        suit: Strain | None = SUIT_BY_WORD.get(name)
        table = table_of(name)
        if name == "hascard":
            self._expect(",")
            suit, table = self._card()
        elif suit is None and self._next.text == ",":
            self._take()
            suit = self._suit()
        self._expect(")")
        return counted(seat, suit, table)

    def _card(self) -> tuple[Strain, np.ndarray]:
        """A card such as `AS`, and whether holdings of its suit have it."""
        token = self._take()
        rank, suit = token.text[:1].upper(), SUIT_BY_LETTER.get(token.text[1:].upper())
        if rank not in RANK_BIT or suit is None:
            raise self._fault("a card is written as in AS: its rank and its suit", *_span(token))
        return suit, honors(rank)

    def _shapes(self, token: _ScriptToken) -> np.ndarray:
        """Which shapes are meant by `any 4333 + 5xxx - any 5422`, as an array of bool."""
        assert token.match is not None
        meant = np.zeros(len(LENGTHS_OF_SHAPE), dtype=bool)
        text = token.match["shapes"]
        if not re.fullmatch(r"\s*(?:any\s+)?[0-9x]{4}(?:\s*[-+]\s*(?:any\s+)?[0-9x]{4})*\s*", text):
            raise self._fault("shapes are written as in any 4333 + 5xxx - any 5422", *_span(token))
        for sign, in_any_order, lengths in re.findall(r"([-+]?)\s*(any\s+)?([0-9x]{4})", text):
            those = shapes_of(lengths, bool(in_any_order))
            meant = meant & ~those if sign == "-" else meant | those
        return meant

    # --- Words ---

    @property
    def _next(self) -> _ScriptToken:
        return self._tokens[self._place]

    def _take(self) -> _ScriptToken:
        token = self._next
        self._place = min(self._place + 1, len(self._tokens) - 1)
        return token

    def _expect(self, text: str) -> None:
        token = self._take()
        if token.text != text:
            raise self._fault(f"{text!r} should stand here", *_span(token))

    def _number(self) -> int:
        token = self._take()
        if token.kind != "number":
            raise self._fault("a number should stand here", *_span(token))
        return int(token.text[:9])

    def _seat(self) -> Seat:
        token = self._take()
        return self._seat_of(token.text, token)

    def _seat_of(self, text: str, token: _ScriptToken) -> Seat:
        try:
            return Seat.parse(text)
        except TextError:
            raise self._fault("a seat should stand here: north, east, south or west", *_span(token)) from None

    def _suit(self) -> Strain:
        token = self._take()
        suit = SUIT_BY_WORD.get(token.text.lower())
        if suit is None:
            raise self._fault("a suit should stand here, as spades", *_span(token))
        return suit

    def _fault_here(self, message: str) -> TextError:
        return self._fault(message, *_span(self._next))

    def _fault(self, message: str, start: int, end: int) -> TextError:
        line = self._text.count("\n", 0, start) + 1
        return TextError(f"line {line}: {message}", self._text, start, end)


_SEAT_WORDS = {word for seat in SEATS for word in (seat.title.lower(), seat.letter.lower())}


def _span(token: _ScriptToken) -> tuple[int, int]:
    return token.start, token.start + len(token.text)
