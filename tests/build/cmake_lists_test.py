# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Plants BUILD files, and looks at the lists that CMake gets from them."""

import pathlib
import re
import sys
import tempfile
import unittest
from typing import Dict, List
from unittest import mock

sys.path.append("cmake")

# pylint: disable=wrong-import-position
import build_files  # noqa: E402
import generate  # noqa: E402
import library_names  # noqa: E402

_BATON = "interceptors/baton"


def library(name: str, *deps: str, rule: str = "baton_cc_library") -> str:
    """Returns the text of a target with a source and a header."""
    return f'{rule}(name = "{name}", srcs = ["{name}.cc"], hdrs = ["{name}.h"], deps = {list(deps)})\n'


def test_of(name: str, *deps: str) -> str:
    """Returns the text of a test."""
    return f'baton_cc_test(name = "{name}", srcs = ["{name}.cc"], deps = {list(deps)})\n'


class PlantedTest(unittest.TestCase):
    """Has a folder that stands for the repository."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for module in (build_files, generate):
            patch = mock.patch.object(module, "ROOT", self.root)
            patch.start()
            self.addCleanup(patch.stop)

    def plant(self, path: str, text: str = "") -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def plant_components(self) -> None:
        """Plants a target for each component. They share //core:shared."""
        names = ["client", "otel_bootstrap", "otel_environment", "telemetry", "telemetry_interface"]
        names += ["telemetry_options", "test_chain"]
        for name in names:
            self.plant(f"{_BATON}/{name}.h")
        self.plant(
            f"{_BATON}/BUILD",
            "".join(library(name, "//interceptors/core:shared", "@com_github_grpc_grpc//:grpc++") for name in names),
        )
        self.plant(f"{_BATON}/idempotency/redis_replay_store.h")
        self.plant(f"{_BATON}/idempotency/BUILD", library("redis_replay_store", "@hiredis"))
        self.plant("interceptors/core/BUILD", library("shared", "@com_google_absl//absl/strings:str_format"))
        self.plant("bazel/copts.bzl", '_WARNINGS = [\n    "-Wall",\n    "-Wextra",\n]\n')
        self.plant("examples/quickstart/BUILD", library("quickstart", f"//{_BATON}:client", rule="baton_cc_binary"))
        self.plant("tools/baton_policy/BUILD", library("baton-policy", rule="baton_cc_binary"))
        self.plant("tools/traceview/BUILD", library("traceview", "@zlib", rule="baton_cc_binary"))

    def targets(self) -> Dict[str, build_files.Target]:
        return build_files.read_all(["examples", "interceptors", "tests", "tools"])


def lists_of(text: str) -> Dict[str, List[str]]:
    """Returns the lists that a file of CMake sets."""
    return {name: values.split() for name, values in re.findall(r"^set\((\w+)\s*([^)]*)\)", text, re.MULTILINE)}


class BuildFilesTest(PlantedTest):
    def test_labels_have_their_packages(self) -> None:
        self.plant("a/BUILD", library("one", ":two", "//b", "//b:three", "@c//:d"))
        (target,) = build_files.read(self.root / "a/BUILD")
        self.assertEqual(target.labels("deps"), ["//a:two", "//b:b", "//b:three", "@c//:d"])
        self.assertEqual(target.files("srcs"), ["a/one.cc"])

    def test_a_glob_has_the_files_of_the_folder(self) -> None:
        for name in ("corpus/x/1", "corpus/x/2", "other"):
            self.plant(f"a/{name}")
        self.plant("a/BUILD", 'filegroup(name = "f", srcs = glob(["corpus/**"], exclude = ["corpus/x/2"]))')
        (target,) = build_files.read(self.root / "a/BUILD")
        self.assertEqual(target.files("srcs"), ["a/corpus/x/1"])

    def test_a_select_has_its_default(self) -> None:
        self.plant("a/BUILD", 'r(name = "f", srcs = select({"//x": ["1"], "//conditions:default": ["2"]}))')
        (target,) = build_files.read(self.root / "a/BUILD")
        self.assertEqual(target.files("srcs"), ["a/2"])

    def test_a_closure_ends_at_other_packages(self) -> None:
        self.plant("a/BUILD", library("one", ":two", "@c//:d") + library("two", ":one") + library("three"))
        targets = build_files.read_all(["a"])
        self.assertEqual([target.label for target in build_files.closure(targets, ["//a:one"])], ["//a:one", "//a:two"])


