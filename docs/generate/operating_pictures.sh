#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Draws docs/images/operating/*: panels and requests for docs/operating.md.

set -euo pipefail
cd "$(dirname "$0")/../.."
./bazelw build --noshow_progress //tests/traceview:sample_view
# The programs of the tests look for other programs below $TEST_SRCDIR/baton.
folder=$(mktemp -d)
trap 'rm -rf "${folder}"' EXIT
ln -s "$(readlink -f bazel-bin)" "${folder}/baton"
mkdir -p docs/images/operating
TEST_SRCDIR=${folder} node docs/generate/operating_pictures.mjs docs/images/operating
