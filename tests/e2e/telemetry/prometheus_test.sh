#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail
# `timeout` sets the limit, because only newer versions of node have an option.
exec timeout --kill-after=10 240 node --test tests/e2e/telemetry/prometheus.test.mjs
