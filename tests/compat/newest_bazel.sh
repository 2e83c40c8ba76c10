#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Tests Baton with the newest Bazel, compiler, Abseil and OpenTelemetry of
# Debian. They come from sid, whose gRPC is the version of Debian 12. Needs
# about 6 GB below $BATON_COMPAT_ROOTS (/var/tmp/baton-compat).
#
#   newest_bazel.sh [--again] [tests] [module] [consumers]
#
# "tests" are Baton's own, and read WORKSPACE. "module" builds the tests of the
# dependencies by MODULE.bazel. "consumers" are the programs of docs/install.md
# that use Baton by WORKSPACE and by MODULE.bazel. All three by default.
# "--again" continues with the system and the objects of the last run.

# shellcheck source=tests/compat/root.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/root.sh"

need mmdebstrap git
again=0
[[ "${1:-}" == --again ]] && again=1 && shift
parts=" ${*:-tests module consumers} "
failed=0
if ((again == 0)); then
  timed "Debian" make_root newest_bazel sid --variant=minbase --include=ca-certificates
fi
timed "clone" clone_into newest_bazel
if [[ "${parts}" == *" tests "* ]]; then
  timed "tests" in_root newest_bazel 7200 './bazelw --batch test --keep_going \
    //tests/build/... //tests/core/... //tests/config/... //tests/docs/... //tests/rpc/...' || failed=1
fi
if [[ "${parts}" == *" module "* ]]; then
  # shellcheck disable=SC2016
  timed "module" in_root newest_bazel 3600 './bazelw --install-only &&
    options="$(python3 tests/install/registry.py /registry)" &&
    bazel --batch --bazelrc=bazel/bazel8.bazelrc test ${options} //tests/build/...' || failed=1
fi
if [[ "${parts}" == *" consumers "* ]]; then
  # A run with --again finds the objects of the last run.
  timed "consumers" in_root newest_bazel 7200 './bazelw --install-only traceview &&
    echo "build --disk_cache=/var/cache/bazel" > ~/.bazelrc &&
    python3 tests/install/run.py WORKSPACE MODULE.bazel "MODULE.bazel with packages"' || failed=1
fi
exit "${failed}"
