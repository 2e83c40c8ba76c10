# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Defines Baton's repositories for MODULE.bazel.

A repository such as @com_google_absl consists of aliases for the targets of a
module. With --repo_env=BATON_PACKAGES=distribution it is the package of the
distribution instead. A project that shares gRPC with Baton can use the same
repositories:

    baton = use_extension("@baton//bazel:extensions.bzl", "dependencies")
    use_repo(baton, "com_github_grpc_grpc")
"""

load(":build_rules.bzl", "rules_repository")
load(":deps.bzl", "define_repositories")

# Bazel 9 contains none of these rules.
_RULES_OF_MODULES = """\
load("@module_com_google_protobuf//bazel:proto_library.bzl", "proto_library")
load("@module_com_google_protobuf//bazel/common:proto_info.bzl", "ProtoInfo")
load("@module_com_google_protobuf//bazel/toolchains:proto_lang_toolchain.bzl", "proto_lang_toolchain")
load("@rules_cc//cc/common:cc_common.bzl", "cc_common")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("@rules_shell//shell:sh_binary.bzl", "sh_binary")
load("@rules_shell//shell:sh_test.bzl", "sh_test")

rules = struct(
    CcInfo = CcInfo,
    ProtoInfo = ProtoInfo,
    cc_common = cc_common,
    proto_lang_toolchain = proto_lang_toolchain,
    proto_library = proto_library,
    sh_binary = sh_binary,
    sh_test = sh_test,
)
"""

def _define(from_distribution):
    rules_repository(name = "baton_rules", text = _RULES_OF_MODULES)
    define_repositories(from_distribution)

def _dependencies_impl(ctx):
    _define(ctx.os.environ.get("BATON_PACKAGES") == "distribution")

dependencies = module_extension(
    implementation = _dependencies_impl,
    environ = ["BATON_PACKAGES"],
)

def _distribution_impl(_ctx):
    _define(True)

# Always takes the packages of the distribution.
distribution = module_extension(implementation = _distribution_impl)
