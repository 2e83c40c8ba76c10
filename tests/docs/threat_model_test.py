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

_SUITE = re.compile(r"`(\w+Test)(?:\.(\w+))?`")
_FUZZER = re.compile(r"`(\w+_fuzz_test)`")
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

    def test_every_named_test_exists(self):
        files = list((_ROOT / "tests").rglob("*_test.cc"))
        known = {names for file in files for names in _DEFINITION.findall(file.read_text())}
        suites = {suite for suite, _ in known}
        fuzzers = {file.stem for file in files}
        page = _PAGE.read_text()
        for suite, name in _SUITE.findall(page):
            with self.subTest(suite=suite, name=name):
                self.assertIn(suite, suites)
                if name:
                    self.assertIn((suite, name), known)
        for fuzzer in _FUZZER.findall(page):
            self.assertIn(fuzzer, fuzzers)


if __name__ == "__main__":
    unittest.main()
