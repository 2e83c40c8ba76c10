#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Runs the README's two commands on a Debian 12 without any extra packages, like
# a user who has just cloned the repository. Needs about 2 GB below
# $BATON_COMPAT_ROOTS (/var/tmp/baton-compat). "--again" continues with the
# system of the last run.

# shellcheck source=tests/compat/root.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/root.sh"

need mmdebstrap git
if [[ "${1:-}" != --again ]]; then
  timed "Debian" make_root fresh_debian bookworm --variant=minbase
fi
timed "clone" clone_into fresh_debian
failed=0
timed "demo" in_root fresh_debian 3600 './bazelw run //examples/stack:demo' || failed=1
timed "tests" in_root fresh_debian 10800 './bazelw test //...' || failed=1
exit "${failed}"
