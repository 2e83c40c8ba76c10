// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks what a backend receives for requests through five services: each span,
// with its documented types.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "baton/real_clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/telemetry/exported_chain.h"
#include "tests/e2e/telemetry/received.h"
#include "tests/support/doc_table.h"
#include "tests/support/telemetry/otlp_sink.h"

namespace baton {
namespace {

using opentelemetry::proto::metrics::v1::Metric;
using opentelemetry::proto::trace::v1::Span;
using opentelemetry::proto::trace::v1::Status;
using ::testing::Contains;
using ::testing::IsSupersetOf;
using ::testing::Key;
using ::testing::SizeIs;

constexpr int kRequests = 20;
const char* const kServices[] = {"edge", "checkout", "inventory", "pricing",
                                 "store"};
const char* const kMethods[] = {"shop.v1.Edge/Get", "shop.v1.Checkout/Get",
                                "shop.v1.Inventory/Get", "shop.v1.Pricing/Get",
                                "shop.v1.Store/Get"};

// Clocks that are read one after the other differ by their corrections.
constexpr std::int64_t kClockSlack = 20'000'000;

std::int64_t NowNanos() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             SystemNow().time_since_epoch())
      .count();
}

std::int64_t StartOf(const Span& span) {
  return static_cast<std::int64_t>(span.start_time_unix_nano());
}
std::int64_t EndOf(const Span& span) {
  return static_cast<std::int64_t>(span.end_time_unix_nano());
}

// Returns the type of each attribute. Some metrics further down have the same
// names.
std::map<std::string, std::string> DocumentedTypes() {
  std::map<std::string, std::string> types;
  for (const auto& row : DocRows("docs/telemetry.md")) {
    if (row.size() == 4 && !row[0].empty()) types.emplace(row[0], row[2]);
  }
  return types;
}

// One run for all tests.
class TypedExportTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    OtlpSink sink;
    begin_ = NowNanos();
    const absl::Status exported = ExportAChain(sink.grpc_url(), kRequests);
    EXPECT_TRUE(exported.ok()) << exported;
    end_ = NowNanos();
    traces_ = new std::map<std::string, ReceivedTrace>(ToTraces(sink.traces()));
    metrics_ = new std::vector<ReceivedMetric>(ToMetrics(sink.metrics()));
  }
  static void TearDownTestSuite() {
    delete traces_;
    delete metrics_;
  }

  static std::vector<const ReceivedSpan*> AllSpans() {
    std::vector<const ReceivedSpan*> spans;
    for (const auto& [id, trace] : *traces_) {
      for (const auto& [span_id, span] : trace.spans) spans.push_back(&span);
    }
    return spans;
  }

  static std::int64_t begin_, end_;
  static std::map<std::string, ReceivedTrace>* traces_;
  static std::vector<ReceivedMetric>* metrics_;
};

std::int64_t TypedExportTest::begin_ = 0;
std::int64_t TypedExportTest::end_ = 0;
std::map<std::string, ReceivedTrace>* TypedExportTest::traces_ = nullptr;
std::vector<ReceivedMetric>* TypedExportTest::metrics_ = nullptr;

bool Failed(const ReceivedSpan& span) {
  return span.span.status().code() == Status::STATUS_CODE_ERROR;
}

// Checks a call of the layer before `layer`, its attempts, and the spans below
// each attempt.
void ExpectCall(const ReceivedSpan& call, int layer);

void ExpectRequest(const ReceivedSpan& request, int layer) {
  EXPECT_EQ(request.span.kind(), Span::SPAN_KIND_SERVER);
  EXPECT_EQ(request.span.name(), kMethods[layer]);
  EXPECT_EQ(request.service, kServices[layer]);
  EXPECT_EQ(request["retry.header"], "ok");
  // The caller granted nothing, because the edge keeps the grant.
  EXPECT_EQ(request["retry.grant"], "0");
  EXPECT_EQ(request["retry.hop"], std::to_string(layer + 1));
  if (layer == 4) {
    EXPECT_THAT(request.children, SizeIs(0));
    EXPECT_EQ(request["retry.outgoing_calls"], "0");
    return;
  }
  EXPECT_EQ(request["retry.outgoing_calls"], "1");
  ASSERT_THAT(request.children, SizeIs(1));
  ExpectCall(*request.children[0], layer + 1);
}

