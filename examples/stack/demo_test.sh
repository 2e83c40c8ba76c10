#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# The demo's promises, its exit codes, and that it leaves nothing behind.

set -euo pipefail

readonly DEMO=examples/stack/demo

fail() {
  echo "demo_test: $*" >&2
  exit 1
}

# run COMMAND...: in a session of its own, by which what it leaves is found.
# Sets EXIT, and fails if there is anything.
run() {
  local session
  EXIT=0
  # A shell without job control runs this as no leader of a group, so that
  # `setsid` needs no process between.
  setsid "$@" < /dev/null &
  session=$!
  wait "${session}" || EXIT=$?
  expect_nothing_left "${session}"
}

# Ports are held by processes: where there are none, none is taken.
expect_nothing_left() {
  local stat pid name session left=""
  for stat in /proc/[0-9]*/stat; do
    read -r pid name _ _ _ session _ < "${stat}" || continue
    [[ "${session}" == "$1" ]] && left+=" ${pid}${name}"
  done 2> /dev/null
  [[ -z "${left}" ]] || fail "left behind:${left}"
}

# Exits with 1 if a promise was not kept. One run does not disturb the next.
for scenario in overload slow outage; do
  run "${DEMO}" --modes=baton --scenario="${scenario}"
  ((EXIT == 0)) || fail "exit code ${EXIT} after a run"
done

# Traces that nobody takes disturb nobody.
OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:9 run "${DEMO}" --modes=baton --scenario=crash --lasts=300ms
((EXIT == 0)) || fail "exit code ${EXIT} where no backend listens"

run "${DEMO}" --view=off --record=/dev/null
((EXIT == 2)) || fail "exit code ${EXIT} for a recording of nothing"

run "${DEMO}" --scenario=holidays
((EXIT == 2)) || fail "exit code ${EXIT} for a scenario that there is not"

# Ctrl-C when the services are up. `setsid` gives its own process id to the
# session, and to the demo.
coproc STARTED { exec setsid "${DEMO}" --modes=baton --lasts=1h 2>&1; }
readonly SESSION="${STARTED_PID}"
exec {OUTPUT}<&"${STARTED[0]}"
while read -r -t 60 line <&"${OUTPUT}"; do
  [[ "${line}" == *"one request"* ]] && break
done
kill -INT "${SESSION}"
status=0
wait "${SESSION}" || status=$?
((status == 130)) || fail "exit code ${status} when interrupted"
expect_nothing_left "${SESSION}"
