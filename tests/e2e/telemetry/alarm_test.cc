// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Makes the store of five services slow, and asks Prometheus whether the alert
// about timeouts fires. Each second of the run is one minute for the rules. The
// test writes what the services have exported as a test file of promtool.

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/time/time.h"
#include "examples/stack/driver/interruption.h"
#include "examples/stack/driver/run.h"
#include "examples/stack/driver/scenario.h"
#include "examples/stack/driver/setup.h"
#include "examples/stack/shop/telemetry.h"
#include "gtest/gtest.h"
#include "tests/e2e/telemetry/received.h"
#include "tests/support/telemetry/otlp_sink.h"

namespace baton {
namespace {

using ::opentelemetry::proto::metrics::v1::Metric;

constexpr int kCalmSeconds = 12;
constexpr int kSlowSeconds = 9;
constexpr char kRules[] = "docs/operating/prometheus-alerts.yaml";

// The values of each series, by second.
using Series = std::map<std::string, std::map<int64_t, double>>;

// Returns the series of a point, with the names of Prometheus.
template <typename Point>
std::string SeriesOf(const std::string& name, const std::string& job,
                     const Point& point) {
  std::string series = absl::StrCat(name, "{job=\"", job, "\"");
  for (const auto& label : point.attributes()) {
    absl::StrAppend(&series, ",",
                    absl::StrReplaceAll(label.key(), {{".", "_"}}), "=\"",
                    label.value().string_value(), "\"");
  }
  return absl::StrCat(series, "}");
}

template <typename Point>
int64_t SecondOf(const Point& point) {
  return static_cast<int64_t>(point.time_unix_nano() / 1'000'000'000);
}

void Add(const std::string& job, const Metric& metric, Series& series) {
  if (metric.name() == "grpc.client.call.duration") {
    for (const auto& point : metric.histogram().data_points()) {
      series[SeriesOf("grpc_client_call_duration_seconds_count", job, point)]
            [SecondOf(point)] = static_cast<double>(point.count());
    }
  }
}

Series ToSeries(const OtlpSink::MetricsArrivals& arrivals) {
  Series series;
  for (const auto& arrival : arrivals) {
    for (const auto& resource : arrival.request.resource_metrics()) {
      const std::string job =
          Value(resource.resource().attributes(), "service.name");
      for (const auto& scope : resource.scope_metrics()) {
        for (const Metric& metric : scope.metrics()) Add(job, metric, series);
      }
    }
  }
  return series;
}

// Returns the values from `first` to `last`, in the notation of promtool. A
// second without a report has the value of the second before.
std::string Values(const std::map<int64_t, double>& values, int64_t first,
                   int64_t last) {
  std::string text;
  std::string latest = "_";
  for (int64_t second = first; second <= last; ++second) {
    const auto found = values.find(second);
    if (found != values.end()) latest = absl::StrCat(found->second);
    absl::StrAppend(&text, text.empty() ? "" : " ", latest);
  }
  return text;
}

// The question whether the alert has fired in the `latest` minutes before this
// minute.
std::string Question(int64_t minute, int64_t latest, bool fires) {
  return absl::StrCat("      - expr: count(count_over_time(ALERTS{",
                      "alertname=\"BatonTimeoutsJump\",alertstate=\"firing\"}[",
                      latest, "m]))\n        eval_time: ", minute,
                      "m\n        exp_samples: ",
                      fires ? "[{labels: '{}', value: 1}]" : "[]", "\n");
}

// Asks promtool. Returns whether its answers are the expected ones.
bool Ask(const Series& series, int64_t first, int64_t last) {
  const std::string folder = ::testing::TempDir();
  std::string text = "rule_files: [rules.yaml]\ntests:\n  - interval: 1m\n";
  absl::StrAppend(&text, "    input_series:\n");
  for (const auto& [name, values] : series) {
    absl::StrAppend(&text, "      - {series: '", name, "', values: '",
                    Values(values, first, last), "'}\n");
  }
  absl::StrAppend(&text, "    promql_expr_test:\n",
                  Question(kCalmSeconds - 1, kCalmSeconds - 1, false),
                  // Most calls end with CANCELLED below the first service. How
                  // many depends on the load of the machine.
                  Question(last - first, kSlowSeconds - 1, true));
  std::ofstream(folder + "/recorded.yaml") << text;
  std::ofstream(folder + "/rules.yaml") << std::ifstream(kRules).rdbuf();
  const std::string command = absl::StrCat(
      "cd '", folder, "' && promtool test rules recorded.yaml >&2");
  return std::system(command.c_str()) == 0;
}

stack::Scenario SlowStore() {
  stack::Scenario scenario = stack::Slow();
  scenario.before = absl::Seconds(kCalmSeconds);
  scenario.lasts = absl::Seconds(kSlowSeconds);
  // Second attempts beside late ones would save most calls otherwise.
  scenario.trouble.set_slow_ratio(0.9);
  return scenario;
}

TEST(AlarmTest, TimeoutsInTheWholeStackFireTheAlert) {
  OtlpSink sink;
  // For the child processes.
  setenv("OTEL_EXPORTER_OTLP_ENDPOINT", sink.grpc_url().c_str(), 1);
  setenv("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", 1);
  setenv("OTEL_TRACES_EXPORTER", "none", 1);
  setenv("OTEL_METRIC_EXPORT_INTERVAL", "500", 1);
  stack::StackOptions options;
  options.program = "examples/stack/shop/shop";
  options.otlp_endpoint = stack::kAsEnvironmentSays;
  const auto setup = stack::Setup::Start(options);
  ASSERT_TRUE(setup.ok()) << setup.status();
  const int64_t began =
      absl::ToUnixSeconds(absl::FromChrono(std::chrono::system_clock::now()));
  stack::Interruption interruption;
  const auto outcome =
      stack::Run(SlowStore(), **setup, interruption, /*progress=*/nullptr);
  ASSERT_TRUE(outcome.ok()) << outcome.status();

  const Series series = ToSeries(sink.metrics());
  EXPECT_TRUE(Ask(series, began, began + kCalmSeconds + kSlowSeconds));
}

}  // namespace
}  // namespace baton
