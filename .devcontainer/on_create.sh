#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Installs the packages of bazel/requirements.txt in a new development container
# of Debian 12. Uses the package sources of the image.

set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

# npm and git need the certificates.
apt-get update
DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ca-certificates clangd

for group in asio build sanitize stores traceview e2e lint tidy api gate; do
  ./bazelw --install-only "${group}"
done
