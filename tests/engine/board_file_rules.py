"""Small files, one for each rule of a dialect, and what a reader must find in them.

A board is shown as its number, its cards, its dealer and vulnerability, its calls with their notes, and in quotes what
is said before and after the calls. A fault is shown as people read it.
"""

from bidbase.game.dealing import numbered_deal

ONE, TWO = str(numbered_deal(1)), str(numbered_deal(2))
HANDS = ONE[2:].split()
NORTH, EAST, SOUTH, WEST = HANDS
LIN_ONE = "SAQHJ972DAQ2CK432,SJ62HTDJ9643CAQJT,SK97HAQ864D85C985"
"""The hands of South, West and North; East has the rest."""

LIN_FOUR = f"{LIN_ONE},ST8543HK53DKT7C76"
DEAL = f'[Deal "{ONE}"]\n'
NS = f"N:{NORTH} - {SOUTH} -"


def board(number="1", cards=ONE, place="N None", calls="", before="", after=""):
    return " | ".join((number, cards, place, calls, before, after))


BOARD = board()

# rule, content, boards, faults
PBN = [
    (
        "2.2 the character set is Latin-1",
        f'[Site "Pok\xe9r"]\n{DEAL}{{caf\xe9}}'.encode("latin-1"),
        [board(before="café")],
        [],
    ),
    ("UTF-8 is read as well", f"{{café ♠}}\n{DEAL}".encode(), [board(before="café ♠")], []),
    ("a mark of UTF-8 is passed over", b"\xef\xbb\xbf" + DEAL.encode(), [BOARD], []),
    ("UTF-16 with a mark, as Windows saves it", f"{{é}}\n{DEAL}".encode("utf-16"), [board(before="é")], []),
    ("UTF-16 without a mark", DEAL.encode("utf-16-be"), [BOARD], []),
    (
        "2.3 lines end as Windows ends them",
        f'{DEAL}[Board "4"]\n\n[Deal "{TWO}"]\n'.replace("\n", "\r\n"),
        [board("4", place="W Both"), board("2", TWO, "E NS")],
        [],
    ),
    (
        "lines end as the old Mac ended them",
        f'% PBN 2.1\n{DEAL}\n[Deal "{TWO}"]\n'.replace("\n", "\r"),
        [BOARD, board("2", TWO, "E NS")],
        [],
    ),
    ("the end of a DOS file is passed over", f"{DEAL}\x1a", [BOARD], []),
    (
        "2.4 a line that begins with % is passed over",
        f'%[Board "9"]\n{DEAL}%{{\n[Dealer "E"]',
        [board(place="E None")],
        [],
    ),
    ("a % elsewhere is text", f"{{100 %}}\n{DEAL}", [board(before="100 %")], []),
    ("3 an empty line ends a game", f'{DEAL}\n[Deal "{TWO}"]', [BOARD, board("2", TWO, "E NS")], []),
    ("a line of blanks and tabs is empty", f'{DEAL} \t\n[Deal "{TWO}"]', [BOARD, board("2", TWO, "E NS")], []),
    (
        "games need no empty line between",
        f'[Board "5"]\n{DEAL}[Board "6"]\n[Deal "{TWO}"]',
        [board("5", place="N NS"), board("6", TWO, "E EW")],
        [],
    ),
    (
        "another tag that comes twice begins no game",
        f'{DEAL}[Result "9"]\n[Result "10"]\n[Auction "N"]\n1C',
        [board(calls="1C")],
        [],
    ),
    ("3.2 tokens may stand on lines of their own", f'[ Deal\n"{ONE}"\n]', [BOARD], []),
    ("several tags on a line, with tabs", f'[Board "3"]\t[ Dealer "W" ]{DEAL}', [board("3", place="W EW")], []),
    ("a quote in a value is escaped", f'[Event "A \\"B\\" [Deal"]\n{DEAL}', [BOARD], []),
    ("a quote that is not escaped does no harm", f'[Event "A "B" C"]\n{DEAL}', [BOARD], []),
    ("3.3 the first of two tags counts", f'[Dealer "E"]\n[Dealer "W"]\n{DEAL}', [board(place="E None")], []),
    ("3.11 names of tags in small letters", f'[board "2"]\n[deal "{ONE}"]', [board("2", place="E NS")], []),
    ("an empty value is not known", f'[Board ""]\n[Dealer ""]\n[Vulnerable ""]\n{DEAL}', [BOARD], []),
    ("a question mark is not known", f'[Board "?"]\n[Dealer "?"]\n[Vulnerable "?"]\n{DEAL}', [BOARD], []),
    ("3.4 a number that is none stays", f'[Board "1A"]\n{DEAL}', [board("1A")], []),
    *(
        (f"vulnerable {word}", f'[Vulnerable "{word}"]\n{DEAL}', [board(place=f"N {whose}")], [])
        for word, whose in [
            ("Love", "None"),
            ("-", "None"),
            ("NS", "NS"),
            ("N/S", "NS"),
            ("E/W", "EW"),
            ("All", "Both"),
            ("Both", "Both"),
        ]
    ),
    ("the deal begins with any seat", f'[Deal "E:{EAST} {SOUTH} {WEST} {NORTH}"]', [BOARD], []),
    ("hands that are not given in a file", f'[Deal "{NS}"]', [board(cards=NS)], []),
    ("hands that are not given, as endplay writes them", f'[Deal "N:{NORTH} ... {SOUTH} ..."]', [board(cards=NS)], []),
    ("one hand that is not given follows from the others", f'[Deal "N:{NORTH} {EAST} - {WEST}"]', [BOARD], []),
    ("no hand at all", '[Board "7"]\n[Deal "N:- - - -"]', [], ["line 1, board 7: no hand is given"]),
    ("small cards as x", '[Deal "S:AQxx.Kxx.xxx.xxx - - -"]', [board(cards="N:- - AQxx.Kxx.xxx.xxx -")], []),
    (
        "more small cards than there are",
        '[Deal "S:xxxxxxxxxx.AKQ.. - - -"]',
        [],
        ["line 1, board 1: 10 small spades are asked for, and 9 are left"],
    ),
    ("letters of suits", '[Deal "S:SAQ32HK32DKJ2CK32 - - -"]', [board(cards="N:- - AQ32.K32.KJ2.K32 -")], []),
    (
        "letters of suits with dots",
        '[Deal "S:S:AQ32.H:K32.D:KJ2.C:K32 - - -"]',
        [board(cards="N:- - AQ32.K32.KJ2.K32 -")],
        [],
    ),
    (
        "tens in two signs, and small letters",
        '[Deal "s:aq102.k32.kj2.k32 - - -"]',
        [board(cards="N:- - AQT2.K32.KJ2.K32 -")],
        [],
    ),
    ("a dot too many", '[Deal "S:AQ32.K32.KJ2.K32. - - -"]', [board(cards="N:- - AQ32.K32.KJ2.K32 -")], []),
    ("a void with a dot too many", '[Deal "S:AQT32...KJ32.K432 - - -"]', [board(cards="N:- - AQT32..KJ32.K432 -")], []),
    ("3.5 the auction, with all passes", f'{DEAL}[Auction "N"]\n1NT X XX\nAP', [board(calls="1N-X-XX-P-P-P")], []),
    (
        "the auction tells the dealer",
        f'[Deal "{ONE}"]\n[Auction "E"]\nPass 1S',
        [board(place="E None", calls="P-1S")],
        [],
    ),
    ("an auction that is not over", f'{DEAL}[Auction "N"]\n1C Pass +\n', [board(calls="1C-P")], []),
    ("an auction that is not to be read on", f'{DEAL}[Auction "N"]\n1C Pass *\n', [board(calls="1C-P")], []),
    (
        "notes of calls, but not of cards",
        f'{DEAL}[Auction "N"]\n1C =1= Pass 1H=2= AP\n[Note "1:Polish"]\n[Note "2:Four, or \\"more\\""]\n'
        '[Play "E"]\nSA =1=\n[Note "1:Lead"]',
        [board(calls='1C (Polish)-P-1H (Four, or "more")-P-P-P')],
        [],
    ),
    (
        "3.7 marks and glyphs of annotation",
        f'{DEAL}[Auction "N"]\n1C! Pass? $1 1H!? Pass$12',
        [board(calls="1C-P-1H-P")],
        [],
    ),
    (
        "3.9 an irregular call ends what is read",
        f'{DEAL}[Auction "N"]\n1C ^S Pass',
        [board(calls="1C")],
        ["line 1, board 1: the calls from ^S on are left out: they are irregular or not given"],
    ),
    (
        "a call that is not given",
        f'{DEAL}[Auction "N"]\n1C - 1H',
        [board(calls="1C")],
        ["line 1, board 1: the calls from - on are left out: they are irregular or not given"],
    ),
    (
        "a call that is none",
        f'{DEAL}[Auction "N"]\n1C Pazz',
        [board(calls="1C")],
        [
            "line 1, board 1: call 2 and those after it are left out: 'Pazz' is not a call;"
            " write P, D or X, R or XX, 1C to 7N"
        ],
    ),
    (
        "a call that the Laws do not allow",
        f'{DEAL}[Auction "N"]\n1S 1H',
        [board(calls="1S")],
        ["line 1, board 1: call 2 and those after it are left out: 1H is not higher than 1S"],
    ),
    (
        "an auction of somebody who does not deal",
        f'[Dealer "N"]\n{DEAL}[Auction "E"]\n1S',
        [BOARD],
        ["line 1, board 1: North deals, but the auction begins with 'E': it is left out"],
    ),
    ("3.8 a comment goes over empty lines", f"{{One\n\ntwo}}\n{DEAL}", [board(before="One\n\ntwo")], []),
    (
        "a comment goes on to the end of its line",
        f"{DEAL}; One {{two\n; three",
        [board(before="One {two\n\nthree")],
        [],
    ),
    (
        "a tag in a comment is no board",
        f'{{see [Deal "{TWO}"]}}\n; [Board "9"]\n{DEAL}',
        [board(before=f'see [Deal "{TWO}"]\n\n[Board "9"]')],
        [],
    ),
    (
        "a comment between tags does not part them",
        f'[Board "7"]\n[Dealer "W"]\n{{a\n\nb}}\n[Vulnerable "All"]\n{DEAL}',
        [board("7", place="W Both", before="a\n\nb")],
        [],
    ),
    (
        "comments before and after the calls",
        f'{DEAL}{{Bid!}}\n[Auction "N"]\n1C {{so}} Pass\n[Play "E"]\n{{played}}',
        [board(calls="1C-P", before="Bid!", after="so\n\nplayed")],
        [],
    ),
    (
        "a comment that is not closed",
        f'{DEAL}{{ begun\n[Dealer "E"]\n',
        [board(place="E None")],
        ["line 2: a comment begins with { and is not closed; only this line is passed over"],
    ),
    (
        "4.8 a value from the game before",
        f'[Dealer "S"]\n{DEAL}\n[Dealer "#"]\n[Deal "{TWO}"]',
        [board(place="S None"), board("2", TWO, "S NS")],
        [],
    ),
    (
        "a value for all games from here on",
        f'[Vulnerable "##All"]\n{DEAL}\n[Deal "{TWO}"]\n\n[Vulnerable "EW"]\n[Deal "{TWO}"]\n\n'
        f'[Vulnerable "##"]\n{DEAL}',
        [board(place="N Both"), board("2", TWO, "E Both"), board("3", TWO, "S EW"), board("4", place="W Both")],
        [],
    ),
    (
        "5 tables are passed over",
        f'{DEAL}[ScoreTable "Rank;Score"]\n 1 "12.5"\n 2 "3"\n[Dealer "W"]',
        [board(place="W None")],
        [],
    ),
    ("games without cards are passed over", f'[Event "A match"]\n\n{DEAL}', [BOARD], []),
    (
        "a board without cards",
        f'[Board "1"]\n\n[Board "2"]\n{DEAL}',
        [board("2", place="E NS")],
        ["line 1, board 1: no cards are given"],
    ),
    ("a board that comes twice counts once", f'[Board "1"]\n{DEAL}\n[Board "1"]\n{DEAL}', [BOARD], []),
    (
        "a bad board keeps no other out",
        f'[Board "8"]\n[Deal "{ONE.replace("K97", "A97")}"]\n\n[Board "9"]\n{DEAL}',
        [board("9", place="N EW")],
        ["line 1, board 8: two hands hold the same card: ♠A"],
    ),
    (
        "a bad dealer",
        f'\n[Board "8"]\n[Dealer "Q"]\n{DEAL}',
        [],
        ["line 2, board 8: a seat is one of N E S W, not 'Q'"],
    ),
    ("a tag without quotes", f"[Board 8]\n{DEAL}", [BOARD], ["line 1: '[Board 8]' is no tag, as [Board \"1\"] is"]),
]

