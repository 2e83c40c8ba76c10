# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""The rules that our BUILD files use: cc rules plus the house flags."""

load("@rules_cc//cc:defs.bzl", "cc_binary", "cc_library", "cc_test")
load(":copts.bzl", "BATON_COPTS")

def _include_prefix():
    # interceptors/baton/core/deadline.h is included as "baton/core/deadline.h";
    # everything else is included from the workspace root.
    if native.package_name().startswith("interceptors/"):
        return "/interceptors"
    return None

def baton_cc_library(name, copts = [], **kwargs):
    """A library; headers under interceptors/ are included as "baton/..."."""
    cc_library(
        name = name,
        copts = BATON_COPTS + copts,
        strip_include_prefix = kwargs.pop("strip_include_prefix", _include_prefix()),
        **kwargs
    )

def baton_cc_binary(name, copts = [], **kwargs):
    """A program."""
    cc_binary(
        name = name,
        copts = BATON_COPTS + copts,
        **kwargs
    )

def baton_cc_test(name, copts = [], deps = [], size = "small", **kwargs):
    """A GoogleTest or GoogleMock test; brings the main function along."""
    cc_test(
        name = name,
        size = size,
        copts = BATON_COPTS + copts,
        deps = deps + ["@com_google_googletest//:gtest_main"],
        **kwargs
    )
