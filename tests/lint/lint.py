# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Checks every file that git tracks, or is about to.

Prints "passed<TAB>check" or "failed<TAB>check" a line, and the findings on
stderr. Run from anywhere: python3 tests/lint/lint.py
"""

import pathlib
import subprocess
import sys

from banned import banned_tokens
from checks import Tree
from includes import include_direction
from repository import no_binaries, no_machine_names, node_engines, relative_links
from shape import file_length, include_guards, licence_header

CHECKS = (
    banned_tokens,
    file_length,
    include_direction,
    include_guards,
    licence_header,
    no_binaries,
    no_machine_names,
    node_engines,
    relative_links,
)


def read_tree(root: pathlib.Path) -> Tree:
    """Reads what is tracked, and what is new and not ignored."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        check=True,
        capture_output=True,
    ).stdout.decode()
    paths = [root / name for name in listing.split("\0") if name]
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in paths
        if path.is_file() and not path.is_symlink()
    }


def main() -> int:
    tree = read_tree(pathlib.Path(__file__).resolve().parents[2])
    failed = False
    for check in CHECKS:
        findings = list(check(tree))
        for finding in findings:
            print(finding, file=sys.stderr)
        print("failed" if findings else "passed", check.__name__, sep="\t")
        failed |= bool(findings)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
