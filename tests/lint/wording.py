# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Looks for the wordings of prose.py in comments, pages and messages."""

from typing import Iterable, Iterator, Tuple

from checks import Finding, Tree, numbered, text_files
from passages import Passage, messages, passages
from prose import HEADINGS, LATER, MESSAGES, OPENINGS, SPELLINGS, WORDINGS, Pattern


def plain_wording(tree: Tree, later: Tuple[str, ...] = LATER) -> Iterator[Finding]:
    """Finds wordings that a reader must read twice."""
    for path, text in text_files(tree):
        if path.startswith(later):
            continue
        for passage in passages(path, text):
            yield from _matches(path, passage, WORDINGS)
        if path.endswith((".h", ".cc")):
            for message in messages(text):
                yield from _matches(path, message, WORDINGS + MESSAGES)


def comment_openings(tree: Tree, later: Tuple[str, ...] = LATER) -> Iterator[Finding]:
    """Finds comments in headers that start as a fragment or as a question."""
    for path, text in text_files(tree, ".h", ".proto"):
        if path.startswith(later):
            continue
        for passage in passages(path, text):
            if passage.starts_block:
                yield from _openings(path, passage, OPENINGS)


def searchable_headings(tree: Tree) -> Iterator[Finding]:
    """Finds headings that nothing names. The headings of the FAQ are questions."""
    for path, text in text_files(tree, ".md"):
        for passage in passages(path, text):
            if passage.kind == "heading" and not path.endswith("faq.md"):
                yield from _openings(path, passage, HEADINGS)


def american_spelling(tree: Tree) -> Iterator[Finding]:
    """Finds British spelling, in comments and in code."""
    for path, text in text_files(tree):
        for pattern in SPELLINGS:
            if not pattern.compiled().search(text):
                continue
            for number, line in numbered(text):
                for match in pattern.compiled().finditer(line):
                    yield Finding(path, number, f"{match[0]}: {pattern.reason}")


def _matches(path: str, passage: Passage, patterns: Iterable[Pattern]) -> Iterator[Finding]:
    for pattern in patterns:
        for match in pattern.compiled().finditer(passage.text):
            yield Finding(path, passage.line_at(match.start()), f"{match[0]} ({pattern.name}): {pattern.reason}")


def _openings(path: str, passage: Passage, patterns: Iterable[Pattern]) -> Iterator[Finding]:
    for pattern in patterns:
        if pattern.compiled().match(passage.text):
            opening = passage.raw[:40].rsplit(" ", 1)[0] if len(passage.raw) > 40 else passage.raw
            yield Finding(path, passage.lines[0][0], f'"{opening}" ({pattern.name}): {pattern.reason}')
