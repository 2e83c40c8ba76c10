// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Hedged server streams: the application's result, the requests of each server,
// and the used grant and budget.

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "absl/time/time.h"
#include "baton/client.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/stream/hedged_stream.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_kind.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::Combine;
using ::testing::ElementsAre;
using ::testing::SizeIs;
using ::testing::ValuesIn;
using Payloads = std::vector<std::string>;

// The deadline of a call that ends for no other reason.
constexpr absl::Duration kShort = absl::Milliseconds(200);

// Longer than any passing test.
constexpr absl::Duration kNever = absl::Hours(1);

void SoonAndOften(ClientOptions& options) {
  HedgeAfter(absl::Milliseconds(1), 3, options);
}

void AfterFailuresOnly(ClientOptions& options) {
  HedgeAfter(kNever, 2, options);
}

void WithoutRetries(ClientOptions& options) {
  AfterFailuresOnly(options);
  options.policy.everything().retry.backoff.initial = kNever;
  options.policy.everything().retry.backoff.max = kNever;
}

void WithAGrantOfOne(ClientOptions& options) {
  HedgeAfter(absl::Milliseconds(1), 5, options);
  options.policy.everything().retry.edge_grant = 1;
}

void WithABudgetOfOne(ClientOptions& options) {
  SoonAndOften(options);
  ProcessBudgetOptions& budget = options.policy.process_budget;
  budget = ProcessBudgetOptions();
  budget.capacity = 1;
  budget.refill_limit = budget.refill_per_second = 0;
  budget.transient_cost = budget.timeout_cost = budget.throttled_cost = 1;
}

void KeepNothing(ClientOptions& options) {
  HedgeSoon(options);
  options.policy.everything().stream.max_replay_bytes = 0;
}

struct Row {
  const char* name;
  void (*configure)(ClientOptions&);
  absl::Duration timeout;
  std::vector<ScriptStep> script;
  // The expected result.
  StatusCode code;
  Payloads payloads;
  int attempts;
  std::vector<int> cancelled;
  std::optional<StopReason> reason;
  std::optional<StopReason> hedge_stop_reason;
};

