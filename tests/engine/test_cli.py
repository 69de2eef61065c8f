"""The command line: JSON lines in and out, bad lines answered and passed over, explanations, checks."""

import io
import json
import subprocess
import sys
from collections.abc import Sequence

import pytest

from bidbase.cli import main

HAND = "AQ2.K32.KJ32.K32"


def _bytes(line) -> bytes:
    if isinstance(line, bytes):
        return line
    return (line if isinstance(line, str) else json.dumps(line)).encode()


@pytest.fixture
def run(monkeypatch, capsys):
    """Run a command with these records as its input lines; gives the exit status and the records it wrote."""

    def call(*arguments: str, lines: Sequence = ()):
        written = b"".join(_bytes(line) + b"\n" for line in lines)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(written)))
        status = main(list(arguments))
        return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return call


def test_a_hand_is_bid(run):
    status, (answer,) = run("bid", lines=[{"hand": HAND, "auction": []}])
    assert status == 0
    assert (answer["call"], answer["source"]) == ("1N", "book")
    assert set(answer["entry"]) == {"id", "section", "order", "name"}
    assert "15" in answer["meaning"]


def test_a_simulation_tells_what_it_found(run):
    line = {"hand": "KQT876.KQJ.6.K93", "auction": "1S-P-2S-P", "seed": "269"}
    _, (answer,) = run("bid", "--system", "tests/practice/simulating", lines=[line])
    assert (answer["call"], answer["source"]) == ("3S", "simulation")
    best = answer["simulation"]["contracts"][0]
    assert (best["call"], best["contract"], best["declarer"]) == ("4S", "4S", "N")
    assert 0 < best["made"] <= 1
    assert answer["simulation"]["deals"] == 24
    _, (plain,) = run("bid", lines=[{"hand": HAND, "auction": ""}])
    assert "simulation" not in plain


def test_a_robot_that_thinks_tells_what_it_weighed(run):
    line = {"hand": "JT72.876.63.QT62", "auction": "2H-2S-4H", "system": "2over1"}
    _, (thinking,) = run("bid", "--think", lines=[line])
    assert (thinking["call"], thinking["source"], thinking["entry"]) == ("4S", "thinking", None)
    first, *others = thinking["weighed"]["calls"]
    book = next(call for call in others if call["call"] == thinking["weighed"]["book"])
    assert (first["call"], book["gain"], book["error"]) == ("4S", 0, 0)
    assert first["gain"] > first["error"] > 0
    assert sum(ending["deals"] for ending in first["contracts"]) == thinking["weighed"]["deals"] == 96
    assert set(first["contracts"][0]) == {"contract", "declarer", "deals"}
    _, (plain,) = run("bid", lines=[line])
    assert (plain["call"], "weighed" in plain) == (thinking["weighed"]["book"], False)


def test_the_auction_may_be_a_list_or_a_text(run):
    _, (as_list, as_text) = run("bid", lines=[{"hand": HAND, "auction": ["P", "P"]}, {"hand": HAND, "auction": "P-P"}])
    assert as_list == as_text


def test_a_trace_is_added_when_asked_for(run):
    _, (answer,) = run("bid", "--trace", lines=[{"hand": HAND, "auction": ""}])
    assert answer["trace"][-1] == {"entry": answer["entry"]["id"], "bid": "1N", "failed": []}
    assert all(set(failed) == {"field", "needed", "had"} for tried in answer["trace"] for failed in tried["failed"])


