#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Runs a Python test. Bazel 4's py_test asks for a program named "python",
# which Debian does not install.
exec python3 "$@"
