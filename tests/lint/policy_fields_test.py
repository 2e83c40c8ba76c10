# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Plants fields of the policy that nothing reads."""

import unittest

from planting import CheckTest
from policy_fields import PROTO, policy_fields_are_read

_MESSAGE = """
message RetryOptions {
  // How many.
  optional int32 max_attempts = 1;
  BackoffOptions backoff = 2;
}
"""
_HEADER = """
struct RetryOptions {
  int max_attempts = 3;
  BackoffOptions backoff;
  bool Valid() const { return max_attempts > 0; }
};
"""
_CORE = "interceptors/baton/core/"
_READS_BACKOFF = "int A(const RetryOptions& retry) { return Wait(retry.backoff); }\n"


class PolicyFieldsTest(CheckTest):
    def files(self, code="", path=_CORE + "decision/a.cc", **more):
        return {
            _CORE + "policy/retry_options.h": _HEADER,
            _CORE + "decision/wait.cc": _READS_BACKOFF,
            path: code,
            **more,
        }

    def test_field_without_a_reader_is_found(self):
        self.assert_found(policy_fields_are_read, PROTO, _MESSAGE, line=4, files=self.files())

    def test_reader_that_does_not_count_is_found(self):
        reads = "int B(const RetryOptions& retry) { return retry.max_attempts; }\n"
        for path in (
            "interceptors/baton/config/policy_fields.h",
            "interceptors/baton/config/a.cc",
            _CORE + "policy/policy_validation.cc",
            _CORE + "policy/field_checks.cc",
            "tests/core/a.cc",
        ):
            self.assert_found(policy_fields_are_read, PROTO, _MESSAGE, line=4, files=self.files(reads, path))

    def test_field_of_the_same_name_in_another_struct_is_no_reader(self):
        for code in (
            "int B(const HedgeOptions& hedge) { return hedge.max_attempts; }\n",
            "void B(RetryOptions& retry) { retry.max_attempts = 1; }\n",
            "// retry.max_attempts\nvoid B(RetryOptions& retry);\n",
            'void B(RetryOptions& retry) { Log("retry.max_attempts"); }\n',
        ):
            self.assert_found(policy_fields_are_read, PROTO, _MESSAGE, line=4, files=self.files(code))

    def test_field_with_a_reader_is_clean(self):
        member = {_CORE + "policy/method_policy.h": "struct MethodPolicy {\n  RetryOptions retry;\n};\n"}
        for code in (
            "int B(const RetryOptions& options) { return options.max_attempts; }\n",
            "int B(const RetryOptions* options) { return options->max_attempts; }\n",
            "int B(const MethodPolicy& policy) { return policy.retry.max_attempts; }\n",
            "bool B(RetryOptions& retry) { return retry.max_attempts == 1; }\n",
        ):
            self.assert_clean(policy_fields_are_read, PROTO, _MESSAGE, files=self.files(code, **member))

    def test_member_that_the_header_declares_is_a_reader(self):
        header = {_CORE + "decision/a.h": "class A {\n  RetryOptions mine_;\n};\n"}
        code = "int A::B() { return mine_.max_attempts; }\n"
        self.assert_clean(policy_fields_are_read, PROTO, _MESSAGE, files=self.files(code, **header))


if __name__ == "__main__":
    unittest.main()
