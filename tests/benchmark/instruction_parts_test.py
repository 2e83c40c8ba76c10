# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Checks how the instructions of a call are divided into parts."""

import unittest

from instruction_parts import FEW, MANY, PARTS, by_part, error_text, parse, part_of, table

ANNOTATED = """\
Ir
1,234,567  PROGRAM TOTALS

Ir         file:function
  447,000  ???:grpc_core::metadata_detail::UnknownMap::Append(absl::debian3::string_view) [/usr/lib/libgrpc.so]
   82,000  ???:baton::rpc::TimerQueue::Schedule(baton::MonotonicTime) [bin/unary]
    2,000  ./malloc/malloc.c:malloc [/usr/lib/libc.so.6]
    1,000  ./malloc/malloc.c:malloc [/usr/lib/libc.so.6]
"""


class InstructionPartsTest(unittest.TestCase):
    def test_functions_with_the_same_name_are_added(self):
        counts = parse(ANNOTATED)
        self.assertEqual(len(counts), 3)
        self.assertEqual(counts["malloc [/usr/lib/libc.so.6]"], 3000)

    def test_arguments_select_no_part(self):
        line = "1,000  ???:baton::rpc::A::B(baton::rpc::CallPlan const&) const [bin/unary]"
        self.assertEqual(part_of(next(iter(parse(line)))), "interceptor, and the object of the call")

    def test_each_function_has_a_part(self):
        parts = [part_of(function) for function in sorted(parse(ANNOTATED))]
        self.assertEqual(parts, ["timer", "gRPC's core", "allocator and copies of memory"])

    def test_start_of_the_process_does_not_count(self):
        start, each = 1000, 50
        parts = by_part({"baton::A()": start + FEW * each}, {"baton::A()": start + MANY * each})
        self.assertEqual(parts["interceptor, and the object of the call"], each)
        self.assertEqual(sum(parts.values()), each)

    def test_table_has_the_difference_to_noop(self):
        noop = {name: 100.0 for name, _ in PARTS}
        rows = table({"noop": noop, "direct": {**noop, "timer": 210.0}})
        self.assertIn("| timer | 110 |", rows)
        self.assertEqual(rows[-2], "| all | 110 |")
        self.assertEqual(rows[-1], "| ratio to `noop`, 1100 | 1.100 |")

    def test_text_of_an_error_counts_once_for_each_name(self):
        text = "grpc_core::StatusToString() [lib/libgrpc.so]"
        few, many = {text: 40 * FEW, "main()": 90 * FEW}, {text: 40 * MANY, "main()": 90 * MANY}
        self.assertEqual(error_text(few, many), 40)

    def test_table_names_the_yardstick(self):
        native = {name: 100.0 for name, _ in PARTS}
        self.assertIn("more than `native`", table({"native": native, "retrying": native})[0])


if __name__ == "__main__":
    unittest.main()
