#!/usr/bin/env python3
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Writes the lists of files that CMake builds, from the BUILD files.

  python3 cmake/generate.py           writes cmake/sources.cmake and tests.cmake
  python3 cmake/generate.py --check   fails if these files are out of date

So one list of sources exists: the BUILD files. A library of CMake has the
sources of many targets of Bazel.
"""

import pathlib
import re
import sys
from typing import Dict, Iterable, List, NamedTuple, Set

from build_files import ROOT, Target, closure, read_all
from library_names import library_of

HEADER = """\
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# `python3 cmake/generate.py` writes this file from the BUILD files.
"""

_PUBLIC = "//interceptors/baton"


class Component(NamedTuple):
    """A library of CMake: the targets that it is made for."""

    name: str
    roots: List[str]


# The public targets that need more than gRPC. In the order of their
# dependencies: a component has no source of an earlier one.
_SPECIAL = [
    Component("OTEL", [f"{_PUBLIC}:telemetry", f"{_PUBLIC}:telemetry_interface", f"{_PUBLIC}:telemetry_options"]),
    Component("OTEL_BOOTSTRAP", [f"{_PUBLIC}:otel_bootstrap", f"{_PUBLIC}:otel_environment"]),
    Component("KIT_REDIS", [f"{_PUBLIC}/idempotency:redis_replay_store"]),
    Component("TEST_CHAIN", [f"{_PUBLIC}:test_chain"]),
]
_PUBLIC_PACKAGES = ("", "/policy", "/kit", "/idempotency")

_PROGRAMS = [
    Component("QUICKSTART", ["//examples/quickstart:quickstart"]),
    Component("POLICY_TOOL", ["//tools/baton_policy:baton-policy"]),
    Component("TRACE_VIEW", ["//tools/traceview:traceview"]),
]

# The folders of the tests that CMake builds.
_TEST_FOLDERS = ("core", "config", "rpc", "kit", "idempotency", "otel")


class TestGroup(NamedTuple):
    """Tests that need the same packages beside gRPC and GoogleTest, and the same components."""

    suffix: str
    packages: Set[str]
    components: Set[str]


# A test belongs to the first group that has all its packages and components.
# Tests that need other packages are run by Bazel only.
_TEST_GROUPS = [
    TestGroup("", set(), set()),
    TestGroup("_OTEL", {"io_opentelemetry_cpp"}, {"OTEL"}),
    TestGroup("_OTEL_BOOTSTRAP", {"io_opentelemetry_cpp"}, {"OTEL", "OTEL_BOOTSTRAP"}),
    TestGroup("_REDIS", {"hiredis"}, {"KIT_REDIS"}),
]
# Programs may be built without these components, but tests not.
_TESTED_COMPONENTS = {"CORE", "TEST_CHAIN"}
_ALWAYS_THERE = {"com_github_grpc_grpc", "com_google_absl", "com_google_googletest", "com_google_protobuf"}


def components(targets: Dict[str, Target]) -> List[Component]:
    """Returns the libraries."""
    special = {root for component in _SPECIAL for root in component.roots}
    packages = {_PUBLIC + package for package in _PUBLIC_PACKAGES}
    core = [
        label
        for label, target in targets.items()
        if f"//{target.package}" in packages and label not in special and target.rule == "baton_cc_library"
    ]
    return [Component("CORE", core)] + _SPECIAL


def sources_of(found: Iterable[Target], suffix: str) -> List[str]:
    """Returns the files of targets that end with a suffix, sorted."""
    files: Set[str] = set()
    for target in found:
        for attribute in ("srcs", "hdrs"):
            files |= {file for file in target.files(attribute) if file.endswith(suffix)}
    return sorted(files)


def protos_of(targets: Dict[str, Target], found: Iterable[Target]) -> Dict[str, bool]:
    """Returns the protos of targets, and whether each has services."""
    protos: Dict[str, bool] = {}
    for target in found:
        if target.rule not in ("baton_cc_proto_library", "baton_cc_grpc_library"):
            continue
        for label in target.labels("proto"):
            for file in targets[label].files("srcs"):
                protos[file] = protos.get(file, False) or target.rule == "baton_cc_grpc_library"
    return protos


def installed_headers(targets: Dict[str, Target], roots: Iterable[str]) -> Set[str]:
    """Returns the headers of some targets, and what these headers include."""
    left = [file for root in roots for file in targets[root].files("hdrs")]
    found: Set[str] = set()
    while left:
        header = left.pop()
        if header in found:
            continue
        found.add(header)
        for included in re.findall(r'#include "(baton/[^"]+)"', (ROOT / header).read_text()):
            if (ROOT / "interceptors" / included).exists():
                left.append(f"interceptors/{included}")
    return found


def cmake_list(name: str, values: Iterable[str]) -> str:
    """Returns the text that sets a list."""
    values = list(values)
    if not values:
        return f"set({name})\n"
    return f"set({name}\n" + "".join(f"  {value}\n" for value in values) + ")\n"


def libraries_of(found: Iterable[Target]) -> List[str]:
    """Returns the libraries of CMake that targets need, sorted."""
    labels = {label for target in found for label in target.labels("deps") if label.startswith("@")}
    return sorted({library_of(label) for label in labels})


def warnings() -> List[str]:
    """Returns the warnings of Baton's code."""
    found = re.search(r"^_WARNINGS = \[(.*?)^\]", (ROOT / "bazel/copts.bzl").read_text(), re.DOTALL | re.MULTILINE)
    assert found is not None
    return re.findall(r'"(-W[\w-]+)"', found[1])


