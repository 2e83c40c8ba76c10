#!/usr/bin/env python3
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Prints how often a healthy unary call misses the caches of a processor.

cachegrind simulates the caches of one core, so that other work on the machine
does not affect the counts. The client makes 64 calls at a time:

  ./bazelw build --config=opt //tests/benchmark:unary
  python3 tests/benchmark/cache_misses.py [LOAD [SUBJECT...]]
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import Dict, List

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "bazel-bin/tests/benchmark/unary"

SUBJECTS = ("noop", "header", "direct", "middle", "retrying")
IN_FLIGHT = 64
# The difference of two runs does not contain the start of the process.
FEW, MANY = 2000, 6000

# The first level of a core of a server, and 1 MiB of second level.
CACHES = ("--I1=32768,8,64", "--D1=32768,8,64", "--LL=1048576,8,64")

# The names that cachegrind prints, and the rows of the table.
ROWS = {
    "I refs": "instructions",
    "I1 misses": "misses of the first level, instructions",
    "D1 misses": "misses of the first level, data",
    "LL misses": "misses of the second level",
}

Counts = Dict[str, int]


def parse(output: str) -> Counts:
    """Reads the summary that cachegrind prints."""
    counts: Counts = {}
    for line in output.splitlines():
        row = re.match(r"==\d+== (\w+) +(refs|misses): +([\d,]+)", line)
        if row is not None and f"{row[1]} {row[2]}" in ROWS:
            counts[f"{row[1]} {row[2]}"] = int(row[3].replace(",", ""))
    return counts


def of_one_call(few: Counts, many: Counts) -> Dict[str, float]:
    return {name: (many[name] - few[name]) / (MANY - FEW) for name in ROWS}


def table(costs: Dict[str, Dict[str, float]]) -> List[str]:
    """Returns the rows of a Markdown table. The first subject has its own counts, and the others what they need more."""
    names = list(costs)
    base = costs[names[0]]
    rows = [
        f"| of a call | `{names[0]}` | " + " | ".join(f"`{name}`, more" for name in names[1:]) + " |",
        "|---" * (len(names) + 1) + "|",
    ]
    for key, row in ROWS.items():
        more = (f"{costs[name][key] - base[key]:.0f}" for name in names[1:])
        rows.append(f"| {row} | {base[key]:.0f} | " + " | ".join(more) + " |")
    return rows


def count(load: str, subject: str, calls: int) -> Counts:
    with tempfile.TemporaryDirectory() as scratch:
        command = ["valgrind", "--tool=cachegrind", "--cache-sim=yes", *CACHES]
        command += [f"--cachegrind-out-file={os.path.join(scratch, 'out')}", os.fspath(PROGRAM)]
        command += [f"--load={load}", f"--subject={subject}", f"--calls={calls}", f"--in_flight={IN_FLIGHT}"]
        return parse(subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stderr)


def main(arguments: List[str]) -> int:
    load = arguments[0] if arguments else "queue"
    subjects = arguments[1:] or list(SUBJECTS)
    costs = {name: of_one_call(count(load, name, FEW), count(load, name, MANY)) for name in subjects}
    print("\n".join(table(costs)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
