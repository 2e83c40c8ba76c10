// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/conventions.h"

#include "gtest/gtest.h"

namespace baton::otel {
namespace {

TEST(ConventionsTest, EnvironmentSelectsTheConventions) {
  struct {
    const char* value;
    Conventions expected;
  } const rows[] = {
      {"", Conventions::kCurrent},
      {"rpc", Conventions::kCurrent},
      {"rpc/dup", Conventions::kBoth},
      {"http,rpc/dup", Conventions::kBoth},
      {"rpc,rpc/dup", Conventions::kBoth},
      {"rpc/dup,rpc", Conventions::kBoth},
      {" http , rpc/dup ", Conventions::kBoth},
      {"http/dup", Conventions::kCurrent},
      {"rpc/dupe", Conventions::kCurrent},
      {",,,", Conventions::kCurrent},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(ConventionsOfOptIn(row.value), row.expected) << row.value;
  }
}

TEST(ConventionsTest, CodeOverridesTheEnvironment) {
  for (Conventions conventions :
       {Conventions::kCurrent, Conventions::kOld, Conventions::kBoth}) {
    EXPECT_EQ(Resolve(conventions), conventions);
  }
}

// The test's environment contains rpc/dup.
TEST(ConventionsTest, EnvironmentVariableIsRead) {
  EXPECT_EQ(Resolve(Conventions::kFromEnvironment), Conventions::kBoth);
}

}  // namespace
}  // namespace baton::otel
