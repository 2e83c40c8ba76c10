# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Tests the conversion of Bazel's actions to compile commands."""

import unittest

from compile_commands import editor_arguments, entries, source_of


def action(source, *options):
    return {"arguments": ["/usr/bin/gcc", *options, "-c", source, "-o", source + ".o"]}


class CompileCommandsTest(unittest.TestCase):
    def test_source_follows_the_compile_option(self):
        self.assertEqual(source_of(["gcc", "-Wall", "-c", "a.cc", "-o", "a.o"]), "a.cc")

    def test_command_without_source_has_none(self):
        for arguments in ([], ["gcc"], ["gcc", "-c"], ["gcc", "a.o", "-o", "a"]):
            self.assertIsNone(source_of(arguments))

    def test_dependency_file_and_gcc_options_are_removed(self):
        options = ["-MD", "-MF", "a.d", "-frandom-seed=a.o", "-fno-canonical-system-headers"]
        self.assertEqual(
            editor_arguments(["gcc", *options, "-Wall", "-c", "a.cc"]),
            ["gcc", "-iquote", "interceptors", "-Wall", "-c", "a.cc"],
        )

    def test_each_source_has_one_entry(self):
        actions = [action("a.cc"), action("a.cc", "-fPIC"), action("b.cc")]
        found = list(entries(actions, "workspace"))
        self.assertEqual([entry["file"] for entry in found], ["a.cc", "b.cc"])
        self.assertEqual({entry["directory"] for entry in found}, {"workspace"})

    def test_sources_of_other_repositories_are_skipped(self):
        self.assertEqual(list(entries([action("external/x/a.cc"), {}], "")), [])


if __name__ == "__main__":
    unittest.main()
