# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Refers to the Java rules that Bazel 4 contains.

Baton has no Java code. Bazel loads this file when it registers its own
toolchains, before every build.
"""

java_binary = native.java_binary
java_import = native.java_import
java_library = native.java_library
java_runtime = native.java_runtime
java_toolchain = native.java_toolchain
