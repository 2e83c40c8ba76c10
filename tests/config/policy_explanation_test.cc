// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/policy_explanation.h"

#include <map>
#include <string>
#include <utility>

#include "gtest/gtest.h"
#include "tests/config/shop.pb.h"

namespace baton::config {
namespace {

using Explained = std::map<std::string, std::pair<std::string, std::string>>;

Explained Explain(absl::string_view text, absl::string_view method) {
  // Linked for its idempotency levels.
  testing::shop::Request::descriptor();
  const auto loaded = LoadPolicy(text, "p");
  EXPECT_TRUE(loaded.ok()) << loaded.status();
  Explained explained;
  if (!loaded.ok()) return explained;
  const auto fields = ExplainMethod(*loaded, method);
  EXPECT_TRUE(fields.ok()) << fields.status();
  if (!fields.ok()) return explained;
  for (const ExplainedField& field : *fields) {
    explained[field.path] = {field.value, field.origin};
  }
  return explained;
}

using Value = std::pair<std::string, std::string>;

TEST(PolicyExplanationTest, EachValueNamesItsSource) {
  Explained explained = Explain(
      "methods { name {} deadline { default_timeout: '5s' }\n"
      "  retry { owner { mode: SPLIT kept_grant: 1 } } }\n"
      "methods { name { service: 'a.S' } retry { max_attempts: 4 } }\n"
      "methods { name { service: 'a.S' method: 'M' }\n"
      "  retry { owner { mode: KEEP } } }",
      "/a.S/M");
  EXPECT_EQ(explained["deadline.default_timeout"],
            Value("\"5s\"", "methods[0] at 1:30"));
  EXPECT_EQ(explained["retry.max_attempts"], Value("4", "methods[1] at 3:43"));
  EXPECT_EQ(explained["retry.owner.kept_grant"],
            Value("0", "methods[2] at 5:11"));
  EXPECT_EQ(explained["retry.edge_grant"], Value("2", "default"));
  EXPECT_EQ(explained["hedge.delay"], Value("not set", "default"));
  EXPECT_EQ(explained["retry.classifier.retryable_codes"],
            Value("[UNAVAILABLE]", "default"));
}

TEST(PolicyExplanationTest, IdempotencyMayComeFromTheDescriptor) {
  const char kPut[] = "/baton.testing.shop.Inventory/Put";
  EXPECT_EQ(Explain("", kPut)["idempotency"],
            Value("IDEMPOTENT", "descriptor"));
  EXPECT_EQ(
      Explain("methods { name {} idempotency: UNKNOWN }", kPut)["idempotency"],
      Value("IDEMPOTENT", "descriptor"));
  EXPECT_EQ(Explain("methods { name {} idempotency: NOT_IDEMPOTENT }",
                    kPut)["idempotency"],
            Value("NOT_IDEMPOTENT", "methods[0] at 1:19"));
}

}  // namespace
}  // namespace baton::config
