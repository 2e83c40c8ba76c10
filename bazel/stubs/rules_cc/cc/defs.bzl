# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Refers to the C++ rules that Bazel 4 contains.

Distributions build without downloads, and Bazel 4's own tools load this file.
Every name is the native rule, so that BUILD files also work with the real
rules_cc.
"""

cc_binary = native.cc_binary
cc_import = native.cc_import
cc_library = native.cc_library
cc_proto_library = native.cc_proto_library
cc_test = native.cc_test
cc_toolchain = native.cc_toolchain
cc_toolchain_suite = native.cc_toolchain_suite
fdo_prefetch_hints = native.fdo_prefetch_hints
fdo_profile = native.fdo_profile
objc_import = native.objc_import
objc_library = native.objc_library
