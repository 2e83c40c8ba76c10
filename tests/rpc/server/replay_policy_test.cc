// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The section `request_replay` of a policy, at a server with a memory store.

#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "baton/idempotency/memory_replay_store.h"
#include "baton/policy/policy_source.h"
#include "baton/server.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/keyed_server.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using testing::v1::CallRequest;
using testing::v1::CallResponse;

class ReplayPolicyTest : public ::testing::Test {
 protected:
  ReplayPolicyTest() { options_.replay_store = NewMemoryReplayStore(); }

  // Returns the runs of the handler for a request of unknown outcome and its
  // repetition.
  int RunsOfTwoRequests() {
    if (!server_.has_value()) {
      server_.emplace(
          HandlerApi::kSync, options_,
          [](grpc::ServerContextBase*, const CallRequest&, CallResponse*) {
            return grpc::Status(StatusCode::UNKNOWN, "");
          });
    }
    const int before = server_->runs();
    server_->CallWithKey(absl::StrCat("key-", before));
    server_->CallWithKey(absl::StrCat("key-", before), 1);
    return server_->runs() - before;
  }
  static std::shared_ptr<const Policy> With(
      std::optional<OutcomeUnknown> outcome_unknown) {
    const auto policy = std::make_shared<Policy>();
    if (outcome_unknown.has_value()) {
      policy->request_replay.emplace().outcome_unknown = *outcome_unknown;
    }
    return policy;
  }

  ServerOptions options_;
  std::optional<KeyedServer> server_;
};

TEST_F(ReplayPolicyTest, PolicyReplacesTheOptionOfTheServer) {
  options_.replay.outcome_unknown = OutcomeUnknown::kRefuse;
  options_.policy_source =
      std::make_shared<PolicySource>(With(OutcomeUnknown::kRunAgain));
  EXPECT_EQ(RunsOfTwoRequests(), 2);
}

TEST_F(ReplayPolicyTest, PolicyWithoutTheSectionLeavesTheOptionOfTheServer) {
  options_.replay.outcome_unknown = OutcomeUnknown::kRunAgain;
  options_.policy_source = std::make_shared<PolicySource>(With(std::nullopt));
  EXPECT_EQ(RunsOfTwoRequests(), 2);
}

TEST_F(ReplayPolicyTest, OptionOfAMethodReplacesThePolicy) {
  options_.replay_by_method["/baton.testing.v1.Scripted/Call"].outcome_unknown =
      OutcomeUnknown::kRefuse;
  options_.policy_source =
      std::make_shared<PolicySource>(With(OutcomeUnknown::kRunAgain));
  EXPECT_EQ(RunsOfTwoRequests(), 1);
}

TEST_F(ReplayPolicyTest, NextRequestReadsAReplacedPolicy) {
  options_.policy_source = std::make_shared<PolicySource>(With(std::nullopt));
  EXPECT_EQ(RunsOfTwoRequests(), 1);
  options_.policy_source->Replace(With(OutcomeUnknown::kRunAgain));
  EXPECT_EQ(RunsOfTwoRequests(), 2);
}

TEST_F(ReplayPolicyTest, InvalidSectionIsAnErrorOfTheServer) {
  const auto policy = std::make_shared<Policy>();
  policy->request_replay.emplace().keep_for = absl::ZeroDuration();
  options_.policy_source = std::make_shared<PolicySource>(policy);
  grpc::ServerBuilder builder;
  EXPECT_THAT(InstallServer(&builder, options_).message(),
              ::testing::HasSubstr("request_replay.keep_for: must be positive "
                                   "and finite, got 0"));
}

}  // namespace
}  // namespace baton
