// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/policy_validation.h"

#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<std::string> ErrorsOf(const MethodPolicy& policy) {
  ValidationErrors errors;
  ValidateMethodPolicy(policy, errors);
  return errors.errors();
}

TEST(PolicyValidationTest, DefaultsAreValid) {
  EXPECT_TRUE(ValidatePolicy(Policy()).ok());
}

// A change to a valid policy, and its only error ("" for none).
struct Row {
  void (*change)(MethodPolicy&);
  const char* error;
};

class MethodPolicyTable : public ::testing::TestWithParam<Row> {};

TEST_P(MethodPolicyTable, OnlyInvalidValuesAreRejected) {
  MethodPolicy policy;
  policy.idempotency = Idempotency::kIdempotent;
  GetParam().change(policy);
  if (std::string(GetParam().error).empty()) {
    EXPECT_THAT(ErrorsOf(policy), IsEmpty());
  } else {
    EXPECT_THAT(ErrorsOf(policy), ElementsAre(GetParam().error));
  }
}

const Row kDeadlineRows[] = {
    {[](MethodPolicy& p) { p.deadline.default_timeout = absl::Seconds(-1); },
     "deadline.default_timeout: must be positive and finite, got -1s"},
    {[](MethodPolicy& p) { p.deadline.default_timeout = absl::Seconds(0); },
     "deadline.default_timeout: must be positive and finite, got 0"},
    {[](MethodPolicy& p) {
       p.deadline.default_timeout = absl::InfiniteDuration();
     },
     "deadline.default_timeout: must be positive and finite, got inf"},
    {[](MethodPolicy& p) { p.deadline.max_timeout = absl::Seconds(1); }, ""},
    {[](MethodPolicy& p) { p.deadline.max_timeout = absl::Seconds(0); },
     "deadline.max_timeout: must be positive, got 0"},
    {[](MethodPolicy& p) {
       p.deadline.attempt_timeout = absl::InfiniteDuration();
     },
     ""},
    {[](MethodPolicy& p) {
       p.deadline.attempt_timeout = -absl::InfiniteDuration();
     },
     "deadline.attempt_timeout: must be positive, got -inf"},
    {[](MethodPolicy& p) { p.deadline.attempt_timeout = absl::ZeroDuration(); },
     "deadline.attempt_timeout: must be positive, got 0"},
    {[](MethodPolicy& p) { p.deadline.connect_timeout = absl::Seconds(1); },
     ""},
    {[](MethodPolicy& p) { p.deadline.connect_timeout = absl::ZeroDuration(); },
     "deadline.connect_timeout: must be positive, got 0"},
    {[](MethodPolicy& p) { p.deadline.hop_reserve = absl::ZeroDuration(); },
     ""},
    {[](MethodPolicy& p) { p.deadline.hop_reserve = absl::InfiniteDuration(); },
     "deadline.hop_reserve: must be zero or positive and finite, got inf"},
    {[](MethodPolicy& p) { p.deadline.hop_reserve_ratio = kNan; },
     "deadline.hop_reserve_ratio: must be 0 to 0.5, got nan"},
};
INSTANTIATE_TEST_SUITE_P(Deadline, MethodPolicyTable,
                         ::testing::ValuesIn(kDeadlineRows));

