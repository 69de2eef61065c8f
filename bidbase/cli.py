"""The command line: bid hands, bid whole auctions, explain calls, check systems."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import Any, TextIO, TypeVar

from bidbase.auction import Auction, Call
from bidbase.bidder import Bidder, Decision
from bidbase.boards import fresh_boards
from bidbase.cards import SUITS_DOWN, Deal, Hand, Seat, Side, Vulnerability
from bidbase.checks import RULES, Severity, rules_for, run_checks
from bidbase.checks.report import counts, finding_line, finding_record, rule_lines
from bidbase.disclosure import meaning, meanings
from bidbase.drawing import draw_deals
from bidbase.errors import IllegalCall, TextError
from bidbase.field_pages import field_page, page_text
from bidbase.language.bids import PatternKey, parse_key
from bidbase.language.circumstances import Circumstances, Scoring
from bidbase.language.fields import FIELD
from bidbase.language.pattern_text import parse_pattern
from bidbase.language.patterns import Names, Pattern
from bidbase.prospects import Simulation
from bidbase.robots import Table
from bidbase.systems import SystemFileError, load_system
from bidbase.systems.files import formatted_files
from bidbase.teams import largest_swings, play_match, summary
from bidbase.tracing import Tried

Value = TypeVar("Value")


class BadLine(ValueError):
    """A line of input that cannot be used: which field is at fault, and why."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class Bidders:
    """Systems by name, loaded when they are first asked for."""

    def __init__(self, default: str) -> None:
        self.default = default
        self._loaded: dict[str, Bidder] = {}

    def __getitem__(self, name: str) -> Bidder:
        if name not in self._loaded:
            self._loaded[name] = Bidder(load_system(name))
        return self._loaded[name]


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; the result is the exit status: 0 all well, 1 findings or bad lines, 2 bad usage."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
    except SystemFileError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bidbase", description="Bid bridge hands from a database of agreements.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int], help_: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help_, description=help_)
        sub.set_defaults(run=run)
        return sub

    bid = command("bid", _bid, "Read hands as JSON lines, write the calls as JSON lines.")
    bid.add_argument("--trace", action="store_true", help="add every entry tried, with the specs that failed")
    auction = command("auction", _auction, "Read deals as JSON lines, write the auctions of four robots as JSON lines.")
    explain = command("explain", _explain, "Tell what every legal call means after an auction.")
    explain.add_argument("--auction", default="", help="the calls so far, as in 1N-P")
    explain.add_argument("--dealer", default="N", help="N, E, S or W (default N)")
    explain.add_argument("--vulnerability", default="None", help="None, NS, EW or Both (default None)")
    explain.add_argument("--scoring", default="IMP", help="IMP or MP (default IMP)")
    explain.add_argument("--json", action="store_true", help="write JSON lines")
    told = command("shown", _shown, "Tell what each seat has shown, and draw hands that the auction still allows.")
    told.add_argument("--auction", required=True, help="the calls so far, as in 1N-P-2C-P")
    told.add_argument("--dealer", default="N", help="N, E, S or W (default N)")
    told.add_argument("--vulnerability", default="None", help="None, NS, EW or Both (default None)")
    told.add_argument("--scoring", default="IMP", help="IMP or MP (default IMP)")
    told.add_argument("--deals", type=_count, default=1000, help="draw so many deals (default 1000)")
    told.add_argument("--samples", type=_count, default=3, help="show so many hands of each seat (default 3)")
    told.add_argument("--seed", type=_count, default=0, help="draw other deals (default 0)")
    for sub in (bid, auction, explain, told):
        sub.add_argument("--system", default="sayc", help="a shipped system or a folder (default sayc)")
    pattern = command("pattern", _pattern, "List the auctions that a bid pattern fits, or tell why it fits one or not.")
    pattern.add_argument("pattern", help="as in '1a-P-2a; a=M'")
    pattern.add_argument("--auction", help="tell of this auction whether it fits, and why not")
    pattern.add_argument("--system", default="sayc", help="where names of calls come from (default sayc)")
    pattern.add_argument("--most", type=_count, default=100, help="list so many auctions at the most (default 100)")
    teams = command("teams", _teams, "Let two systems play a team match, scored double dummy in IMPs.")
    teams.add_argument("one", help="a shipped system or a folder")
    teams.add_argument("two", help="the system of the other team")
    teams.add_argument("--boards", type=int, default=100, help="bid so many boards (default 100)")
    teams.add_argument("--seed", type=int, default=1, help="deal other boards (default 1)")
    teams.add_argument(
        "--swings", type=_count, default=0, help="print so many of the largest swings with both auctions"
    )
    check = command("check", _check, "Check a system; the exit status is 1 when there are errors.")
    check.add_argument("system", nargs="?", default="sayc", help="a shipped system or a folder (default sayc)")
    check.add_argument("--section", action="append", help="only this section, as in 1N-P or (opening)")
    names = [rule.name for rule in RULES]
    check.add_argument("--rule", action="append", choices=names, metavar="NAME", help="only this rule; see --list")
    check.add_argument("--thorough", action="store_true", help="run the rules that take minutes too")
    check.add_argument("--json", action="store_true", help="write each finding as a line of JSON")
    check.add_argument("--list", action="store_true", help="list the rules with what they want")
    field = command("field", _field, "Tell what an entry field means: grammar, codes, examples; or list the fields.")
    field.add_argument("name", nargs="?", help="as in hcp or spades_points")
    fmt = command("format", _format, "Rewrite the CSV files of a system folder in their canonical form.")
    fmt.add_argument("folder", type=Path, help="a folder with a system.toml")
    return parser


