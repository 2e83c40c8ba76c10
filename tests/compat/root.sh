# shellcheck shell=bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Functions for the scripts in this folder. They create whole Debian systems
# below a folder, to build Baton in them. They need root, mmdebstrap, git and a
# Debian machine, and use its package mirror. Only the folder remains after a
# script: a system has its own mounts and processes, which end with the script.

set -euo pipefail

readonly ROOTS="${BATON_COMPAT_ROOTS:-/var/tmp/baton-compat}"
REPOSITORY="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)"
readonly REPOSITORY

need() {
  local program
  ((EUID == 0)) || { echo "$0: needs root" >&2 && exit 3; }
  for program in "$@"; do
    type -P "${program}" > /dev/null || { echo "$0: needs ${program}" >&2 && exit 3; }
  done
}

# Prints the package mirror of this machine.
mirror() {
  apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' \
    | sed -nE 's/^Debian ([^ ]+)$/\1/p' | sort -u | head -n 1
}

# make_root NAME SUITE OPTION...: creates a system of that suite with
# mmdebstrap. Accepts mirrors that are frozen on purpose.
make_root() {
  local root="${ROOTS}/$1" suite="$2"
  shift 2
  mkdir -p "${ROOTS}"
  rm -rf --one-file-system "${root}"
  nice -n 5 timeout 1200 mmdebstrap --quiet \
    --aptopt='Acquire::Check-Valid-Until "false"' "$@" \
    "${suite}" "${root}" "$(mirror)"
}

# clone_into NAME: copies the committed files to /src in the system. Files that
# a former copy has keep their times, so that a build goes on.
clone_into() {
  local copy="${ROOTS}/$1/src"
  if [[ -d "${copy}/.git" ]]; then
    git -C "${copy}" fetch --quiet "${REPOSITORY}" HEAD
    git -C "${copy}" reset --quiet --hard FETCH_HEAD
    git -C "${copy}" clean -dffqx
    return
  fi
  rm -rf --one-file-system "${copy}"
  git clone --quiet --no-hardlinks "${REPOSITORY}" "${copy}"
}

# in_root NAME SECONDS COMMAND: runs a shell command in /src in the system, as
# root. The system also trusts the certificate authority that this machine adds
# for npm.
in_root() {
  local root="${ROOTS}/$1" authorities="/usr/local/share/extra-authorities.pem"
  install -m 644 -T "${NODE_EXTRA_CA_CERTS:-/dev/null}" "${root}${authorities}"
  # shellcheck disable=SC2016
  nice -n 5 timeout --kill-after=30 "$2" \
    unshare --mount --pid --fork --kill-child sh -c '
      mount -t proc proc "$0/proc" &&
      mount --rbind /dev "$0/dev" &&
      exec chroot "$0" env -i HOME=/root LC_ALL=C.UTF-8 USER=root \
        NODE_EXTRA_CA_CERTS="$2" \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        sh -c "cd /src && $1"' "${root}" "$3" "${authorities}"
}

# timed NAME COMMAND...: prints the duration, and returns the exit code.
timed() {
  local name="$1" start="${SECONDS}" status=0
  shift
  "$@" || status=$?
  echo "=== ${name}: $((SECONDS - start)) s, exit ${status}"
  return "${status}"
}
