#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Runs the tests of the page's sources with node's test runner.

set -euo pipefail
cd tools/traceview/web
exec node --test test/
