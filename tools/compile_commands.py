#!/usr/bin/env python3
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Writes compile_commands.json, which clangd and clang-tidy read.

Usage: tools/compile_commands.py [TARGET_PATTERN]

Asks Bazel for the compile commands of the targets, by default //..., and
compiles nothing. Run ./bazelw build //proto/... first for sources that include
generated headers.
"""

import json
import pathlib
import subprocess
import sys
from typing import Dict, Iterator, List, Optional

_ROOT = pathlib.Path(__file__).resolve().parents[1]

# Options that clang does not know.
_GCC_ONLY = ("-fno-canonical-system-headers", "-Wno-free-nonheap-object")


def source_of(arguments: List[str]) -> Optional[str]:
    """Returns the source file of a compile command, relative to the root."""
    if "-c" not in arguments[:-1]:
        return None
    return arguments[arguments.index("-c") + 1]


def editor_arguments(arguments: List[str]) -> List[str]:
    """Adapts a compile command for editors.

    Removes the dependency file and options that clang does not know. Finds
    Baton's headers in the source tree instead of in Bazel's output.
    """
    kept: List[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument == "-MF":
            next(rest, None)
        elif argument != "-MD" and not argument.startswith("-frandom-seed=") and argument not in _GCC_ONLY:
            kept.append(argument)
    return [*kept[:1], "-iquote", "interceptors", *kept[1:]]


def entries(actions: List[dict], root: str) -> Iterator[Dict[str, object]]:
    """Yields one entry for each source file of this workspace."""
    seen = set()
    for action in actions:
        arguments = action.get("arguments", [])
        source = source_of(arguments)
        # A source may have several actions, with and without -fPIC.
        if source is None or source in seen or source.startswith("external/"):
            continue
        seen.add(source)
        yield {"directory": root, "file": source, "arguments": editor_arguments(arguments)}


def query(pattern: str) -> List[dict]:
    """Returns Bazel's compile actions of the targets."""
    # The query needs the packages of all targets, but bazelw does not know which.
    subprocess.run(["./bazelw", "--install-only", "traceview"], cwd=_ROOT, check=True)
    output = subprocess.run(
        [
            "./bazelw",
            "aquery",
            "--output=jsonproto",
            "--include_artifacts=false",
            f'mnemonic("CppCompile", {pattern})',
        ],
        cwd=_ROOT,
        check=True,
        stdout=subprocess.PIPE,
    ).stdout
    return json.loads(output).get("actions", [])


def main(arguments: List[str]) -> int:
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        print(__doc__, file=sys.stderr)
        return 2
    pattern = arguments[0] if arguments else "//..."
    try:
        commands = list(entries(query(pattern), str(_ROOT)))
    except subprocess.CalledProcessError as error:
        print(f"compile_commands: bazel failed with exit code {error.returncode}", file=sys.stderr)
        return 1
    text = json.dumps(commands, indent=1) + "\n"
    (_ROOT / "compile_commands.json").write_text(text, encoding="utf-8")
    print(f"compile_commands.json: {len(commands)} files")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