# (line, field at fault, part of the message, why)
BAD_LINES = [
    ("{", "", "not JSON", "broken JSON"),
    ("[]", "", "JSON object", "not an object"),
    ({"auction": []}, "hand", "missing", "no hand"),
    ({"hand": 13, "auction": []}, "hand", "is a text", "a hand that is no text"),
    ({"hand": "AQ2.K32.KJ32.K3", "auction": []}, "hand", "13 cards", "twelve cards"),
    ({"hand": "AAQ.K32.KJ32.K32", "auction": []}, "hand", "twice", "a card twice"),
    ({"hand": HAND}, "auction", "auction is", "no auction"),
    ({"hand": HAND, "auction": ["1Z"]}, "auction", "not a call", "no such call"),
    ({"hand": HAND, "auction": [1]}, "auction", "auction is", "calls that are no texts"),
    ({"hand": HAND, "auction": "1S-1C"}, "auction", "not higher", "an illegal call"),
    ({"hand": HAND, "auction": "P-P-P-P"}, "auction", "is over", "nobody's turn"),
    ({"hand": HAND, "auction": [], "dealer": "Q"}, "dealer", "N E S W", "no such seat"),
    (
        {"hand": HAND, "auction": [], "vulnerability": "some"},
        "vulnerability",
        "None NS EW Both",
        "no such vulnerability",
    ),
    ({"hand": HAND, "auction": [], "scoring": "rubber"}, "scoring", "IMP or MP", "no such scoring"),
    ({"hand": HAND, "auction": [], "system": "acol"}, "system", "no system 'acol'", "no such system"),
    (
        {"hand": HAND, "auction": [], "systems": {"NS": "acol"}},
        "systems",
        "no system 'acol'",
        "no such system for a side",
    ),
    ({"hand": HAND, "auction": [], "systems": "sayc"}, "systems", "one for each side", "systems that are no object"),
    ({"hand": HAND, "auction": [], "systems": {"WE": "sayc"}}, "systems", "or for a seat", "no such side"),
    (
        {"hand": HAND, "auction": [], "systems": {"N": "acol"}},
        "systems",
        "no system 'acol'",
        "no such system for a seat",
    ),
    ({"hand": HAND, "auction": [], "vulnerabilty": "NS"}, "vulnerabilty", "did you mean vulnerability?", "misspelled"),
    ({"hand": HAND, "auction": [], "zzz": 1}, "zzz", "there are id, dealer, vulnerability", "no such field"),
    (f'{{"hand": "{HAND}", "hand": "{HAND}", "auction": []}}', "hand", "twice", "a field twice"),
    ({"hand": HAND, "auction": [], "seed": [1]}, "seed", "a text or a whole number", "a seed that is a list"),
    ({"hand": HAND, "auction": [], "system": "s" * 300}, "system", "no system 'sss", "a name that no file can have"),
    ({"hand": HAND, "auction": [], "system": "a\0b"}, "system", "no system 'a", "a name with a null character"),
    ({"hand": "AQ\ud800.K32.KJ32.K32", "auction": []}, "hand", "not a card", "half of a surrogate pair"),
    ("[" * 5000, "", "nested too deeply", "more brackets than anybody closes"),
    ('{"a":' * 5000, "", "nested too deeply", "more braces than anybody closes"),
    (f'{{"seed": {"9" * 5000}}}', "", "not JSON", "a number of too many digits"),
    (json.dumps({"hand": "A" * 70_000}), "", "longer than 65536 bytes", "a line of the wrong file"),
    (b"\xff\xfe{}", "", "not UTF-8 text: invalid start byte at byte 1", "another encoding"),
]


@pytest.mark.parametrize(("line", "field", "message", "why"), BAD_LINES)
def test_a_bad_line_gets_an_error_and_the_next_is_read(run, line, field, message, why):
    good = {"hand": HAND, "auction": []}
    status, (error, answer) = run("bid", "--system", "tests/practice/small", lines=[line, good])
    assert (status, error["field"]) == (1, field), why
    assert message in error["error"]
    assert answer["call"] == "1N"


def test_dealer_vulnerability_scoring_and_seed_may_be_given(run):
    line = {
        "hand": HAND,
        "auction": "P",
        "dealer": "w",
        "vulnerability": "EW",
        "scoring": "mp",
        "system": "sayc",
        "seed": 7,
    }
    assert run("bid", lines=[line])[0] == 0


