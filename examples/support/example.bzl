# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""A program, and a test that it prints what its README shows."""

load("//bazel:rules.bzl", "baton_cc_binary", "baton_sh_test")

def baton_example(name, srcs, deps = [], arguments = []):
    """The example of one folder. `arguments` are files that it gets."""
    args = ["$(location %s)" % file for file in arguments]
    baton_cc_binary(
        name = name,
        srcs = srcs,
        args = args,
        data = arguments,
        deps = deps + [
            "//examples/support:echo_call",
            "//examples/support:local_server",
            "//interceptors/baton:client",
            "@com_github_grpc_grpc//:grpc++",
        ],
    )
    baton_sh_test(
        name = "readme_test",
        size = "small",
        srcs = ["//examples/support:readme_test.sh"],
        args = ["$(location README.md)", "$(location :%s)" % name] + args,
        data = ["README.md", ":" + name] + arguments,
    )
