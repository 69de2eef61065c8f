"""Notes of people as drafts of systems: BML, BBOalert and plain notes, and what is understood of their words."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.bidding.bidder import Bidder
from bidbase.cli import main
from bidbase.errors import SystemFileError
from bidbase.exports.agreed_calls import agreed_calls
from bidbase.exports.bboalert import bboalert_of, explanation
from bidbase.exports.bml import bml_of
from bidbase.game.auction import PASS, Auction, Call
from bidbase.imports import draft
from bidbase.imports.bboalert import read_bboalert
from bidbase.imports.bml import read_bml
from bidbase.imports.draft import draft_of
from bidbase.imports.plain import read_plain
from bidbase.imports.wording import known_conventions, understood
from bidbase.imports.written import with_signs
from bidbase.language.circumstances import Circumstances
from bidbase.meaning.reading import joined
from bidbase.systems import load_system
from bidbase.systems.files import files_of
from tests.engine.making import make_system

SMALL = Path(__file__).parents[1] / "editor" / "systems" / "small"


def told(notes) -> list[str]:
    """Each meaning as `1N-P 2C: Stayman`, with the position and the vulnerability where there are any."""
    return [
        f"{each.prior_bids} {each.call}: {each.text}".strip()
        + "".join(f" [{cell}]" for cell in (each.position, each.vulnerability) if cell)
        for each in notes.meanings
    ]


# --- BML ---

BML = [
    (
        "1C Strong\n  1D Negative\n    1H Twenty or more",
        ["1C: Strong", "1C-P 1D: Negative", "1C-P-1D-P 1H: Twenty or more"],
        "indentation",
    ),
    ("  1N 15-17\n    2C Stayman", ["1N: 15-17", "1N-P 2C: Stayman"], "blanks before the first row count for nothing"),
    ("1m = 3+\n1M = 5+", ["1C: 3+", "1D: 3+", "1H: 5+", "1S: 5+"], "m and M, and an equals sign"),
    ("1CN Any", ["1C: Any", "1N: Any"], "two strains at once"),
    ("2red Weak", ["2D: Weak", "2H: Weak"], "red suits"),
    ("2black Weak", ["2C: Weak", "2S: Weak"], "black suits"),
    (
        "2C Strong\n  2D Waiting\n2X Weak\n  2N Ogust",
        [
            "2C: Strong",
            "2C-P 2D: Waiting",
            "2D: Weak",
            "2H: Weak",
            "2S: Weak",
            "2D-P 2N: Ogust",
            "2H-P 2N: Ogust",
            "2S-P 2N: Ogust",
        ],
        "what was told of one call alone stands",
    ),
    ("1C Strong\n  1step Negative\n  2steps Hearts", ["1C: Strong", "1C-P 1D: Negative", "1C-P 1H: Hearts"], "steps"),
    (
        "1C Polish:\n   a) weak\n   b) strong\n  1D Negative",
        ["1C: Polish: a) weak b) strong", "1C-P 1D: Negative"],
        "a text goes on in its column",
    ),
    ("1N-2C;\n2D None\n  2H Smolen", ["1N-P-2C-P 2D: None", "1N-P-2C-P-2D-P 2H: Smolen"], "an auction in front"),
    ("1M-2N;\n3C Short", ["1H-P-2N-P 3C: Short", "1S-P-2N-P 3C: Short"], "several auctions in front"),
    (
        "(1NT)---\nD Strength\n2C Majors\n  (D)\n    R Pick\n  (P)\n    2D Pick",
        ["1N D: Strength", "1N 2C: Majors", "1N-2C-D R: Pick", "1N-2C-P 2D: Pick"],
        "calls of the opponents in brackets",
    ),
    ("(1N)-P-(P)---\n2C Clubs", ["1N-P-P 2C: Clubs"], "in the balancing seat"),
    ("1D-(1S);\nP Weak\nD Negative", ["1D-1S P: Weak", "1D-1S D: Negative"], "passes and doubles"),
    (
        "#CUT x\n2\\R Transfer\n  2\\M Accepts\n#ENDCUT\n\n"
        "1N---\n2C Stayman\n#PASTE x \\R=D \\M=H\n#PASTE x \\R=H \\M=S",
        [
            "1N-P 2D: Transfer",
            "1N-P 2H: Transfer",
            "1N-P-2D-P 2H: Accepts",
            "1N-P-2H-P 2S: Accepts",
            "1N-P 2C: Stayman",
        ],
        "what is cut is read where it is pasted",
    ),
    (
        "#COPY x\n1N 15-17\n  2C Stayman\n#ENDCOPY\n\n2N 20-21\n\n(1D)---\n#PASTE x",
        ["1N: 15-17", "1D 1N: 15-17", "1N-P 2C: Stayman", "1D-1N-P 2C: Stayman", "2N: 20-21"],
        "what is copied stays",
    ),
    (
        "#SEAT 34\n1S 8+\n  2C Drury\n\n#SEAT 0\n1H 12+",
        ["1S: 8+ [3,4]", "1S-P 2C: Drury [1,2]", "1H: 12+"],
        "the seat is that of the opening",
    ),
    ("#VUL Y0\n3C Sound\n\n#VUL NY\n3D Wild", ["3C: Sound [Vul]", "3D: Wild [Fav]"], "we and they"),
    ("#HIDE\n1C 3+!c and !H", ["1C: 3+♣ and ♥"], "symbols of suits"),
    ("// 1D not this\n1C Yes\n//1H nor this\n1S Too", ["1C: Yes", "1S: Too"], "comments"),
    (
        "* The 1!c opening\n\n  A paragraph about 1C.\n\n- 1C in a list\n- again\n\n"
        "N None 35\nN Kxx T9 xxx Q987x\n\n1C Yes",
        ["1C: Yes"],
        "text, lists and diagrams are no tables",
    ),
]


@pytest.mark.parametrize(("text", "expected", "why"), BML)
def test_bml_is_read_by_its_public_description(text, expected, why):
    notes = read_bml(text.encode())
    assert sorted(told(notes)) == sorted(expected), why
    assert notes.faults == []


def test_the_metadata_name_the_system():
    notes = read_bml(b"#+TITLE: Precision\n#+AUTHOR: A. Player\n#+DESCRIPTION: Strong club\n#+TITLE: Another\n\n1C 16+")
    assert (notes.title, notes.description) == ("Precision", "Strong club")


BML_FAULTS = [
    ("1N 15-17\n1C 3+\n  1C Again", ["line 3: 1C is not higher than 1C"], "an illegal call"),
    (
        "1N x\n  1C y\n    2C z",
        ["line 2: 1C is not higher than 1N", "line 3: the line that this follows was not read"],
        "and what stands under it",
    ),
    ("1C One\n\n1C Two", ["line 3: line 1 has told this call already, and is kept"], "two meanings"),
    (
        "#INCLUDE multi.bml\n1C Yes",
        ["line 1: other files are not read: upload multi.bml too, or put it in here"],
        "another file",
    ),
    ("1C Yes\n#PASTE x", ["line 2: nothing was copied under the name 'x'"], "no such copy"),
    ("#CUT x\n1C Yes", ["line 2: #ENDCUT is missing for 'x'"], "a cut that never ends"),
    ("#ENDCUT\n1C Yes", ["line 1: #ENDCUT ends nothing"], "an end alone"),
    ("#SEAT 9\n1C Yes", ["line 1: #SEAT 9 is not known; as before"], "no such seat"),
    ("#VUL YY\n1C Yes", ["line 1: no cell says #VUL YY exactly; the words of the calls say it"], "what no cell says"),
    ("1C Yes\nand 1D", ["line 2: no call begins this row; it is read with the row above"], "a row without a call"),
    (
        "1C Yes\n  (1D) Theirs\n    1H Ours",
        ["line 2: this explains a call of the opponents; only what follows it is read"],
        "their call",
    ),
    ("7N Yes\n  1step More", ["line 2: there is no bid 1 steps higher"], "no step is left"),
]


@pytest.mark.parametrize(("text", "faults", "why"), BML_FAULTS)
def test_faults_of_bml_say_where_and_what(text, faults, why):
    notes = read_bml(text.encode())
    assert [str(fault) for fault in notes.faults] == faults, why


def test_pastes_of_pastes_have_a_bound():
    doubling = "".join(f"#CUT x{n + 1}\n#PASTE x{n}\n#PASTE x{n}\n#ENDCUT\n" for n in range(40))
    notes = read_bml(f"#CUT x0\n1C Yes\n#ENDCUT\n{doubling}".encode())
    assert any("longer than 20,000 lines" in fault.message for fault in notes.faults)


def test_rows_of_several_calls_in_one_another_have_a_bound():
    notes = read_bml("\n".join(f"{' ' * level}{level}X Any" for level in range(1, 8)).encode())
    assert [str(fault) for fault in notes.faults] == [
        "line 4: this stands for more than 100 auctions",
        *(f"line {line}: the line that this follows was not read" for line in (5, 6, 7)),
    ]


def test_a_long_line_that_is_no_auction_is_soon_given_up():
    assert read_plain(b"1C: clubs\n1C" + b"  1C" * 200 + b" zzz").meanings


# --- BBOalert ---

BBOALERT = [
    (",1N,12-14 balanced", ["1N: 12-14 balanced"], "an opening"),
    ("1N--,2C,Stayman\n+,2D,Texas !H", ["1N-P 2C: Stayman", "1N-P 2D: Texas ♥"], "the same context again"),
    ("1HDb,Rd,9+ misfit", ["1H-D R: 9+ misfit"], "double and redouble"),
    ("1D,2D,Majors,a remark", ["1D 2D: Majors"], "a fourth field says nothing"),
    (" 1N -- ,\t2C , Stayman ", ["1N-P 2C: Stayman"], "blanks around fields and in contexts"),
    (
        ",1S,12+\n----,1S,8+\n----1S--,2C,Drury",
        ["1S: 12+", "1S: 8+ [3]", "1S-P 2C: Drury [1]"],
        "passes in front are seats",
    ),
    ("1N__,2H,Transfer", ["1N-? 2H: Transfer"], "any call of the opponents"),
    ("1*--,1N,6-9", ["1C-P 1N: 6-9", "1D-P 1N: 6-9", "1H-P 1N: 6-9", "1S-P 1N: 6-9"], "any strain"),
    ("1[HS]--,2N,Jacoby", ["1H-P 2N: Jacoby", "1S-P 2N: Jacoby"], "a class"),
    ("(1N--|2N--),3C,Puppet", ["1N-P 3C: Puppet", "2N-P 3C: Puppet"], "a group"),
    ("(1N--|\\\n2N--),3C,Puppet", ["1N-P 3C: Puppet", "2N-P 3C: Puppet"], "a record that goes on"),
    ("1S,2C,Natural#with a good suit", ["1S 2C: Natural with a good suit"], "the part for the chat"),
    ("Option,Open_@v@3@4\n,1N,15-17\nOption\n,2N,20-21", ["1N: 15-17 [3,4] [Vul]", "2N: 20-21"], "an option with tags"),
    (
        "Shortcut,TH,Texas\nButton,Hi,Hello,width=9\nScript,X,R = 1;\nTrusted\nAnd so on\n,1C,16+",
        ["1C: 16+"],
        "no records of calls",
    ),
]


@pytest.mark.parametrize(("text", "expected", "why"), BBOALERT)
def test_bboalert_is_read_by_its_public_description(text, expected, why):
    notes = read_bboalert(f"BBOalert,Ours\n{text}\n".encode())
    assert told(notes) == expected, why
    assert notes.faults == []
    assert notes.title == "Ours"


BBOALERT_FAULTS = [
    (
        "/4N--$/,5C,1 or 4",
        "line 2: this is a regular expression or a script; only groups, classes and wildcards are read",
        "a program",
    ),
    ("1X--,2C,It", "line 2: '1X' is not a call; write P, D or X, R or XX, 1C to 7N", "no call"),
    ("1N-,2C,It", "line 2: calls have two characters each, as 1N or --; '1N-' has 3", "half a call"),
    ("1N,1C,It", "line 2: 1C is not higher than 1N", "an illegal call"),
    ("7N_C,7H,It", "line 2: no auction fits this", "nothing is legal"),
    ("[123][CDHSN][123][CDHSN],P,It", "line 2: this stands for more than 40 auctions", "too many"),
    (f"{'1C' * 200},P,It", "line 2: this context has more than 200 characters", "too long"),
    (",1C,One\n,1C,Two", "line 2: line 3 tells this call anew, and counts", "the later one counts"),
    ("Option,NT 12-14\n,1N,12-14", "line 2: the option NT 12-14 is read as switched on", "an option without tags"),
]


@pytest.mark.parametrize(("text", "fault", "why"), BBOALERT_FAULTS)
def test_faults_of_bboalert_say_where_and_what(text, fault, why):
    assert [str(each) for each in read_bboalert(f"BBOalert\n{text}".encode()).faults] == [fault], why


def test_records_of_many_auctions_have_a_bound():
    notes = read_bboalert(("BBOalert\n" + "1*--1*--,7N,It\n" * 2_000).encode())
    assert notes.faults[-1].message == "the lines above tell more than 10,000 calls; the rest is not read"


# --- Plain notes ---

PLAIN = [
    (
        "1NT: 15-17\n    2C  Stayman\n\t2♦ - hearts",
        ["1N: 15-17", "1N-P 2C: Stayman", "1N-P-2C-P 2D: hearts"],
        "blanks and tabs",
    ),
    ("- 1♥ 5+\n  - 2♥ raise\n- 1♠ 5+", ["1H: 5+", "1H-P 2H: raise", "1S: 5+"], "bullets"),
    ("1C-1H-1NT-3C: invites", ["1C-P-1H-P-1N-P 3C: invites"], "the calls of two partners"),
    ("1NT - 2C - 2D: none", ["1N-P-2C-P 2D: none"], "with blanks"),
    ("1S-P-2S = raise", ["1S-P 2S: raise"], "the calls of all four players"),
    ("1S (X) XX: 10+", ["1S-D R: 10+"], "their calls in brackets"),
    (
        "After 1S (X):\n2NT limit raise\nP: weak",
        ["1S-D 2N: limit raise", "1S-D P: weak"],
        "an auction for the lines below",
    ),
    ("Over their 1NT:\nDouble: penalties\n2C both majors", ["1N D: penalties", "1N 2C: both majors"], "their opening"),
    ("Responses to 1H\n2H raise\n\n1S 5+ spades", ["1H-P 2H: raise", "1S: 5+ spades"], "a blank line ends it"),
    ("1NT-2C:\n2D none\n  3D: stays", ["1N-P-2C-P 2D: none", "1N-P-2C-P-2D-P 3D: stays"], "an auction without a text"),
    (
        "2M weak\n  2NT asks\n    3C. minimum",
        ["2H: weak", "2S: weak", "2H-P 2N: asks", "2S-P 2N: asks", "2H-P-2N-P 3C: minimum", "2S-P-2N-P 3C: minimum"],
        "several calls",
    ),
    ("2D Multi,\n   weak with a major", ["2D: Multi, weak with a major"], "a text goes on further in"),
    ("1C-1D-1H: shape\n  1S waits", ["1C-P-1D-P 1H: shape", "1C-P-1D-P-1H-P 1S: waits"], "what follows an auction"),
]


@pytest.mark.parametrize(("text", "expected", "why"), PLAIN)
def test_plain_notes_are_read_as_people_write_them(text, expected, why):
    notes = read_plain(f"# Ours\n{text}\n".encode())
    assert sorted(told(notes)) == sorted(expected), why
    assert (notes.title, notes.faults) == ("Ours", [])


PLAIN_FAULTS = [
    ("1C 3+\nsomething odd", "line 2: no call begins this line: something odd", "a line that says nothing of a call"),
    ("1NT-1C: low", "line 1: 1C is not higher than 1N", "an illegal auction"),
    ("After 1N 1C:\n2C: clubs", "line 1: 1C is not higher than 1N", "an illegal auction in front"),
    ("1H 5+\n1H 4+", "line 2: line 1 has told this call already, and is kept", "two meanings"),
]


@pytest.mark.parametrize(("text", "fault", "why"), PLAIN_FAULTS)
def test_faults_of_plain_notes_say_where_and_what(text, fault, why):
    assert [str(each) for each in read_plain(text.encode()).faults] == [fault], why


# --- Words ---

WORDS = [
    ("1N", "15-17 balanced", {"hcp": "15-17", "shape": "balanced"}, ""),
    ("1N", "15–17 bal", {"hcp": "15-17", "shape": "balanced"}, ""),
    ("1C", "11+", {"hcp": "11+"}, ""),
    ("P", "up to 9 HCP", {"hcp": "<=9"}, ""),
    ("1D", "less than 8 points", {"hcp": "<8"}, ""),
    ("1D", ">11 HCP", {"hcp": "12+"}, ""),
    ("1D", "0-7", {"hcp": "0-7"}, ""),
    ("1S", "13+ total points", {"distribution": "T13+"}, ""),
    ("1H", "11+, 5+ hearts", {"hcp": "11+", "hearts_num": "5+"}, ""),
    ("1S", "4+♠", {"spades_num": "4+"}, ""),
    ("1H", "five or more hearts", {"hearts_num": "5+"}, ""),
    ("2H", "6-card suit, 6-10", {"hearts_num": "6", "hcp": "6-10"}, ""),
    ("1H", "5+ suit", {"hearts_num": "5+"}, ""),
    ("1H", "5+", {"hearts_num": "5+"}, ""),
    ("2S", "at most 2 hearts", {"hearts_num": "<=2"}, ""),
    ("1S", "natural", {"spades_num": "4+"}, ""),
    ("2N", "5-5 minors", {"diamonds_num": "5+", "clubs_num": "5+"}, ""),
    ("2D", "no 4-card major", {"spades_num": "<4", "hearts_num": "<4"}, ""),
    ("2D", "4414", {"shape": "4414"}, ""),
    ("2D", "4414, 4405 or 4=3=1=5, 11-15", {"shape": "4414,4405,4=3=1=5", "hcp": "11-15"}, ""),
    ("2D", "4414. 4305 or 3405", {}, "4414. 4305 or 3405"),
    ("2D", "transfer to hearts", {"hearts_num": "5+"}, ""),
    ("3N", "♥ stopped", {"hearts_points": "1stop"}, ""),
    ("2C", "GF", {"asks": "G"}, ""),
    ("1S", "natural, F1", {"asks": "1", "spades_num": "4+"}, ""),
    ("2N", "invitational", {"asks": "O"}, ""),
    ("3N", "to play", {"asks": "SO"}, ""),
    ("2S", "weak", {"strength": "W"}, ""),
    ("2S", "NF, 5+♠", {"spades_num": "5+"}, ""),
    ("2C", "Stayman", {"convention": "Stayman"}, ""),
    ("3C", "Bergen raise, 7-10", {"convention": "Bergen raises", "hcp": "7-10"}, ""),
    ("4C", "RKCB for hearts", {"convention": "Blackwood: Roman Key Card"}, "for hearts"),
    ("1C", "Any hand with 16+ hcp", {"hcp": "16+"}, ""),
    ("1D", "Artificial. 0--7 hcp", {"hcp": "0-7"}, "Artificial"),
    ("2H", "Weak with six", {"strength": "W"}, "6"),
    ("2C", "6+♣ or 5♣ and 4♥/♠, 11-15 hcp", {"hcp": "11-15"}, "6+♣ or 5♣ and 4♥/♠"),
    ("1N", "8-9 or a game force with hearts", {}, "8-9 or a game force with hearts"),
    ("2D", "6-10, 6+♥, or strong", {}, "6-10, 6+♥, or strong"),
    ("2D", "a) 6-10 b) 22+", {}, "a) 6-10 b) 22+"),
    ("2N", "5-4 minors", {}, "5 4 minors"),
    ("4N", "asks", {}, "asks"),
]


@pytest.mark.parametrize(("call", "text", "cells", "rest"), WORDS)
def test_what_is_understood_of_words(call, text, cells, rest):
    read = understood(text, Call.parse(call), (), known_conventions())
    assert (read.cells, read.rest) == (cells, rest)


def test_support_is_for_the_suit_that_partner_bid():
    read = understood("6-9, three-card support", Call.parse("2S"), Auction.parse("1S-P").calls, {})
    assert read.cells == {"spades_num": "3+", "hcp": "6-9"}


# --- Drafts ---

NOTES = b"""Our system
1NT: 15-17 balanced
  2C: Stayman
  2D: ask Kim
