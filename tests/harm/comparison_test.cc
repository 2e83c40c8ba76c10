// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/comparison.h"

#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tests/harm/finding.h"
#include "tests/harm/outcome.h"
#include "tests/harm/scenario.h"

namespace baton::harm {
namespace {

using ::grpc::StatusCode;

struct Pair {
  Pair() {
    CallPlan plan;
    plan.id = 1;
    plan.steps.emplace_back();
    scenario.calls.push_back(plan);
    scenario.idempotency = Idempotency::kIdempotent;
    bare = Answered(1);
    tested = Answered(1);
  }

  // Returns a run in which attempt `number` brought the response.
  static RunOutcome Answered(int number) {
    RunOutcome run;
    CallOutcome call;
    call.id = 1;
    call.payloads = {"8:1.0 xxxx"};
    call.events = "rf";
    call.took = 10;
    call.trailing_metadata.emplace("harm-step", std::to_string(number));
    run.calls.push_back(call);
    for (int i = 1; i <= number; ++i) {
      run.facts.push_back(Fact(i, 20.0 * i, 20.0 * i + 5));
    }
    return run;
  }

  static ServerFact Fact(int number, double arrived, double ended) {
    ServerFact fact;
    fact.call = 1;
    fact.number = number;
    fact.arrived = arrived;
    fact.ended = true;
    fact.ended_at = ended;
    return fact;
  }

  void FailFirst(StatusCode code) {
    StepPlan failure;
    failure.code = code;
    failure.message = "failed";
    scenario.calls[0].steps.insert(scenario.calls[0].steps.begin(), failure);
    bare.calls[0].code = code;
    bare.calls[0].message = "failed";
    bare.calls[0].payloads.clear();
    bare.calls[0].events = "f";
  }

  CallReport& Report() {
    if (!tested.calls[0].report.has_value()) {
      tested.calls[0].report.emplace();
    }
    return *tested.calls[0].report;
  }

  std::string Findings() const {
    std::string text;
    for (const Finding& finding : Compare(scenario, bare, tested).findings) {
      text += ToString(finding.kind) + " ";
    }
    return text;
  }

  std::vector<std::string> Limits() const {
    return Compare(scenario, bare, tested).limits;
  }

