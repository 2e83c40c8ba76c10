# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Checks every file that git tracks, and every new file that it does not ignore.

Prints a line for each check, "passed<TAB>check" or "failed<TAB>check". Prints
the findings to stderr. Run from anywhere: python3 tests/lint/lint.py
"""

import pathlib
import subprocess
import sys

from banned import banned_tokens
from checks import Tree
from class_lines import class_length
from house import build_order, folder_size, rooms_exist
from includes import include_direction, public_headers_only, room_order
from named_files import named_files_exist
from naming import plain_names, test_names
from policy_fields import policy_fields_are_read
from public_face import private_namespaces_unnamed, public_face_names, public_headers_exported
from repository import no_binaries, no_machine_names, node_engines, relative_links
from sentences import semicolons, sentence_length
from shape import file_length, include_guards, license_header
from wording import american_spelling, comment_openings, plain_wording, searchable_headings

CHECKS = (
    american_spelling,
    banned_tokens,
    build_order,
    class_length,
    comment_openings,
    file_length,
    folder_size,
    include_direction,
    include_guards,
    license_header,
    named_files_exist,
    no_binaries,
    no_machine_names,
    node_engines,
    plain_names,
    plain_wording,
    policy_fields_are_read,
    private_namespaces_unnamed,
    public_face_names,
    public_headers_exported,
    public_headers_only,
    relative_links,
    room_order,
    rooms_exist,
    searchable_headings,
    semicolons,
    sentence_length,
    test_names,
)


def read_tree(root: pathlib.Path) -> Tree:
    """Reads the tracked files of a worktree, and new files that git does not ignore."""
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
