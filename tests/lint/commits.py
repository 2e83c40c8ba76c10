# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Checks the messages of commits.

    python3 tests/lint/commits.py REV..REV  the commits of this range
    python3 tests/lint/commits.py --recent  the commits of the last day

Prints the findings. Exit code 1 if there are any. Merges are left out.
"""

import dataclasses
import pathlib
import re
import subprocess
import sys
from typing import Iterator, List

SUBJECT_LIMIT = 72
LINES_WITHOUT_BODY = 50
# --recent leaves out this commit and its ancestors, which are older than the
# check.
_BEFORE_THE_CHECK = "68b47fdfcdf5c67fa87b1ccf85d926321bb880b5"

# Each commit starts with one byte and each of its fields ends with another.
_FORMAT = "--format=%x01%h%x02%s%x02%b%x02"
# A file that is not text has "-" in place of numbers.
_NUMBERS = re.compile(r"^(\d+)\t(\d+)\t", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Commit:
    """A commit, with the number of lines that it adds and removes."""

    name: str
    subject: str
    body: str
    changed_lines: int


def problems(commit: Commit) -> Iterator[str]:
    """Yields what is wrong with the message of a commit."""
    length = len(commit.subject)
    if length > SUBJECT_LIMIT:
        yield f"the subject has {length} characters, at most {SUBJECT_LIMIT}: move the details into the body"
    if "; " in commit.subject:
        yield 'the subject joins two changes with ";": make two commits, or name what they have in common'
    if commit.changed_lines > LINES_WITHOUT_BODY and not commit.body.strip():
        yield f"{commit.changed_lines} changed lines and no body: state the reason and how it was tested"


def parse(log: str) -> List[Commit]:
    """Reads the output of git log."""
    commits = []
    for entry in log.split("\x01")[1:]:
        name, subject, body, numbers = entry.split("\x02", 3)
        changed = sum(int(added) + int(removed) for added, removed in _NUMBERS.findall(numbers))
        commits.append(Commit(name, subject, body, changed))
    return commits


def recent(root: pathlib.Path, before: str = _BEFORE_THE_CHECK) -> List[str]:
    """Returns arguments of git log for the commits of the last day."""
    is_known = ["git", "merge-base", "--is-ancestor", before, "HEAD"]
    known = subprocess.run(is_known, cwd=root, check=False, capture_output=True).returncode == 0
    return ["--since=24 hours ago", f"{before}..HEAD" if known else "HEAD"]


def read(root: pathlib.Path, *revisions: str) -> List[Commit]:
    """Reads the commits that git log selects with these arguments."""
    command = ["git", "log", "--no-merges", "--find-renames", "--numstat", _FORMAT, *revisions, "--"]
    log = subprocess.run(command, cwd=root, check=True, capture_output=True).stdout
    return parse(log.decode("utf-8", errors="replace"))


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    found = False
    root = pathlib.Path(__file__).resolve().parents[2]
    revisions = recent(root) if sys.argv[1] == "--recent" else [sys.argv[1]]
    for commit in read(root, *revisions):
        for problem in problems(commit):
            found = True
            print(f"{commit.name} {commit.subject[:40]}: {problem}")
    return int(found)


if __name__ == "__main__":
    sys.exit(main())