const Row kRetryRows[] = {
    {[](MethodPolicy& p) { p.retry.max_attempts = 1; }, ""},
    {[](MethodPolicy& p) { p.retry.max_attempts = 5; }, ""},
    {[](MethodPolicy& p) { p.retry.max_attempts = 0; },
     "retry.max_attempts: must be 1 to 10, got 0"},
    {[](MethodPolicy& p) { p.retry.max_attempts = 6; },
     "retry.max_attempts: must be 1 to 5 unless edge_grant is at least "
     "max_attempts - 1 (it is 2), got 6"},
    {[](MethodPolicy& p) {
       p.retry.max_attempts = 10;
       p.retry.edge_grant = 9;
     },
     ""},
    {[](MethodPolicy& p) {
       p.retry.max_attempts = 10;
       p.retry.edge_grant = 8;
     },
     "retry.max_attempts: must be 1 to 5 unless edge_grant is at least "
     "max_attempts - 1 (it is 8), got 10"},
    {[](MethodPolicy& p) {
       p.retry.max_attempts = 11;
       p.retry.edge_grant = 9;
     },
     "retry.max_attempts: must be 1 to 10, got 11"},
    {[](MethodPolicy& p) {
       p.retry.contention.max_attempts = 8;
       p.retry.edge_grant = 7;
     },
     ""},
    {[](MethodPolicy& p) { p.retry.contention.max_attempts = 8; },
     "retry.contention.max_attempts: must be 1 to 5 unless edge_grant is at "
     "least max_attempts - 1 (it is 2), got 8"},
    {[](MethodPolicy& p) { p.retry.edge_grant = 0; }, ""},
    {[](MethodPolicy& p) { p.retry.edge_grant = 10; },
     "retry.edge_grant: must be 0 to 9, got 10"},
    {[](MethodPolicy& p) {
       p.retry.owner = {OwnerMode::kSplit, 8};
     },
     ""},
    {[](MethodPolicy& p) {
       p.retry.owner = {OwnerMode::kSplit, 0};
     },
     "retry.owner.kept_grant: must be 1 to 8, got 0"},
    {[](MethodPolicy& p) {
       p.retry.owner = {OwnerMode::kDelegate, 1};
     },
     "retry.owner.kept_grant: must be 0 unless mode is split (it is "
     "delegate), got 1"},
    {[](MethodPolicy& p) {
       p.retry.classifier.retryable_codes = {absl::StatusCode::kNotFound};
     },
     ""},
    {[](MethodPolicy& p) {
       p.retry.classifier.retryable_codes = {
           absl::StatusCode::kOk, absl::StatusCode::kAborted,
           absl::StatusCode::kInvalidArgument};
     },
     "retry.classifier.retryable_codes: must be among UNKNOWN, "
     "DEADLINE_EXCEEDED, NOT_FOUND, RESOURCE_EXHAUSTED, ABORTED, INTERNAL, "
     "UNAVAILABLE, got OK, INVALID_ARGUMENT"},
    {[](MethodPolicy& p) { p.retry.backoff.initial = -absl::Seconds(1); },
     "retry.backoff.initial: must be zero or positive and finite, got -1s"},
    {[](MethodPolicy& p) { p.retry.backoff.max = absl::Milliseconds(1); },
     "retry.backoff.max: must be at least initial, which is 25ms, got 1ms"},
    {[](MethodPolicy& p) { p.retry.backoff.multiplier = 0.9; },
     "retry.backoff.multiplier: must be 1 to 10, got 0.9"},
    {[](MethodPolicy& p) {
       p.retry.throttled.backoff.initial = absl::ZeroDuration();
     },
     "retry.throttled.backoff.initial: must be positive and finite, got 0"},
    {[](MethodPolicy& p) {
       p.retry.contention.backoff.initial = absl::ZeroDuration();
     },
     "retry.contention.backoff.initial: must be positive and finite, got 0"},
    {[](MethodPolicy& p) { p.retry.throttled.max_attempts = 1; }, ""},
    {[](MethodPolicy& p) { p.retry.throttled.max_attempts = 0; },
     "retry.throttled.max_attempts: must be 1 to 10, got 0"},
    {[](MethodPolicy& p) { p.retry.contention.max_attempts = 77; },
     "retry.contention.max_attempts: must be 1 to 10, got 77"},
    {[](MethodPolicy& p) {
       p.retry.throttled.max_time = absl::InfiniteDuration();
     },
     ""},
    {[](MethodPolicy& p) {
       p.retry.contention.max_time = absl::ZeroDuration();
     },
     "retry.contention.max_time: must be positive, got 0"},
    {[](MethodPolicy& p) { p.retry.pushback_jitter_ratio = kInfinity; },
     "retry.pushback_jitter_ratio: must be 0 to 1, got inf"},
    {[](MethodPolicy& p) { p.retry.max_pushback = absl::InfiniteDuration(); },
     "retry.max_pushback: must be positive and finite, got inf"},
    {[](MethodPolicy& p) { p.retry.max_retry_time = absl::ZeroDuration(); },
     "retry.max_retry_time: must be positive and finite, got 0"},
    {[](MethodPolicy& p) {
       p.retry.max_connection_wait = absl::ZeroDuration();
     },
     ""},
    {[](MethodPolicy& p) {
       p.retry.max_connection_wait = absl::InfiniteDuration();
     },
     "retry.max_connection_wait: must be zero or positive and finite, got inf"},
};
INSTANTIATE_TEST_SUITE_P(Retry, MethodPolicyTable,
                         ::testing::ValuesIn(kRetryRows));

