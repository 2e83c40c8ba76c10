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
# Sets EXIT.
run() {
  EXIT=0
  setsid --wait "$@" || EXIT=$?
}

# The processes of the shop that belong to a session.
left_in_session() {
  local stat pid name session
  for stat in /proc/[0-9]*/stat; do
    read -r pid name _ _ _ session _ < "${stat}" || continue
    [[ "${name}" == "(shop)" && "${session}" == "$1" ]] && echo "${pid}"
  done 2> /dev/null
  return 0
}

# The ports of 127.0.0.1 that those were told to listen on.
ports_in_session() {
  local pid
  for pid in $(left_in_session "$1"); do
    tr '\0' '\n' < "/proc/${pid}/cmdline" | sed -n 's/^--listen=127\.0\.0\.1://p'
  done 2> /dev/null
  return 0
}

is_listened_on() {
  local hex
  printf -v hex '%04X' "$1"
  awk -v port=":${hex}" '$4 == "0A" && substr($2, length($2) - 4) == port { found = 1 }
    END { exit !found }' /proc/net/tcp /proc/net/tcp6
}

# Exits with 1 if a promise was not kept.
run "${DEMO}" --modes=baton --scenario=overload
((EXIT == 0)) || fail "exit code ${EXIT} after a run"

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
ports=()
for ((i = 0; i < 300 && ${#ports[@]} < 5; ++i)); do
  mapfile -t ports < <(ports_in_session "${SESSION}")
  read -r -t 0.1 line <&"${OUTPUT}" || true
done
((${#ports[@]} == 5)) || fail "services on ${#ports[@]} ports, not on 5"
kill -INT "${SESSION}"
status=0
wait "${SESSION}" || status=$?
((status == 130)) || fail "exit code ${status} when interrupted"
left="$(left_in_session "${SESSION}")"
[[ -z "${left}" ]] || fail "left behind: ${left}"
for port in "${ports[@]}"; do
  is_listened_on "${port}" && fail "left behind: port ${port}"
done
exit 0
