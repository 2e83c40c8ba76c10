# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Plants names of files that are not there."""

import unittest

from named_files import named_files_exist
from planting import CheckTest

_FILES = {
    "docs/client.md": "",
    "interceptors/baton/client.h": "",
    "interceptors/baton/rpc/call/attempt.h": "",
    "proto/baton/v1/policy.proto": "",
    "tests/a/case.h": "",
    "tests/b/case.h": "",
}


class NamedFilesTest(CheckTest):
    def test_missing_file_is_found(self):
        for name in (
            "docs/gone.md",
            "docs/gone",
            "gone.md",
            "baton/gone.h",
            "rpc/call/attempt.h",
            "attempt.cc",
            "gone.sh",
            "tests/gone/...",
            "//tests/gone:case_test",
            "docs/gone/*.md",
        ):
            for path, text in (
                ("x.cc", f"int x;  // See {name}."),
                ("x.proto", f"// See {name}, too."),
                ("x/BUILD", f"# See {name}."),
                ("x.py", f'"""See {name}."""'),
                ("x.sh", f"true  # {name}"),
                ("x.md", f"See `{name}`."),
            ):
                self.assert_found(named_files_exist, path, text, files=_FILES)

    def test_path_in_a_command_of_a_page_is_found(self):
        self.assert_found(named_files_exist, "x.md", "```\n./docs/gone.sh\ntests/gone.sh 5\n```\n", 3, files=_FILES)
        self.assert_clean(named_files_exist, "x.md", "```\ncat your_file.proto\n```\n", files=_FILES)

    def test_name_of_two_files_is_found(self):
        self.assert_found(named_files_exist, "x.cc", "// See case.h.", files=_FILES)
        self.assert_clean(named_files_exist, "tests/a/x.cc", "// See case.h.", files=_FILES)

    def test_file_that_is_there_is_clean(self):
        for name in (
            "docs/client.md",
            "docs",
            "docs/",
            "client.md",
            "baton/client.h",
            "attempt.h",
            "baton/v1/policy.proto",
            "baton/v1/policy.pb.h",
            "tests/a/case.h",
            "tests/a/...",
            "//tests/a:case_test",
            "docs/*.md",
            "https:/" + "/example.org/docs/gone.md",
        ):
            self.assert_clean(named_files_exist, "x.cc", f"// See {name}.", files=_FILES)
            self.assert_clean(named_files_exist, "x.md", f"See `{name}`.", files=_FILES)
        self.assert_clean(named_files_exist, "docs/wire/x.md", "See `../client.md`.", files=_FILES)

    def test_placeholder_and_file_of_others_are_clean(self):
        names = ("<name>_test.cc", "tests/<name>", "grpcpp/channel.h", "src/core/lib/x.cc", "google/rpc/status.proto")
        for name in names:
            self.assert_clean(named_files_exist, "x.cc", f"// See {name}.", files=_FILES)


if __name__ == "__main__":
    unittest.main()
