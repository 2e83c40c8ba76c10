# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""The rules of rules_java as Bazel 4 carries them itself.

Nothing here is Java. Bazel loads this file while it registers its own
toolchains, before it builds anything at all.
"""

java_binary = native.java_binary
java_import = native.java_import
java_library = native.java_library
java_runtime = native.java_runtime
java_toolchain = native.java_toolchain
