#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail

readonly HERE=examples/server

diff <(sed -n '/^```text$/,/^```$/{/^```/!p}' "${HERE}/README.md") <("${HERE}/server")
