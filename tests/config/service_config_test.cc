// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/service_config.h"

#include <string>
#include <vector>

#include "baton/config/policy_origins.h"
#include "baton/config/policy_writer.h"
#include "baton/policy/policy_loader.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::config {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

absl::StatusOr<LoadedPolicy> Import(absl::string_view json,
                                    bool assume_idempotent = false) {
  LoadPolicyOptions options;
  options.format = PolicyFormat::kServiceConfig;
  options.descriptors = DescriptorSource::kNone;
  options.assume_idempotent = assume_idempotent;
  return LoadPolicy(json, "s", options);
}

constexpr char kRetry[] = R"({"methodConfig": [{
  "name": [{"service": "a.S"}], "timeout": "1.5s", "waitForReady": true,
  "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s",
    "maxBackoff": "2s", "backoffMultiplier": 3,
    "retryableStatusCodes": ["UNAVAILABLE", 10]}},
  {"name": [{"service": "a.S", "method": "M"}]}]})";

TEST(ServiceConfigTest, RetryPolicyIsCarriedOver) {
  const auto loaded = Import(kRetry);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  const MethodPolicy& policy = loaded->policy.Find("/a.S/X");
  EXPECT_EQ(policy.wait_for_ready, true);
  EXPECT_EQ(policy.deadline.default_timeout, absl::Milliseconds(1500));
  EXPECT_EQ(policy.deadline.max_timeout, absl::Milliseconds(1500));
  EXPECT_EQ(policy.deadline.attempt_timeout, absl::InfiniteDuration());
  EXPECT_EQ(policy.retry.max_attempts, 4);
  EXPECT_EQ(policy.retry.edge_grant, 3);
  EXPECT_EQ(policy.retry.backoff.initial, absl::Milliseconds(100));
  EXPECT_EQ(policy.retry.backoff.max, absl::Seconds(2));
  EXPECT_EQ(policy.retry.backoff.multiplier, 3);
  EXPECT_EQ(policy.retry.classifier.retryable_codes.ToString(),
            "ABORTED, UNAVAILABLE");
  EXPECT_EQ(policy.idempotency, Idempotency::kUnknown);
}

// gRPC takes the most specific entry as a whole, so that merging adds nothing.
TEST(ServiceConfigTest, EntriesInheritNothing) {
  const auto loaded = Import(kRetry);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  const MethodPolicy& method = loaded->policy.Find("/a.S/M");
  EXPECT_EQ(method.retry.max_attempts, 1);
  EXPECT_EQ(method.deadline.missing, MissingDeadline::kAllow);
  EXPECT_EQ(method.deadline.max_timeout, absl::InfiniteDuration());
  EXPECT_EQ(method.wait_for_ready, false);
  EXPECT_EQ(loaded->policy.Find("/b.S/M").retry.max_attempts, 1);
}

TEST(ServiceConfigTest, ThrottlingBecomesTheProcessBudget) {
  const auto loaded =
      Import(R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})");
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(loaded->policy.process_budget.capacity, 5);
  EXPECT_EQ(loaded->policy.process_budget.deposit, 0.1);
  EXPECT_EQ(loaded->policy.process_budget.refill_limit, 0);
  EXPECT_EQ(loaded->policy.process_budget.timeout_cost, 1);
}

constexpr char kHedging[] = R"({"methodConfig": [{"name": [{}],
  "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0.05s",
                    "nonFatalStatusCodes": ["INTERNAL"]}}]})";

TEST(ServiceConfigTest, HedgingNeedsAnIdempotentMethod) {
  const auto careful = Import(kHedging);
  ASSERT_TRUE(careful.ok()) << careful.status();
  EXPECT_EQ(careful->policy.everything().hedge.max_attempts, 1);
  EXPECT_THAT(careful->notes, Contains(HasSubstr("hedgingPolicy: is ignored")));
  const auto assured = Import(kHedging, true);
  ASSERT_TRUE(assured.ok()) << assured.status();
  const MethodPolicy& policy = assured->policy.everything();
  EXPECT_EQ(policy.idempotency, Idempotency::kIdempotent);
  EXPECT_EQ(policy.hedge.max_attempts, 3);
  EXPECT_EQ(policy.hedge.delay, absl::Milliseconds(50));
  EXPECT_EQ(policy.hedge.non_fatal_codes.ToString(), "INTERNAL");
}

