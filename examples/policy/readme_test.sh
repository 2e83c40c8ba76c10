#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail

readonly HERE=examples/policy

diff <(sed -n '/^```text$/,/^```$/{/^```/!p}' "${HERE}/README.md") \
  <("${HERE}/policy" "${HERE}/policy.textproto" "${HERE}/broken.textproto")
