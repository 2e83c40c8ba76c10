#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Baton and its tests with the newest Bazel, compiler, Abseil and OpenTelemetry
# that Debian has: those of sid, whose gRPC is the one of Debian 12. About 6 GB
# below $BATON_COMPAT_ROOTS (/var/tmp/baton-compat); "--again" continues with
# the system and the objects of last time.

# shellcheck source=tests/compat/root.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/root.sh"

need mmdebstrap git
if [[ "${1:-}" != --again ]]; then
  timed "Debian" make_root newest_bazel sid --variant=minbase --include=ca-certificates
fi
timed "clone" clone_into newest_bazel
timed "tests" in_root newest_bazel 7200 './bazelw --batch test --keep_going \
  //tests/build/... //tests/core/... //tests/config/... //tests/docs/... //tests/rpc/...'