def sources_text(targets: Dict[str, Target]) -> str:
    """Returns the text of sources.cmake."""
    parts = [HEADER, cmake_list("BATON_WARNINGS", warnings())]
    built: Set[str] = set()
    installed: Set[str] = set()
    for component in components(targets):
        found = [target for target in closure(targets, component.roots) if target.label not in built]
        built |= {target.label for target in found}
        protos = protos_of(targets, found)
        headers = installed_headers(targets, component.roots) - installed
        installed |= headers
        parts.append(cmake_list(f"BATON_{component.name}_SOURCES", sources_of(found, ".cc")))
        parts.append(cmake_list(f"BATON_{component.name}_HEADERS", sorted(headers)))
        parts.append(cmake_list(f"BATON_{component.name}_LIBRARIES", libraries_of(found)))
        parts.append(cmake_list(f"BATON_{component.name}_PROTOS", sorted(protos)))
        services = [file for file in sorted(protos) if protos[file]]
        parts.append(cmake_list(f"BATON_{component.name}_SERVICES", services))
    for program in _PROGRAMS:
        found = [target for target in closure(targets, program.roots) if target.label not in built]
        generated = {"tools/traceview/web/page_assets.cc"}
        sources = [file for file in sources_of(found, ".cc") if file not in generated]
        parts.append(cmake_list(f"BATON_{program.name}_SOURCES", sources))
        parts.append(cmake_list(f"BATON_{program.name}_LIBRARIES", libraries_of(found)))
        protos = protos_of(targets, found)
        if protos:
            parts.append(cmake_list(f"BATON_{program.name}_PROTOS", sorted(protos)))
            parts.append(cmake_list(f"BATON_{program.name}_SERVICES", [file for file in sorted(protos) if protos[file]]))
    return "\n".join(parts)


def packages_of(targets: Dict[str, Target], test: Target) -> Set[str]:
    """Returns the packages that a test needs and that may be absent."""
    needed = closure(targets, [test.label] + test.labels("data"))
    labels = {label for target in needed for label in target.labels("deps")}
    # CMake builds no library of an example.
    elsewhere = {label for label in labels if label.startswith("//") and label not in targets}
    return elsewhere | {label[1:].split("//")[0] for label in labels if label.startswith("@")} - _ALWAYS_THERE


