// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Keys that the application has put into the metadata itself.

#include <map>
#include <string>

#include "baton/idempotency/idempotency_key.h"
#include "baton/rpc/call/call_plan.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

class ApplicationKeyTest : public ::testing::Test {
 protected:
  ApplicationKeyTest() {
    policy_.idempotency_key.send = true;
    plan_.policy = &policy_;
  }

  void Choose(std::multimap<std::string, std::string> metadata) {
    plan_.ChooseIdempotencyKey(metadata);
  }

  MethodPolicy policy_;
  CallPlan plan_;
};

TEST_F(ApplicationKeyTest, KeyInTheMetadataIsTheKeyOfTheCall) {
  plan_.idempotency_key = "of the overrides";
  Choose({{"idempotency-key", "mine"}, {"other", "x"}});
  EXPECT_EQ(plan_.idempotency_key, "mine");
  EXPECT_TRUE(plan_.key_is_in_metadata);
}

TEST_F(ApplicationKeyTest, InvalidKeyInTheMetadataIsNoKey) {
  Choose({{"idempotency-key", "with, comma"}});
  EXPECT_EQ(plan_.idempotency_key, "");
  EXPECT_TRUE(plan_.key_is_in_metadata);
}

TEST_F(ApplicationKeyTest, TwoKeysInTheMetadataAreNoKey) {
  Choose({{"idempotency-key", "a"}, {"idempotency-key", "b"}});
  EXPECT_EQ(plan_.idempotency_key, "");
}

TEST_F(ApplicationKeyTest, OtherMetadataDoNotReplaceANewKey) {
  Choose({{"other", "x"}});
  EXPECT_TRUE(ValidateIdempotencyKey(plan_.idempotency_key).ok());
  EXPECT_FALSE(plan_.key_is_in_metadata);
}

TEST_F(ApplicationKeyTest, StreamHasNoKey) {
  plan_.kind = CallKind::kStreaming;
  plan_.idempotency_key = "of the overrides";
  Choose({});
  EXPECT_EQ(plan_.idempotency_key, "");
}

}  // namespace
}  // namespace baton::rpc
