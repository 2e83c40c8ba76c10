# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Writes the files of the page as a C++ source: python3 embed.py OUTPUT FILE..."""

import pathlib
import sys

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}

_HEAD = """\
#include "tools/traceview/web/page_assets.h"

namespace baton::traceview {
namespace {

"""

_TAIL = """\
}  // namespace

const PageAsset* FindPageAsset(absl::string_view path) {
  for (const PageAsset& asset : kAssets) {
    if (path == asset.path) return &asset;
  }
  return nullptr;
}

}  // namespace baton::traceview
"""


def literal(content: bytes) -> str:
    """Returns the bytes as numbers, since compilers limit the length of string literals."""
    lines = [content[i : i + 24] for i in range(0, len(content), 24)]
    return "\n".join(",".join(str(byte) for byte in line) + "," for line in lines)


def main() -> None:
    entries = []
    parts = [_HEAD]
    for number, name in enumerate(sys.argv[2:]):
        path = pathlib.Path(name)
        content = path.read_bytes()
        parts.append(f"const unsigned char kContent{number}[] = {{\n{literal(content)}\n}};\n\n")
        entries.append(
            f'    {{"/{path.name}", "{_TYPES[path.suffix]}",\n'
            f"     reinterpret_cast<const char*>(kContent{number}), sizeof(kContent{number})}},\n"
        )
    parts += ["const PageAsset kAssets[] = {\n", *entries, "};\n\n", _TAIL]
    pathlib.Path(sys.argv[1]).write_text("".join(parts))


if __name__ == "__main__":
    main()
