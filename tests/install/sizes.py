#!/usr/bin/env python3
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Prints the sizes of the installed libraries, and of the quickstart with them, for docs/install.md.

  python3 tests/install/sizes.py [--work FOLDER]

Installs Baton like run.py, with precompiled headers. After run.py --work FOLDER, pass the
same FOLDER, which has the libraries. Otherwise also prints the time of the build. It
counts all processors together, so that other programs on the machine hardly change
it. All files are stripped.
"""

import argparse
import os
import pathlib
import platform
import resource
import shutil
import tempfile
from typing import Iterator, Tuple

from run import ROOT, Lane

_PROJECT = """\
cmake_minimum_required(VERSION 3.20)
project(quickstart CXX)
find_package(baton CONFIG REQUIRED)
find_program(GRPC_CPP_PLUGIN grpc_cpp_plugin REQUIRED)
set(stem baton/examples/v1/echo)
add_custom_command(
  OUTPUT ${stem}.pb.cc ${stem}.grpc.pb.cc
  COMMAND protoc "--proto_path=${PROTOS}" --cpp_out=. --grpc_out=.
          "--plugin=protoc-gen-grpc=${GRPC_CPP_PLUGIN}" ${stem}.proto)
add_executable(quickstart quickstart.cc ${stem}.pb.cc ${stem}.grpc.pb.cc)
target_include_directories(quickstart PRIVATE "${CMAKE_CURRENT_BINARY_DIR}")
target_link_libraries(quickstart PRIVATE baton::client baton::policy)
"""


def processor_seconds() -> float:
    """Returns the time that ended programs of this one have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def stripped(lane: Lane, path: pathlib.Path) -> str:
    """Returns the size of a file without what only debuggers need."""
    copy = lane.work / "stripped"
    lane.run(lane.work, "strip", "--strip-unneeded", "-o", str(copy), str(path))
    return f"{copy.stat().st_size // 1024} KiB"


def quickstart(lane: Lane, prefix: pathlib.Path) -> pathlib.Path:
    """Builds the quickstart with an installed Baton."""
    folder = lane.work / f"quickstart_{prefix.name}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(ROOT / "examples" / "quickstart" / "quickstart.cc", folder)
    (folder / "CMakeLists.txt").write_text(_PROJECT)
    options = ["-DCMAKE_BUILD_TYPE=RelWithDebInfo", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DPROTOS={ROOT / 'proto'}"]
    lane.run(folder, "cmake", "-G", "Ninja", "-S", ".", "-B", "build", *options)
    lane.run(folder, "cmake", "--build", "build")
    return folder / "build" / "quickstart"


def rows(lane: Lane) -> Iterator[Tuple[str, str]]:
    if not lane.static.exists():
        lane.pack()
        start = processor_seconds()
        lane.install()
        yield "Build of all libraries, shared and static", f"{processor_seconds() - start:.0f} s of one processor"
    for library in sorted((lane.shared / "lib").glob("libbaton*.so")):
        yield f"`{library.name}`", stripped(lane, library)
    yield "Quickstart, with the shared library", stripped(lane, quickstart(lane, lane.shared))
    yield "Quickstart, with the static library", stripped(lane, quickstart(lane, lane.static))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--work", help="keeps the folders there")
    options = parser.parse_args()
    work = pathlib.Path(options.work or tempfile.mkdtemp()).resolve()
    work.mkdir(parents=True, exist_ok=True)
    try:
        lines = [f"| {name} | {value} |" for name, value in rows(Lane(work))]
        print(f"{platform.machine()}, {os.cpu_count()} processors\n\n| What | Size or time |\n|---|---|", *lines, sep="\n")
    finally:
        if options.work is None:
            shutil.rmtree(work)


if __name__ == "__main__":
    main()
