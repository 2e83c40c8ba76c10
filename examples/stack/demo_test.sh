#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Tests the demo's promises and exit codes, and that no process is left behind.

set -euo pipefail

readonly DEMO=examples/stack/demo

fail() {
  echo "demo_test: $*" >&2
  exit 1
}

# run COMMAND...: runs the command in its own session, and sets EXIT. Fails if
# a process of this session is left behind.
run() {
  local session
  EXIT=0
  # Without job control, this process is not a process group leader. `setsid`
  # therefore does not fork.
  setsid "$@" < /dev/null &
  session=$!
  wait "${session}" || EXIT=$?
  expect_nothing_left "${session}"
}

# Fails if a process of session $1 exists. Without processes, no port is in use
# either.
expect_nothing_left() {
  local stat pid name session left=""
  for stat in /proc/[0-9]*/stat; do
    read -r pid name _ _ _ session _ < "${stat}" || continue
    [[ "${session}" == "$1" ]] && left+=" ${pid}${name}"
  done 2> /dev/null
  [[ -z "${left}" ]] || fail "left behind:${left}"
}

# The demo exits with 1 if a promise was not kept. One run does not affect the
# next.
for scenario in overload slow outage; do
  run "${DEMO}" --modes=baton --scenario="${scenario}"
  ((EXIT == 0)) || fail "exit code ${EXIT} after a run"
done

# An endpoint that accepts no traces does not affect the run.
OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:9 run "${DEMO}" --modes=baton --scenario=crash --lasts=300ms
((EXIT == 0)) || fail "exit code ${EXIT} where no backend listens"

run "${DEMO}" --view=off --record=/dev/null
((EXIT == 2)) || fail "exit code ${EXIT} for --record without a trace view"

run "${DEMO}" --scenario=holidays
((EXIT == 2)) || fail "exit code ${EXIT} for an unknown scenario"

# Sends Ctrl-C when the services run. `setsid` runs the demo in its own process,
# so the process id, the session id and the demo's process id are the same.
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
