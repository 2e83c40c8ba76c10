#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Runs the programs of the package baton-tools, where debian.sh installed it.
# The folder has the file policy.textproto.

set -euo pipefail

# Each option of --help is in the manual page.
for program in baton-policy baton-traceview; do
  page="$(zcat "/usr/share/man/man1/${program}.1.gz" | sed 's/\\-/-/g')"
  for option in $("${program}" --help | grep -oE -- '--[a-z_]+' | sort -u); do
    [[ "${page}" == *"${option}"* ]] || { echo "${program}(1) has no ${option}" >&2 && exit 1; }
  done
done

baton-policy check policy.textproto
echo 'defaults { retry { max_attempt: 3 } }' > wrong.textproto
if baton-policy check wrong.textproto; then
  echo "baton-policy accepts a field that does not exist" >&2
  exit 1
fi

coproc VIEW { exec baton-traceview --http_port=0 --grpc_port=0; }
view="${VIEW_PID}"
trap 'kill "${view}"' EXIT
read -r -t 20 -u "${VIEW[0]}" line
echo "${line}"
address="${line#Trace view: http://}"
address="${address%/}"
# get PATH: prints the response of the trace view.
get() {
  exec 3<> "/dev/tcp/${address%:*}/${address#*:}"
  printf 'GET %s HTTP/1.0\r\nHost: %s\r\n\r\n' "$1" "${address}" >&3
  timeout 20 cat <&3
  exec 3<&-
}
get / > page
grep "<title>Baton traces</title>" page
get /app.js > script
grep --quiet "200 OK" script
echo "app.js: $(wc -c < script) bytes"
kill "${view}"
wait "${view}"
trap - EXIT