LIN = [
    ("four hands from South on", f"md|3{LIN_FOUR}|sv|o|", [BOARD], []),
    ("three hands", f"md|3{LIN_ONE}|sv|b|", [board(place="N Both")], []),
    ("the fourth hand is blank", f"md|4{LIN_ONE},|sv|n|ah|Board 7|", [board("7", place="E NS")], []),
    (
        "hands between two commas that are not given",
        f"md|3{LIN_ONE.split(',')[0]},,{LIN_ONE.split(',')[2]},|",
        [board(cards=NS)],
        [],
    ),
    ("small letters", f"MD|3{LIN_ONE.lower()}|SV|E|", [board(place="N EW")], []),
    (
        "two boards on two lines",
        f"md|1{LIN_ONE}|ah|Board 3|\nmd|1{LIN_ONE}|ah|Board 7|\n",
        [board("3", place="S EW"), board("7", place="S Both")],
        [],
    ),
    (
        "calls, alerts and announcements",
        f"md|3{LIN_ONE}|mb|1C!|an|Strong|mb|p|mb|d|pg||",
        [board(calls="1C (Strong)-P")],
        ["line 1, board 1: call 3 and those after it are left out: only a bid of the opponents can be doubled"],
    ),
    ("calls that are written together", f"md|3{LIN_ONE}|mb|1CpP1ntDr|", [board(calls="1C-P-P-1N-X-XX")], []),
    (
        "comments, without their marks",
        f"nt|Plan !s and {{bid}}|md|3{LIN_ONE}|mb|p|nt|Well @2 done|",
        [board(calls="P", before="Plan ♠ and bid", after="Well  done")],
        [],
    ),
    (
        "both rooms of a match",
        f"vg|A match|\npn|a,b,c,d,e,f,g,h|\nqx|o5|md|3{LIN_ONE}|sv|n|mb|1C|\nqx|c5|md|3{LIN_ONE}|sv|n|mb|1D|",
        [board("5", place="N NS", calls="1C")],
        [],
    ),
    (
        "a board of a match without cards",
        f"qx|o5|\nqx|o6|md|3{LIN_ONE}|sv|e|",
        [board("6", place="N EW")],
        ["line 1, board 5: no cards are given"],
    ),
    ("neither dealer nor vulnerability", f"qx|o5|md|0{LIN_ONE}|", [board("5", place="N NS")], []),
    ("a bad hand", f"md|3{LIN_FOUR.replace('SAQ', 'SKQ')}|", [], ["line 1, board 1: two hands hold the same card: ♠K"]),
    (
        "a bad vulnerability",
        f"md|3{LIN_ONE}|sv|x|",
        [],
        ["line 1, board 1: vulnerability is one of None NS EW Both, not 'x'"],
    ),
    ("two hands", "md|3SAQ,SK|", [], ["line 1, board 1: a deal has four hands separated by blanks; this one has 2"]),
]

