# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Which files belong to a class."""

import unittest

from class_lines import class_files, class_length, table

_TREE = {
    "rpc/call/ledger.h": b"""
class Payment;
class ABSL_LOCKABLE Ledger final
    : public Base {
 public:
  class Nested {};
  Decision Stop();
};
struct Charge {
  int cost;
};
""",
    "rpc/call/ledger.cc": b"""
class Helper {};
Ledger::Ledger(const Plan& plan)
    : plan_(plan) {}
Decision Ledger::Stop() {
  Charge::Of(plan_);
  return Decision();
}
""",
    "rpc/call/ledger_admission.cc": b"std::optional<StopReason> Ledger::Admit() {}\n",
    "rpc/call/charge.cc": b"const Charge& Charge::Of(const Plan& plan) {}\n",
    "rpc/call/user.cc": b"void Use() {\n  Ledger::Ledger(plan);\n}\n",
    "kit/ledger.cc": b"Ledger::~Ledger() {}\n",
}


class ClassLinesTest(unittest.TestCase):
    def test_class_has_its_header_and_the_sources_of_its_members(self):
        self.assertEqual(
            class_files(_TREE, "rpc"),
            {
                "Ledger": {"rpc/call/ledger.h", "rpc/call/ledger.cc", "rpc/call/ledger_admission.cc"},
                "Charge": {"rpc/call/ledger.h", "rpc/call/charge.cc"},
            },
        )

    def test_table_begins_with_the_largest_class(self):
        self.assertEqual(
            table(_TREE, "rpc", 0),
            [
                "   20 Ledger  call/ledger.cc call/ledger.h call/ledger_admission.cc",
                "   12 Charge  call/charge.cc call/ledger.h",
            ],
        )

    def test_small_classes_can_be_omitted(self):
        self.assertEqual(len(table(_TREE, "rpc", 12)), 1)

    def test_class_with_too_many_lines_is_found(self):
        header = "interceptors/baton/rpc/call/ledger.h"
        source = "interceptors/baton/rpc/call/ledger.cc"
        tree = {header: b"class Ledger {\n" + b"\n" * 149, source: b"Ledger::Ledger() {}\n" + b"\n" * 149}
        self.assertEqual(list(class_length(tree)), [])
        tree[source] += b"\n"
        self.assertEqual([finding.path for finding in class_length(tree)], [source])


if __name__ == "__main__":
    unittest.main()
