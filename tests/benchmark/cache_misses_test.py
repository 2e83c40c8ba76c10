# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Checks how the output of cachegrind is read."""

import unittest

from cache_misses import FEW, MANY, ROWS, of_one_call, parse, table

OUTPUT = """\
--77-- warning: L3 cache found, using its data for the LL simulation.
==77== I   refs:      1,234,567
==77== I1  misses:       43,210
==77== LLi misses:        1,111
==77== I1  miss rate:      3.50%
==77== D   refs:        700,000  (400,000 rd   + 300,000 wr)
==77== D1  misses:       20,000  ( 15,000 rd   +   5,000 wr)
==77== LLd misses:          900  (    500 rd   +     400 wr)
==77== LL refs:          63,210  ( 58,210 rd   +   5,000 wr)
==77== LL misses:         2,011  (  1,611 rd   +     400 wr)
"""


class CacheMissesTest(unittest.TestCase):
    def test_each_row_is_read(self):
        self.assertEqual(
            parse(OUTPUT),
            {"I refs": 1234567, "I1 misses": 43210, "D1 misses": 20000, "LL misses": 2011},
        )

    def test_start_of_the_process_does_not_count(self):
        few = {name: 1000 + 5 * FEW for name in ROWS}
        many = {name: 1000 + 5 * MANY for name in ROWS}
        self.assertEqual(set(of_one_call(few, many).values()), {5})

    def test_table_has_the_difference_to_the_first_subject(self):
        noop = {name: 100.0 for name in ROWS}
        rows = table({"noop": noop, "direct": {**noop, "I1 misses": 150.0}})
        self.assertIn("| misses of the first level, instructions | 100 | 50 |", rows)


if __name__ == "__main__":
    unittest.main()
