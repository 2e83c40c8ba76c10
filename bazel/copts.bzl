# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Compiler flags of Baton's code. Generated code is compiled without them."""

_WARNINGS = [
    "-Wall",
    "-Wextra",
    "-Wextra-semi",
    "-Wimplicit-fallthrough",
    "-Wnon-virtual-dtor",
    "-Woverloaded-virtual",
    "-Wshadow",
    "-Wvla",
]

def baton_copts():
    """Returns the flags for the calling package.

    Warnings are errors in this repository, but not if Baton is a dependency:
    another compiler may have warnings that Baton was not compiled with.
    """
    if native.repository_name() == "@":
        return _WARNINGS + ["-Werror"]
    return _WARNINGS
