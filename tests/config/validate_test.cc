// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>

#include "baton/policy.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/config/shop.pb.h"

namespace baton {
namespace {

using ::testing::HasSubstr;

std::string ErrorOf(absl::string_view service, absl::string_view method) {
  testing::shop::Request linked;  // links the descriptor
  Policy policy;
  if (method.empty()) {
    policy.SetService(service, MethodPolicy());
  } else {
    policy.SetMethod(service, method, MethodPolicy());
  }
  return std::string(Validate(policy).message());
}

TEST(ValidateTest, NamesOfLinkedServicesAreValid) {
  EXPECT_EQ(ErrorOf("baton.testing.shop.Inventory", ""), "");
  EXPECT_EQ(ErrorOf("baton.testing.shop.Inventory", "Get"), "");
}

TEST(ValidateTest, UnknownServicesWithOtherNamesAreValid) {
  EXPECT_EQ(ErrorOf("depot.v1.Stock", "Take"), "");
  EXPECT_EQ(ErrorOf("baton.testing.shop.Inventory2", "Get"), "");
}

TEST(ValidateTest, MisspelledMethodOfALinkedServiceIsAnError) {
  EXPECT_THAT(ErrorOf("baton.testing.shop.Inventory", "Gte"),
              HasSubstr("methods[\"/baton.testing.shop.Inventory/Gte\"]: "
                        "service baton.testing.shop.Inventory has no method "
                        "Gte; did you mean Get?"));
}

TEST(ValidateTest, MisspelledServiceIsAnError) {
  for (const char* method : {"", "Get"}) {
    EXPECT_THAT(ErrorOf("baton.testing.shop.Inventroy", method),
                HasSubstr("service baton.testing.shop.Inventroy is not linked "
                          "into this process; did you mean "
                          "baton.testing.shop.Inventory?"));
  }
}

TEST(ValidateTest, InvalidValuesAreReportedFirst) {
  Policy policy;
  policy.everything().retry.max_attempts = 11;
  EXPECT_THAT(std::string(Validate(policy).message()),
              HasSubstr("retry.max_attempts"));
}

}  // namespace
}  // namespace baton
