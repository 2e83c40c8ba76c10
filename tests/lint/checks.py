# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Types and functions that all checks use."""

import dataclasses
import functools
from typing import Callable, Dict, Iterator, Tuple

# Path, relative to the root, to the file's bytes.
Tree = Dict[str, bytes]


@dataclasses.dataclass(frozen=True)
class Finding:
    """One violation, with the reason for the rule."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


Check = Callable[[Tree], Iterator[Finding]]


def text_files(tree: Tree, *suffixes: str) -> Iterator[Tuple[str, str]]:
    """Yields path and text of the files that end in one of `suffixes`."""
    for path, content in sorted(tree.items()):
        if path.endswith(suffixes) or not suffixes:
            yield path, decoded(content)


@functools.lru_cache(maxsize=None)
def decoded(content: bytes) -> str:
    """Returns the text of a file. Many checks read each file."""
    return content.decode("utf-8", errors="replace")


def numbered(text: str) -> Iterator[Tuple[int, str]]:
    """Yields each line with its number, from 1."""
    return enumerate(text.splitlines(), start=1)
