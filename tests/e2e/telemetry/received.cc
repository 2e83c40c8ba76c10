// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/telemetry/received.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace baton {
namespace {

using opentelemetry::proto::common::v1::AnyValue;
using opentelemetry::proto::common::v1::KeyValue;
using opentelemetry::proto::metrics::v1::Metric;
using opentelemetry::proto::resource::v1::Resource;

bool HasLabels(const Attributes& attributes,
               const std::map<std::string, std::string>& labels) {
  return std::all_of(labels.begin(), labels.end(), [&](const auto& label) {
    return Value(attributes, label.first) == label.second;
  });
}

void Link(ReceivedTrace& trace) {
  for (auto& [id, span] : trace.spans) {
    const auto parent = trace.spans.find(span.span.parent_span_id());
    if (parent == trace.spans.end()) {
      trace.roots.push_back(&span);
    } else {
      parent->second.children.push_back(&span);
    }
  }
  for (auto& [id, span] : trace.spans) {
    std::sort(span.children.begin(), span.children.end(),
              [](const ReceivedSpan* one, const ReceivedSpan* other) {
                return one->span.start_time_unix_nano() <
                       other->span.start_time_unix_nano();
              });
  }
}

}  // namespace

std::string TypeOf(const AnyValue& value) {
  if (value.has_string_value()) return "string";
  if (value.has_int_value()) return "int";
  if (value.has_double_value()) return "double";
  return value.has_bool_value() ? "bool" : "";
}

std::string Value(const Attributes& attributes, const std::string& key) {
  for (const KeyValue& attribute : attributes) {
    if (attribute.key() != key) continue;
    const AnyValue& value = attribute.value();
    if (value.has_int_value()) return absl::StrCat(value.int_value());
    if (value.has_double_value()) return absl::StrCat(value.double_value());
    if (value.has_bool_value()) return value.bool_value() ? "true" : "false";
    return value.string_value();
  }
  return "";
}

std::map<std::string, ReceivedTrace> ToTraces(
    const OtlpSink::TraceArrivals& arrivals) {
  std::map<std::string, ReceivedTrace> traces;
  for (const auto& arrival : arrivals) {
    for (const auto& resource : arrival.request.resource_spans()) {
      const Attributes& of = resource.resource().attributes();
      ReceivedSpan received;
      received.service = Value(of, "service.name");
      received.process = std::stoll("0" + Value(of, "process.pid"));
      for (const auto& scope : resource.scope_spans()) {
        received.scope = scope.scope().name();
        for (const auto& span : scope.spans()) {
          received.span = span;
          EXPECT_TRUE(traces[span.trace_id()]
                          .spans.emplace(span.span_id(), received)
                          .second)
              << span.name() << " came twice";
        }
      }
    }
  }
  for (auto& [id, trace] : traces) Link(trace);
  return traces;
}

std::vector<ReceivedMetric> ToMetrics(
    const OtlpSink::MetricsArrivals& arrivals) {
  std::map<std::pair<std::string, std::string>, ReceivedMetric> latest;
  for (const auto& arrival : arrivals) {
    for (const auto& resource : arrival.request.resource_metrics()) {
      const std::string service =
          Value(resource.resource().attributes(), "service.name");
      for (const auto& scope : resource.scope_metrics()) {
        for (const Metric& metric : scope.metrics()) {
          latest[{service, metric.name()}] = {service, metric};
        }
      }
    }
  }
  std::vector<ReceivedMetric> metrics;
  for (auto& [name, metric] : latest) metrics.push_back(std::move(metric));
  return metrics;
}

double SumOf(const std::vector<ReceivedMetric>& metrics,
             const std::string& service, const std::string& name,
             const std::map<std::string, std::string>& labels) {
  double sum = 0;
  for (const ReceivedMetric& received : metrics) {
    if (received.service != service || received.metric.name() != name) continue;
    for (const auto& point : received.metric.sum().data_points()) {
      if (HasLabels(point.attributes(), labels)) {
        sum += static_cast<double>(point.as_int());
      }
    }
    for (const auto& point : received.metric.histogram().data_points()) {
      if (HasLabels(point.attributes(), labels)) {
        sum += static_cast<double>(point.count());
      }
    }
  }
  return sum;
}

}  // namespace baton
