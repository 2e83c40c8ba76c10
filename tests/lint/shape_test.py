# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Plants files of the wrong shape."""

import unittest

from planting import LICENSE, CheckTest
from shape import file_length, include_guards, license_header


class ShapeTest(CheckTest):
    def test_missing_license_is_found(self):
        for path in ("a.cc", "a.h", "a.proto", "x.bzl", "x/BUILD", "a.py", "bazelw"):
            self.assert_found(license_header, path, "\n")
        self.assert_clean(license_header, "a.cc", LICENSE)
        self.assert_clean(license_header, "bazelw", "#!/bin/bash\n" + LICENSE.replace("//", "#"))

    def test_long_file_is_found(self):
        self.assert_found(file_length, "a.h", "\n" * 151, 151)
        self.assert_found(file_length, "interceptors/a.cc", "\n" * 301, 301)
        self.assert_found(file_length, "tests/a.cc", "\n" * 451, 451)
        self.assert_clean(file_length, "tests/a.cc", "\n" * 450)

    def test_wrong_include_guard_is_found(self):
        right = LICENSE + "\n#ifndef BATON_CORE_X_H_\n#define BATON_CORE_X_H_\n#endif  // BATON_CORE_X_H_\n"
        self.assert_clean(include_guards, "interceptors/baton/core/x.h", right)
        self.assert_found(include_guards, "interceptors/baton/core/y.h", right)
        self.assert_found(include_guards, "interceptors/baton/core/x.h", LICENSE)


if __name__ == "__main__":
    unittest.main()
