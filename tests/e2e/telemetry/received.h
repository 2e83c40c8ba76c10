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

// What a sink has got, in the way that a test asks for it.
namespace baton {

using Attributes = google::protobuf::RepeatedPtrField<
    opentelemetry::proto::common::v1::KeyValue>;

// "string", "int", "double", "bool"; "" for anything else.
std::string TypeOf(const opentelemetry::proto::common::v1::AnyValue& value);

// The text of an attribute; of a number, its digits. "" if there is none.
std::string Value(const Attributes& attributes, const std::string& key);

struct ReceivedSpan {
  std::string service;  // of its resource
  std::int64_t process = 0;
  std::string scope;
  opentelemetry::proto::trace::v1::Span span;
  std::vector<const ReceivedSpan*> children;  // by their start

  // Of an attribute of the span.
  std::string operator[](const std::string& key) const {
    return Value(span.attributes(), key);
  }
};

// The spans of one trace as a tree.
struct ReceivedTrace {
  std::map<std::string, ReceivedSpan> spans;  // by id
  // Those without a parent that is there, too.
  std::vector<const ReceivedSpan*> roots;
};

// By id. Fails the test if a span has come twice.
std::map<std::string, ReceivedTrace> ToTraces(
    const OtlpSink::TraceArrivals& arrivals);

// A metric as a process has reported it last.
struct ReceivedMetric {
  std::string service;
  opentelemetry::proto::metrics::v1::Metric metric;
};
std::vector<ReceivedMetric> ToMetrics(
    const OtlpSink::MetricsArrivals& arrivals);

// Sums up the series with these labels, and maybe others, of one service.
double SumOf(const std::vector<ReceivedMetric>& metrics,
             const std::string& service, const std::string& name,
             const std::map<std::string, std::string>& labels = {});

}  // namespace baton

#endif  // BATON_TESTS_E2E_TELEMETRY_RECEIVED_H_
