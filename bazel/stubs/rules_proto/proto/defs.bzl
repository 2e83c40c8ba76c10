# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""The rules of rules_proto as Bazel 4 carries them itself."""

proto_lang_toolchain = native.proto_lang_toolchain
proto_library = native.proto_library