  Scenario scenario;
  RunOutcome bare, tested;
};

TEST(ComparisonTest, EqualRunsHaveNoFinding) {
  EXPECT_EQ(Pair().Findings(), "");
}

TEST(ComparisonTest, FailureOfServedCallIsNotServed) {
  Pair pair;
  pair.tested.calls[0].code = StatusCode::DEADLINE_EXCEEDED;
  EXPECT_EQ(pair.Findings(), "not_served ");
}

TEST(ComparisonTest, DefaultDeadlineExcusesFailureIfReportNamesIt) {
  Pair pair;
  pair.scenario.default_timeout = 60;
  pair.tested.calls[0].code = StatusCode::DEADLINE_EXCEEDED;
  pair.tested.calls[0].took = 60;
  pair.Report().deadline_source = DeadlineSource::kDefault;
  EXPECT_EQ(pair.Findings(), "");
  EXPECT_EQ(pair.Limits(), std::vector<std::string>{"default_deadline"});
  pair.Report().deadline_source = DeadlineSource::kCall;
  EXPECT_EQ(pair.Findings(), "not_served ");
}

TEST(ComparisonTest, DefaultDeadlineDoesNotRunBeforeThePreparedCallStarts) {
  Pair pair;
  pair.scenario.default_timeout = 60;
  pair.scenario.calls[0].prepare_delay = 70;
  pair.tested.calls[0].code = StatusCode::DEADLINE_EXCEEDED;
  pair.tested.calls[0].took = 71;
  pair.Report().deadline_source = DeadlineSource::kDefault;
  EXPECT_EQ(pair.Findings(), "");
  pair.scenario.calls[0].api = Api::kQueue;
  EXPECT_EQ(pair.Findings(), "not_served ");
}

TEST(ComparisonTest, MaximumOfADeadlineExcusesFailureIfReportNamesIt) {
  Pair pair;
  pair.scenario.max_timeout = 60;
  pair.tested.calls[0].code = StatusCode::DEADLINE_EXCEEDED;
  pair.tested.calls[0].took = 60;
  pair.Report().deadline_source = DeadlineSource::kMaximum;
  EXPECT_EQ(pair.Findings(), "");
  EXPECT_EQ(pair.Limits(), std::vector<std::string>{"max_timeout"});
  pair.tested.calls[0].took = 50;
  EXPECT_EQ(pair.Findings(), "not_served ");
}

TEST(ComparisonTest, TrailersOfACancelledCallAreAllowed) {
  Pair pair;
  pair.scenario.calls[0].cancel_after = 25;
  for (RunOutcome* run : {&pair.bare, &pair.tested}) {
    run->calls[0].code = StatusCode::CANCELLED;
    run->calls[0].message = "CANCELLED";
    run->calls[0].payloads.clear();
    run->calls[0].events = "f";
  }
  pair.bare.calls[0].trailing_metadata.clear();
  EXPECT_EQ(pair.Findings(), "");
  pair.bare.calls[0].initial_metadata.emplace("harm-head", "1");
  EXPECT_EQ(pair.Findings(), "different ");
}

TEST(ComparisonTest, FailureBeforeALatePollIsAllowedIfConnectionsBreak) {
  Pair pair;
  pair.scenario.calls[0].poll_delay = 90;
  pair.bare.calls[0].code = StatusCode::DEADLINE_EXCEEDED;
  pair.tested.calls[0].code = StatusCode::UNAVAILABLE;
  for (RunOutcome* run : {&pair.bare, &pair.tested}) {
    run->calls[0].trailing_metadata.clear();
  }
  EXPECT_EQ(pair.Findings(), "different ");
  pair.scenario.fault = Fault::kRefusedStream;
  EXPECT_EQ(pair.Findings(), "");
}

TEST(ComparisonTest, StrictProfileExcusesNothing) {
  Pair pair;
  pair.scenario.profile = Profile::kStrict;
  pair.scenario.default_timeout = 60;
  pair.tested.calls[0].code = StatusCode::DEADLINE_EXCEEDED;
  pair.Report().deadline_source = DeadlineSource::kDefault;
  EXPECT_EQ(pair.Findings(), "not_served ");
}

TEST(ComparisonTest, LaterEndIsLateAboveTheSlack) {
  Pair pair;
  pair.bare.calls[0].took = 100;
  pair.tested.calls[0].took = 119;
  EXPECT_EQ(pair.Findings(), "");
  pair.tested.calls[0].took = 121;
  EXPECT_EQ(pair.Findings(), "late ");
}

TEST(ComparisonTest, LaterEndWithBetterResponseIsAllowed) {
  Pair pair;
  pair.FailFirst(StatusCode::UNAVAILABLE);
  pair.tested = Pair::Answered(2);
  pair.tested.calls[0].took = 500;
  EXPECT_EQ(pair.Findings(), "");
}

TEST(ComparisonTest, RetriesExcuseLaterFailureIfReportNamesThem) {
  Pair pair;
  pair.FailFirst(StatusCode::UNAVAILABLE);
  pair.scenario.calls[0].steps.resize(1);
  pair.tested = pair.bare;
  pair.tested.calls[0].took = 200;
  EXPECT_EQ(pair.Findings(), "late ");
  pair.Report().attempts.resize(3);
  pair.Report().stop_reason = StopReason::kAttemptsExhausted;
  EXPECT_EQ(pair.Findings(), "");
  EXPECT_EQ(pair.Limits(), std::vector<std::string>{"retries"});
}

TEST(ComparisonTest, ConnectionWaitExcusesOnlyItsOwnDuration) {
  Pair pair;
  pair.scenario.connection_wait = 80;
  pair.bare.calls[0].code = StatusCode::UNAVAILABLE;
  pair.tested.calls[0].code = StatusCode::UNAVAILABLE;
  pair.Report().stop_reason = StopReason::kNoConnection;
  pair.tested.calls[0].took = 200;
  EXPECT_EQ(pair.Limits(), std::vector<std::string>{"connection_wait"});
  pair.tested.calls[0].took = 2000;
  EXPECT_EQ(pair.Findings(), "late ");
}

TEST(ComparisonTest, ChangedPartOfResponseIsDifferent) {
  const std::vector<void (*)(CallOutcome&)> changes = {
      [](CallOutcome& call) { call.message = "x"; },
      [](CallOutcome& call) { call.details = "x"; },
      [](CallOutcome& call) { call.payloads[0] = "x"; },
      [](CallOutcome& call) { call.payloads.emplace_back("x"); },
      [](CallOutcome& call) { call.events = "fr"; },
      [](CallOutcome& call) { call.initial_metadata.emplace("a", "b"); },
      [](CallOutcome& call) { call.trailing_metadata.emplace("a", "b"); },
  };
  for (const auto change : changes) {
    Pair pair;
    change(pair.tested.calls[0]);
    EXPECT_EQ(pair.Findings(), "different ");
  }
}

TEST(ComparisonTest, MoreMessagesFromABrokenConnectionAreAllowed) {
  Pair pair;
  for (RunOutcome* run : {&pair.bare, &pair.tested}) {
    run->calls[0].code = StatusCode::UNAVAILABLE;
    run->calls[0].trailing_metadata.clear();
  }
  pair.bare.calls[0].payloads.clear();
  pair.bare.calls[0].events = "f";
  EXPECT_EQ(pair.Findings(), "");
  std::swap(pair.bare, pair.tested);
  EXPECT_EQ(pair.Findings(), "different ");
}

TEST(ComparisonTest, FailedWriteOfReadMessageIsDifferent) {
  Pair pair;
  pair.scenario.calls[0].kind = Kind::kClientStream;
  pair.tested.calls[0].writes = 1;
  pair.tested.facts[0].messages_read = 1;
  EXPECT_EQ(pair.Findings(), "");
  pair.tested.facts[0].messages_read = 2;
  EXPECT_EQ(pair.Findings(), "different ");
}

TEST(ComparisonTest, ExplanationAfterSeveralAttemptsIsAllowedByDefault) {
  Pair pair;
  pair.FailFirst(StatusCode::UNAVAILABLE);
  pair.scenario.calls[0].steps.resize(1);
  pair.tested = pair.bare;
  pair.tested.calls[0].message = "failed (2 attempts)";
  EXPECT_EQ(pair.Findings(), "different ");
  pair.Report().attempts.resize(2);
  EXPECT_EQ(pair.Findings(), "");
  pair.scenario.profile = Profile::kStrict;
  EXPECT_EQ(pair.Findings(), "different ");
}

TEST(ComparisonTest, LaterInitialMetadataOfNonIdempotentCallIsLate) {
  Pair pair;
  pair.bare.calls[0].metadata_at = 5;
  pair.tested.calls[0].metadata_at = 60;
  EXPECT_EQ(pair.Findings(), "");
  pair.scenario.idempotency = Idempotency::kNotIdempotent;
  EXPECT_EQ(pair.Findings(), "late ");
}

TEST(ComparisonTest, ResponseOfRetryIsComparedWithItsStep) {
  Pair pair;
  pair.FailFirst(StatusCode::UNAVAILABLE);
  pair.tested = Pair::Answered(2);
  pair.tested.calls[0].payloads.clear();
  EXPECT_EQ(pair.Findings(), "different ");
}

TEST(ComparisonTest, RequestAfterGoodResponseIsExtra) {
  Pair pair;
  pair.tested = Pair::Answered(2);
  EXPECT_EQ(pair.Findings(), "extra_request ");
}

TEST(ComparisonTest, RequestAfterResponseLostByACutConnectionIsAllowed) {
  Pair pair;
  pair.tested = Pair::Answered(2);
  CallPlan other = pair.scenario.calls[0];
  other.id = 2;
  other.steps[0].cut = true;
  pair.scenario.calls.push_back(other);
  EXPECT_EQ(pair.Findings(), "");
}

TEST(ComparisonTest, BusyCallbacksAreComparedByTheLastCall) {
  Pair pair;
  pair.scenario.busy = true;
  for (RunOutcome* run : {&pair.bare, &pair.tested}) {
    run->calls.push_back(run->calls[0]);
    run->calls[1].took = run == &pair.bare ? 90 : 10;
    run->calls[0].took = run == &pair.bare ? 10 : 90;
  }
  EXPECT_EQ(pair.Findings(), "");
  pair.tested.calls[0].took = 190;
  EXPECT_EQ(pair.Findings(), "late ");
}

TEST(ComparisonTest, ConnectionWaitExcusesBusyCallbacksIfReportNamesIt) {
  Pair pair;
  pair.scenario.busy = true;
  pair.scenario.connection_wait = 80;
  pair.bare.calls[0].code = StatusCode::UNAVAILABLE;
  pair.tested.calls[0].code = StatusCode::UNAVAILABLE;
  pair.tested.calls[0].took = 95;
  for (RunOutcome* run : {&pair.bare, &pair.tested}) {
    run->calls[0].trailing_metadata.clear();
  }
  EXPECT_EQ(pair.Findings(), "late ");
  pair.Report().stop_reason = StopReason::kNoConnection;
  EXPECT_EQ(pair.Findings(), "");
  pair.tested.calls[0].took = 900;
  EXPECT_EQ(pair.Findings(), "late ");
}

TEST(ComparisonTest, PauseAfterInitialMetadataOfAnIdempotentCallIsAllowed) {
  Pair pair;
  CallPlan& plan = pair.scenario.calls[0];
  plan.api = Api::kQueue;
  plan.initial_metadata_first = true;
  plan.poll_delay = 70;
  pair.tested.calls[0].took = 80;
  EXPECT_EQ(pair.Findings(), "");
  pair.scenario.idempotency = Idempotency::kNotIdempotent;
  EXPECT_EQ(pair.Findings(), "late ");
  pair.scenario.idempotency = Idempotency::kIdempotent;
  pair.tested.calls[0].took = 180;
  EXPECT_EQ(pair.Findings(), "late ");
}

TEST(ComparisonTest, LaterEndAfterMoreMessagesIsAllowed) {
  Pair pair;
  pair.scenario.calls[0].kind = Kind::kServerStream;
  pair.scenario.calls[0].steps[0].cut = true;
  for (RunOutcome* run : {&pair.bare, &pair.tested}) {
    run->calls[0].code = StatusCode::UNAVAILABLE;
    run->calls[0].payloads.clear();
    run->calls[0].trailing_metadata.clear();
  }
  pair.tested.calls[0].took = 90;
  EXPECT_EQ(pair.Findings(), "late ");
  pair.tested.calls[0].payloads = {"8:1.0 xxxx"};
  EXPECT_EQ(pair.Findings(), "");
}

TEST(ComparisonTest, RequestBesideALateAttemptIsAllowedBeforeItsAnswer) {
  Pair pair;
  pair.tested = Pair::Answered(2);
  pair.tested.facts[0].cancelled = true;
  EXPECT_EQ(pair.Findings(), "extra_request ");
  pair.Report().attempts.resize(2);
  pair.Report().attempts[1].wait_cause = WaitCause::kLate;
  EXPECT_EQ(pair.Findings(), "");
  pair.tested.facts[0] = Pair::Fact(1, 20, 30);
  EXPECT_EQ(pair.Findings(), "extra_request ");
}

TEST(ComparisonTest, RequestAfterFinalFailureIsExtra) {
  Pair pair;
  pair.FailFirst(StatusCode::NOT_FOUND);
  pair.tested = Pair::Answered(2);
  EXPECT_EQ(pair.Findings(), "extra_request ");
}

TEST(ComparisonTest, RequestAfterNegativePushbackIsExtra) {
  Pair pair;
  pair.FailFirst(StatusCode::UNAVAILABLE);
  pair.scenario.calls[0].steps[0].pushback = -1;
  pair.tested = Pair::Answered(2);
  EXPECT_EQ(pair.Findings(), "extra_request ");
}

TEST(ComparisonTest, SecondRequestOfNonIdempotentCallIsExtra) {
  Pair pair;
  pair.FailFirst(StatusCode::UNAVAILABLE);
  pair.scenario.idempotency = Idempotency::kUnknown;
  pair.tested = Pair::Answered(2);
  EXPECT_EQ(pair.Findings(), "extra_request ");
}

TEST(ComparisonTest, RequestBesideRunningAttemptIsExtraWithoutHedging) {
  Pair pair;
  pair.tested = Pair::Answered(2);
  pair.tested.facts[0].cancelled = true;
  pair.tested.facts[0].ended_at = 100;
  EXPECT_EQ(pair.Findings(), "extra_request ");
  pair.scenario.hedged = true;
  EXPECT_EQ(pair.Findings(), "");
}

TEST(ComparisonTest, FourthRequestIsExtra) {
  Pair pair;
  pair.FailFirst(StatusCode::UNAVAILABLE);
  pair.scenario.calls[0].steps = {4, pair.scenario.calls[0].steps[0]};
  pair.bare.calls[0].trailing_metadata.clear();
  pair.tested = pair.bare;
  pair.tested.facts = Pair::Answered(4).facts;
  EXPECT_EQ(pair.Findings(), "extra_request ");
}

TEST(ComparisonTest, TokensWithoutARequestAreCharged) {
  Pair pair;
  pair.tested.facts.clear();
  pair.tested.tokens_used = 5;
  EXPECT_EQ(pair.Findings(), "charged ");
  pair.tested.raw_requests = 1;
  EXPECT_EQ(pair.Findings(), "");
}

TEST(ComparisonTest, GrantWithoutARequestIsCharged) {
  Pair pair;
  pair.tested.facts.clear();
  pair.Report().grant_used = 1;
  EXPECT_EQ(pair.Findings(), "charged ");
}

TEST(ComparisonTest, RunningAttemptAfterTheCallIsWorkLeft) {
  Pair pair;
  pair.tested.facts[0].ended = false;
  EXPECT_EQ(pair.Findings(), "work_left ");
}

TEST(ComparisonTest, AddressInTextOfGrpcIsIgnored) {
  Pair pair;
  for (RunOutcome* run : {&pair.bare, &pair.tested}) {
    run->calls[0].code = StatusCode::UNAVAILABLE;
    run->calls[0].trailing_metadata.clear();
    run->calls[0].message = run == &pair.bare ? "port 1" : "port 2";
  }
  EXPECT_EQ(pair.Findings(), "");
}

}  // namespace
}  // namespace baton::harm
