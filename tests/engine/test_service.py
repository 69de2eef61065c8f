"""The service for other programs: each operation, what it refuses, requests at once, HTTP, and the schema."""

import json
import subprocess
import sys
from collections.abc import Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import get_type_hints

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bidbase
from bidbase.service.operations import OPERATIONS
from bidbase.service.request import MAX_BYTES, MAX_ID
from bidbase.service.service import ErrorAnswer, Service, schema, text_of
from bidbase.service.simulating import MAX_DEALS
from tests import service_schema

HAND = "AQ2.K32.KJ32.K32"
DEAL = "N:T94.KQT2.AQ53.96 J73.AJ5.T97.AJ54 K5.98763.J84.K83 AQ862.4.K62.QT72"
SMALL = str(Path(__file__).resolve().parents[1] / "practice" / "small")

GOOD: dict[str, dict] = {
    "bid": {"hand": HAND, "auction": "", "trace": True},
    "trace": {"hand": HAND, "auction": ["P"]},
    "meaning": {"auction": "1N-P-2H"},
    "meanings": {"auction": "1N-P"},
    "shown": {"auction": "1N-P-2H"},
    "auction": {"deal": DEAL, "dealer": "S", "meanings": True},
    "simulate": {"hands": {"N": "hcp 15-17; shape balanced"}, "deals": 3},
    "evaluate": {"hand": HAND},
    "score": {"result": "4SN=", "others": [450, 420, -50, -50]},
    "legal": {"auction": "1N-X"},
    "systems": {},
}
"""A request of each operation."""


@pytest.fixture(scope="module")
def service() -> Service:
    return Service()


def ask(service: Service, op: str, **fields) -> dict:
    """The answer, by way of the text in which it is sent."""
    return json.loads(text_of(service.answer_line(json.dumps({"op": op, **fields}).encode())))


@pytest.mark.parametrize("op", OPERATIONS)
def test_each_operation_is_answered_as_the_types_say(service, op):
    answer = ask(service, op, id="x7", **GOOD[op])
    assert (answer["id"], answer["version"]) == ("x7", bidbase.__version__), answer
    msgspec.convert(answer, get_type_hints(OPERATIONS[op].answer)["return"])


# What the answers say. (operation, fields, part of the answer, why)
SAID = [
    ("bid", {"hand": HAND, "auction": ""}, {"call": "1N", "source": "book", "alert": "announce"}, "15 balanced"),
    ("meaning", {"auction": "1N-P-2H"}, {"call": "2H", "announcement": "Transfer to spades"}, "the last call"),
    ("meaning", {"auction": "1N-P", "call": "2D"}, {"call": "2D", "announcement": "Transfer to hearts"}, "the next"),
    ("score", {"result": "4SN=", "others": [450, 420, -50, -50]}, {"score": 420, "matchpoints": 5, "imps": 19}, "five"),
    ("score", {"result": "3NTE-1", "vulnerability": "EW"}, {"score": 100}, "the score is North-South's"),
    ("score", {"result": "P"}, {"score": 0}, "a deal passed out"),
    ("legal", {"auction": "1N-X-P-P-P"}, {"turn": None, "calls": [], "contract": "1NX", "declarer": "N"}, "it is over"),
    ("legal", {"auction": "", "dealer": "W"}, {"turn": "W", "contract": "passed out", "declarer": None}, "nobody bid"),
]


@pytest.mark.parametrize(("op", "fields", "part", "why"), SAID)
def test_what_answers_say(service, op, fields, part, why):
    answer = ask(service, op, **fields)
    assert {name: answer.get(name) for name in part} == part, why


def test_every_legal_call_has_a_meaning(service):
    legal, meant = ask(service, "legal", auction="1N-P"), ask(service, "meanings", auction="1N-P")
    assert [call["call"] for call in meant["calls"]] == legal["calls"]
    alone = ask(service, "meaning", auction="1N-P", call="2C")
    (stayman,) = (call for call in meant["calls"] if call["call"] == "2C")
    assert {name: stayman[name] for name in alone.keys() - {"version"}} == {
        name: alone[name] for name in alone.keys() - {"version"}
    }


def test_each_seat_may_have_a_system_of_its_own(service):
    lineups = [{}, {"N": SMALL}, {"NS": SMALL}, {"NS": SMALL, "S": "sayc"}]
    hand, auction = "KQ2.KJ32.KJ32.32", "1N-P"
    sayc, beside, small, own = (ask(service, "bid", hand=hand, auction=auction, systems=names) for names in lineups)
    assert sayc["entry"] == beside["entry"] == own["entry"] != small["entry"], "South calls by what South plays"