const Row kHedgeRows[] = {
    {[](MethodPolicy& p) { p.hedge.max_attempts = 2; }, ""},
    {[](MethodPolicy& p) { p.hedge.max_attempts = 6; },
     "hedge.max_attempts: must be 1 to 5, got 6"},
    {[](MethodPolicy& p) {
       p.hedge.max_attempts = 2;
       p.idempotency = Idempotency::kUnknown;
     },
     "hedge.max_attempts: must be 1 (no hedging) unless idempotency is "
     "idempotent or no_side_effects (it is unknown), got 2"},
    {[](MethodPolicy& p) { p.hedge.delay = absl::ZeroDuration(); }, ""},
    {[](MethodPolicy& p) { p.hedge.delay = absl::InfiniteDuration(); },
     "hedge.delay: must be zero or positive and finite, got inf"},
    {[](MethodPolicy& p) { p.hedge.percentile = 0.5; },
     "hedge.percentile: must be between 0.5 and 1, both excluded, got 0.5"},
    {[](MethodPolicy& p) { p.hedge.max_extra_load_ratio = 0; },
     "hedge.max_extra_load_ratio: must be above 0 and at most 1, got 0"},
    {[](MethodPolicy& p) {
       p.hedge.non_fatal_codes = {absl::StatusCode::kDataLoss};
     },
     "hedge.non_fatal_codes: must be among UNKNOWN, DEADLINE_EXCEEDED, "
     "NOT_FOUND, RESOURCE_EXHAUSTED, ABORTED, INTERNAL, UNAVAILABLE, got "
     "DATA_LOSS"},
};
INSTANTIATE_TEST_SUITE_P(Hedge, MethodPolicyTable,
                         ::testing::ValuesIn(kHedgeRows));

const Row kStreamRows[] = {
    {[](MethodPolicy& p) { p.retry.max_replay_bytes = 0; }, ""},
    {[](MethodPolicy& p) { p.retry.max_replay_bytes = -1; },
     "retry.max_replay_bytes: must be 0 to 1073741824, got -1"},
    {[](MethodPolicy& p) { p.stream.max_replay_bytes = 0; }, ""},
    {[](MethodPolicy& p) { p.stream.max_replay_bytes = 1 << 30; }, ""},
    {[](MethodPolicy& p) { p.stream.idle_timeout = absl::Seconds(5); }, ""},
    {[](MethodPolicy& p) { p.stream.idle_timeout = absl::ZeroDuration(); },
     "stream.idle_timeout: must be positive, got 0"},
    {[](MethodPolicy& p) { p.stream.first_answer_timeout = absl::Seconds(5); },
     ""},
    {[](MethodPolicy& p) { p.stream.first_answer_timeout = -absl::Seconds(1); },
     "stream.first_answer_timeout: must be positive, got -1s"},
    {[](MethodPolicy& p) { p.stream.max_replay_bytes = -1; },
     "stream.max_replay_bytes: must be 0 to 1073741824, got -1"},
};
INSTANTIATE_TEST_SUITE_P(Stream, MethodPolicyTable,
                         ::testing::ValuesIn(kStreamRows));

const Row kFallbackRows[] = {
    {[](MethodPolicy& p) { p.fallback.from_attempt = 2; }, ""},
    {[](MethodPolicy& p) { p.fallback.from_attempt = 10; }, ""},
    {[](MethodPolicy& p) { p.fallback.from_attempt = 1; },
     "fallback.from_attempt: must be 2 to 10, got 1"},
    {[](MethodPolicy& p) { p.fallback.from_attempt = 11; },
     "fallback.from_attempt: must be 2 to 10, got 11"},
};
INSTANTIATE_TEST_SUITE_P(Fallback, MethodPolicyTable,
                         ::testing::ValuesIn(kFallbackRows));

TEST(PolicyValidationTest, AnswersAreKeptForAFiniteTime) {
  Policy policy;
  EXPECT_TRUE(ValidatePolicy(policy).ok());
  policy.request_replay.emplace();
  EXPECT_TRUE(ValidatePolicy(policy).ok());
  policy.request_replay->keep_for = absl::InfiniteDuration();
  EXPECT_THAT(ValidatePolicy(policy).message(),
              ::testing::HasSubstr("request_replay.keep_for: must be positive "
                                   "and finite, got inf"));
}

TEST(PolicyValidationTest, ProcessReplayHasBounds) {
  ValidationErrors errors;
  ValidateProcessReplay({0}, errors);
  ValidateProcessReplay({1 << 30}, errors);
  EXPECT_THAT(errors.errors(), IsEmpty());
  ValidateProcessReplay({-1}, errors);
  EXPECT_THAT(errors.errors(),
              ElementsAre("process_replay.max_bytes: must be 0 to 1073741824, "
                          "got -1"));
}

