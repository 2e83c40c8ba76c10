#!/usr/bin/env python3
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Writes a registry of Bazel modules, which stands in for the central one.

  python3 tests/install/registry.py FOLDER

For Debian's Bazel 7, without a network. The rules are Debian's packages. Baton's
dependencies are stubs: each of their targets is an alias for a target of the
distribution's packages. Other modules, which only Bazel's own tools name, are
empty. Prints the options of Bazel that select the registry.
"""

import json
import pathlib
import re
import sys
from typing import Dict, Iterator, List, NamedTuple, Set, Tuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEBIAN = pathlib.Path("/usr/share/bazel")

_RULES = {
    "bazel_features": DEBIAN / "tools" / "features",
    "bazel_skylib": DEBIAN / "tools" / "skylib",
    "platforms": DEBIAN / "tools" / "platforms",
    "rules_cc": DEBIAN / "rules" / "cc",
    "rules_java": DEBIAN / "rules" / "java",
    "rules_license": DEBIAN / "rules" / "license",
    "rules_proto": DEBIAN / "rules" / "proto",
    "rules_python": DEBIAN / "rules" / "python",
}

# The files of modules that Bazel and Baton load. Debian has no such packages.
_LOADED = {
    "buildozer": {
        "BUILD": "",
        "buildozer_binary.bzl": """\
def _repository_impl(ctx):
    ctx.file("BUILD")

_repository = repository_rule(implementation = _repository_impl)

def _extension_impl(_ctx):
    _repository(name = "buildozer_binary")

buildozer_binary = module_extension(implementation = _extension_impl)
""",
    },
    "protobuf": {
        "bazel/BUILD": "",
        "bazel/proto_library.bzl": "proto_library = native.proto_library\n",
        "bazel/common/BUILD": "",
        "bazel/common/native.bzl": "native_proto_info = ProtoInfo\n",
        "bazel/common/proto_info.bzl": 'load(":native.bzl", "native_proto_info")\n\nProtoInfo = native_proto_info\n',
        "bazel/toolchains/BUILD": "",
        "bazel/toolchains/proto_lang_toolchain.bzl": "proto_lang_toolchain = native.proto_lang_toolchain\n",
    },
    "rules_shell": {
        "BUILD": "",
        "shell/BUILD": "",
        "shell/sh_binary.bzl": "sh_binary = native.sh_binary\n",
        "shell/sh_test.bzl": "sh_test = native.sh_test\n",
    },
}

_ALIAS = 'alias(name = "{name}", actual = "@{label}", visibility = ["//visibility:public"])\n'

_STUB_MODULE = """\
bazel_dep(name = "baton")

distribution = use_extension("@baton//bazel:extensions.bzl", "distribution")
use_repo(distribution, packaged = "{repository}")
"""


class Dependency(NamedTuple):
    """A bazel_dep() of a file MODULE.bazel."""

    name: str
    version: str
    repository: str
    development: bool


def dependencies(text: str) -> Iterator[Dependency]:
    """Finds the calls of bazel_dep() that have a version."""
    for call in re.findall(r"^bazel_dep\((.*?)\)$", text, re.DOTALL | re.MULTILINE):
        found = dict(re.findall(r'(\w+) = "?([^",]*)', call))
        if "version" in found:
            yield Dependency(
                found["name"], found["version"], found.get("repo_name", found["name"]), "dev_dependency" in found
            )


def labels() -> Dict[str, Set[str]]:
    """Returns the labels of each external repository that BUILD files use."""
    found: Dict[str, Set[str]] = {}
    files = list(ROOT.glob("bazel/**/*.bzl")) + list((ROOT / "tests" / "install").glob("consumer/*.bazel"))
    for folder in ("docs", "examples", "interceptors", "proto", "tests", "tools"):
        files += (ROOT / folder).rglob("BUILD")
    for file in files:
        for repository, package, name in re.findall(r'"@(\w+)(?://([\w/]*))?(?::([\w+./-]+))?"', file.read_text()):
            name = name or (package.rsplit("/", 1)[-1] if package else repository)
            found.setdefault(repository, set()).add(f"{package}:{name}")
    return found


class Registry:
    """The folder of the registry, with the sources of the modules."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder.resolve()
        self.baton = list(dependencies((ROOT / "MODULE.bazel").read_text()))
        # The names of Baton's dependencies as repositories: "module_zlib" is "zlib".
        self.stubs = {
            dependency.name: dependency.repository[len("module_") :]
            for dependency in self.baton
            if dependency.repository.startswith("module_")
        }
        self.labels = labels()

    def write(self, path: str, text: str) -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def declaration(self, name: str) -> str:
        """Returns the text of MODULE.bazel, without the call of module()."""
        if name in self.stubs:
            return _STUB_MODULE.format(repository=self.stubs[name])
        if name in _RULES:
            text = (_RULES[name] / "MODULE.bazel").read_text()
            return re.sub(r"^module\(.*?^\)$", "", text, count=1, flags=re.DOTALL | re.MULTILINE)
        return ""

    def sources(self, name: str) -> pathlib.Path:
        """Writes the sources of a module if it is a stub. Returns their folder."""
        if name in _RULES:
            return _RULES[name]
        files: Dict[str, str] = {"REPO.bazel": "", "BUILD": "", **_LOADED.get(name, {})}
        repository = self.stubs.get(name, "")
        for label in sorted(self.labels.get(repository, ())) if repository else ():
            package, target = label.split(":")
            path = f"{package}/BUILD".lstrip("/")
            files[path] = files.get(path, "") + _ALIAS.format(name=target, label=f"packaged//{label}")
        for path, text in files.items():
            self.write(f"sources/{name}/{path}", text)
        return self.folder / "sources" / name

    def write_all(self) -> None:
        """Writes each version of each module that a module file names."""
        tools = (DEBIAN / "embedded_tools" / "MODULE.bazel").read_text()
        left: List[Tuple[str, str]] = [(found.name, found.version) for found in [*self.baton, *dependencies(tools)]]
        done: Set[Tuple[str, str]] = set()
        while left:
            name, version = left.pop()
            if (name, version) in done:
                continue
            done.add((name, version))
            text = self.declaration(name)
            place = f"modules/{name}/{version}"
            self.write(f"{place}/MODULE.bazel", f'module(name = "{name}", version = "{version}")\n{text}')
            source = {"type": "local_path", "path": str(self.sources(name))}
            self.write(f"{place}/source.json", json.dumps(source) + "\n")
            left += [(found.name, found.version) for found in dependencies(text) if not found.development]
        self.write("bazel_registry.json", "{}\n")


def main() -> int:
    registry = Registry(pathlib.Path(sys.argv[1]))
    registry.write_all()
    print(f"--enable_bzlmod --noenable_workspace --registry=file://{registry.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
