#!/usr/bin/env python3
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Prints where the client instructions of a unary call go, by part.

Counts the instructions of each function with callgrind, for `noop`, an
interceptor that does nothing, for `header`, which only adds Baton's header, and
for the subjects. Prints what each subject executes more than `noop`, per call.
With a server that fails 1 or 2 of 3 attempts, the yardstick is `native`, gRPC's
own retries.

  ./bazelw build --config=opt //tests/benchmark:unary
  python3 tests/benchmark/instruction_parts.py [LOAD [SUBJECT...]]
  python3 tests/benchmark/instruction_parts.py --fails=2 [LOAD [SUBJECT...]]

A function that the compiler has inlined counts for the function around it. The
counts of locks and of the allocator depend on how threads meet, and vary by a
few hundred per call.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import Dict, List, NamedTuple, Tuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "bazel-bin/tests/benchmark/unary"

YARDSTICK = "noop"
SUBJECTS = ("header", "direct", "retrying")
YARDSTICK_OF_FAILURES = "native"
SUBJECTS_OF_FAILURES = ("retrying",)
# The difference of two runs does not contain the start of the process.
FEW, MANY = 500, 1500

# The first pattern that matches a function selects its part.
PARTS: Tuple[Tuple[str, str], ...] = (
    ("locks and waits for them", r"[Mm]utex|GraphCycles|pthread_|CondVar|SpinLock|futex"),
    ("timer", r"Timer(Queue|Heap)|RuntimeTimer|::SetTimer|ProcessRuntime::Schedule"),
    (
        "late checks and latency",
        r"Late(Checks|ness)|MethodLatency|LatencyHistogram|NewestAnswer|FirstCheckAge|WasConnectedLately",
    ),
    (
        "plan",
        r"Plan(Call|Grant|Connection|\()|DeadlinePlan|CallTerms|CallPlan|ResolveDeadline|PolicySource|CurrentPolicy"
        r"|MethodRecords|MethodName|RequestLink|FindCurrentRequest|MembershipOf|FromGrpcDeadline",
    ),
    (
        "accounting of the success",
        r"HealthySuccess|RecordSuccess|CallRoute|RetryBreaker|ProcessBudget|ReadOutcome|OutcomeOf|PeerCapabilities"
        r"|ResponseDetails|MethodAccount",
    ),
    ("interceptor, and the object of the call", r"baton::"),
    ("Abseil's durations", r"absl.*(Duration|ToInt64|ToUnix)"),
    ("allocator and copies of memory", r"\b(_int_)?(malloc|free)\b|malloc_consolidate|unlink_chunk|operator (new|delete)|mem(cpy|move|set)_"),
    ("gRPC's C++ API", r"grpc::"),
    ("gRPC's core", r"grpc_|libgrpc"),
    ("rest", ""),
)

# gRPC writes a text about each call that fails, for debug_error_string().
ERROR_TEXT = "grpc_core::StatusToString"

Counts = Dict[str, int]


def without_arguments(function: str) -> str:
    """Returns "baton::A::B() [lib]" for "baton::A::B(baton::C const&) [lib]"."""
    function = function.replace("(anonymous namespace)::", "")
    name, found, rest = function.partition("(")
    library = re.search(r" \[.*\]$", rest)
    return f"{name}(){library[0] if library else ''}" if found else function


def parse(annotated: str) -> Counts:
    """Reads the functions and their own instructions from callgrind_annotate."""
    counts: Counts = {}
    for line in annotated.splitlines():
        row = re.match(r"\s*([\d,]+)\s+(\S.*)$", line)
        if row is None or row[2].startswith("PROGRAM"):
            continue
        function = without_arguments(row[2].split(":", 1)[-1])
        counts[function] = counts.get(function, 0) + int(row[1].replace(",", ""))
    return counts


def part_of(function: str) -> str:
    return next(name for name, pattern in PARTS if re.search(pattern, function))


def by_part(few: Counts, many: Counts) -> Dict[str, float]:
    """Returns the instructions of one call in each part."""
    parts = {name: 0.0 for name, _ in PARTS}
    for function in few.keys() | many.keys():
        cost = many.get(function, 0) - few.get(function, 0)
        parts[part_of(function)] += cost / (MANY - FEW)
    return parts


def table(costs: Dict[str, Dict[str, float]]) -> List[str]:
    """Returns the rows of a Markdown table. `costs` has the yardstick first."""
    yardstick, *others = costs
    base = costs[yardstick]
    rows = [
        f"| instructions of a call, more than `{yardstick}` | " + " | ".join(f"`{name}`" for name in others) + " |",
        "|---" * (len(others) + 1) + "|",
    ]
    for part in base:
        rows.append(f"| {part} | " + " | ".join(f"{costs[name][part] - base[part]:.0f}" for name in others) + " |")
    total = sum(base.values())
    more = [sum(costs[name].values()) - total for name in others]
    rows.append("| all | " + " | ".join(f"{cost:.0f}" for cost in more) + " |")
    rows.append(f"| ratio to `{yardstick}`, {total:.0f} | " + " | ".join(f"{1 + cost / total:.3f}" for cost in more) + " |")
    return rows


def error_text(few: Counts, many: Counts) -> float:
    """Returns the instructions of one call for the text of its failure. The counts include called functions."""
    return sum((many[name] - few.get(name, 0)) / (MANY - FEW) for name in many if name.startswith(ERROR_TEXT))


class Counted(NamedTuple):
    own: Counts  # of each function alone
    with_called: Counts  # including the functions that it calls


def count(load: str, subject: str, calls: int, fails: str) -> Counted:
    with tempfile.TemporaryDirectory() as scratch:
        out = os.path.join(scratch, "out")
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", os.fspath(PROGRAM)]
        command += [f"--load={load}", f"--subject={subject}", f"--calls={calls}", *filter(None, [fails])]
        subprocess.run(command, capture_output=True, timeout=300, check=True)

        def annotated(inclusive: str) -> Counts:
            command = ["callgrind_annotate", "--threshold=100", "--show-percs=no", f"--inclusive={inclusive}", out]
            return parse(subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stdout)

        return Counted(annotated("no"), annotated("yes"))


def main(arguments: List[str]) -> int:
    fails = arguments.pop(0) if arguments and arguments[0].startswith("--fails=") else ""
    load = arguments[0] if arguments else "sync"
    subjects = arguments[1:] or list(SUBJECTS_OF_FAILURES if fails else SUBJECTS)
    costs, texts = {}, {}
    for name in [YARDSTICK_OF_FAILURES if fails else YARDSTICK, *subjects]:
        few, many = (count(load, name, calls, fails) for calls in (FEW, MANY))
        costs[name] = by_part(few.own, many.own)
        texts[name] = error_text(few.with_called, many.with_called)
    print("\n".join(table(costs)))
    if fails:
        print("of these, gRPC's text of each failure: " + ", ".join(f"{name} {cost:.0f}" for name, cost in texts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
