// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The result of a stream, for every kind of outcome and every kind of stream.

#include <memory>
#include <ostream>
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
#include "tests/support/calls/stream_forms.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::Combine;
using ::testing::TestParamInfo;
using ::testing::Values;
using ::testing::ValuesIn;
using Payloads = std::vector<std::string>;

ScriptStep Unavailable() { return Fail(StatusCode::UNAVAILABLE, "busy"); }

// Responds after the client has sent everything.
ScriptStep Ok() { return Answer("ok").AfterReadingAll(); }

void NotIdempotent(ClientOptions& options) {
  options.policy.everything().idempotency = Idempotency::kUnknown;
}

void OneAttempt(ClientOptions& options) {
  options.policy.everything().retry.max_attempts = 1;
}

void KeepNothing(ClientOptions& options) {
  options.policy.everything().stream.max_replay_bytes = 0;
}

void KeepNothingInTheProcess(ClientOptions& options) {
  options.policy.process_replay.max_bytes = 0;
}

struct Row {
  const char* name;
  std::vector<ScriptStep> script;
  void (*configure)(ClientOptions&);
  // The expected result.
  StatusCode code;
  Payloads payloads;
  int attempts;
  StopReason reason;
};

// Otherwise the test framework prints the bytes of the row, including padding.
void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

const std::vector<Row>& Rows() {
  static const auto* const rows = new std::vector<Row>{
      {"FirstAttemptAnswers",
       {Ok()},
       nullptr,
       StatusCode::OK,
       {"ok"},
       1,
       StopReason::kSucceeded},
      {"FailsAtOnce",
       {Unavailable(), Ok()},
       nullptr,
       StatusCode::OK,
       {"ok"},
       2,
       StopReason::kSucceeded},
      {"FailsTwice",
       {Unavailable(), Unavailable().AfterReadingAll(), Ok()},
       nullptr,
       StatusCode::OK,
       {"ok"},
       3,
       StopReason::kSucceeded},
      {"FailsAfterHalf",
       {Unavailable().AfterReading(2), Ok()},
       nullptr,
       StatusCode::OK,
       {"ok"},
       2,
       StopReason::kSucceeded},
      {"FailsAfterEverything",
       {Unavailable().AfterReadingAll(), Ok()},
       nullptr,
       StatusCode::OK,
       {"ok"},
       2,
       StopReason::kSucceeded},
      {"FailsAfterHeaders",
       {Unavailable().HeadersFirst().AfterReadingAll(), Ok()},
       nullptr,
       StatusCode::OK,
       {"ok"},
       2,
       StopReason::kSucceeded},
      {"ConnectionIsCut",
       {CutConnection().AfterReadingAll(), Ok()},
       nullptr,
       StatusCode::OK,
       {"ok"},
       2,
       StopReason::kSucceeded},
      {"GrantIsExhausted",
       {Unavailable(), Unavailable(), Unavailable()},
       nullptr,
       StatusCode::UNAVAILABLE,
       {},
       3,
       StopReason::kGrantExhausted},
      {"PermanentError",
       {Fail(StatusCode::NOT_FOUND).AfterReading(2)},
       nullptr,
       StatusCode::NOT_FOUND,
       {},
       1,
       StopReason::kNotRetryable},
      {"NonIdempotentStreamIsNotRetried",
       {Unavailable().AfterReadingAll()},
       NotIdempotent,
       StatusCode::UNAVAILABLE,
       {},
       1,
       StopReason::kNotIdempotent},
      {"PushbackDelayIsHonored",
       {Unavailable().WithPushback("3"), Ok()},
       nullptr,
       StatusCode::OK,
       {"ok"},
       2,
       StopReason::kSucceeded},
      {"NegativePushback",
       {Unavailable().AfterReadingAll().WithPushback("-1")},
       nullptr,
       StatusCode::UNAVAILABLE,
       {},
       1,
       StopReason::kServerPushback},
      {"RetriesAreDisabled",
       {Unavailable().AfterReadingAll()},
       OneAttempt,
       StatusCode::UNAVAILABLE,
       {},
       1,
       StopReason::kRetriesDisabled},
      {"CallHasNoReplayBuffer",
       {Unavailable().AfterReadingAll()},
       KeepNothing,
       StatusCode::UNAVAILABLE,
       {},
       1,
       StopReason::kReplayBufferFull},
      {"ProcessHasNoReplayBuffer",
       {Unavailable().AfterReadingAll()},
       KeepNothingInTheProcess,
       StatusCode::UNAVAILABLE,
       {},
       1,
       StopReason::kReplayBufferFull},
      {"EarlyStatusCounts",
       {Unavailable().AfterReadingAll(), Answer("early")},
       nullptr,
       StatusCode::OK,
       {"early"},
       2,
       StopReason::kSucceeded},
  };
  return *rows;
}

// Whether the first attempt of an asynchronous stream is in place.
enum class First { kInPlace, kSeparate };

using Parameter = std::tuple<StreamApi, StreamKind, Row, First>;

class StreamOutcomesTest : public ::testing::TestWithParam<Parameter> {};

std::string NameOf(const TestParamInfo<Parameter>& info) {
  return Name(std::get<StreamApi>(info.param)) +
         Name(std::get<StreamKind>(info.param)) +
         std::get<Row>(info.param).name +
         (std::get<First>(info.param) == First::kInPlace ? "" : "Separate");
}

INSTANTIATE_TEST_SUITE_P(Kinds, StreamOutcomesTest,
                         Combine(ValuesIn(AllStreamApis()),
                                 ValuesIn(AllStreamKinds()), ValuesIn(Rows()),
                                 Values(First::kInPlace, First::kSeparate)),
                         NameOf);

TEST_P(StreamOutcomesTest, StreamHasTheOutcomeOfTheTable) {
  const auto [api, kind, row, first] = GetParam();
  const Payloads sent = kind == StreamKind::kServer
                            ? Payloads{"a"}
                            : Payloads{"a", "b", "c", "d"};
  ScriptedServer server(row.script);
  ClientOptions options = QuickOptions();
  if (row.configure != nullptr) row.configure(options);
  const auto channel =
      NewBatonChannel(server.address(), options,
                      first == First::kInPlace ? ClientInterceptorFactories()
                                               : PassingInterceptors());
  const auto context = NewContext(kPatience);

  const StreamResult result =
      MakeStreamCall(api, kind, channel, *context, sent);

  EXPECT_EQ(result.status.error_code(), row.code) << result;
  EXPECT_EQ(result.payloads, row.payloads);
  ASSERT_EQ(server.attempts(), row.attempts);
  for (int i = 1; i <= row.attempts; ++i) {
    // Each attempt gets the same messages from the start.
    const Payloads read = server.AwaitEnd(i).payloads;
    ASSERT_LE(read.size(), sent.size());
    EXPECT_EQ(read, Payloads(sent.begin(), sent.begin() + read.size()));
    EXPECT_EQ(server.AwaitEnd(i).Values("retry-budget").size(), 1u);
  }
  const std::optional<CallReport> report = GetCallReport(*context);
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->code, static_cast<absl::StatusCode>(row.code));
  EXPECT_EQ(ToString(report->stop_reason), ToString(row.reason))
      << MultiLine(*report);
  EXPECT_GE(report->attempts.size(), static_cast<std::size_t>(row.attempts));
}

}  // namespace
}  // namespace baton