def test_calls_of_an_auction_have_meanings_and_alerts_when_asked(service):
    plain, told = ask(service, "auction", deal=DEAL), ask(service, "auction", deal=DEAL, meanings=True)
    assert [
        {**call, "meaning": told["calls"][number]["meaning"]} for number, call in enumerate(plain["calls"])
    ] == told["calls"]
    assert {call["meaning"]["alert"] for call in told["calls"]} <= {"none", "alert", "announce", "pre-alert"}


def test_a_simulation_finds_deals_and_weighs_contracts(service):
    hands = {"N": HAND, "S": "hcp 10-11; spades_num 4"}
    answer = ask(service, "simulate", hands=hands, deals=20, contracts="3N by N, 2N by N", vulnerability="Both")
    assert len(answer["deals"]) == 20
    assert all(str(bidbase.Deal.parse(deal)[bidbase.Seat.NORTH]) == HAND for deal in answer["deals"])
    game, part_score = answer["contracts"]
    assert (sum(game["counts"]), game["tricks"]) == (20, part_score["tricks"]), "the same declarer in the same strain"
    assert game["made"]["value"] == sum(game["counts"][9:]) / 20
    (compared,) = answer["compared"]
    assert compared["against"] == {"contract": "2N", "declarer": "N"}
    assert compared["imps"]["value"] > 0


def test_deals_fit_an_auction(service):
    answer = ask(service, "simulate", auction="1N-P-2H", deals=5)
    for text in answer["deals"]:
        south = bidbase.Deal.parse(text)[bidbase.Seat.SOUTH]
        assert south.lengths[bidbase.Strain.SPADES] >= 5


# (operation, fields, code, field at fault, place, why)
BAD = [
    ("bit", {}, "bad-value", "op", None, "no such operation"),
    ("bid", {"auction": ""}, "missing", "hand", None, "no hand"),
    ("bid", {"hand": "AQ2.K3X.KJ32.K32", "auction": ""}, "bad-value", "hand", [6, 7], "the X is no card"),
    ("bid", {"hand": HAND, "auction": "1N-1C"}, "bad-value", "auction", [3, 5], "1C is not enough"),
    ("bid", {"hand": HAND, "auction": ["1N", "1C"]}, "bad-value", "auction", [1, 2], "the second call"),
    ("bid", {"hand": HAND, "auction": "P-P-P-P"}, "auction-over", "auction", None, "nobody's turn"),
    ("bid", {"hand": HAND, "auction": "", "trace": 1}, "wrong-kind", "trace", None, "true or false"),
    ("bid", {"hand": HAND, "auction": "", "think": "yes"}, "wrong-kind", "think", None, "true or false"),
    ("bid", {"hand": HAND, "auction": "", "contracts": ""}, "unknown-field", "contracts", None, "another operation's"),
    ("bid", {"hand": HAND, "auction": "", "system": "acol"}, "no-system", "system", None, "no such system"),
    ("bid", {"hand": HAND, "auction": "", "systems": {"X": "sayc"}}, "unknown-field", "systems", None, "no such seat"),
    ("bid", {"hand": HAND, "auction": "", "id": [1]}, "wrong-kind", "id", None, "an id is a text or a number"),
    ("bid", {"hand": HAND, "auction": "", "id": "x" * (MAX_ID + 1)}, "wrong-kind", "id", None, "an id that is long"),
    ("meaning", {"auction": ""}, "missing", "call", None, "no call was made"),
    ("meaning", {"auction": "1N", "call": "1C"}, "bad-value", "call", None, "1C is not enough"),
    ("score", {"result": "4SN+4"}, "bad-value", "result", [3, 5], "fourteen tricks"),
    ("score", {"result": "P", "others": [0, "x"]}, "wrong-kind", "others", [1, 2], "no number"),
    ("score", {"result": "P", "others": [10**9]}, "bad-value", "others", [0, 1], "no score"),
    ("simulate", {"deals": MAX_DEALS + 1}, "bad-value", "deals", None, "so many take hours"),
    ("simulate", {"deals": True}, "wrong-kind", "deals", None, "no number"),
    ("simulate", {"hands": {"N": "hcp 99-"}}, "bad-value", "hands", None, "no such points"),
    ("simulate", {"hands": ["hcp 15"]}, "wrong-kind", "hands", None, "hands go by seats"),
    ("simulate", {"contracts": "8S"}, "bad-value", "contracts", [0, 2], "no such contract"),
]


