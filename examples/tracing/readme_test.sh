#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail

readonly HERE=examples/tracing

# How long the wait is stretched at random is not what the document is about.
without_figures() {
  sed -E 's/\bbackoff_ms=[0-9.]+/backoff_ms=2x/g'
}

diff <(sed -n '/^```text$/,/^```$/{/^```/!p}' "${HERE}/README.md") \
  <("${HERE}/tracing" | without_figures)