LINK = "https://www.bridgebase.com/tools/handviewer.html?"
TYPED = [
    ("a deal on each line", f"{ONE}\n\n{TWO} W Both", [BOARD, board("2", TWO, "W Both")], []),
    ("a deal without all hands", f" n:{NORTH} - {SOUTH} -", [board(cards=NS)], []),
    (
        "a word too many",
        f"{ONE} W Both now",
        [],
        ["line 1: after the four hands come a dealer and a vulnerability, and no 'now'"],
    ),
    (
        "a hand too few",
        f"{ONE}\nN:AQ2",
        [BOARD],
        ["line 2, board 2: a deal has four hands separated by blanks; this one has 1"],
    ),
    (
        "words among deals",
        f"Hello\n{ONE}",
        [board("2", place="E NS")],
        ["line 1, board 1: a deal begins with a seat and a colon, as in N:AQ2.K32.KJ32.K32 ..."],
    ),
    ("a link with LIN", f"{LINK}lin=md|3{LIN_ONE}|ah|Board+7|sv|b|", [board("7", place="N Both")], []),
    (
        "a link with LIN as browsers copy it",
        f"{LINK}lin=pn%7C%7Cmd%7C3{LIN_ONE.replace(',', '%2C')}%7Csv%7Cb%7Cmb%7C1C%7C",
        [board(place="N Both", calls="1C")],
        [],
    ),
    (
        "a link with hands and calls",
        f"see {LINK}n=sK97hAQ864d85c985&s=sAQhJ972dAQ2cK432&d=e&v=b&b=7&a=P1Cp1N!(15-17)",
        [board("7", NS, "E Both", "P-1C-P-1N (15-17)")],
        [],
    ),
    (
        "a link in a page",
        f'<a href="{LINK}n=sK97hAQ864d85c985&amp;s=sAQhJ972dAQ2cK432&amp;v=-">',
        [board(cards=NS)],
        [],
    ),
    ("a link with a zero", f"{LINK}lin=nt|a%00b|md|3{LIN_ONE}|sv|o|", [board(before="ab")], []),
    ("a link without cards", f"{LINK}v=b", [], ["line 1: there are no cards in this link"]),
]

NEITHER = (
    'line 1: this is neither PBN, with lines such as [Deal "N:..."], nor LIN, with parts such as md|...|,'
    " nor has it deals such as N:AQ2.K32.KJ32.K32 ... or links to a hand viewer"
)
NOTHING = [
    ("no text", "", [], [NEITHER]),
    ("other text", "1-8", [], [NEITHER]),
    ("a picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", [], ["line 1: this is no text file"]),
    ("PBN without cards", '[Event "A match"]', [], ["line 1: there are no cards in this file"]),
    (
        "a file that is cut off",
        f'[Board "1"]\n{DEAL}\n[Board "2"]\n[Deal "N:{NORTH} AQ',
        [BOARD],
        [f'line 5: \'[Deal "N:{NORTH} AQ\' is no tag, as [Board "1"] is', "line 4, board 2: no cards are given"],
    ),
    ("LIN without cards", "pn|a,b,c,d|", [], ["line 1: there are no cards in this file"]),
]

RULES = [*PBN, *LIN, *TYPED, *NOTHING]
