// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <functional>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/rpc/call/plan/policy_overrides.h"
#include "gmock/gmock.h"
#include "grpcpp/client_context.h"
#include "gtest/gtest.h"

namespace baton {
namespace {

using ::testing::HasSubstr;

HedgeOptions OneHedge() {
  HedgeOptions hedge;
  hedge.max_attempts = 2;
  return hedge;
}

struct Case {
  std::string name;
  std::function<void(CallOverrides&)> set;
  std::string error;  // none if empty
};

class CallOverridesTest : public ::testing::TestWithParam<Case> {};

TEST_P(CallOverridesTest, OverridesAreAcceptedOrRejectedByFieldName) {
  CallOverrides overrides;
  GetParam().set(overrides);
  grpc::ClientContext context;
  const absl::Status status = SetCallOverrides(&context, overrides);
  if (GetParam().error.empty()) {
    EXPECT_TRUE(status.ok()) << status;
  } else {
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(status.message(), HasSubstr(GetParam().error));
  }
}

const Case kCases[] = {
    {"Nothing", [](CallOverrides&) {}, ""},
    {"Attempts", [](CallOverrides& o) { o.max_attempts = 2; }, ""},
    // The grant of the call also limits its attempts.
    {"ManyAttempts", [](CallOverrides& o) { o.max_attempts = 10; }, ""},
    {"TooManyAttempts", [](CallOverrides& o) { o.max_attempts = 11; },
     "retry.max_attempts: must be 1 to 10, got 11"},
    {"NoAttempts", [](CallOverrides& o) { o.max_attempts = 0; },
     "retry.max_attempts"},
    {"Timeout", [](CallOverrides& o) { o.timeout = absl::Seconds(1); }, ""},
    {"ZeroTimeout", [](CallOverrides& o) { o.timeout = absl::ZeroDuration(); },
     "timeout: must be positive, got 0"},
    // The policy of the method decides whether the call is idempotent.
    {"Hedge", [](CallOverrides& o) { o.hedge = OneHedge(); }, ""},
    {"NonIdempotentHedge",
     [](CallOverrides& o) {
       o.hedge = OneHedge();
       o.idempotency = Idempotency::kUnknown;
     },
     "hedge.max_attempts"},
    {"NegativeHedgeDelay",
     [](CallOverrides& o) {
       o.hedge = OneHedge();
       o.hedge->delay = absl::Seconds(-1);
     },
     "hedge.delay"},
    {"NoFallback",
     [](CallOverrides& o) {
       o.fallback = FallbackOptions{FallbackCalls::kNone, {}};
     },
     ""},
    {"Key", [](CallOverrides& o) { o.idempotency_key = "order-42"; }, ""},
    {"EmptyKey", [](CallOverrides& o) { o.idempotency_key = ""; },
     "idempotency_key: must not be empty"},
    {"KeyWithComma", [](CallOverrides& o) { o.idempotency_key = "a,b"; },
     "idempotency_key: must consist of visible ASCII characters"},
    {"FallbackFromTheStart",
     [](CallOverrides& o) { o.fallback.emplace().from_attempt = 1; },
     "fallback.from_attempt"},
};

INSTANTIATE_TEST_SUITE_P(All, CallOverridesTest, ::testing::ValuesIn(kCases),
                         [](const auto& test) { return test.param.name; });

TEST(WithOverridesTest, MaxAttemptsAlsoLimitsTheAttemptsOfEachClass) {
  MethodPolicy policy;
  policy.retry.throttled.max_attempts = 2;
  policy.retry.contention.max_attempts = 5;
  CallOverrides overrides;
  overrides.max_attempts = 3;
  const RetryOptions retry = rpc::WithOverrides(policy, overrides).retry;
  EXPECT_EQ(retry.throttled.max_attempts, 2);
  // The maximum of the call applies.
  EXPECT_EQ(retry.contention.max_attempts, std::nullopt);
}

}  // namespace
}  // namespace baton
