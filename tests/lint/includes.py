# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Which folder of the library may include which other."""

import re
from typing import Iterator, List, Optional, Set, Tuple

from checks import Finding, Tree, numbered, text_files
from rooms import ENTRY_HEADERS, LAYERS, LIBRARY, PUBLIC, VOCABULARY, Layer

_INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')
_PUBLIC_HEADER = re.compile(r"baton/((base|idempotency|kit|policy)/)?\w+\.h$")
# Generated from protos, which are no folders of the library.
_MESSAGES = re.compile(r"\.pb\.h$")

# A line number, < or ", the header.
Include = Tuple[int, str, str]


def include_direction(tree: Tree) -> Iterator[Finding]:
    """Finds includes that go against the direction of dependence."""
    vocabulary, pure = vocabulary_headers(tree), pure_headers(tree)
    for path, includes in _sources(tree, LIBRARY):
        folder = path[len(LIBRARY) :].rpartition("/")[0]
        header_name = "baton/" + path[len(LIBRARY) :]
        if not folder and header_name not in vocabulary:
            continue
        layer = VOCABULARY if header_name in vocabulary else _layer(folder)
        if layer is None:
            yield Finding(path, 1, f"{folder} is no folder that rooms.py knows")
            continue
        shared = pure if layer.pure else vocabulary
        for number, bracket, header in includes:
            implemented = path.endswith(".cc") and header in layer.implements
            if header not in shared and not implemented and not _allowed(layer, bracket, header):
                hint = "; it includes grpcpp" if header in vocabulary else ""
                yield Finding(path, number, f"{folder or PUBLIC} includes {header}{hint}: {layer.reason}")


def room_order(tree: Tree) -> Iterator[Finding]:
    """Finds includes of a later room of the same layer."""
    for path, includes in _sources(tree, LIBRARY):
        name, _, rest = path[len(LIBRARY) :].partition("/")
        order = LAYERS[name].rooms if name in LAYERS else ()
        if not order:
            continue
        room = rest.rpartition("/")[0]
        if room not in order:
            yield Finding(path, 1, f"{name} has the rooms {', '.join(order)}: move the file into one")
            continue
        for number, _, header in includes:
            other = header[len(f"baton/{name}/") :].rpartition("/")[0]
            if header.startswith(f"baton/{name}/") and other not in order[: order.index(room) + 1]:
                yield Finding(
                    path,
                    number,
                    f"{name}/{room} includes {header}: a room includes only itself and earlier rooms "
                    f"({', '.join(order)})",
                )


def public_headers_only(tree: Tree) -> Iterator[Finding]:
    """Finds private headers in programs and samples that readers copy."""
    for path, text in text_files(tree, ".h", ".cc", ".md"):
        if not path.startswith(("examples/", "tools/", "docs/")) and not path.endswith(".md"):
            continue
        for number, _, header in _includes(text):
            is_message = bool(_MESSAGES.search(header))
            if header.startswith("baton/") and not is_message and not _PUBLIC_HEADER.match(header):
                yield Finding(path, number, f"{header} is private: include a header directly below baton/")


def vocabulary_headers(tree: Tree) -> Set[str]:
    """Returns the public headers that hold types, as they are included."""
    return {
        "baton/" + path[len(LIBRARY) :]
        for path in tree
        if path.startswith(LIBRARY) and _PUBLIC_HEADER.match("baton/" + path[len(LIBRARY) :])
    } - ENTRY_HEADERS


def pure_headers(tree: Tree) -> Set[str]:
    """Returns the vocabulary headers that do not bring grpcpp along."""
    pure = vocabulary_headers(tree)
    includes = {
        "baton/" + path[len(LIBRARY) :]: {header for _, _, header in found}
        for path, found in _sources(tree, LIBRARY)
    }
    while True:
        mixed = {
            header
            for header in pure
            for included in includes[header]
            if included.startswith("grpc") or (_PUBLIC_HEADER.match(included) and included not in pure)
        }
        if not mixed:
            return pure
        pure -= mixed


def _sources(tree: Tree, *folders: str) -> Iterator[Tuple[str, List[Include]]]:
    for path, text in text_files(tree, ".h", ".cc"):
        if path.startswith(folders):
            yield path, _includes(text)


def _includes(text: str) -> List[Include]:
    matches = ((number, _INCLUDE.match(line)) for number, line in numbered(text))
    return [(number, match[1], match[2]) for number, match in matches if match]


def _layer(folder: str) -> Optional[Layer]:
    """Returns the rule for a folder. A room has the rule of its layer."""
    if folder in LAYERS:
        return LAYERS[folder]
    name, _, room = folder.partition("/")
    return LAYERS[name] if name in LAYERS and room in LAYERS[name].rooms else None


def _allowed(layer: Layer, bracket: str, header: str) -> bool:
    if header.startswith(layer.but_not) and layer.but_not:
        return False
    is_standard = bracket == "<" and "/" not in header and not header.endswith(".h")
    return is_standard or header.startswith(layer.may_include)
