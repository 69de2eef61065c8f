"""Boards from files: a file is kept and read, boards of it are chosen, and these are added to a set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta

import msgspec
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from bidbase.bidding.questions import Report
from bidbase.game.board_files import BoardFile, read_board_file
from bidbase.game.cards import Seat
from bidbase_web.jobs.job import Impossible, Job, Reporter
from bidbase_web.jobs.pages import ask_for
from practice.sets.models import BoardSet, BoardUpload, SetBoard
from practice.sets.offered import ChosenBoards, NewUpload, OfferedBoard, offered_boards, stored
from practice.sets.services import append_boards
from practice.sets.work import deal_that_fits

KEPT = timedelta(days=1)  # a file from which nobody has chosen since is forgotten


def keep_upload(*, board_set: BoardSet, new: NewUpload, seat: str) -> BoardUpload:
    """Keep a file from which boards are to be chosen. What was not read yet, a worker reads."""
    BoardUpload.objects.filter(made__lt=timezone.now() - KEPT).delete()
    upload = BoardUpload(board_set=board_set, name=new.name, seat=seat, content=new.content)
    if new.read is not None:
        _note_what_was_read(upload, new.read)
    upload.save()
    return upload


def _note_what_was_read(upload: BoardUpload, read: BoardFile) -> None:
    upload.boards, upload.repeated = stored(read.boards), read.repeated
    upload.faults = [str(fault) for fault in read.faults]
    upload.content = b""  # nobody needs it any more


@dataclass(frozen=True)
class ReadUpload(Job[None]):
    """Reading a large file, for which whoever has brought it waits."""

    kind = "board file"
    doing = "Reading {name}"
    unit = "boards"

    upload: int
    name: str = field(default="", compare=False)

    @classmethod
    def of(cls, upload: BoardUpload) -> ReadUpload:
        """The job of an upload."""
        board_set = upload.board_set
        return cls(upload.pk, upload.name, back=reverse("practice:set_edit", args=[board_set.token, board_set.secret]))

    def work(self, report: Reporter) -> None:
        """Read it, unless that is done."""
        upload = BoardUpload.objects.filter(pk=self.upload).first()
        if upload is None:
            raise Impossible("The file is no longer there. Upload it again.")
        if upload.boards is None:
            _note_what_was_read(upload, read_board_file(bytes(upload.content), lambda read: report(done=read)))
            upload.save()


def take_boards(*, upload: BoardUpload, chosen: ChosenBoards) -> None:
    """Add the chosen boards to the set: at once, or where hands are to fit calls, by a worker."""
    boards = offered_boards(upload.boards)
    if any(_is_to_fit(boards[place]) for place in chosen.places):
        unchosen = BoardUpload.objects.filter(pk=upload.pk, chosen__isnull=True)
        unchosen.update(chosen=msgspec.to_builtins(chosen))  # where two chose at once, the first one counts
        ask_for(TakeBoards.of(upload), owner=upload.board_set.owner_key)
    else:
        with transaction.atomic():
            _keep(upload, chosen, [*_set_boards(upload, chosen, lambda: None)])


@dataclass(frozen=True)
class TakeBoards(Job[None]):
    """Completing hands that a file leaves open, so that they fit the calls, and adding the boards to their set."""

    kind = "boards of a file"
    doing = "Dealing the hands that are not given"
    unit = "boards"
    repeats = True

    upload: int

    @classmethod
    def of(cls, upload: BoardUpload) -> TakeBoards:
        """The job of an upload."""
        board_set = upload.board_set
        return cls(upload.pk, back=reverse("practice:set_results", args=[board_set.token, board_set.secret]))

    def work(self, report: Reporter) -> None:
        """Add what is chosen, all at once, so that another worker may begin anew."""
        systems = (f"board_set__{name}" for name in ("our_system", "partner_system", "their_system"))
        uploads = BoardUpload.objects.select_related(*systems).filter(chosen__isnull=False)
        upload = uploads.filter(pk=self.upload).first()
        if upload is None:
            return
        chosen = msgspec.convert(upload.chosen, ChosenBoards)
        boards: list[SetBoard] = []
        for board in _set_boards(upload, chosen, lambda: report(done=len(boards))):
            boards.append(board)
            report(done=len(boards))
        with transaction.atomic():
            if uploads.filter(pk=self.upload).update(chosen=None):
                _keep(upload, chosen, boards)


def _keep(upload: BoardUpload, chosen: ChosenBoards, boards: list[SetBoard]) -> None:
    append_boards(upload.board_set, boards)
    taken = sorted({*upload.taken, *chosen.places})
    BoardUpload.objects.filter(pk=upload.pk).update(taken=taken, faults=upload.faults)


def _is_to_fit(board: OfferedBoard) -> bool:
    return bool(board.calls and board.written_cards.missing)


def _set_boards(upload: BoardUpload, chosen: ChosenBoards, report: Report) -> Iterator[SetBoard]:
    """The chosen boards, with no place in the set yet."""
    offered, seat = offered_boards(upload.boards), Seat.parse(chosen.seat)
    for place in chosen.places:
        board, seed = offered[place], upload.pk * 10_000 + place
        given = board.given(seat, chosen.calls)
        before, after = board.texts(len(given.calls)) if chosen.texts else ("", "")
        cards, deal = board.written_cards, None
        if _is_to_fit(board):
            deal = deal_that_fits(upload.board_set, seat, cards, board.auction, seed, report)
            if deal is None:
                upload.faults.append(f"board {board.number}: no hands were found that fit its calls; others are dealt")
        yield SetBoard(
            name=board.number[:20],
            cards=str(deal or cards.dealt(seed)),
            cards_dealer=board.dealer,
            cards_vulnerability=board.vulnerability,
            seat=chosen.seat,
            calls=str(given),
            before=before,
            after=after,
        )
