// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/ends.h"

#include <utility>

#include "absl/time/time.h"
#include "baton/call_report.h"
#include "baton/stop_reason.h"
#include "gtest/gtest.h"
#include "tests/harm/comparison.h"
#include "tests/harm/outcome.h"
#include "tests/harm/scenario.h"

namespace baton::harm {
namespace {

using ::grpc::StatusCode;

// A stream of two messages that the server ends with ABORTED after 10 ms. The
// application cancels it after 25 ms, before it has read the end.
class CancelAfterEndTest : public ::testing::Test {
 protected:
  CancelAfterEndTest() {
    CallPlan plan;
    plan.id = 1;
    plan.kind = Kind::kServerStream;
    plan.cancel_after = 25;
    StepPlan step;
    step.code = StatusCode::ABORTED;
    step.message = "failed";
    step.messages = 2;
    plan.steps.push_back(step);
    scenario_.calls.push_back(plan);

    bare_.id = 1;
    bare_.code = StatusCode::CANCELLED;
    bare_.message = "CANCELLED";
    bare_.payloads = {"8:1.0 xxxx"};
    bare_.trailing_metadata.emplace("harm-step", "1");
    bare_.took = 30;
    tested_.id = 1;
    tested_.code = StatusCode::ABORTED;
    tested_.message = "failed";
    tested_.payloads = {"8:1.0 xxxx", "8:1.1 xxxx"};
    tested_.trailing_metadata.emplace("harm-step", "1");
    tested_.took = 36;
    tested_.report.emplace();
    tested_.report->lasted = absl::Milliseconds(10);
  }

  bool Allowed() const {
    RunOutcome bare;
    bare.calls.push_back(bare_);
    RunOutcome tested;
    tested.calls.push_back(tested_);
    return Compare(scenario_, bare, tested).findings.empty();
  }

  Scenario scenario_;
  CallOutcome bare_;
  CallOutcome tested_;
};

TEST_F(CancelAfterEndTest, WholeResponseOfTheServerIsAllowed) {
  EXPECT_TRUE(Allowed());
}

TEST_F(CancelAfterEndTest, IncompleteResponseIsAFinding) {
  tested_.payloads.pop_back();
  EXPECT_FALSE(Allowed());
}

TEST_F(CancelAfterEndTest, OtherStatusThanTheServerSentIsAFinding) {
  tested_.code = StatusCode::INTERNAL;
  EXPECT_FALSE(Allowed());
}

TEST_F(CancelAfterEndTest, EndAfterTheCancellationIsAFinding) {
  tested_.report->lasted = absl::Milliseconds(26);
  EXPECT_FALSE(Allowed());
}

TEST_F(CancelAfterEndTest, CallThatWasNotCancelledIsAFinding) {
  scenario_.calls[0].cancel_after = -1;
  EXPECT_FALSE(Allowed());
}

TEST_F(CancelAfterEndTest, CancelWhileReadingWhatGrpcLostIsAllowed) {
  bare_.trailing_metadata.clear();
  bare_.code = StatusCode::UNAVAILABLE;
  tested_.code = StatusCode::CANCELLED;
  tested_.trailing_metadata.clear();
  tested_.report->stop_reason = StopReason::kCancelled;
  EXPECT_TRUE(Allowed());
  tested_.payloads = bare_.payloads;
  EXPECT_FALSE(Allowed());
}

TEST_F(CancelAfterEndTest, CancelAtTheEndOfTheCallMayComeFirst) {
  bare_.code = StatusCode::OK;
  tested_.code = StatusCode::CANCELLED;
  tested_.report->stop_reason = StopReason::kCancelled;
  bare_.took = 24;
  EXPECT_TRUE(Allowed());
  bare_.took = 20;
  EXPECT_FALSE(Allowed());
}

TEST_F(CancelAfterEndTest, CancelAtTheReadOfAMessageMayComeFirst) {
  bare_.trailing_metadata.clear();
  scenario_.calls[0].read_delay = 12;
  std::swap(bare_.payloads, tested_.payloads);
  tested_.code = StatusCode::CANCELLED;
  tested_.message = "CANCELLED";
  tested_.trailing_metadata.clear();
  tested_.report->stop_reason = StopReason::kCancelled;
  EXPECT_TRUE(Allowed());
  scenario_.calls[0].read_delay = 6;
  EXPECT_FALSE(Allowed());
}

TEST_F(CancelAfterEndTest, DeadlineWhileReadingWhatGrpcLostIsAllowed) {
  bare_.trailing_metadata.clear();
  for (CallOutcome* call : {&bare_, &tested_}) {
    call->code = StatusCode::DEADLINE_EXCEEDED;
    call->message = "Deadline Exceeded";
  }
  EXPECT_TRUE(Allowed());
  tested_.message = "failed";
  EXPECT_FALSE(Allowed());
}

}  // namespace
}  // namespace baton::harm
