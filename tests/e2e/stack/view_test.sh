#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail
# Newer versions of node than some have know a limit of their own.
exec timeout --kill-after=10 240 node --test tests/e2e/stack/view.test.mjs