void ExpectAttempt(const ReceivedSpan& attempt, const ReceivedSpan& call,
                   int number, int layer) {
  EXPECT_EQ(attempt.span.kind(), Span::SPAN_KIND_CLIENT);
  EXPECT_EQ(attempt.service, call.service);
  EXPECT_EQ(attempt.process, call.process);
  EXPECT_EQ(attempt["retry.attempt_number"], std::to_string(number));
  EXPECT_EQ(attempt["previous-rpc-attempts"], std::to_string(number - 1));
  EXPECT_EQ(attempt["retry.kind"], number == 1 ? "first" : "retry");
  EXPECT_EQ(attempt["retry.decision"],
            attempt.span.span_id() == call.children.back()->span.span_id()
                ? "stop"
                : "retry");
  ASSERT_THAT(attempt.children, SizeIs(1));
  ExpectRequest(*attempt.children[0], layer);
}

void ExpectCall(const ReceivedSpan& call, int layer) {
  EXPECT_EQ(call.span.kind(), Span::SPAN_KIND_CLIENT);
  EXPECT_EQ(call.span.name(), kMethods[layer]);
  EXPECT_EQ(call.service, layer == 0 ? "app" : kServices[layer - 1]);
  EXPECT_EQ(call["retry.grant"], layer == 0 ? "2" : "0");
  EXPECT_EQ(call["retry.attempt_count"], std::to_string(call.children.size()));
  // One layer retries. The other layers have their stop reason.
  if (layer > 0) {
    EXPECT_THAT(call.children, SizeIs(1));
    EXPECT_EQ(call["retry.stop_reason"],
              Failed(call) ? "no_grant" : "succeeded");
    EXPECT_EQ(call["retry.suppressed"], Failed(call) ? "true" : "");
  }
  // The events of a call are the waits between its attempts.
  ASSERT_EQ(call.span.events_size(),
            static_cast<int>(call.children.size()) - 1);
  for (std::size_t i = 0; i < call.children.size(); ++i) {
    ExpectAttempt(*call.children[i], call, static_cast<int>(i) + 1, layer);
    if (i == 0) continue;
    const Span& before = call.children[i - 1]->span;
    const Span& after = call.children[i]->span;
    const Span::Event& wait = call.span.events(static_cast<int>(i) - 1);
    EXPECT_EQ(wait.name(), "retry.wait");
    EXPECT_EQ(Value(wait.attributes(), "retry.wait_cause"), "backoff");
    EXPECT_LE(EndOf(before), StartOf(after) + kClockSlack);
    EXPECT_LE(static_cast<std::int64_t>(wait.time_unix_nano()),
              StartOf(after) + kClockSlack);
    // The recorded wait must match the actual wait.
    const double waited_ms =
        static_cast<double>(StartOf(after) - EndOf(before)) / 1e6;
    EXPECT_GE(waited_ms,
              std::stod(Value(wait.attributes(), "retry.wait_ms")) - 20);
  }
}

TEST_F(TypedExportTest, EachRequestIsOneTreeThroughFiveServices) {
  ASSERT_THAT(*traces_, SizeIs(kRequests + 1));
  std::map<std::string, int> ends;
  for (const auto& [id, trace] : *traces_) {
    SCOPED_TRACE(::testing::Message() << "a trace of " << trace.spans.size());
    ASSERT_THAT(trace.roots, SizeIs(1));
    const ReceivedSpan& call = *trace.roots[0];
    EXPECT_EQ(call.span.parent_span_id(), "");
    ExpectCall(call, 0);
    // One call, and for each attempt: itself, five requests, and four calls
    // with one attempt each.
    EXPECT_THAT(trace.spans, SizeIs(1 + 14 * call.children.size()));
    ++ends[call["retry.stop_reason"] + " after " + call["retry.attempt_count"]];
  }
  // The failures were such that each kind occurs.
  EXPECT_THAT(ends,
              IsSupersetOf({Key("succeeded after 1"), Key("succeeded after 2"),
                            Key("grant_exhausted after 3")}));
}

