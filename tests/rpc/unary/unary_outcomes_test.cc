// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The result of a unary call, for every kind of outcome and in every form.

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "absl/status/status.h"
#include "baton/client.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::Combine;
using ::testing::TestParamInfo;
using ::testing::Values;
using ::testing::ValuesIn;

ScriptStep Unavailable() { return Fail(StatusCode::UNAVAILABLE, "busy"); }

ScriptStep Advice(const std::string& value) {
  return Unavailable().WithTrailer("retry-advice", value);
}

void NotIdempotent(ClientOptions& options) {
  options.policy.everything().idempotency = Idempotency::kUnknown;
}

void OneAttempt(ClientOptions& options) {
  options.policy.everything().retry.max_attempts = 1;
}

void NoGrant(ClientOptions& options) {
  options.policy.everything().retry.edge_grant = 0;
}

void BigGrant(ClientOptions& options) {
  options.policy.everything().retry.edge_grant = 4;
}

// gRPC needs some time to notice a lost connection. Until then further attempts
// may fail with it.
void OutlastsTheConnection(ClientOptions& options) {
  RetryOptions& retry = options.policy.everything().retry;
  retry.max_attempts = 5;
  retry.edge_grant = 4;
  retry.backoff.initial = retry.backoff.max = absl::Milliseconds(20);
}

void Observe(ClientOptions& options) {
  options.policy.everything().mode = Mode::kObserve;
}

void AlsoAborted(ClientOptions& options) {
  options.policy.everything().retry.classifier.retryable_codes.Add(
      absl::StatusCode::kAborted);
}

void TinyBudget(ClientOptions& options) {
  options.policy.process_budget = ProcessBudgetOptions();
  options.policy.process_budget.capacity = 1;
  options.policy.process_budget.timeout_cost = 1;
  options.policy.process_budget.throttled_cost = 1;
  options.policy.process_budget.refill_limit = 0;
}

void LongWaits(ClientOptions& options) {
  options.policy.everything().retry.max_retry_time = absl::Milliseconds(50);
}

struct Row {
  const char* name;
  std::vector<ScriptStep> script;
  void (*configure)(ClientOptions&);
  // The expected result.
  StatusCode code;
  int attempts;
  StopReason reason;
  bool outcome_unknown;
};