1C: 11-21, 3+ clubs
1S: 11-21, 5+ spades
"""


def test_a_draft_proposes_what_was_understood_and_tells_all_words():
    made = draft_of("ours.txt", NOTES)
    cells = {f"{entry.section} {entry.bid}".strip(): entry for entry in made.system.entries}
    assert (made.system.title, made.faults, made.told) == (
        "Our system",
        [],
        "5 calls: 4 understood wholly, 0 in part, 1 kept as words",
    )
    assert cells["1N"].text("hcp") == "15-17"
    assert [entry.text("bid") for entry in made.system.sections[""]] == ["1N", "1S", "1C"], "the narrowest first"
    assert cells["1N-P 2C"].text("convention") == "Stayman"
    assert made.system.conventions["Stayman"].notes
    assert cells["1N-P 2D"].text("usage") == "1"
    assert cells["1N-P 2D"].text("reference") == "ours.txt, line 4"


def test_words_alone_are_told():
    bidder, auction = Bidder(draft_of("ours.txt", NOTES).system), Auction.parse("1N-P")
    place = bidder.place(auction, Circumstances.of(auction))
    assert [line.words() for line in joined(bidder.read(place, Call.parse("2D"))).lines] == ["ask Kim"]


def test_what_no_hand_meets_is_kept_as_words():
    (entry,) = draft_of("ours.txt", b"1C: less than 0 points").system.entries
    assert (entry.disclosure, entry.text("hcp"), entry.text("usage")) == ("less than 0 points", "", "1")


def test_a_bracket_stays_in_what_people_read():
    (entry,) = draft_of("ours.txt", b"1C: natural [really]").system.entries
    assert entry.disclosure == "natural (really)"


@pytest.mark.parametrize(
    ("name", "content", "told_as"),
    [
        ("a.bml", b"1C Yes", "1C"),
        ("a.txt", b"#+TITLE: Ours\n\n1N-2C;\n2D No", "1N-P-2C-P 2D"),
        ("a.txt", b"\xef\xbb\xbfBBOalert\n1N--,2C,Stayman", "1N-P 2C"),
        ("a.md", "1♣–1♥: four".encode(), "1C-P 1H"),
        ("a.txt", "1C: naïve".encode("cp1252"), "1C"),
    ],
)
def test_a_file_is_known_by_its_name_and_its_beginning(name, content, told_as):
    (entry,) = draft_of(name, content).system.entries
    assert f"{entry.section} {entry.bid}".strip() == told_as


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "ours.txt: no call is told in this; a line of notes is as 1NT: 15-17 balanced"),
        (b"\x00\xff\x00", "ours.txt: no call is told in this; a line of notes is as 1NT: 15-17 balanced"),
        (b"x" * (draft.MAX_BYTES + 1), "ours.txt: this has 2,097,153 bytes; more than 2,097,152 are not read"),
    ],
)
def test_a_file_without_calls_is_refused(content, fault):
    with pytest.raises(SystemFileError) as refused:
        draft_of("ours.txt", content)
    assert refused.value.faults[-1] == fault


@given(st.text("1234<>| CDHSNPX()-;:=#\n♠!/\\[]{}*_.,+mM", max_size=200), st.sampled_from(["a.bml", "a.txt"]))
def test_any_text_is_read_or_refused(text, name):
    for content in (text, f"BBOalert\n{text}"):
        with suppress(SystemFileError):
            made = draft_of(name, content.encode())
            assert made.wholly + made.partly + made.not_at_all == len(made.system.entries) > 0


# --- What we write is read again ---


def opened(calls) -> str:
    first = next((index for index, call in enumerate(calls) if call is not PASS), len(calls))
    return "-".join(call.letters for call in calls[first:])


CONTESTED = make_system(
    {"order": "100000", "bid": "1D", "hcp": "11+", "disclosure": "Natural, [x"},
    {"prior_bids": "1D", "order": "100000", "bid": "D", "hcp": "12+", "disclosure": "Takeout; short, of diamonds"},
    {"prior_bids": "1D-D-P", "order": "100000", "bid": "1H", "disclosure": "x" * 50},
    {"prior_bids": "1D-1S-P-P", "order": "100000", "bid": "D", "disclosure": "Again"},
    {"prior_bids": "1D-D", "order": "100000", "bid": "R", "hcp": "10+", "disclosure": "Ours"},
    {"prior_bids": "1D-1S", "order": "100000", "bid": "P", "disclosure": "Nothing to say"},
)


@pytest.mark.parametrize("system", [load_system(SMALL), CONTESTED], ids=["small", "contested"])
@pytest.mark.parametrize(
    ("write", "read", "words_as"),
    [
        pytest.param(bml_of, read_bml, with_signs, id="bml"),
        pytest.param(
            bboalert_of, read_bboalert, lambda text: with_signs(explanation(text).replace("#", " ")), id="bboalert"
        ),
    ],
)
def test_what_is_written_is_read_again(system, write, read, words_as):
    notes = read(write(system).encode())
    expected = {(opened(each.prior), each.call.letters): words_as(each.words) for each in agreed_calls(system)}
    assert {(each.prior_bids, each.call): each.text for each in notes.meanings} == {
        place: words for place, words in expected.items() if words
    }
    assert notes.faults == []


# --- The command ---


def test_the_command_writes_a_folder_that_is_read(tmp_path, capsys):
    (tmp_path / "ours.txt").write_bytes(NOTES)
    assert main(["import", str(tmp_path / "ours.txt"), str(tmp_path / "ours")]) == 0
    assert capsys.readouterr().out == "Our system: 5 calls: 4 understood wholly, 0 in part, 1 kept as words\n"
    assert files_of(load_system(tmp_path / "ours"))["entries.csv"] == (tmp_path / "ours/entries.csv").read_text()


def test_the_command_tells_the_lines_that_were_not_read(tmp_path, capsys):
    (tmp_path / "ours.txt").write_bytes(b"1C: 3+\nsomething odd\n")
    assert main(["import", str(tmp_path / "ours.txt"), str(tmp_path / "ours")]) == 1
    assert capsys.readouterr().err == "ours.txt: line 2: no call begins this line: something odd\n"
    assert (tmp_path / "ours" / "system.toml").is_file()


def test_the_command_writes_nothing_of_a_file_without_calls(tmp_path, capsys):
    (tmp_path / "ours.txt").write_bytes(b"hello\n")
    assert main(["import", str(tmp_path / "ours.txt"), str(tmp_path / "ours")]) == 2
    assert "no call is told in this" in capsys.readouterr().err
    assert not (tmp_path / "ours").exists()
