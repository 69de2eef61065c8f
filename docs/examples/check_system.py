"""A check of a system for continuous integration: `python check_system.py FOLDER problems.csv`.

It fails where a rule finds an error, and where the system calls otherwise than a list of problems says. The list has
the columns hand, auction and call; several calls that are all right are separated by blanks.
"""

import csv
import sys

import bidbase


def errors(system):
    """What the rules hold to be wrong."""
    for finding in bidbase.run_checks(system):
        if finding.severity is bidbase.Severity.ERROR:
            yield f"{finding.where}: {finding.message}"


def wrong_calls(system, problems):
    """The problems that the system answers wrongly, each with the reason."""
    bidder = bidbase.Bidder(system)
    table = bidbase.Table(bidder, bidder)
    for problem in problems:
        hand, auction = bidbase.Hand.parse(problem["hand"]), bidbase.Auction.parse(problem["auction"])
        decision = table.decide(hand, auction)
        if str(decision.call) not in problem["call"].split():
            by = decision.written.id if decision.written else "no entry"
            yield f"{hand} after {auction or 'nothing'}: {decision.call} by {by}, not {problem['call']}"


if __name__ == "__main__":
    folder, list_of_problems = sys.argv[1:]
    system = bidbase.open_system(folder)
    with open(list_of_problems, newline="") as file:
        faults = [*errors(system), *wrong_calls(system, csv.DictReader(file))]
    print("\n".join(faults) or "nothing found")
    sys.exit(1 if faults else 0)
