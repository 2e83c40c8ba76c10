# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Names of tests, of files and of the code."""

import re
from typing import Iterator, List, Tuple

from checks import Finding, Tree, text_files
from passages import code_lines
from prose import LATER, NAMES, TEST_NAMES, Pattern

_TEST = re.compile(r"^(?:TYPED_)?TEST(?:_[FP])?\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.MULTILINE)
_IDENTIFIER = re.compile(r"[A-Za-z_]\w{3,}")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def test_names(tree: Tree) -> Iterator[Finding]:
    """Finds names of tests that do not stand alone."""
    for path, text in text_files(tree, ".cc"):
        for match in _TEST.finditer(text):
            number = text.count("\n", 0, match.start()) + 1
            for pattern in TEST_NAMES:
                if pattern.compiled().search(match[2]):
                    yield Finding(path, number, f"{match[1]}.{match[2]} {pattern.name}: {pattern.reason}")


def plain_names(tree: Tree, later: Tuple[str, ...] = LATER) -> Iterator[Finding]:
    """Finds names of files and in C++ that have idioms or invented terms."""
    for path in sorted(tree):
        for pattern in _found(path):
            yield Finding(path, 1, f"{path} ({pattern.name}): {pattern.reason}")
    for path, text in text_files(tree, ".h", ".cc", ".proto"):
        if path.startswith(later):
            continue
        names = set(_IDENTIFIER.findall(text))
        bad = {name: found for name, found in ((name, _found(name)) for name in names) if found}
        for number, line in code_lines(text) if bad else ():
            for name in _IDENTIFIER.findall(line):
                for pattern in bad.get(name, ()):
                    yield Finding(path, number, f"{name} ({pattern.name}): {pattern.reason}")


def _found(name: str) -> List[Pattern]:
    words = " ".join(_WORD.findall(name)).lower()
    return [pattern for pattern in NAMES if pattern.compiled().search(words)]
