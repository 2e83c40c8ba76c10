# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""What may be in the repository at all."""

import posixpath
import re
from typing import Iterator, Set, Tuple

from checks import Finding, Tree, numbered, text_files

# Hosts are known by their first label, so that none has to be written here.
_REGISTRY = re.compile(
    r"https?://(registry|npm|deb|ftp|mirrors?|packages|snapshot|archive|pypi|index|proxy|repo1?)\.",
    re.IGNORECASE,
)
_RESOLVED = re.compile(r'^\s*"resolved"\s*:')
_MACHINE_PATH = re.compile(r"(?<![\w./])/(?:work|root)/\w")

# Debian 12's node, which is what runs them.
_NODE = 18
_ENGINES = re.compile(r'^\s*"node"\s*:\s*"(.*)"')

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)[^)]*\)")
_HEADING = re.compile(r"#{1,6} +(.*?) *#*$")
_ELSEWHERE = re.compile(r"[a-z]+:", re.IGNORECASE)


def no_binaries(tree: Tree) -> Iterator[Finding]:
    """Finds files that are not text; a fuzzer's corpus may be anything."""
    for path, content in sorted(tree.items()):
        if b"\0" in content and "/corpus/" not in path:
            yield Finding(path, 1, "is a binary file; commit its source instead")


def no_machine_names(tree: Tree) -> Iterator[Finding]:
    """Finds names of registries and paths of one machine."""
    for path, text in text_files(tree):
        for number, line in numbered(text):
            if _REGISTRY.search(line) or _RESOLVED.match(line):
                yield Finding(path, number, "contains a registry address; each machine configures its own")
            if _MACHINE_PATH.search(line):
                yield Finding(path, number, "contains a path that exists only on one machine")


def node_engines(tree: Tree) -> Iterator[Finding]:
    """Finds npm packages that want a newer node than there is."""
    for path, text in text_files(tree, "package-lock.json"):
        for number, line in numbered(text):
            wanted = _ENGINES.match(line)
            versions = wanted[1].split("||") if wanted else []
            majors = [int(major[0]) for major in map(re.compile(r"\d+").search, versions) if major]
            if majors and min(majors) > _NODE:
                yield Finding(path, number, f"requires node {wanted[1]}, but Debian 12 has {_NODE}")


def relative_links(tree: Tree) -> Iterator[Finding]:
    """Finds links in *.md to files and headings that are not there."""
    folders = {posixpath.dirname(path) for path in tree}
    present = set(tree) | {"."} | {
        folder[:end] for folder in folders for end in _prefix_ends(folder)
    }
    anchors = {path: _anchors(text) for path, text in text_files(tree, ".md")}
    for path, number, target in _links(tree):
        file, _, anchor = target.partition("#")
        resolved = posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) if file else path
        if resolved not in present:
            yield Finding(path, number, f"links to {file}, which does not exist")
        elif anchor and resolved in anchors and anchor not in anchors[resolved]:
            yield Finding(path, number, f"links to #{anchor}, but {resolved} has no such heading")


def _links(tree: Tree) -> Iterator[Tuple[str, int, str]]:
    for path, text in text_files(tree, ".md"):
        for number, line in _unfenced(text):
            for target in _LINK.findall(re.sub(r"`[^`]*`", "", line)):
                if not _ELSEWHERE.match(target):
                    yield path, number, target


def _unfenced(text: str) -> Iterator[Tuple[int, str]]:
    fenced = False
    for number, line in numbered(text):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield number, line


def _anchors(text: str) -> Set[str]:
    """What a page's headings are called in links, as GitHub has it."""
    titles = (_HEADING.match(line) for _, line in _unfenced(text))
    words = (re.sub(r"[^\w\- ]", "", title[1].lower()) for title in titles if title)
    return {word.replace(" ", "-") for word in words}


def _prefix_ends(folder: str) -> Iterator[int]:
    yield from (match.start() for match in re.finditer("/", folder))
    yield len(folder)
