# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Plants long sentences and semicolons."""

import unittest

from planting import CheckTest, findings
from sentences import semicolons, sentence_length, sentences

_LONG = "The call " + "is very " * 12 + "long.\n"
_LATER = "interceptors/baton/rpc/unary/a.h"


class SentencesTest(CheckTest):
    def test_long_sentence_is_found(self):
        for path, start in (("a.md", ""), ("a.h", "// "), ("a.proto", "// ")):
            self.assert_found(sentence_length, path, "\n" + start + _LONG, line=2)

    def test_few_long_sentences_are_clean(self):
        short = "It ends. " * 49 + "\n\n"
        self.assert_clean(sentence_length, "a.md", short + _LONG)
        found = findings(sentence_length, {"a.md": short + _LONG + "\n" + _LONG})
        self.assertEqual(found, ["a.md:3", "a.md:5"])

    def test_kinds_are_counted_apart_from_each_other(self):
        self.assert_found(sentence_length, "a.md", _LONG, files={"a.h": "// It ends. " * 100})

    def test_sentences_end_with_a_full_stop(self):
        tree = {"a.md": b'One two: three. Four "five." Six? (Seven.) Eight v1.2\nnine\n\n`a b c` ten'}
        found = [(line, " ".join(words)) for _, line, words in sentences(tree, ".md")]
        self.assertEqual(
            found,
            [
                (1, "One two: three."),
                (1, 'Four "five.'),
                (1, "Six?"),
                (1, "(Seven."),
                (1, "Eight v1.2 nine"),
                (4, "`xxxxx` ten"),
            ],
        )

    def test_semicolons_are_found_above_the_limit(self):
        text = "// One; two.\n\n"
        self.assertEqual(len(findings(semicolons, {"a.h": text * 51})), 51)
        self.assertEqual(findings(semicolons, {"a.h": text * 51})[1], "a.h:3")
        self.assert_clean(semicolons, "a.h", text * 50)
        self.assert_clean(semicolons, "a.cc", text * 51)
        self.assert_clean(semicolons, "a.h", "for (;; ) x; y;\n" * 51)

    def test_folders_for_later_are_left_out(self):
        self.assert_clean(sentence_length, _LATER, "// " + _LONG)
        self.assert_clean(semicolons, _LATER, "// One; two.\n\n" * 51)


if __name__ == "__main__":
    unittest.main()
