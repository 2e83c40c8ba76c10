#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail

readonly HERE=examples/tracing

# The document does not pin the wait, because it contains a random jitter.
without_figures() {
  sed -E 's/\bwait_ms=[0-9.]+/wait_ms=2x/g'
}

diff <(sed -n '/^```text$/,/^```$/{/^```/!p}' "${HERE}/README.md") \
  <("${HERE}/tracing" | without_figures)