const std::vector<Row>& Rows() {
  static const auto* const rows = new std::vector<Row>{
      {"FirstAttemptAnswers",
       {Answer("ok")},
       nullptr,
       StatusCode::OK,
       1,
       StopReason::kSucceeded,
       false},
      {"SecondAttemptAnswers",
       {Unavailable(), Answer("ok")},
       nullptr,
       StatusCode::OK,
       2,
       StopReason::kSucceeded,
       false},
      {"ThirdAttemptAnswers",
       {Unavailable(), Unavailable(), Answer("ok")},
       nullptr,
       StatusCode::OK,
       3,
       StopReason::kSucceeded,
       false},
      {"GrantIsExhausted",
       {Unavailable(), Unavailable(), Unavailable()},
       nullptr,
       StatusCode::UNAVAILABLE,
       3,
       StopReason::kGrantExhausted,
       true},
      {"AttemptsAreExhausted",
       {Unavailable(), Unavailable(), Unavailable()},
       BigGrant,
       StatusCode::UNAVAILABLE,
       3,
       StopReason::kAttemptsExhausted,
       true},
      {"PermanentError",
       {Fail(StatusCode::NOT_FOUND, "no such thing")},
       nullptr,
       StatusCode::NOT_FOUND,
       1,
       StopReason::kNotRetryable,
       false},
      {"RetryEndsInPermanentError",
       {Unavailable(), Fail(StatusCode::ALREADY_EXISTS)},
       nullptr,
       StatusCode::ALREADY_EXISTS,
       2,
       StopReason::kNotRetryable,
       true},
      {"RetryableCodeFromPolicy",
       {Fail(StatusCode::ABORTED), Answer("ok")},
       AlsoAborted,
       StatusCode::OK,
       2,
       StopReason::kSucceeded,
       false},
      {"NonIdempotentCallIsNotRetried",
       {Unavailable()},
       NotIdempotent,
       StatusCode::UNAVAILABLE,
       1,
       StopReason::kNotIdempotent,
       true},
      {"PushbackPermitsNoUnsafeRetry",
       {Unavailable().WithPushback("1")},
       NotIdempotent,
       StatusCode::UNAVAILABLE,
       1,
       StopReason::kNotIdempotent,
       true},
      {"AdviceProvesNoProcessing",
       {Advice("r=after,ms=1,u=0"), Answer("ok")},
       NotIdempotent,
       StatusCode::OK,
       2,
       StopReason::kSucceeded,
       false},
      {"PushbackDelayIsHonored",
       {Unavailable().WithPushback("5"), Answer("ok")},
       nullptr,
       StatusCode::OK,
       2,
       StopReason::kSucceeded,
       false},
      {"NegativePushback",
       {Unavailable().WithPushback("-1")},
       nullptr,
       StatusCode::UNAVAILABLE,
       1,
       StopReason::kServerPushback,
       true},
      {"InvalidPushback",
       {Unavailable().WithPushback("soon")},
       nullptr,
       StatusCode::UNAVAILABLE,
       1,
       StopReason::kServerPushback,
       true},
      {"AdviceForbidsRetry",
       {Advice("r=no,w=exhausted,u=2")},
       nullptr,
       StatusCode::UNAVAILABLE,
       1,
       StopReason::kServerAdvice,
       true},
      {"AdviceRequestsWait",
       {Advice("r=after,ms=2,u=0"), Answer("ok")},
       nullptr,
       StatusCode::OK,
       2,
       StopReason::kSucceeded,
       false},
      {"InvalidAdvice",
       {Advice("r=maybe")},
       nullptr,
       StatusCode::UNAVAILABLE,
       1,
       StopReason::kServerAdvice,
       true},
      {"ResourceExhaustedWithoutDelay",
       {Fail(StatusCode::RESOURCE_EXHAUSTED)},
       nullptr,
       StatusCode::RESOURCE_EXHAUSTED,
       1,
       StopReason::kNotRetryable,
       false},
      {"ResourceExhaustedWithDelay",
       {Fail(StatusCode::RESOURCE_EXHAUSTED).WithPushback("1"), Answer("ok")},
       nullptr,
       StatusCode::OK,
       2,
       StopReason::kSucceeded,
       false},
      {"HeadersBeforeTheError",
       {Unavailable().HeadersFirst(), Answer("ok")},
       nullptr,
       StatusCode::OK,
       2,
       StopReason::kSucceeded,
       false},
      {"ConnectionIsCut",
       {CutConnection(), Answer("ok")},
       OutlastsTheConnection,
       StatusCode::OK,
       2,
       StopReason::kSucceeded,
       false},
      {"NonIdempotentConnectionIsCut",
       {CutConnection()},
       NotIdempotent,
       StatusCode::UNAVAILABLE,
       1,
       StopReason::kNotIdempotent,
       true},
      {"ServerReturnsBareCancelled",
       {Fail(StatusCode::CANCELLED), Answer("ok")},
       nullptr,
       StatusCode::CANCELLED,
       1,
       StopReason::kNotRetryable,
       true},
      {"ServerReturnsCancelled",
       {Fail(StatusCode::CANCELLED).WithTrailer("x-tail", "t")},
       nullptr,
       StatusCode::CANCELLED,
       1,
       StopReason::kNotRetryable,
       true},
      {"ServerReturnsDeadlineExceeded",
       {Fail(StatusCode::DEADLINE_EXCEEDED)},
       nullptr,
       StatusCode::DEADLINE_EXCEEDED,
       1,
       StopReason::kNotRetryable,
       true},
      {"RetriesAreDisabled",
       {Unavailable()},
       OneAttempt,
       StatusCode::UNAVAILABLE,
       1,
       StopReason::kRetriesDisabled,
       true},
      {"NoGrant",
       {Unavailable()},
       NoGrant,
       StatusCode::UNAVAILABLE,
       1,
       StopReason::kNoGrant,
       true},
      {"ProcessBudgetIsExhausted",
       {Unavailable(), Unavailable()},
       TinyBudget,
       StatusCode::UNAVAILABLE,
       2,
       StopReason::kProcessBudgetExhausted,
       true},
      {"WaitExceedsTheDeadline",
       {Unavailable().WithPushback("60")},
       LongWaits,
       StatusCode::UNAVAILABLE,
       1,
       StopReason::kNotEnoughTime,
       true},
      {"ObserveMode",
       {Unavailable()},
       Observe,
       StatusCode::UNAVAILABLE,
       1,
       StopReason::kObserveOnly,
       true},
      {"UnparsableResponse",
       {AnswerRaw("\xff\xff\xff")},
       nullptr,
       StatusCode::INTERNAL,
       1,
       StopReason::kNotRetryable,
       true},
  };
  return *rows;
}