TEST_F(TypedExportTest, CallSavedByARetryIsNoError) {
  for (const auto& [id, trace] : *traces_) {
    const ReceivedSpan& call = *trace.roots.at(0);
    EXPECT_EQ(Failed(call), call["retry.stop_reason"] != "succeeded");
    EXPECT_EQ(call["rpc.response.status_code"],
              Failed(call) ? "UNAVAILABLE" : "OK");
    EXPECT_EQ(Failed(*call.children.back()), Failed(call));
    for (std::size_t i = 0; i + 1 < call.children.size(); ++i) {
      EXPECT_TRUE(Failed(*call.children[i]));
    }
  }
}

TEST_F(TypedExportTest, SpansHaveIdsAndOrigins) {
  std::map<std::string, std::set<std::int64_t>> processes;
  for (const ReceivedSpan* const span : AllSpans()) {
    EXPECT_THAT(span->span.trace_id(), SizeIs(16));
    EXPECT_THAT(span->span.span_id(), SizeIs(8));
    EXPECT_EQ(span->scope, "baton");
    EXPECT_EQ(span->span.links_size(), 0);
    processes[span->service].insert(span->process);
  }
  std::set<std::int64_t> all;
  for (const auto& [service, ids] : processes) {
    EXPECT_THAT(ids, SizeIs(1)) << service;
    all.insert(*ids.begin());
  }
  EXPECT_THAT(all, SizeIs(6));
  EXPECT_EQ(all.count(0), 0u);
}

TEST_F(TypedExportTest, TimesAreInNanosecondsAndChildrenWithinTheirParents) {
  int finer_than_a_microsecond = 0;
  for (const ReceivedSpan* const parent : AllSpans()) {
    const Span& span = parent->span;
    EXPECT_GE(StartOf(span), begin_ - kClockSlack);
    EXPECT_LE(EndOf(span), end_ + kClockSlack);
    EXPECT_LE(StartOf(span), EndOf(span));
    finer_than_a_microsecond += StartOf(span) % 1000 != 0;
    for (const ReceivedSpan* const child : parent->children) {
      EXPECT_GE(StartOf(child->span), StartOf(span) - kClockSlack);
      EXPECT_LE(StartOf(child->span), EndOf(span) + kClockSlack);
    }
    for (const Span::Event& event : span.events()) {
      const auto time = static_cast<std::int64_t>(event.time_unix_nano());
      EXPECT_GE(time, StartOf(span) - kClockSlack);
      EXPECT_LE(time, EndOf(span) + kClockSlack);
    }
  }
  EXPECT_GT(finer_than_a_microsecond, 0);
}

TEST_F(TypedExportTest, EveryAttributeHasItsDocumentedType) {
  const auto types = DocumentedTypes();
  std::set<std::string> seen;
  const auto expect_types = [&](const Attributes& attributes) {
    for (const auto& attribute : attributes) {
      const auto type = types.find(attribute.key());
      ASSERT_NE(type, types.end()) << attribute.key();
      EXPECT_EQ(TypeOf(attribute.value()), type->second) << attribute.key();
      seen.insert(attribute.key());
    }
  };
  for (const ReceivedSpan* const span : AllSpans()) {
    expect_types(span->span.attributes());
    for (const auto& event : span->span.events()) {
      expect_types(event.attributes());
    }
  }
  EXPECT_THAT(seen,
              IsSupersetOf({"rpc.method", "retry.grant", "retry.outgoing_calls",
                            "retry.wait_ms", "transparent-retry",
                            "deadline.remaining_ms"}));
}

