"""What tests of sets share: a set is made, somebody takes part, and boards are bid."""

from io import BytesIO

from django.test import Client

from bidbase.game.dealing import numbered_deal
from editor.selectors import SystemRow
from practice.models import BoardSet, BoardUpload, Participant, StudentBoard
from tests.practice.pages import call, words

HOW = {"scoring": "IMP", "opponents": "bid", "feedback": "on", "seat": "S"}
ONE, TWO = str(numbered_deal(1)), str(numbered_deal(2))


def filled_in(**fields) -> dict:
    """The form for a new set, with deal 1 where no other boards are named."""
    system = SystemRow.objects.get(slug="small").pk
    return {"title": "Club night", "deals": "1", "our_system": system, "their_system": system, **HOW, **fields}


def make(client: Client, **fields) -> BoardSet:
    response = client.post("/sets/new/", filled_in(**fields))
    assert response.status_code == 302, words(response)
    made = BoardSet.objects.latest("pk")
    assert response["Location"] == f"/set/{made.token}/results/{made.secret}/"
    return made


def bring(client: Client, **fields) -> BoardUpload:
    """Make a set, and come to the boards of its file or text."""
    response = client.post("/sets/new/", filled_in(**{"deals": "", **fields}))
    assert response.status_code == 302, words(response)
    upload = BoardUpload.objects.latest("pk")
    assert response["Location"] == file_address(upload)
    return upload


def file_address(upload: BoardUpload) -> str:
    return f"{edit_address(upload.board_set)}file/{upload.pk}/"


def choose(client: Client, upload: BoardUpload, **fields) -> BoardSet:
    """Choose all boards of a file, or others; the set with them."""
    chosen = {"which": "all", "calls": "none", "seat": "S", **fields}
    response = client.post(file_address(upload), chosen)
    assert response.status_code == 302, words(response)
    made = upload.board_set
    assert response["Location"] == f"{edit_address(made)}dealing/"
    assert client.get(response["Location"])["Location"] == f"/set/{made.token}/results/{made.secret}/"
    return made


def edit_address(board_set: BoardSet) -> str:
    return f"/set/{board_set.token}/edit/{board_set.secret}/"


def take_part(client: Client, board_set: BoardSet, name: str = "Ann") -> Participant:
    assert client.post(f"/set/{board_set.token}/join/", {"nickname": name}).status_code == 302
    return Participant.objects.get(board_set=board_set, nickname=name)


def open_board(client: Client, board_set: BoardSet, number: int = 1) -> StudentBoard:
    response = client.get(f"/set/{board_set.token}/board/{number}/?begin")
    assert response.status_code == 200, response
    return StudentBoard.objects.get(
        owner_key=client.session["owner_key"], set_board__board_set=board_set, set_board__number=number, attempt=1
    )


def bid(client: Client, board_set: BoardSet, number: int = 1, calls: str = "1N-2H") -> StudentBoard:
    """Bid a board to its end with these calls, and passes thereafter."""
    board = open_board(client, board_set, number)
    wanted = iter(calls.split("-"))
    while not board.finished:
        assert call(client, board, next(wanted, "P")).status_code == 302
        board.refresh_from_db()
    return board


def file(text: str | bytes, name: str = "boards.pbn") -> BytesIO:
    content = BytesIO(text if isinstance(text, bytes) else text.encode())
    content.name = name
    return content