def owners_of(targets: Dict[str, Target]) -> Dict[str, str]:
    """Returns the component that has each target of a library."""
    owners: Dict[str, str] = {}
    for component in components(targets):
        for target in closure(targets, component.roots):
            owners.setdefault(target.label, component.name)
    return owners


def components_of(targets: Dict[str, Target], owners: Dict[str, str], test: Target) -> Set[str]:
    """Returns the components that a test uses."""
    return {owners[target.label] for target in closure(targets, [test.label]) if target.label in owners}


def tests_text(targets: Dict[str, Target]) -> str:
    """Returns the text of tests.cmake."""
    owners = owners_of(targets)
    built = set(owners)
    inside = re.compile(f"//tests/(?:{'|'.join(_TEST_FOLDERS)})[/:]")
    left = [target for label, target in sorted(targets.items()) if target.rule == "baton_cc_test" and inside.match(label)]
    parts = [HEADER]
    for group in _TEST_GROUPS:
        tests = [
            test
            for test in left
            if packages_of(targets, test) <= group.packages
            and components_of(targets, owners, test) - _TESTED_COMPONENTS <= group.components
        ]
        left = [test for test in left if test not in tests]
        programs = [
            targets[label]
            for test in tests
            for label in test.labels("data")
            if label in targets and targets[label].rule == "baton_cc_binary"
        ]
        own = {target.label for target in tests + programs}
        support = [target for target in closure(targets, own) if target.label not in built | own]
        built |= {target.label for target in support}
        protos = protos_of(targets, support)
        prefix = f"BATON_TEST{group.suffix}"
        beside = [file for file in sources_of(tests, ".cc") if not file.endswith("_test.cc")]
        parts.append(cmake_list(f"{prefix}_SUPPORT", sorted(sources_of(support, ".cc") + beside)))
        parts.append(cmake_list(f"{prefix}_PROTOS", sorted(protos)))
        parts.append(cmake_list(f"{prefix}_SERVICES", [file for file in sorted(protos) if protos[file]]))
        parts.append(cmake_list(f"{prefix}_PROGRAMS", [program.files("srcs")[0] for program in programs]))
        parts.append(cmake_list(f"{prefix}_TESTS", [file for file in sources_of(tests, ".cc") if file.endswith("_test.cc")]))
    return "\n".join(parts)


def fuzz_text(targets: Dict[str, Target]) -> str:
    """Returns the part of tests.cmake for the fuzzers: the source and the corpus of each."""
    rows: Dict[str, List[str]] = {"": [], "_REDIS": []}
    support: Dict[str, Target] = {}
    owners = owners_of(targets)
    for label, target in sorted(targets.items()):
        if target.rule != "baton_cc_fuzz_test" or packages_of(targets, target):
            continue
        needed = [found for found in closure(targets, [label]) if found.label not in owners and found.label != label]
        if any(not found.label.startswith("//tests/") for found in needed):
            continue
        support.update((found.label, found) for found in needed)
        files = target.files("corpus")
        folder = files[0].split("/corpus/")[0] + "/corpus/" + files[0].split("/corpus/")[1].split("/")[0] if files else ""
        group = "_REDIS" if "KIT_REDIS" in components_of(targets, owners, target) else ""
        rows[group].append(f"{target.files('srcs')[0]}:{folder}")
    parts = [cmake_list("BATON_FUZZ_SUPPORT", sources_of(support.values(), ".cc"))]
    parts += [cmake_list(f"BATON_FUZZ{group}_TESTS", entries) for group, entries in rows.items()]
    return "\n".join(parts)


def main() -> int:
    targets = read_all(["examples/quickstart", "interceptors", "proto", "tests", "tools"])
    here = pathlib.Path(__file__).parent
    status = 0
    for name, text in (("sources.cmake", sources_text(targets)), ("tests.cmake", tests_text(targets) + "\n" + fuzz_text(targets))):
        path = here / name
        if "--check" not in sys.argv:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            print(f"cmake/{name} is out of date: run python3 cmake/generate.py")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