// Returns for example "counter, {call}".
std::string KindOf(const Metric& metric) {
  std::string kind = "gauge";
  if (metric.has_sum()) kind = "counter";
  if (metric.has_histogram()) kind = "histogram";
  return kind + ", " + metric.unit();
}

template <typename Points>
void AddLabels(const Points& points, std::set<std::set<std::string>>& labels) {
  for (const auto& point : points) {
    std::set<std::string> names;
    for (const auto& label : point.attributes()) {
      names.insert(label.key());
      EXPECT_EQ(TypeOf(label.value()), "string");
    }
    labels.insert(names);
    EXPECT_LE(point.start_time_unix_nano(), point.time_unix_nano());
  }
}

TEST_F(TypedExportTest, EveryMetricMatchesItsDocumentation) {
  std::map<std::string, std::vector<std::string>> documented;
  for (const auto& row : DocRows("docs/telemetry.md")) documented[row[0]] = row;
  for (const ReceivedMetric& received : *metrics_) {
    const Metric& metric = received.metric;
    ASSERT_THAT(documented, Contains(Key(metric.name())));
    const auto& row = documented[metric.name()];
    EXPECT_EQ(KindOf(metric), row[2]) << metric.name();
    std::set<std::string> names =
        absl::StrSplit(row[1], ", ", absl::SkipEmpty());
    // No service here has fallback channels.
    names.erase("retry.fallback");
    std::set<std::set<std::string>> labels;
    AddLabels(metric.sum().data_points(), labels);
    AddLabels(metric.histogram().data_points(), labels);
    AddLabels(metric.gauge().data_points(), labels);
    // Only failed attempts have this label.
    std::set<std::set<std::string>> expected = {names};
    if (names.erase("retry.failure_origin") > 0) expected.insert(names);
    EXPECT_EQ(labels, expected) << metric.name();
    if (metric.has_sum()) {
      EXPECT_TRUE(metric.sum().is_monotonic());
    }
  }
}

TEST_F(TypedExportTest, MetricsCountWhatSpansShow) {
  std::map<std::string, int> suppressed;
  std::map<std::string, int> attempts;
  int failed = 0;
  for (const ReceivedSpan* const span : AllSpans()) {
    failed += span->span.parent_span_id().empty() && Failed(*span);
    if ((*span)["retry.suppressed"] == "true") {
      ++suppressed[span->service + " " + (*span)["retry.stop_reason"]];
    }
    if (!(*span)["retry.attempt_number"].empty()) ++attempts[span->service];
  }
  EXPECT_THAT(suppressed, Contains(Key("app grant_exhausted")));
  EXPECT_THAT(suppressed, Contains(Key("pricing no_grant")));
  // Before the first request the chain is called five times without a record.
  // It is called again if a connection was not ready in time.
  const bool opened_at_once =
      SumOf(*metrics_, "app", "grpc.client.call.duration",
            {{"grpc.status", "UNAVAILABLE"}}) == failed;
  const auto expect = [&](double counted, int shown, const std::string& what) {
    EXPECT_GE(counted, shown) << what;
    if (opened_at_once) {
      EXPECT_EQ(counted, shown) << what;
    }
  };
  for (const auto& [key, count] : suppressed) {
    const std::vector<std::string> parts = absl::StrSplit(key, ' ');
    expect(SumOf(*metrics_, parts[0], "retry.suppressed",
                 {{"retry.stop_reason", parts[1]}}),
           count, key);
  }
  for (const auto& [service, count] : attempts) {
    expect(SumOf(*metrics_, service, "grpc.client.attempt.started"), count + 5,
           service);
  }
  for (const char* const service : {"app", "edge", "pricing"}) {
    std::set<std::string> names;
    for (const ReceivedMetric& received : *metrics_) {
      if (received.service == service) names.insert(received.metric.name());
    }
    EXPECT_THAT(names, IsSupersetOf({"retry.process_budget.level",
                                     "retry.process_budget.capacity",
                                     "retry.breaker.open"}));
  }
}

}  // namespace
}  // namespace baton
