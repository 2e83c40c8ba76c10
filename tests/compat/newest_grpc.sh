#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Tests core, config, rpc, otel and kit by CMake, with the newest gRPC of Debian,
# and builds a program that finds the installed libraries.
# This gRPC comes from experimental, and excludes Debian's Bazel. Needs about 3 GB below
# $BATON_COMPAT_ROOTS (/var/tmp/baton-compat). "--again" continues with the
# system and the objects of the last run.

# shellcheck source=tests/compat/root.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/root.sh"

need mmdebstrap git

install_grpc() {
  echo "deb $(mirror) experimental main" > "${ROOTS}/newest_grpc/etc/apt/sources.list.d/experimental.list"
  # gRPC is built with sid's Abseil. Experimental's Abseil has another
  # namespace.
  in_root newest_grpc 1800 '
    export DEBIAN_FRONTEND=noninteractive
    install="apt-get -qq install -y --no-install-recommends" &&
    apt-get -qq update &&
    $install -t experimental libgrpc++-dev libprotobuf-dev protobuf-compiler protobuf-compiler-grpc libre2-dev &&
    $install --allow-downgrades libabsl-dev/sid libssl-dev/sid openssl/sid &&
    $install libgmock-dev libgtest-dev'
}

# Debian's opentelemetry-cpp depends on an older gRPC, which excludes this one.
# Only its exporters use gRPC. The API, the SDK and the recorder for tests work
# from a folder.
install_opentelemetry() {
  in_root newest_grpc 300 '
    mkdir -p /opt/opentelemetry && cd /opt/opentelemetry &&
    apt-get -qq download opentelemetry-cpp opentelemetry-cpp-dev &&
    for package in *.deb; do dpkg-deb -x "$package" . || exit; done'
}

if [[ "${1:-}" != --again ]]; then
  timed "Debian" make_root newest_grpc sid --variant=minbase --include=ca-certificates,cmake,g++,ninja-build
  mkdir -p "${ROOTS}/newest_grpc/src"
  timed "gRPC" install_grpc
  timed "OpenTelemetry" install_opentelemetry
fi
timed "clone" clone_into newest_grpc
timed "build" in_root newest_grpc 7200 '
  cmake -G Ninja -S . -B /build -DBATON_TESTS=ON -DBATON_PRECOMPILE=ON \
    -DCMAKE_PREFIX_PATH=/opt/opentelemetry/usr -DBATON_OTEL_BOOTSTRAP=OFF \
    -DBATON_REDIS=OFF -DBATON_TOOLS=OFF &&
  ninja -C /build -k 0'
# One at a time, because some tests measure delays.
timed "tests" in_root newest_grpc 3600 'ctest --test-dir /build --output-on-failure'
timed "find_package" in_root newest_grpc 900 '
  rm -rf /installed /use &&
  cmake --install /build --prefix /installed > /dev/null &&
  cmake -G Ninja -S tests/compat/find_package -B /use \
    -DCMAKE_PREFIX_PATH="/installed;/opt/opentelemetry/usr" &&
  cmake --build /use && /use/main'
