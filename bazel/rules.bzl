# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""The rules of Baton's BUILD files: cc rules with Baton's compiler flags."""

load("@baton_rules//:rules.bzl", "rules")
load("@rules_cc//cc:defs.bzl", "cc_binary", "cc_library", "cc_test")
load(":copts.bzl", "baton_copts")

def _headers():
    """Returns the library with the folder of headers, for other projects.

    interceptors/baton/deadline.h is included as "baton/deadline.h". Other headers
    are included relative to the workspace root. One folder for all libraries is
    faster than strip_include_prefix, which makes a folder for each library: the
    compiler would look for each header of gRPC in some hundred folders.
    """
    if native.package_name().startswith("interceptors/") and native.repository_name() != "@":
        return [Label("//interceptors:headers")]
    return []

def baton_cc_library(name, copts = [], deps = [], **kwargs):
    """Defines a library. Headers below interceptors/ have the path "baton/..."."""
    cc_library(
        name = name,
        copts = baton_copts() + copts,
        deps = deps + _headers(),
        **kwargs
    )

def baton_cc_binary(name, copts = [], **kwargs):
    """Defines a program."""
    cc_binary(
        name = name,
        copts = baton_copts() + copts,
        **kwargs
    )

def baton_cc_test(name, copts = [], deps = [], size = "small", **kwargs):
    """Defines a GoogleTest or GoogleMock test, including the main function.

    Tag the test "concurrency" if it runs threads. TSan runs such tests, too.
    """
    cc_test(
        name = name,
        size = size,
        copts = baton_copts() + copts,
        deps = deps + ["@com_google_googletest//:gtest_main"],
        **kwargs
    )

def baton_cc_benchmark(name, srcs, deps = [], copts = [], tags = [], **kwargs):
    """Defines a Google Benchmark program, and a test that it still runs.

    To measure, call ./bazelw run --config=opt <name>. <name>_smoke_test runs
    every benchmark once and measures nothing.
    """
    library = name + "_lib"
    cc_library(
        name = library,
        testonly = True,
        srcs = srcs,
        alwayslink = True,  # Benchmarks register themselves.
        copts = baton_copts() + copts,
        visibility = ["//visibility:private"],
        deps = deps + ["@com_github_google_benchmark//:benchmark_main"],
    )
    cc_binary(
        name = name,
        testonly = True,
        deps = [library],
        **kwargs
    )
    cc_test(
        name = name + "_smoke_test",
        size = "small",
        args = ["--benchmark_min_time=1e-9"],
        tags = tags + ["benchmark"],
        deps = [library],
    )

def baton_cc_measurement(name, srcs, smoke_args, deps = [], copts = [], size = "small", tags = []):
    """Defines a measurement program with its own main function.

    For measurements that do not fit into a benchmark loop. To measure, call
    ./bazelw run --config=opt <name>. <name>_smoke_test runs the program with
    `smoke_args`, which should make the run very short.
    """
    library = name + "_lib"
    cc_library(
        name = library,
        testonly = True,
        srcs = srcs,
        alwayslink = True,  # It contains the main function.
        copts = baton_copts() + copts,
        visibility = ["//visibility:private"],
        deps = deps,
    )
    cc_binary(
        name = name,
        testonly = True,
        deps = [library],
    )
    cc_test(
        name = name + "_smoke_test",
        size = size,
        args = smoke_args,
        tags = tags + ["benchmark"],
        deps = [library],
    )

def baton_cc_fuzz_test(name, srcs, corpus, deps = [], copts = [], fuzzer_args = [], tags = [], **kwargs):
    """Defines a fuzz target from LLVMFuzzerTestOneInput and a corpus of inputs.

    With --config=fuzz the target is a libFuzzer program, and "test" fuzzes for
    four seconds. Otherwise it is a test that runs the corpus and empty input.

    Args:
      name: the target, ends in _fuzz_test.
      srcs: the one file that defines LLVMFuzzerTestOneInput.
      corpus: files of this package, such as glob(["corpus/x/**"]).
      deps: the libraries that srcs includes.
      copts: further compiler flags.
      fuzzer_args: options of libFuzzer.
      tags: further tags.
      **kwargs: passed to cc_test.
    """
    inputs = [native.package_name() + "/" + file for file in corpus]
    fuzzing = "//bazel:fuzzing"
    default = "//conditions:default"
    cc_test(
        name = name,
        size = "small",
        srcs = srcs + select({
            fuzzing: [],
            default: ["//tests/fuzz:standalone_main.cc"],
        }),
        args = select({
            fuzzing: fuzzer_args + (["-seed_inputs=" + ",".join(inputs)] if inputs else []),
            default: inputs,
        }),
        copts = baton_copts() + copts,
        data = corpus,
        linkopts = select({
            fuzzing: ["-fsanitize=fuzzer"],
            default: [],
        }),
        tags = tags + ["fuzz"],
        deps = deps,
        **kwargs
    )

def baton_py_test(name, main, srcs, size = "small", tags = []):
    """A test written with unittest: runs `main`, which finds `srcs` beside it."""
    rules.sh_test(
        name = name,
        size = size,
        srcs = ["//bazel:python_test.sh"],
        args = ["$(rootpath %s)" % main],
        data = srcs + [main],
        tags = tags,
    )

def baton_sh_binary(name, **kwargs):
    """Defines a program that is a shell script. Bazel 9 has no native rule."""
    rules.sh_binary(name = name, **kwargs)

def baton_sh_test(name, **kwargs):
    """Defines a test that is a shell script. Bazel 9 has no native rule."""
    rules.sh_test(name = name, **kwargs)
