# shellcheck shell=bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Sourced by ./bazelw if packages are missing. Installs them, or prints how to.

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
    say "the package index has expired; if the mirror is frozen on purpose, set Acquire::Check-Valid-Until \"false\" in /etc/apt/apt.conf.d"
  fi
  exit 3
}

# Prints the packages for which apt has no candidate.
without_candidate() {
  local package
  for package in "$@"; do
    [[ -n "$(apt-cache show --no-all-versions "${package}" 2> /dev/null)" ]] || echo "${package}"
  done
}

# Prints candidate sources for the backports of this release, one per line, as
# "<extension>TAB<text>" with \v for newlines. A candidate is a source of the
# release itself, with the suite of the backports. There may be several, because
# other projects also name their suites after Debian's releases.
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

# Adds a backports source that provides the packages to apt.
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
  fail_with_log "no package source provides $(listed "$@")"
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
  # An old index refers to files that the mirror has replaced.
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

# Prints the bazels in $PATH that bazelw does not use.
explain_bazel() {
  local path
  [[ -z "$(find_bazel)" ]] || return 0
  while read -r path; do
    say "not used: ${path}; its version must be 4.2 to 9; set \$BAZEL to use it anyway"
  done < <(type -aP bazel bazelisk)
}

# Prints the missing packages and the command to install them.
explain_and_exit() {
  local packages
  mapfile -t packages < <(missing_apt "$@")
  say "missing: $(listed "${packages[@]}")"
  if type -P apt-get > /dev/null; then
    say "run once as root:  ./bazelw --install-only $*"
    say "or by hand:        apt-get install ${packages[*]}"
    say "                   (some packages are in the backports of the release)"
  else
    say "these are package names of Debian 12; install the matching packages of your system"
  fi
  exit 3
}

missing_apt() {
  missing_packages "$@" | grep -v '^npm:'
}

missing_npm() {
  missing_packages "$@" | sed -n 's/^npm://p'
}

# Installs the missing packages of the groups. Only one run at a time: a second
# run waits, and then finds no missing packages.
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
