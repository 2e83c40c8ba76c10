# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Prints the classes of a folder with the lines of their files, largest first.

    python3 tests/lint/class_lines.py                        the engine
    python3 tests/lint/class_lines.py --over=300             large classes only
    python3 tests/lint/class_lines.py --revision=65d423a     another revision
    python3 tests/lint/class_lines.py interceptors/baton/kit another folder

The files of a class are the header that defines it, and each source that
defines one of its members. Each file counts completely, for each of its
classes. Nested classes, and classes of sources, belong to what surrounds them.
"""

import argparse
import collections
import re
import sys
from typing import Dict, Iterator, List, Set

from checks import Finding, Tree, text_files

_ENGINE = "interceptors/baton/rpc"
_MOST_LINES = 300
# A definition at the beginning of a line, and not a declaration. The lines
# before the brace name the base classes.
_CLASS = re.compile(r"^(?:class|struct)\s+(?:\w+\([^)]*\)\s+|ABSL_\w+\s+)*(\w+)[^;{(]*\{", re.MULTILINE)
# "StopReason CallLedger::Admit(", "CallLedger::CallLedger(".
_MEMBER = re.compile(r"^(?:\w[\w:<>,*& ]*[ *&])?(\w+)(?:::\w+)*::~?\w+\(", re.MULTILINE)


def class_files(tree: Tree, folder: str) -> Dict[str, Set[str]]:
    """Returns the files of each class below a folder."""
    files: Dict[str, Set[str]] = collections.defaultdict(set)
    inside = {path: content for path, content in tree.items() if path.startswith(folder + "/")}
    for path, text in text_files(inside, ".h"):
        for found in _CLASS.finditer(text):
            files[found[1]].add(path)
    for path, text in text_files(inside, ".cc"):
        for found in _MEMBER.finditer(text):
            if found[1] in files:
                files[found[1]].add(path)
    return files


def class_length(tree: Tree) -> Iterator[Finding]:
    """Finds classes of the engine with too many lines over all their files."""
    for name, paths in sorted(class_files(tree, _ENGINE).items()):
        lines = sum(tree[path].count(b"\n") for path in paths)
        if lines > _MOST_LINES:
            message = f"{name} has {lines} lines in {len(paths)} files; split it below {_MOST_LINES}"
            yield Finding(min(paths), 1, message)


def table(tree: Tree, folder: str, over: int) -> List[str]:
    """Returns a line for each class with more than `over` lines."""
    rows = []
    for name, paths in class_files(tree, folder).items():
        lines = sum(tree[path].count(b"\n") for path in paths)
        if lines > over:
            rows.append((-lines, name, " ".join(path[len(folder) + 1 :] for path in sorted(paths))))
    return [f"{-lines:5} {name}  {paths}" for lines, name, paths in sorted(rows)]


def main() -> int:
    # figures imports lint, which imports this file.
    from figures import read  # pylint: disable=import-outside-toplevel

    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", nargs="?", default=_ENGINE)
    parser.add_argument("--over", type=int, default=0, help="only classes with more lines")
    parser.add_argument("--revision", default=".", help="a revision, or another worktree")
    options = parser.parse_args()
    print("\n".join(table(read(options.revision), options.folder.rstrip("/"), options.over)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
