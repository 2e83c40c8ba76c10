#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# readme_test.sh README PROGRAM [ARGUMENT]...: does the program print what the
# README's text block says?

set -euo pipefail

diff <(sed -n '/^```text$/,/^```$/{/^```/!p}' "$1") <("${@:2}")
