# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""The rules that our BUILD files use: cc rules plus the house flags."""

load("@rules_cc//cc:defs.bzl", "cc_binary", "cc_library", "cc_test")
load(":copts.bzl", "baton_copts")

def _include_prefix():
    # interceptors/baton/core/policy/deadline.h is included as "baton/core/policy/deadline.h";
    # everything else is included from the workspace root.
    if native.package_name().startswith("interceptors/"):
        return "/interceptors"
    return None

def baton_cc_library(name, copts = [], **kwargs):
    """A library; headers under interceptors/ are included as "baton/..."."""
    cc_library(
        name = name,
        copts = baton_copts() + copts,
        strip_include_prefix = kwargs.pop("strip_include_prefix", _include_prefix()),
        **kwargs
    )

def baton_cc_binary(name, copts = [], **kwargs):
    """A program."""
    cc_binary(
        name = name,
        copts = baton_copts() + copts,
        **kwargs
    )

def baton_cc_test(name, copts = [], deps = [], size = "small", **kwargs):
    """A GoogleTest or GoogleMock test; brings the main function along.

    Tag it "concurrency" when it runs threads: those go through TSan as well.
    """
    cc_test(
        name = name,
        size = size,
        copts = baton_copts() + copts,
        deps = deps + ["@com_google_googletest//:gtest_main"],
        **kwargs
    )

def baton_cc_benchmark(name, srcs, deps = [], copts = [], tags = [], **kwargs):
    """A Google Benchmark program, and a test that it has not rotted.

    ./bazelw run --config=opt <name> measures; <name>_smoke_test runs every
    benchmark once and measures nothing.
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

def baton_cc_measurement(name, srcs, smoke_args, deps = [], copts = [], tags = []):
    """A program with a main function that measures what no benchmark loop can.

    ./bazelw run --config=opt <name> measures; <name>_smoke_test runs it with
    `smoke_args`, which should make it measure next to nothing.
    """
    library = name + "_lib"
    cc_library(
        name = library,
        testonly = True,
        srcs = srcs,
        alwayslink = True,  # It holds the main function.
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
        size = "small",
        args = smoke_args,
        tags = tags + ["benchmark"],
        deps = [library],
    )

def baton_cc_fuzz_test(name, srcs, corpus, deps = [], copts = [], tags = [], **kwargs):
    """A fuzz target: LLVMFuzzerTestOneInput and the inputs it starts from.

    With --config=fuzz it is a libFuzzer program, and "test" fuzzes for five
    seconds; otherwise it is a test that replays the corpus and empty input.

    Args:
      name: the target; ends in _fuzz_test.
      srcs: the one file that defines LLVMFuzzerTestOneInput.
      corpus: files of this package, as glob(["corpus/x/**"]) lists them.
      deps: what srcs includes.
      copts: more compiler flags.
      tags: more tags.
      **kwargs: of cc_test.
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
            fuzzing: ["-seed_inputs=" + ",".join(inputs)] if inputs else [],
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
    native.sh_test(
        name = name,
        size = size,
        srcs = ["//bazel:python_test.sh"],
        args = ["$(rootpath %s)" % main],
        data = srcs + [main],
        tags = tags,
    )
