"""The topics of the page Learn, which stand in topics.toml, and to which of them a judged call belongs."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from bidbase.language.bids import parse_convention
from bidbase.lazy import lazy_property
from bidbase_web.words import words_to_find
from practice.learn.stages import Stage, stage_of


@dataclass(frozen=True)
class TopicExample:
    """A hand, the calls before, the call that the system makes with it, and a sentence that says why."""

    hand: Hand
    auction: str
    call: Call
    why: str = ""


@dataclass(frozen=True)
class Topic:
    """Something to learn: stages of natural bidding, conventions, or both.

    `summary` is one sentence. `text` is the note of a natural topic; a convention brings its note with the system.
    `auctions` are prior bids that put the student at the stages of the topic.
    """

    slug: str
    title: str
    chapter: str
    summary: str
    text: str = ""
    stages: tuple[Stage, ...] = ()
    conventions: tuple[str, ...] = ()
    auctions: tuple[str, ...] = ()
    examples: tuple[TopicExample, ...] = ()

    def speaks_of(self, words: str) -> bool:
        """Whether each of these words stands in its title, its summary or the names of its conventions."""
        text = " ".join((self.title, self.summary, *self.conventions)).casefold()
        return all(word in text for word in words_to_find(words.casefold()))


@dataclass(frozen=True)
class Chapter:
    """A heading of the list, with the topics below it in the order in which they are best learned."""

    title: str
    topics: tuple[Topic, ...]


@dataclass(frozen=True)
class Curriculum:
    """All chapters, the first one to learn first."""

    chapters: tuple[Chapter, ...]

    @lazy_property
    def topics(self) -> dict[str, Topic]:
        """The topics by slug, in order."""
        return {topic.slug: topic for chapter in self.chapters for topic in chapter.topics}

    @lazy_property
    def by_stage(self) -> dict[Stage, Topic]:
        """The topic of each stage of natural bidding."""
        return {stage: topic for topic in self.topics.values() for stage in topic.stages}

    @lazy_property
    def by_convention(self) -> dict[str, Topic]:
        """The topic of each convention that a topic names."""
        return {name: topic for topic in self.topics.values() for name in topic.conventions}

    def of_convention(self, name: str) -> Topic | None:
        """The topic of a convention: that of its own name, or else of the nearest name above it."""
        names = parse_convention(name).chain()
        return next((self.by_convention[part] for part in reversed(names) if part in self.by_convention), None)

    def topic_of(self, auction: Auction, call: Call, convention: str = "") -> Topic:
        """The topic to which a judged call belongs.

        `call` is what the system calls after `auction`, and `convention` the convention of its entry, if there is one.
        The topic is that of the convention. Where no topic has the convention it is that of the stage of the auction.
        """
        named = self.of_convention(convention) if convention else None
        return named or self.by_stage[stage_of(auction, call)]

    def topic_of_drill(self, conventions: Iterable[str]) -> Topic | None:
        """The topic to which all these conventions belong; None where there is no such topic."""
        topics = [self.of_convention(name) for name in conventions]
        return topics[0] if topics and all(topic is topics[0] for topic in topics) else None


@cache
def curriculum() -> Curriculum:
    """The chapters and topics of topics.toml."""
    return read_curriculum((files("practice.learn") / "topics.toml").read_text(encoding="utf-8"))


def read_curriculum(text: str) -> Curriculum:
    """What a file such as topics.toml says. Raises the errors of Python where it is not well formed."""
    return Curriculum(
        tuple(
            Chapter(chapter["title"], tuple(_topic(chapter["title"], table) for table in chapter["topics"]))
            for chapter in tomllib.loads(text)["chapters"]
        )
    )


def _topic(chapter: str, table: Mapping[str, Any]) -> Topic:
    values = dict(table)
    for name in ("conventions", "auctions"):
        values[name] = tuple(values.get(name, ()))
    values["stages"] = tuple(map(Stage, values.get("stages", ())))
    values["examples"] = tuple(map(_example, values.get("examples", ())))
    return Topic(chapter=chapter, **values)


def _example(table: Mapping[str, str]) -> TopicExample:
    return TopicExample(Hand.parse(table["hand"]), table["auction"], Call.parse(table["call"]), table["why"])
