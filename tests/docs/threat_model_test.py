# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Each attack in docs/threat-model.md names what stops it, and tests that exist."""

import os
import pathlib
import re
import unittest

# Bazel links the page to its place in the source tree.
_PAGE = pathlib.Path(os.path.realpath("docs/threat-model.md"))
_ROOT = _PAGE.parents[1]

_TEST = re.compile(r"(\w+Test)\.(\w+)")
_FUZZER = re.compile(r"\w+_fuzz_test")
_DEFINITION = re.compile(r"\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\)")


def _attacks():
    """The cells of each row of the tables of attacks."""
    for section in re.split(r"^## ", _PAGE.read_text(), flags=re.MULTILINE):
        if not section.startswith("Attacks"):
            continue
        for line in section.splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if line.startswith("|") and cells[0] not in ("Attack", "---"):
                yield cells


class ThreatModelTest(unittest.TestCase):
    def test_every_attack_names_its_defense_and_a_test(self):
        attacks = list(_attacks())
        self.assertGreater(len(attacks), 15)
        for cells in attacks:
            self.assertEqual(len(cells), 3, cells)
            self.assertTrue(all(cells), cells)

    def test_every_attack_has_tests_or_fuzzers_that_exist(self):
        files = list((_ROOT / "tests").rglob("*_test.cc"))
        known = {names for file in files for names in _DEFINITION.findall(file.read_text())}
        fuzzers = {file.stem for file in files}
        for attack, _, tests in _attacks():
            # A suite alone does not say which of its tests shows the claim.
            names = re.findall(r"`([^`]*)`", tests)
            self.assertTrue(names, attack)
            for name in names:
                with self.subTest(attack=attack, name=name):
                    test = _TEST.fullmatch(name)
                    if test:
                        self.assertIn(test.groups(), known)
                    else:
                        self.assertRegex(name, _FUZZER)
                        self.assertIn(name, fuzzers)


if __name__ == "__main__":
    unittest.main()
