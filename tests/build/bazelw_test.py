# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Tests ./bazelw on machines with and without its requirements.

Each test is a machine: a copy of bazelw with its own requirements, and a folder
of programs that is the whole $PATH, so that nothing is ever installed.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest

_TOOLS = ("bash", "cat", "dirname", "flock", "grep", "rm", "sed", "sort", "tail", "touch", "tr")

# The file of options that a Bazel of each major version gets, if any.
_OPTION_FILES = {"7": "bazel/bazel7.bazelrc", "8": "bazel/bazel8.bazelrc"}

# Checks that succeed on every machine, and on none.
_HERE = "bin/env"
_NOWHERE = "no/such/file"


class Machine:
    """A fake root. `calls` records the command lines of the fake programs."""

    def __init__(self, folder):
        self.root = pathlib.Path(folder)
        self.calls = self.root / "calls"
        self.calls.touch()
        self.bin = self.root / "bin"
        self.bin.mkdir()
        for tool in _TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool))
        self.workspace = self.root / "a workspace"
        (self.workspace / "bazel").mkdir(parents=True)
        for file in ("bazelw", "bazel/install.sh", *_OPTION_FILES.values()):
            shutil.copy(file, self.workspace / file)
        self.require()
        self.add("id", "echo 0")

    def require(self, *lines):
        """Fills requirements.txt: bazel, and the given lines."""
        names = ("api", "asio", "e2e", "flatbuffers", "stores", "traceview")
        groups = [f"{group} env {_HERE}" for group in names]
        lines = ("build bazel-bootstrap bin/bazel", *groups, *lines)
        text = "".join(line + "\n" for line in lines)
        (self.workspace / "bazel/requirements.txt").write_text(text, encoding="utf-8")

    def add(self, name, body, folder=None):
        """Puts a program into $PATH or another folder."""
        path = (folder or self.bin) / name
        path.write_text(f"#!{shutil.which('bash')}\n{body}\n", encoding="utf-8")
        path.chmod(0o755)
        return path

    def add_bazel(self, version, name="bazel", folder=None):
        """A bazel that prints its version or its command line."""
        body = f'[[ "$*" == --version ]] && echo "bazel {version}" && exit\n'
        body += f'printf "%s|" {name} "$@" >> "{self.calls}"\nexit 7'
        return self.add(name, body, folder)

    def add_apt(self, update=0, install=0):
        """An apt that has every package, and returns the given exit code."""
        body = f'echo "apt-get $*" >> "{self.calls}"\necho "apt says $*"\n'
        body += f'[[ "$*" == *" update"* ]] && exit {update}\nexit {install}'
        self.add("apt-get", body)
        self.add("apt-cache", "echo Package: something")

    def be_somebody(self):
        """Ends the root rights from now on."""
        self.add("id", "echo 1000")

    def run(self, *arguments, **environment):
        """Runs ./bazelw; returns its exit code and its output."""
        done = subprocess.run(
            [self.workspace / "bazelw", *arguments],
            env={"PATH": str(self.bin), "TMPDIR": str(self.root), **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
            check=False,
        )
        return done.returncode, done.stdout.decode()

    def called(self):
        """Returns the command lines of the fakes."""
        return self.calls.read_text(encoding="utf-8")


class BazelwTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.machine = Machine(folder.name)

    def test_arguments_and_exit_code_are_passed_through(self):
        self.machine.add_bazel("4.2.3")
        self.assertEqual(self.machine.run("test", "//a b:c", ""), (7, ""))
        self.assertEqual(self.machine.called(), "bazel|test|//a b:c||")

    def test_each_major_version_gets_its_options(self):
        table = {"4.2.3": None, "6.5.0": None, "7.7.1": "7", "8.4.2": "8", "9.0.0": "8"}
        for version, file in table.items():
            with self.subTest(version=version):
                self.machine.calls.write_text("")
                self.machine.add_bazel(version)
                self.assertEqual(self.machine.run("info"), (7, ""))
                options = file and self.machine.workspace / _OPTION_FILES[file]
                expected = f"--bazelrc={options}|" if file else ""
                self.assertEqual(self.machine.called(), f"bazel|{expected}info|")

    def test_option_files_select_the_source_of_dependencies(self):
        for file, part in (("7", "--noenable_bzlmod"), ("8", "BATON_PACKAGES=distribution")):
            path = self.machine.workspace / _OPTION_FILES[file]
            lines = path.read_text(encoding="utf-8").splitlines()
            with self.subTest(file=file):
                self.assertTrue(any(part in line for line in lines if line[:1] != "#"))

    def test_supported_versions_are_used(self):
        table = {
            "4.1.0": False,
            "4.2.0": True,
            "4.10.0": True,
            "5.0.0-pre.1": True,
            "6.09.1": True,
            "7.7.1": True,
            "8.0.0": True,
            "9.1.0": True,
            "10.2.0": False,
            "no_version": False,
            "": False,
        }
        self.machine.be_somebody()
        for version, taken in table.items():
            with self.subTest(version=version):
                path = self.machine.add_bazel(version)
                code, said = self.machine.run("info")
                self.assertEqual(code, 7 if taken else 3, said)
                self.assertEqual(f"not used: {path}" in said, not taken, said)

    def test_unversioned_bazel_gets_its_version_from_its_neighbor(self):
        self.machine.add_bazel("no_version")
        self.machine.be_somebody()
        for neighbor, code in (("bazel-10", 3), ("bazel-4", 7)):
            with self.subTest(neighbor=neighbor):
                path = self.machine.add(neighbor, "exit 1")
                self.assertEqual(self.machine.run("info")[0], code)
                path.unlink()

    def test_unsupported_bazel_is_skipped_for_a_bazelisk(self):
        self.machine.add_bazel("10.0.0")
        self.machine.add_bazel("6.4.0", name="bazelisk")
        self.assertEqual(self.machine.run("info"), (7, ""))
        self.assertEqual(self.machine.called(), "bazelisk|info|")

    def test_unsupported_override_wins_with_a_warning(self):
        self.machine.add_bazel("4.2.3")
        for version, warned in (("6.0.0", False), ("10.0.0", True)):
            with self.subTest(version=version):
                own = self.machine.add_bazel(version, "own", self.machine.root)
                code, said = self.machine.run("info", BAZEL=str(own))
                self.assertEqual(code, 7)
                self.assertEqual("$BAZEL" in said, warned, said)
                self.assertTrue(self.machine.called().endswith("info|"))
                self.assertNotIn("bazel|info", self.machine.called())

    def test_missing_override_is_an_error(self):
        self.machine.add_bazel("4.2.3")
        code, said = self.machine.run("info", BAZEL="/no/such/bazel")
        self.assertEqual(code, 127)
        self.assertIn("/no/such/bazel", said)
        self.assertEqual(self.machine.called(), "")

    def test_command_selects_the_groups(self):
        self.machine.add_bazel("4.2.3")
        self.machine.be_somebody()
        groups = (
            "api asio build e2e flatbuffers lint sanitize stores traceview"
        ).split()
        self.machine.require(*[f"{group} {group}-package {_NOWHERE}" for group in groups])
        all_tests = "api asio build e2e flatbuffers stores traceview"
        table = {
            ("build", "//..."): "asio build flatbuffers stores traceview",
            ("run", "//examples/stack:demo"): "build traceview",
            ("run", "//examples/quickstart"): "build",
            ("test", "//tests/e2e/stack:view_test"): "build e2e traceview",
            ("test", "//tests/e2e/..."): "build e2e traceview",
            ("test", "//tests/core/..."): "build",
            ("test", "//tests/otel/..."): "build traceview",
            ("test", "//tests/rpc/..."): "build flatbuffers",
            ("test", "//tests/rpc/unary/..."): "build",
            ("test", "//tests/rpc/client/flatbuffers:x"): "build flatbuffers",
            ("build", "//examples/..."): "asio build stores traceview",
            ("test", "//tests/e2e/telemetry:all"): "build e2e traceview",
            ("test", "//tests/...", "-//tests/e2e/..."): all_tests,
            ("test", "//..."): all_tests,
            ("test", "//tests/docs/..."): "api build",
            ("run", "//docs:api"): "api build",
            ("run", "//docs/generate:policy_reference"): "build",
            ("run", "//tools/traceview"): "build traceview",
            ("run", "//examples/asio"): "asio build",
            ("run", "//examples/idempotency"): "build stores",
            ("test", "--keep_going", "..."): all_tests,
            ("test", "//tests/e2e:x"): "build e2e",
            ("test", "--config=asan", "//tests/core/..."): "build sanitize",
            ("build", "--config", "tsan", "//x"): "build sanitize",
            ("test", "--config=fuzz", "//..."): all_tests.replace("stores", "sanitize stores"),
            ("--install-only",): "build",
            ("--install-only", "lint"): "build lint",
        }
        for arguments, expected in table.items():
            with self.subTest(arguments=arguments):
                code, said = self.machine.run(*arguments)
                self.assertEqual(code, 3, said)
                found = [group for group in groups if group + "-package" in said]
                self.assertEqual(" ".join(found), expected)

    def test_complete_machine_runs_only_bazel(self):
        self.machine.add_bazel("4.2.3")
        self.machine.add_apt()
        self.assertEqual(self.machine.run("test", "//...")[0], 7)
        self.assertEqual(self.machine.called(), "bazel|test|//...|")

    def test_install_only_runs_no_bazel(self):
        self.machine.add_bazel("4.2.3")
        self.assertEqual(self.machine.run("--install-only", "e2e"), (0, ""))
        self.assertEqual(self.machine.called(), "")

    def test_unknown_group_is_an_error(self):
        self.machine.add_bazel("4.2.3")
        code, said = self.machine.run("--install-only", "e2")
        self.assertEqual(code, 2)
        self.assertIn('no group "e2"', said)

    def test_user_without_root_sees_the_command(self):
        self.machine.require(f"build g++ {_NOWHERE}")
        self.machine.add_apt()
        self.machine.be_somebody()
        code, said = self.machine.run("build", "//interceptors/...")
        self.assertEqual(code, 3)
        self.assertIn("missing: bazel-bootstrap, g++\n", said)
        self.assertIn("./bazelw --install-only build\n", said)
        self.assertIn("apt-get install bazel-bootstrap g++\n", said)
        self.assertEqual(self.machine.called(), "")

    def test_user_without_apt_sees_the_packages(self):
        code, said = self.machine.run("build", "//interceptors/...")
        self.assertEqual(code, 3)
        self.assertIn("missing: bazel-bootstrap\n", said)
        self.assertIn("matching packages of your system", said)

    def test_root_installs_missing_packages_once(self):
        self.machine.add_bazel("4.2.3")
        self.machine.require(f"build g++ {_NOWHERE}", f"build env {_HERE}")
        self.machine.add_apt()
        code, said = self.machine.run("build", "//interceptors/...")
        self.assertEqual(code, 7)
        self.assertEqual(said, "bazelw: installing g++ (apt)\n")
        apt, bazel = self.machine.called().splitlines()
        self.assertRegex(apt, r"^apt-get .* install -y --no-install-recommends g\+\+$")
        self.assertEqual(bazel, "bazel|build|//interceptors/...|")

    def test_old_package_index_is_updated(self):
        self.machine.add_bazel("4.2.3")
        self.machine.require(f"build g++ {_NOWHERE}")
        self.machine.add_apt(install=100)
        code, said = self.machine.run("build", "//interceptors/...")
        self.assertEqual(code, 3)
        self.assertIn("apt-get install failed", said)
        self.assertIn("apt says", said)
        words = [line.split()[3] for line in self.machine.called().splitlines()]
        self.assertEqual(words, ["install", "update", "install"])

    def test_install_without_a_bazel_is_an_error(self):
        self.machine.add_apt()
        code, said = self.machine.run("build", "//interceptors/...")
        self.assertEqual(code, 3)
        self.assertIn("no bazel in $PATH", said)

    def test_ten_runs_end_within_a_time_limit(self):
        # Far longer than needed. Detects a search through the whole machine.
        self.machine.add_bazel("4.2.3")
        start = time.monotonic()
        for _ in range(10):
            self.machine.run("info")
        self.assertLess(time.monotonic() - start, 30)


if __name__ == "__main__":
    unittest.main()
