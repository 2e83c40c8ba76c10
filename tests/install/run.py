#!/usr/bin/env python3
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Builds and runs a program with Baton in each way of docs/install.md.

  python3 tests/install/run.py [--work FOLDER] [WAY...]
  python3 tests/install/run.py --print HEADING LANGUAGE   prints lines of the page

Copies the lines from the page into a new project, so that the page stays true.
The programs of the ways "find_package" and "pkg-config" are built after the
sources of Baton are gone. The ways "MODULE.bazel" need Debian's Bazel 7, and are
left out with an older one. Prints a line for each way with its seconds. Ends with
exit code 1 if a way fails.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from typing import Callable, Dict, List

import symbols

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "install.md"
CONSUMER = ROOT / "tests" / "install" / "consumer"

BAZEL = os.environ.get("BAZEL", "bazel")

_PACKAGES = "Bazel: packages of the distribution"

_PROJECT = """\
cmake_minimum_required(VERSION 3.20)
project(hello CXX)
include(hello.cmake)
"""


def block(heading: str, language: str) -> str:
    """Returns the first code block of a language below a heading of the page."""
    section = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    if section is None:
        raise LookupError(f'docs/install.md has no section "{heading}"')
    found = re.search(rf"```{language}\n(.*?)```", section[1], re.DOTALL)
    if found is None:
        raise LookupError(f'section "{heading}" has no block of {language}')
    return found[1]


class Lane:
    """The folders of one run."""

    def __init__(self, work: pathlib.Path) -> None:
        self.work = work
        self.shared = work / "shared"
        self.static = work / "static"
        self.archive = work / "baton.tar.gz"
        self.environment = dict(os.environ, OTEL_TRACES_EXPORTER="console", OTEL_METRICS_EXPORTER="none")

    def run(self, folder: pathlib.Path, *command: str, **environment: str) -> str:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**self.environment, **environment},
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=3000,
        )
        if done.returncode != 0:
            # Ninja goes on with other files after the first error.
            first = max(done.stdout.find("FAILED: "), 0)
            raise RuntimeError(f"{' '.join(command)}\n{done.stdout[first:][:4000]}\n...\n{done.stdout[-2000:]}")
        return done.stdout

    def pack(self) -> None:
        """Packs the tracked files, with their changes, as an archive of a release."""
        names = self.run(ROOT, "git", "ls-files", "--cached", "--others", "--exclude-standard").split("\n")
        there = [name for name in names if name and (ROOT / name).is_file()]
        listing = self.work / "files"
        listing.write_text("\n".join(there) + "\n")
        self.run(
            ROOT, "tar", "--create", "--gzip", f"--file={self.archive}", f"--files-from={listing}", "--transform=s,^,baton/,"
        )

    def install(self) -> None:
        """Runs the commands of the page for shared libraries, and again for static ones."""
        self.run(self.work, "tar", "--extract", f"--file={self.archive}")
        text = block("CMake: build and install", "sh")
        for prefix, shared in ((self.shared, "ON"), (self.static, "OFF")):
            commands = text.replace("/usr/local", str(prefix)).replace("BUILD_SHARED_LIBS=ON", f"BUILD_SHARED_LIBS={shared}")
            # The objects are the same, so the second build links only.
            commands = commands.replace("-S baton", "-DBATON_PRECOMPILE=ON -S baton")
            self.run(self.work, "bash", "-euc", commands)
        shutil.rmtree(self.work / "baton")
        shutil.rmtree(self.work / "baton-build")

    def project(self, way: str) -> pathlib.Path:
        folder = self.work / way
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(CONSUMER, folder)
        return folder

    def expect_spans(self, output: str) -> None:
        for part in ("OK after 3 attempts", "hello.Hello/Say", "retry.attempt"):
            if part not in output:
                raise RuntimeError(f'the output has no "{part}":\n{output[-6000:]}')

    def cmake(self, way: str, heading: str, *options: str, **environment: str) -> None:
        folder = self.project(way)
        (folder / "CMakeLists.txt").write_text(_PROJECT + block(heading, "cmake"))
        if "third_party" in block(heading, "cmake"):
            (folder / "third_party").mkdir()
            self.run(folder / "third_party", "tar", "--extract", f"--file={self.archive}")
        self.run(folder, "cmake", "-G", "Ninja", "-S", ".", "-B", "build", *options)
        self.run(folder, "cmake", "--build", "build", "--target", "hello")
        self.expect_spans(self.run(folder, "build/hello", **environment))

    def make(self, way: str, prefix: pathlib.Path, static: bool) -> None:
        folder = self.project(way)
        text = block("pkg-config", "make")
        if static:
            text = text.replace("--libs", "--libs --static")
        (folder / "Makefile").write_text(text + "include hello.mk\n")
        self.run(folder, "make", PKG_CONFIG_PATH=str(prefix / "lib" / "pkgconfig"))
        self.expect_spans(self.run(folder, "./hello", LD_LIBRARY_PATH=str(prefix / "lib")))

    def exported_names(self) -> None:
        problems = symbols.check(self.shared)
        if problems:
            raise RuntimeError(problems)

    def bazel(self, way: str, *options: str) -> None:
        """Builds the targets of the page in a project that has its other files."""
        folder = self.work / way
        (folder / "hello.bazel").rename(folder / "BUILD")
        with (folder / "BUILD").open("a") as build:
            build.write("\n" + block("Bazel: targets", "python"))
        shutil.rmtree(self.work / "baton", ignore_errors=True)
        self.run(self.work, "tar", "--extract", f"--file={self.archive}")
        bazel = [BAZEL, "--batch", f"--output_user_root={self.work / 'bazel'}"]
        # Debian's global bazelrc keeps every sandbox, and their removal takes minutes.
        self.run(folder, *bazel, "build", "--noshow_progress", "--nosandbox_debug", *options, "//...")
        self.expect_spans(self.run(folder, "bazel-bin/hello"))
        # The tool needs more repositories than the libraries.
        self.run(folder, *bazel, "build", "--noshow_progress", "--nobuild", *options, "@baton//:baton-policy")
        # Bazel's folders are not writable, so that rmtree() cannot remove them.
        self.run(folder, *bazel, "clean", "--expunge", *options)

    def workspace(self, way: str) -> None:
        folder = self.project(way)
        (folder / "WORKSPACE").write_text(block("Bazel: WORKSPACE", "python"))
        no_modules = "common --noenable_bzlmod\n" if bazel_has_modules() else ""
        (folder / ".bazelrc").write_text(block("Bazel: WORKSPACE", "ini") + no_modules)
        self.bazel(way)

    def module(self, way: str, heading: str) -> None:
        """Builds with Debian's Bazel 7, and a registry of stubs instead of the central one."""
        folder = self.project(way)
        (folder / "MODULE.bazel").write_text('module(name = "hello")\n\n' + block(heading, "python"))
        (folder / ".bazelrc").write_text(block(heading, "ini"))
        registry = ROOT / "tests" / "install" / "registry.py"
        options = self.run(self.work, sys.executable, str(registry), str(self.work / "registry"))
        self.bazel(way, *options.split())


