# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Files and folders that a comment or a page names must exist."""

import collections
import fnmatch
import posixpath
import re
from typing import Dict, Iterator, List, Tuple

from checks import Finding, Tree, numbered, text_files
from passages import passages

# Patterns of names that stand for no tracked file, each with the reason.
_ELSEWHERE: Dict[str, str] = {
    "absl/*": "a header of Abseil",
    "google/*": "a file of Protocol Buffers or of googleapis",
    "grpc/*": "a header of gRPC",
    "grpcpp/*": "a header of gRPC",
    "interceptors/retry": "a folder of go-grpc-middleware, in docs/comparison.md",
    "opentelemetry/*": "a header of OpenTelemetry",
    "page_assets.cc": "a build writes it",
    "repositories.bzl": "a build writes it",
    "src/core/*": "a source file of gRPC",
    "src/cpp/*": "a source file of gRPC",
    "tests/lint/node_modules/*": "npm installs it",
}

_HAS_EXTENSION = re.compile(r"\w\.(?:h|cc|md|proto|py|sh|bzl)$")
_URL = re.compile(r"\w+://\S+")
_SPAN = re.compile(r"`([^`]*)`")
# Not a part of a longer word, and no placeholder: no <, >, { or $ beside it.
_NAME = re.compile(r"(?<![\w./$<>{@-])(?://)?((?:[\w.*-]+/)*[\w.*-]+)(?![\w/<{$])")
_GENERATED = re.compile(r"(?:\.grpc)?\.pb\.(?:h|cc)$")


class _Files:
    """The files of a tree, by their names."""

    def __init__(self, tree: Tree) -> None:
        self.paths = set(tree)
        self.folders = {"."}
        self.by_name: Dict[str, List[str]] = collections.defaultdict(list)
        for path in tree:
            self.by_name[posixpath.basename(path)].append(path)
            while path:
                path = posixpath.dirname(path)
                self.folders.add(path)
        self.top = {path.split("/")[0] for path in tree if "/" in path}

    def is_path(self, name: str) -> bool:
        """Returns whether a word starts with a folder of the root."""
        return "/" in name and name.split("/")[0] in self.top

    def problem(self, name: str, beside: str) -> str:
        """Returns what is wrong with a name in the file `beside`, or ""."""
        if any(fnmatch.fnmatchcase(name, pattern) for pattern in _ELSEWHERE):
            return ""
        name = _GENERATED.sub(".proto", name)
        candidates = (
            name,
            "interceptors/" + name,
            "proto/" + name,
            posixpath.normpath(posixpath.join(posixpath.dirname(beside), name)),
        )
        for candidate in candidates:
            if candidate in self.paths or candidate.rstrip("/") in self.folders:
                return ""
            if "*" in candidate and fnmatch.filter(self.paths, candidate):
                return ""
        same = self.by_name.get(name, [])
        if len(same) > 1:
            return f"is the name of {len(same)} files; write its path"
        return "" if same else "does not exist"


def named_files_exist(tree: Tree) -> Iterator[Finding]:
    """Finds names of files that are not there."""
    files = _Files(tree)
    for path, text in text_files(tree):
        if path == "CHANGELOG.md":  # It also names files of earlier versions.
            continue
        for number, name in sorted(set(_names(files, path, text))):
            problem = files.problem(name, path)
            if problem:
                yield Finding(path, number, f"{name} {problem}")


def _names(files: _Files, path: str, text: str) -> Iterator[Tuple[int, str]]:
    for passage in passages(path, text):
        for number, line in passage.lines:
            for span in _SPAN.findall(line) if path.endswith(".md") else [line]:
                for name in _words(span):
                    if _HAS_EXTENSION.search(name) or files.is_path(name):
                        yield number, name
    # The commands of a page name files, too. A bare name is the reader's own.
    for number, line in numbered(text) if path.endswith(".md") else ():
        for name in _words(line):
            if files.is_path(name):
                yield number, name


def _words(text: str) -> Iterator[str]:
    for match in _NAME.finditer(_URL.sub(" ", text)):
        yield match[1].rstrip(".-")
