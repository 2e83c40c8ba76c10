// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_TRACEVIEW_SAMPLE_TRACES_H_
#define BATON_TESTS_TRACEVIEW_SAMPLE_TRACES_H_

#include <cstdint>

#include "opentelemetry/proto/collector/trace/v1/trace_service.pb.h"

namespace baton::traceview {

// The course of one request, in a shop of five services: edge, checkout,
// inventory, pricing, store.
enum class Story {
  kHealthy,         // every call succeeds immediately
  kSaved,           // two attempts fail, the third succeeds
  kGrantExhausted,  // three attempts fail, and the request fails
  kNotIdempotent,   // one attempt fails, and must not be retried
  kPushedBack,      // the server sets the wait before the second attempt
  kHedged,          // the second attempt responds before the first
  kForeign,         // no Baton: plain spans of another library
};

inline constexpr Story kAllStories[] = {
    Story::kHealthy,       Story::kSaved,      Story::kGrantExhausted,
    Story::kNotIdempotent, Story::kPushedBack, Story::kHedged,
    Story::kForeign,
};

using TraceRequest =
    opentelemetry::proto::collector::trace::v1::ExportTraceServiceRequest;

struct SampleOptions {
  Story story = Story::kHealthy;
  // Different numbers make different ids and slightly different times.
  uint64_t number = 1;
  int64_t start_unix_nano = 1'790'000'000'000'000'000;
  // Adds spans of work inside the services until there are this many.
  int at_least_spans = 0;
};

// Returns the spans of one request, as Baton's telemetry makes them. The same
// options make the same spans.
TraceRequest SampleTrace(const SampleOptions& options);

// Returns the story of the n-th request of a normal day: mostly kHealthy.
Story StoryOfDay(uint64_t number);

}  // namespace baton::traceview

#endif  // BATON_TESTS_TRACEVIEW_SAMPLE_TRACES_H_
