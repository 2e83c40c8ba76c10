#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail
exec node --test --test-timeout=240000 tests/e2e/telemetry/aspire.test.mjs
