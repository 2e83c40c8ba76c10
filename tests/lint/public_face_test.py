# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Plants names of private namespaces in headers, messages and pages."""

import unittest

from planting import CheckTest
from public_face import private_namespaces_unnamed, public_face_names, public_headers_exported

_PATH = "interceptors/baton/a.h"
_CHAIN = {"interceptors/baton/test_chain.h": '#include "baton/chain/fault.h"\n'}


class PublicFaceTest(CheckTest):
    def test_private_type_in_a_public_declaration_is_found(self):
        for code, line in (
            ("core::CallGrant Grant();", 1),
            ("namespace baton {\nvoid Use(const baton::rpc::Attempt& attempt);\n}", 2),
            ("class A {\n public:\n  rpc::Attempt* attempt() const;\n};", 3),
            ("class A {\n private:\n  int a;\n public:\n  ::baton::core::Limit limit;\n};", 5),
            ("struct A : public B {\n  std::vector<core::Limit> limits;\n};", 2),
            ("class A {\n  rpc::Hidden hidden;\n};\nusing Attempt = rpc::Attempt;", 4),
            ("class A {\n public:\n  void Run() { rpc::Run(); }\n};", 3),
            ("enum class A {\n  kOne = core::kOne,\n};", 2),
            ("namespace rpc {\nclass A;\nint Public();\n}", 3),
        ):
            self.assert_found(public_face_names, _PATH, code, line=line)
        self.assert_found(public_face_names, "interceptors/baton/policy/a.h", "core::A a;")
        self.assert_found(public_face_names, "interceptors/baton/chain/fault.h", "rpc::A a;", files=_CHAIN)

    def test_private_members_and_forward_declarations_are_clean(self):
        for code in (
            "namespace baton {\n\nnamespace rpc {\nclass Record;\nstruct Link;\n}  // namespace rpc\n\n}",
            "namespace rpc { class Record; }",
            "class A {\n public:\n  A();\n\n private:\n  friend class B;\n  explicit A(rpc::Record record);\n};",
            "class A {\n  core::Limit limit_;\n};",
            "class A {\n public:\n  friend class rpc::Record;\n};",
            "// Returns what core::Limit holds.\nint Limit();",
            "grpc::Status status; encore::A a; score::B b; other::rpc::C c;",
        ):
            self.assert_clean(public_face_names, _PATH, code)

    def test_private_headers_are_clean(self):
        for path in ("interceptors/baton/rpc/call/a.h", "interceptors/baton/chain/other.h", "tests/core/a.h"):
            self.assert_clean(public_face_names, path, "core::A a;", files=_CHAIN)

    def test_private_namespace_in_a_message_is_found(self):
        for path in (_PATH, "interceptors/baton/rpc/call/a.cc", "tools/baton_policy/a.cc"):
            code = 'int a;\nAdd("see "\n    "baton::rpc::Attempt");'
            self.assert_found(private_namespaces_unnamed, path, code, line=2)
        self.assert_clean(private_namespaces_unnamed, "tests/rpc/a.cc", 'Log("baton::core");')
        self.assert_clean(private_namespaces_unnamed, "interceptors/baton/a.cc", "baton::core::A a;")

    def test_private_namespace_in_a_page_is_found(self):
        page = "# Title\n\nUse `baton::core::Limit`.\n"
        for path in ("README.md", "docs/client.md", "examples/stack/README.md"):
            self.assert_found(private_namespaces_unnamed, path, page, line=3)
        for path in ("CHANGELOG.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/design/README.md"):
            self.assert_clean(private_namespaces_unnamed, path, page)
        self.assert_clean(private_namespaces_unnamed, "docs/client.md", "`baton::CreateChannel`, `baton::corexx`")

    def test_public_header_without_the_export_is_found(self):
        include = '#include "baton/base/export.h"\n'
        for code, line in (
            ("namespace BATON_EXPORT baton {\nint A();\n}", 1),
            ("#include <vector>\n" + include + "namespace BATON_EXPORT baton {\nint A();\n}", 1),
            (include + "namespace baton {\nint A();\n}", 2),
            (include + "namespace baton::kit {\nclass A;\nint B();\n}", 2),
            (include + "namespace baton::kit {\nstruct A {\n  int a = 0;\n};\nint B();\n}", 2),
            (include + "namespace baton {\n\nnamespace kit {\nint B();\n}\n}", 2),
            (include + "namespace BATON_EXPORT baton {\n\nnamespace rpc {\nclass A;\n}\n}", 4),
        ):
            self.assert_found(public_headers_exported, _PATH, code, line=line)

    def test_public_header_with_the_export_is_clean(self):
        for code in (
            '#include "baton/base/export.h"\n\n#include "baton/client.h"\n',
            '#include "baton/base/export.h"\nnamespace BATON_EXPORT baton {\nint A();\n}',
            '#include "baton/base/export.h"\nnamespace baton::kit {\nBATON_EXPORT int A(int a);\n}',
            '#include "baton/base/export.h"\nnamespace baton::kit {\ninline constexpr int kA = A(1);\n}',
            '#include "baton/base/export.h"\nnamespace baton::rpc {\n// Text.\nclass A;\n}\n'
            "namespace BATON_EXPORT baton {\nnamespace kit {\nint A();\n}\n}",
        ):
            self.assert_clean(public_headers_exported, _PATH, code)
        for path in ("interceptors/baton/base/export.h", "interceptors/baton/rpc/call/a.h", "tests/core/a.h"):
            self.assert_clean(public_headers_exported, path, "namespace baton {\nint A();\n}")


if __name__ == "__main__":
    unittest.main()
