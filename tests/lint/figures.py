# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Prints figures of trees as a Markdown table, one column for each tree.

    python3 tests/lint/figures.py                   this worktree
    python3 tests/lint/figures.py 65d423a HEAD      two revisions
    python3 tests/lint/figures.py 65d423a ../other  a revision and a worktree

The figures of commits are about the commits since the column before.
"""

import collections
import inspect
import io
import pathlib
import posixpath
import subprocess
import sys
import tarfile
from typing import Dict, List

import commits
from checks import Check, Tree, decoded
from includes import public_headers_only
from lint import CHECKS, read_tree
from prose import LONG_SENTENCE
from sentences import sentences

_ROOT = pathlib.Path(__file__).resolve().parents[2]

# The name of a figure, to its value.
Figures = Dict[str, str]


def figures(tree: Tree) -> Figures:
    """Returns the figures of a tree."""
    return {
        **_folders(tree),
        **_build_files(tree),
        **_sentences(tree, "*.md", ".md"),
        **_sentences(tree, "comments of headers", ".h"),
        "private headers that examples, tools and docs include": str(_findings(public_headers_only, tree)),
        **{f"findings: {check.__name__}": str(_findings(check, tree)) for check in CHECKS},
    }


def commit_figures(found: List[commits.Commit]) -> Figures:
    """Returns the figures of some commits."""
    long = sum(len(commit.subject) > commits.SUBJECT_LIMIT for commit in found)
    joined = sum("; " in commit.subject for commit in found)
    return {
        "commits": str(len(found)),
        f"commits: subjects over {commits.SUBJECT_LIMIT} characters": str(long),
        'commits: subjects with "; "': str(joined),
    }


def table(columns: Dict[str, Figures]) -> str:
    """Returns a Markdown table. A column may lack some figures."""
    names = list(dict.fromkeys(name for column in columns.values() for name in column))
    rows = [["figure", *columns], ["---"] * (len(columns) + 1)]
    rows += [[name, *(column.get(name, "") for column in columns.values())] for name in names]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def _folders(tree: Tree) -> Figures:
    sizes = collections.Counter(posixpath.dirname(path) or "." for path in tree)
    largest = sorted(sizes.items(), key=lambda item: (-item[1], item[0]))[:5]
    return {
        f"files in folder number {rank} by size": f"{size} ({folder})"
        for rank, (folder, size) in enumerate(largest, start=1)
    }


def _build_files(tree: Tree) -> Figures:
    lengths = {path: content.count(b"\n") for path, content in tree.items() if posixpath.basename(path) == "BUILD"}
    if not lengths:
        return {}
    path = max(lengths, key=lambda name: lengths[name])
    return {"lines of the largest BUILD file": f"{lengths[path]} ({path})"}


def _sentences(tree: Tree, name: str, suffix: str) -> Figures:
    lengths = [len(words) for _, _, words in sentences(tree, suffix, later=())]
    if not lengths:
        return {}
    long = sum(length > LONG_SENTENCE for length in lengths)
    return {
        f"sentences, {name}": str(len(lengths)),
        f"words per sentence, {name}": f"{sum(lengths) / len(lengths):.1f}",
        f"sentences over {LONG_SENTENCE} words, {name}": f"{100 * long / len(lengths):.1f} %",
    }


def _findings(check: Check, tree: Tree) -> int:
    """Counts the findings, with those in the folders that a check spares for now."""
    if "later" in inspect.signature(check).parameters:
        return len(list(check(tree, later=())))  # type: ignore[call-arg]
    return len(list(check(tree)))


def read(name: str) -> Tree:
    """Returns the tree of a revision or of a worktree. "." is this worktree."""
    if name == ".":
        return read_tree(_ROOT)
    if pathlib.Path(name).is_dir():
        return read_tree(pathlib.Path(name))
    archive = subprocess.run(["git", "archive", name], cwd=_ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        return {file.name: files.extractfile(file).read() for file in files if file.isfile()}


def main() -> int:
    names = sys.argv[1:] or ["."]
    columns: Dict[str, Figures] = {}
    before = ""
    for name in names:
        is_folder = pathlib.Path(name).is_dir()
        columns[name] = figures(read(name))
        if not is_folder:
            columns[name].update(commit_figures(commits.read(_ROOT, f"{before}..{name}" if before else name)))
            before = name
        decoded.cache_clear()
    print(table(columns))
    return 0


if __name__ == "__main__":
    sys.exit(main())
