# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Plants headers, and looks at the API reference that Doxygen writes."""

import pathlib
import shutil
import sys
import tempfile
import unittest

sys.path.append("docs/generate")

# pylint: disable=wrong-import-position
import api_comments  # noqa: E402
import api_pages  # noqa: E402

_LICENSE = "// Copyright The Baton Authors\n// SPDX-License-Identifier: Apache-2.0\n\n"

_DOCUMENTED = """#include <string>

// The introduction:
//
//   Planted planted;
namespace BATON_EXPORT baton {

// The class of a test.
class Planted {
 public:
  Planted() = default;
  Planted(const Planted&) = delete;
  Planted& operator=(const Planted&) = delete;
  // Returns the size of `std::vector<int>`, not of vector<int>.
  int size() const;
  int field = 0;  // the field of a test
  friend bool operator==(const Planted& a, const Planted& b);

 private:
  int hidden_ = 0;
};

// The kinds of a test.
enum class Kind { kFirst, kSecond };

// Limits. They are constants.
inline constexpr int kFirst = 1;
inline constexpr int kSecond = 2;

namespace rpc {
class Hidden;
}  // namespace rpc

}  // namespace baton
"""


class ApiTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        shutil.copytree("docs/generate", self.root / api_pages.PAGES)
        (self.root / "interceptors/baton").mkdir(parents=True)

    def findings(self, text):
        """Plants a header. Returns what Doxygen finds, without its path."""
        path = self.root / "interceptors/baton/planted.h"
        path.write_text(_LICENSE + text, encoding="utf-8")
        found = api_pages.findings(self.root, self.root / "pages")
        return [line.replace("interceptors/baton/planted.h:", "") for line in found]

    def test_documented_header_is_clean(self):
        self.assertEqual(self.findings(_DOCUMENTED), [])
        page = (self.root / "pages/classbaton_1_1Planted.html").read_text(encoding="utf-8")
        self.assertIn("The class of a test.", page)
        self.assertIn("the field of a test", page)
        self.assertNotIn("hidden_", page)
        pages = "".join(path.name for path in (self.root / "pages").iterdir())
        self.assertNotIn("rpc", pages)

    def test_undocumented_symbol_is_found(self):
        for symbol in (
            "class Bare;\nclass Bare {\n public:\n  int field;  // a field\n};",
            "struct Bare {\n  int field;  // a field\n};",
            "enum class Bare { kOne };",
            "int Bare();",
            "// A struct.\nstruct Full { int Bare; };",
            "// A class.\nclass Full {\n public:\n  int Bare() const;\n};",
            "// A class.\nclass Full {\n public:\n  explicit Full(int Bare);\n};",
        ):
            with self.subTest(symbol=symbol):
                found = self.findings(f"namespace baton {{\n\n{symbol}\n\n}}  // namespace baton\n")
                self.assertEqual(len(found), 1, found)
                self.assertRegex(found[0], r"Bare.* is not documented")

    def test_comment_that_doxygen_cannot_read_is_found(self):
        found = self.findings("namespace baton {\n\n// Returns \\nothing.\nint Planted();\n\n}\n")
        self.assertEqual(len(found), 1, found)
        self.assertIn("nothing", found[0])

    def test_filter_keeps_the_number_of_lines(self):
        converted = api_comments.converted(_LICENSE + _DOCUMENTED)
        self.assertEqual(converted.count("\n"), (_LICENSE + _DOCUMENTED).count("\n"))
        self.assertIn("\n/// The class of a test.\n", converted)
        self.assertIn("///< the field of a test\n", converted)

    def test_headers_of_the_chain_are_public(self):
        folder = self.root / "interceptors/baton"
        (folder / "policy").mkdir()
        for name in ("client.h", "policy/owner.h", "client.cc"):
            (folder / name).touch()
        (folder / "test_chain.h").write_text('#include "baton/chain/fault.h"\n', encoding="utf-8")
        names = ("chain/fault.h", "client.h", "policy/owner.h", "test_chain.h")
        self.assertEqual(api_pages.public_headers(self.root), [f"interceptors/baton/{name}" for name in names])


if __name__ == "__main__":
    unittest.main()
