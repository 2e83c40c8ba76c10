#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Tests Baton with the newest Bazel, compiler, Abseil and OpenTelemetry of
# Debian. They come from sid, whose gRPC is the version of Debian 12. Needs
# about 6 GB below $BATON_COMPAT_ROOTS (/var/tmp/baton-compat). "--again"
# continues with the system and the objects of the last run.

# shellcheck source=tests/compat/root.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/root.sh"

need mmdebstrap git
if [[ "${1:-}" != --again ]]; then
  timed "Debian" make_root newest_bazel sid --variant=minbase --include=ca-certificates
fi
timed "clone" clone_into newest_bazel
timed "tests" in_root newest_bazel 7200 './bazelw --batch test --keep_going \
  //tests/build/... //tests/core/... //tests/config/... //tests/docs/... //tests/rpc/...'
