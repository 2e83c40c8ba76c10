#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail

readonly HERE=examples/quickstart

# The document does not pin times and the port.
without_figures() {
  sed -E 's/127\.0\.0\.1:[0-9]+/127.0.0.1:0/
          /timeout/!s/\b[0-9.]+(us|ms|s)\b/0ms/g
          s/\b(at|waited|after|in) 0([,:])/\1 0ms\2/g'
}

diff <(sed -n '/^```text$/,/^```$/{/^```/!p}' "${HERE}/README.md") \
  <("${HERE}/quickstart" "${HERE}/policy.textproto" | without_figures)
