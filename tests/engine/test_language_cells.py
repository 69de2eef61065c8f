"""The cells of an entry: what each field reads, its canonical form, and where the fault lies in what it refuses."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidbase.errors import TextError
from bidbase.language.fields import FIELD_BY_NAME, FIELDS, STORED_FIELDS, Field, Group, parse_cell
from tests.strategies import CELL_TEXTS

# field, text, canonical text, why
GOOD = [
    ("prior_bids", "1C-1S-P", "1C-1S-P", "calls joined with dashes"),
    ("prior_bids", "1c 1s pass", "1C-1S-P", "blanks and lower case"),
    ("prior_bids", "P-P-1NT-X-XX", "1N-D-R", "passes in front are left out; every form of a call is read"),
    ("prior_bids", "@ fit a,forced  to game;a=M", "@ fit a, forced to game; a=M", "a situation"),
    ("prior_bids", "P-P-P", "", "all have passed so far: the opening"),
    ("prior_bids", "(opening)", "", "the word for nothing"),
    ("order", " 634000 ", "634000", "six digits"),
    ("order", "100M0z", "100M0z", "letters keep their case: Z comes before a"),
    ("bid", "1nt", "1N", "a call"),
    ("bid", "X", "D", "a double, not an X suit"),
    ("bid", "2X", "2x", "a bid of the X suit"),
    ("bid", "pass", "P", "a pass"),
    ("bid", "=a", "=a", "the lowest bid possible in a suit of the section"),
    ("bid", "=$a", "=a", "the same with the sign of a variable"),
    ("bid", "= $c", "=$c", "variable c: =c is clubs"),
    ("bid", "=c", "=C", "the lowest bid possible in clubs, as 2c is two clubs"),
    ("bid", " =N", "=N", "the lowest bid possible in notrump"),
    ("bid", "=nt", "=N", "the same as notrump is written elsewhere"),
    ("bid", "2$a", "2a", "a suit of the section at this level"),
    ("bid", "2$c", "2$c", "variable c: 2c is two clubs"),
    ("bid", "2 x", "2x", "blanks"),
    ("convention", "Strong 2C:2D  Waiting", "Strong 2C: 2D Waiting", "a subcategory"),
    ("convention", "Stayman", "Stayman", "a name alone"),
    ("use_against", "Michaels", "Michaels", "a convention of theirs"),
    ("usage", "0", "0", "off"),
    ("usage", "60", "60", "a percentage"),
    ("usage", "x60", "x60", "a percentage, off for now"),
    ("usage", "0.5", "50", "a share, as the introduction writes it"),
    ("usage", "99", "99", "the most"),
    ("usage", ".01", "1", "the least"),
    ("usage", "Mx.05", "Mx5", "a share of five percent, off for now"),
    ("usage", "I0", "0I", "off, for IMPs"),
    ("usage", "w m 5", "WM5", "three codes"),
    ("usage", "c 60", "C60", "a percentage, and the call stays open to later sections"),
    ("usage", "d i", "ID", "after a simulation, at IMPs"),
    ("hcp", "15-17", "15-17", "a range"),
    ("hcp", " 15 - 17 ", "15-17", "blanks"),
    ("hcp", "10+", "10+", "a minimum"),
    ("hcp", ">=10", "10+", "the same minimum"),
    ("hcp", ">9", ">9", "strictly more"),
    ("hcp", "<=9", "<=9", "a maximum"),
    ("hcp", "<8", "<8", "strictly fewer"),
    ("hcp", "=12", "12", "exactly"),
    ("hcp", "12-12", "12", "a range of one number"),
    ("hcp", "8,11+", "8,11+", "alternatives"),
    ("distribution", "2+", "2+", "distribution points"),
    ("distribution", "t6-10", "T6-10", "total points"),
    ("distribution", "tp26+", "TP26+", "together with partner's least"),
    ("distribution", "TPMAX<26", "TPmax<26", "together with partner's most"),
    ("distribution", "T6-10,T12+", "T6-10,T12+", "alternatives, all of total points"),
    ("knr", "13+", "13+", "a minimum"),
    ("knr", "11.55-12.5", "11.55-12.5", "twentieths"),
    ("knr", "13", "13", "a bare number is exact, as in HCP"),
    ("valuation", " Rule  of 20", "Rule of 20", "a name"),
    ("suit_value", "26+", "26+", "a minimum"),
    ("suit_value", "<7.5", "<7.5", "losers in halves"),
    ("notrump_value", "15-17", "15-17", "a range"),
    ("aces", "0, 4", "0,4", "none or all"),
    ("aces", "2", "2", "a bare number is exact, as in HCP"),
    ("kings", "1-2", "1-2", "a range"),
    ("key_cards", "1,4", "1,4", "one or four of five"),
    ("key_cards", "s:1, 4", "S: 1,4", "with spades as trumps"),
    ("key_cards", "$a: 2", "2", "suit a is trumps anyway"),
    ("side_kings", " $b :2+", "$b: 2+", "with suit b as trumps"),
    ("side_kings", ">=2", "2+", "kings outside trumps"),
    ("custom_points", "2", "2+", "a bare number is a minimum"),
    ("custom_points", "=2", "=2", "exactly two"),
    ("custom_points", "2.5-4", "2.5-4", "halves"),
    ("ace", "4.5", "4.5", "halves"),
    ("ace", ".25", "0.25", "quarters"),
    ("ace", "2.", "2", "a useless point"),
    ("ace", "20", "20", "the most"),
    ("ace", "0", "0", "nothing"),
    ("winners", "4.5", "4.5+", "a bare number is a minimum"),
    ("winners", "r 9", "R9+", "running winners"),
    ("winners", "R=9,R11+", "R=9,R11+", "alternatives, all of running winners"),
    ("losers", "6", "6+", "a bare number is a minimum"),
    ("losers", "<5", "<5", "fewer"),
    ("quick_tricks", "2.5", "2.5+", "a bare number is a minimum"),
    ("suits_stopped", "1.5", "1.5+", "half stoppers"),
    ("suits_stopped", "=3", "=3", "exactly three"),
    ("intermediates", "3", "3+", "a bare number is a minimum"),
    ("shape", "Balanced", "balanced", "a kind, in either case"),
    ("shape", "any 2-suiter", "2-suiter", "as the editor text has it"),
    ("shape", "any singleton or void", "singleton/void", "as the editor text has it"),
    ("shape", "5332,4333", "5332,4333", "lengths in any order"),
    ("shape", "4=4=3=2", "4=4=3=2", "lengths in that order"),
    ("shape", "10=1=1=1", "10=1=1=1", "a long suit"),
    ("x_num", "5+", "5+", "from spades down"),
    ("x_num", "4+u", "4+U", "from clubs up"),
    ("x_num", "4,6+ U", "4,6+U", "alternatives"),
    ("x_num", "ANY", "any", "any number of cards"),
    ("x_num", "any u", "anyU", "any number of cards, from clubs up"),
    ("x_points", "4+i1", "4+i1", "as in a suit"),
    ("spades_num", "5+", "5+", "a range"),
    ("spades_num", "<3,>5", "<3,>5", "alternatives"),
    ("spades_num", ">=d", ">=D", "compared with diamonds"),
    ("spades_num", "<= X", "<=x", "compared with the X suit"),
    ("spades_num", "<3,>D", "<3,>D", "a number or a comparison"),
    ("spades_num", "Any", "any", "any number of cards"),
    ("spades_num", "0+", "any", "the same"),
    ("spades_num", "p8+", "P8+", "together with partner's"),
    ("spades_num", "X", "x", "may be the X suit"),
    ("spades_num", "x, 4+", "x,4+", "the X suit, or four"),
    ("spades_points", "2-4", "2-4", "points"),
    ("spades_points", "A,K", "A,K", "the ace or the king"),
    ("spades_points", "k", "K", "the king, in lower case"),
    ("spades_points", "q", "Q", "the queen"),
    ("spades_points", "!q,!A", "!Q,!A", "no queen, or no ace"),
    ("spades_points", "a", "a", "two of the top three: another thing than A"),
    ("spades_points", "ba", "ab", "letters in order"),
    ("spades_points", "B,C,Di1", "b,c,di1", "case matters for the ace alone"),
    ("spades_points", "aB", "ab", "in a pair of codes too"),
    ("spades_points", "abi2", "abi2", "with intermediates"),
    ("spades_points", "any", "any", "any honors"),
    ("spades_points", "0+", "any", "the same"),
    ("spades_points", "0+i1", "0+i1", "one intermediate beside any honors"),
    ("spades_points", "4 + i1", "4+i1", "blanks"),
    ("spades_points", "4I1", "4i1", "exactly four points"),
    ("spades_points", "1STOP", "1stop", "a code in capitals"),
    ("spades_points", "frc,Src", "FRC,SRC", "codes in lower case"),
    ("spades_points", "2REBID,Solid6", "2rebid,solid6", "suit qualities"),
    ("spades_points", "GLstop", "glstop", "a stopper as GIB has them"),
    ("spades_points", "H >= 6", "h6+", "the value of the honors"),
    ("spades_points", "h<8P", "h<8P", "protected as well"),
    ("spades_points", "P", "P", "protected, whatever it is"),
    ("spades_points", "1stopP", "1stopP", "a protected stopper"),
    ("spades_points", "4+i1p", "4+i1P", "all together"),
    ("spades_points", "i2", "i2", "intermediates alone"),
    ("spades_points", "x,3+", "x,3+", "the X suit, or three points"),
    ("combined_num", "SH=8-9", "SH=8-9", "a range"),
    ("combined_num", "cdh > 11", "CDH>11", "blanks and lower case"),
    ("combined_num", "CD<10", "CD<10", "fewer"),
    ("combined_num", "SH=8", "SH=8", "exactly"),
    ("combined_num", "XD>7", "xD>7", "the X suit and diamonds"),
    ("combined_num", "SH<=9", "SH<=9", "at most"),
    ("combined_points", "SHC=7+", "SHC=7+", "at least"),
    ("combined_points", "SHC7+", "SHC=7+", "without the sign"),
    ("combined_points", "SH>9,CD>9", "SH>9,CD>9", "sums over different suits"),
    ("combined_points", "SHC>=7", "SHC=7+", "the same"),
    ("vulnerability", "fav", "Fav", "either case"),
    ("vulnerability", "Eq.", "Eq", "with the dot of the editor text"),
    ("vulnerability", "Fav, Eq+", "Fav,Eq+", "alternatives"),
    ("position", "1", "1", "a seat"),
    ("position", "t,y", "T,Y", "alternatives in lower case"),
    ("best_contract", "3nt, 4♠", "3N,4S", "contracts"),
    ("best_contract", "p,x", "P,D", "the contract as it stands, and doubled"),
    ("best_contract", "g,s,4a,3$c", "G,S,4a,3$c", "kinds of contract, and suits of a pattern"),
    ("alert", "Announce", "announce", "either case"),
    ("disclosure", " Transfer   to spades ", "Transfer to spades", "blanks are tidied"),
    ("disclosure", "Stayman [see 1N-P]", "Stayman [see 1N-P]", "the editors' part stays in the cell"),
    ("shows", "8+, 4+s", "8+,4+S", "points and a suit"),
    ("shows", "15-17, Balanced", "15-17,balanced", "the shape, in either case"),
    ("shows", "Any", "any", "nothing is shown"),
    ("shows", "t 12+, 10+,4+s", "T12+,10+,4+S", "total points beside HCP"),
    ("shows", "5+ $A,>=8", "5+$a,8+", "a suit of the pattern"),
    ("asks", "g, b2h", "G,B2H", "alternatives in lower case"),
    ("asks", "HC,CD,SO,KC", "HC,CD,SO,KC", "help in clubs, control in diamonds, sign-off, key cards"),
    ("strength", "o", "O", "either case"),
    ("expected_points", "15-17", "15-17", "a range"),
    ("spades_shown", "5", "5", "cards"),
    ("spades_shown", "X5", "x5", "cards of an X suit"),
    ("spades_shown", "/5", "/5", "in one kind of hand"),
    ("spades_shown", "f3", "F3", "a fit"),
    ("spades_shown", "h", "H", "help"),
    ("test_hand", "aq2-k32-kj32-k32", "AQ2.K32.KJ32.K32", "a hand in any form"),
    ("reference", "SAYC  booklet", "SAYC booklet", "blanks are tidied"),
    (
        "excuses",
        " gap:weak \n\nlook-alike : a reason: two\n",
        "gap: weak\nlook-alike: a reason: two",
        "a line for each",
    ),
    ("notes", " Two\nlines ", "Two\nlines", "lines stay lines"),
    ("test_auction", "p-1s-P", "1S-P", "from the first call that is not a pass"),
    ("test_auction", "p-1s-P", "1S-P", "from the first call that is not a pass"),
    ("saved", "2026-11-21", "2026-11-21", "a date"),
]

# field, text, the characters at fault, part of the message, why
BAD = [
    ("prior_bids", "1C-1Z", "1Z", "not a call", "no such call"),
    ("prior_bids", "@ fit a, forcd", "forcd", "no clause of a situation", "a word misspelled"),
    ("prior_bids", "1C-P-1C", "1C", "not higher", "an insufficient bid"),
    ("prior_bids", "1C-P-P-P ", "P", "the auction is over", "nobody is to call"),
    ("prior_bids", "1a-P-2a; a=M, b=M", "b=M", "stands nowhere", "a condition of a pattern"),
    ("prior_bids", "P-P-P-P", "P", "the auction is over", "passed out"),
    ("order", "63400", "63400", "six digits or letters", "five"),
    ("order", "6340001", "1", "six digits or letters", "seven"),
    ("order", " 634-00", "-", "six digits or letters", "a dash"),
    ("bid", "8C", "8C", "write P, D or X, R or XX, 1C to 7N, 2x", "no such level"),
    ("bid", "=$d", "=$d", "=a or =N for the lowest bid", "no such variable"),
    ("bid", "2A", "2A", "2a or 2$c for a variable", "a selector of patterns"),
    ("bid", "=x", "=x", "not a call", "the X suit has no lowest level"),
    ("bid", "8x", "8x", "not a call", "no such level of the X suit"),
    ("convention", "Strong 2C:", ":", "missing beside the colon", "no subcategory"),
    ("use_against", "Michaels:", ":", "missing beside the colon", "no subcategory"),
    ("convention", "A: B::C", ":", "missing beside the colon", "a name too few"),
    ("convention", ": Splinter", ":", "missing beside the colon", "no name"),
    ("usage", "05", "05", "write x5", "off, or five percent?"),
    ("usage", "W05", "05", "write x5", "the same behind another code"),
    ("usage", "0.0", "0.0", "a percentage is 1 to 99", "no share at all"),
    ("usage", "0.555", "0.555", "a percentage is 1 to 99", "too fine"),
    ("usage", "100", "100", "a percentage is 1 to 99", "99 percent is the most"),
    ("usage", "0M x100", "100", "a percentage is 1 to 99", "99 percent is the most"),
    ("usage", "WT", "T", "cannot stand here", "we alone and they alone"),
    ("usage", "MI", "I", "cannot stand here", "both scorings"),
    ("usage", "Z", "Z", "write 0, W, T", "no such code"),
    ("usage", "x", "x", "write 0, W, T", "no percentage after x"),
    ("usage", "0WM5", "5", "one to three", "four codes"),
    ("usage", "D D", "D", "cannot stand here", "one simulation is enough"),
    ("hcp", "15-", "-", "not a range", "no end"),
    ("hcp", "17-15", "17-15", "ends at 15, below its start", "the wrong way round"),
    ("hcp", "many", "many", "not a range", "a word"),
    ("hcp", "8,,11+", ",", "missing beside the comma", "nothing between commas"),
    ("hcp", "8,", ",", "missing beside the comma", "nothing after the comma"),
    ("hcp", ",8", ",", "missing beside the comma", "nothing before the comma"),
    ("hcp", "8, eleven+", "eleven+", "not a range", "the second alternative"),
    ("hcp", "12345", "45", "not a range", "more digits than any count has"),
    ("hcp", "-3", "-3", "not a range", "below nothing"),
    ("hcp", "8, 15-17x", "x", "not a range", "the end of the second alternative"),
    ("hcp", "P25-29, 30+", "30+", "either all alternatives", "points of the hand beside points of the pair"),
    ("hcp", "P25-29,Pmany", "many", "not a range", "a word after P"),
    ("hcp", "P", "P", "nothing is here", "no number"),
    ("hcp", "Pmax<25, pmax30q", "q", "not a range", "the end of the second alternative"),
    ("distribution", "TP26+,TP3q", "q", "not a range", "the end of the second alternative"),
    ("distribution", "TPmax17-15", "17-15", "below its start", "the wrong way round"),
    ("spades_points", "4+i0", "i0", "no intermediate", "nothing is asked for"),
    ("hcp", "Min+x", "Min+x", "not a range", "how much over the minimum"),
    ("distribution", "T6-10,12+", "12+", "either all alternatives", "two kinds of points"),
    ("distribution", "TP26+,T12+", "T12+", "either all alternatives", "two kinds of points"),
    ("distribution", "T", "T", "nothing is here", "no number"),
    ("distribution", "Q2", "Q2", "not a range", "no such letter"),
    ("knr", "13.555", "5", "not a range", "too fine"),
    ("suit_value", "Zar26", "Zar26", "not a range", "the system has a field of its own"),
    ("notrump_value", "17-15", "17-15", "below its start", "the wrong way round"),
    ("aces", "four", "four", "not a range", "a word"),
    ("kings", "2-1", "2-1", "below its start", "the wrong way round"),
    ("key_cards", "1,4+5", "5", "not a range", "a number too many"),
    ("key_cards", "H: 1,x", "x", "not a range", "the fault is found behind the suit"),
    ("side_kings", "N: 2", "N: 2", "not a range", "notrump is no suit"),
    ("side_kings", "1,", ",", "missing beside the comma", "no alternative"),
    ("custom_points", "two", "two", "not a range", "a word"),
    ("ace", "four", "four", "not a number", "a word"),
    ("ace", "0.3", "0.3", "in quarters", "too fine"),
    ("ace", "21", "21", "0 to 20", "too much"),
    ("ace", "20.25", "20.25", "0 to 20", "a quarter too much"),
    ("ace", "-1", "-1", "not a number", "below nothing"),
    ("ace", "nan", "nan", "not a number", "a number to Python alone"),
    ("ace", "1_0", "1_0", "not a number", "a number to Python alone"),
    ("winners", "R9,11+", "11+", "either all alternatives", "two kinds of winners"),
    ("winners", "9R", "R", "not a range", "R stands in front"),
    ("losers", "6-5", "6-5", "below its start", "the wrong way round"),
    ("quick_tricks", "AK", "AK", "not a range", "no number"),
    ("suits_stopped", "all", "all", "not a range", "a word"),
    ("intermediates", "3-1", "3-1", "below its start", "the wrong way round"),
    ("shape", "flat", "flat", "not a shape", "no such kind"),
    ("shape", "5431,4432x", "x", "not a shape", "the second alternative"),
    ("shape", "5333", "5333", "add up to 14", "fourteen cards"),
    ("shape", "4=4=3=3", "4=4=3=3", "add up to 14", "fourteen cards"),
    ("x_num", "U", "", "nothing is here", "no number before it"),
    ("x_num", "long", "long", "not a range", "a word"),
    ("x_points", " x,3+", "x", "x stands in the suits' own cells", "the X suit is not its own spec"),
    ("x_points", "e", "e", "not a spec for honors", "no such code"),
    ("spades_num", ">=N", ">=N", "not a number of cards", "notrump is no suit"),
    ("spades_num", "4+,P?", "?", "not a range", "cards with partner's"),
    ("spades_num", "many", "many", "not a number of cards", "a word"),
    ("spades_points", "any5", "ny5", "not a spec for honors", "after the code a something else"),
    ("spades_num", "4+,x", "x", "not a number of cards", "x comes first"),
    ("spades_num", "x,", ",", "missing beside the comma", "no alternative after x"),
    ("spades_num", "5+>", ">", "not a number of cards", "what is longer"),
    ("spades_num", "x,long", "long", "not a number of cards", "the alternative"),
    ("spades_num", "5-3", "5-3", "below its start", "the wrong way round"),
    ("spades_points", "e", "e", "not a spec for honors", "no such code"),
    ("spades_points", "!J", "!J", "not a spec for honors", "the ace, the king and the queen have codes"),
    ("spades_points", "!Qi1", "!Qi1", "cannot be asked for beside !Q", "what is not held has no points"),
    ("spades_points", "Ab", "b", "not a spec for honors", "A is the ace, b are honors"),
    ("spades_points", "a4+", "4+", "not a spec for honors", "a code and points"),
    ("spades_points", "4+i", "i", "not a spec for honors", "how many intermediates"),
    ("spades_points", "4+,3stop", "stop", "not a spec for honors", "no such code"),
    ("spades_points", "FRCi1", "FRCi1", "cannot be asked for beside FRC", "a control needs none"),
    ("spades_points", "4-2", "4-2", "below its start", "the wrong way round"),
    ("spades_points", "solid5", "solid5", "not a spec for honors", "solid suits have six cards"),
    ("spades_points", "A,h", "h", "not a spec for honors", "worth how much"),
    ("spades_points", "1stoph6", "h6", "not a spec for honors", "a code and a value"),
    ("spades_points", "h9-6", "9-6", "below its start", "the wrong way round"),
    ("spades_points", "h6+i1", "h6+i1", "cannot be asked for beside h6+", "no holding is the least"),
    ("spades_points", "rebidi1", "rebidi1", "cannot be asked for beside rebid", "no holding is the least"),
    ("spades_points", "AB", "B", "not a spec for", "A is the ace, whatever follows"),
    ("spades_points", "4+i10", "0", "not a spec for", "nine intermediates are more than enough"),
    ("combined_num", "S=8", "S", "two or three different suits", "one suit"),
    ("combined_num", "SHDC=13", "SHDC", "two or three different suits", "all four"),
    ("combined_num", "SS=8", "SS", "two or three different suits", "one suit twice"),
    ("combined_num", "x>7", "x", "two or three different suits", "no suit beside x"),
    ("combined_num", "Dx>7", "Dx>7", "not a sum", "x comes first"),
    ("combined_num", "SH8", "SH8", "not a sum", "no sign"),
    ("combined_num", "SH=8-9,SH=9-8", "9-8", "below its start", "the wrong way round"),
    ("combined_num", "SH=8-9,SH=many", "many", "not a range", "the second alternative"),
    ("combined_points", "SHC>", ">", "not a range", "no number"),
    ("vulnerability", "Fav,Red", "Red", "not a vulnerability", "the second alternative"),
    ("position", "5", "5", "not a position", "four seats"),
    ("best_contract", "8S", "8S", "not a contract", "no such level"),
    ("best_contract", "4S,game", "game", "not a contract", "a word"),
    ("best_contract", "R", "R", "not a contract", "nobody redoubles for the best contract"),
    ("best_contract", "4S,=a", "=a", "not a contract", "a contract has a level"),
    ("best_contract", "=N", "=N", "not a contract", "a level in notrump, too"),
    ("best_contract", "4x", "4x", "not a contract", "a contract has a strain"),
    ("alert", "maybe", "maybe", "not a kind of disclosure", "no such kind"),
    ("shows", "8+,strong", "strong", "nothing that a call shows", "a word"),
    ("shows", "8+,7-5S", "7-5", "below its start", "the wrong way round"),
    ("shows", "4+S,8+,5+s", "5+s", "said twice", "one suit twice"),
    ("shows", "8+,any", "any", "nothing that a call shows", "any stands alone"),
    ("shows", "4+N", "4+N", "nothing that a call shows", "notrump is no suit"),
    ("shows", "8+,T4+S", "T4+S", "nothing that a call shows", "a suit has cards, not total points"),
    ("shows", "T12+,T8+", "T8+", "said twice", "total points twice"),
    ("shows", "8+,T9-7", "9-7", "below its start", "the wrong way round"),
    ("shows", "0\n0", "0\n0", "nothing that a call shows", "a line break"),
    ("asks", "G,Z", "Z", "asks for nothing known", "the second alternative"),
    ("asks", "B8H", "B8H", "asks for nothing known", "no such bid"),
    ("strength", "Q", "Q", "not a strength", "no such class"),
    ("expected_points", "some", "some", "not a range", "a word"),
    ("spades_shown", "14", "14", "not an expected length", "thirteen at the most"),
    ("spades_shown", "F", "F", "not an expected length", "how long a fit"),
    ("test_hand", "AQ2.K32.KJ32.KX2", "X", "not a card", "the place in the hand"),
    ("test_auction", "1S-P-P-P", "P", "the auction is over", "nobody is to call"),
    ("excuses", "gap: weak\n  weaker hands pass ", "weaker hands pass", "does not name a rule", "a reason alone"),
    ("excuses", "gap:", "gap:", "does not name a rule and a reason", "no reason"),
    ("excuses", "gap: weak\ngap: poor", "gap: poor", "gap is excused twice", "one reason for a rule"),
    ("saved", "21.11.2026", "21.11.2026", "not a date", "another form"),
    ("saved", "2026-02-30", "2026-02-30", "not a date", "no such day"),
]

FREE_TEXT = {"disclosure", "reference", "notes", "valuation"}  # a valuation system is looked up with the others
SAME = {"king": "ace", "queen": "ace", "jack": "ace", "ten": "ace"}


def same_as(name: str) -> str:
    """The field whose rows in the tables speak for this one: spades for other suits and variables, ace for honors."""
    for suit in ("hearts", "diamonds", "clubs", "a", "b", "c"):
        name = re.sub(f"^{suit}_", "spades_", name)
    return SAME.get(name, name)


@pytest.mark.parametrize(("name", "text", "canonical", "why"), GOOD)
def test_cell_is_read(name: str, text: str, canonical: str, why: str) -> None:
    cell = FIELD_BY_NAME[name].parse(text)
    assert str(cell) == canonical, why
    assert FIELD_BY_NAME[name].parse(canonical) == cell


@pytest.mark.parametrize(("name", "text", "fault", "message", "why"), BAD)
def test_bad_cell_is_refused_with_the_place(name: str, text: str, fault: str, message: str, why: str) -> None:
    with pytest.raises(TextError) as caught:
        FIELD_BY_NAME[name].parse(text)
    assert message in caught.value.message, why
    start, end = caught.value.span
    assert 0 <= start <= end <= len(text)
    assert caught.value.text == text, "so that whoever shows it can point into what was written"
    assert text[start:end] == fault, why


def test_tables_leave_out_no_field() -> None:
    names = {same_as(field.name) for field in STORED_FIELDS}
    assert {name for name, *_ in GOOD} == names
    assert {name for name, *_ in BAD} == names - FREE_TEXT


@pytest.mark.parametrize(("name", "most"), [("hcp", 1000), ("prior_bids", 1000), ("notes", None), ("disclosure", None)])
def test_only_words_for_people_may_be_longer_than_a_thousand_characters(name: str, most: int | None) -> None:
    """Reading a long spec would take long, and none has a use for it."""
    parse_cell(name, FIELD_BY_NAME[name].example.ljust(1000))
    if most is None:
        parse_cell(name, "long " * 1000)
    else:
        with pytest.raises(TextError, match="this has 1001 characters; more than 1000 cannot be read"):
            parse_cell(name, FIELD_BY_NAME[name].example.ljust(1001))


@pytest.mark.parametrize("field", STORED_FIELDS, ids=lambda field: field.name)
def test_example_is_read_and_said(field: Field) -> None:
    cell = parse_cell(field.name, field.example)
    assert FIELD_BY_NAME[field.name].parse(str(cell)) == cell
    assert field.say(cell).strip()


@pytest.mark.parametrize("name", CELL_TEXTS)
@settings(max_examples=40)  # of each of some fifty fields
@given(st.data())
def test_canonical_text_means_the_same(name: str, data: st.DataObject) -> None:
    field = FIELD_BY_NAME[name]
    cell: Any = field.parse(data.draw(CELL_TEXTS[name]))
    assert field.parse(str(cell)) == cell
    assert str(field.parse(str(cell))) == str(cell)
    assert hash(field.parse(str(cell))) == hash(cell)


@given(
    st.sampled_from(STORED_FIELDS), st.text("x015+-<>=.,iPTRUSHDCabAKstopreghl :\n", max_size=12) | st.text(max_size=12)
)
def test_any_text_is_read_or_refused(field: Field, text: str) -> None:
    """Never another error, and never a cell whose text reads as something else."""
    try:
        cell = parse_cell(field.name, text)
    except TextError as error:
        fault = error
    else:
        assert cell is None or (field.parse(str(cell)) == cell and field.say(cell))
        return
    start, end = fault.span
    assert fault.message
    assert fault.text == text
    assert 0 <= start <= end <= len(text)


@pytest.mark.parametrize("name", ["knr", "losers", "spades_num", "spades_points", "shape", "combined_num", "asks"])
@given(st.data())
def test_fault_lies_in_the_alternative_at_fault(name: str, data: st.DataObject) -> None:
    """Good alternatives around it are never pointed at."""
    before, after = (re.sub("^x(,|$)", "4\\1", data.draw(CELL_TEXTS[name]), flags=re.IGNORECASE) for _ in range(2))
    bad = data.draw(st.sampled_from(["?", "many", "#5", "!"]))
    with pytest.raises(TextError) as caught:
        FIELD_BY_NAME[name].parse(f"{before},{bad},{after}")
    start, end = caught.value.span
    assert len(before) < start <= end <= len(before) + 1 + len(bad)


def test_strategies_speak_for_every_field() -> None:
    assert {same_as(field.name) for field in STORED_FIELDS} - {"reference"} == set(CELL_TEXTS)


def test_fields_have_all_that_form_and_reference_need() -> None:
    assert len(FIELD_BY_NAME) == len(FIELDS), "names are unique"
    assert len({field.label for field in FIELDS}) == len(FIELDS), "labels are unique"
    for field in FIELDS:
        assert field.name.isidentifier()
        assert field.help.endswith(".")
        assert field.example
    groups = [field.group for field in FIELDS]
    assert [group for place, group in enumerate(groups) if group not in groups[:place]] == list(Group)
    assert [field.name for field in FIELDS if field.derived] == ["round", "player"]
    assert [field.name for field in FIELDS if field.hidden] == ["excuses"]


@pytest.mark.parametrize("name", [field.name for field in FIELDS])
def test_blank_cell_is_nothing(name: str) -> None:
    assert parse_cell(name, "") is None
    assert parse_cell(name, " \t") is None
