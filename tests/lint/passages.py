# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Finds the English text of a file: comments, docstrings, pages, messages.

Code samples are no English text. The text between backticks is replaced by
as many x, so that offsets stay valid.
"""

import ast
import dataclasses
import functools
import io
import re
import tokenize
from typing import Iterator, List, Tuple

SLASH = (".h", ".cc", ".proto", ".js", ".jsx", ".mjs")
STARLARK = (".py", ".bzl", "BUILD", "WORKSPACE")
HASH = STARLARK + (".sh", ".yaml", ".textproto", ".bazelrc", "bazelw", ".ci/run")

Lines = List[Tuple[int, str]]


@dataclasses.dataclass(frozen=True)
class Passage:
    """One paragraph, list item, heading, table cell or message."""

    # "comment", "text", "heading", "cell" or "message".
    kind: str
    lines: Tuple[Tuple[int, str], ...]
    # Whether a block of comments starts here. False beside code.
    starts_block: bool = False

    @functools.cached_property
    def text(self) -> str:
        """The lines, joined by spaces, without what is between backticks."""
        text = " ".join(line for _, line in self.lines)
        return re.sub(r"`[^`]*`", lambda match: "`" + "x" * (len(match[0]) - 2) + "`", text)

    @functools.cached_property
    def raw(self) -> str:
        """The lines, joined by spaces."""
        return " ".join(line for _, line in self.lines)

    def line_at(self, offset: int) -> int:
        """Returns the number of the line at `offset` of the text."""
        for number, line in self.lines:
            if offset <= len(line):
                return number
            offset -= len(line) + 1
        return self.lines[-1][0]


# Numbers come first: the ' of 1'000 starts no character.
_SLASH_TOKEN = re.compile(
    r"""\b\d[\w.']*|//(?P<line>[^\n]*)|/\*(?P<star>.*?)\*/"""
    r"""|R"(\w*)\((?P<raw>.*?)\)\3"|"(?P<string>(?:\\.|[^"\\\n])*)"|'(?:\\.|[^'\\\n])+'""",
    re.DOTALL,
)
_HASH_COMMENT = re.compile(r"(?:^|(?<=\s))#(?!!)(.*)$")
_ITEM = re.compile(r"(?:[-*]|\d+\.) +")
_NOT_PROSE = re.compile(
    r"^ *(?:Copyright The|SPDX-License|NOLINT|IWYU|clang-format|shellcheck|namespace\b|fmt:|end_|BATON_\w+_$)"
)


@functools.lru_cache(maxsize=None)
def passages(path: str, text: str) -> Tuple[Passage, ...]:
    """Returns the comments of source code, or the text of a page."""
    if path.endswith(".md"):
        return tuple(_page(text))
    if path.endswith(SLASH):
        return tuple(_blocks(_slash_comments(text)))
    if path.endswith(STARLARK):
        return tuple(_blocks(_starlark_comments(text))) + tuple(_docstrings(text))
    if path.endswith(HASH):
        return tuple(_blocks(_hash_comments(text)))
    return ()


@functools.lru_cache(maxsize=None)
def messages(text: str) -> Tuple[Passage, ...]:
    """Returns the string literals of C++, but not the names of headers.

    Adjacent literals are one message.
    """
    found: List[Passage] = []
    end = 0
    for match in _SLASH_TOKEN.finditer(text):
        content = match["raw"] if match["string"] is None else match["string"]
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if content is None or line.lstrip().startswith("#"):
            continue
        first = text.count("\n", 0, match.start()) + 1
        content = re.sub(r'\\[ntr"\\]', "  ", content)
        lines = tuple(enumerate(content.split("\n"), start=first))
        if found and not text[end : match.start()].strip():
            before = found.pop().lines
            joined = (before[-1][0], before[-1][1] + content)
            lines = before[:-1] + (joined,) if len(lines) == 1 else before + lines
        found.append(Passage("message", lines))
        end = match.end()
    return tuple(found)


