# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Protocol Buffers, under the labels of its own BUILD files."""

_WELL_KNOWN = [
    "any",
    "api",
    "descriptor",
    "duration",
    "empty",
    "field_mask",
    "source_context",
    "struct",
    "timestamp",
    "type",
    "wrappers",
]

_IMPORTS = {
    "api": [":source_context_proto", ":type_proto"],
    "type": [":any_proto", ":source_context_proto"],
}

_PROTO_LIBRARY = """
rules.proto_library(
    name = "{name}_proto",
    srcs = ["include/google/protobuf/{name}.proto"],
    strip_import_prefix = "include",
    deps = {deps},
)
"""

_BUILD = """
load("@baton_rules//:rules.bzl", "rules")

rules.sh_binary(
    name = "protoc",
    srcs = ["bin/protoc"],
)

rules.proto_lang_toolchain(
    name = "cc_toolchain",
    command_line = "--cpp_out=$(OUT)",
    runtime = ":protobuf",
)
"""

def protobuf(name, library):
    """Defines the repository `name` with a rule such as system_library."""
    protos = "".join([
        _PROTO_LIBRARY.format(name = proto, deps = repr(_IMPORTS.get(proto, [])))
        for proto in _WELL_KNOWN
    ])
    library(
        name = name,
        package = "libprotobuf-dev protobuf-compiler",
        probe = "google/protobuf/message.h",
        libraries = {
            "//:protobuf": ["protobuf"],
            "//:protobuf_lite": ["protobuf-lite"],
            "//src/google/protobuf/json": [],
            "//src/google/protobuf/util:json_util": [],
        },
        library_deps = {
            "//src/google/protobuf/json": ["//:protobuf"],
            "//src/google/protobuf/util:json_util": ["//:protobuf"],
        },
        links = {
            "bin/protoc": "/usr/bin/protoc",
            "include/google/protobuf": "/usr/include/google/protobuf",
        },
        extra_build = _BUILD + protos,
        labels = ["//:cc_toolchain", "//:protoc"] + ["//:%s_proto" % proto for proto in _WELL_KNOWN],
    )
