#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# readme_test.sh README PROGRAM [ARGUMENT]...
# Checks that the program prints the text block of the README.

set -euo pipefail

diff <(sed -n '/^```text$/,/^```$/{/^```/!p}' "$1") <("${@:2}")