struct Row {
  const char* json;
  const char* said;
};

class NoteTable : public ::testing::TestWithParam<Row> {};
TEST_P(NoteTable, NothingIsDroppedSilently) {
  const auto loaded = Import(GetParam().json);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_THAT(loaded->notes, Contains(HasSubstr(GetParam().said)));
}
INSTANTIATE_TEST_SUITE_P(
    Notes, NoteTable,
    ::testing::Values(
        Row{R"({"loadBalancingConfig": []})",
            "loadBalancingConfig: is not part of a policy"},
        Row{R"({"methodConfg": []})",
            "methodConfg: unknown field, ignored as in gRPC; did you mean "
            "methodConfig?"},
        Row{R"({"methodConfig": [{"timeout": "1s"}]})", "names no method"},
        Row{R"({"methodConfig": [{"name": [{}],
                "maxRequestMessageBytes": 5}]})",
            "set the limit on the channel"},
        Row{"{}", "without retryThrottling"},
        Row{kRetry, "gRPC retries calls that the server may have executed"}));

class ErrorTable : public ::testing::TestWithParam<Row> {};
TEST_P(ErrorTable, ConfigThatGrpcRejectsIsRejected) {
  const auto loaded = Import(GetParam().json);
  ASSERT_FALSE(loaded.ok());
  EXPECT_THAT(std::string(loaded.status().message()),
              HasSubstr(GetParam().said));
}
INSTANTIATE_TEST_SUITE_P(
    Errors, ErrorTable,
    ::testing::Values(
        Row{"[]", "a list of choices"}, Row{"3", "must be an object, got 3"},
        Row{R"({"methodConfig": [{"name": [{}],
                "retryPolicy": {"maxAttempts": 1}}]})",
            "retryPolicy.maxAttempts: must be at least 2, got 1"},
        Row{R"({"methodConfig": [{"name": [{}], "retryPolicy": {}}]})",
            "retryPolicy.retryableStatusCodes: must name at least one code"},
        Row{R"({"methodConfig": [{"name": [{}], "timeout": "1m"}]})",
            "must be a duration in seconds such as \"1.5s\", got \"1m\""},
        Row{R"({"methodConfig": [{"name": [{}], "timeout": "0s"}]})",
            "must be positive, got \"0s\""},
        Row{R"({"methodConfig": [{"name": [{}, {}]}]})",
            "everything is named twice"},
        Row{R"({"methodConfig": [{"name": [{"method": "M"}]}]})",
            "method is set without service"},
        Row{R"({"methodConfig": [{"name": [{}], "timeout": "1s",
                "timeout": "2s"}]})",
            "is given twice"},
        Row{R"({"retryThrottling": {"maxTokens": 1001, "tokenRatio": 1}})",
            "maxTokens: is required and must be above 0 and at most 1000, got "
            "1001"},
        Row{R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": 0}})",
            "tokenRatio: is required and must be 0.001 to 1000, got 0"}));

TEST(ServiceConfigTest, MethodWithoutAnEntryBehavesLikeOnBareGrpc) {
  const auto loaded = Import(
      R"({"methodConfig": [{"name": [{"service": "a.B"}], "timeout": "1s"}]})");
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  const MethodPolicy& others = loaded->policy.everything();
  EXPECT_EQ(others.wait_for_ready, false);
  EXPECT_EQ(others.deadline.max_timeout, absl::InfiniteDuration());
  EXPECT_EQ(others.retry.max_attempts, 1);
}