def bazel_has_modules() -> bool:
    """Returns whether this is Bazel 7 or newer. Debian's Bazel 4 says no version."""
    if shutil.which(BAZEL) is None:
        return False
    said = subprocess.run([BAZEL, "--version"], text=True, stdout=subprocess.PIPE, check=False).stdout
    version = re.search(r"(\d+)\.", said)
    return version is not None and int(version[1]) >= 7


def ways(lane: Lane) -> Dict[str, Callable[[], None]]:
    """Returns what to run for each way."""
    found = "CMake: find_package"
    # The libraries of Baton are built from the sources again.
    quick = ("-DBATON_PRECOMPILE=ON", "-DBATON_TEST_CHAIN=OFF", "-DBATON_REDIS=OFF")
    return {
        "find_package, shared": lambda: lane.cmake("found_shared", found, f"-DCMAKE_PREFIX_PATH={lane.shared}"),
        "exported names, shared": lane.exported_names,
        "find_package, static": lambda: lane.cmake("found_static", found, f"-DCMAKE_PREFIX_PATH={lane.static}"),
        "pkg-config, shared": lambda: lane.make("make_shared", lane.shared, static=False),
        "pkg-config, static": lambda: lane.make("make_static", lane.static, static=True),
        "FetchContent": lambda: lane.cmake("fetched", "CMake: FetchContent", f"-DBATON_ARCHIVE={lane.archive}", *quick),
        "add_subdirectory": lambda: lane.cmake("added", "CMake: add_subdirectory", *quick),
        "WORKSPACE": lambda: lane.workspace("workspace"),
        "MODULE.bazel": lambda: lane.module("module", "Bazel: MODULE.bazel"),
        "MODULE.bazel with packages": lambda: lane.module("packages", _PACKAGES),
    }


def timed(name: str, action: Callable[[], None]) -> bool:
    """Runs an action. Prints how it ended, and its seconds."""
    start = time.monotonic()
    try:
        action()
    except (RuntimeError, LookupError, OSError, subprocess.TimeoutExpired) as error:
        print(f"failed\t{name}\t{error}", flush=True)
        return False
    print(f"passed\t{name}\t{time.monotonic() - start:.0f} s", flush=True)
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--work", help="keeps the folders there")
    parser.add_argument("--print", nargs=2, metavar=("HEADING", "LANGUAGE"), help="prints lines of the page, and ends")
    parser.add_argument("ways", nargs="*", help="such as FetchContent; all by default")
    options = parser.parse_args()
    if options.print:
        print(block(*options.print), end="")
        return 0
    work = pathlib.Path(options.work or tempfile.mkdtemp()).resolve()
    work.mkdir(parents=True, exist_ok=True)
    try:
        lane = Lane(work)
        failed: List[str] = []
        every = ways(lane)
        chosen = options.ways or [way for way in every if "MODULE" not in way or bazel_has_modules()]
        if not timed("archive", lane.pack):
            return 1
        installed = any("," in way for way in chosen) and not lane.static.exists()
        if installed and not timed("build and install", lane.install):
            return 1
        for way in chosen:
            if not timed(way, every[way]):
                failed.append(way)
        return 1 if failed else 0
    finally:
        if options.work is None:
            shutil.rmtree(work)


if __name__ == "__main__":
    sys.exit(main())
