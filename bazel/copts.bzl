# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Compiler flags of our own code; generated code gets none of them."""

BATON_COPTS = [
    "-Wall",
    "-Wextra",
    "-Wimplicit-fallthrough",
    "-Wnon-virtual-dtor",
    "-Woverloaded-virtual",
    "-Wshadow",
    "-Wvla",
    "-Werror",
]
