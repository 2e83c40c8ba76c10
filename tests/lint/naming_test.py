# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Plants names of tests, of files and of the code."""

import unittest

from naming import plain_names, test_names as names_of_tests
from planting import CheckTest, findings
from prose import NAMES, TEST_NAMES


class NamingTest(CheckTest):
    def test_name_of_a_test_is_found(self):
        names = (
            "AndOnAQueue",
            "SoDoesTheSecond",
            "CallThatMayRunTwiceIs",
            "WhatACallCosts",
            "CallForNobodyEnds",
            "CallOfOneThatEnds",
            "Empty",
        )
        for name in names:
            for macro in ("TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P"):
                code = f"\n{macro}(ATest, {name}) {{}}\n"
                self.assertIn("tests/a.cc:2", findings(names_of_tests, {"tests/a.cc": code}))
        for pattern in TEST_NAMES:
            self.assertTrue(any(pattern.compiled().search(name) for name in names), pattern)
        self.assert_found(names_of_tests, "tests/a.cc", "TEST(AVeryLongTest,\n     Empty) {}\n")

    def test_claim_as_name_of_a_test_is_clean(self):
        for name in (
            "RetriesStopWhenProcessBudgetIsExhausted",
            "SoakedCallEnds",
            "OrderIsKept",
            "IffyCallEnds",
            "ShownAsItIsBuilt",
        ):
            self.assert_clean(names_of_tests, "tests/a.cc", f"TEST(ATest, {name}) {{}}\n")

    def test_name_in_the_code_is_found(self):
        for name in ("SeeOff", "at_hand_", "TurnAway", "kInVain", "nobody", "HasWeather", "mints_", "LAW_IS_THE_LAW"):
            self.assert_found(plain_names, "a.cc", f"\nint {name};\n", line=2)
        self.assert_found(plain_names, "docs/weathers.md", "")
        self.assertEqual(len(NAMES), 3)

    def test_plain_name_in_the_code_is_clean(self):
        for name in ("DrainQueue", "AtHandler", "Whether", "Amended", "Minutes", "Turning"):
            self.assert_clean(plain_names, "a.cc", f"int {name};\n")
        self.assert_clean(plain_names, "a.cc", '// SeeOff\nauto x = "TurnAway";\n')
        self.assert_clean(plain_names, "a.py", "see_off = 1\n")
        self.assert_clean(plain_names, "interceptors/baton/rpc/stream/a.h", "int at_hand_;\n")


if __name__ == "__main__":
    unittest.main()
