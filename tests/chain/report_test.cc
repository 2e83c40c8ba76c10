// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/chain/report.h"

#include <string>

#include "baton/chain/layers.h"
#include "baton/chain/tally.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::chain {
namespace {

using ::testing::HasSubstr;

constexpr uint64_t kRequest = 1;

class ReportTest : public ::testing::Test {
 protected:
  explicit ReportTest(std::size_t layers = 3) {
    options_.layers.resize(layers);
  }

  // Adds `calls` calls from a site, with or without a header.
  void Arrive(int calls, std::size_t site, bool has_budget_header = true,
              uint64_t request = kRequest) {
    ASSERT_TRUE(Complete(options_).ok());
    const auto callee =
        static_cast<std::size_t>(SitesOf(options_)[site].callee);
    for (int i = 0; i < calls; ++i) {
      tally_.OnArrival(request, site, callee, has_budget_header);
    }
  }
  Report Judged() { return Judge(options_, tally_.Take()); }

  Options options_;
  Tally tally_{8, 3};
};

TEST_F(ReportTest, AllowsOneCallAndTheGrant) {
  Arrive(3, 0);
  Arrive(3, 1);
  Arrive(3, 2);
  const Report report = Judged();
  EXPECT_TRUE(report.CheckAmplification().ok()) << report;
  EXPECT_EQ(report.sites[2].allowed, 3);
  EXPECT_EQ(report.CallsAt("layer 3"), 3);
}

TEST_F(ReportTest, RejectsMoreCallsThanTheGrant) {
  Arrive(3, 0);
  Arrive(4, 1);
  EXPECT_EQ(
      Judged().CheckAmplification().message(),
      "layer 1 -> layer 2: must be at most 3 calls for one request, got 4");
}

TEST_F(ReportTest, UsesTheConfiguredGrant) {
  options_.grant = 3;
  Arrive(4, 2);
  EXPECT_TRUE(Judged().CheckAmplification().ok());
}

TEST_F(ReportTest, CountsEachRequestByItself) {
  Arrive(3, 0, true, 1);
  Arrive(2, 0, true, 2);
  const Report report = Judged();
  EXPECT_TRUE(report.CheckAmplification().ok());
  EXPECT_EQ(report.CallsAt("layer 1"), 5);
  EXPECT_EQ(report.MaxCallsAt("layer 1"), 3);
}

// Each call without a header starts a new domain at its callee.
TEST_F(ReportTest, AllowsTheGrantForEachMissingHeader) {
  options_.layers[0].participation = Participation::kNone;
  Arrive(3, 0);
  Arrive(3, 1, /*has_budget_header=*/false);
  Arrive(9, 2);
  EXPECT_TRUE(Judged().CheckAmplification().ok());
  Arrive(1, 1, /*has_budget_header=*/false);
  Arrive(4, 2);
  EXPECT_FALSE(Judged().CheckAmplification().ok());
}

TEST_F(ReportTest, NonParticipatingLayersHaveNoBound) {
  options_.app_participation = Participation::kNone;
  for (Layer& layer : options_.layers) {
    layer.participation = Participation::kNone;
  }
  Arrive(27, 2, /*has_budget_header=*/false);
  const Report report = Judged();
  EXPECT_TRUE(report.CheckAmplification().ok());
  EXPECT_THAT(report.ToString(), HasSubstr("27        -"));
}

// Two paths lead to the last layer.
TEST_F(ReportTest, AllowsTheGrantForEachPath) {
  options_.layers[0].calls = {"layer 2", "layer 2"};
  options_.layers[1].calls = {"layer 3"};
  Arrive(6, 3);
  EXPECT_TRUE(Judged().CheckAmplification().ok());
  Arrive(7, 3);
  EXPECT_FALSE(Judged().CheckAmplification().ok());
}

TEST_F(ReportTest, CountsResponses) {
  tally_.OnResponse(grpc::StatusCode::OK);
  tally_.OnResponse(grpc::StatusCode::ABORTED);
  const Report report = Judged();
  EXPECT_EQ(report.requests, 2);
  EXPECT_EQ(report.served, 1);
  EXPECT_EQ(report.failures.at(grpc::StatusCode::ABORTED), 1);
}

TEST(LayersTest, ErrorsNameEveryInvalidField) {
  Options options;
  options.grant = 10;
  options.app.loop_attempts = 0;
  options.timeout = absl::ZeroDuration();
  options.layers.resize(2);
  options.layers[0].name = "layer 2";
  options.layers[0].method = "Get";
  options.layers[1].calls = {"layer 1"};
  const std::string message(Complete(options).message());
  for (const char* part :
       {"grant: must be 0 to 9, got 10",
        "app.loop_attempts: must be 1 to 10, got 0",
        "timeout: must be positive and finite, got 0",
        "layers[0].name: must be unique, got \"layer 2\" twice",
        "layers[0].method: must have the form \"/package.Service/Method\", "
        "got \"Get\"",
        "layers[1].calls: must name later layers, got \"layer 1\""}) {
    EXPECT_THAT(message, HasSubstr(part));
  }
}

TEST(LayersTest, ChainNeedsAtLeastOneLayer) {
  Options options;
  EXPECT_FALSE(Complete(options).ok());
}

}  // namespace
}  // namespace baton::chain
