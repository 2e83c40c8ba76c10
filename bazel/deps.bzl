# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""What Baton builds on, under the labels each project uses for itself.

Every repository here is the distribution's package. A workspace that defines
one of them before it calls baton_dependencies() keeps its own.
"""

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
    # Upstream's two targets hold GoogleMock as well.
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
        # Inline functions of gRPC's headers call these.
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

_REPOSITORIES = {
    "com_github_google_benchmark": _benchmark,
    "com_github_grpc_grpc": _grpc,
    "com_google_absl": system_absl,
    "com_google_googletest": _googletest,
    "com_google_protobuf": system_protobuf,
    "io_opentelemetry_cpp": system_opentelemetry,
}

def baton_dependencies():
    """Defines every repository above that the workspace has not defined."""
    for name, define in _REPOSITORIES.items():
        if not native.existing_rule(name):
            define(name = name)
