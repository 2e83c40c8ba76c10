# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Baton's dependencies, under the labels of each project's own BUILD files.

Each repository is a package of the distribution. A workspace can define a
repository itself before it calls baton_dependencies(), which then keeps it.
"""

load("//bazel:build_rules.bzl", "baton_build_rules")
load("//bazel/system:absl.bzl", "system_absl")
load("//bazel/system:library.bzl", "system_library")
load("//bazel/system:opentelemetry.bzl", "system_opentelemetry")
load("//bazel/system:protobuf.bzl", "system_protobuf")

def _benchmark(name):
    system_library(
        name = name,
        package = "libbenchmark-dev",
        probe = "benchmark/benchmark.h",
        libraries = {
            "//:benchmark": ["benchmark", "pthread"],
            "//:benchmark_main": ["benchmark_main"],
        },
        library_deps = {"//:benchmark_main": ["//:benchmark"]},
    )

def _googletest(name):
    # The targets gtest and gtest_main also contain GoogleMock, as upstream.
    system_library(
        name = name,
        package = "libgtest-dev libgmock-dev",
        probe = "gmock/gmock.h",
        libraries = {
            "//:gtest": ["gmock", "gtest", "pthread"],
            "//:gtest_main": ["gmock_main"],
        },
        library_deps = {"//:gtest_main": ["//:gtest"]},
    )

def _grpc(name):
    system_library(
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

def _asio(name):
    system_library(
        name = name,
        package = "libasio-dev",
        probe = "asio.hpp",
        libraries = {"//:asio": []},
    )

def _flatbuffers(name):
    system_library(
        name = name,
        package = "libflatbuffers-dev flatbuffers-compiler",
        probe = "flatbuffers/grpc.h",
        libraries = {"//:flatbuffers": ["flatbuffers"]},
        library_deps = {"//:flatbuffers": ["@com_github_grpc_grpc//:grpc++"]},
        programs = {"//:flatc": "/usr/bin/flatc"},
    )

def _hiredis(name):
    system_library(
        name = name,
        package = "libhiredis-dev",
        probe = "hiredis/hiredis.h",
        libraries = {"//:hiredis": ["hiredis"]},
    )

def _libmicrohttpd(name):
    system_library(
        name = name,
        package = "libmicrohttpd-dev",
        probe = "microhttpd.h",
        libraries = {"//:libmicrohttpd": ["microhttpd"]},
    )

def _nlohmann_json(name):
    system_library(
        name = name,
        package = "nlohmann-json3-dev",
        probe = "nlohmann/json.hpp",
        libraries = {"//:json": []},
    )

# Uses the generated code in OpenTelemetry's own libraries. The exporters link
# them, too, and a program may contain each message only once.
def _opentelemetry_proto(name):
    system_library(
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

def _sqlite3(name):
    system_library(
        name = name,
        package = "libsqlite3-dev",
        probe = "sqlite3.h",
        libraries = {"//:sqlite3": ["sqlite3"]},
    )

def _zlib(name):
    system_library(
        name = name,
        package = "zlib1g-dev",
        probe = "zlib.h",
        libraries = {"//:zlib": ["z"]},
    )

_REPOSITORIES = {
    "asio": _asio,
    "com_github_google_benchmark": _benchmark,
    "com_github_google_flatbuffers": _flatbuffers,
    "com_github_grpc_grpc": _grpc,
    "com_github_opentelemetry_proto": _opentelemetry_proto,
    "com_google_absl": system_absl,
    "com_google_googletest": _googletest,
    "com_google_protobuf": system_protobuf,
    "hiredis": _hiredis,
    "io_opentelemetry_cpp": system_opentelemetry,
    "libmicrohttpd": _libmicrohttpd,
    "nlohmann_json": _nlohmann_json,
    "sqlite3": _sqlite3,
    "zlib": _zlib,
}

def baton_dependencies():
    """Defines Baton's repositories and rules, except those already defined."""
    baton_build_rules()
    for name, define in _REPOSITORIES.items():
        if not native.existing_rule(name):
            define(name = name)
