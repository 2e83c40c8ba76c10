# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Turns the comments of a public header into comments that Doxygen reads.

Doxygen runs this as its filter: python3 api_comments.py HEADER. The output has
as many lines as the header:

    // above a declaration      ///
    // beside a declaration     ///<
    // above a namespace        ///, after the line "/// @file"
    // above several constants  the title of a group of members
    a sample of code            @code
"""

import pathlib
import re
import sys
from typing import List

_ABOVE = re.compile(r"(\s*)//(.*)$")
_BESIDE = re.compile(r"(.*\S\s+)//( .*)$")
# A comment beside such a line describes no declaration.
_CLOSING = re.compile(r"\s*[})]+;?\s*$|\s*#\s*endif\b")
_CONSTANT = re.compile(r"\s*(?:inline constexpr|#define) ")
_SAMPLE = re.compile(r"   +\S")
_ITEM = re.compile(r" *(?:[-*]|\d+\.) ")
# Characters with a meaning for Doxygen or Markdown. Code between backticks is
# left alone.
_SPECIAL = re.compile(r"(`[^`]*`)|([<>#@*])")


def converted(text: str) -> str:
    """Returns the text of a header with comments for Doxygen."""
    lines = text.split("\n")
    result = list(lines)
    # The license documents nothing.
    number = next((at for at, line in enumerate(lines) if not _ABOVE.match(line)), 0)
    result[0] = "/// @file"
    while number < len(lines):
        end = number
        while end < len(lines) and _ABOVE.match(lines[end]):
            end += 1
        if end > number:
            _convert_block(lines, number, end, result)
            number = end
        else:
            number = _convert_beside(lines, number, result)
    return "\n".join(result)


def _convert_block(lines: List[str], start: int, end: int, result: List[str]) -> None:
    """Converts the comment in lines[start:end]. The line before it is empty,
    if the comment introduces a header or several constants."""
    after = lines[end].strip() if end < len(lines) else ""
    texts = [_ABOVE.match(line)[2] for line in lines[start:end]]
    run = end
    while run < len(lines) and lines[run].strip():
        run += 1
    constants = sum(bool(_CONSTANT.match(line)) for line in lines[end:run])
    if constants > 1 and not lines[start - 1].strip() and _CONSTANT.match(after):
        title, _, rest = "\n".join(map(_escaped, texts)).partition(".")
        # The line before may end another group.
        result[start - 1] += f"/** @name{title.replace(chr(10), '')}"
        result[start:end] = ("\n" * title.count("\n") + rest).split("\n")
        result[end - 1] += " */ /** @{ */"
        result[run] = "/** @} */"
        return
    introduces = after.startswith("namespace ") or _is_last(lines, end)
    if not after and not introduces:
        return
    if introduces:
        result[0] = "//"
        result[start - 1] = "/// @file"
    indent = _ABOVE.match(lines[start])[1]
    result[start:end] = [f"{indent}///{text}" for text in _with_samples(texts)]


def _is_last(lines: List[str], end: int) -> bool:
    """Returns whether only the end of the include guard follows."""
    rest = [line for line in lines[end:] if line.strip()]
    return len(rest) == 1 and rest[0].startswith("#endif")


def _with_samples(texts: List[str]) -> List[str]:
    """Puts samples between @code and @endcode, and escapes other lines."""
    result = [_escaped(text) for text in texts]
    number, in_item = 0, False
    while number < len(texts):
        in_item = bool(_ITEM.match(texts[number])) or (in_item and texts[number].startswith("  "))
        follows_text = number == 0 or texts[number - 1].strip()
        if in_item or follows_text or not _SAMPLE.match(texts[number]):
            number += 1
            continue
        end = number
        while end < len(texts) and (not texts[end].strip() or _SAMPLE.match(texts[end])):
            end += 1
        result[number:end] = texts[number:end]
        is_code = any(text.endswith(";") for text in texts[number:end])
        result[number - 1] = " @code{.cpp}" if is_code else " @code{.unparsed}"
        if end < len(texts):
            end -= 1
            result[end] = " @endcode"
        else:
            result[end - 1] += " @endcode"
        number = end + 1
    return result


def _convert_beside(lines: List[str], number: int, result: List[str]) -> int:
    """Converts a comment beside code, and its further lines. Returns the number
    of the next line."""
    match = _BESIDE.match(lines[number])
    if not match or _CLOSING.match(match[1]):
        return number + 1
    result[number] = f"{match[1]}///<{_escaped(match[2])}"
    column = len(match[1])
    for number in range(number + 1, len(lines)):
        further = _ABOVE.match(lines[number])
        if not further or len(further[1]) != column:
            return number
        result[number] = f"{further[1]}///<{_escaped(further[2])}"
    return len(lines)


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda match: match[1] or "\\" + match[2], text)


if __name__ == "__main__":
    sys.stdout.write(converted(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")))