def _count(text: str) -> int:
    """Reads a whole number, 0 or more, for the argument parser."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number, 0 or more")
    return int(text)


def _emit(record: dict[str, Any]) -> None:
    print(json.dumps(record, ensure_ascii=False), flush=True)


def _answer_lines(lines: TextIO, answer: Callable[[dict[str, Any]], dict[str, Any]]) -> int:
    """Answer each line of JSON with one; a bad line gets an error and the next is read."""
    status = 0
    for line in lines:
        if not line.strip():
            continue
        try:
            _emit(answer(_record(line)))
        except BadLine as error:
            _emit({"error": str(error), "field": error.field})
            status = 1
    return status


def _record(line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except ValueError as error:
        raise BadLine("", f"this is not JSON: {error}") from None
    if not isinstance(record, dict):
        raise BadLine("", "a line is a JSON object")
    return record


def _text(record: dict[str, Any], field: str, default: str | None = None) -> str:
    value = record.get(field, default)
    if value is None:
        raise BadLine(field, f"{field} is missing")
    if not isinstance(value, str):
        raise BadLine(field, f"{field} is a text, not {json.dumps(value)}")
    return value


def _read(record: dict[str, Any], field: str, parse: Callable[[str], Value], default: str | None = None) -> Value:
    text = _text(record, field, default)
    try:
        return parse(text)
    except TextError as error:
        raise BadLine(field, error.message) from None


def _read_auction(record: dict[str, Any]) -> Auction:
    dealer = _read(record, "dealer", Seat.parse, "N")
    vulnerability = _read(record, "vulnerability", Vulnerability.parse, "None")
    calls = record.get("auction")
    if isinstance(calls, str):
        return _read(record, "auction", lambda text: Auction.parse(text, dealer, vulnerability))
    if not isinstance(calls, list) or not all(isinstance(call, str) for call in calls):
        raise BadLine("auction", "auction is a list of calls or a text, as in 1N-P")
    try:
        return Auction.of(map(Call.parse, calls), dealer, vulnerability)
    except (TextError, IllegalCall) as error:
        raise BadLine("auction", str(error)) from None


def _read_table(record: dict[str, Any], bidders: Bidders, seed: str) -> Table:
    names = record.get("systems", {})
    sides = isinstance(names, dict) and names.keys() <= {"NS", "EW"}
    if not sides or not all(isinstance(name, str) for name in names.values()):
        raise BadLine("systems", 'systems names one for each side, as in {"NS": "sayc", "EW": "sayc"}')
    default = _text(record, "system", bidders.default)
    try:
        ns, ew = (bidders[names.get(side, default)] for side in ("NS", "EW"))
    except SystemFileError as error:
        raise BadLine("systems" if names else "system", str(error)) from None
    return Table(ns, ew, _read(record, "scoring", Scoring.parse, "IMP"), Side.NS, str(record.get("seed", seed)))


def _bid(options: argparse.Namespace) -> int:
    bidders = Bidders(options.system)
    bidders[options.system]

    def answer(record: dict[str, Any]) -> dict[str, Any]:
        hand = _read(record, "hand", Hand.parse)
        auction = _read_auction(record)
        if auction.finished:
            raise BadLine("auction", "the auction is over")
        table = _read_table(record, bidders, seed=f"{hand} {auction}")
        place = table.place(auction)
        traced = table.trace(hand, auction)
        decision = traced.decision
        result = _decision_record(decision) | {"meaning": meaning(place, decision.call).words()}
        if options.trace:
            result["trace"] = [_tried_record(tried) for tried in traced.tried]
        return result

    return _answer_lines(sys.stdin, answer)


def _decision_record(decision: Decision) -> dict[str, Any]:
    entry = decision.entry
    name = None if entry is None else str(entry.convention or "")
    found = None if entry is None else {"id": entry.id, "section": entry.section, "order": entry.order, "name": name}
    record = {"call": str(decision.call), "source": decision.source.value, "entry": found}
    return record if decision.simulation is None else record | {"simulation": _simulation_record(decision.simulation)}


def _simulation_record(simulation: Simulation) -> dict[str, Any]:
    """How many deals were judged, and each contract with the call for it, the best first."""
    contracts = [
        {
            "call": str(one.call),
            "contract": str(one.contract) if one.contract else "passed out",
            "declarer": one.contract.declarer.letter if one.contract else None,
            "made": round(one.made, 3),
            "score": round(one.score, 1),
            "gain": round(one.gain, 3),
        }
        for one in simulation.prospects
    ]
    return {"deals": simulation.deals, "contracts": contracts}


def _tried_record(tried: Tried) -> dict[str, Any]:
    failures = [{"field": one.field, "needed": one.needed, "had": one.had} for one in tried.failures]
    return {"entry": tried.entry.id, "bid": tried.entry.text("bid"), "failed": failures}


def _auction(options: argparse.Namespace) -> int:
    bidders = Bidders(options.system)
    bidders[options.system]

    def answer(record: dict[str, Any]) -> dict[str, Any]:
        deal = _read(record, "deal", Deal.parse)
        dealer = _read(record, "dealer", Seat.parse, "N")
        vulnerability = _read(record, "vulnerability", Vulnerability.parse, "None")
        table = _read_table(record, bidders, seed=str(deal))
        auction, decisions = table.bid_deal(deal, dealer, vulnerability)
        contract = auction.contract
        return {
            "auction": str(auction),
            "calls": [
                {"seat": auction.seat_of(index).letter} | _decision_record(decision)
                for index, decision in enumerate(decisions)
            ],
            "contract": str(contract) if contract else "passed out",
            "declarer": contract.declarer.letter if contract else None,
        }

    return _answer_lines(sys.stdin, answer)


def _explain(options: argparse.Namespace) -> int:
    try:
        auction = Auction.parse(options.auction, Seat.parse(options.dealer), Vulnerability.parse(options.vulnerability))
        now = Circumstances.of(auction, Scoring.parse(options.scoring))
    except TextError as error:
        print(error.pointed(), file=sys.stderr)
        return 2
    if auction.finished:
        print("the auction is over", file=sys.stderr)
        return 2
    place = Bidder(load_system(options.system)).place(auction, now)
    silent = []
    for call, told in meanings(place, auction).items():
        entries = [entry.id for line in told.lines for entry in line.entries]
        if options.json:
            _emit({"call": str(call), "meaning": told.words(), "entries": entries})
        elif entries or told.nothing_else:
            print(f"{call!s:3} {told.words()}")
            print("".join(f"      {id_}\n" for id_ in entries), end="")
        else:
            silent.append(str(call))
    if silent:
        print(f"No agreement: {' '.join(silent)}")
    return 0


def _shown(options: argparse.Namespace) -> int:
    try:
        auction = Auction.parse(options.auction, Seat.parse(options.dealer), Vulnerability.parse(options.vulnerability))
        scoring = Scoring.parse(options.scoring)
    except TextError as error:
        print(error.pointed(), file=sys.stderr)
        return 2
    bidder = Bidder(load_system(options.system))
    table = Table(bidder, bidder, scoring)
    drawn = draw_deals(table, auction, options.deals, most=options.deals * 2000, seed=options.seed)
    one_in = f"; of all deals one in {1 / drawn.share:,.0f} does" if len(drawn) else ""
    print(f"{len(drawn)} deals that fit, out of {drawn.tried} dealt{one_in}")
    for seat, told in table.shown(auction).items():
        print(f"\n{seat.title}: {told.words()}")
        expected = f"expect {told.expected_points}" if told.expected_points else ""
        if expected or told.asks:
            print(f"  {' · '.join(filter(None, (expected, told.asks)))}")
        if len(drawn):
            picture = drawn.picture(seat)
            print(f"  points  {picture.points}")
            for suit in SUITS_DOWN:
                print(f"  {suit.title:8}{picture.lengths[suit]}")
            print("".join(f"  {deal[seat]}\n" for deal in islice(drawn.deals(), options.samples)), end="")
    return 0


def _pattern(options: argparse.Namespace) -> int:
    """The exit status is 1 when the auction that was given does not fit."""
    try:
        key = PatternKey(parse_pattern(options.pattern))
        auction = Auction.parse(options.auction or "")
    except TextError as error:
        print(error.pointed(), file=sys.stderr)
        return 2
    if options.auction is None:
        return _list_auctions(key.pattern, options.most)
    names: Names = ()
    if key.reads_names:
        names = Bidder(load_system(options.system)).told(auction, Circumstances.of(auction)).names
    if (mismatch := key.why_not(auction.calls, auction.leading_passes, names)) is not None:
        print(f"does not fit: call {mismatch.index + 1}: {mismatch.reason}")
        return 1
    binding = key.match(auction.calls, auction.leading_passes, names) or {}
    print("fits" + "".join(f", {variable} is {strain.title}" for variable, strain in sorted(binding.items())))
    return 0


def _list_auctions(pattern: Pattern, most: int) -> int:
    auctions = list(islice(dict.fromkeys(pattern.auctions()), most + 1))
    for calls in auctions[:most]:
        print("-".join(map(str, calls)))
    if len(auctions) > most:
        print(f"and more than these {most}")
    return 0


def _teams(options: argparse.Namespace) -> int:
    try:
        boards = fresh_boards(options.boards, options.seed)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    bidders, names = Bidders(options.one), (options.one, options.two)
    played = play_match(bidders[options.one], bidders[options.two], boards)
    print(summary(names, played))
    for swing in largest_swings(played, options.swings):
        print("\n" + "\n".join(swing.lines(names)))
    return 0


def _check(options: argparse.Namespace) -> int:
    if options.list:
        print("\n".join(rule_lines()))
        return 0
    system = load_system(options.system)
    try:
        sections = None if options.section is None else [str(parse_key(name)) for name in options.section]
    except TextError as error:
        print(error.pointed(), file=sys.stderr)
        return 2
    if unknown := [name for name in sections or () if name not in system.sections]:
        print(f"{system.name} has no section {unknown[0]}", file=sys.stderr)
        return 2
    findings = []
    for finding in run_checks(system, options.rule or rules_for(options.thorough), sections):
        findings.append(finding)
        if options.json:
            _emit(finding_record(finding))
        else:
            print(finding_line(finding))
    if not options.json:
        print(counts(findings))
    return 1 if any(finding.severity is Severity.ERROR for finding in findings) else 0


def _field(options: argparse.Namespace) -> int:
    if options.name is None:
        width = max(len(name) for name in FIELD)
        print("".join(f"{name:{width}}  {field.label}\n" for name, field in FIELD.items()), end="")
        return 0
    if options.name not in FIELD:
        near = get_close_matches(options.name, FIELD, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        print(f"there is no field {options.name!r}{hint}", file=sys.stderr)
        return 2
    print(page_text(field_page(options.name)))
    return 0


def _format(options: argparse.Namespace) -> int:
    for path, text in formatted_files(options.folder):
        if path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"rewrote {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
