#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Runs the tests beside the page's sources, with node's own test runner.

set -euo pipefail
cd tools/traceview/web
exec node --test test/
