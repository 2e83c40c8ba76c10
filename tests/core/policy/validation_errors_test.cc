// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/validation_errors.h"

#include "absl/status/status.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

TEST(ValidationErrorsTest, NoErrorsReturnOk) {
  const ValidationErrors errors;
  EXPECT_TRUE(errors.empty());
  EXPECT_TRUE(errors.ToStatus("policy").ok());
}

TEST(ValidationErrorsTest, ErrorsHaveThePathOfTheirField) {
  ValidationErrors errors;
  {
    const ValidationErrors::Field method(errors, "methods[3]");
    {
      const ValidationErrors::Field retry(errors, "retry");
      errors.Add("max_attempts", "must be 1 to 5, got 0");
    }
    errors.Add("", "names no method");
  }
  errors.Add("inbound_grant", "is odd");
  errors.Add("", "is empty");
  ASSERT_EQ(errors.errors().size(), 4u);
  EXPECT_EQ(errors.errors()[0],
            "methods[3].retry.max_attempts: must be 1 to 5, got 0");
  EXPECT_EQ(errors.errors()[1], "methods[3]: names no method");
  EXPECT_EQ(errors.errors()[2], "inbound_grant: is odd");
  EXPECT_EQ(errors.errors()[3], "is empty");
}

TEST(ValidationErrorsTest, RepeatedErrorIsReportedOnce) {
  ValidationErrors errors;
  errors.Add("a", "is bad");
  errors.Add("b", "is bad");
  errors.Add("a", "is bad");
  EXPECT_EQ(errors.errors().size(), 2u);
}

TEST(ValidationErrorsTest, StatusListsAllErrors) {
  ValidationErrors errors;
  errors.Add("a", "is bad");
  EXPECT_EQ(errors.ToStatus("policy"),
            absl::InvalidArgumentError("policy: 1 error\na: is bad"));
  errors.Add("b", "is worse");
  EXPECT_EQ(
      errors.ToStatus("policy"),
      absl::InvalidArgumentError("policy: 2 errors\na: is bad\nb: is worse"));
}

}  // namespace
}  // namespace baton::core
