// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_TELEMETRY_METRIC_RECORDER_H_
#define BATON_TESTS_SUPPORT_TELEMETRY_METRIC_RECORDER_H_

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "opentelemetry/metrics/meter_provider.h"
#include "opentelemetry/nostd/shared_ptr.h"
#include "opentelemetry/sdk/metrics/metric_reader.h"

namespace baton {

// One series of a metric, as an exporter gets it.
struct RecordedPoint {
  std::map<std::string, std::string> labels;
  // The sum of a counter or a histogram, or the value of a gauge.
  double value = 0;
  // Of a histogram, how many values there were; 0 for others.
  std::uint64_t count = 0;
};

// A meter provider of a test's own that is read when the test asks.
//
//   MetricRecorder recorder;
//   telemetry.metering.provider = recorder.provider();
//   ...
//   EXPECT_EQ(recorder.Sum("retry.suppressed",
//                          {{"retry.reason", "no_grant"}}), 1);
class MetricRecorder {
 public:
  using Labels = std::map<std::string, std::string>;

  MetricRecorder();

  opentelemetry::nostd::shared_ptr<opentelemetry::metrics::MeterProvider>
  provider() const {
    return provider_;
  }

  // All series with these labels, and maybe others, as of now.
  std::vector<RecordedPoint> Points(const std::string& metric,
                                    const Labels& labels = {});
  // The sum over them of what was counted or measured.
  double Sum(const std::string& metric, const Labels& labels = {});
  // How many values these series of a histogram have.
  std::uint64_t Count(const std::string& metric, const Labels& labels = {});
  // Everything that has a series: its name, and the keys of its labels.
  std::map<std::string, std::set<std::string>> Names();

 private:
  std::shared_ptr<opentelemetry::sdk::metrics::MetricReader> reader_;
  opentelemetry::nostd::shared_ptr<opentelemetry::metrics::MeterProvider>
      provider_;
};

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_TELEMETRY_METRIC_RECORDER_H_