const std::vector<Row>& Rows() {
  static const auto* const rows = new std::vector<Row>{
      {"HedgeWins",
       HedgeSoon,
       kPatience,
       {Stuck(), Answer("fast").AfterWriting({"a", "b"})},
       StatusCode::OK,
       {"a", "b", "fast"},
       2,
       {1},
       StopReason::kSucceeded,
       {}},
      {"HedgeWinsWithoutRetries",
       HedgeOnly,
       kPatience,
       {Stuck(), Answer("fast")},
       StatusCode::OK,
       {"fast"},
       2,
       {1},
       StopReason::kSucceeded,
       {}},
      {"ThirdWins",
       SoonAndOften,
       kPatience,
       {Stuck(), Stuck(), Answer("fast")},
       StatusCode::OK,
       {"fast"},
       3,
       {1, 2},
       StopReason::kSucceeded,
       {}},
      {"EndWithoutMessageWins",
       HedgeSoon,
       kPatience,
       {Stuck(), AnswerWithoutMessage()},
       StatusCode::OK,
       {},
       2,
       {1},
       StopReason::kSucceeded,
       {}},
      {"EmptyHeadersDoNotCommit",
       HedgeSoon,
       kPatience,
       {Stuck().HeadersFirst(), Answer("fast")},
       StatusCode::OK,
       {"fast"},
       2,
       {1},
       StopReason::kSucceeded,
       {}},
      {"FirstMessageCommits",
       HedgeSoon,
       kPatience,
       {Stuck(), Unavailable().AfterWriting({"x"})},
       StatusCode::UNAVAILABLE,
       {"x"},
       2,
       {1},
       StopReason::kCommitted,
       {}},
      {"HedgeFollowsFailureAtOnce",
       WithoutRetries,
       kPatience,
       {Unavailable(), Answer("ok")},
       StatusCode::OK,
       {"ok"},
       2,
       {},
       StopReason::kSucceeded,
       {}},
      {"RetryFollowsTheLastHedge",
       AfterFailuresOnly,
       kPatience,
       {Unavailable(), Unavailable().HeadersFirst(), Answer("ok")},
       StatusCode::OK,
       {"ok"},
       3,
       {},
       StopReason::kSucceeded,
       {}},
      {"AllFail",
       SoonAndOften,
       kPatience,
       {Unavailable(), Unavailable(), Unavailable()},
       StatusCode::UNAVAILABLE,
       {},
       3,
       {},
       StopReason::kGrantExhausted,
       {}},
      {"NonRetryableFailureEndsTheCall",
       HedgeSoon,
       kPatience,
       {Stuck(), Fail(StatusCode::NOT_FOUND, "gone")},
       StatusCode::NOT_FOUND,
       {},
       2,
       {1},
       StopReason::kNotRetryable,
       {}},
      {"PushbackStopsHedges",
       AfterFailuresOnly,
       kPatience,
       {Unavailable().WithPushback("-1")},
       StatusCode::UNAVAILABLE,
       {},
       1,
       {},
       StopReason::kServerPushback,
       {}},
      {"GrantLimitsHedges",
       WithAGrantOfOne,
       kShort,
       {Stuck(), Stuck()},
       StatusCode::DEADLINE_EXCEEDED,
       {},
       2,
       {1, 2},
       {},
       StopReason::kGrantExhausted},
      {"ProcessBudgetLimitsHedges",
       WithABudgetOfOne,
       kShort,
       {Stuck(), Stuck()},
       StatusCode::DEADLINE_EXCEEDED,
       {},
       2,
       {1, 2},
       {},
       StopReason::kProcessBudgetExhausted},
      {"DeadlineEndsAllAttempts",
       HedgeSoon,
       kShort,
       {Stuck(), Stuck().HeadersFirst()},
       StatusCode::DEADLINE_EXCEEDED,
       {},
       2,
       {1, 2},
       {},
       {}},
      {"UnbufferedRequestIsNotHedged",
       KeepNothing,
       kShort,
       {Stuck()},
       StatusCode::DEADLINE_EXCEEDED,
       {},
       1,
       {1},
       {},
       {}},
  };
  return *rows;
}

class StreamHedgeOutcomesTest
    : public HedgedStream,
      public ::testing::WithParamInterface<std::tuple<StreamApi, Row>> {};

INSTANTIATE_TEST_SUITE_P(Apis, StreamHedgeOutcomesTest,
                         Combine(ValuesIn(HedgedApis()), ValuesIn(Rows())),
                         [](const auto& row) {
                           return Name(std::get<StreamApi>(row.param)) +
                                  std::get<Row>(row.param).name;
                         });

TEST_P(StreamHedgeOutcomesTest, StreamHasTheOutcomeOfTheTable) {
  const auto [api, row] = GetParam();
  for (const ScriptStep& step : row.script) server_.Add(step);
  server_.Otherwise(Stuck());
  row.configure(options_);
  const StreamResult result = Call(api, row.timeout);
  EXPECT_EQ(result.status.error_code(), row.code) << result;
  EXPECT_EQ(result.payloads, row.payloads);
  const CallReport report = Report();
  for (int i = 1; i <= row.attempts; ++i) {
    const SeenAttempt seen = server_.AwaitEnd(i);
    const bool is_lost =
        std::count(row.cancelled.begin(), row.cancelled.end(), i) > 0;
    EXPECT_EQ(seen.cancelled, is_lost) << "attempt " << i;
    EXPECT_THAT(seen.payloads, ElementsAre("hello"));
  }
  EXPECT_EQ(server_.attempts(), row.attempts);
  EXPECT_THAT(report.attempts, SizeIs(row.attempts)) << MultiLine(report);
  EXPECT_EQ(report.grant_used, row.attempts - 1);
  EXPECT_EQ(report.hedge_stop_reason, row.hedge_stop_reason);
  if (row.reason.has_value()) {
    EXPECT_EQ(ToString(report.stop_reason), ToString(*row.reason));
  }
}

}  // namespace
}  // namespace baton
