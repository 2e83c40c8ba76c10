// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A trace view with synthetic traces, for browser tests and for work on the
// page:
//
//   sample_view [TRACES [SPANS [hostile|scenes]]]
//
// "hostile" adds a trace with hostile texts, and "scenes" adds each scene.
// Prints the address of the page and ends when its input ends.

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <string>

#include "tests/traceview/sample_traces.h"
#include "tests/traceview/scenes.h"
#include "tools/traceview/trace_view.h"

namespace {

using baton::traceview::SampleOptions;
using baton::traceview::SampleTrace;
using baton::traceview::TraceRequest;

constexpr int64_t kNoon = 1'790'000'000'000'000'000;

// Returns a trace with hostile values in every field that a sender sets.
TraceRequest HostileTrace(uint64_t number) {
  SampleOptions options;
  options.story = baton::traceview::Story::kGrantExhausted;
  options.number = number;
  TraceRequest request = SampleTrace(options);
  const std::string attack =
      "\"'><img src=x onerror=\"window.hacked=1\"><script>window.hacked=1"
      "</script>";
  for (auto& resource : *request.mutable_resource_spans()) {
    for (auto& attribute : *resource.mutable_resource()->mutable_attributes()) {
      attribute.mutable_value()->set_string_value(attack);
    }
    for (auto& span : *resource.mutable_scope_spans(0)->mutable_spans()) {
      span.set_name(attack);
      span.mutable_status()->set_message(attack);
      for (auto& attribute : *span.mutable_attributes()) {
        if (attribute.value().has_string_value()) {
          attribute.mutable_value()->set_string_value(attack);
        }
      }
      span.add_attributes()->set_key(attack);
      span.add_events()->set_name(attack);
    }
  }
  return request;
}

}  // namespace

int main(int argc, char** argv) {
  const uint64_t traces = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 400;
  const int spans = argc > 2 ? std::atoi(argv[2]) : 0;
  auto view = baton::traceview::TraceView::Start({});
  if (!view.ok()) {
    std::cerr << view.status().message() << "\n";
    return 1;
  }
  for (uint64_t i = 1; i <= traces; ++i) {
    SampleOptions options;
    options.story = baton::traceview::StoryOfDay(i);
    options.number = i;
    options.start_unix_nano = kNoon + static_cast<int64_t>(i) * 137'000'000;
    options.at_least_spans = spans;
    (*view)->store().Add(SampleTrace(options));
  }
  const std::string extra = argc > 3 ? argv[3] : "";
  if (extra == "hostile") (*view)->store().Add(HostileTrace(traces + 1));
  if (extra == "scenes") {
    int64_t start = kNoon + static_cast<int64_t>(traces) * 137'000'000;
    for (const baton::traceview::Scene scene : baton::traceview::kAllScenes) {
      (*view)->store().Add(
          baton::traceview::SceneTrace(scene, start += 1'000'000'000));
    }
  }
  std::cout << (*view)->url() << std::endl;
  std::cin.ignore(std::numeric_limits<std::streamsize>::max());
  return 0;
}
