# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Compiler flags of our own code; generated code gets none of them."""

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
    """The flags for the package that calls this.

    A warning is an error here, but not where Baton is somebody's dependency:
    their compiler may know warnings that ours does not.
    """
    if native.repository_name() == "@":
        return _WARNINGS + ["-Werror"]
    return _WARNINGS
