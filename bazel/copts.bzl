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
    another compiler may have warnings that Baton was not compiled with. Here the
    option -I finds the headers, and for other projects //interceptors:headers: with
    -isystem, so that warnings in headers would not count here.
    """
    if native.repository_name() == "@":
        return _WARNINGS + ["-Werror", "-Iinterceptors"]
    return _WARNINGS
