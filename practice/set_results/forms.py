"""What the owner of a set says of a participant's call or board."""

from __future__ import annotations

from django import forms

from practice.sets.models import Comment


class CommentForm(forms.ModelForm):  # type: ignore[type-arg]
    """The words, of a call or of the whole board. Without words a comment is taken away."""

    class Meta:
        model = Comment
        fields = ["index", "text"]

    def __init__(self, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        self.fields["text"].required = False
