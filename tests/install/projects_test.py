#!/usr/bin/env python3
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Configures projects that use Baton.

  python3 tests/install/projects_test.py

The packages and the libraries of Baton are files without code, so that each test
takes seconds. tests/install/run.py builds and runs projects. Needs cmake, ninja,
pkg-config and g++.
"""

import pathlib
import re
import unittest
from typing import List

from packages import ROOT, ConfigureTest, targets_of

_PARTS = ("otel", "otel_bootstrap", "kit_redis")


class InstalledTest(ConfigureTest):
    """Finds an installed Baton, which was built without the test chain."""

    def setUp(self) -> None:
        super().setUp()
        self.prefix = self.folder / "baton"
        self.install()

    def install(self, *options: str) -> None:
        libraries = f"-DCMAKE_INSTALL_PREFIX={self.prefix}"
        self.assert_configured(libraries, "-DBATON_TEST_CHAIN=OFF", "-DBATON_TOOLS=OFF", *options)
        for part in ("", *(f"_{part}" for part in _PARTS)):
            (self.folder / "build" / f"libbaton{part}.a").touch()
        done = self.run_tool("cmake", "--install", str(self.folder / "build"))
        self.assertEqual(done.returncode, 0, done.stdout)

    def project(self, arguments: str, *targets: str) -> pathlib.Path:
        """Returns a project that finds Baton, and says which parts it has."""
        source = self.folder / "project"
        source.mkdir()
        (source / "main.cc").touch()
        text = "cmake_minimum_required(VERSION 3.20)\nproject(project CXX)\nadd_executable(main main.cc)\n"
        text += f'list(APPEND CMAKE_PREFIX_PATH "{self.prefix}")\nfind_package(baton CONFIG {arguments})\n'
        text += f"foreach(part client {' '.join(_PARTS)})\n  if(TARGET baton::${{part}})\n"
        text += '    message(STATUS "part=${part}")\n  endif()\nendforeach()\n'
        text += f"target_link_libraries(main PRIVATE {' '.join(targets)})\n"
        (source / "CMakeLists.txt").write_text(text)
        return source

    def parts(self, arguments: str, *targets: str) -> List[str]:
        return re.findall("part=(.*)", self.assert_configured(source=self.project(arguments, *targets)))

    def test_all_parts_are_found(self) -> None:
        found = self.parts("REQUIRED", "baton::client", *(f"baton::{part}" for part in _PARTS))
        self.assertEqual(found, ["client", *_PARTS])

    def test_a_project_may_have_policies_of_an_old_cmake(self) -> None:
        source = self.project("REQUIRED COMPONENTS otel_bootstrap", "baton::otel_bootstrap")
        lists = source / "CMakeLists.txt"
        lists.write_text(lists.read_text().replace("VERSION 3.20", "VERSION 3.1"))
        self.assert_configured("-DCMAKE_WARN_DEPRECATED=OFF", source=source)

    def test_a_component_needs_only_its_own_packages(self) -> None:
        self.packages.remove("opentelemetry-cpp")
        (self.packages.prefix / "lib" / "pkgconfig" / "hiredis.pc").unlink()
        self.assertEqual(self.parts("REQUIRED COMPONENTS client", "baton::client"), ["client"])

    def test_without_components_parts_without_their_packages_are_left_out(self) -> None:
        self.packages.remove("opentelemetry-cpp")
        self.assertEqual(self.parts("REQUIRED", "baton::client", "baton::kit_redis"), ["client", "kit_redis"])

    def test_otel_needs_no_exporter(self) -> None:
        self.packages.telemetry("1.19.0", without="otlp_http")
        self.assertEqual(self.parts("REQUIRED COMPONENTS otel", "baton::otel"), ["client", "otel"])

    def test_the_bootstrap_brings_otel(self) -> None:
        found = self.parts("REQUIRED COMPONENTS otel_bootstrap", "baton::otel_bootstrap")
        self.assertEqual(found, ["client", "otel", "otel_bootstrap"])

    def test_a_missing_exporter_is_named(self) -> None:
        self.packages.telemetry("1.19.0", without="otlp_http")
        project = self.project("REQUIRED COMPONENTS otel_bootstrap")
        self.assert_message("baton::otel_bootstrap needs opentelemetry-cpp::otlp_http", "backports", source=project)

    def test_missing_opentelemetry_is_named(self) -> None:
        self.packages.remove("opentelemetry-cpp")
        project = self.project("REQUIRED COMPONENTS otel")
        self.assert_message("baton::otel needs opentelemetry-cpp::api", "opentelemetry-cpp-dev", source=project)

    def test_missing_hiredis_is_named(self) -> None:
        (self.packages.prefix / "lib" / "pkgconfig" / "hiredis.pc").unlink()
        project = self.project("REQUIRED COMPONENTS kit_redis")
        self.assert_message("baton::kit_redis needs PkgConfig::baton_hiredis", "libhiredis-dev", source=project)

    def test_a_component_that_was_not_built_is_named(self) -> None:
        project = self.project("REQUIRED COMPONENTS client test_chain")
        expected = 'has no component "test_chain". It has: baton client server policy kit otel otel_bootstrap kit_redis'
        self.assert_message(expected, source=project)

    def test_a_missing_optional_component_is_no_error(self) -> None:
        found = self.parts("REQUIRED OPTIONAL_COMPONENTS otel test_chain", "baton::client")
        self.assertEqual(found, ["client", "otel"])

    def test_another_minor_version_is_rejected(self) -> None:
        self.assert_message('compatible with requested version "0.0"', source=self.project("0.0 REQUIRED"))

    def flags(self) -> str:
        file = next(self.prefix.rglob("baton.pc"))
        # The packages of this test have no such files.
        file.write_text(re.sub("^Requires:.*\n", "", file.read_text(), flags=re.MULTILINE))
        done = self.run_tool("env", f"PKG_CONFIG_LIBDIR={file.parent}", "pkg-config", "--variable=includedir", "baton")
        self.assertEqual(done.returncode, 0, done.stdout)
        return str(pathlib.Path(done.stdout.strip()).resolve())

    def test_pkg_config_names_the_headers_below_any_folder_of_libraries(self) -> None:
        for folder in ("lib", "lib/x86_64-linux-gnu", str(self.prefix / "libraries")):
            with self.subTest(folder):
                self.install(f"-DCMAKE_INSTALL_LIBDIR={folder}")
                self.assertEqual(self.flags(), str(self.prefix / "include"))
                self.run_tool("rm", "-r", str(self.prefix))


# The project builds gRPC's plugin, too.
_PLUGIN = "file(WRITE ${CMAKE_BINARY_DIR}/plugin.cc)\nadd_executable(grpc_cpp_plugin ${CMAKE_BINARY_DIR}/plugin.cc)"


def built(target: str) -> str:
    """Returns lines that define a target as a project does that builds it."""
    name = target.split("::")[1]
    return f"add_library({name} INTERFACE)\nadd_library({target} ALIAS {name})"


class InsideTest(ConfigureTest):
    """Adds Baton's folder to a project."""

    def project(self, before: str, after: str = "") -> pathlib.Path:
        source = self.folder / "project"
        source.mkdir()
        (source / "main.cc").touch()
        text = "cmake_minimum_required(VERSION 3.20)\nproject(project CXX)\nadd_executable(main main.cc)\n"
        text += f'{before}\nadd_subdirectory("{ROOT}" baton)\ntarget_link_libraries(main PRIVATE baton::client)\n{after}\n'
        (source / "CMakeLists.txt").write_text(text)
        return source

    def test_a_project_may_build_grpc_itself(self) -> None:
        self.packages.remove("gRPC")
        self.packages.remove("absl")
        lines = [_PLUGIN, "find_package(Protobuf CONFIG REQUIRED)"]
        lines += [built(target) for package in ("gRPC", "absl") for target in targets_of(package)]
        self.assert_configured(source=self.project("\n".join(lines)))

    def test_protobuf_is_found_if_only_grpc_is_built(self) -> None:
        self.packages.remove("gRPC")
        self.assert_configured(source=self.project(f'{built("gRPC::grpc++")}\n{_PLUGIN}'))

    def test_an_older_grpc_of_the_project_is_rejected(self) -> None:
        self.packages.write("gRPC", "1.30.2", targets_of("gRPC"))
        project = self.project("find_package(gRPC CONFIG REQUIRED)")
        self.assert_message("needs gRPC 1.51 or newer", "has 1.30.2", source=project)

    def test_the_project_does_not_install_baton(self) -> None:
        source = self.project("", "install(TARGETS main)")
        self.assert_configured(source=source)
        build = self.folder / f"build_{source.name}"
        (build / "main").touch()
        done = self.run_tool("cmake", "--install", str(build), "--prefix", str(self.folder / "installed"))
        self.assertEqual(done.returncode, 0, done.stdout)
        installed = [path.name for path in (self.folder / "installed").rglob("*") if path.is_file()]
        self.assertEqual(installed, ["main"])

    def test_options_of_the_project_count_in_the_first_run(self) -> None:
        source = self.project("set(BATON_SANITIZER address)\nset(BATON_REDIS OFF)")
        self.assert_configured(source=source)
        rules = (self.folder / f"build_{source.name}" / "build.ninja").read_text()
        self.assertIn("-fsanitize=address", rules)
        self.assertNotIn("redis_replay_store", rules)

    def test_the_project_keeps_its_own_settings(self) -> None:
        names = "BUILD_SHARED_LIBS CMAKE_MODULE_PATH CMAKE_CXX_FLAGS CMAKE_CXX_STANDARD CMAKE_INTERPROCEDURAL_OPTIMIZATION"
        seen = "foreach(name %s)\n  string(APPEND %s \"${name}=${${name}};\")\nendforeach()\n"
        after = seen % (names, "after") + 'if(NOT before STREQUAL after)\n  message(FATAL_ERROR "${before} ${after}")\nendif()'
        options = "set(BUILD_SHARED_LIBS ON)\nset(BATON_LTO ON)\n"
        self.assert_configured(source=self.project(options + seen % (names, "before"), after))


class CrossTest(ConfigureTest):
    """Builds for another machine."""

    def test_own_programs_generate_the_code(self) -> None:
        protoc = self.packages.protobuf("3.21.12", "3.21.12").rename(self.folder / "own_protoc")
        self.packages.protobuf("3.21.12", "0")
        self.assert_configured(f"-DBATON_PROTOC={protoc}", "-DBATON_GRPC_PLUGIN=/bin/echo")
        rules = (self.folder / "build" / "build.ninja").read_text()
        self.assertIn(f"{protoc} --proto_path", rules)
        self.assertIn("protoc-gen-grpc=/bin/echo", rules)

    def test_a_compiler_that_does_not_run_is_named(self) -> None:
        protoc = self.packages.protobuf("3.21.12", "3.21.12")
        protoc.write_text("#!/bin/sh\nexit 126\n")
        self.assert_message(f"{protoc} does not run", "-DBATON_PROTOC=")


if __name__ == "__main__":
    unittest.main()
