# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""How long sentences are, and whether they hold one idea."""

import re
from typing import Dict, Iterator, List, Tuple

from checks import Finding, Tree, text_files
from passages import Passage, passages
from prose import LATER, LONG_SENTENCE, LONG_SENTENCES_PERCENT, SEMICOLON, SEMICOLON_LIMIT

# A path, the number of the line where the sentence starts, its words.
Sentence = Tuple[str, int, List[str]]

KINDS: Dict[str, str] = {".md": "text", ".h": "comment", ".proto": "comment"}
_END = re.compile(r"(?<=[.!?])[\"')]*(?:\s+|$)")


def sentences(tree: Tree, suffix: str, later: Tuple[str, ...] = LATER) -> Iterator[Sentence]:
    """Yields the sentences of all files with this suffix."""
    for path, text in text_files(tree, suffix):
        if path.startswith(later):
            continue
        for passage in passages(path, text):
            if passage.kind == KINDS[suffix]:
                yield from _of(path, passage)


def sentence_length(tree: Tree, later: Tuple[str, ...] = LATER) -> Iterator[Finding]:
    """Finds long sentences, if a kind of file has too many of them."""
    for suffix in KINDS:
        found = list(sentences(tree, suffix, later))
        long = [sentence for sentence in found if len(sentence[2]) > LONG_SENTENCE]
        if len(long) * 100 <= len(found) * LONG_SENTENCES_PERCENT:
            continue
        for path, number, words in long:
            yield Finding(
                path,
                number,
                f'a sentence of {len(words)} words ("{" ".join(words[:5])} ..."): write two. '
                f"At most {LONG_SENTENCES_PERCENT:g} % of the sentences of *{suffix} "
                f"may exceed {LONG_SENTENCE} words",
            )


def semicolons(tree: Tree, later: Tuple[str, ...] = LATER) -> Iterator[Finding]:
    """Finds semicolons in the comments of headers, if there are too many."""
    found = [
        (path, passage.line_at(match.start()))
        for path, text in text_files(tree, ".h")
        if not path.startswith(later)
        for passage in passages(path, text)
        for match in SEMICOLON.finditer(passage.text)
    ]
    if len(found) > SEMICOLON_LIMIT:
        for path, number in found:
            yield Finding(path, number, f"two ideas: write two sentences ({len(found)}, at most {SEMICOLON_LIMIT})")


def _of(path: str, passage: Passage) -> Iterator[Sentence]:
    start = 0
    for match in _END.finditer(passage.text):
        words = passage.text[start : match.start()].split()
        if words:
            yield path, passage.line_at(start), words
        start = match.end()
    words = passage.text[start:].split()
    if words:
        yield path, passage.line_at(start), words
