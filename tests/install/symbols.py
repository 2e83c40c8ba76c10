#!/usr/bin/env python3
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Checks which names the installed shared libraries export.

  python3 tests/install/symbols.py PREFIX

Prints each exported name of Baton that no installed header declares. Ends with
exit code 1 if there is one. The library for tests, libbaton_test_chain, exports
all its names.
"""

import pathlib
import re
import subprocess
import sys
from typing import Iterator, List, Set

# Private names that another library of Baton uses: see BATON_EXPORT_PRIVATE.
_SHARED = {
    "core::IsPrintableText",
    "core::PrintableText",
    "core::TokenBucket",
    "core::ValidationErrors",
}
_LIBRARIES = ("baton", "baton_otel", "baton_otel_bootstrap", "baton_kit_redis")
# Nested namespaces that public headers open.
_PUBLIC = ("", "defaults::", "kit::")
_KIND = re.compile(r"^(?:(?:vtable|VTT|typeinfo|typeinfo name|guard variable) for|(?:non-)?virtual thunk to) ")
_ARGUMENTS = re.compile(r"<[^<>]*>")
# The nested namespaces, and the class or the function in them.
_NAME = re.compile(r"(?:^| )baton::((?:[a-z]\w*::)*)(\w+)")


def declared(prefix: pathlib.Path) -> Set[str]:
    """Returns the words of the installed headers."""
    headers = [path for path in (prefix / "include" / "baton").rglob("*.h") if path.parent.name != "chain"]
    return {word for path in headers for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}


def exported(library: pathlib.Path) -> List[str]:
    """Returns the exported names of a library, as in C++."""
    listing = subprocess.run(
        ["nm", "--dynamic", "--demangle", "--defined-only", str(library)], check=True, capture_output=True, text=True
    ).stdout
    return sorted({line.split(" ", 2)[2] for line in listing.splitlines()})


def own_name(symbol: str) -> str:
    """Returns a symbol without kind, arguments of templates, and parameters."""
    name = _KIND.sub("", symbol).replace("operator<<", "operator").replace("operator<", "operator")
    while _ARGUMENTS.search(name):
        name = _ARGUMENTS.sub("", name)
    return name.split("(")[0]


def unexpected(symbols: List[str], words: Set[str]) -> Iterator[str]:
    """Yields the names of Baton that no header declares.

    Templates of the standard library are exported with types of Baton as their
    arguments. A second copy of them does no harm.
    """
    for symbol in symbols:
        found = _NAME.search(own_name(symbol))
        if found and found[1] + found[2] not in _SHARED and (found[1] not in _PUBLIC or found[2] not in words):
            yield symbol


def check(prefix: pathlib.Path) -> str:
    """Returns the unexpected names, or "". A library without any name of Baton is unexpected, too."""
    words = declared(prefix)
    problems = []
    for library in _LIBRARIES:
        path = next(prefix.glob(f"lib*/**/lib{library}.so"), None)
        if path is None:
            problems.append(f"lib{library}.so is not installed")
            continue
        names = exported(path)
        if not any("baton::" in name for name in names):
            problems.append(f"lib{library}.so exports nothing: see BATON_EXPORT")
        problems += [f"lib{library}.so exports {name}" for name in unexpected(names, words)]
    return "\n".join(problems)


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    problems = check(pathlib.Path(sys.argv[1]))
    if problems:
        print(problems)
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
