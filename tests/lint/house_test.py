# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Plants full folders, unordered BUILD files, and trees without the rooms."""

import unittest

from house import build_order, folder_size, rooms_exist
from lint import CHECKS
from planting import CheckTest, findings
from rooms import folders


def _target(name):
    return f'baton_cc_library(\n    name = "{name}",\n)\n'


class HouseTest(CheckTest):
    def test_full_folder_is_found(self):
        files = {f"docs/{number}.md": "" for number in range(41)}
        self.assertEqual(findings(folder_size, files), ["docs:1"])
        files.pop("docs/0.md")
        files["docs/wire/0.md"] = ""
        self.assertEqual(findings(folder_size, files), [])

    def test_unsorted_target_is_found(self):
        self.assert_found(build_order, "x/BUILD", _target("b") + _target("c") + _target("a"), line=7)
        self.assert_found(build_order, "x/BUILD", _target("a") + 'load(":x.bzl", "x")\n', line=4)
        self.assert_found(build_order, "x/BUILD", _target("a") + 'exports_files(["x"])\n', line=4)

    def test_sorted_targets_are_clean(self):
        first = 'load(":x.bzl", "x")\n\npackage(default_visibility = [])\n\nexports_files(["z"])\n'
        self.assert_clean(build_order, "x/BUILD", first + _target("a") + "X = 1\n" + _target("a_test") + _target("b"))

    def test_path_of_a_rule_that_is_not_there_is_found(self):
        found = findings(rooms_exist, {"README.md": ""})
        self.assertEqual(found.count("tests/lint/rooms.py:1"), len(folders()))
        for module in ("banned", "policy_fields", "prose", "public_face"):
            self.assertIn(f"tests/lint/{module}.py:1", found)

    def test_rooms_that_are_there_are_clean(self):
        rooms = {folder + "a.h": "" for folder in folders()}
        self.assertNotIn("tests/lint/rooms.py:1", findings(rooms_exist, rooms))
        missing = rooms.copy()
        missing.pop("interceptors/baton/rpc/request/a.h")
        self.assertEqual(findings(rooms_exist, missing).count("tests/lint/rooms.py:1"), 1)

    def test_checks_are_sorted_and_have_a_description(self):
        names = [check.__name__ for check in CHECKS]
        self.assertEqual(names, sorted(set(names)))
        self.assertEqual([check.__name__ for check in CHECKS if not check.__doc__], [])


if __name__ == "__main__":
    unittest.main()
