"""The commands that count a hand and score results."""

import json

import pytest

from bidbase.cli import main
from bidbase.game.evaluation import COUNTS

HAND = "AQ2.K32.KJ32.K32"


def written(capsys, *arguments: str, status: int = 0) -> list[str]:
    assert main(list(arguments)) == status
    return capsys.readouterr().out.splitlines()


def test_a_hand_is_counted_in_all_and_suit_by_suit(capsys):
    header, *rows = written(capsys, "evaluate", HAND)
    assert header.split() == ["in", "all", "♠AQ2", "♥K32", "♦KJ32", "♣K32", "shape"]
    assert [row[: len(count.label)] for row, count in zip(rows, COUNTS, strict=True)] == [c.label for c in COUNTS]
    numbers = {count.name: row[len(count.label) :].split() for count, row in zip(COUNTS, rows, strict=True)}
    assert numbers["hcp"] == ["16", "6", "3", "4", "3"]
    assert numbers["quick_tricks"] == ["3", "1.5", "0.5", "0.5", "0.5"]
    assert numbers["losing_tricks"] == ["7", "1", "2", "2", "2"]
    assert numbers["knr"] == ["14.95", "5.8", "2.9", "3.85", "2.9", "-0.5"]


def test_the_counts_of_a_hand_are_written_as_records(capsys):
    records = [json.loads(line) for line in written(capsys, "evaluate", HAND, "--json")]
    assert [record["name"] for record in records] == [count.name for count in COUNTS]
    assert records[0] == {
        "name": "hcp",
        "label": "HCP",
        "total": 16.0,
        "spades": 6.0,
        "hearts": 3.0,
        "diamonds": 4.0,
        "clubs": 3.0,
        "shape": 0.0,
    }


def test_without_a_hand_the_counts_are_explained(capsys):
    assert [line.split("  ")[0] for line in written(capsys, "evaluate")] == [count.label for count in COUNTS]


# (arguments, lines)
SCORED = [
    ("4SXS-1 --vulnerability NS", ["4♠ doubled by South, 9 tricks: -200 for North-South"]),
    ("3NTE= P", ["3NT by East, 9 tricks: -400 for North-South", "Passed out: 0 for North-South"]),
    (
        "4SN= --others 450 420 -50 -50",
        [
            "4♠ by North, 10 tricks: +420 for North-South",
            "  matchpoints 5 of 8, 62.5 %",
            "  IMPs +19 in all, +4.75 a comparison",
        ],
    ),
    (
        "--rubber 2HN+1 P 1HS=/EW100",
        [
            "2♥ by North, 9 tricks, vulnerable: None",
            "  North-South    60 below the line: tricks bid and made",
            "  North-South    30 above the line: overtricks",
            "Passed out, vulnerable: None",
            "1♥ by South, 7 tricks, vulnerable: None",
            "  North-South    30 below the line: tricks bid and made",
            "  East-West     100 above the line: honors",
            "North-South 120, East-West 100; part-score 90 for North-South",
        ],
    ),
    (
        "--rubber 3NTW= --unfinished",
        [
            "3NT by West, 9 tricks, vulnerable: None",
            "  East-West     100 below the line: tricks bid and made",
            "North-South 0, East-West 100",
            "The rubber is not finished",
            "  East-West     300 above the line: only game in an unfinished rubber",
            "North-South 0, East-West 400",
        ],
    ),
    (
        "--chicago --dealer E 1CN-1 1CN-1",
        [
            "1♣ by North, 6 tricks, vulnerable: None",
            "  East-West      50 above the line: undertricks",
            "1♣ by North, 6 tricks, vulnerable: NS",
            "  East-West     100 above the line: undertricks",
            "North-South 0, East-West 150",
        ],
    ),
]


@pytest.mark.parametrize(("arguments", "lines"), SCORED)
def test_results_are_scored(arguments, lines, capsys):
    assert written(capsys, "score", *arguments.split()) == lines


# (arguments, part of the message, why)
REFUSED = [
    ("4S", "is not a result", "nobody declared it"),
    ("4SS= --vulnerability Some", "vulnerability is one of", "no such vulnerability"),
    ("4SS=/NS100", "honors count in rubber bridge", "duplicate has none"),
    ("--rubber 4SS=/NS", "honors are written /NS100", "how many points"),
    ("--rubber 4SS=/NS120", "no honors in spades are worth 120", "a number that the Laws do not have"),
    ("--rubber 4SS= 4SS= 4SS=", "this rubber is finished", "a deal too many"),
    ("--rubber 4SS= 4SS= --unfinished", "this rubber is finished", "it is finished"),
    ("--chicago P 1CN= 1CN= 1CN= 1CN= 1CN=", "all four deals", "a fifth"),
    ("--rubber 4SS= --vulnerability NS", "the vulnerability follows", "the sheet tells it"),
    ("4SS= --unfinished", "goes with --rubber", "no rubber"),
    ("--rubber 4SS= --dealer S", "goes with --rubber, --dealer with --chicago", "a rubber does not ask"),
    ("--chicago 4SS= --dealer Q", "a seat is one of", "no such seat"),
]


@pytest.mark.parametrize(("arguments", "message", "why"), REFUSED)
def test_what_cannot_be_scored_is_told(arguments, message, why, capsys):
    assert main(["score", *arguments.split()]) == 2, why
    assert message in capsys.readouterr().err
