"""What the owner of a set says of a participant's call or board."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms

from practice.sets.models import Comment


class CommentForm(forms.ModelForm):  # type: ignore[type-arg]
    """The words, of a call or of the whole board. Without words a comment is taken away."""

    class Meta:
        model = Comment
        fields = ["index", "text"]

    def __init__(self, data: Mapping[str, str], was: str = "") -> None:
        super().__init__(data)
        self._was = was
        self.fields["text"].required = False

    @property
    def has_been_changed(self) -> bool:
        """Whether the writer has changed what the page showed."""
        return str(self.data["text"]).strip().splitlines() != self._was.strip().splitlines()


def comment_forms(posted: Mapping[str, str]) -> list[CommentForm]:
    """A form for each place of the page: `text-2` is of call 2, `text-` of the whole board; `was-2` is what it said."""
    return [
        CommentForm(
            {"index": name.removeprefix("text-"), "text": text}, posted.get(f"was-{name.removeprefix('text-')}", "")
        )
        for name, text in posted.items()
        if name.startswith("text-")
    ]
