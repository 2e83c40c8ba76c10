#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Builds the Debian packages from the committed files in a fresh Debian 12, by
# the lines of docs/install.md and without network. Runs lintian. Installs the
# packages in another fresh Debian 12. There it builds a program that finds Baton
# by find_package, and runs the program and the tools. Needs npm, and about 5 GB
# below $BATON_COMPAT_ROOTS (/var/tmp/baton-compat). "--again" builds in the
# system of the last run.

# shellcheck source=tests/compat/root.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../compat/root.sh"

readonly HERE="${REPOSITORY}/tests/install" BUILD=debian_build USE=debian_use
readonly BUILT="${ROOTS}/${BUILD}/packages"

# Prints the lines of a section of docs/install.md.
lines() {
  python3 "${HERE}/run.py" --print "$@"
}

# make_debian NAME PACKAGE...: makes a Debian 12 with its backports, which have
# opentelemetry-cpp. apt asks no questions there.
make_debian() {
  local name="$1" packages
  shift
  packages="$(IFS=, && echo "$*")"
  # shellcheck disable=SC2016
  make_root "${name}" bookworm --variant=minbase --include="ca-certificates,${packages}" \
    --aptopt='APT::Get::Assume-Yes "true"' --aptopt='APT::Install-Recommends "false"' \
    --aptopt='quiet "2"' --dpkgopt=force-unsafe-io \
    --setup-hook='mkdir -p "$1/etc/apt/sources.list.d"' \
    --setup-hook="echo 'deb $(mirror) bookworm-backports main' > \"\$1/etc/apt/sources.list.d/backports.list\""
}

# Puts the committed files into the system, as a folder that a user has cloned.
# The first line of the page runs outside of the system, because it needs npm.
make_source() {
  rm -rf --one-file-system "${BUILT}"
  clone_into "${BUILD}" \
    && mkdir "${BUILT}" \
    && mv "${ROOTS}/${BUILD}/src" "${BUILT}/baton" \
    && mkdir "${ROOTS}/${BUILD}/src" \
    && lines "Debian packages" sh > "${BUILT}/lines" \
    && (cd "${BUILT}/baton" && sed -n 1p ../lines | bash -e)
}

install_build_dependencies() {
  in_root "${BUILD}" 1800 'export DEBIAN_FRONTEND=noninteractive
    apt-get update && cd /packages/baton && sed -n 2p ../lines | sh -e'
}

build_packages() {
  # shellcheck disable=SC2016
  in_root "${BUILD}" 9000 'export DEB_BUILD_OPTIONS="parallel=$(nproc)"
    cd /packages/baton && sed -n 3p ../lines | unshare --net sh -e'
}

run_lintian() {
  in_root "${BUILD}" 600 'lintian --allow-root --fail-on error,warning --display-info /packages/*.changes'
}

# Prints the files of each package, with short names. All headers are one line.
list_files() {
  local package
  for package in "${BUILT}"/*.deb; do
    [[ "${package}" == *-dbgsym_* ]] && continue
    echo "$(basename -- "${package}" | cut -d_ -f1):"
    dpkg-deb --fsys-tarfile "${package}" | tar --list \
      | sed -E -n -e '/\/$/d' -e '/usr\/share\/doc\//d' \
        -e 's,^\./,  ,' -e "s,$(dpkg-architecture -qDEB_HOST_MULTIARCH),ARCH," \
        -e 's,(\.so\.[0-9]+)[.0-9]+$,\1.x,' -e 's,(usr/include/baton/).*,\1...,' -e p | LC_ALL=C sort -u
  done
}

check_files() {
  diff -u "${HERE}/debian_files.txt" <(list_files)
}

print_sizes() {
  local package
  for package in "${BUILT}"/*.deb; do
    printf '%s: %s KiB, installed %s KiB\n' "$(basename -- "${package}" | cut -d_ -f1)" \
      "$(($(stat -c %s "${package}") / 1024))" "$(dpkg-deb --field "${package}" Installed-Size)"
  done
}

install_packages() {
  local root="${ROOTS}/${USE}"
  mkdir -p "${root}/src" \
    && cp "${BUILT}"/*.deb "${root}/src/" \
    && lines "Debian packages: installation" sh > "${root}/src/lines" \
    && in_root "${USE}" 1800 'export DEBIAN_FRONTEND=noninteractive
    apt-get update && sh -e lines'
}

# Builds and runs the program of tests/install/run.py.
run_consumer() {
  local folder="${ROOTS}/${USE}/src/hello"
  cp -r "${HERE}/consumer" "${folder}" \
    && printf '%s\n' 'cmake_minimum_required(VERSION 3.20)' 'project(hello CXX)' 'include(hello.cmake)' \
      > "${folder}/CMakeLists.txt" \
    && lines "CMake: find_package" cmake >> "${folder}/CMakeLists.txt" \
    && in_root "${USE}" 1800 'cmake -S hello -B hello/build && cmake --build hello/build &&
      OTEL_TRACES_EXPORTER=console OTEL_METRICS_EXPORTER=none hello/build/hello > hello/output' \
    && grep "OK after 3 attempts" "${folder}/output" \
    && grep --quiet "hello.Hello/Say" "${folder}/output" \
    && grep --quiet "retry.attempt" "${folder}/output"
}

run_tools() {
  cp "${HERE}/debian_tools.sh" "${REPOSITORY}/examples/quickstart/policy.textproto" "${ROOTS}/${USE}/src/" \
    && in_root "${USE}" 120 'bash debian_tools.sh'
}

need mmdebstrap git npm
if [[ "${1:-}" != --again ]]; then
  timed "Debian to build in" make_debian "${BUILD}" build-essential fakeroot lintian
fi
timed "source" make_source
timed "build dependencies" install_build_dependencies
timed "build" build_packages
timed "lintian" run_lintian
timed "files" check_files
print_sizes
timed "Debian to use" make_debian "${USE}" cmake g++ make
timed "installation" install_packages
timed "find_package" run_consumer
timed "tools" run_tools
