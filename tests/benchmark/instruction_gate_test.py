# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Checks that the instruction gate reports calls that cost too much."""

import unittest

import instruction_gate
from instruction_gate import Case, all_cases, compare, format_ratios, parse_ratios, ratios_of

SYNC = Case("unary", "sync", "retrying")
NOOP = Case("unary", "sync", "noop")

# Two counts of noop: the start of the process, and 70 000 for each call.
FEW, MANY = instruction_gate.RUNS["unary"]
START = 90_000_000


def counts(per_call):
    return (START + FEW * per_call, START + MANY * per_call)


class InstructionGateTest(unittest.TestCase):
    def test_start_of_the_process_does_not_count(self):
        ratios = ratios_of({NOOP: counts(70_000), SYNC: counts(77_000)})
        self.assertEqual(set(ratios), {SYNC})
        self.assertAlmostEqual(ratios[SYNC], 1.1)

    def test_planted_cost_of_four_percent_is_a_finding(self):
        recorded = ratios_of({NOOP: counts(70_000), SYNC: counts(77_000)})
        planted = ratios_of({NOOP: counts(70_000), SYNC: counts(77_000 * 104 // 100)})
        self.assertEqual(
            compare(recorded, planted),
            ["unary sync retrying: 1.144 of noop, recorded 1.100, 4.0 % more"],
        )

    def test_cost_of_two_percent_is_no_finding(self):
        recorded = ratios_of({NOOP: counts(70_000), SYNC: counts(77_000)})
        measured = ratios_of({NOOP: counts(70_000), SYNC: counts(77_000 * 102 // 100)})
        self.assertEqual(compare(recorded, measured), [])

    def test_slower_grpc_is_no_finding(self):
        recorded = ratios_of({NOOP: counts(70_000), SYNC: counts(77_000)})
        measured = ratios_of({NOOP: counts(90_000), SYNC: counts(99_000)})
        self.assertEqual(compare(recorded, measured), [])

    def test_case_without_a_record_is_a_finding(self):
        self.assertEqual(compare({}, {SYNC: 1.0}), ["unary sync retrying: no ratio is recorded"])

    def test_case_that_was_not_measured_is_a_finding(self):
        self.assertEqual(
            compare({SYNC: 1.0}, {}), ["unary sync retrying: is recorded and was not measured"]
        )

    def test_written_ratios_can_be_read(self):
        ratios = {SYNC: 1.125, Case("ping-pong", "queue", "direct"): 1.5}
        self.assertEqual(parse_ratios(format_ratios(ratios)), ratios)

    def test_each_case_has_a_record(self):
        recorded = parse_ratios(instruction_gate.RATIOS.read_text(encoding="utf-8"))
        self.assertEqual(set(recorded), set(all_cases()))


if __name__ == "__main__":
    unittest.main()