// The kind of the first attempt: in place if possible, or a separate call.
enum class First { kInPlaceIfPossible, kIsACallOfItsOwn };

using Parameter = std::tuple<UnaryForm, Row, First>;

class UnaryOutcomesTest : public ::testing::TestWithParam<Parameter> {};

std::string NameOf(const TestParamInfo<Parameter>& info) {
  const bool alone = std::get<First>(info.param) == First::kInPlaceIfPossible;
  return Name(std::get<UnaryForm>(info.param)) +
         std::get<Row>(info.param).name + (alone ? "" : "AboveAnother");
}

INSTANTIATE_TEST_SUITE_P(Forms, UnaryOutcomesTest,
                         Combine(ValuesIn(AllUnaryForms()), ValuesIn(Rows()),
                                 Values(First::kInPlaceIfPossible,
                                        First::kIsACallOfItsOwn)),
                         NameOf);

TEST_P(UnaryOutcomesTest, CallHasTheOutcomeOfTheTable) {
  const UnaryForm form = std::get<UnaryForm>(GetParam());
  const Row& row = std::get<Row>(GetParam());
  // Bytes are not parsed. gRPC itself parses the message of a generic stub.
  const bool parses =
      !IsOfBytes(form) && form != UnaryForm::kTypedGenericCallback;
  if (row.code == StatusCode::INTERNAL && !parses) return;
  ScriptedServer server(row.script);
  ClientOptions options = QuickOptions();
  if (row.configure != nullptr) row.configure(options);
  const First first = std::get<First>(GetParam());
  const auto channel = NewBatonChannel(server.address(), options,
                                       first == First::kInPlaceIfPossible
                                           ? ClientInterceptorFactories()
                                           : PassingInterceptors());
  const auto context = NewContext(kPatience);

  const UnaryResult result =
      MakeUnaryCall(form, channel, context, RequestOf("hello"));

  ASSERT_TRUE(result.ended);
  EXPECT_EQ(result.status.error_code(), row.code) << result;
  EXPECT_EQ(result.payload, row.code == StatusCode::OK ? "ok" : "");
  // As in bare gRPC, the response of the application's own call must be
  // readable.
  EXPECT_EQ(result.finish_ok.value_or(true),
            form != UnaryForm::kCqFinish || row.code != StatusCode::INTERNAL ||
                first == First::kIsACallOfItsOwn);
  EXPECT_EQ(server.attempts(), row.attempts);
  for (const SeenAttempt& seen : server.AllAttempts()) {
    EXPECT_EQ(seen.payload, "hello");
    // Baton sends no header in observe mode.
    EXPECT_EQ(seen.Values("retry-budget").size(),
              row.reason == StopReason::kObserveOnly ? 0u : 1u);
  }
  const std::optional<CallReport> report = GetCallReport(*context);
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(ToString(report->stop_reason), ToString(row.reason))
      << MultiLine(*report);
  // An attempt may also fail with its connection before a server has seen it.
  EXPECT_GE(report->attempts.size(), static_cast<std::size_t>(row.attempts));
  EXPECT_EQ(report->outcome_unknown, row.outcome_unknown);
  EXPECT_EQ(static_cast<int>(report->code), static_cast<int>(row.code));
  EXPECT_EQ(report->attempts.back().code, report->code);
}

}  // namespace
}  // namespace baton
