# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""What may be in the repository at all."""

import posixpath
import re
from typing import Iterator

from checks import Finding, Tree, numbered, text_files

# Hosts are known by their first label, so that none has to be written here.
_REGISTRY = re.compile(
    r"https?://(registry|npm|deb|ftp|mirrors?|packages|snapshot|archive|pypi|index|proxy|repo1?)\.",
    re.IGNORECASE,
)
_RESOLVED = re.compile(r'^\s*"resolved"\s*:')
_MACHINE_PATH = re.compile(r"(?<![\w./])/(?:work|root)/\w")

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s#]+)[^)]*\)")
_ELSEWHERE = re.compile(r"[a-z]+:", re.IGNORECASE)


def no_binaries(tree: Tree) -> Iterator[Finding]:
    """Finds files that are not text; a fuzzer's corpus may be anything."""
    for path, content in sorted(tree.items()):
        if b"\0" in content and "/corpus/" not in path:
            yield Finding(path, 1, "is binary: keep what it is made from")


def no_machine_names(tree: Tree) -> Iterator[Finding]:
    """Finds names of registries and paths of one machine."""
    for path, text in text_files(tree):
        for number, line in numbered(text):
            if _REGISTRY.search(line) or _RESOLVED.match(line):
                yield Finding(path, number, "names a package registry; it is the machine's to choose")
            if _MACHINE_PATH.search(line):
                yield Finding(path, number, "names a path of one machine")


def relative_links(tree: Tree) -> Iterator[Finding]:
    """Finds links in *.md to files that are not there."""
    folders = {posixpath.dirname(path) for path in tree}
    present = set(tree) | {"."} | {
        folder[:end] for folder in folders for end in _prefix_ends(folder)
    }
    for path, text in text_files(tree, ".md"):
        fenced = False
        for number, line in numbered(text):
            if line.lstrip().startswith("```"):
                fenced = not fenced
            if fenced:
                continue
            for target in _LINK.findall(re.sub(r"`[^`]*`", "", line)):
                if _ELSEWHERE.match(target):
                    continue
                resolved = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
                if resolved not in present:
                    yield Finding(path, number, f"links to {target}, which is not there")


def _prefix_ends(folder: str) -> Iterator[int]:
    yield from (match.start() for match in re.finditer("/", folder))
    yield len(folder)
