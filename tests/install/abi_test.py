#!/usr/bin/env python3
# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Compares small libraries, as tests/install/abi.py compares the libraries of Baton.

  python3 tests/install/abi_test.py

Needs g++ and the group abi of bazel/requirements.txt.
"""

import contextlib
import io
import pathlib
import subprocess
import tempfile
import unittest
from typing import Tuple

import abi

_HEADER = """\
#include <memory>
namespace baton::rpc { class Record; }
namespace [[gnu::visibility("default")]] baton {
struct Options {
  Options();
  int limit = 1;
  FIELD
};
int Run(const Options& options);
class Handle {
 public:
  Handle();
  virtual ~Handle();
  virtual int Use();
  METHOD
 private:
  std::shared_ptr<rpc::Record> record_;
};
FUNCTION
}
"""

_SOURCE = """\
#include "baton/planted.h"
namespace baton {
namespace rpc {
class Record {
 public:
  virtual ~Record();
  int Use();
  int number = 1;
  PRIVATE
};
Record::~Record() {}
int Record::Use() { return number; }
}
Options::Options() {}
int Run(const Options& options) { return options.limit; }
Handle::Handle() : record_(new rpc::Record) {}
Handle::~Handle() {}
int Handle::Use() { return record_->Use(); }
DEFINITION
}
"""

_KEPT = "int Kept();"


class AbiTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.base = self.plant("base")

    def plant(
        self,
        name: str,
        functions: str = _KEPT,
        field: str = "",
        method: str = "",
        private: str = "",
        number: int = 0,
    ) -> pathlib.Path:
        """Builds and installs a library. Returns its prefix."""
        prefix = self.folder / name
        (prefix / "include" / "baton").mkdir(parents=True)
        (prefix / "lib").mkdir()
        header = _HEADER.replace("FIELD", field).replace("FUNCTION", functions).replace("METHOD", method)
        (prefix / "include" / "baton" / "planted.h").write_text(header)
        source = prefix / "planted.cc"
        definitions = functions.replace(";", " { return 1; }")
        source.write_text(_SOURCE.replace("PRIVATE", private).replace("DEFINITION", definitions))
        command = ["g++", "-g", "-std=c++17", "-fPIC", "-fvisibility=hidden", "-shared", f"-I{prefix / 'include'}"]
        command += [f"-Wl,-soname,libbaton.so.{number}", str(source), "-o", str(prefix / "lib" / "libbaton.so")]
        subprocess.run(command, check=True, timeout=120)
        return prefix

    def compare(self, now: pathlib.Path) -> Tuple[bool, str]:
        """Returns whether the libraries are compatible, and what is printed."""
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            is_compatible = abi.compare(self.base, now)
        return is_compatible, said.getvalue()

    def test_equal_libraries_are_compatible(self) -> None:
        self.assertEqual(self.compare(self.plant("now")), (True, "passed\tlibbaton.so\tlibbaton.so.0\n"))

    def test_added_function_is_compatible(self) -> None:
        self.assertTrue(self.compare(self.plant("now", functions=_KEPT + " int Added();"))[0])

    def test_removed_function_is_found(self) -> None:
        is_compatible, said = self.compare(self.plant("now", functions=""))
        self.assertFalse(is_compatible)
        self.assertIn("baton::Kept()", said)

    def test_added_field_of_options_is_found(self) -> None:
        is_compatible, said = self.compare(self.plant("now", field="int added = 2;"))
        self.assertFalse(is_compatible)
        self.assertIn("int added", said)

    def test_added_virtual_function_is_found(self) -> None:
        is_compatible, said = self.compare(self.plant("now", method="virtual void Added() {}"))
        self.assertFalse(is_compatible)
        self.assertIn("Added", said)

    def test_change_of_a_private_class_is_compatible(self) -> None:
        self.assertTrue(self.compare(self.plant("now", private="long added[4];"))[0])

    def test_change_with_another_soname_is_compatible(self) -> None:
        is_compatible, said = self.compare(self.plant("now", functions="", number=1))
        self.assertTrue(is_compatible)
        self.assertIn("from libbaton.so.0 to libbaton.so.1", said)

    def test_missing_library_is_found(self) -> None:
        now = self.plant("now")
        (now / "lib" / "libbaton.so").unlink()
        self.assertFalse(self.compare(now)[0])


if __name__ == "__main__":
    unittest.main()
