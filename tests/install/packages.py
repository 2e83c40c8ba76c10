# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Packages that are complete for CMake, but have no code, and runs of CMake that
find only these."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
from typing import Dict, Iterable, List

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Finds the packages of the test only.
_ISOLATED = (
    "-DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF",
    "-DCMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH=OFF",
    "-DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF",
    "-DCMAKE_FIND_USE_SYSTEM_PACKAGE_REGISTRY=OFF",
)


def targets_of(package: str) -> List[str]:
    """Returns the targets of a package that the lists of CMake name."""
    text = (ROOT / "cmake" / "sources.cmake").read_text(encoding="utf-8")
    return sorted(set(re.findall(rf"{package}::[\w+]+", text)))


class Packages:
    """A prefix with packages that are complete for CMake, but have no code."""

    def __init__(self, prefix: pathlib.Path) -> None:
        self.prefix = prefix
        self.otlp_header = prefix / "include" / "opentelemetry" / "proto" / "trace" / "v1" / "trace.pb.h"
        self.otlp_header.parent.mkdir(parents=True)
        self.otlp_header.touch()
        self.write("gRPC", "1.51.1", targets_of("gRPC"))
        self.write("absl", "20220623", targets_of("absl"))
        self.write("GTest", "1.12.1", ["GTest::gmock", "GTest::gmock_main"])
        self.telemetry("1.19.0")
        self.protobuf("3.21.12", "3.21.12")
        pkg_config = prefix / "lib" / "pkgconfig"
        pkg_config.mkdir()
        (pkg_config / "hiredis.pc").write_text("Name: hiredis\nDescription: Redis\nVersion: 1.1.0\nLibs:\nCflags:\n")

    def write(self, name: str, version: str, libraries: Iterable[str], more: str = "") -> None:
        folder = self.prefix / "lib" / "cmake" / name
        folder.mkdir(parents=True, exist_ok=True)
        lines = [f"add_library({library} INTERFACE IMPORTED)\n" for library in libraries]
        (folder / f"{name}Config.cmake").write_text("".join(lines) + more)
        (folder / f"{name}ConfigVersion.cmake").write_text(f'set(PACKAGE_VERSION "{version}")\n')

    def telemetry(self, version: str, without: str = "nothing") -> None:
        libraries = targets_of("opentelemetry-cpp") + ["opentelemetry-cpp::in_memory_span_exporter"]
        self.write("opentelemetry-cpp", version, [library for library in libraries if without not in library])

    def protobuf(self, library: str, compiler: str) -> pathlib.Path:
        """Writes the package of Protobuf. Returns its compiler."""
        protoc = self.prefix / "protoc"
        protoc.write_text(f"#!/bin/sh\necho libprotoc {compiler}\n")
        protoc.chmod(0o755)
        programs = {"protobuf::protoc": protoc, "gRPC::grpc_cpp_plugin": "/bin/true"}
        lines = [
            f'add_executable({name} IMPORTED)\nset_target_properties({name} PROPERTIES IMPORTED_LOCATION "{path}")\n'
            for name, path in programs.items()
        ]
        self.write("Protobuf", library, targets_of("protobuf"), "".join(lines))
        return protoc

    def remove(self, name: str) -> None:
        shutil.rmtree(self.prefix / "lib" / "cmake" / name)


class ConfigureTest(unittest.TestCase):
    """A test that configures projects. A folder has the packages and the builds."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.packages = Packages(self.folder / "prefix")

    def run_tool(self, *command: str) -> "subprocess.CompletedProcess[str]":
        kept = ("PATH", "HOME", "TMPDIR")
        environment: Dict[str, str] = {name: os.environ[name] for name in kept if name in os.environ}
        environment["PKG_CONFIG_LIBDIR"] = str(self.packages.prefix / "lib" / "pkgconfig")
        return subprocess.run(
            command,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=120,
        )

    def configure(self, *options: str, source: pathlib.Path = ROOT) -> "subprocess.CompletedProcess[str]":
        build = self.folder / ("build" if source == ROOT else f"build_{source.name}")
        command = ["cmake", "-G", "Ninja", "-S", str(source), "-B", str(build), *_ISOLATED]
        command += [f"-DCMAKE_PREFIX_PATH={self.packages.prefix}", f"-DCMAKE_MAKE_PROGRAM={shutil.which('ninja')}"]
        command += [f"-DPKG_CONFIG_EXECUTABLE={shutil.which('pkg-config')}"]
        command += [f"-DCMAKE_CXX_COMPILER={shutil.which('g++')}", *options]
        return self.run_tool(*command)

    def assert_configured(self, *options: str, source: pathlib.Path = ROOT) -> str:
        done = self.configure(*options, source=source)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def assert_message(self, *parts: str, options: Iterable[str] = (), source: pathlib.Path = ROOT) -> None:
        """Expects one error, with all the parts. CMake breaks its lines anywhere."""
        done = self.configure(*options, source=source)
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertEqual(len(re.findall(r"^CMake Error", done.stdout, re.MULTILINE)), 1, done.stdout)
        text = " ".join(done.stdout.split())
        for part in parts:
            self.assertIn(part, text)
