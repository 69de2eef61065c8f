"""The conventions of a system as a page lists them: those in use first."""

from collections.abc import Iterable, Mapping

from editor.read.notes.presenters import ShownNote
from editor.store.boards.models import Counted
from editor.store.boards.presenters import often_words
from editor.store.systems.models import ConventionRow

IN_USE, SWITCHED_OFF = "In use", "Switched off"


def convention_groups(
    conventions: Iterable[tuple[ConventionRow, int, bool]],
    notes: Mapping[str, list[ShownNote]],
    counted: Counted | None,
) -> list[tuple[str, list[tuple[ConventionRow, int, list[ShownNote], str]]]]:
    """Conventions with their numbers of entries and whether they are on, under headings; an empty group is left out.

    `notes` are those that serve conventions, by their names. Each has in words how often it comes up, where that was
    `counted` and it has entries in use.
    """
    listed = list(conventions)
    groups = [
        (
            title,
            [
                (
                    convention,
                    count,
                    notes.get(convention.name, []),
                    often_words(counted.of_convention(convention.name)) if counted and count and on else "",
                )
                for convention, count, is_on in listed
                if is_on is on
            ],
        )
        for title, on in ((IN_USE, True), (SWITCHED_OFF, False))
    ]
    return [(title, members) for title, members in groups if members]
