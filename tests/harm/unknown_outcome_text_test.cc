// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The only note that a call with one attempt may add to the text of bare gRPC.

#include <cstddef>
#include <string>

#include "gtest/gtest.h"
#include "tests/harm/comparison.h"
#include "tests/harm/outcome.h"
#include "tests/harm/scenario.h"

namespace baton::harm {
namespace {

// Two calls that fail at the deadline, without an answer of the server.
struct Runs {
  Runs() {
    CallPlan plan;
    plan.id = 1;
    plan.steps.emplace_back();
    scenario.calls.push_back(plan);
    CallOutcome call;
    call.id = 1;
    call.code = grpc::StatusCode::DEADLINE_EXCEEDED;
    call.message = "Deadline Exceeded";
    call.events = "f";
    bare.calls.push_back(call);
    call.message += " (outcome unknown)";
    call.report.emplace();
    call.report->attempts.resize(1);
    call.report->outcome_unknown = true;
    tested.calls.push_back(call);
  }

  std::size_t Findings() const {
    return Compare(scenario, bare, tested).findings.size();
  }

  Scenario scenario;
  RunOutcome bare, tested;
};

TEST(UnknownOutcomeTextTest, NoteIsAllowedByDefault) {
  Runs runs;
  EXPECT_EQ(runs.Findings(), 0u);
  runs.scenario.profile = Profile::kStrict;
  EXPECT_EQ(runs.Findings(), 1u);
}

TEST(UnknownOutcomeTextTest, NoteAfterAClearOutcomeIsDifferent) {
  Runs runs;
  runs.tested.calls[0].report->outcome_unknown = false;
  EXPECT_EQ(runs.Findings(), 1u);
}

TEST(UnknownOutcomeTextTest, OtherNoteIsDifferent) {
  Runs runs;
  runs.tested.calls[0].message = "Deadline Exceeded (1 attempt)";
  EXPECT_EQ(runs.Findings(), 1u);
}

TEST(UnknownOutcomeTextTest, NoteOnTheTextOfAServerIsDifferent) {
  Runs runs;
  for (RunOutcome* run : {&runs.bare, &runs.tested}) {
    run->calls[0].trailing_metadata.emplace("harm-step", "1");
  }
  EXPECT_EQ(runs.Findings(), 1u);
}

}  // namespace
}  // namespace baton::harm
