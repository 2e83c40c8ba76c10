// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/pair.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/harm/finding.h"
#include "tests/harm/outcome.h"
#include "tests/harm/scenario.h"

namespace baton::harm {
namespace {

// Runs of a made-up call: `tested` returns the outcome of run n, from 0.
class PairTest : public ::testing::Test {
 protected:
  PairTest() {
    CallPlan plan;
    plan.id = 1;
    plan.steps.emplace_back();
    scenario_.calls.push_back(plan);
  }

  static RunOutcome Took(double milliseconds) {
    RunOutcome run;
    run.calls.emplace_back();
    run.calls[0].id = 1;
    run.calls[0].took = milliseconds;
    return run;
  }

  // Returns the classes of the findings. `bare` and `tested` are the results of
  // the runs. The last one repeats.
  std::string Run(const std::vector<RunOutcome>& bare,
                  const std::vector<RunOutcome>& tested) {
    std::size_t runs[2] = {0, 0};
    result_ = RunPair(scenario_, [&](bool is_bare) {
      const std::vector<RunOutcome>& results = is_bare ? bare : tested;
      const std::size_t run = runs[is_bare ? 1 : 0]++;
      return results[std::min(run, results.size() - 1)];
    });
    std::string text;
    for (const Finding& finding : result_.comparison.findings) {
      text += ToString(finding.kind) + " ";
    }
    return text;
  }

  Scenario scenario_;
  PairResult result_;
};

TEST_F(PairTest, LateCallIsFoundAfterTwoLateRuns) {
  EXPECT_EQ(Run({Took(10)}, {Took(90)}), "late ");
  EXPECT_EQ(Run({Took(10)}, {Took(90), Took(10), Took(90)}), "late ");
}

TEST_F(PairTest, LateCallIsDroppedAfterOneLateRun) {
  EXPECT_EQ(Run({Took(10)}, {Took(90), Took(10)}), "");
}

TEST_F(PairTest, StalledRunDoesNotCountAsLate) {
  RunOutcome stalled = Took(90);
  stalled.stall = 40;
  EXPECT_EQ(Run({Took(10)}, {stalled, Took(10)}), "");
  EXPECT_FALSE(result_.undecided);
  EXPECT_EQ(Run({Took(10)}, {stalled}), "");
  EXPECT_TRUE(result_.undecided);
}

TEST_F(PairTest, ResponseThatBareGrpcAlsoGivesIsNotDifferent) {
  RunOutcome failed = Took(10);
  failed.calls[0].code = grpc::StatusCode::UNAVAILABLE;
  EXPECT_EQ(Run({Took(10), failed}, {failed}), "");
  EXPECT_EQ(Run({Took(10)}, {failed}), "not_served ");
}

TEST_F(PairTest, ResponseIsRepeatedIfConnectionsBreak) {
  RunOutcome failed = Took(10);
  failed.calls[0].code = grpc::StatusCode::UNAVAILABLE;
  scenario_.calls[0].steps[0].cut = true;
  EXPECT_EQ(Run({Took(10)}, {failed, Took(10)}), "");
  EXPECT_EQ(Run({Took(10)}, {failed, Took(10), failed, failed}), "not_served ");
}

TEST_F(PairTest, ResponseOfAnyBareRunIsAllowedIfConnectionsBreak) {
  RunOutcome failed = Took(10);
  failed.calls[0].code = grpc::StatusCode::UNAVAILABLE;
  scenario_.calls[0].steps[0].cut = true;
  EXPECT_EQ(Run({Took(10), Took(10), Took(10), failed}, {failed}), "");
}

TEST_F(PairTest, ResponseIsRepeatedIfTheApplicationCancels) {
  RunOutcome cancelled = Took(25);
  cancelled.calls[0].code = grpc::StatusCode::CANCELLED;
  scenario_.calls[0].cancel_after = 25;
  EXPECT_EQ(Run({Took(10)}, {cancelled, Took(10)}), "");
  EXPECT_EQ(Run({Took(10)}, {cancelled}), "not_served ");
}

TEST_F(PairTest, ChargeIsRepeatedIfConnectionsBreak) {
  RunOutcome charged = Took(10);
  charged.tokens_used = 1;
  EXPECT_EQ(Run({Took(10)}, {charged, Took(10)}), "charged ");
  scenario_.calls[0].steps[0].cut = true;
  EXPECT_EQ(Run({Took(10)}, {charged, Took(10)}), "");
  EXPECT_EQ(Run({Took(10)}, {charged}), "charged ");
}

TEST_F(PairTest, ErrorOfARunIsReported) {
  RunOutcome broken;
  broken.error = "no connection";
  Run({broken}, {Took(10)});
  EXPECT_EQ(result_.error, "no connection");
}

}  // namespace
}  // namespace baton::harm
