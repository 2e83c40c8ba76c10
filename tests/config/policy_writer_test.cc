// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/policy_writer.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/config/policy_reader.h"
#include "gmock/gmock.h"
#include "google/protobuf/descriptor.h"
#include "gtest/gtest.h"

namespace baton::config {
namespace {

using ::testing::IsEmpty;

MethodPolicy Unusual() {
  MethodPolicy policy;
  policy.mode = Mode::kObserve;
  policy.idempotency = Idempotency::kNoSideEffects;
  policy.wait_for_ready = false;
  policy.deadline.missing = MissingDeadline::kReject;
  policy.deadline.attempt_timeout = absl::InfiniteDuration();
  policy.deadline.connect_timeout = absl::Milliseconds(300);
  policy.deadline.hop_reserve = absl::Nanoseconds(1234567);
  policy.retry.owner = {OwnerMode::kSplit, 2};
  policy.retry.classifier.retryable_codes = {absl::StatusCode::kAborted};
  policy.retry.classifier.rules = {{"A", OutcomeClass::kThrottled},
                                   {"B", OutcomeClass::kTransient},
                                   {"C", OutcomeClass::kPermanent},
                                   {"D", OutcomeClass::kContention}};
  FailureRule& rule = policy.retry.classifier.rules[0];
  rule.domain = "shop.example.com";
  rule.trailer = "state";
  rule.trailer_value = "";
  rule.message_contains = "full";
  policy.retry.classifier.preset = ClassifierPreset::kHttp;
  policy.retry.classifier.request_id_trailer = "x-trace";
  policy.retry.backoff.multiplier = 1.1;
  policy.retry.backoff.jitter = Jitter::kEqual;
  policy.retry.throttled.max_attempts = 2;
  policy.retry.throttled.max_time = absl::Seconds(40);
  policy.retry.contention.backoff.max = absl::Milliseconds(77);
  policy.retry.contention.max_attempts = 1;
  policy.retry.max_replay_bytes = 12345;
  policy.retry.unlinked_grant = 1;
  policy.hedge.delay = absl::Milliseconds(7);
  policy.stream.max_replay_bytes = 0;
  policy.stream.idle_timeout = absl::Seconds(90);
  policy.stream.first_answer_timeout = absl::Seconds(80);
  policy.fallback.eligible_calls = FallbackCalls::kIdempotent;
  policy.fallback.from_attempt = 4;
  policy.fallback.first_if_unconnected = false;
  policy.idempotency_key = {true, true};
  return policy;
}

TEST(PolicyWriterTest, WrittenPolicyReadsBackTheSame) {
  const v1::MethodPolicy written = WriteMethodPolicy(Unusual());
  MethodPolicy read;
  core::ValidationErrors errors;
  ReadMethodPolicy(written, read, errors);
  EXPECT_THAT(errors.errors(), IsEmpty());
  EXPECT_EQ(WriteMethodPolicy(read).DebugString(), written.DebugString());
  EXPECT_EQ(read.deadline.hop_reserve, absl::Nanoseconds(1234567));
  EXPECT_EQ(read.deadline.attempt_timeout, absl::InfiniteDuration());
  EXPECT_EQ(read.retry.classifier.rules[0].trailer_value, "");
  EXPECT_EQ(read.retry.classifier.rules[1].trailer, std::nullopt);
  EXPECT_EQ(read.retry.classifier.rules[1].outcome_class,
            OutcomeClass::kTransient);
  EXPECT_EQ(read.retry.classifier.rules[3].outcome_class,
            OutcomeClass::kContention);
  EXPECT_EQ(read.retry.backoff.jitter, Jitter::kEqual);
  EXPECT_EQ(read.retry.throttled.max_attempts, 2);
  EXPECT_EQ(read.retry.throttled.max_time, absl::Seconds(40));
  EXPECT_EQ(read.retry.contention.max_attempts, 1);
  EXPECT_EQ(read.retry.contention.backoff.max, absl::Milliseconds(77));
  EXPECT_EQ(read.wait_for_ready, false);
  EXPECT_EQ(read.fallback.eligible_calls, FallbackCalls::kIdempotent);
  EXPECT_EQ(read.fallback.from_attempt, 4);
  EXPECT_FALSE(read.fallback.first_if_unconnected);
}

// Collects the paths of fields that a full message does not have.
void CollectUnset(const google::protobuf::Message& message,
                  const std::string& prefix, std::vector<std::string>& unset) {
  const auto& type = *message.GetDescriptor();
  const auto& reflection = *message.GetReflection();
  for (int i = 0; i < type.field_count(); ++i) {
    const auto* field = type.field(i);
    const bool set = field->is_repeated()
                         ? reflection.FieldSize(message, field) > 0
                         : reflection.HasField(message, field);
    if (!set) {
      unset.push_back(absl::StrCat(prefix, field->name()));
    } else if (field->message_type() != nullptr && !field->is_repeated()) {
      CollectUnset(reflection.GetMessage(message, field),
                   absl::StrCat(prefix, field->name(), "."), unset);
    }
  }
}

// If policy_fields.h lacked a field of the proto, Baton would accept and ignore
// the field.
TEST(PolicyWriterTest, EveryFieldOfTheProtoIsKnown) {
  v1::Policy full;
  *full.add_methods() = WriteMethodPolicy(Unusual());
  *full.mutable_process_budget() = WriteProcessBudget({});
  InboundGrantOptions inbound_grant;
  inbound_grant.when_absent = 0;
  inbound_grant.trusted_identities = {"x"};
  *full.mutable_inbound_grant() = WriteInboundGrant(inbound_grant);
  *full.mutable_retry_breaker() = WriteRetryBreaker({});
  *full.mutable_process_replay() = WriteProcessReplay({});
  full.set_stop_all_retries(true);
  *full.mutable_request_replay() = WriteRequestReplay({});
  *full.mutable_retry_ratio_limit() = WriteRetryRatioLimit({});
  *full.mutable_expired_requests() = WriteExpiredRequests({});
  *full.mutable_cancelled_requests() = WriteCancelledRequests({});

  std::vector<std::string> unset;
  CollectUnset(full.methods(0), "", unset);
  CollectUnset(full.methods(0).retry().classifier().rules(0), "rules[0].",
               unset);
  CollectUnset(full, "", unset);
  EXPECT_THAT(unset,
              ::testing::ElementsAre("name", "process_budget.unlimited"));
}

TEST(PolicyReaderTest, UnsetFieldsKeepTheirValues) {
  MethodPolicy policy = Unusual();
  core::ValidationErrors errors;
  ReadMethodPolicy(v1::MethodPolicy(), policy, errors);
  EXPECT_EQ(WriteMethodPolicy(policy).DebugString(),
            WriteMethodPolicy(Unusual()).DebugString());
}

TEST(PolicyReaderTest, UnlimitedBudgetAllowsNoOtherField) {
  v1::ProcessBudgetOptions message;
  message.set_unlimited(true);
  ProcessBudgetOptions options;
  core::ValidationErrors errors;
  ReadProcessBudget(message, options, errors);
  EXPECT_EQ(options.transient_cost, 0);
  EXPECT_TRUE(errors.empty());

  message.set_capacity(5);
  ReadProcessBudget(message, options, errors);
  EXPECT_THAT(errors.errors(),
              ::testing::ElementsAre("process_budget.unlimited: must be the "
                                     "only field when it is true"));
}

}  // namespace
}  // namespace baton::config
