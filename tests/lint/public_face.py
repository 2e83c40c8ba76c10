# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""What an application sees of the library: names in its headers, and exported symbols."""

import re
from typing import Iterator, List, Set, Tuple

from checks import Finding, Tree, numbered, text_files
from passages import code_lines, messages
from rooms import LIBRARY

# Pages for contributors.
ALLOWED = ("CHANGELOG.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/design/")

_ENTRY_OF_THE_CHAIN = LIBRARY + "test_chain.h"
_DIRECT = re.compile(re.escape(LIBRARY) + r"(?:(?:base|idempotency|kit|policy)/)?\w+\.h$")
_INCLUDE = re.compile(r'^#include "(baton/[^"]+)"', re.MULTILINE)

_PRIVATE_NAME = re.compile(r"\bbaton::(?:core|rpc)\b")
_USE = re.compile(r"(?<![\w:])(?:(?:::)?baton::)?(core|rpc)::")
_NAMESPACE = re.compile(r"\bnamespace (?:baton::)?(?:core|rpc)\b")
_CLASS = re.compile(r"\b(class|struct)\b[^;()]*$")
_ENUM = re.compile(r"\benum\b")
_ACCESS = re.compile(r"^\s*(public|protected|private):")
_FORWARD = re.compile(r"^\s*(?:(?:class|struct|enum class) \w+;\s*)*$")
_BLOCK = re.compile(r"^namespace ([^{\n]*)\{(.*?)^\}(?!;)", re.MULTILINE | re.DOTALL)
_BRACES = re.compile(r"\{[^{}]*\}")
_PRIVATE_BLOCK = re.compile(r"^namespace (?:config|core|rpc) \{", re.MULTILINE)
# The declaration of a function without the mark.
_UNMARKED = re.compile(r"(?:^|[;{}])(?!\s*(?:BATON_EXPORT|inline|template)\b)[^;=()]*\(")
_EXPORT = "baton/base/export.h"
_FRIEND = re.compile(r"^\s*friend (?:class|struct) ")


def public_face_names(tree: Tree) -> Iterator[Finding]:
    """Finds types of core and rpc in the public part of public headers."""
    public = _public_headers(tree)
    for path, text in text_files(tree, ".h"):
        if path not in public:
            continue
        for number, problem in _uses(text):
            yield Finding(path, number, f"{problem}: a public header shows only types of the namespace baton")


def public_headers_exported(tree: Tree) -> Iterator[Finding]:
    """Finds public headers whose functions a shared library would hide."""
    for path, text in text_files(tree, ".h"):
        if not _DIRECT.match(path) or path.endswith(_EXPORT):
            continue
        first = re.search(r"^#include .*", text, re.MULTILINE)
        if not first or _EXPORT not in first[0]:
            line = text.count("\n", 0, first.start()) + 1 if first else 1
            yield Finding(path, line, f'#include "{_EXPORT}" comes first: it checks the C++ standard')
        for block in _BLOCK.finditer(text):
            line = text.count("\n", 0, block.start()) + 1
            name, content = block[1].strip(), " ".join(code for _, code in code_lines(block[2]))
            while _BRACES.search(content):
                content = _BRACES.sub(" ", content)
            # The attribute cannot stand at nested namespaces. Their functions have it.
            nested = name.startswith("baton::") and not _UNMARKED.search(content)
            if name.startswith("baton") and not nested and not _FORWARD.match(content):
                yield Finding(path, line, "write namespace BATON_EXPORT baton {, or the shared library hides the names")
        marked = text.find("namespace BATON_EXPORT baton {")
        for block in _PRIVATE_BLOCK.finditer(text, marked if marked >= 0 else len(text)):
            line = text.count("\n", 0, block.start()) + 1
            yield Finding(path, line, "a private class is declared above the exported namespace, or GCC exports it")


def private_namespaces_unnamed(tree: Tree) -> Iterator[Finding]:
    """Finds core and rpc in messages of the library and the tools, and in pages."""
    for path, text in text_files(tree, ".h", ".cc"):
        if path.startswith(("interceptors/", "tools/")):
            for message in messages(text):
                for match in _PRIVATE_NAME.finditer(message.raw):
                    yield Finding(path, message.line_at(match.start()), _reason(match[0]))
    for path, text in text_files(tree, ".md"):
        if not path.startswith(ALLOWED):
            for number, line in numbered(text):
                for match in _PRIVATE_NAME.finditer(line):
                    yield Finding(path, number, _reason(match[0]))


def _reason(name: str) -> str:
    return f"{name} is private: name the public type or header, or what Baton does"


def _public_headers(tree: Tree) -> Set[str]:
    """Returns the headers of the public face."""
    chain = tree.get(_ENTRY_OF_THE_CHAIN, b"").decode("utf-8", errors="replace")
    return {path for path in tree if _DIRECT.match(path)} | {
        "interceptors/" + header for header in _INCLUDE.findall(chain)
    }


def _uses(text: str) -> Iterator[Tuple[int, str]]:
    """Yields lines of a header where an application can see a private name."""
    # What each open brace belongs to: "public" or "private" for a class,
    # "hidden" for a namespace, otherwise "".
    scopes: List[str] = []
    statement = ""
    for number, line in code_lines(text):
        access = _ACCESS.match(line)
        if access and scopes:
            scopes[-1] = "private" if access[1] == "private" else "public"
        if "private" not in scopes:
            use = _USE.search(line)
            if use and not _FRIEND.match(line):
                yield number, f"{use[0]} in a public declaration"
            if "hidden" in scopes and not _FORWARD.match(line.replace("}", "")):
                yield number, f"{line.strip()} in a private namespace"
        for character in line:
            if character == "{":
                scopes.append(_scope(statement))
            elif character == "}" and scopes:
                scopes.pop()
            statement = "" if character in "{};" else statement + character
        statement += " "


def _scope(statement: str) -> str:
    """Returns what the brace after a statement belongs to."""
    if _NAMESPACE.search(statement):
        return "hidden"
    kind = _CLASS.search(statement)
    if not kind or _ENUM.search(statement):
        return ""
    return "private" if kind[1] == "class" else "public"
