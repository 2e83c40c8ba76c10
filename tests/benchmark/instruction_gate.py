#!/usr/bin/env python3
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Fails if a healthy call costs more instructions than recorded.

Counts the instructions of the client with callgrind, for a few hundred calls or
messages of each kind. Compares their ratio to `noop`, an interceptor that does
nothing, with instruction_ratios.txt. Other work on the machine hardly affects
these counts. Threads that meet do, so a case that costs too much is counted
again, up to three times, and the smallest ratio counts.

  ./bazelw build --config=opt //tests/benchmark:stream //tests/benchmark:unary
  python3 tests/benchmark/instruction_gate.py             compares
  python3 tests/benchmark/instruction_gate.py --rewrite   records new ratios

Run --rewrite after a change that makes calls cheaper. A change that makes calls
more expensive must state the reason in its commit message.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import Dict, List, NamedTuple, Tuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
RATIOS = pathlib.Path(__file__).with_name("instruction_ratios.txt")

# A higher ratio than the recorded one by this factor is a finding.
TOLERANCE = 1.03
RECOUNTS = 3

YARDSTICK = "noop"
# The subjects of each kind: see tests/benchmark/support/subjects.h. In ping-pong,
# each message of a stream is written and read before the next one. With other
# orders, gRPC may send several messages at once. With the asynchronous APIs, the
# threads of a stream wait for each other in another order each time. The counts
# of such streams differ by a tenth or more from run to run.
SUBJECTS = {
    "unary": ("direct", "retrying", "middle"),
    "ping-pong": ("direct", "retrying"),
}
APIS = {"unary": ("sync", "queue", "callback"), "ping-pong": ("sync",)}
# The numbers of calls or messages of two runs. The difference of the two counts
# does not contain the start of the process.
RUNS = {"unary": (100, 500), "ping-pong": (100, 500)}

HEADER = """\
# Client instructions of a healthy call or message, as a ratio to an interceptor
# that does nothing. tests/benchmark/instruction_gate.py reads and writes this
# file:
#
#   ./bazelw build --config=opt //tests/benchmark:stream //tests/benchmark:unary
#   python3 tests/benchmark/instruction_gate.py --rewrite
#
# kind  API  subject  ratio
"""


class Case(NamedTuple):
    """A kind of calls on one channel."""

    kind: str
    api: str
    subject: str

    def __str__(self) -> str:
        return " ".join(self)


Ratios = Dict[Case, float]


def all_cases() -> List[Case]:
    return [
        Case(kind, api, subject)
        for kind, subjects in SUBJECTS.items()
        for api in APIS[kind]
        for subject in subjects
    ]


def parse_ratios(text: str) -> Ratios:
    """Reads the text of instruction_ratios.txt."""
    ratios = {}
    for line in text.splitlines():
        words = line.split("#")[0].split()
        if words:
            kind, api, subject, ratio = words
            ratios[Case(kind, api, subject)] = float(ratio)
    return ratios


def format_ratios(ratios: Ratios) -> str:
    rows = [f"{case} {ratio:.3f}\n" for case, ratio in sorted(ratios.items())]
    return HEADER + "".join(rows)


def ratios_of(counts: Dict[Case, Tuple[int, int]]) -> Ratios:
    """Turns the two counts of each case into its ratio to the yardstick."""

    def cost(case: Case) -> float:
        few, many = RUNS[case.kind]
        return (counts[case][1] - counts[case][0]) / (many - few)

    return {
        case: cost(case) / cost(case._replace(subject=YARDSTICK))
        for case in counts
        if case.subject != YARDSTICK
    }


def costs_more(case: Case, recorded: Ratios, measured: Ratios) -> bool:
    return case in recorded and measured[case] > recorded[case] * TOLERANCE


def compare(recorded: Ratios, measured: Ratios) -> List[str]:
    """Returns the findings: cases that cost too much, and differences of the lists."""
    findings = [f"{case}: no ratio is recorded" for case in measured if case not in recorded]
    findings += [f"{case}: is recorded and was not measured" for case in recorded if case not in measured]
    for case, ratio in measured.items():
        if costs_more(case, recorded, measured):
            excess = 100 * (ratio / recorded[case] - 1)
            findings.append(f"{case}: {ratio:.3f} of noop, recorded {recorded[case]:.3f}, {excess:.1f} % more")
    return findings


def count(case: Case, calls: int) -> int:
    """Returns the instructions of the client in a process that makes these calls."""
    program = ROOT / "bazel-bin/tests/benchmark" / ("unary" if case.kind == "unary" else "stream")
    with tempfile.TemporaryDirectory() as scratch:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={scratch}/out", os.fspath(program)]
        command += [f"--load={case.api}", f"--subject={case.subject}", f"--calls={calls}"]
        if case.kind != "unary":
            command.append(f"--kind={case.kind}")
        run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    collected = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or collected is None:
        raise RuntimeError(f"{' '.join(command)} failed:\n{run.stderr}")
    return int(collected[1])


def measure(wanted: List[Case]) -> Ratios:
    """Measures these cases, and their yardsticks in the same run."""
    cases = sorted({case._replace(subject=YARDSTICK) for case in wanted}) + wanted
    jobs = [(case, calls) for case in cases for calls in RUNS[case.kind]]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as executor:
        results = list(executor.map(lambda job: count(*job), jobs))
    return ratios_of({case: (results[2 * i], results[2 * i + 1]) for i, case in enumerate(cases)})


def main(arguments: List[str]) -> int:
    if arguments not in ([], ["--rewrite"]):
        print(__doc__, file=sys.stderr)
        return 2
    measured = measure(all_cases())
    if arguments:
        print(format_ratios(measured), end="")
        RATIOS.write_text(format_ratios(measured), encoding="utf-8")
        return 0
    recorded = parse_ratios(RATIOS.read_text(encoding="utf-8"))
    for _ in range(RECOUNTS):
        expensive = [case for case in measured if costs_more(case, recorded, measured)]
        for case, ratio in measure(expensive).items():
            measured[case] = min(measured[case], ratio)
    print(format_ratios(measured), end="")
    findings = compare(recorded, measured)
    for finding in findings:
        print(finding, file=sys.stderr)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
