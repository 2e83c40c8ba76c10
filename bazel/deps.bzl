# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Baton's dependencies, under the labels of each project's own BUILD files.

WORKSPACE calls baton_dependencies(). Each repository is then a package of the
distribution. A workspace can define a repository itself before the call, which
then keeps it. extensions.bzl defines the same repositories for MODULE.bazel.
"""

load("//bazel:build_rules.bzl", "baton_build_rules")
load("//bazel/system:absl.bzl", "absl_labels", "system_absl")
load("//bazel/system:library.bzl", "system_library")
load("//bazel/system:module.bzl", "module_library")
load("//bazel/system:opentelemetry.bzl", "opentelemetry")
load("//bazel/system:protobuf.bzl", "protobuf")

def _benchmark(name, library):
    library(
        name = name,
        package = "libbenchmark-dev",
        probe = "benchmark/benchmark.h",
        libraries = {
            "//:benchmark": ["benchmark", "pthread"],
            "//:benchmark_main": ["benchmark_main"],
        },
        library_deps = {"//:benchmark_main": ["//:benchmark"]},
    )

def _googletest(name, library):
    # The targets gtest and gtest_main also contain GoogleMock, as upstream.
    library(
        name = name,
        package = "libgtest-dev libgmock-dev",
        probe = "gmock/gmock.h",
        libraries = {
            "//:gtest": ["gmock", "gtest", "pthread"],
            "//:gtest_main": ["gmock_main"],
        },
        library_deps = {"//:gtest_main": ["//:gtest"]},
    )

def _grpc(name, library):
    library(
        name = name,
        package = "libgrpc++-dev protobuf-compiler-grpc",
        probe = "grpcpp/grpcpp.h",
        libraries = {
            "//:grpc": ["grpc", "gpr"],
            "//:grpc++": ["grpc++"],
        },
        optional = {
            "//:grpc++_error_details": ["grpc++_error_details"],
            "//:grpc++_reflection": ["grpc++_reflection"],
            "//:grpcpp_channelz": ["grpcpp_channelz"],
        },
        # Inline functions in gRPC's headers call these libraries.
        library_deps = {
            "//:grpc++": [
                "//:grpc",
                "@com_google_absl//absl/status",
                "@com_google_absl//absl/strings:cord",
                "@com_google_absl//absl/synchronization",
                "@com_google_protobuf//:protobuf",
            ],
            "//:grpc++_error_details": ["//:grpc++"],
            "//:grpc++_reflection": ["//:grpc++"],
            "//:grpcpp_channelz": ["//:grpc++"],
        },
        programs = {
            "//src/compiler:grpc_cpp_plugin": "/usr/bin/grpc_cpp_plugin",
        },
    )

def _asio(name, library):
    library(
        name = name,
        package = "libasio-dev",
        probe = "asio.hpp",
        libraries = {"//:asio": []},
    )

def _flatbuffers(name, library):
    library(
        name = name,
        package = "libflatbuffers-dev flatbuffers-compiler",
        probe = "flatbuffers/grpc.h",
        libraries = {"//:flatbuffers": ["flatbuffers"]},
        library_deps = {"//:flatbuffers": ["@com_github_grpc_grpc//:grpc++"]},
        programs = {"//:flatc": "/usr/bin/flatc"},
    )

def _hiredis(name, library):
    library(
        name = name,
        package = "libhiredis-dev",
        probe = "hiredis/hiredis.h",
        libraries = {"//:hiredis": ["hiredis"]},
    )

def _libmicrohttpd(name, library):
    library(
        name = name,
        package = "libmicrohttpd-dev",
        probe = "microhttpd.h",
        libraries = {"//:libmicrohttpd": ["microhttpd"]},
    )

def _nlohmann_json(name, library):
    library(
        name = name,
        package = "nlohmann-json3-dev",
        probe = "nlohmann/json.hpp",
        libraries = {"//:json": []},
    )

# Uses the generated code in OpenTelemetry's own libraries. The exporters link
# them, too, and a program may contain each message only once.
def _opentelemetry_proto(name, library):
    library(
        name = name,
        package = "libopentelemetry-proto-dev",
        probe = "opentelemetry/proto/collector/trace/v1/trace_service.grpc.pb.h",
        libraries = {
            "//:metrics_service_grpc_cc": ["opentelemetry_proto_grpc"],
            "//:trace_proto_cc": ["opentelemetry_proto"],
            "//:trace_service_grpc_cc": ["opentelemetry_proto_grpc"],
            "//:trace_service_proto_cc": [],
        },
        library_deps = {
            "//:metrics_service_grpc_cc": [
                "//:trace_proto_cc",
                "@com_github_grpc_grpc//:grpc++",
            ],
            "//:trace_proto_cc": ["@com_google_protobuf//:protobuf"],
            "//:trace_service_grpc_cc": [
                "//:trace_service_proto_cc",
                "@com_github_grpc_grpc//:grpc++",
            ],
            "//:trace_service_proto_cc": ["//:trace_proto_cc"],
        },
    )

def _sqlite3(name, library):
    library(
        name = name,
        package = "libsqlite3-dev",
        probe = "sqlite3.h",
        libraries = {"//:sqlite3": ["sqlite3"]},
    )

def _zlib(name, library):
    library(
        name = name,
        package = "zlib1g-dev",
        probe = "zlib.h",
        libraries = {"//:zlib": ["z"]},
    )

def _absl(name, library):
    if library == system_library:
        system_absl(name = name)
    else:
        library(name = name, labels = absl_labels())

# Each function defines a repository with a rule: system_library for the package
# of the distribution, or module_library for the module.
_REPOSITORIES = {
    "asio": _asio,
    "com_github_google_benchmark": _benchmark,
    "com_github_google_flatbuffers": _flatbuffers,
    "com_github_grpc_grpc": _grpc,
    "com_github_opentelemetry_proto": _opentelemetry_proto,
    "com_google_absl": _absl,
    "com_google_googletest": _googletest,
    "com_google_protobuf": protobuf,
    "hiredis": _hiredis,
    "io_opentelemetry_cpp": opentelemetry,
    "libmicrohttpd": _libmicrohttpd,
    "nlohmann_json": _nlohmann_json,
    "sqlite3": _sqlite3,
    "zlib": _zlib,
}

def define_repositories(from_distribution):
    """Defines the repositories in a module extension.

    Args:
      from_distribution: takes the packages of the distribution instead of the
        modules of MODULE.bazel.
    """
    for name, define in _REPOSITORIES.items():
        define(name, system_library if from_distribution else module_library)

def baton_dependencies():
    """Defines Baton's repositories and rules, except those already defined."""
    baton_build_rules()
    for name, define in _REPOSITORIES.items():
        if not native.existing_rule(name):
            define(name, system_library)