def test_answers_come_line_by_line():
    """Another program may wait for each answer before it asks again."""
    command = [sys.executable, "-m", "bidbase", "bid"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as robot:
        for _ in range(2):
            robot.stdin.write(json.dumps({"hand": HAND, "auction": []}) + "\n")
            robot.stdin.flush()
            assert json.loads(robot.stdout.readline())["call"] == "1N"
        robot.stdin.close()
        assert robot.wait() == 0


CONTESTED = "N:JT954.K8.AJ87.75 AQ832.A.9542.J86 K7.Q972.KT.KQT94 6.JT6543.Q63.A32"
DEAL = "N:T94.KQT2.AQ53.96 J73.AJ5.T97.AJ54 K5.98763.J84.K83 AQ862.4.K62.QT72"


def test_an_auction_is_bid_out(run):
    status, (answer,) = run("auction", lines=[{"deal": DEAL, "dealer": "N", "vulnerability": "None"}])
    assert status == 0
    assert answer["auction"].split("-") == [call["call"] for call in answer["calls"]]
    assert [call["seat"] for call in answer["calls"][:5]] == ["N", "E", "S", "W", "N"]
    assert answer["contract"] == "passed out" or answer["declarer"] in "NESW"


def test_an_answer_repeats_the_id_of_its_line(run):
    for command, line in (("bid", {"hand": HAND, "auction": ""}), ("auction", {"deal": DEAL})):
        _, answers = run(command, lines=[line | {"id": "seven"}, line | {"id": 7}, line, {"id": 8}])
        assert [answer.get("id") for answer in answers] == ["seven", 7, None, 8], command


def test_calls_of_an_auction_come_with_alerts_when_asked(run):
    _, (by_option,) = run("auction", "--meanings", lines=[{"deal": DEAL}])
    _, (by_field, without) = run("auction", lines=[{"deal": DEAL, "meanings": True}, {"deal": DEAL}])
    assert by_option == by_field
    assert {call["meaning"]["alert"] for call in by_field["calls"]} <= {"none", "alert", "announce", "pre-alert"}
    assert not any("meaning" in call for call in without["calls"])


def test_four_robots_think_when_asked_to(run):
    line = {"deal": CONTESTED, "dealer": "E", "vulnerability": "EW", "system": "2over1"}
    _, (answer,) = run("auction", "--think", lines=[line])
    assert any("weighed" in call for call in answer["calls"])
    _, (by_the_book,) = run("auction", lines=[line])
    assert not any("weighed" in call for call in by_the_book["calls"])


def test_a_seat_may_have_a_system_of_its_own(run):
    line = {"deal": DEAL, "dealer": "W", "system": "tests/practice/small", "systems": {"W": "sayc"}}
    _, (alone, other) = run("auction", lines=[{"deal": DEAL, "dealer": "W"}, line])
    sources = [[call["entry"] and call["entry"]["id"] for call in answer["calls"]] for answer in (alone, other)]
    assert sources[0][0] == sources[1][0] is not None, "West opens by the same entry"
    assert sources[0][1] != sources[1][1], "North plays another system"


def test_a_bad_deal_is_told(run):
    status, (error,) = run("auction", lines=[{"deal": DEAL.replace("T94", "A94")}])
    assert (status, error["field"]) == (1, "deal")


def test_explain_tells_every_legal_call(run):
    status, answers = run("explain", "--auction", "1N-P", "--json")
    assert status == 0
    assert [answer["call"] for answer in answers[:3]] == ["P", "2C", "2D"]


DISCLOSED = (
    "prior_bids,order,bid,hcp,alert,disclosure,asks,strength,expected_points,hearts_shown,clubs_shown,hearts_num\n"
    ",100000,1H,10-15,none,Hearts,,O,,5,,4+\n"
    '1H-P,100000,2N,11+,announce,"Jacoby, game forcing",G,O,13-15,F4,H,4+\n'
)


@pytest.fixture
def disclosing(tmp_path) -> str:
    (tmp_path / "system.toml").write_text('files = ["openings.csv"]\n')
    (tmp_path / "openings.csv").write_text(DISCLOSED)
    return str(tmp_path)


def test_every_disclosure_reaches_the_calling_program(run, disclosing):
    _, (bid,) = run("bid", "--system", disclosing, lines=[{"hand": "KQ2.AJ32.KJ32.32", "auction": "1H-P"}])
    assert (bid["alert"], bid["announcement"]) == ("announce", "Jacoby")
    assert bid["asks"] == {"codes": ["G"], "words": "forcing to game"}
    assert bid["strength"] == {"code": "O", "words": "an opening, about 13 to 15 HCP"}
    assert bid["points"] == {"shown": [11, 37], "expected": [13, 15]}
    assert bid["lengths"]["hearts"] == {"shown": [4, 13], "expected": [4, 13], "codes": ["F4"]}
    assert bid["lengths"]["clubs"]["codes"] == ["H"]
    assert [line["range"] for line in bid["lines"]] == ["11+ HCP, 4+♥"]
    assert bid["meaning"] == "Jacoby, game forcing (11+ HCP, 4+♥). Forcing to game, needs help in clubs"
    _, explained = run("explain", "--system", disclosing, "--auction", "1H-P", "--json")
    (same,) = (record for record in explained if record["call"] == "2N")
    assert {field: same[field] for field in bid.keys() & same.keys()} == {
        field: bid[field] for field in bid.keys() & same.keys()
    }


def test_what_each_seat_has_shown_is_written_as_records(run, disclosing):
    _, seats = run("shown", "--system", disclosing, "--auction", "1H-P-2N-P", "--json")
    north, east, south, west = seats
    assert [seat["seat"] for seat in seats] == ["N", "E", "S", "W"]
    assert (north["shown"], north["expectation"]) == ("10–15 HCP, 4+♥", "5♥")
    assert south["asks"]["codes"] == ["G"]
    assert [(call["call"], call["alert"]) for call in south["calls"]] == [("2N", "announce")]
    assert east["points"] == {"shown": None, "expected": [0, 37]}
    assert west["calls"][0]["call"] == "P"


def test_explain_leaves_out_what_no_hand_comes_to(run):
    _, answers = run("explain", "--auction", "2C-P", "--json")
    left = {answer["call"]: answer["left"] for answer in answers if answer["lines"]}
    assert left["2D"]
    assert not left["3N"], "a situation places the contract so, but the section before it has a call for every hand"


def test_explain_points_at_a_bad_call(capsys):
    assert main(["explain", "--auction", "1N-1C"]) == 2
    assert "1N-1C\n     ^^" in capsys.readouterr().err


def test_explain_says_when_there_is_nothing_to_call(capsys):
    assert main(["explain", "--auction", "1N-P-P-P"]) == 2
    assert "over" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["shown", "--auction", "1N", "--deals", "-3"],
        ["shown", "--auction", "1N", "--samples", "-1"],
        ["shown", "--auction", "1N", "--seed", "-1"],
        ["pattern", "1M", "--most", "many"],
    ],
)
def test_a_bad_number_is_told(arguments, capsys):
    with pytest.raises(SystemExit):
        main(arguments)
    assert "is not a whole number, 0 or more" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("pattern", "auction", "printed", "why"),
    [
        ("1a-P-2a; a=M", "P-1H-P-2H", "fits, a is hearts", "from the first call that is not a pass"),
        ("1a-P-2a; a=M", "P-1H-P-2S", "call 4: 2♠ is not in hearts", "calls are counted with the passes in front"),
        ("P-1a-P-2a; a=M", "1H-P-2H", "call 1: 1♥ is not P", "the pattern writes a pass in front"),
        ("1N-P-2C[Stayman]", "1N-P-2C", "fits", "names come from a system"),
        ("1N-P-2D[Stayman]", "1N-P-2D", "not 'Stayman'", "another convention"),
    ],
)
def test_an_auction_is_held_against_a_pattern(pattern, auction, printed, why, capsys):
    fits = printed.startswith("fits")
    assert main(["pattern", pattern, "--auction", auction]) == (0 if fits else 1)
    assert printed in capsys.readouterr().out, why


