#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# The client's instructions per call, counted by callgrind, and their ratio to
# bare gRPC's: the figure that a busy machine does not blur.
#
#   ./bazelw build --config=opt //tests/benchmark:unary
#   tests/benchmark/instructions.sh [LOAD [SUBJECT...]]

set -euo pipefail
cd "$(dirname "$0")/../.."

readonly PROGRAM=bazel-bin/tests/benchmark/unary
readonly LOAD=${1:-sync}
readonly SUBJECTS=("${@:2}")
# What a process does once is in both counts and leaves with the difference.
readonly FEW=500
readonly MANY=2500

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

count() {
  timeout 300 valgrind --tool=callgrind \
    --callgrind-out-file="$scratch/callgrind" \
    "$PROGRAM" "--load=$LOAD" "--subject=$1" "--calls=$2" 2>&1 |
    sed -n 's/.*Collected : //p'
}

bare=
for subject in bare "${SUBJECTS[@]:-direct retrying}"; do
  for name in $subject; do
    few=$(count "$name" $FEW)
    many=$(count "$name" $MANY)
    per_call=$(((many - few) / (MANY - FEW)))
    bare=${bare:-$per_call}
    awk -v name="$name" -v per_call="$per_call" -v bare="$bare" \
      'BEGIN { printf "%-10s %d  ratio %.3f\n", name, per_call, per_call / bare }'
  done
done
