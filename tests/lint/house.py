# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""How full a folder is, how a BUILD file is ordered, and what rules name."""

import ast
import collections
import posixpath
from typing import Iterator, Tuple

import policy_fields
import prose
import public_face
import rooms
from banned import allowed_paths
from checks import Finding, Tree, text_files

_FILES_PER_FOLDER = 40
# Calls that come before the first target.
_FIRST = ("load", "package", "exports_files", "licenses")


def folder_size(tree: Tree) -> Iterator[Finding]:
    """Finds folders with too many files for a reader to survey."""
    sizes = collections.Counter(posixpath.dirname(path) for path in tree)
    for folder, size in sorted(sizes.items()):
        if size > _FILES_PER_FOLDER:
            message = f"{size} files in one folder, at most {_FILES_PER_FOLDER}: divide it by topic"
            yield Finding(folder or ".", 1, message)


def build_order(tree: Tree) -> Iterator[Finding]:
    """Finds targets that stand where a reader would not look for them."""
    for path, text in text_files(tree, "BUILD"):
        last = ""
        for number, function, name in _calls(text):
            if function in _FIRST:
                if last:
                    yield Finding(path, number, f"{function}() comes before the first target")
            elif name < last:
                yield Finding(path, number, f'"{name}" comes before "{last}": targets are sorted by name')
            last = max(last, name)


def rooms_exist(tree: Tree) -> Iterator[Finding]:
    """Finds paths in the rules of this lint that no file has."""
    named = {
        "rooms.py": rooms.folders(),
        "banned.py": allowed_paths(),
        "prose.py": prose.LATER,
        "public_face.py": public_face.ALLOWED,
        "policy_fields.py": (policy_fields.PROTO, policy_fields.LIBRARY),
    }
    for module, paths in named.items():
        for prefix in paths:
            if not any(path.startswith(prefix) for path in tree):
                yield Finding(f"tests/lint/{module}", 1, f"names {prefix}, which is not there: the rule has no effect")


def _calls(text: str) -> Iterator[Tuple[int, str, str]]:
    """Yields line, function and name of the calls of a BUILD file."""
    try:
        statements = ast.parse(text).body
    except SyntaxError:
        return
    for statement in statements:
        call = statement.value if isinstance(statement, ast.Expr) else None
        if not isinstance(call, ast.Call) or not isinstance(call.func, (ast.Name, ast.Attribute)):
            continue
        function = call.func.id if isinstance(call.func, ast.Name) else call.func.attr
        names = [word.value for word in call.keywords if word.arg == "name"]
        constant = names and isinstance(names[0], ast.Constant)
        if function in _FIRST or constant:
            yield statement.lineno, function, str(names[0].value) if constant else ""
