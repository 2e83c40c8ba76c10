// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_TELEMETRY_SPAN_RECORDER_H_
#define BATON_TESTS_SUPPORT_TELEMETRY_SPAN_RECORDER_H_

#include <memory>
#include <string>
#include <vector>

#include "opentelemetry/exporters/memory/in_memory_span_data.h"
#include "opentelemetry/nostd/shared_ptr.h"
#include "opentelemetry/sdk/trace/sampler.h"
#include "opentelemetry/trace/tracer_provider.h"
#include "tests/support/telemetry/recorded_span.h"

namespace baton {

// A tracer provider for a test that keeps ended spans. Thread-safe.
//
//   SpanRecorder recorder;
//   telemetry.tracing.provider = recorder.provider();
//   ...
//   EXPECT_THAT(recorder.Attempts(), ElementsAre(Failed("UNAVAILABLE"), ...));
class SpanRecorder {
 public:
  // Samples everything.
  SpanRecorder();
  explicit SpanRecorder(
      std::unique_ptr<opentelemetry::sdk::trace::Sampler> sampler);

  opentelemetry::nostd::shared_ptr<opentelemetry::trace::TracerProvider>
  provider() const {
    return provider_;
  }

  // Returns all ended spans, in the order of their end.
  std::vector<RecordedSpan> All();
  // Returns the spans that have ended since the last call, and forgets them.
  // For tests with more spans than memory.
  std::vector<RecordedSpan> TakeNew();
  // Returns the attempt spans among all, by their number.
  std::vector<RecordedSpan> Attempts();
  // Returns the only span that is no attempt. Fails the test if there is not
  // exactly one.
  RecordedSpan Call();

 private:
  std::shared_ptr<opentelemetry::exporter::memory::InMemorySpanData> data_;
  opentelemetry::nostd::shared_ptr<opentelemetry::trace::TracerProvider>
      provider_;
  std::vector<RecordedSpan> spans_;
};

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_TELEMETRY_SPAN_RECORDER_H_