def test_check_of_a_broken_system_exits_with_1(tmp_path, capsys):
    (tmp_path / "system.toml").write_text('files = ["opening.csv"]\n')
    (tmp_path / "opening.csv").write_text("order,bid\n100000,1N\n")
    assert main(["check", str(tmp_path)]) == 1
    assert "error: opening: opening/100000 (1N): it has no test hand [test-hand-missing]" in capsys.readouterr().out
    assert main(["check", str(tmp_path), "--rule", "disclosure-missing", "--section", "(opening)", "--json"]) == 1
    finding = json.loads(capsys.readouterr().out)
    assert finding["entry"] == "opening/100000"
    assert (finding["rule"], finding["severity"], finding["section"]) == ("disclosure-missing", "error", "")
    assert main(["check", str(tmp_path), "--rule", "shares"]) == 0, "information is no error"
    assert "info: (opening): of 200000 hands that reach this section: 1N 100 % [shares]" in capsys.readouterr().out


def test_check_of_a_section_that_is_not_there(tmp_path, capsys):
    (tmp_path / "system.toml").write_text('name = "small"\nfiles = []\n')
    assert main(["check", str(tmp_path), "--section", "1N-P"]) == 2
    assert "small has no section 1N-P" in capsys.readouterr().err
    assert main(["check", str(tmp_path), "--section", "1N-1C"]) == 2
    assert "1N-1C\n     ^^" in capsys.readouterr().err


def test_check_looks_at_the_choices_that_are_not_played(tmp_path, capsys):
    (tmp_path / "system.toml").write_text('files = ["conventions.csv", "agreements.csv", "opening.csv"]\n')
    (tmp_path / "opening.csv").write_text("order,bid,convention,hcp\n100000,1C,Strong,16+\n")
    (tmp_path / "conventions.csv").write_text("name,use,notes\nStrong,0,\n")
    (tmp_path / "agreements.csv").write_text('name,chapter,question,choices,needs\nA,Slams,,"Strong\nWeak =",\n')
    assert main(["check", str(tmp_path), "--choices", "--rule", "test-hand-missing"]) == 1
    told = "error: opening: opening/100000 (1C): with Strong (A): it has no test hand [test-hand-missing]"
    assert told in capsys.readouterr().out


def test_check_lists_its_rules(capsys):
    assert main(["check", "--list"]) == 0
    assert "gap (warning, with --thorough)" in capsys.readouterr().out


def test_format_rewrites_files_in_canonical_form(tmp_path):
    (tmp_path / "system.toml").write_text('files = ["opening.csv"]\n')
    (tmp_path / "opening.csv").write_text("hcp,order,bid,shape\n>=15,100000,1n,\n")
    assert main(["format", str(tmp_path)]) == 0
    assert (tmp_path / "opening.csv").read_text() == "order,bid,hcp\n100000,1N,15+\n"


def test_an_unknown_system_is_told(capsys):
    assert main(["bid", "--system", "acol"]) == 2
    assert "no system 'acol'" in capsys.readouterr().err
