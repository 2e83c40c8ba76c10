// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_TELEMETRY_RECEIVED_H_
#define BATON_TESTS_E2E_TELEMETRY_RECEIVED_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "opentelemetry/proto/common/v1/common.pb.h"
#include "opentelemetry/proto/metrics/v1/metrics.pb.h"
#include "opentelemetry/proto/trace/v1/trace.pb.h"
#include "tests/support/telemetry/otlp_sink.h"

// The data of a sink, in a form for tests.
namespace baton {

using Attributes = google::protobuf::RepeatedPtrField<
    opentelemetry::proto::common::v1::KeyValue>;

// Returns "string", "int", "double", "bool", or "" for any other type.
std::string TypeOf(const opentelemetry::proto::common::v1::AnyValue& value);

// Returns the text of an attribute, or the digits of a number. "" if there is
// none.
std::string Value(const Attributes& attributes, const std::string& key);

struct ReceivedSpan {
  std::string service;  // from its resource
  std::int64_t process = 0;
  std::string scope;
  opentelemetry::proto::trace::v1::Span span;
  std::vector<const ReceivedSpan*> children;  // by their start

  // Returns the value of an attribute of the span.
  std::string operator[](const std::string& key) const {
    return Value(span.attributes(), key);
  }
};

// The spans of one trace as a tree.
struct ReceivedTrace {
  std::map<std::string, ReceivedSpan> spans;  // by id
  // Includes spans whose parent is missing.
  std::vector<const ReceivedSpan*> roots;
};

// Returns the traces by id. Fails the test if a span has arrived twice.
std::map<std::string, ReceivedTrace> ToTraces(
    const OtlpSink::TraceArrivals& arrivals);

// The last report of a metric by a process.
struct ReceivedMetric {
  std::string service;
  opentelemetry::proto::metrics::v1::Metric metric;
};
std::vector<ReceivedMetric> ToMetrics(
    const OtlpSink::MetricsArrivals& arrivals);

// Returns the sum of the series of one service that have at least these labels.
double SumOf(const std::vector<ReceivedMetric>& metrics,
             const std::string& service, const std::string& name,
             const std::map<std::string, std::string>& labels = {});

}  // namespace baton

#endif  // BATON_TESTS_E2E_TELEMETRY_RECEIVED_H_
