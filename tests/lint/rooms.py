# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""The folders of the library, and what each may include.

A layer is a folder directly below interceptors/baton. Some layers have rooms:
folders in a fixed order. A room includes only itself and earlier rooms.
"""

import dataclasses
from typing import Dict, Tuple

LIBRARY = "interceptors/baton/"
PUBLIC = "the public face"

# What applications include first. The other headers directly below baton/, and
# headers of baton/idempotency/, baton/kit/ and baton/policy/, are vocabulary:
# they hold the types that these show.
ENTRY_HEADERS = {
    "baton/client.h",
    "baton/kit.h",
    "baton/otel_bootstrap.h",
    "baton/policy.h",
    "baton/server.h",
    "baton/telemetry.h",
    "baton/test_chain.h",
}


@dataclasses.dataclass(frozen=True)
class Layer:
    """What a folder may include besides vocabulary, and why no more."""

    may_include: Tuple[str, ...]
    reason: str
    but_not: Tuple[str, ...] = ()
    rooms: Tuple[str, ...] = ()
    # Whether vocabulary with gRPC's types is out of reach as well.
    pure: bool = True
    # The entry headers whose functions the sources of this layer define.
    implements: Tuple[str, ...] = ()


VOCABULARY = Layer(
    ("absl/", "google/protobuf/", "grpc/", "grpcpp/", "opentelemetry/"),
    "a public type rests on no private header",
    pure=False,
)

_KIT = Layer(
    (
        "absl/",
        "baton/client.h",
        "baton/core/",
        "baton/kit/",
        "baton/rpc/",
        "google/protobuf/",
        "grpcpp/",
        "unistd.h",
    ),
    "kit is called by applications: it rests on rpc, and rpc knows nothing of it",
    pure=False,
    implements=("baton/kit.h",),
)

LAYERS: Dict[str, Layer] = {
    "core": Layer(
        ("absl/", "baton/core/"),
        "core is pure: it decides, and is tested without a server",
        but_not=("thread", "condition_variable", "future"),
        rooms=("wire", "policy", "limits", "decision", "report"),
        implements=("baton/policy.h",),
    ),
    "policy": Layer(
        ("absl/", "baton/config/", "baton/core/", "google/protobuf/"),
        "the sections of a policy are public types",
    ),
    "idempotency": Layer(
        ("absl/", "baton/core/", "baton/idempotency/redis/", "baton/rpc/runtime/", "hiredis/", "unistd.h"),
        "keys and stores are public types, and know no calls",
    ),
    "idempotency/redis": Layer(
        ("absl/", "baton/core/report/", "baton/idempotency/redis/", "hiredis/", "pthread.h"),
        "it talks to Redis, and knows no keys",
    ),
    "config": Layer(
        ("absl/", "baton/core/", "baton/config/", "baton/v1/", "google/protobuf/"),
        "config turns files into core's types and knows no calls",
    ),
    "config/syntax": Layer(
        ("absl/", "baton/config/syntax/", "google/protobuf/"),
        "syntax reads text and JSON, and knows no policy",
    ),
    "rpc": Layer(
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
        "rpc meets telemetry at core's observer only, and reads no files",
        rooms=(
            "runtime",
            "grpc",
            "grpc/in_place",
            "channel",
            "request",
            "call",
            "call/plan",
            "call/report",
            "call/running",
            "pass_through",
            "unary/driver",
            "unary",
            "stream/driver",
            "stream",
            "client",
            "server",
        ),
        pure=False,
        implements=("baton/client.h", "baton/server.h"),
    ),
    "kit": _KIT,
    "kit/engine": _KIT,
    "otel": Layer(
        ("absl/", "baton/core/", "baton/otel/", "opentelemetry/"),
        "otel watches through core's observer, and brings no SDK along",
        but_not=("baton/otel/bootstrap/", "opentelemetry/sdk/", "opentelemetry/exporters/"),
        implements=("baton/telemetry.h",),
    ),
    "otel/bootstrap": Layer(
        ("absl/", "baton/core/", "baton/otel/", "opentelemetry/", "unistd.h"),
        "it joins the API to an SDK, for programs that ask for it",
        implements=("baton/otel_bootstrap.h",),
    ),
    "chain": Layer(
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
        "chain is for tests: it rests on what applications use",
        pure=False,
    ),
}


def folders() -> Tuple[str, ...]:
    """Returns the path of every folder that a rule names."""
    rooms = (f"{layer}/{room}" for layer, rule in LAYERS.items() for room in rule.rooms)
    return tuple(f"{LIBRARY}{name}/" for name in sorted({*LAYERS, *rooms}))
