// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The `idempotency_level` of linked protos, for policies of all origins.

#include <memory>

#include "baton/client.h"
#include "baton/policy.h"
#include "baton/rpc/channel/channel_state.h"
#include "gtest/gtest.h"
#include "tests/config/shop.pb.h"

namespace baton::rpc {
namespace {

constexpr char kGet[] = "/baton.testing.shop.Inventory/Get";
constexpr char kPut[] = "/baton.testing.shop.Inventory/Put";
constexpr char kReserve[] = "/baton.testing.shop.Inventory/Reserve";

class DeclaredIdempotencyTest : public ::testing::Test {
 protected:
  std::shared_ptr<const Policy> PolicyOf(const ClientOptions& options) {
    return ChannelState("target", options).CurrentPolicy();
  }

 private:
  baton::testing::shop::Request linked_;  // links the descriptor
};

TEST_F(DeclaredIdempotencyTest, DefaultPolicyUsesLinkedDescriptors) {
  const auto policy = PolicyOf(ClientOptions());
  EXPECT_EQ(policy->Find(kGet).idempotency, Idempotency::kNoSideEffects);
  EXPECT_EQ(policy->Find(kPut).idempotency, Idempotency::kIdempotent);
  EXPECT_EQ(policy->Find(kReserve).idempotency, Idempotency::kUnknown);
}

TEST_F(DeclaredIdempotencyTest, EntryThatSetsIdempotencyIgnoresDescriptors) {
  ClientOptions options;
  MethodPolicy put;
  put.idempotency = Idempotency::kNoSideEffects;
  options.policy.SetMethod("baton.testing.shop.Inventory", "Put", put);
  MethodPolicy get;
  get.retry.max_attempts = 2;
  options.policy.SetMethod("baton.testing.shop.Inventory", "Get", get);
  const auto policy = PolicyOf(options);
  EXPECT_EQ(policy->Find(kPut).idempotency, Idempotency::kNoSideEffects);
  EXPECT_EQ(policy->Find(kGet).idempotency, Idempotency::kNoSideEffects);
  EXPECT_EQ(policy->Find(kGet).retry.max_attempts, 2);
}

TEST_F(DeclaredIdempotencyTest, ChangesOfALoadedPolicyReachAllMethods) {
  auto loaded = LoadPolicy("", "empty");
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  loaded->policy.everything().retry.max_attempts = 5;
  loaded->policy.everything().deadline.default_timeout = absl::Seconds(1);
  ClientOptions options;
  options.policy = loaded->policy;
  const auto in_options = PolicyOf(options);
  options.policy_source = std::make_shared<PolicySource>(
      std::make_shared<const Policy>(loaded->policy));
  const auto in_source = PolicyOf(options);
  for (const auto& policy : {in_options, in_source}) {
    for (const char* method : {kGet, kPut, kReserve}) {
      EXPECT_EQ(policy->Find(method).retry.max_attempts, 5) << method;
      EXPECT_EQ(policy->Find(method).deadline.default_timeout,
                absl::Seconds(1));
    }
    EXPECT_EQ(policy->Find(kGet).idempotency, Idempotency::kNoSideEffects);
  }
}

TEST_F(DeclaredIdempotencyTest, PoliciesOfASourceUseLinkedDescriptors) {
  ClientOptions options;
  options.policy_source = std::make_shared<PolicySource>(nullptr);
  EXPECT_EQ(PolicyOf(options)->Find(kGet).idempotency,
            Idempotency::kNoSideEffects);
  Policy second;
  second.everything().retry.max_attempts = 2;
  options.policy_source->Replace(std::make_shared<const Policy>(second));
  const auto policy = options.policy_source->Current();
  EXPECT_EQ(policy->Find(kGet).idempotency, Idempotency::kNoSideEffects);
  EXPECT_EQ(policy->Find(kGet).retry.max_attempts, 2);
  EXPECT_EQ(policy->Find(kReserve).idempotency, Idempotency::kUnknown);
}

TEST_F(DeclaredIdempotencyTest, PolicyLoadedWithoutDescriptorsIgnoresLevels) {
  LoadPolicyOptions load;
  load.descriptors = DescriptorSource::kNone;
  const auto loaded = LoadPolicy("", "empty", load);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  ClientOptions options;
  options.policy = loaded->policy;
  EXPECT_EQ(PolicyOf(options)->Find(kGet).idempotency, Idempotency::kUnknown);
}

}  // namespace
}  // namespace baton::rpc
