# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""What Baton builds on, under the labels each project uses for itself.

Every repository here is the distribution's package. A workspace that defines
one of them before it calls baton_dependencies() keeps its own.
"""

load("//bazel/system:absl.bzl", "system_absl")
load("//bazel/system:library.bzl", "system_library")


def _absl(name):
    system_absl(name = name)

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

_REPOSITORIES = {
    "com_github_google_benchmark": _benchmark,
    "com_google_absl": _absl,
    "com_google_googletest": _googletest,
}

def baton_dependencies():
    """Defines every repository above that the workspace has not defined."""
    for name, define in _REPOSITORIES.items():
        if not native.existing_rule(name):
            define(name)
