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

// A series of a metric, as an exporter gets it.
struct RecordedPoint {
  std::map<std::string, std::string> labels;
  // The sum of a counter or a histogram, or the value of a gauge.
  double value = 0;
  // The number of values of a histogram. 0 for other metrics.
  std::uint64_t count = 0;
};

// A meter provider that a test reads on demand.
//
//   MetricRecorder recorder;
//   telemetry.metering.provider = recorder.provider();
//   ...
//   EXPECT_EQ(recorder.Sum("retry.suppressed",
//                          {{"retry.stop_reason", "no_grant"}}), 1);
class MetricRecorder {
 public:
  using Labels = std::map<std::string, std::string>;

  MetricRecorder();

  opentelemetry::nostd::shared_ptr<opentelemetry::metrics::MeterProvider>
  provider() const {
    return provider_;
  }

  // Returns all current series that have at least these labels.
  std::vector<RecordedPoint> Points(const std::string& metric,
                                    const Labels& labels = {});
  // Returns the sum over these series.
  double Sum(const std::string& metric, const Labels& labels = {});
  // Returns the number of values in these series of a histogram.
  std::uint64_t Count(const std::string& metric, const Labels& labels = {});
  // Returns the names of all metrics that have a series, with their label keys.
  std::map<std::string, std::set<std::string>> Names();
  // Returns all names of metrics and all keys and values of their labels.
  std::set<std::string> Texts();

 private:
  std::shared_ptr<opentelemetry::sdk::metrics::MetricReader> reader_;
  opentelemetry::nostd::shared_ptr<opentelemetry::metrics::MeterProvider>
      provider_;
};

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_TELEMETRY_METRIC_RECORDER_H_
