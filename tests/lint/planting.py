# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Plants a violation, and looks whether a check finds it.

A test puts together from pieces what would otherwise break a rule in the file
of the test itself.
"""

import unittest
from typing import Dict, List

from checks import Check

LICENSE = "// Copyright The Baton Authors\n// SPDX-License-Identifier: Apache-2.0\n"


def findings(check: Check, files: Dict[str, str]) -> List[str]:
    """Returns the findings in a tree of these files, as "path:line"."""
    tree = {path: text.encode() for path, text in files.items()}
    return [f"{finding.path}:{finding.line}" for finding in check(tree)]


class CheckTest(unittest.TestCase):
    """A test of checks."""

    def assert_found(self, check, path, text, line=1, **beside):
        """Expects one finding. `files` are other files of the tree."""
        files = {path: text, **beside.get("files", {})}
        self.assertEqual(findings(check, files), [f"{path}:{line}"], text)

    def assert_clean(self, check, path, text, **beside):
        files = {path: text, **beside.get("files", {})}
        self.assertEqual(findings(check, files), [], text)
