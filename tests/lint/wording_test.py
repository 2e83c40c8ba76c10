# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Plants wordings, and the common English that looks like them."""

import unittest

from planting import CheckTest, findings
from prose import HEADINGS, MESSAGES, OPENINGS, SPELLINGS, WORDINGS
from wording import american_spelling, comment_openings, plain_wording, searchable_headings

_PLANTED = (
    "Nobody waits.",
    "The application ends its call.  He gets the status.",
    "We retry it.",
    "Sent by us.",
    "A call that ours made.",
    "The one that is late.",
    "Attributes are those of the call.",
    "The one of the call.",
    "See that one.",
    "The status of that one is known.",
    "A batch, of which two ended.",
    "A time, in which it waits.",
    "The thread to whom it belongs.",
    "The queue sees off what is left.",
    "The attempt at hand.",
    "The batch is on its way.",
    "Calls under way.",
    "The server turns it away.",
    "Begins anew.",
    "It is sent all the same.",
    "A library apart.",
    "At most so many bytes.",
    "The observer is told.",
    "The policy is looked at.",
    "Baton mints a grant.",
    "The weather of the law.",
)

_CLEAN = (
    "One of the channels is used, apart from the first.",
    "The handler that ends, to handle it.",
    "Takes 12 us, 20 ms apart.",
    "Times are in (ns, us, ms).",
    "Ends in the order in which they began, so that one call is first.",
    "Checks that one call used no more.",
    "Both values are all the same.",
    "The weathered `whoever` of `one that` ends.",
    "Whether the call ends.",
    "This is theirs.",
)


class WordingTest(CheckTest):
    def test_planted_wording_is_found(self):
        for text in _PLANTED:
            for path, start in (("a.h", "// "), ("a.cc", "int x;  // "), ("a.md", ""), ("a.md", "| "), ("a.py", "# ")):
                self.assertIn(f"{path}:2", findings(plain_wording, {path: "\n" + start + text}), text)
            message = 'Fail("' + text + '");\n'
            self.assertIn("a.cc:1", findings(plain_wording, {"a.cc": message}), text)

    def test_every_pattern_has_a_planted_wording(self):
        for pattern in WORDINGS:
            self.assertTrue(any(pattern.compiled().search(text) for text in _PLANTED), pattern)

    def test_wording_across_lines_is_found(self):
        self.assert_found(plain_wording, "a.h", "// It is on its\n// way.\n")

    def test_common_english_is_clean(self):
        for text in _CLEAN:
            self.assert_clean(plain_wording, "a.md", text)
            self.assert_clean(plain_wording, "a.h", "// " + text)

    def test_code_is_clean(self):
        self.assert_clean(plain_wording, "a.cc", "int whoever = ours;\n")
        self.assert_clean(plain_wording, "a.md", "```\nwe\n```\n`we`\n")

    def test_folders_for_later_are_left_out(self):
        self.assert_clean(plain_wording, "interceptors/baton/rpc/stream/a.h", "// " + _PLANTED[0])
        self.assert_clean(comment_openings, "interceptors/baton/rpc/unary/a.h", "// Of it.\n")

    def test_message_without_a_subject_is_found(self):
        for text in ("must be there", "must not be there"):
            self.assert_found(plain_wording, "a.cc", f'Fail("{text}");\n')
            self.assertTrue(MESSAGES[0].compiled().search(text))

    def test_opening_is_found(self):
        openings = (
            "Of a call.",
            "For the end, and for queries.",
            "The same for a hedge.",
            "It ends.",
            "What ends.",
            "Is the call hedged?",
            "Do calls wait?",
            "May the call be hedged?",
            "Does what is left.",
            "Has the caller ended it?",
        )
        for text in openings:
            self.assert_found(comment_openings, "a.h", f"int x;\n// {text}\n", line=2)
            self.assert_found(comment_openings, "a.proto", f"// {text}\n")
        for pattern in OPENINGS:
            self.assertTrue(any(pattern.compiled().match(text) for text in openings), pattern)

    def test_statement_as_opening_is_clean(self):
        for text in (
            "Returns whether the call is hedged.",
            "Ofcom rules.",
            "Does nothing after the end.",
            "Do not call it twice.",
            "May be null.",
            "Must not be empty.",
            "Has no effect.",
            "Does the same as End().",
            "For an attempt without advice, the grant is unused.",
            "Like gRPC, Baton retries.",
        ):
            self.assert_clean(comment_openings, "a.h", f"// {text}\n")
        self.assert_clean(comment_openings, "a.h", "// The call.\n//\n// It ends.\nint x;  // Of it.\n")
        self.assert_clean(comment_openings, "a.cc", "// Of a call.\n")

    def test_british_spelling_is_found(self):
        words = ("behavio", "colo", "flavo", "hono", "neighbo", "favo")
        for text in (*(word + "ur" for word in words), "licen" + "ce", "fib" + "re", "gr" + "ey"):
            for path in ("a.cc", "a.md", "a.py", "x/BUILD", "web/a.css"):
                self.assert_found(american_spelling, path, f"\nint my_{text};\n", line=2)
        self.assertEqual(len(SPELLINGS), 1)
        self.assert_clean(american_spelling, "a.cc", "// behavior, color, license, honor, neighbor, fiber, gray\n")

    def test_heading_is_found(self):
        for text in ("What it does", "How it works", "A retry", "In practice", "Is it fast"):
            self.assert_found(searchable_headings, "docs/a.md", f"# Baton\n\n## {text}\n", line=3)
            self.assertTrue(HEADINGS[0].compiled().match(text))
            self.assert_clean(searchable_headings, "docs/faq.md", f"## {text}\n")

    def test_noun_phrase_as_heading_is_clean(self):
        for text in ("Retries", "In-flight attempts", "Answers", "Isolation", "Candidates"):
            self.assert_clean(searchable_headings, "docs/a.md", f"# {text}\n")
        self.assert_clean(searchable_headings, "docs/a.md", "```\n# What it does\n```\n")


if __name__ == "__main__":
    unittest.main()
