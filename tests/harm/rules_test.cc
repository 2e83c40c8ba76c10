// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/rules.h"

#include "gtest/gtest.h"
#include "tests/harm/comparison.h"
#include "tests/harm/outcome.h"
#include "tests/harm/scenario.h"

namespace baton::harm {
namespace {

using ::grpc::StatusCode;

// A call that bare gRPC served, and whose connection broke in the tested run.
class CutTest : public ::testing::Test {
 protected:
  CutTest() {
    for (int id : {1, 2}) {
      CallPlan plan;
      plan.id = id;
      plan.steps.emplace_back();
      scenario_.calls.push_back(plan);
      CallOutcome call;
      call.id = id;
      call.payloads = {"8:1.0 xxxx"};
      call.trailing_metadata.emplace("harm-step", "1");
      bare_.calls.push_back(call);
    }
    scenario_.calls[1].steps[0].cut = true;
    tested_ = bare_;
    tested_.calls[0].code = StatusCode::UNAVAILABLE;
    tested_.calls[0].payloads.clear();
    tested_.calls[0].trailing_metadata.clear();
  }

  static void Receive(RunOutcome& run) {
    ServerFact fact;
    fact.call = 2;
    fact.number = 1;
    fact.ended = true;
    run.facts.push_back(fact);
  }

  bool Allowed() const {
    return Compare(scenario_, bare_, tested_).findings.empty();
  }

  Scenario scenario_;
  RunOutcome bare_;
  RunOutcome tested_;
};

TEST_F(CutTest, CutByAnotherCallOfTheTestedRunIsAllowed) {
  Receive(tested_);
  EXPECT_TRUE(Allowed());
}

TEST_F(CutTest, CutOfBothRunsIsAFinding) {
  Receive(bare_);
  Receive(tested_);
  EXPECT_FALSE(Allowed());
}

TEST_F(CutTest, BrokenConnectionWithoutACutIsAFinding) {
  EXPECT_FALSE(Allowed());
}

TEST(LastOfTest, EarlierCallsDoNotCount) {
  Scenario scenario;
  scenario.earlier.resize(1);
  scenario.calls.resize(2);
  RunOutcome run;
  run.calls.resize(3);
  run.calls[0].took = 234;
  run.calls[1].took = 112;
  run.calls[2].took = 149;
  EXPECT_EQ(LastOf(scenario, run).took, 149);
}

}  // namespace
}  // namespace baton::harm
