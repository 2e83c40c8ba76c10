#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Checks the alert rules and every query of the dashboard and of the document
# with Prometheus's own tool. Simulates the conditions in which each alert must
# fire.

set -euo pipefail

cp docs/operating/prometheus-alerts.yaml tests/e2e/telemetry/alerts_test.yaml "${TEST_TMPDIR}"
python3 tests/e2e/telemetry/queries_as_rules.py > "${TEST_TMPDIR}/queries.yaml"
cd "${TEST_TMPDIR}"
promtool check rules prometheus-alerts.yaml queries.yaml
promtool test rules alerts_test.yaml