class SourcesTest(PlantedTest):
    def setUp(self) -> None:
        super().setUp()
        self.plant_components()
        self.lists = lists_of(generate.sources_text(self.targets()))

    def test_each_source_belongs_to_one_library(self) -> None:
        self.assertIn("interceptors/core/shared.cc", self.lists["BATON_CORE_SOURCES"])
        found = [source for name, sources in self.lists.items() if name.endswith("_SOURCES") for source in sources]
        self.assertEqual(len(found), len(set(found)))
        self.assertEqual(self.lists["BATON_KIT_REDIS_SOURCES"], [f"{_BATON}/idempotency/redis_replay_store.cc"])

    def test_a_header_inside_is_not_installed(self) -> None:
        self.assertEqual(self.lists["BATON_CORE_HEADERS"], [f"{_BATON}/client.h"])

    def test_a_header_that_a_public_one_includes_is_installed(self) -> None:
        self.plant(f"{_BATON}/client.h", '#include "baton/detail/part.h"\n')
        self.plant(f"{_BATON}/detail/part.h")
        lists = lists_of(generate.sources_text(self.targets()))
        self.assertEqual(lists["BATON_CORE_HEADERS"], [f"{_BATON}/client.h", f"{_BATON}/detail/part.h"])

    def test_libraries_have_the_names_of_cmake(self) -> None:
        self.assertEqual(self.lists["BATON_CORE_LIBRARIES"], ["absl::str_format", "gRPC::grpc++"])
        self.assertEqual(self.lists["BATON_TRACE_VIEW_LIBRARIES"], ["ZLIB::ZLIB"])

    def test_a_library_without_a_name_is_an_error(self) -> None:
        with self.assertRaisesRegex(SystemExit, "no library of CMake for @unknown//:unknown"):
            library_names.library_of("@unknown//:unknown")

    def test_warnings_are_those_of_bazel(self) -> None:
        self.assertEqual(self.lists["BATON_WARNINGS"], ["-Wall", "-Wextra"])


class TestsTest(PlantedTest):
    def lists(self, *targets: str) -> Dict[str, List[str]]:
        self.plant_components()
        self.plant("tests/core/BUILD", "".join(targets))
        return lists_of(generate.tests_text(self.targets()) + generate.fuzz_text(self.targets()))

    def test_a_test_is_in_the_group_of_its_packages(self) -> None:
        lists = self.lists(
            test_of("plain_test", f"//{_BATON}:client"),
            test_of("redis_test", f"//{_BATON}/idempotency:redis_replay_store"),
            test_of("span_test", f"//{_BATON}:telemetry", "@io_opentelemetry_cpp//api"),
        )
        self.assertEqual(lists["BATON_TEST_TESTS"], ["tests/core/plain_test.cc"])
        self.assertEqual(lists["BATON_TEST_REDIS_TESTS"], ["tests/core/redis_test.cc"])
        self.assertEqual(lists["BATON_TEST_OTEL_TESTS"], ["tests/core/span_test.cc"])

    def test_a_test_with_another_package_is_left_to_bazel(self) -> None:
        lists = self.lists(test_of("database_test", "@libpq"), test_of("plain_test"))
        self.assertEqual(lists["BATON_TEST_TESTS"], ["tests/core/plain_test.cc"])

    def test_support_is_built_once(self) -> None:
        lists = self.lists(library("fake"), test_of("one_test", ":fake"), test_of("two_test", ":fake"))
        self.assertEqual(lists["BATON_TEST_SUPPORT"], ["tests/core/fake.cc"])

    def test_a_fuzzer_has_its_corpus(self) -> None:
        self.plant("tests/core/corpus/parser/1")
        lists = self.lists(
            'baton_cc_fuzz_test(name = "parser_fuzz_test", srcs = ["parser_fuzz_test.cc"],'
            ' corpus = glob(["corpus/parser/**"]))\n'
        )
        self.assertEqual(lists["BATON_FUZZ_TESTS"], ["tests/core/parser_fuzz_test.cc:tests/core/corpus/parser"])


if __name__ == "__main__":
    unittest.main()