TEST(ServiceConfigTest, ValuesBeyondTheBoundsAreClampedWithANote) {
  const auto loaded = Import(
      R"({"methodConfig": [{"name": [{}], "retryPolicy": {
          "maxAttempts": 9, "initialBackoff": "5s", "maxBackoff": "1s",
          "backoffMultiplier": 0.5,
          "retryableStatusCodes": ["DATA_LOSS"]}}]})");
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(loaded->policy.everything().retry.max_attempts, 1);
  for (const char* said :
       {"reduced to 5", "reduced to maxBackoff",
        "is changed to 1: must be 1 to 10, got 0.5", "DATA_LOSS is ignored",
        "no code is left, so there are no retries"}) {
    EXPECT_THAT(loaded->notes, Contains(HasSubstr(said)));
  }
}

// As published for client libraries that retry until the deadline.
TEST(ServiceConfigTest, MissingMaxAttemptsBecomesTheMaximum) {
  const auto loaded = Import(
      R"({"methodConfig": [{"name": [{"service": "a.S"}], "timeout": "60s",
          "retryPolicy": {"initialBackoff": "0.1s", "maxBackoff": "60s",
          "backoffMultiplier": 1.3,
          "retryableStatusCodes": ["UNAVAILABLE"]}}]})");
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  const RetryOptions& retry = loaded->policy.Find("/a.S/X").retry;
  EXPECT_EQ(retry.max_attempts, 5);
  EXPECT_EQ(retry.edge_grant, 4);
  EXPECT_THAT(loaded->notes,
              Contains(HasSubstr("retryPolicy.maxAttempts: is missing")));
}

TEST(ServiceConfigTest, WaitsAfterAbortedAreTheWaitsAfterAllCodes) {
  const auto loaded = Import(
      R"({"methodConfig": [{"name": [{}], "retryPolicy": {
          "maxAttempts": 3, "initialBackoff": "1s", "maxBackoff": "7s",
          "backoffMultiplier": 3, "retryableStatusCodes": ["ABORTED"]}}]})");
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  const ClassRetryOptions& contention =
      loaded->policy.everything().retry.contention;
  EXPECT_EQ(contention.backoff.initial, absl::Seconds(1));
  EXPECT_EQ(contention.backoff.max, absl::Seconds(7));
  EXPECT_EQ(contention.backoff.multiplier, 3);
  EXPECT_EQ(contention.backoff.jitter, Jitter::kPlusMinus20Percent);
  EXPECT_EQ(contention.max_time, absl::InfiniteDuration());
}

TEST(ServiceConfigTest, NotesNameTheDifferencesOfRetries) {
  const auto loaded = Import(
      R"({"methodConfig": [{"name": [{}], "retryPolicy": {
          "maxAttempts": 3, "initialBackoff": "1s", "maxBackoff": "1s",
          "backoffMultiplier": 2, "perAttemptRecvTimeout": "1s",
          "retryableStatusCodes": ["UNAVAILABLE", "CANCELLED"]}}]})");
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  for (const char* said :
       {"gRPC does not retry a call after its response headers",
        "gRPC keeps 256 KiB of a call for retries",
        "gRPC also ends the last attempt after this time",
        "retry.max_connection_wait", "CANCELLED is ignored: a server"}) {
    EXPECT_THAT(loaded->notes, Contains(HasSubstr(said)));
  }
}

TEST(ServiceConfigTest, ConfigWithoutRetriesHasNoNotesAboutRetries) {
  const auto loaded =
      Import(R"({"methodConfig": [{"name": [{}], "timeout": "1s"}]})");
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_THAT(loaded->notes,
              Not(Contains(HasSubstr("retry.max_connection_wait"))));
}

TEST(ServiceConfigTest, ImportedPolicyLoadsAgainAsText) {
  const auto imported = Import(kRetry);
  ASSERT_TRUE(imported.ok());
  const auto again =
      LoadPolicy(WritePolicyText(imported->origins->source), "t");
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(WriteMethodPolicy(again->policy.Find("/a.S/X")).DebugString(),
            WriteMethodPolicy(imported->policy.Find("/a.S/X")).DebugString());
}

}  // namespace
}  // namespace baton::config
