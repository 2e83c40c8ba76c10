# shellcheck shell=bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Sourced by ./bazelw when something is missing: installs it, or explains.

readonly APT_LOG="${TMPDIR:-/tmp}/bazelw-apt.${UID}.log"
readonly BACKPORTS=/etc/apt/sources.list.d/baton-backports

say() {
  printf 'bazelw: %s\n' "$*" >&2
}

# Joins its arguments as "a, b, c".
listed() {
  local joined
  printf -v joined '%s, ' "$@"
  printf '%s' "${joined%, }"
}

run_apt() {
  DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 "$@" >> "${APT_LOG}" 2>&1
}

fail_with_log() {
  say "$1; the end of ${APT_LOG}:"
  tail -n 25 "${APT_LOG}" >&2
  if grep -qE 'is expired|not valid anymore' "${APT_LOG}"; then
    say "the package index is past its date; for a mirror that stands still on purpose, set Acquire::Check-Valid-Until \"false\" in /etc/apt/apt.conf.d"
  fi
  exit 3
}

# Prints those of the packages that apt has no candidate for.
without_candidate() {
  local package
  for package in "$@"; do
    [[ -n "$(apt-cache show --no-all-versions "${package}" 2> /dev/null)" ]] || echo "${package}"
  done
}

# Prints one candidate source a line for this release's backports, in the form
# "<extension>TAB<text>" with newlines as \v: the entries the machine has for
# the release itself, with another suite. It may have several, since others
# name their suites after Debian's releases too.
backports_candidates() {
  local codename="$1" file
  for file in /etc/apt/sources.list.d/*.sources; do
    [[ -e "${file}" ]] || continue
    awk -v suite="${codename}" '
      function flush_stanza() {
        if (deb && found && !disabled) printf "sources\t%s\n", text
        text = ""; deb = found = disabled = 0; field = ""
      }
      /^#/ { next }
      /^[ \t]*$/ { flush_stanza(); next }
      /^[^ \t]/ { field = tolower(substr($1, 1, index($1, ":") - 1)) }
      field == "types" && / deb( |$)/ { deb = 1 }
      field == "enabled" && tolower($2) ~ /^(no|false)$/ { disabled = 1 }
      field == "types" { $0 = "Types: deb" }
      field == "suites" {
        for (i = 1; i <= NF; i++) if ($i == suite) found = 1
        if ($0 ~ /^[ \t]/) next
        $0 = "Suites: " suite "-backports"
      }
      { text = text $0 "\v" }
      END { flush_stanza() }
    ' "${file}"
  done
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [[ -e "${file}" ]] || continue
    sed -nE "s/^[ \t]*deb[ \t]+((\[[^]]*\][ \t]+)?[^ \t]+)[ \t]+${codename}[ \t]+(.*)\$/list\tdeb \1 ${codename}-backports \3/p" "${file}"
  done
}

# Makes the packages known to apt from the release's backports.
add_backports() {
  local codename extension text
  # shellcheck source=/dev/null
  codename="$(source /etc/os-release && echo "${VERSION_CODENAME:-}")"
  while IFS=$'\t' read -r extension text; do
    tr '\v' '\n' <<< "${text}" > "${BACKPORTS}.${extension}"
    if run_apt update -o Dir::Etc::SourceList="${BACKPORTS}.${extension}" \
      -o Dir::Etc::SourceParts=- -o APT::Get::List-Cleanup=0 \
      && [[ -z "$(without_candidate "$@")" ]]; then
      say "added ${BACKPORTS}.${extension} for $(listed "$@")"
      return
    fi
    rm -f "${BACKPORTS}.${extension}"
  done < <(backports_candidates "${codename}")
  fail_with_log "no package source has $(listed "$@")"
}

install_apt() {
  local unknown
  : > "${APT_LOG}"
  say "installing $(listed "$@") (apt)"
  mapfile -t unknown < <(without_candidate "$@")
  if ((${#unknown[@]})); then
    run_apt update || fail_with_log "apt-get update failed"
    mapfile -t unknown < <(without_candidate "$@")
  fi
  ((${#unknown[@]})) && add_backports "${unknown[@]}"
  run_apt install -y --no-install-recommends "$@" && return
  # An old index names files that the mirror has replaced since.
  run_apt update || fail_with_log "apt-get update failed"
  run_apt install -y --no-install-recommends "$@" || fail_with_log "apt-get install failed"
}

install_npm() {
  local folder
  for folder in "$@"; do
    say "installing ${folder}/package-lock.json (npm)"
    npm --prefix "${ROOT}/${folder}" ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2 \
      || { say "npm ci failed in ${folder}" && exit 3; }
    touch "${ROOT}/${folder}/node_modules/.package-lock.json"
  done
}

# Says which bazels are there and not taken.
explain_bazel() {
  local path
  [[ -z "$(find_bazel)" ]] || return 0
  while read -r path; do
    say "not used: ${path}, which is not known to be 4.2 to 7; set \$BAZEL to use it all the same"
  done < <(type -aP bazel bazelisk)
}

# Says what is missing and the command that gets it.
explain_and_exit() {
  local packages
  mapfile -t packages < <(missing_apt "$@")
  say "missing: $(listed "${packages[@]}")"
  if type -P apt-get > /dev/null; then
    say "run once as root:  ./bazelw --install-only $*"
    say "or by hand:        apt-get install ${packages[*]}"
    say "                   (what the release lacks is in its backports)"
  else
    say "those are Debian 12's names; install what your system calls them"
  fi
  exit 3
}

missing_apt() {
  missing_packages "$@" | grep -v '^npm:'
}

missing_npm() {
  missing_packages "$@" | sed -n 's/^npm://p'
}

# Installs what the groups need. One run at a time: a second one waits, then
# finds nothing left to do.
install_missing() {
  local packages folders
  if [[ -n "$(missing_apt "$@")" ]]; then
    explain_bazel
    if [[ "$(id -u)" != 0 ]] || ! type -P apt-get > /dev/null; then
      explain_and_exit "$@"
    fi
    exec 9> "${APT_LOG}.lock"
    flock 9
    mapfile -t packages < <(missing_apt "$@")
    ((${#packages[@]})) && install_apt "${packages[@]}"
    exec 9>&-
  fi
  mapfile -t folders < <(missing_npm "$@")
  ((${#folders[@]})) && install_npm "${folders[@]}"
  return 0
}
