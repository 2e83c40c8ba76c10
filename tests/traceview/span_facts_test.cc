// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/model/span_facts.h"

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tests/traceview/trace_building.h"

namespace baton::traceview {
namespace {

TEST(SpanFactsTest, RecognizesTheRoleOfASpan) {
  struct Row {
    Span::SpanKind kind;
    std::string name;
    bool numbered;
    Role role;
  };
  const std::vector<Row> rows = {
      {Span::SPAN_KIND_CLIENT, "shop.v1.Store/Reserve", false, Role::kCall},
      {Span::SPAN_KIND_CLIENT, "Attempt.shop.v1.Store/Reserve", false,
       Role::kAttempt},
      {Span::SPAN_KIND_INTERNAL, "Attempt.shop.v1.Store.Reserve", false,
       Role::kAttempt},
      {Span::SPAN_KIND_CLIENT, "anything", true, Role::kAttempt},
      {Span::SPAN_KIND_SERVER, "shop.v1.Store/Reserve", false, Role::kServer},
      // A server may number the attempt that it serves.
      {Span::SPAN_KIND_SERVER, "shop.v1.Store/Reserve", true, Role::kServer},
      {Span::SPAN_KIND_INTERNAL, "SELECT", false, Role::kOther},
      {Span::SPAN_KIND_UNSPECIFIED, "", false, Role::kOther},
  };
  for (const Row& row : rows) {
    Span span = MakeSpan(1, 0, row.kind);
    span.set_name(row.name);
    if (row.numbered) PutNumber(span, "retry.attempt_number", 2);
    EXPECT_EQ(ReadFacts(span).role, row.role) << row.name;
    EXPECT_EQ(ReadFacts(span).fallback, std::nullopt);
    PutNumber(span, "retry.fallback", 1);
    EXPECT_EQ(ReadFacts(span).fallback, 1);
  }
}

TEST(SpanFactsTest, ReadsTheMethodInEveryConvention) {
  struct Row {
    std::string name, service, method, expected;
  };
  const std::vector<Row> rows = {
      {"x", "shop.v1.Store", "Reserve", "shop.v1.Store/Reserve"},
      {"x", "", "shop.v1.Store/Reserve", "shop.v1.Store/Reserve"},
      {"x", "", "/shop.v1.Store/Reserve", "shop.v1.Store/Reserve"},
      {"Sent.shop.v1.Store.Reserve", "", "", "shop.v1.Store/Reserve"},
      {"Recv.shop.v1.Store/Reserve", "", "", "shop.v1.Store/Reserve"},
      {"shop.v1.Store/Reserve", "", "", "shop.v1.Store/Reserve"},
      {"Attempt.", "", "", ""},
      {"SELECT", "", "", ""},
  };
  for (const Row& row : rows) {
    Span span = MakeSpan(1);
    span.set_name(row.name);
    if (!row.service.empty()) PutText(span, "rpc.service", row.service);
    if (!row.method.empty()) PutText(span, "rpc.method", row.method);
    EXPECT_EQ(ReadFacts(span).method, row.expected) << row.name;
  }
}

TEST(SpanFactsTest, ReadsTheCodeAsNumberAndAsWord) {
  Span old_names = MakeSpan(1);
  PutNumber(old_names, "rpc.grpc.status_code", 14);
  EXPECT_EQ(ReadFacts(old_names).code, "UNAVAILABLE");
  EXPECT_TRUE(ReadFacts(old_names).failed);

  Span new_names = MakeSpan(1);
  PutText(new_names, "rpc.response.status_code", "OK");
  EXPECT_EQ(ReadFacts(new_names).code, "OK");
  EXPECT_FALSE(ReadFacts(new_names).failed);

  Span none = MakeSpan(1);
  EXPECT_EQ(ReadFacts(none).code, "");
  EXPECT_FALSE(ReadFacts(none).failed);
  none.mutable_status()->set_code(
      opentelemetry::proto::trace::v1::Status::STATUS_CODE_ERROR);
  EXPECT_TRUE(ReadFacts(none).failed);

  Span odd = MakeSpan(1);
  PutNumber(odd, "rpc.grpc.status_code", 99);
  EXPECT_TRUE(ReadFacts(odd).failed);
}

TEST(SpanFactsTest, IgnoresNumbersThatCannotBeCounts) {
  Span span = MakeSpan(1);
  PutNumber(span, "retry.grant", std::numeric_limits<int64_t>::max());
  auto& attribute = *span.add_attributes();
  attribute.set_key("retry.hop");
  attribute.mutable_value()->set_double_value(
      std::numeric_limits<double>::quiet_NaN());
  PutText(span, "retry.attempt_number", "two");
  const SpanFacts facts = ReadFacts(span);
  EXPECT_EQ(facts.grant, std::nullopt);
  EXPECT_EQ(facts.hop, std::nullopt);
  EXPECT_EQ(facts.attempt, std::nullopt);
}

TEST(SpanFactsTest, ReadsNumbersInTextForm) {
  Span span = MakeSpan(1);
  PutText(span, "retry.grant", "2");
  EXPECT_EQ(ReadFacts(span).grant, 2);
}

TEST(SpanFactsTest, RecognizesAnAttemptThatFoundNoConnection) {
  const auto never_sent = [](const std::string& key, const std::string& value) {
    Span span = MakeSpan(1, 0, Span::SPAN_KIND_CLIENT);
    span.set_name("Attempt.s.S.M");
    PutText(span, key, value);
    return ReadFacts(span).never_sent;
  };
  EXPECT_TRUE(never_sent("retry.never_sent", "true"));
  EXPECT_TRUE(never_sent("retry.wait_cause", "connection"));
  EXPECT_TRUE(never_sent("retry.stop_reason", "no_connection"));
  EXPECT_FALSE(never_sent("retry.wait_cause", "backoff"));
  EXPECT_FALSE(never_sent("retry.never_sent", "false"));
}

TEST(SpanFactsTest, NamesTheCauseOfEachWait) {
  struct Row {
    std::string event;
    std::vector<std::pair<std::string, int64_t>> numbers;
    std::string cause_attribute, expected;
    double milliseconds;
  };
  const std::vector<Row> rows = {
      {"retry.backoff", {{"retry.wait_ms", 18}}, "", "backoff", 18},
      {"pushback", {{"retry.pushback_ms", 60}}, "", "pushback", 60},
      {"retry.wait", {{"retry.wait_ms", 5}}, "advice", "advice", 5},
      {"retry.wait",
       {{"retry.wait_ms", 21}, {"retry.pushback_ms", 20}},
       "pushback",
       "pushback",
       21},
      {"anything", {{"retry.wait_ms", 7}}, "", "backoff", 7},
      {"retry.wait", {}, "", "", 0},
      {"backoff", {{"retry.wait_ms", -3}}, "", "backoff", 0},
  };
  for (const Row& row : rows) {
    Span span = MakeSpan(1);
    Span::Event& event = *span.add_events();
    event.set_name(row.event);
    event.set_time_unix_nano(1'000);
    for (const auto& [key, value] : row.numbers) PutNumber(event, key, value);
    if (!row.cause_attribute.empty()) {
      PutText(event, "retry.wait_cause", row.cause_attribute);
    }
    const SpanFacts facts = ReadFacts(span);
    ASSERT_EQ(facts.waits.size(), 1u) << row.event;
    EXPECT_EQ(facts.waits[0].cause, row.expected);
    EXPECT_EQ(facts.waits[0].milliseconds, row.milliseconds);
    EXPECT_EQ(facts.waits[0].begins_unix_nano, 1'000);
  }
}

TEST(SpanFactsTest, OtherEventsAreNotWaits) {
  Span span = MakeSpan(1);
  span.add_events()->set_name("exception");
  EXPECT_TRUE(ReadFacts(span).waits.empty());
}

TEST(SpanFactsTest, TimesBeyondTheRangeAreClamped) {
  EXPECT_GE(UnixNanos(std::numeric_limits<uint64_t>::max()) * 2, 0);
  EXPECT_EQ(UnixNanos(5), 5);
}

}  // namespace
}  // namespace baton::traceview
