#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# bundle.sh PACKAGE_JSON OUT_DIR: bundles src/app.jsx and src/app.css, which
# lie beside PACKAGE_JSON. The third-party code is where npm put it, beside the
# real package.json: ./bazelw sees to that. The sources are those beside the
# given one, so that only what Bazel knows of goes in.

set -euo pipefail

SOURCES="$(cd -- "$(dirname -- "$1")" && pwd)"
MODULES="$(dirname -- "$(realpath -- "$1")")/node_modules"
OUT="$(cd -- "$2" && pwd)"

if [[ ! -x "${MODULES}/.bin/esbuild" ]]; then
  echo "tools/traceview/web needs its packages: run ./bazelw in place of bazel," >&2
  echo "or once: npm --prefix tools/traceview/web ci --ignore-scripts" >&2
  exit 1
fi

# Where links to sources lead has node_modules beside it; the names must not
# depend on that place.
SCRATCH="$(mktemp -d)"
trap 'rm -rf "${SCRATCH}"' EXIT
cp -rL "${SOURCES}/src" "${SCRATCH}/src"
cd "${SCRATCH}"
NODE_PATH="${MODULES}" "${MODULES}/.bin/esbuild" src/app.jsx src/app.css \
  --bundle --minify --legal-comments=inline --format=esm --target=es2020 \
  --jsx=automatic --jsx-import-source=preact --charset=utf8 \
  --log-level=warning --outdir="${OUT}"