@pytest.mark.parametrize(("op", "fields", "code", "field", "place", "why"), BAD)
def test_a_refusal_has_a_code_a_field_and_a_place(service, op, fields, code, field, place, why):
    answer = ask(service, op, **fields)
    assert (answer.get("code"), answer.get("field"), answer.get("place")) == (code, field, place), (why, answer)
    msgspec.convert(answer, ErrorAnswer)


def test_a_refusal_keeps_the_id(service):
    assert ask(service, "bid", id=7, hand="", auction="")["id"] == 7


def test_time_runs_out():
    hasty = Service(timeout=0)
    answer = ask(hasty, "simulate", hands={"N": "hcp 37"}, deals=MAX_DEALS, most=4_000_000)
    assert answer["code"] == "time-out"
    assert ask(hasty, "auction", deal=DEAL)["code"] == "time-out"


def test_long_work_ends_soon_after_its_time():
    begun = monotonic()
    deals = {"deals": MAX_DEALS, "contracts": "3N, 4H, 4S, 5C, 5D, 6S"}
    assert ask(Service(timeout=1), "simulate", **deals)["code"] == "time-out"
    assert monotonic() - begun < 20, "the work itself takes minutes"


# Anything at all gets an answer.

FIELDS = {name for operation in OPERATIONS.values() for name in operation.asked.__annotations__}
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
LIKELY = st.sampled_from([HAND, DEAL, "1N-P", "N", "Both", "MP", "sayc", "4SN=", "", "P", "X", 0, -1, 10**30, True, {}])
NEARLY = st.builds(
    lambda op, others: {**GOOD[op], **others, "op": op},
    st.sampled_from(sorted(set(GOOD) - {"simulate", "auction"})),
    st.dictionaries(st.sampled_from(sorted(FIELDS)), LIKELY | ANYTHING, max_size=3),
)


@settings(deadline=None, max_examples=300)
@given(NEARLY)
def test_nearly_good_requests_are_answered_or_refused(service, record):
    answer = json.loads(text_of(service.answer_line(json.dumps(record).encode())))
    assert answer.get("code") != "failed", answer
    assert ("error" in answer) == ("code" in answer)


@settings(deadline=None, max_examples=300)
@given(st.binary(max_size=200) | ANYTHING.map(lambda value: json.dumps(value).encode()))
def test_any_line_gets_one_line(service, line):
    text = text_of(service.answer_line(line))
    assert text.endswith(b"\n")
    assert b"\n" not in text[:-1]
    assert json.loads(text)["code"] not in ("failed", ""), text


@pytest.mark.parametrize(
    ("line", "code", "why"),
    [
        (b"[" * 30_000, "not-json", "deep"),
        (b'{"a":' * 10_000, "not-json", "deep and open"),
        (b'{"op": "bid", "hand": "' + b"A" * MAX_BYTES + b'"}', "too-long", "long"),
        (b'{"op": "legal", "auction": [' + b'"P",' * 10_000 + b'"P"]}', "bad-value", "a call after the end"),
        (b'{"op": "legal", "auction": "' + b"P-" * 20_000 + b'"}', "bad-value", "the same in a text"),
        (b'{"id": ' + b"9" * 5_000 + b"}", "not-json", "a number of too many digits"),
        (b'{"op": "legal", "op": "bid"}', "twice", "a field twice"),
        (b"\xff\xfe", "not-json", "no UTF-8"),
        (b'{"op": "\\ud800"}', "bad-value", "half of a surrogate pair"),
        (b"null", "not-json", "no object"),
    ],
)
def test_odd_lines_are_refused(service, line, code, why):
    begun = monotonic()
    assert json.loads(text_of(service.answer_line(line)))["code"] == code, why
    assert monotonic() - begun < 5


# On the command line.


def serve(lines: Sequence[dict | bytes], *arguments: str) -> tuple[int, list[dict]]:
    written = b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines)
    done = subprocess.run(
        [sys.executable, "-m", "bidbase", "serve", *arguments], input=written, capture_output=True, check=False
    )
    assert done.stderr == b""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_what_takes_long_does_not_hold_up_the_others():
    slow = {"op": "simulate", "id": "slow", "deals": 40, "contracts": "3N, 4H, 4S, 5C, 5D"}
    quick = [{"op": "legal", "id": number, "auction": "1N"} for number in range(50)]
    status, answers = serve([slow, *quick, b"{"])
    assert status == 1, "there was a bad line"
    assert [answer.get("id") for answer in answers] == [*range(50), None, "slow"]


