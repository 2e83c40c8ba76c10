#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail

# Exits with 1 if a promise was not kept.
tests/core/scenarios/print_scenarios
