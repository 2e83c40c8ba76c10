#!/bin/bash
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Draws the pictures of docs/architecture.md: for each .dot file in
# docs/images/architecture it writes the .svg file beside it. Run it after each
# change of a .dot file. Installs Graphviz if it is missing.
#
#   docs/generate/pictures.sh

set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

readonly FOLDER=docs/images/architecture

# draw FILE: prints the picture, with the hash of FILE in a comment.
# //tests/docs:pictures_test compares the hash with FILE. Drops the XML header
# and Graphviz's own comments, so that a diff shows only what changed.
draw() {
  local file="$1" hash
  hash="$(sha256sum "${file}" | cut -d' ' -f1)"
  echo "<!-- Drawn by docs/generate/pictures.sh from ${file##*/}, sha256 ${hash} -->"
  dot -Tsvg "${file}" |
    sed -e '/^<?xml/d' -e '/^<!DOCTYPE/,/>$/d' -e '/^<!--.*-->$/d' -e '/^<!-- Generated/,/-->$/d' \
      -e 's/stroke="transparent"/stroke="none"/'
}

./bazelw --install-only pictures
for file in "${FOLDER}"/*.dot; do
  draw "${file}" > "${file%.dot}.svg"
done
