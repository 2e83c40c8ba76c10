# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Refers to the proto rules that Bazel contains."""

proto_lang_toolchain = native.proto_lang_toolchain
proto_library = native.proto_library
