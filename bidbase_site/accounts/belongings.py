"""What people have: the tables with rows of theirs, and how these move to an account, are written out, and go."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Field, ForeignKey, Model, ProtectedError, Q, QuerySet

from bidbase_web.jobs.models import Run
from bidbase_web.visitors import NOBODY, account_key
from editor.models import (
    AgreementRow,
    Contest,
    ConventionRow,
    EntryDraft,
    EntryRow,
    Invitation,
    Member,
    Merge,
    NoteRow,
    SystemRevision,
    SystemRow,
)
from practice.boards.into_account import move_boards
from practice.boards.models import told
from practice.learn.into_account import move_learning
from practice.models import (
    BoardSet,
    CallReport,
    Comment,
    FirstCall,
    JudgedCall,
    Participant,
    Partnership,
    Round,
    SetBoard,
    StudentBoard,
    StudentCall,
    TopicMemory,
)
from practice.partners.into_account import move_partnerships
from practice.reports.into_account import move_reports
from practice.sets.into_account import move_sets

NONE, ALL = Q(pk=None), ~Q(pk=None)
PIECE = 50  # rows that are deleted in one transaction, with what hangs on them


@dataclass(frozen=True)
class OwnedTable:
    """A table with rows that belong to somebody.

    `owner` is the way from a row to the key of its owner, or to the owner's account where `by_user` is set. Rows that
    hang on rows of another table move and go with them. Rows on which others stand pass to `heir` instead of going, and
    so do those of which the condition `stays` holds.
    """

    title: str
    model: type[Model]
    owner: str = "owner_key"
    by_user: bool = False
    heir: str | None = NOBODY
    stays: Q = NONE
    only: Q = field(default_factory=Q)
    columns: tuple[str, ...] = ()

    def rows(self, owner: User | str) -> QuerySet[Model]:
        """The rows of this account, or of the guest with this key."""
        rows = self.model._default_manager.filter(self.only).order_by("pk")
        if isinstance(owner, str):
            return rows.none() if self.by_user else rows.filter(**{self.owner: owner})
        return rows.filter(**{self.owner: owner.pk if self.by_user else account_key(owner)})

    def values(self, user: User) -> list[dict[str, Any]]:
        """The rows of this account to read, without what only the site needs."""
        fields = [column for column in self.model._meta.concrete_fields if column.name not in ("id", self.owner)]
        return list(self.rows(user).values(*(self.columns or map(_readable, fields))))


def _readable(column: Field[Any, Any]) -> str:
    """The name of a column. Where it points to a row, the path to the column by which that row is known."""
    if isinstance(column, ForeignKey):
        known = {other.name for other in column.related_model._meta.concrete_fields}
        return next((f"{column.name}__{name}" for name in ("slug", "token", "number") if name in known), column.name)
    return column.name


# not the keys
PARTNERS = ("token", "south_name", "north_name", "south_system__slug", "north_system__slug", "created_at")
VERSION = ("system__slug", "since", "until", "gone")
OVER = {name: ~Q(**{f"{name}finished_at": None}) & told(name) for name in ("", "board__")}

# In the order in which they go: first what stands on other tables. Of a board that is still open nothing is written out
# that the table does not show: neither the cards nor what the system says of the calls. In an exam the same goes for
# those that are bid.
TABLES = (
    OwnedTable("boards", StudentBoard, only=OVER[""]),
    OwnedTable(
        "open boards",
        StudentBoard,
        only=~OVER[""],
        columns=(
            "token",
            "deal_number",
            "attempt",
            "drill",
            "seat",
            "scoring",
            "our_system__slug",
            "partner_system__slug",
            "calls",
        ),
    ),
    OwnedTable("calls", StudentCall, "board__owner_key", only=OVER["board__"]),
    OwnedTable("first calls", FirstCall, "board__owner_key", only=OVER["board__"]),
    OwnedTable("judged calls", JudgedCall, only=OVER["board__"]),
    OwnedTable("calls at open boards", JudgedCall, only=~OVER["board__"], columns=("board__token", "index", "call")),
    OwnedTable("memories of topics", TopicMemory),
    OwnedTable("rounds", Round),
    OwnedTable("reports", CallReport),
    OwnedTable("places in sets", Participant),
    OwnedTable("comments on boards", Comment, "board__owner_key"),
    OwnedTable("sets", BoardSet),
    OwnedTable("boards of sets", SetBoard, "board_set__owner_key"),
    OwnedTable("comments written", Comment, "board__set_board__board_set__owner_key"),
    OwnedTable("boards as South with a partner", StudentBoard, "partnership__south_key", only=OVER[""]),
    OwnedTable("boards as North with a partner", StudentBoard, "partnership__north_key", only=OVER[""]),
    OwnedTable("partners of South", Partnership, "south_key", columns=PARTNERS),
    OwnedTable("partners of North", Partnership, "north_key", columns=PARTNERS),
    OwnedTable("contests", Contest),
    OwnedTable("work asked for", Run, "owner"),
    OwnedTable("merges begun", Merge, "owner", by_user=True, columns=("name", "title", "since", "made", "chosen")),
    OwnedTable("drafts of entries", EntryDraft, "by", by_user=True, columns=("system", "cells", "updated")),
    OwnedTable("parts in systems of others", Member, "user", by_user=True),
    OwnedTable("invitations", Invitation, "user", by_user=True),
    OwnedTable("systems", SystemRow, "owner", by_user=True, heir=None, stays=Q(members__isnull=False)),
    OwnedTable(
        "conventions of systems",
        ConventionRow,
        "system__owner",
        by_user=True,
        columns=(*VERSION, *ConventionRow.CONTENT),
    ),
    OwnedTable(
        "agreements of systems",
        AgreementRow,
        "system__owner",
        by_user=True,
        columns=(*VERSION, *AgreementRow.CONTENT),
    ),
    OwnedTable("notes of systems", NoteRow, "system__owner", by_user=True, columns=VERSION + NoteRow.CONTENT),
    OwnedTable("entries of systems", EntryRow, "system__owner", by_user=True, columns=VERSION + EntryRow.CONTENT),
    OwnedTable("changes of systems", SystemRevision, "by", by_user=True, heir=None, stays=ALL),
)


@transaction.atomic
def move_belongings(*, guest: str, account: str) -> None:
    """Give an account all that a guest has. Nothing of either is lost."""
    move_boards(guest=guest, account=account)
    move_learning(guest=guest, account=account)
    move_sets(guest=guest, account=account)
    move_reports(guest=guest, account=account)
    move_partnerships(guest=guest, account=account)
    Contest.objects.filter(owner_key=guest).update(owner_key=account)
    Run.objects.filter(owner=guest).update(owner=account)


def written_out(user: User) -> Iterator[str]:
    """All that an account has, as JSON, table by table."""
    own = {name: getattr(user, name) for name in ("username", "email", "date_joined", "last_login")}
    yield f'{{"account": {_json(own)}'
    for table in TABLES:
        yield f',\n"{table.title}": {_json(table.values(user))}'
    yield "}\n"


def _json(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)


@transaction.atomic
def delete_account(*, user: User) -> None:
    """Delete an account and all that it has. What others need stays, and belongs to nobody."""
    delete_belongings(owner=user)
    user.delete()


def delete_belongings(*, owner: User | str) -> None:
    """Delete what an account has, or the guest with this key, in pieces. What others need passes to its heir."""
    for table in TABLES:
        if "__" not in table.owner:
            delete_in_pieces(table.rows(owner).exclude(table.stays))
            if staying := [row.pk for row in table.rows(owner)]:
                table.model._default_manager.filter(pk__in=staying).update(**{table.owner: table.heir})


def delete_in_pieces(rows: QuerySet[Any]) -> None:
    """Delete these rows, as far as no others stand on them, in transactions that are short enough for the visitors."""
    last = 0
    while piece := list(rows.order_by("pk").filter(pk__gt=last).values_list("pk", flat=True)[:PIECE]):
        last = piece[-1]
        going = rows.model._default_manager.filter(pk__in=piece)
        try:
            with transaction.atomic():
                going.delete()
        except ProtectedError:
            for row in going:
                with suppress(ProtectedError), transaction.atomic():
                    row.delete()