def test_many_long_requests_are_all_answered():
    asked = [{"op": "auction", "id": number, "deal": DEAL, "dealer": "NESW"[number % 4]} for number in range(200)]
    status, answers = serve(asked)
    assert status == 0
    assert sorted(answer["id"] for answer in answers) == [*range(200)]


def test_the_schema_is_that_of_the_types():
    assert schema().decode() == service_schema.text(), "run python -m tests.service_schema"
    assert subprocess.run(
        [sys.executable, "-m", "bidbase", "serve", "--schema"], capture_output=True, check=True
    ).stdout == (schema())


def test_the_schema_names_each_operation_and_describes_each_field():
    found = json.loads(schema())
    assert list(found["operations"]) == list(OPERATIONS)
    described = [
        (request["$ref"], name)
        for request in found["anyOf"]
        for name, field in found["$defs"][request["$ref"].rpartition("/")[2]]["properties"].items()
        if name != "op" and "description" not in field
    ]
    assert described == []


# Over HTTP.


@contextmanager
def listening(*arguments: str):
    """The port of a service that listens."""
    command = [sys.executable, "-m", "bidbase", "serve", "--http", "0", *arguments]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            yield int(server.stderr.readline().rpartition(":")[2].strip("/\n"))
        finally:
            server.terminate()


@pytest.fixture(scope="module")
def port():
    with listening() as found:
        yield found


JSON = {"Content-Type": "application/json"}


def post(port: int, body: bytes, headers=JSON, method: str = "POST", path: str = "/") -> tuple[int, dict]:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    found = answer.status, json.loads(answer.read())
    connection.close()
    return found


@pytest.mark.parametrize("op", OPERATIONS)
def test_http_answers_as_a_line_does(port, service, op):
    record = {"op": op, **GOOD[op]}
    assert post(port, json.dumps(record).encode()) == (200, ask(service, **record))


@pytest.mark.parametrize(
    ("body", "headers", "method", "path", "status", "code", "why"),
    [
        (b"{", JSON, "POST", "/", 400, "not-json", "broken JSON"),
        (b'{"op": "bit"}', JSON, "POST", "/", 400, "bad-value", "no such operation"),
        (b"x" * (MAX_BYTES + 1), JSON, "POST", "/", 400, "too-long", "a long body"),
        (b"{}", {"Content-Type": "text/plain"}, "POST", "/", 415, "wrong-kind", "a form of a page from elsewhere"),
        (b"{}", JSON | {"Host": "evil.example"}, "POST", "/", 403, "wrong-host", "a name that leads here by a trick"),
        (b"{}", JSON | {"Host": "localhost:80"}, "POST", "/", 400, "missing", "a name of this machine"),
        (b"", {}, "GET", "/", 404, "wrong-address", "no request"),
        (b"{}", JSON, "POST", "/bid", 404, "wrong-address", "another address"),
        (b"", {}, "OPTIONS", "/", 404, "wrong-address", "a browser that asks whether another page may ask"),
    ],
)
def test_http_refuses(port, body, headers, method, path, status, code, why):
    assert (post(port, body, headers, method, path)[0], post(port, body, headers, method, path)[1]["code"]) == (
        status,
        code,
    ), why


def test_http_gives_the_schema(port):
    assert post(port, b"", {}, "GET", "/schema.json") == (200, json.loads(schema()))


def test_many_ask_at_once(port):
    found: list[tuple[int, dict]] = []

    def asker(number: int) -> None:
        for turn in range(20):
            record = {"op": "bid", "id": 100 * number + turn, "hand": HAND, "auction": "P" if turn % 2 else ""}
            found.append(post(port, json.dumps(record).encode()))

    askers = [Thread(target=asker, args=(number,)) for number in range(8)]
    for thread in askers:
        thread.start()
    for thread in askers:
        thread.join()
    assert {status for status, _ in found} == {200}
    assert sorted(answer["id"] for _, answer in found) == [100 * n + turn for n in range(8) for turn in range(20)]
    assert {answer["call"] for _, answer in found} == {"1N"}
