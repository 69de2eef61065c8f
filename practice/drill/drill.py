"""What a drill is: what of a system is practiced, and in which chair. Everything stands in the drill's address."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import cached_property

from bidbase.bidding.questions import Chair
from bidbase.bidding.subjects import Level
from bidbase.errors import TextError
from bidbase.language.bids import OPENING, parse_key

MAKE, ANSWER, EITHER = Chair.MAKER.value, Chair.PARTNER.value, "either"
ROLES = {MAKE: "I make the call", ANSWER: "I answer partner", EITHER: "Either"}
KINDS = ("convention", "section", "entry", "auction")
"""What can be practiced: conventions, or one section, one entry, or all that is said after auctions."""
LEVELS = [str(level.value) for level in Level]


Strand = tuple[str, str]
"""A subject, with the chair of the student: the questions of a drill come from its strands."""


@dataclass(frozen=True)
class Drill:
    """What is practiced: `names` of one kind, of which conventions alone may be several, and the student's part.

    Conventions with a `level` belong together: each hand is about any of them. Auctions stand in one name, `1N-P;2N-P`.
    """

    system: str  # its slug
    names: tuple[str, ...]
    role: str = EITHER
    kind: str = "convention"
    level: Level | None = None

    @staticmethod
    def of_query(query: str) -> Drill:
        """The drill with this query; what is missing is blank."""
        read = QueryDict(query)
        kind = next((kind for kind in KINDS if kind in read), KINDS[0])
        level = Level(int(read["level"])) if read.get("level") in LEVELS else None
        return Drill(read.get("system", ""), tuple(read.getlist(kind)), read.get("role", EITHER), kind, level)

    @cached_property
    def query(self) -> str:
        """The drill as it stands in addresses."""
        pairs = [("system", self.system), *((self.kind, name) for name in self.names), ("role", self.role)]
        return urlencode([*pairs, ("level", self.level.value)] if self.level else pairs)

    @property
    def conventions(self) -> tuple[str, ...]:
        """The conventions that are practiced; none where something else is."""
        return self.names if self.kind == "convention" else ()

    @property
    def title(self) -> str:
        """`Gerber`, `Blackwood and Gerber`, `After 1NT – Pass`, `Entry 1N-P/200000`."""
        *others, last = self.names
        match self.kind:
            case "convention":
                return f"{', '.join(others)} and {last}" if others else last
            case "entry":
                return f"Entry {last}"
        return " or ".join(map(_after, last.split(";")))

    @property
    def role_words(self) -> str:
        """The student's part, as it is said to them."""
        return {MAKE: "you make the call", ANSWER: "you answer", EITHER: "you make the call or answer"}[self.role]

    @property
    def address(self) -> str:
        """The page of the drill."""
        return f"{reverse('practice:drill')}?{self.query}"

    @property
    def next_address(self) -> str:
        """Leads to the next question."""
        return f"{reverse('practice:drill_next')}?{self.query}"

    def question_address(self, number: int) -> str:
        """The table with the question of this number."""
        return f"{reverse('practice:drill_question', args=[number])}?{self.query}"

    def strands(self) -> list[Strand]:
        """The subjects with the chair of each, as pools are known by them: the questions of a drill come from these."""
        chairs = [self.role] if self.role != EITHER else [MAKE, ANSWER]
        if self.level:
            return [(f"level {self.level.value} {';'.join(self.names)}", chair) for chair in chairs]
        return [(f"{self.kind} {name}", chair) for name in dict.fromkeys(self.names) for chair in chairs]


def strand_of(strands: int, number: int, seed: str) -> tuple[int, int]:
    """From which of so many strands the question with this number is, and its number there.

    Of as many questions in a row each strand has one, in an order that the seed decides.
    """
    block, place = divmod(number - 1, strands)
    return Random(f"{seed} {block}").sample(range(strands), strands)[place], block + 1


def _after(text: str) -> str:
    """An auction or the name of a section in words; as it stands where it cannot be read."""
    try:
        key = parse_key(text) if text else OPENING
    except TextError:
        return text
    words = key.words()
    if key == OPENING:
        return "The opening"
    return words[:1].upper() + words[1:] if text.startswith("@") else f"After {words}"


@dataclass(frozen=True)
class DrillProgress:
    """How far an owner has come in a drill: first calls made, those that the system would make too, the last question.

    Until the student has made their call the title, which would give it away, is not `revealed`.
    """

    drill: Drill
    asked: int
    right: int
    last_number: int
    revealed: bool = True
