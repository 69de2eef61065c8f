"""The operation `simulate`: how often deals come up, such deals, and what contracts are worth over them."""

from __future__ import annotations

from bidbase.bidding.contract_odds import compare_contracts, odds_of, parse_contracts
from bidbase.bidding.deal_search import DealSearch
from bidbase.bidding.deals_to_order import parse_wanted_hand
from bidbase.bidding.estimates import Mean
from bidbase.errors import TextError
from bidbase.game.auction import Contract
from bidbase.game.cards import Deal, Hand, Seat, Strain, Vulnerability
from bidbase.game.double_dummy import tricks_taken
from bidbase.service.records import ComparisonRecord, MeanRecord, OddsRecord, SimulateAnswer, contract_record
from bidbase.service.request import SEAT_BY_LETTER, BadRequest, Request
from bidbase.systems import Entry

MAX_DEALS = 1_000
MAX_TRIED = 4_000_000
SOLVED_TOGETHER = 10  # deals that are analyzed double dummy before somebody looks at the clock


def simulated(request: Request) -> SimulateAnswer:
    """How often deals come up, such deals, and what contracts are worth over them."""
    declarer = request.read("declarer", Seat.parse, "S")
    contracts = request.read("contracts", lambda text: parse_contracts(text, declarer), "")
    wanted, most = request.whole("deals", 100, MAX_DEALS), request.whole("most", 400_000, MAX_TRIED)
    search = _search(request)
    deals, frequency = search.find(wanted, most, request.go_on)
    odds, compared = _weighed(request, deals, contracts) if deals else ([], [])
    return {
        "frequency": {"value": frequency.value, "error": frequency.error},
        "words": frequency.words(),
        "deals": [*map(str, deals)],
        "contracts": odds,
        "compared": compared,
    }


def _search(request: Request) -> DealSearch:
    texts = request.texts("hands", [*SEAT_BY_LETTER], 'a hand or conditions for a seat, as in {"N": "hcp 15-17"}')
    hands = {SEAT_BY_LETTER[letter]: _wanted(text, SEAT_BY_LETTER[letter]) for letter, text in texts.items()}
    wanted = {seat: hand for seat, hand in hands.items() if hand is not None}
    seed = request.whole("seed", 0, 1 << 31)
    return DealSearch(wanted, request.table(), request.auction(""), seed=seed)


def _wanted(text: str, seat: Seat) -> Entry | Hand | None:
    try:
        return parse_wanted_hand(text, seat)
    except TextError as error:
        raise BadRequest("bad-value", f"{seat.letter}: {error.message}", "hands") from None


def _weighed(
    request: Request, deals: list[Deal], contracts: tuple[Contract, ...]
) -> tuple[list[OddsRecord], list[ComparisonRecord]]:
    """What contracts are worth over deals, and the first of them against each of the others."""
    played = [*dict.fromkeys((contract.strain, contract.declarer) for contract in contracts)]
    tricks: dict[tuple[Strain, Seat], list[int]] = {pair: [] for pair in played}
    for start in range(0, len(deals), SOLVED_TOGETHER):
        request.go_on()
        for pair, taken in tricks_taken(deals[start : start + SOLVED_TOGETHER], played).items():
            tricks[pair] += taken
    vulnerability = request.vulnerability()
    taken_in = [tricks[contract.strain, contract.declarer] for contract in contracts]
    compared: list[ComparisonRecord] = []
    for other, taken in [*zip(contracts, taken_in, strict=True)][1:]:
        found = compare_contracts(contracts[0], other, (taken_in[0], taken), vulnerability)
        against, imps, won = contract_record(other), _mean(found.imps), _mean(found.matchpoints)
        compared.append({"against": against, "imps": imps, "matchpoints": won})
    return [_odds(*each, vulnerability) for each in zip(contracts, taken_in, strict=True)], compared


def _odds(contract: Contract, taken: list[int], vulnerability: Vulnerability) -> OddsRecord:
    odds = odds_of(contract, taken)
    return {
        **contract_record(contract),
        "made": {"value": odds.made.value, "error": odds.made.error},
        "tricks": _mean(odds.tricks),
        "counts": [*odds.counts],
        "score": _mean(odds.scores[vulnerability.of(contract.declarer.side)]),
    }


def _mean(mean: Mean) -> MeanRecord:
    return {"value": mean.value, "error": None if mean.error == float("inf") else mean.error}
