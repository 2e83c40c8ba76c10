#!/usr/bin/env python3
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Configures Baton where something is missing, too old or contradictory.

  python3 tests/install/bad_input_test.py

Each test expects one message of CMake, or one error of the compiler, that names
what to do. The packages are files of this test. Needs cmake, ninja, pkg-config
and g++. .ci/run runs this test after it has installed them.
"""

import re
import subprocess
import unittest

from packages import ROOT, ConfigureTest, targets_of

_WITHOUT_OTEL = "-DBATON_OTEL=OFF -DBATON_OTEL_BOOTSTRAP=OFF -DBATON_TOOLS=OFF"


class BadInputTest(ConfigureTest):
    def test_complete_packages_are_accepted(self) -> None:
        done = self.configure("-DBATON_TESTS=ON", "-DBATON_EXAMPLES=ON")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertNotIn("Warning", done.stdout)

    def test_missing_grpc_names_its_packages(self) -> None:
        self.packages.remove("gRPC")
        self.assert_message("needs gRPC 1.51 or newer", "not found", "apt-get install libgrpc++-dev", "CMAKE_PREFIX_PATH")

    def test_old_grpc_names_both_versions(self) -> None:
        self.packages.write("gRPC", "1.30.2", targets_of("gRPC"))
        self.assert_message("needs gRPC 1.51 or newer", "has 1.30.2", "CMAKE_PREFIX_PATH")

    def test_missing_protobuf_names_its_packages(self) -> None:
        self.packages.remove("Protobuf")
        self.assert_message("needs Protobuf, which was not found", "libprotobuf-dev protobuf-compiler")

    def test_missing_abseil_names_its_package(self) -> None:
        self.packages.remove("absl")
        self.assert_message("needs Abseil, which was not found", "apt-get install libabsl-dev")

    def test_two_versions_of_protobuf_are_named(self) -> None:
        self.packages.protobuf("3.21.12", "3.12.4")
        self.assert_message("Two versions of Protobuf", "is 3.21.12", "is 3.12.4", "CMAKE_PREFIX_PATH")

    def test_new_numbers_of_one_version_of_protobuf_are_accepted(self) -> None:
        self.packages.protobuf("4.25.1", "25.1")
        self.assert_configured()

    def test_missing_opentelemetry_names_package_and_options(self) -> None:
        self.packages.remove("opentelemetry-cpp")
        self.assert_message("needs opentelemetry-cpp 1.19 or newer", "opentelemetry-cpp-dev", _WITHOUT_OTEL)
        self.assert_configured(*_WITHOUT_OTEL.split())

    def test_old_opentelemetry_names_both_versions(self) -> None:
        self.packages.telemetry("1.18.0")
        self.assert_message("needs opentelemetry-cpp 1.19 or newer", "has 1.18.0", _WITHOUT_OTEL)

    def test_opentelemetry_without_an_exporter_names_its_options(self) -> None:
        self.packages.telemetry("1.19.0", without="otlp_http")
        problem = "baton::otel_bootstrap needs opentelemetry-cpp::otlp_http"
        self.assert_message(problem, "WITH_OTLP_HTTP=ON", "-DBATON_OTEL_BOOTSTRAP=OFF")

    def test_bootstrap_without_opentelemetry_is_a_contradiction(self) -> None:
        options = ("-DBATON_OTEL=OFF", "-DBATON_OTEL_BOOTSTRAP=ON", "-DBATON_TOOLS=OFF")
        problem = "BATON_OTEL_BOOTSTRAP=ON needs BATON_OTEL=ON"
        self.assert_message(problem, "-DBATON_OTEL_BOOTSTRAP=OFF", options=options)

    def test_policy_tool_without_opentelemetry_names_its_option(self) -> None:
        self.assert_message("baton-policy reads traces", "-DBATON_TOOLS=OFF", options=["-DBATON_OTEL=OFF"])

    def test_optimization_of_static_libraries_names_both_options(self) -> None:
        problem = "BATON_LTO=ON needs BUILD_SHARED_LIBS=ON"
        self.assert_message(problem, "-DBATON_LTO=OFF", options=["-DBATON_LTO=ON"])
        self.assert_configured("-DBATON_LTO=ON", "-DBUILD_SHARED_LIBS=ON")

    def test_fuzzers_name_what_they_need(self) -> None:
        self.assert_message("BATON_FUZZ=ON needs Clang", "-DCMAKE_CXX_COMPILER=clang++", options=["-DBATON_FUZZ=ON"])

    def test_unknown_sanitizer_names_those_that_work(self) -> None:
        expected = 'BATON_SANITIZER is "adress", but may name only address, leak, thread and undefined'
        self.assert_message(expected, options=["-DBATON_SANITIZER=adress"])

    def test_sanitizers_that_exclude_each_other_are_named(self) -> None:
        expected = "thread works neither with address nor with leak"
        self.assert_message(expected, options=["-DBATON_SANITIZER=thread,address"])
        self.assert_configured("-DBATON_SANITIZER=address,undefined")

    def test_missing_headers_of_otlp_name_package_and_option(self) -> None:
        self.packages.otlp_header.unlink()
        self.assert_message("needs the headers of OTLP", "libopentelemetry-proto-dev", "-DBATON_TOOLS=OFF")
        self.assert_configured("-DBATON_TOOLS=OFF")

    def test_trace_view_without_its_library_names_package_and_option(self) -> None:
        problem = "needs libmicrohttpd, which was not found"
        self.assert_message(problem, "libmicrohttpd-dev", "-DBATON_TRACE_VIEW=OFF", options=["-DBATON_TRACE_VIEW=ON"])

    def test_missing_hiredis_names_package_and_option(self) -> None:
        (self.packages.prefix / "lib" / "pkgconfig" / "hiredis.pc").unlink()
        self.assert_message("needs hiredis, which was not found", "libhiredis-dev", "-DBATON_REDIS=OFF")
        self.assert_configured("-DBATON_REDIS=OFF")

    def test_missing_googletest_names_packages_and_option(self) -> None:
        self.packages.remove("GTest")
        self.assert_configured()
        problem = "needs GoogleTest, which was not found"
        self.assert_message(problem, "libgtest-dev libgmock-dev", "-DBATON_TESTS=OFF", options=["-DBATON_TESTS=ON"])

    def test_older_standard_is_rejected(self) -> None:
        for standard in ("98", "11", "14"):
            self.assert_message(
                f"needs C++17, and CMAKE_CXX_STANDARD is {standard}",
                "-DCMAKE_CXX_STANDARD=17",
                options=[f"-DCMAKE_CXX_STANDARD={standard}"],
            )
        self.assert_configured("-DCMAKE_CXX_STANDARD=20")

    def test_old_compiler_is_rejected(self) -> None:
        compiler = self.folder / "old-g++"
        version = "-U__GNUC__ -U__GNUC_MINOR__ -D__GNUC__=4 -D__GNUC_MINOR__=8"
        compiler.write_text(f'#!/bin/sh\nexec g++ -w {version} "$@"\n')
        compiler.chmod(0o755)
        options = [f"-DCMAKE_CXX_COMPILER={compiler}"]
        self.assert_message("needs a compiler with C++17", "GNU 4.8", "GCC 9", options=options)

    def test_first_error_of_each_public_header_names_the_standard(self) -> None:
        lists = (ROOT / "cmake" / "sources.cmake").read_text(encoding="utf-8")
        found = re.findall(r"interceptors/(baton/\S+\.h)$", lists, re.MULTILINE)
        headers = [path for path in found if "/chain/" not in path]
        self.assertGreater(len(headers), 50)
        for header in headers:
            for standard in ("c++11", "c++14") if header == "baton/client.h" else ("c++14",):
                command = ["g++", f"-std={standard}", "-fmax-errors=1", "-fsyntax-only", "-x", "c++", "-"]
                command += ["-I", str(ROOT / "interceptors")]
                done = subprocess.run(
                    command, input=f'#include "{header}"\n', stderr=subprocess.PIPE, text=True, check=False, timeout=120
                )
                first = re.search(r"\berror: .*", done.stderr)
                self.assertIsNotNone(first, header)
                self.assertIn("Baton needs C++17: compile with -std=c++17", first[0] if first else "", header)


if __name__ == "__main__":
    unittest.main()
