#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Runs the stress tests of unary calls and of streams, the tests of cancellation
# and the tests of stream outcomes for a short time under valgrind's memcheck.
# Exits with a status other than 0 if it finds an error or definitely lost
# memory.
#
#   tests/rpc/valgrind.sh [SECONDS]
#
# Skips calls that are prepared and never started: gRPC 1.51 itself leaks those.

set -euo pipefail

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

./bazelw build //tests/rpc/unary:unary_stress_test //tests/rpc/unary:cancellation_test \
  //tests/rpc/stream:stream_{drop,hedge_stress,outcomes,stress}_test

memcheck() {
  valgrind --quiet --error-exitcode=9 --num-callers=30 --fair-sched=yes \
    --leak-check=full --errors-for-leak-kinds=definite \
    --show-leak-kinds=definite "$@"
}

memcheck bazel-bin/tests/rpc/unary/unary_stress_test \
  "--seconds=${1:-10}" --slowness=60 --drop_prepared=off
memcheck bazel-bin/tests/rpc/unary/cancellation_test \
  --gtest_filter='-*AtTheMoment*:*AtTheStart*:*Prepared*'
for streams in drop outcomes stress; do
  memcheck "bazel-bin/tests/rpc/stream/stream_${streams}_test"
done
memcheck bazel-bin/tests/rpc/stream/stream_hedge_stress_test --slowness=10