TEST(PolicyValidationTest, UnlimitedBudgetIsValid) {
  ValidationErrors errors;
  ValidateProcessBudget(ProcessBudgetOptions::Unlimited(), errors);
  EXPECT_THAT(errors.errors(), IsEmpty());
}

TEST(PolicyValidationTest, ProcessBudgetErrorsAreAllReported) {
  ProcessBudgetOptions options;
  options.capacity = 0.5;
  options.deposit = -1;
  options.throttled_cost = kInfinity;
  options.max_ratio_per_call = 1.5;
  ValidationErrors errors;
  ValidateProcessBudget(options, errors);
  EXPECT_THAT(errors.errors(),
              ElementsAre("process_budget.capacity: must be 1 to 1e+06, got "
                          "0.5",
                          "process_budget.deposit: must be 0 to 1e+06, got -1",
                          "process_budget.throttled_cost: must be 0 to 1e+06, "
                          "got inf",
                          "process_budget.max_ratio_per_call: must be 0 to 1, "
                          "got 1.5"));
}

// Such retries would always be suppressed, without an obvious reason.
TEST(PolicyValidationTest, NoRetryCostsMoreThanTheBudgetHolds) {
  ProcessBudgetOptions options;
  options.capacity = 3;
  options.transient_cost = 3;
  options.timeout_cost = 3.5;
  ValidationErrors errors;
  ValidateProcessBudget(options, errors);
  EXPECT_THAT(errors.errors(),
              ElementsAre("process_budget.timeout_cost: must be 0 to capacity, "
                          "which is 3, got 3.5",
                          "process_budget.throttled_cost: must be 0 to "
                          "capacity, which is 3, got 5"));
}

TEST(PolicyValidationTest, InboundGrantErrorsAreAllReported) {
  InboundGrantOptions options;
  options.trust = InboundGrantOptions::Trust::kStrip;
  options.max_grant = 2;
  options.when_absent = 3;
  options.trusted_identities = {"uri:spiffe://shop/web", "", "edge.prod",
                                "uri:", "email:a@b"};
  ValidationErrors errors;
  ValidateInboundGrant(options, errors);
  const auto invalid = [](int index, const char* entry) {
    return absl::StrCat(
        "inbound_grant.trusted_identities[", index,
        "]: must be uri:NAME or dns:NAME, such as uri:spiffe://prod/gateway or "
        "dns:edge.prod, got \"",
        entry, "\"");
  };
  EXPECT_THAT(
      errors.errors(),
      ElementsAre("inbound_grant.when_absent: must be 0 to max_grant, "
                  "which is 2, got 3",
                  "inbound_grant.trusted_identities: must be empty if trust "
                  "is strip (no caller is trusted), got 5 entries",
                  invalid(1, ""), invalid(2, "edge.prod"), invalid(3, "uri:"),
                  invalid(4, "email:a@b")));
}

TEST(PolicyValidationTest, NameThatNoCallCanHaveIsInvalid) {
  const auto check = [](absl::string_view service, absl::string_view method) {
    Policy policy;
    policy.SetMethod(service, method, MethodPolicy());
    return ValidatePolicy(policy);
  };
  EXPECT_TRUE(check("svc", "Get").ok());
  EXPECT_TRUE(check("shop.v1.Inventory", "Get").ok());
  for (const char* service : {"", "/svc", "svc/", "/svc/", "a/b"}) {
    EXPECT_THAT(std::string(check(service, "Get").message()),
                HasSubstr("name: must be a full service name"))
        << service;
  }
  for (const char* method : {"", "/Get", "Get/"}) {
    EXPECT_FALSE(check("svc", method).ok()) << method;
  }
  Policy policy;
  policy.SetService("svc/", MethodPolicy());
  EXPECT_FALSE(ValidatePolicy(policy).ok());
}

TEST(PolicyValidationTest, EachErrorNamesItsEntry) {
  Policy policy;
  MethodPolicy bad;
  bad.retry.max_attempts = 99;
  policy.everything() = bad;
  policy.SetService("shop.v1.Inventory", bad);
  policy.SetMethod("shop.v1.Inventory", "Get", bad);
  EXPECT_EQ(ValidatePolicy(policy).message(),
            "policy: 3 errors\n"
            "everything.retry.max_attempts: must be 1 to 10, got 99\n"
            "methods[\"/shop.v1.Inventory/Get\"].retry.max_attempts: must be "
            "1 to 10, got 99\n"
            "methods[\"shop.v1.Inventory\"].retry.max_attempts: must be 1 to "
            "10, got 99");
}

}  // namespace
}  // namespace baton::core
