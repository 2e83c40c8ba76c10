// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/policy.h"

#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "baton/policy/method_policy.h"
#include "baton/policy/policy_source.h"
#include "gtest/gtest.h"
#include "tests/support/policies.h"

namespace baton::core {
namespace {

// The attempts identify a policy.
MethodPolicy With(int attempts) {
  return support::MethodPolicyBuilder().Attempts(attempts);
}

Policy Shop() {
  Policy policy;
  policy.everything() = With(1);
  policy.SetService("shop.v1.Inventory", With(2));
  policy.SetMethod("shop.v1.Inventory", "Get", With(3));
  policy.SetMethod("shop.v1.Orders", "Place", With(4));
  return policy;
}

TEST(PolicyTest, MostSpecificEntryIsFound) {
  const Policy policy = Shop();
  const struct {
    absl::string_view method;
    int attempts;
  } kRows[] = {
      {"/shop.v1.Inventory/Get", 3},
      {"/shop.v1.Inventory/List", 2},
      {"/shop.v1.Orders/Place", 4},
      {"/shop.v1.Orders/Cancel", 1},
      {"/other.Service/Get", 1},
      // Names are case-sensitive, and a prefix is another name.
      {"/shop.v1.inventory/Get", 1},
      {"/shop.v1.Inventory/get", 2},
      {"/shop.v1.Inventory2/Get", 1},
      {"/shop.v1/Inventory/Get", 1},
      {"/shop.v1.Inventory/", 2},
      {"/shop.v1.Inventory/Get/More", 2},
      // Not a method name in gRPC's form.
      {"", 1},
      {"/", 1},
      {"//", 1},
      {"shop.v1.Inventory/Get", 1},
      {"/shop.v1.Inventory", 1},
      {"//shop.v1.Inventory/Get", 1},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(policy.Find(row.method).retry.max_attempts, row.attempts)
        << row.method;
  }
}

TEST(PolicyTest, MethodsAreFoundWithoutAnyService) {
  Policy policy;
  policy.SetMethod("shop.v1.Orders", "Place", With(4));
  EXPECT_EQ(policy.Find("/shop.v1.Orders/Place").retry.max_attempts, 4);
  EXPECT_EQ(&policy.Find("/shop.v1.Orders/Cancel"), &policy.everything());
}

TEST(PolicyTest, SecondEntryReplacesTheFirst) {
  Policy policy = Shop();
  policy.SetMethod("shop.v1.Inventory", "Get", With(5));
  policy.SetService("shop.v1.Inventory", With(4));
  EXPECT_EQ(policy.Find("/shop.v1.Inventory/Get").retry.max_attempts, 5);
  EXPECT_EQ(policy.Find("/shop.v1.Inventory/List").retry.max_attempts, 4);
}

TEST(PolicyTest, DeclarationAppliesWhereNoEntrySetsIdempotency) {
  Policy policy = Shop();
  MethodPolicy idempotent = With(4);
  idempotent.idempotency = Idempotency::kIdempotent;
  policy.SetMethod("shop.v1.Orders", "Place", idempotent);
  for (const char* service :
       {"shop.v1.Inventory", "shop.v1.Orders", "other.Service"}) {
    for (const char* method : {"Get", "List", "Place"}) {
      policy.DeclareIdempotency(service, method, Idempotency::kNoSideEffects);
    }
  }
  policy.ApplyDeclarations();
  const auto level = [&](absl::string_view name) {
    return policy.Find(name).idempotency;
  };
  EXPECT_EQ(level("/shop.v1.Inventory/Get"), Idempotency::kNoSideEffects);
  EXPECT_EQ(level("/shop.v1.Inventory/List"), Idempotency::kNoSideEffects);
  EXPECT_EQ(level("/other.Service/Get"), Idempotency::kNoSideEffects);
  EXPECT_EQ(level("/shop.v1.Orders/Place"), Idempotency::kIdempotent);
  EXPECT_EQ(level("/shop.v1.Orders/Cancel"), Idempotency::kUnknown);
  EXPECT_EQ(policy.Find("/shop.v1.Inventory/Get").retry.max_attempts, 3);
  EXPECT_EQ(policy.Find("/shop.v1.Inventory/List").retry.max_attempts, 2);
}

TEST(PolicyTest, LaterChangesReachDeclaredMethodsOfASource) {
  auto policy = std::make_shared<Policy>();
  policy->DeclareIdempotency("a.S", "Get", Idempotency::kNoSideEffects);
  policy->ApplyDeclarations();
  policy->everything().retry.max_attempts = 5;
  const PolicySource source(policy);
  const MethodPolicy& found = source.Current()->Find("/a.S/Get");
  EXPECT_EQ(found.retry.max_attempts, 5);
  EXPECT_EQ(found.idempotency, Idempotency::kNoSideEffects);
}

TEST(PolicyTest, EveryEntryIsVisitedOnceByItsName) {
  std::multiset<std::string> names;
  Shop().ForEach([&names](absl::string_view name, const MethodPolicy& policy) {
    names.insert(std::string(name) + " " +
                 std::to_string(policy.retry.max_attempts));
  });
  EXPECT_EQ(names, (std::multiset<std::string>{" 1", "/shop.v1.Inventory/Get 3",
                                               "/shop.v1.Orders/Place 4",
                                               "shop.v1.Inventory 2"}));
}

}  // namespace
}  // namespace baton::core
