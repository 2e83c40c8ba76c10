# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""License lines, length of files, and include guards."""

import re
from typing import Iterator, Optional

from checks import Finding, Tree, numbered, text_files

_LICENSE = (
    "Copyright The Baton Authors",
    "SPDX-License-Identifier: Apache-2.0",
)

_SLASHES = (".h", ".cc", ".proto")
_HASHES = (".py", ".sh", ".bzl", "BUILD", "WORKSPACE", "bazelw", ".ci/run")


def license_header(tree: Tree) -> Iterator[Finding]:
    """Finds source files that do not begin with the two lines."""
    for path, text in text_files(tree, *_SLASHES, *_HASHES):
        comment = "// " if path.endswith(_SLASHES) else "# "
        lines = [line for line in text.splitlines()[:4] if not line.startswith(("#!", "# shellcheck"))]
        if lines[:2] != [comment + line for line in _LICENSE]:
            yield Finding(path, 1, "does not begin with the two license lines")


def _limit(path: str) -> Optional[int]:
    if path.endswith(".h"):
        return 150
    if path.endswith(".cc"):
        return 450 if path.startswith("tests/") else 300
    return None


def file_length(tree: Tree) -> Iterator[Finding]:
    """Finds files that are too long to read at once."""
    for path, text in text_files(tree, ".h", ".cc"):
        limit, lines = _limit(path), len(text.splitlines())
        if limit and lines > limit:
            yield Finding(path, lines, f"{lines} lines; split it below {limit}")


def _guard(path: str) -> str:
    path = re.sub(r"^interceptors/baton/", "", path)
    return "BATON_" + re.sub(r"[^A-Z0-9]", "_", path.upper()) + "_"


def include_guards(tree: Tree) -> Iterator[Finding]:
    """Finds headers without the guard that their path gives them."""
    for path, text in text_files(tree, ".h"):
        guard = _guard(path)
        code = [line for _, line in numbered(text) if line.strip() and not line.startswith("//")]
        if code[:2] != [f"#ifndef {guard}", f"#define {guard}"] or not text.rstrip().endswith(
            f"#endif  // {guard}"
        ):
            yield Finding(path, 1, f"needs the include guard {guard}")
