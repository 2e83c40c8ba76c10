#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Counts the instructions per call of the client or the server with callgrind,
# and prints their ratio to bare gRPC. Other work on the machine does not affect
# this value.
#
#   ./bazelw build --config=opt //tests/benchmark:unary
#   tests/benchmark/instructions.sh [LOAD [SUBJECT...]]
#
# With a server that fails 1 or 2 of 3 attempts, as a ratio to gRPC's own
# retries:
#
#   tests/benchmark/instructions.sh --fails=1 [LOAD [SUBJECT...]]
#
#   ./bazelw build --config=opt //tests/benchmark:server
#   tests/benchmark/instructions.sh --server=CLIENT [LOAD [SUBJECT...]]
#
#   ./bazelw build --config=opt //tests/benchmark:stream
#   tests/benchmark/instructions.sh --stream=KIND [LOAD [SUBJECT...]]

set -euo pipefail
cd "$(dirname "$0")/../.."

program=(bazel-bin/tests/benchmark/unary)
yardstick=bare
others=(direct retrying)
if [[ "${1:-}" == --server=* ]]; then
  program=(bazel-bin/tests/benchmark/server "--client=${1#*=}")
  others=(noop installed)
  shift
elif [[ "${1:-}" == --stream=* ]]; then
  program=(bazel-bin/tests/benchmark/stream "--kind=${1#*=}")
  shift
elif [[ "${1:-}" == --fails=* ]]; then
  program+=("$1")
  yardstick=native
  others=(retrying)
  shift
fi
readonly LOAD=${1:-sync}
readonly SUBJECTS=("${@:2}")
# Both counts include the start of the process. The difference removes it.
readonly FEW=500
readonly MANY=2500

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

count() {
  timeout 300 valgrind --tool=callgrind \
    --callgrind-out-file="$scratch/callgrind" \
    "${program[@]}" "--load=$LOAD" "--subject=$1" "--calls=$2" 2>&1 |
    sed -n 's/.*Collected : //p'
}

((${#SUBJECTS[@]})) && others=("${SUBJECTS[@]}")
# All servers of a comparison have the same kind of handlers.
[[ "${others[0]}" == *-sync ]] && yardstick=bare-sync
bare=
for name in "$yardstick" "${others[@]}"; do
  few=$(count "$name" $FEW)
  many=$(count "$name" $MANY)
  per_call=$(((many - few) / (MANY - FEW)))
  bare=${bare:-$per_call}
  awk -v name="$name" -v per_call="$per_call" -v bare="$bare" \
    'BEGIN { printf "%-14s %d  ratio %.3f\n", name, per_call, per_call / bare }'
done
