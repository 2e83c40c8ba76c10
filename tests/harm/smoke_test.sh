#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Runs some hundred pairs of each profile and prints the counts. Fails only if a
# pair cannot run, or if bare gRPC hangs. Findings do not fail the test until
# the defects that cause them are fixed.
#
#   smoke_test.sh HARM

set -euo pipefail

"$1" --profile=default --pairs=250 --seed=1 --shown=2
"$1" --profile=strict --pairs=150 --seed=2 --shown=2
