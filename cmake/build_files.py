# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Reads the BUILD files of this repository without Bazel.

A BUILD file is a list of calls. read() runs it as Python, with functions that
keep the arguments of each call.
"""

import pathlib
import re
from typing import Any, Callable, Dict, Iterable, List, Set

ROOT = pathlib.Path(__file__).resolve().parents[1]


class Target:
    """A target of a BUILD file."""

    def __init__(self, package: str, rule: str, arguments: Dict[str, Any]) -> None:
        self.package = package
        self.rule = rule
        self.arguments = arguments
        self.label = f"//{package}:{arguments['name']}"

    def __repr__(self) -> str:
        return self.label

    @property
    def name(self) -> str:
        return self.arguments["name"]

    def labels(self, attribute: str) -> List[str]:
        """Returns the labels of an attribute with their packages."""
        value = self.arguments.get(attribute) or []
        values = [value] if isinstance(value, str) else value
        return [full_label(self.package, label) for label in values]

    def files(self, attribute: str) -> List[str]:
        """Returns the paths of the files of an attribute."""
        return [label[2:].replace(":", "/").lstrip("/") for label in self.labels(attribute)]


def full_label(package: str, label: str) -> str:
    """Returns a label with its package, and with its name: "//a/b" is "//a/b:b"."""
    if label.startswith("@"):
        return label
    if label.startswith("//"):
        if ":" in label:
            return label
        return f"{label}:{label.rsplit('/', 1)[1]}"
    return f"//{package}:{label.lstrip(':')}"


def _glob(folder: pathlib.Path) -> Callable[..., List[str]]:
    def glob(include: Iterable[str], exclude: Iterable[str] = (), **_unused: Any) -> List[str]:
        found: Set[str] = set()
        for pattern in include:
            # For Python, ** alone matches folders only.
            pattern = re.sub(r"\*\*$", "**/*", pattern)
            found |= {str(path.relative_to(folder)) for path in folder.glob(pattern) if path.is_file()}
        for pattern in exclude:
            found -= {str(path.relative_to(folder)) for path in folder.glob(pattern)}
        return sorted(found)

    return glob


def _select(branches: Dict[str, Any]) -> Any:
    return branches["//conditions:default"]


def read(path: pathlib.Path) -> List[Target]:
    """Returns the targets of a BUILD file."""
    package = str(path.parent.relative_to(ROOT))
    package = "" if package == "." else package
    targets: List[Target] = []

    def rule(name: str) -> Callable[..., None]:
        def call(*positional: Any, **arguments: Any) -> None:
            if positional:
                arguments["name"] = positional[0]
            if "name" in arguments:
                targets.append(Target(package, name, arguments))

        return call

    text = path.read_text()
    names = {
        "glob": _glob(path.parent),
        "select": _select,
        "package_name": lambda: package,
        "load": lambda *_, **__: None,
        "package": lambda *_, **__: None,
        "exports_files": lambda *_, **__: None,
        "licenses": lambda *_, **__: None,
    }
    for called in re.findall(r"\b([a-z][a-z0-9_]*)\(", text):
        names.setdefault(called, rule(called))
    exec(compile(text, str(path), "exec"), names)  # pylint: disable=exec-used
    return targets


def read_all(folders: Iterable[str]) -> Dict[str, Target]:
    """Returns the targets below some folders by their labels."""
    targets = {}
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("BUILD")):
            for target in read(path):
                targets[target.label] = target
    return targets


def closure(targets: Dict[str, Target], roots: Iterable[str]) -> List[Target]:
    """Returns the targets that `roots` need, with the roots, sorted by label."""
    found: Dict[str, Target] = {}
    left = list(roots)
    while left:
        label = left.pop()
        if label in found or label not in targets:
            continue
        found[label] = targets[label]
        left += targets[label].labels("deps")
    return [found[label] for label in sorted(found)]
