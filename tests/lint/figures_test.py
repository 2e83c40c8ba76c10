# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Which figures of a tree are printed."""

import unittest

from commits import Commit
from figures import commit_figures, figures, table
from lint import CHECKS


class FiguresTest(unittest.TestCase):
    def test_figures_are_of_the_tree(self):
        found = figures(
            {
                "examples/a.cc": b'#include "baton/core/wire/word.h"\n',
                "examples/b.h": b"// One two. Three.\n",
                "examples/BUILD": b"# One\n# Two\n",
                "BUILD": b"\n",
                "a.md": b"One " * 26 + b"end.",
            }
        )
        self.assertEqual(found["files in folder number 1 by size"], "3 (examples)")
        self.assertEqual(found["files in folder number 2 by size"], "2 (.)")
        self.assertEqual(found["lines of the largest BUILD file"], "2 (examples/BUILD)")
        self.assertEqual(found["words per sentence, comments of headers"], "1.5")
        self.assertEqual(found["words per sentence, *.md"], "27.0")
        self.assertEqual(found["sentences over 25 words, *.md"], "100.0 %")
        self.assertEqual(found["private headers that examples, tools and docs include"], "1")
        self.assertEqual(found["findings: sentence_length"], "1")
        self.assertEqual(sum(name.startswith("findings: ") for name in found), len(CHECKS))

    def test_folders_that_checks_spare_are_counted(self):
        found = figures({"interceptors/baton/rpc/unary/a.h": b"// Nobody waits.\n"})
        self.assertEqual(found["findings: plain_wording"], "1")
        self.assertEqual(found["findings: comment_openings"], "1")

    def test_empty_tree_has_figures(self):
        self.assertEqual(figures({})["findings: folder_size"], "0")

    def test_figures_of_commits_are_counted(self):
        found = commit_figures([Commit("a", "x" * 73, "", 1), Commit("b", "One; two", "", 1)])
        self.assertEqual(list(found.values()), ["2", "1", "1"])

    def test_table_has_a_column_for_each_tree(self):
        lines = table({"old": {"a": "1", "b": "2"}, "new": {"a": "3", "c": "4"}}).split("\n")
        self.assertEqual(
            lines,
            ["| figure | old | new |", "| --- | --- | --- |", "| a | 1 | 3 |", "| b | 2 |  |", "| c |  | 4 |"],
        )


if __name__ == "__main__":
    unittest.main()
