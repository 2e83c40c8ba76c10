#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# bundle.sh PACKAGE_JSON OUT_DIR: bundles src/app.jsx and src/app.css in the
# folder of PACKAGE_JSON, so that only inputs of the Bazel rule are used. The
# packages are in node_modules beside the real package.json, where ./bazelw
# installs them. CMake sets $ESBUILD to the esbuild that it found.

set -euo pipefail

SOURCES="$(cd -- "$(dirname -- "$1")" && pwd)"
MODULES="$(dirname -- "$(realpath -- "$1")")/node_modules"
OUT="$(cd -- "$2" && pwd)"
ESBUILD="${ESBUILD:-${MODULES}/.bin/esbuild}"

if [[ ! -x "${ESBUILD}" || ! -d "${MODULES}/preact" ]]; then
  echo "tools/traceview/web: npm packages are not installed; run ./bazelw instead of" >&2
  echo "bazel, or once: npm --prefix tools/traceview/web ci --ignore-scripts" >&2
  exit 1
fi

# Copies the sources, because Bazel's symbolic links lead into the source tree.
# Names in the bundle must not depend on that path.
SCRATCH="$(mktemp -d)"
trap 'rm -rf "${SCRATCH}"' EXIT
cp -rL "${SOURCES}/src" "${SCRATCH}/src"
cd "${SCRATCH}"
NODE_PATH="${MODULES}" "${ESBUILD}" src/app.jsx src/app.css \
  --bundle --minify --legal-comments=inline --format=esm --target=es2020 \
  --jsx=automatic --jsx-import-source=preact --charset=utf8 \
  --log-level=warning --outdir="${OUT}"
