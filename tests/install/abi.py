#!/usr/bin/env python3
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Compares the shared libraries of the last tag with the shared libraries of now.

  python3 tests/install/abi.py [--base REF] [--work FOLDER]

Builds both by CMake in temporary folders. Runs abidiff with the installed
headers, and prints what it finds. Ends with exit code 1 if a program that was
built with the base cannot use a library of now, although both have the same
SONAME. Ends with exit code 2 if there is nothing to compare. docs/versions.md
says what to do. Needs the groups abi, cmake and stores of
bazel/requirements.txt.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from typing import List, Optional

ROOT = pathlib.Path(__file__).resolve().parents[2]

_OPTIONS = (
    "-DBUILD_SHARED_LIBS=ON",
    "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
    "-DBATON_PRECOMPILE=ON",
    "-DBATON_OTEL=ON",
    "-DBATON_REDIS=ON",
    "-DBATON_TEST_CHAIN=ON",
    "-DBATON_TOOLS=OFF",
)
# The exit code of abidiff is a sum of these.
_ERRORS = 1 | 2


class Failure(Exception):
    """There is nothing to compare."""


def output_of(*command: str, folder: pathlib.Path = ROOT) -> str:
    """Runs a command, and returns what it prints."""
    done = subprocess.run(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=7200
    )
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}\n{done.stdout[-4000:]}")
    return done.stdout


def last_tag() -> str:
    """Returns the newest tag before the current commit."""
    done = subprocess.run(
        ["git", "describe", "--tags", "--abbrev=0"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise Failure("There is no tag, so there is no release to compare with. Name another commit: --base=REF")
    return done.stdout.strip()


def install(source: pathlib.Path, work: pathlib.Path) -> pathlib.Path:
    """Builds and installs a tree. Returns the prefix."""
    build, prefix = work / "build", work / "prefix"
    output_of("cmake", "-G", "Ninja", "-S", str(source), "-B", str(build), f"-DCMAKE_INSTALL_PREFIX={prefix}", *_OPTIONS)
    output_of("cmake", "--build", str(build))
    output_of("cmake", "--install", str(build))
    shutil.rmtree(build)
    return prefix


def checkout(reference: str, folder: pathlib.Path) -> pathlib.Path:
    """Writes the files of a commit into a folder."""
    folder.mkdir(parents=True)
    archive = folder.parent / "source.tar"
    output_of("git", "archive", f"--output={archive}", reference)
    output_of("tar", "--extract", f"--file={archive}", folder=folder)
    archive.unlink()
    return folder


def libraries(prefix: pathlib.Path) -> List[pathlib.Path]:
    """Returns the shared libraries below a prefix, by their names for the linker."""
    return sorted(prefix.glob("lib*/**/libbaton*.so"))


def soname(library: pathlib.Path) -> str:
    """Returns the name that programs keep of a library."""
    found = re.search(r"Library soname: \[(.*)\]", output_of("readelf", "--dynamic", str(library)))
    if found is None:
        raise Failure(f"{library} has no SONAME")
    return found[1]


def difference(base: pathlib.Path, now: pathlib.Path, prefixes: List[pathlib.Path]) -> str:
    """Returns the changes that programs can notice, or "". A new name is no such change."""
    command = ["abidiff", "--drop-private-types", "--exported-interfaces-only"]
    command += ["--fail-no-debug-info", "--no-added-syms"]
    for number, prefix in enumerate(prefixes, start=1):
        command += [f"--headers-dir{number}", str(prefix / "include")]
    command += [str(base), str(now)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=3600)
    if done.returncode & _ERRORS:
        raise Failure(f"{' '.join(command)}\n{done.stdout}")
    return done.stdout if done.returncode else ""


def compare(base: pathlib.Path, now: pathlib.Path) -> bool:
    """Prints a line for each library. Returns whether programs can use all libraries of now."""
    is_compatible = True
    for old in libraries(base):
        new: Optional[pathlib.Path] = next((path for path in libraries(now) if path.name == old.name), None)
        if new is None:
            print(f"failed\t{old.name}\tthe library is gone")
            is_compatible = False
        elif soname(old) != soname(new):
            print(f"passed\t{old.name}\tits SONAME changed from {soname(old)} to {soname(new)}")
        else:
            found = difference(old, new, [base, now])
            print(f"{'failed' if found else 'passed'}\t{old.name}\t{soname(new)}", found, sep="\n" if found else "")
            is_compatible = is_compatible and not found
    return is_compatible


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--base", help="a commit; the last tag by default")
    parser.add_argument("--work", help="keeps the folders there")
    options = parser.parse_args()
    work = pathlib.Path(options.work or tempfile.mkdtemp()).resolve()
    try:
        if shutil.which("abidiff") is None:
            raise Failure("abidiff is missing: run ./bazelw --install-only abi cmake stores")
        base = options.base or last_tag()
        print(f"base\t{base}\t{output_of('git', 'rev-parse', '--short', base).strip()}", flush=True)
        old = install(checkout(base, work / "base" / "source"), work / "base")
        if not libraries(old):
            raise Failure(f"{base} installs no shared library")
        if compare(old, install(ROOT, work / "now")):
            return 0
        print("Programs of the base cannot use these libraries: increase BATON_SOVERSION, or undo the change.")
        return 1
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 2
    finally:
        if options.work is None:
            shutil.rmtree(work)


if __name__ == "__main__":
    sys.exit(main())
