# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Every file and every identifier that docs/architecture.md names exists.

The page names files by their path from the root of the repository. The test
reads the source tree itself, since no target has all of these files.
"""

import os
import pathlib
import re
import unittest

# Bazel links the page to its place in the source tree.
_PAGE = pathlib.Path(os.path.realpath("docs/architecture.md"))
_ROOT = _PAGE.parents[1]

_SPAN = re.compile(r"`([^`\n]+)`")
_FILE_NAME = re.compile(r"[\w.*-]+\.(h|cc|md|proto|py|sh|bzl|json|yaml|txt)")
# `ClientInterceptor::Decide()`, `kPrimary`, `PlanCall()`.
_IDENTIFIER = re.compile(r"(?:[A-Za-z]\w*::)*(?:[A-Z]\w*[a-z]\w*|k[A-Z]\w+|[A-Za-z]\w*(?=\(\)))(?:\(\))?")
# Code outside the library with identifiers that the page names.
_OTHER_CODE = (
    "tests/docs/*.cc",
    "tests/core/amplification/*.h",
    "tests/fuzz/*.cc",
    "tests/rpc/support/*.h",
    "examples/stack/shop/*.h",
    "tools/traceview/model/*.cc",
)
_LABEL = re.compile(r"//([\w/]+):(\w+)")


def _spans():
    """The text between backticks, without samples of code."""
    page = re.sub(r"^```.*?^```", "", _PAGE.read_text(), flags=re.DOTALL | re.MULTILINE)
    return sorted(set(_SPAN.findall(page)))


def _top_folders():
    return {path.name for path in _ROOT.iterdir() if path.is_dir()}


def _exists(path):
    # Public headers are named as in #include.
    return any(_ROOT.glob("interceptors/" + path if path.startswith("baton/") else path))


def _code():
    files = (path for suffix in ("h", "cc", "proto") for path in (_ROOT / "interceptors").rglob(f"*.{suffix}"))
    others = (path for pattern in _OTHER_CODE for path in _ROOT.glob(pattern))
    return "\n".join(path.read_text() for path in [*files, *others])


class ArchitectureTest(unittest.TestCase):
    def test_every_file_exists(self):
        paths = [span for span in _spans() if "/" in span and span.split("/")[0] in _top_folders() | {"baton"}]
        self.assertGreater(len(paths), 100)
        self.assertEqual([path for path in paths if not _exists(path)], [])

    def test_files_are_named_by_their_path(self):
        names = [span for span in _spans() if _FILE_NAME.fullmatch(span)]
        self.assertEqual([name for name in names if not (_ROOT / name).is_file()], [])

    def test_every_identifier_exists(self):
        known = set(re.findall(r"\w+", _code()))
        named = {span for span in _spans() if _IDENTIFIER.fullmatch(span)}
        self.assertGreater(len(named), 100)
        missing = [span for span in named if not known.issuperset(re.findall(r"\w+", span))]
        self.assertEqual(missing, [])

    def test_every_target_exists(self):
        for package, name in _LABEL.findall(_PAGE.read_text()):
            self.assertIn(f'name = "{name}"', (_ROOT / package / "BUILD").read_text())


if __name__ == "__main__":
    unittest.main()
