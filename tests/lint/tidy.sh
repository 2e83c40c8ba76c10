#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Runs clang-tidy on the library. Takes about five seconds per file and core.
# Exits with 1 on a finding.
#
#   tests/lint/tidy.sh             all sources: some minutes
#   tests/lint/tidy.sh --changed   files changed since the merge base with
#                                  origin/main, or else within a day; only the
#                                  40 that were changed last
#   tests/lint/tidy.sh FILE...     these sources and headers

set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

readonly MOST_CHANGED=40

# Prints the commit that changes are compared with. Prints nothing if there is
# only one commit.
base() {
  local commit
  commit="$(git merge-base HEAD origin/main 2> /dev/null || true)"
  # On the main branch itself, the merge base is the newest commit.
  if [[ -z "${commit}" || "${commit}" == "$(git rev-parse HEAD)" ]]; then
    commit="$(git rev-list -1 --before="24 hours ago" HEAD)"
  fi
  [[ -n "${commit}" ]] || commit="$(git rev-parse --quiet --verify HEAD~1 || true)"
  echo "${commit}"
}

# Prints the changed sources and headers, the latest first.
changed() {
  local commit file
  commit="$(base)"
  {
    git diff --name-only HEAD -- 'interceptors/*.cc' 'interceptors/*.h'
    [[ -z "${commit}" ]] \
      || git log --format= --name-only "${commit}..HEAD" -- 'interceptors/*.cc' 'interceptors/*.h'
  } | awk '!seen[$0]++' | while read -r file; do
    [[ ! -f "${file}" ]] || echo "${file}"
  done
}

case "${1:-}" in
  "") mapfile -t sources < <(git ls-files 'interceptors/*.cc') ;;
  --changed)
    mapfile -t sources < <(changed)
    echo "tidy.sh: ${#sources[@]} changed files; looking at ${MOST_CHANGED} at most"
    sources=("${sources[@]:0:MOST_CHANGED}")
    ;;
  *) sources=("$@") ;;
esac
((${#sources[@]})) || exit 0

./bazelw --install-only tidy
# What protoc makes of the .proto files is included like everything else.
./bazelw build --noshow_progress //proto/... > /dev/null
GENERATED="$(./bazelw info bazel-bin 2> /dev/null)"
export GENERATED

# A header is C++, too.
# shellcheck disable=SC2016
printf '%s\0' "${sources[@]}" \
  | xargs -0 -n 1 -P "$(nproc)" sh -c '
      clang-tidy-14 --quiet "$0" -- -xc++ -std=c++17 -Iinterceptors -I. \
        -isystem "${GENERATED}/proto" -isystem "${GENERATED}" \
        -DHAVE_ABSEIL -DOPENTELEMETRY_ABI_VERSION_NO=1 2> /dev/null' \
  || exit 1