@functools.lru_cache(maxsize=None)
def code_lines(text: str) -> Tuple[Tuple[int, str], ...]:
    """Returns the lines of C++ without comments and string literals."""

    def blank(match: "re.Match[str]") -> str:
        is_code = match[0][0].isdigit() or match[0][0] == "'"
        return match[0] if is_code else "\n" * match[0].count("\n")

    return tuple(enumerate(_SLASH_TOKEN.sub(blank, text).split("\n"), start=1))


# A comment line: its number, its column, whether code comes before, its text.
_Comment = Tuple[int, int, bool, str]


def _slash_comments(text: str) -> Iterator[_Comment]:
    number, counted = 1, 0
    for match in _SLASH_TOKEN.finditer(text):
        number += text.count("\n", counted, match.start())
        counted = match.start()
        start = text.rfind("\n", 0, counted) + 1
        column, beside = counted - start, bool(text[start:counted].strip())
        if match["line"] is not None:
            yield number, column, beside, match["line"].lstrip("/!<")
        elif match["star"] is not None:
            for line, content in enumerate(match["star"].split("\n")):
                yield number + line, column, beside, " " + content.strip().lstrip("*").strip()


def _hash_comments(text: str) -> Iterator[_Comment]:
    for number, line in enumerate(text.split("\n"), start=1):
        match = _HASH_COMMENT.search(line)
        if match:
            yield number, match.start(), bool(line[: match.start()].strip()), match[1]


def _starlark_comments(text: str) -> Iterator[_Comment]:
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT and not token.string.startswith("#!"):
                number, column = token.start
                yield number, column, bool(token.line[:column].strip()), token.string[1:]
    except (tokenize.TokenError, SyntaxError):
        return


def _blocks(comments: Iterator[_Comment]) -> Iterator[Passage]:
    """Joins the comments of adjacent lines, and splits them at paragraphs."""
    block: List[_Comment] = []
    for comment in comments:
        if block and (comment[0] > block[-1][0] + 1 or comment[1] != block[-1][1] or comment[2]):
            yield from _paragraphs(block)
            block = []
        block.append(comment)
    yield from _paragraphs(block)


def _paragraphs(block: List[_Comment]) -> Iterator[Passage]:
    lines: Lines = []
    first, in_item = True, False
    for number, _, beside, text in block + [(0, 0, False, "")]:
        content = text.strip()
        is_item = bool(_ITEM.match(content))
        is_sample = text.startswith("   ") and not in_item and not is_item
        skipped = is_sample or not content or bool(_NOT_PROSE.match(text))
        if lines and (skipped or is_item):
            yield Passage("comment", tuple(lines), starts_block=first and not block[0][2])
            lines, first = [], False
        in_item = is_item or (in_item and text.startswith("  "))
        if not skipped:
            lines.append((number, _ITEM.sub("", content) if is_item else content))


def _docstrings(text: str) -> Iterator[Passage]:
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except SyntaxError:
        return
    for node in nodes:
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            continue
        first = node.body[0] if node.body else None
        if not isinstance(first, ast.Expr) or not isinstance(first.value, ast.Constant):
            continue
        if isinstance(first.value.value, str):
            lines = enumerate(first.value.value.split("\n"), start=first.lineno)
            block = [(number, 0, False, " " + line.strip()) for number, line in lines]
            yield from _paragraphs(block)


_TAGS = re.compile(r"<!--.*?-->|</?[a-z][^>]*>")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")


def _page(text: str) -> Iterator[Passage]:
    lines: Lines = []
    fenced = False
    for number, line in enumerate(text.split("\n") + [""], start=1):
        content = _LINK.sub(r"\1", _TAGS.sub("", line)).strip()
        fence = content.startswith("```")
        fenced ^= fence
        item = _ITEM.match(content)
        apart = fence or fenced or not content or content.startswith(("#", "|")) or item
        if lines and apart:
            yield Passage("text", tuple(lines))
            lines = []
        if fence or fenced or not content:
            continue
        if content.startswith("#"):
            yield Passage("heading", ((number, content.lstrip("# ")),))
        elif content.startswith("|"):
            for cell in content.strip("|").split("|"):
                yield Passage("cell", ((number, cell.strip()),))
        else:
            lines.append((number, content[item.end() :] if item else content))
