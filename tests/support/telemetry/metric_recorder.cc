// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/telemetry/metric_recorder.h"

#include <algorithm>
#include <chrono>
#include <functional>

#include "gtest/gtest.h"
#include "opentelemetry/sdk/metrics/data/metric_data.h"
#include "opentelemetry/sdk/metrics/export/metric_producer.h"
#include "opentelemetry/sdk/metrics/meter_provider.h"

namespace baton {
namespace {

namespace metrics = opentelemetry::metrics;
namespace nostd = opentelemetry::nostd;
namespace sdk = opentelemetry::sdk::metrics;

// Cumulative sums, read on request.
class Reader final : public sdk::MetricReader {
 public:
  sdk::AggregationTemporality GetAggregationTemporality(
      sdk::InstrumentType /*type*/) const noexcept override {
    return sdk::AggregationTemporality::kCumulative;
  }

 private:
  bool OnForceFlush(std::chrono::microseconds /*timeout*/) noexcept override {
    return true;
  }
  bool OnShutDown(std::chrono::microseconds /*timeout*/) noexcept override {
    return true;
  }
};

double ToDouble(const sdk::ValueType& value) {
  if (const auto* const whole = nostd::get_if<std::int64_t>(&value)) {
    return static_cast<double>(*whole);
  }
  return nostd::get<double>(value);
}

struct ToRecordedPoint {
  RecordedPoint operator()(const sdk::SumPointData& point) const {
    return {{}, ToDouble(point.value_), 0};
  }
  RecordedPoint operator()(const sdk::HistogramPointData& point) const {
    return {{}, ToDouble(point.sum_), point.count_};
  }
  RecordedPoint operator()(const sdk::LastValuePointData& point) const {
    return {{}, ToDouble(point.value_), 0};
  }
  RecordedPoint operator()(const sdk::DropPointData&) const {
    ADD_FAILURE() << "dropped";
    return {};
  }
};

using Visit = std::function<void(const std::string&, const RecordedPoint&)>;

void ForEachPoint(sdk::MetricReader& reader, const Visit& visit) {
  reader.Collect([&](sdk::ResourceMetrics& all) {
    for (const auto& scope : all.scope_metric_data_) {
      for (const auto& metric : scope.metric_data_) {
        for (const auto& data : metric.point_data_attr_) {
          RecordedPoint point =
              nostd::visit(ToRecordedPoint(), data.point_data);
          for (const auto& [key, value] : data.attributes) {
            point.labels[key] = nostd::get<std::string>(value);
          }
          visit(metric.instrument_descriptor.name_, point);
        }
      }
    }
    return true;
  });
}

bool HasLabels(const RecordedPoint& point,
               const MetricRecorder::Labels& labels) {
  return std::all_of(labels.begin(), labels.end(), [&](const auto& label) {
    const auto found = point.labels.find(label.first);
    return found != point.labels.end() && found->second == label.second;
  });
}

}  // namespace

MetricRecorder::MetricRecorder() : reader_(std::make_shared<Reader>()) {
  auto provider = std::make_unique<sdk::MeterProvider>();
  provider->AddMetricReader(reader_);
  provider_ = nostd::shared_ptr<metrics::MeterProvider>(provider.release());
}

std::vector<RecordedPoint> MetricRecorder::Points(const std::string& metric,
                                                  const Labels& labels) {
  std::vector<RecordedPoint> points;
  ForEachPoint(*reader_,
               [&](const std::string& name, const RecordedPoint& point) {
                 if (name == metric && HasLabels(point, labels)) {
                   points.push_back(point);
                 }
               });
  return points;
}

double MetricRecorder::Sum(const std::string& metric, const Labels& labels) {
  double sum = 0;
  for (const RecordedPoint& point : Points(metric, labels)) sum += point.value;
  return sum;
}

std::uint64_t MetricRecorder::Count(const std::string& metric,
                                    const Labels& labels) {
  std::uint64_t count = 0;
  for (const auto& point : Points(metric, labels)) count += point.count;
  return count;
}

std::map<std::string, std::set<std::string>> MetricRecorder::Names() {
  std::map<std::string, std::set<std::string>> names;
  ForEachPoint(*reader_,
               [&](const std::string& name, const RecordedPoint& point) {
                 std::set<std::string>& keys = names[name];
                 for (const auto& label : point.labels)
                   keys.insert(label.first);
               });
  return names;
}

std::set<std::string> MetricRecorder::Texts() {
  std::set<std::string> texts;
  ForEachPoint(*reader_,
               [&](const std::string& name, const RecordedPoint& point) {
                 texts.insert(name);
                 for (const auto& [key, value] : point.labels) {
                   texts.insert({key, value});
                 }
               });
  return texts;
}

}  // namespace baton
