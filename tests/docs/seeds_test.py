# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Each test that docs/seeds.md names exists, and each row has a valid state."""

import os
import pathlib
import re
import unittest

# Bazel links the page to its place in the source tree.
_PAGE = pathlib.Path(os.path.realpath("docs/seeds.md"))
_ROOT = _PAGE.parents[1]

_TEST = re.compile(r"`(\w+Test\.\w+)`")
_TARGET = re.compile(r"`//(tests/[\w/]+):(\w+)`")
_DEFINITION = re.compile(r"\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\)")
_STATES = {"done", "part", "planned", "page"}


def _rows():
    """The cells of each row that has a state."""
    for line in _PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 4 and cells[1] not in ("state", "---"):
            yield cells


class SeedsTest(unittest.TestCase):
    def test_every_named_test_exists(self):
        sources = (path.read_text() for path in (_ROOT / "tests").rglob("*_test.cc"))
        known = {".".join(names) for text in sources for names in _DEFINITION.findall(text)}
        named = set(_TEST.findall(_PAGE.read_text()))
        self.assertGreater(len(named), 20)
        self.assertEqual(sorted(named - known), [])

    def test_every_named_target_exists(self):
        named = set(_TARGET.findall(_PAGE.read_text()))
        self.assertGreater(len(named), 1)
        for package, name in named:
            self.assertIn(f'name = "{name}"', (_ROOT / package / "BUILD").read_text())

    def test_every_row_has_a_state(self):
        self.assertGreater(len(list(_rows())), 40)
        self.assertEqual([row[0] for row in _rows() if row[1] not in _STATES], [])

    def test_what_is_done_is_shown_by_a_test(self):
        unproved = [row[0] for row in _rows() if row[1] == "done" and not (_TEST.search(row[3]) or _TARGET.search(row[3]))]
        self.assertEqual(unproved, [])

    def test_what_is_planned_names_no_test(self):
        self.assertEqual([row[0] for row in _rows() if row[1] == "planned" and row[3]], [])


if __name__ == "__main__":
    unittest.main()
