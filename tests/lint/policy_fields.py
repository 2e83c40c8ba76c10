# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""A field of a policy must have an effect: a call or a request reads it.

There is no compiler here. The check knows the type of an expression by the
name of what stands before the dot: a parameter or variable that the file or
its header declares with this type, or a member or function that any header
declares with it.
"""

import re
from typing import Dict, Iterator, List, Set, Tuple

from checks import Finding, Tree, text_files
from passages import code_lines

PROTO = "proto/baton/v1/policy.proto"
LIBRARY = "interceptors/baton/"
# These read every field and act on none.
_NO_EFFECT = re.compile(r"/config/|validation|field_checks")

# Fields that no call reads by their name, each with the reason.
_OTHER_WAY: Dict[str, str] = {
    "MethodName.method": "the table of policies has it as a key",
    "MethodName.service": "the table of policies has it as a key",
    "MethodPolicy.name": "the table of policies has it as a key",
    "Policy.methods": "Policy::Find() searches them",
    "ProcessBudgetOptions.unlimited": "the policy reader sets the other fields from it",
}

_MESSAGE = re.compile(r"^message (\w+) \{(.*?)^\}", re.MULTILINE | re.DOTALL)
_FIELD = re.compile(r"^  (?:optional |repeated )?[\w.]+ (\w+) = \d+;", re.MULTILINE)


def policy_fields_are_read(tree: Tree) -> Iterator[Finding]:
    """Finds fields of the policy that only the policy reader knows."""
    proto = tree.get(PROTO, b"").decode()
    code = {
        path: "\n".join(line for _, line in code_lines(text))
        for path, text in text_files(tree, ".h", ".cc")
        if path.startswith(LIBRARY)
    }
    for message in _MESSAGE.finditer(proto):
        readers = _Readers(message[1], code)
        for field in _FIELD.finditer(message[2]):
            name = f"{message[1]}.{field[1]}"
            if name not in _OTHER_WAY and not readers.read(field[1]):
                number = proto.count("\n", 0, message.start(2) + field.start(1)) + 1
                yield Finding(PROTO, number, f"{name}: no call or request reads it, so it has no effect")


class _Readers:
    """The code that may read fields of one struct."""

    def __init__(self, struct: str, code: Dict[str, str]) -> None:
        definition = re.compile(rf"\b(?:struct|class) {struct} (?:final )?\{{")
        named = re.compile(rf"\b{struct}\b[>&*\s]*\b(?!const\b)(\w+)\s*([;,)=({{:])")
        self._bodies: List[Tuple[Set[str], str]] = []
        declared: Dict[str, List[Tuple[str, str]]] = {
            path: named.findall(text) for path, text in code.items()
        }
        everywhere = {
            name
            for path, names in declared.items()
            if path.endswith(".h")
            for name, after in names
            if after in ";=({"
        }
        for path, text in code.items():
            if _NO_EFFECT.search(path) or definition.search(text):
                continue
            header = path.rsplit(".", 1)[0] + ".h"
            near = declared[path] + declared.get(header, [])
            self._bodies.append((everywhere | {name for name, _ in near}, text))

    def read(self, field: str) -> bool:
        """Returns whether some code reads the field."""
        use = re.compile(rf"\b(\w+)(?:\(\))?(?:\.|->){field}\b(?!\s*=[^=])")
        return any(name in names for names, text in self._bodies for name in use.findall(text))
