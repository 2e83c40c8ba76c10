# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Plants what may not be in the repository."""

import unittest

from planting import CheckTest
from repository import no_binaries, no_machine_names, node_engines, relative_links


class RepositoryTest(CheckTest):
    def test_binary_is_found(self):
        self.assert_found(no_binaries, "logo.bin", "a\0b")
        self.assert_clean(no_binaries, "tests/fuzz/corpus/header/1", "a\0b")

    def test_machine_names_are_found(self):
        for text in (
            "https:/" + "/registry.example.org/x",
            "deb http:/" + "/deb.example.org/debian stable main",
            '  "resolved"' + ': "x"',
            "see /wo" + "rk/notes",
        ):
            self.assert_found(no_machine_names, "a.txt", text)
        self.assert_clean(no_machine_names, "a.txt", "https:/" + "/example.org/wo" + "rk/notes")

    def test_package_for_a_newer_node_is_found(self):
        for wanted in (">=20", "^22.1.0", "20 || 22"):
            self.assert_found(node_engines, "a/package-lock.json", f'        "node": "{wanted}"\n')
        for wanted in (">=18", "^12.20.0 || ^14.18.0 || >=20.0.0", ">= 0.4", "*"):
            self.assert_clean(node_engines, "a/package-lock.json", f'        "node": "{wanted}"\n')

    def test_dead_link_is_found(self):
        self.assert_found(relative_links, "docs/a.md", "[x](b.md)")
        self.assert_clean(relative_links, "docs/a.md", "[x](../b.md) [d](.)", files={"b.md": ""})
        self.assert_clean(relative_links, "a.md", "[x](https:/" + "/example.org) `[y](z)`")

    def test_link_to_no_heading_is_found(self):
        self.assert_found(relative_links, "docs/a.md", "[x](#y)")
        self.assert_found(relative_links, "a.md", "```\n# y\n```\n[x](#y)", line=4)
        self.assert_found(relative_links, "docs/a.md", "[x](../b.md#y)", files={"b.md": ""})
        self.assert_clean(relative_links, "a.md", "## gRPC's `own` retries?\n[x](a.md#grpcs-own-retries)")


if __name__ == "__main__":
    unittest.main()
