// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/telemetry/span_recorder.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "opentelemetry/exporters/memory/in_memory_span_exporter_factory.h"
#include "opentelemetry/sdk/trace/samplers/always_on_factory.h"
#include "opentelemetry/sdk/trace/simple_processor_factory.h"
#include "opentelemetry/sdk/trace/span_data.h"
#include "opentelemetry/sdk/trace/tracer_provider.h"

namespace baton {
namespace {

namespace memory = opentelemetry::exporter::memory;
namespace nostd = opentelemetry::nostd;
namespace sdk = opentelemetry::sdk;
namespace trace = opentelemetry::trace;

// More spans than any test makes. Further spans are dropped.
constexpr std::size_t kMostSpans = 4096;

// Fails the test for types that Baton's attributes do not use.
struct ToRecordedValue {
  RecordedValue operator()(bool value) const { return value; }
  RecordedValue operator()(std::int32_t value) const {
    return std::int64_t{value};
  }
  RecordedValue operator()(std::int64_t value) const { return value; }
  RecordedValue operator()(double value) const { return value; }
  RecordedValue operator()(const std::string& value) const { return value; }
  // "[one, other]"
  RecordedValue operator()(const std::vector<std::string>& value) const {
    return absl::StrCat("[", absl::StrJoin(value, ", "), "]");
  }
  template <typename T>
  RecordedValue operator()(const T&) const {
    ADD_FAILURE() << "an attribute of a type that Baton does not use";
    return false;
  }
};

template <typename Map>
RecordedAttributes ToAttributes(const Map& map) {
  RecordedAttributes attributes;
  for (const auto& [key, value] : map) {
    attributes[key] = nostd::visit(ToRecordedValue(), value);
  }
  return attributes;
}

template <typename Id>
std::string Hex(const Id& id) {
  char text[2 * Id::kSize];
  id.ToLowerBase16(text);
  return std::string(text, sizeof(text));
}

std::string KindWord(trace::SpanKind kind) {
  switch (kind) {
    case trace::SpanKind::kInternal:
      return "INTERNAL";
    case trace::SpanKind::kServer:
      return "SERVER";
    case trace::SpanKind::kClient:
      return "CLIENT";
    case trace::SpanKind::kProducer:
      return "PRODUCER";
    case trace::SpanKind::kConsumer:
      return "CONSUMER";
  }
  return "?";
}

std::string StatusWord(trace::StatusCode code) {
  switch (code) {
    case trace::StatusCode::kUnset:
      return "UNSET";
    case trace::StatusCode::kOk:
      return "OK";
    case trace::StatusCode::kError:
      return "ERROR";
  }
  return "?";
}

RecordedSpan Record(const sdk::trace::SpanData& data) {
  RecordedSpan span;
  span.name = std::string(data.GetName());
  span.kind = KindWord(data.GetSpanKind());
  span.status = StatusWord(data.GetStatus());
  span.description = std::string(data.GetDescription());
  span.trace_id = Hex(data.GetTraceId());
  span.span_id = Hex(data.GetSpanId());
  span.parent_id = Hex(data.GetParentSpanId());
  span.attributes = ToAttributes(data.GetAttributes());
  for (const auto& event : data.GetEvents()) {
    span.events.push_back(
        {event.GetName(), ToAttributes(event.GetAttributes())});
  }
  span.links = static_cast<int>(data.GetLinks().size());
  return span;
}

bool IsAttempt(const RecordedSpan& span) {
  return absl::StartsWith(span.name, "Attempt.");
}

std::int64_t NumberOf(const RecordedSpan& span) {
  const auto found = span.attributes.find("retry.attempt_number");
  return found == span.attributes.end() ? 0
                                        : std::get<std::int64_t>(found->second);
}

}  // namespace

SpanRecorder::SpanRecorder()
    : SpanRecorder(sdk::trace::AlwaysOnSamplerFactory::Create()) {}

SpanRecorder::SpanRecorder(std::unique_ptr<sdk::trace::Sampler> sampler) {
  auto processor = sdk::trace::SimpleSpanProcessorFactory::Create(
      memory::InMemorySpanExporterFactory::Create(data_, kMostSpans));
  provider_ =
      nostd::shared_ptr<trace::TracerProvider>(new sdk::trace::TracerProvider(
          std::move(processor), sdk::resource::Resource::Create({}),
          std::move(sampler)));
}

std::vector<RecordedSpan> SpanRecorder::All() {
  for (const auto& data : data_->GetSpans()) spans_.push_back(Record(*data));
  return spans_;
}

std::vector<RecordedSpan> SpanRecorder::TakeNew() {
  All();
  return std::exchange(spans_, {});
}

std::vector<RecordedSpan> SpanRecorder::Attempts() {
  std::vector<RecordedSpan> attempts = All();
  attempts.erase(
      std::remove_if(attempts.begin(), attempts.end(),
                     [](const auto& span) { return !IsAttempt(span); }),
      attempts.end());
  std::stable_sort(
      attempts.begin(), attempts.end(),
      [](const auto& a, const auto& b) { return NumberOf(a) < NumberOf(b); });
  return attempts;
}

RecordedSpan SpanRecorder::Call() {
  std::vector<RecordedSpan> calls = All();
  calls.erase(std::remove_if(calls.begin(), calls.end(), IsAttempt),
              calls.end());
  EXPECT_EQ(calls.size(), 1U) << ::testing::PrintToString(calls);
  return calls.empty() ? RecordedSpan() : calls.front();
}

}  // namespace baton
