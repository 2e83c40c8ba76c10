// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/baton_policy/advise/prometheus_text.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::tools {
namespace {

using ::testing::HasSubstr;
using ::testing::Pair;

std::vector<PrometheusSample> Read(absl::string_view text) {
  std::vector<PrometheusSample> samples;
  const absl::Status status = ReadPrometheusText(
      text, [&](const PrometheusSample& sample) { samples.push_back(sample); });
  EXPECT_TRUE(status.ok()) << status;
  return samples;
}

TEST(PrometheusTextTest, SamplesHaveNameLabelsAndValue) {
  const auto samples = Read(
      "# HELP up Whether it is up.\n# TYPE up gauge\n\nup 1\r\n"
      " a:b { x = \"1\" , y=\"q\\\"\\\\\\n{},\" , } 2.5e3 1700000000000\n"
      "inf{} +Inf");
  ASSERT_EQ(samples.size(), 3u);
  EXPECT_EQ(samples[0].name, "up");
  EXPECT_EQ(samples[0].value, 1);
  EXPECT_EQ(samples[1].name, "a:b");
  EXPECT_EQ(samples[1].value, 2500);
  EXPECT_THAT(samples[1].labels,
              ::testing::ElementsAre(Pair("x", "1"), Pair("y", "q\"\\\n{},")));
  EXPECT_EQ(samples[2].Label("x"), "");
}

TEST(PrometheusTextTest, QuotedNamesAreNames) {
  const auto samples = Read("{\"grpc.x\", \"grpc.method\"=\"a/B\"} 1\n");
  ASSERT_EQ(samples.size(), 1u);
  EXPECT_EQ(samples[0].name, "grpc.x");
  EXPECT_EQ(samples[0].Label("grpc_method"), "a/B");
}

TEST(PrometheusTextTest, ErrorNamesTheLine) {
  for (const char* bad :
       {"x", "{} 1", "x{ 1", "x{a} 1", "x{a=b} 1", "x{a=\"b} 1", "x{a=\"\\",
        "x{a=\"b\" c=\"d\"} 1", "x y", "x 1 y", "x 1 2 3", "\xff 1"}) {
    const absl::Status status = ReadPrometheusText(
        std::string("ok 1\n") + bad + "\n", [](const PrometheusSample&) {});
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << bad;
    EXPECT_THAT(status.message(), HasSubstr("2: must be a sample")) << bad;
  }
}

constexpr char kMetrics[] = R"(
grpc_client_attempt_duration_seconds_bucket{grpc_method="a/B",grpc_target="x",grpc_status="OK",le="0.01"} 90
grpc_client_attempt_duration_seconds_bucket{grpc_method="a/B",grpc_target="x",grpc_status="OK",le="0.1"} 99
grpc_client_attempt_duration_seconds_bucket{grpc_method="a/B",grpc_target="x",grpc_status="OK",le="+Inf"} 100
grpc_client_attempt_duration_seconds_bucket{grpc_method="a/B",grpc_target="y",grpc_status="OK",le="0.01"} 10
grpc_client_attempt_duration_seconds_bucket{grpc_method="a/B",grpc_target="y",grpc_status="OK",le="+Inf"} 10
grpc_client_attempt_duration_seconds_bucket{grpc_method="a/B",grpc_target="x",grpc_status="DEADLINE_EXCEEDED",le="+Inf"} 3
grpc_client_attempt_duration_seconds_bucket{grpc_method="a/B",grpc_target="x",grpc_status="UNAVAILABLE",le="0.01"} 50
grpc_client_attempt_duration_seconds_sum{grpc_method="a/B",grpc_target="x",grpc_status="OK"} 7
)";

TEST(PrometheusTextTest, BucketsOfAllTargetsBecomeLatencies) {
  LatenciesByMethod latencies;
  ASSERT_TRUE(AddPrometheusText(kMetrics, latencies).ok());
  ASSERT_EQ(latencies.size(), 1u);
  const Latencies& method = latencies["/a/B"];
  EXPECT_EQ(method.answers(), 110);
  EXPECT_EQ(method.cut(), 3);
  EXPECT_EQ(method.Percentile(0.5), absl::Milliseconds(10));
  EXPECT_EQ(method.Percentile(0.95), absl::Milliseconds(100));
  EXPECT_EQ(method.Percentile(0.97), std::nullopt);
}

TEST(PrometheusTextTest, FileWithoutAttemptsIsAnError) {
  LatenciesByMethod latencies;
  const absl::Status status = AddPrometheusText("up 1\n", latencies);
  EXPECT_THAT(status.message(),
              HasSubstr("has no samples of "
                        "grpc_client_attempt_duration_seconds_bucket"));
}

}  // namespace
}  // namespace baton::tools
