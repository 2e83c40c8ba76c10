# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Which room of the library may include which other."""

import dataclasses
import re
from typing import Iterator, Tuple

from checks import Finding, Tree, numbered, text_files

_LIBRARY = "interceptors/baton/"
_INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')


@dataclasses.dataclass(frozen=True)
class Room:
    """A folder of the library: what it may include, and why no more."""

    may_include: Tuple[str, ...]
    reason: str
    but_not: Tuple[str, ...] = ()


_ROOMS = {
    "core": Room(
        ("absl/", "baton/core/"),
        "core must be pure, so that its decisions can be tested without a server",
        but_not=("thread", "condition_variable", "future"),
    ),
    "config": Room(
        ("absl/", "baton/core/", "baton/config/", "baton/v1/", "google/protobuf/"),
        "config converts files to types of core, and must not depend on calls",
    ),
    "tools": Room(
        ("absl/", "baton/config/", "baton/core/", "baton/tools/", "unistd.h"),
        "tools process files and make no calls",
    ),
    "rpc": Room(
        (
            "absl/",
            "baton/core/",
            "baton/internal/",
            "baton/rpc/",
            "google/protobuf/",
            "grpc/",
            "grpcpp/",
            "pthread.h",
        ),
        "rpc uses telemetry only through core's observers, and reads no files",
    ),
    "otel": Room(
        ("absl/", "baton/core/", "baton/otel/", "opentelemetry/"),
        "otel observes only through core's observers, and must not need an SDK",
        but_not=("opentelemetry/sdk/", "opentelemetry/exporters/"),
    ),
    "otel/bootstrap": Room(
        ("absl/", "baton/core/", "baton/otel/", "opentelemetry/", "unistd.h"),
        "only the bootstrap connects the API with the SDK",
    ),
    "chain": Room(
        (
            "absl/",
            "baton/chain/",
            "baton/client.h",
            "baton/core/",
            "baton/rpc/",
            "baton/server.h",
            "baton/testing/",
            "grpcpp/",
            "netinet/",
            "sys/",
            "unistd.h",
        ),
        "chain is for tests, and uses only the headers that applications use",
    ),
    "kit": Room(
        ("absl/", "baton/core/", "baton/rpc/", "baton/kit/", "grpc/", "grpcpp/"),
        "kit is for applications, and uses only rpc and core",
    ),
}


def _is_standard(bracket: str, header: str) -> bool:
    return bracket == "<" and "/" not in header and not header.endswith(".h")


def _allowed(room: Room, bracket: str, header: str) -> bool:
    if header.startswith(room.but_not) and room.but_not:
        return False
    return _is_standard(bracket, header) or header.startswith(room.may_include)


def include_direction(tree: Tree) -> Iterator[Finding]:
    """Finds includes that go against the direction of dependence."""
    for path, text in text_files(tree, ".h", ".cc"):
        if not path.startswith(_LIBRARY):
            continue
        name, _, _ = path[len(_LIBRARY) :].rpartition("/")
        if not name:
            continue
        room = _ROOMS.get(name) or _ROOMS.get(name.split("/")[0])
        if room is None:
            yield Finding(path, 1, f"{name} is not a known folder of the library; see {__name__}.py")
            continue
        for number, line in numbered(text):
            match = _INCLUDE.match(line)
            if match and not _allowed(room, *match.groups()):
                yield Finding(path, number, f"{name} includes {match[2]}: {room.reason}")
