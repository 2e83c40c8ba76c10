# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Plants one violation at a time: a lint that finds nothing proves nothing.

What is planted is put together from pieces where this file itself would
otherwise break the rule.
"""

import unittest

from banned import banned_tokens
from includes import include_direction
from repository import no_binaries, no_machine_names, node_engines, relative_links
from shape import file_length, include_guards, licence_header

LICENCE = "// Copyright The Baton Authors\n// SPDX-License-Identifier: Apache-2.0\n"


def findings(check, path, text, **others):
    tree = {path: text.encode(), **{name: b"" for name in others.get("beside", ())}}
    return [f"{finding.path}:{finding.line}" for finding in check(tree)]


class LintTest(unittest.TestCase):
    def assert_found(self, check, path, text, line=1):
        self.assertEqual(findings(check, path, text), [f"{path}:{line}"], text)

    def assert_clean(self, check, path, text, **others):
        self.assertEqual(findings(check, path, text, **others), [], text)

    def test_include_against_the_direction_is_found(self):
        for path, header in (
            ("core/a.h", "<grpcpp/grpcpp.h>"),
            ("core/a.h", '"opentelemetry/trace/span.h"'),
            ("core/a.h", '"baton/rpc/call/attempt.h"'),
            ("core/a.h", '"google/protobuf/message.h"'),
            ("core/a.h", "<unistd.h>"),
            ("core/a.h", "<thread>"),
            ("config/a.cc", '"baton/rpc/call/attempt.h"'),
            ("config/a.cc", '"grpcpp/grpcpp.h"'),
            ("rpc/a.cc", '"baton/otel/span.h"'),
            ("rpc/a.cc", '"opentelemetry/trace/span.h"'),
            ("otel/a.cc", '"baton/rpc/call/attempt.h"'),
            ("otel/a.cc", '"opentelemetry/sdk/trace/tracer.h"'),
            ("kit/a.cc", '"baton/otel/span.h"'),
            ("newroom/a.cc", ""),
        ):
            line = 2 if header else 1
            text = f"//\n#include {header}\n" if header else "int x;\n"
            self.assert_found(include_direction, "interceptors/baton/" + path, text, line)

    def test_include_along_the_direction_is_clean(self):
        for path, header in (
            ("core/a.h", "<vector>"),
            ("core/a.cc", '"absl/status/status.h"'),
            ("config/a.cc", '"baton/v1/policy.pb.h"'),
            ("rpc/a.cc", '"grpcpp/grpcpp.h"'),
            ("rpc/a.cc", "<thread>"),
            ("otel/a.cc", '"opentelemetry/trace/span.h"'),
            ("otel/bootstrap/a.cc", '"opentelemetry/sdk/trace/tracer.h"'),
            ("kit/a.cc", '"baton/rpc/call/attempt.h"'),
            ("client.h", '"baton/rpc/call/attempt.h"'),
        ):
            self.assert_clean(include_direction, "interceptors/baton/" + path, f"#include {header}\n")

    def test_banned_token_is_found(self):
        for code in (
            "auto t = std::chrono::steady_clock::now();",
            "auto t = absl::Now();",
            "std::this_thread::sleep_for(delay);",
            "absl::SleepFor(delay);",
            "usleep(5);",
            "int i = rand();",
            "int i = std::rand();",
            'const char* v = std::getenv("X");',
            "TEST(A, DISABLED_B) {",
            "GTEST_SKIP();",
            "absl::Mutex mutex_;",
            "absl::MutexLock lock(&mutex_);",
            "#pragma once",
        ):
            self.assert_found(banned_tokens, "interceptors/baton/core/a.h", code)
        self.assert_found(banned_tokens, "tests/core/a.h", "using namespace std;")

    def test_allowed_use_is_clean(self):
        for path, code in (
            ("interceptors/baton/rpc/runtime/real_clock.cc", "return absl::Now();"),
            ("interceptors/baton/core/a.cc", "return clock.Now();"),
            ("interceptors/baton/core/a.cc", "// never calls now()"),
            ("interceptors/baton/core/a.cc", "int operand(int);"),
            ("tests/core/a.cc", "using namespace std::chrono_literals;"),
        ):
            self.assert_clean(banned_tokens, path, code)

    def test_missing_licence_is_found(self):
        for path in ("a.cc", "a.h", "a.proto", "x.bzl", "x/BUILD", "a.py", "bazelw"):
            self.assert_found(licence_header, path, "\n")
        self.assert_clean(licence_header, "a.cc", LICENCE)
        self.assert_clean(licence_header, "bazelw", "#!/bin/bash\n" + LICENCE.replace("//", "#"))

    def test_long_file_is_found(self):
        self.assert_found(file_length, "a.h", "\n" * 151, 151)
        self.assert_found(file_length, "interceptors/a.cc", "\n" * 301, 301)
        self.assert_found(file_length, "tests/a.cc", "\n" * 451, 451)
        self.assert_clean(file_length, "tests/a.cc", "\n" * 450)

    def test_wrong_include_guard_is_found(self):
        right = LICENCE + "\n#ifndef BATON_CORE_X_H_\n#define BATON_CORE_X_H_\n#endif  // BATON_CORE_X_H_\n"
        self.assert_clean(include_guards, "interceptors/baton/core/x.h", right)
        self.assert_found(include_guards, "interceptors/baton/core/y.h", right)
        self.assert_found(include_guards, "interceptors/baton/core/x.h", LICENCE)

    def test_binary_is_found(self):
        self.assert_found(no_binaries, "logo.bin", "a\0b")
        self.assert_clean(no_binaries, "tests/fuzz/corpus/header/1", "a\0b")

    def test_machine_names_are_found(self):
        for text in (
            "https:/" + "/registry.example.org/x",
            "deb http:/" + "/deb.example.org/debian stable main",
            '  "resolved"' + ': "x"',
            "see /wo" + "rk/notes",
        ):
            self.assert_found(no_machine_names, "a.txt", text)
        self.assert_clean(no_machine_names, "a.txt", "https:/" + "/example.org/wo" + "rk/notes")

    def test_package_for_a_newer_node_is_found(self):
        for wanted in (">=20", "^22.1.0", "20 || 22"):
            self.assert_found(node_engines, "a/package-lock.json", f'        "node": "{wanted}"\n')
        for wanted in (">=18", "^12.20.0 || ^14.18.0 || >=20.0.0", ">= 0.4", "*"):
            self.assert_clean(node_engines, "a/package-lock.json", f'        "node": "{wanted}"\n')

    def test_dead_link_is_found(self):
        self.assert_found(relative_links, "docs/a.md", "[x](b.md)")
        self.assert_clean(relative_links, "docs/a.md", "[x](../b.md) [d](.)", beside=["b.md"])
        self.assert_clean(relative_links, "a.md", "[x](https:/" + "/example.org) `[y](z)`")

    def test_link_to_no_heading_is_found(self):
        self.assert_found(relative_links, "docs/a.md", "[x](#y)")
        self.assert_found(relative_links, "a.md", "```\n# y\n```\n[x](#y)", line=4)
        self.assertEqual(findings(relative_links, "docs/a.md", "[x](../b.md#y)", beside=["b.md"]), ["docs/a.md:1"])
        self.assert_clean(relative_links, "a.md", "## gRPC's `own` retries?\n[x](a.md#grpcs-own-retries)")


if __name__ == "__main__":
    unittest.main()
