#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Runs clang-tidy on the library, or on the given sources. Takes about five
# seconds per file, so it is not a lane of .ci/run. Exits with 1 on a finding.

set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

if (($#)); then
  sources=("$@")
else
  mapfile -t sources < <(git ls-files 'interceptors/*.cc')
fi

./bazelw --install-only tidy
# What protoc makes of the .proto files is included like everything else.
./bazelw build --noshow_progress //proto/... > /dev/null
GENERATED="$(./bazelw info bazel-bin 2> /dev/null)"
export GENERATED

# shellcheck disable=SC2016
printf '%s\0' "${sources[@]}" \
  | xargs -0 -n 1 -P "$(nproc)" sh -c '
      clang-tidy-14 --quiet "$0" -- -std=c++17 -Iinterceptors -I. \
        -isystem "${GENERATED}/proto" -isystem "${GENERATED}" \
        -DHAVE_ABSEIL -DOPENTELEMETRY_ABI_VERSION_NO=1 2> /dev/null' \
  || exit 1
