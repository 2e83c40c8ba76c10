# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Which text of a file counts as English."""

import unittest

from passages import code_lines, messages, passages


def _texts(path, text):
    return [passage.text for passage in passages(path, text)]


class PassagesTest(unittest.TestCase):
    def test_adjacent_comments_are_one_passage(self):
        code = "int a;\n// One\n// two.\n//\n// Three.\nint b;  // Four.\n// Five.\n"
        self.assertEqual(_texts("a.h", code), ["One two.", "Three.", "Four.", "Five."])
        self.assertEqual(
            [passage.starts_block for passage in passages("a.h", code)],
            [True, False, False, True],
        )

    def test_lines_are_known(self):
        (passage,) = passages("a.h", "\n// One\n// two three.\n")
        self.assertEqual([passage.line_at(offset) for offset in (0, 3, 4, 14)], [2, 2, 3, 3])

    def test_samples_and_strings_are_no_comments(self):
        self.assertEqual(_texts("a.h", '// Use:\n//   Call(x);\n// End.\nauto a = "// no";\n'), ["Use:", "End."])
        self.assertEqual(_texts("a.h", 'auto a = R"(// no\n// no)";\nint b = 1\'000;  // Yes.\n'), ["Yes."])

    def test_items_are_passages_of_their_own(self):
        self.assertEqual(_texts("a.h", "// Two:\n// - one\n//   more\n// - two\n"), ["Two:", "one more", "two"])
        self.assertEqual(_texts("a.md", "Two:\n- one\n  more\n1. two\n"), ["Two:", "one more", "two"])

    def test_backticks_hide_their_text(self):
        self.assertEqual(_texts("a.md", "Set `whoever`\nto 1."), ["Set `xxxxxxx` to 1."])
        self.assertEqual(_texts("a.h", "// Set `one\n// two`.\n"), ["Set `xxxxxxx`."])

    def test_pages_have_headings_cells_and_fences(self):
        page = "# A `b`\nText [link](to.md).\n```\ncode\n```\n| x | y |\n<br>\n"
        kinds = [(passage.kind, passage.text) for passage in passages("a.md", page)]
        self.assertEqual(kinds, [("heading", "A `x`"), ("text", "Text link."), ("cell", "x"), ("cell", "y")])

    def test_comments_of_other_languages_are_found(self):
        self.assertEqual(_texts("a.sh", "#!/bin/bash\nx=${#a}  # One.\n"), ["One."])
        self.assertEqual(_texts("a.py", 'x = "# no"  # One.\n'), ["One."])
        self.assertEqual(_texts("x/BUILD", "# One.\nrule()\n"), ["One."])
        self.assertEqual(_texts("a.js", "/** One. */\nlet x;\n/*\n * Two\n * three.\n */\n"), ["One.", "Two three."])
        self.assertEqual(_texts("a.py", 'def f():\n    """One.\n\n    Two.\n    """\n'), ["One.", "Two."])

    def test_license_is_no_english(self):
        self.assertEqual(_texts("a.h", "// Copyright The Authors\n// SPDX-License-Identifier: X\n"), [])

    def test_adjacent_literals_are_one_message(self):
        code = 'f("one "\n  "two", \'"\', "three");  // "four"\n'
        self.assertEqual([message.text for message in messages(code)], ["one two", "three"])
        self.assertEqual(messages('#include "a.h"\n'), ())

    def test_code_has_no_comments_and_literals(self):
        code = 'a("b");  // c\n/* d\n */ e;\n'
        self.assertEqual(code_lines(code), ((1, "a();  "), (2, ""), (3, " e;"), (4, "")))


if __name__ == "__main__":
    unittest.main()
