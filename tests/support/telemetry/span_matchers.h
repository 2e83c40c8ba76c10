// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_TELEMETRY_SPAN_MATCHERS_H_
#define BATON_TESTS_SUPPORT_TELEMETRY_SPAN_MATCHERS_H_

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "tests/support/telemetry/recorded_span.h"

// Matchers for spans:
//
//   EXPECT_THAT(recorder.Call(),
//               AllOf(HasSucceeded(), IsARoot(), Has("retry.attempt_count",
//               2)));
//   EXPECT_THAT(recorder.Attempts(),
//               Each(AllOf(IsBelow(recorder.Call()), Has("retry.hop", 1))));
namespace baton {

inline RecordedValue ToRecorded(bool value) { return value; }
inline RecordedValue ToRecorded(int value) { return std::int64_t{value}; }
inline RecordedValue ToRecorded(double value) { return value; }
inline RecordedValue ToRecorded(const char* value) {
  return std::string(value);
}

// Matches an attribute with this value and type, on spans and events.
template <typename T>
auto Has(const std::string& key, T value) {
  return ::testing::ResultOf(
      "attributes", [](const auto& recorded) { return recorded.attributes; },
      ::testing::Contains(::testing::Pair(key, ToRecorded(value))));
}

MATCHER_P(HasAny, key, absl::StrCat("has some ", key)) {
  return arg.attributes.count(key) == 1;
}
MATCHER_P(HasNo, key, absl::StrCat("has no ", key)) {
  return arg.attributes.count(key) == 0;
}

// Matches a duration in milliseconds with `matcher`.
MATCHER_P2(HasMs, key, matcher, absl::StrCat("has a fitting ", key)) {
  const auto found = arg.attributes.find(key);
  if (found == arg.attributes.end()) return false;
  const double* const ms = std::get_if<double>(&found->second);
  return ms != nullptr &&
         ::testing::ExplainMatchResult(matcher, *ms, result_listener);
}

MATCHER_P(IsNamed, name, "") { return arg.name == name; }
MATCHER_P(IsOfKind, kind, "") { return arg.kind == kind; }

// Matches a span that is not an error. Spans have no other sign of success.
MATCHER(HasSucceeded, "") {
  return arg.status == "UNSET" && arg.attributes.count("error.type") == 0;
}
// Matches an error of this type.
MATCHER_P(HasFailedWith, type, "") {
  const auto found = arg.attributes.find("error.type");
  return arg.status == "ERROR" && found != arg.attributes.end() &&
         found->second == RecordedValue(std::string(type));
}
MATCHER_P(IsDescribedAs, description, "") {
  return arg.description == description;
}

MATCHER(IsARoot, "") { return arg.parent_id == "0000000000000000"; }
MATCHER_P(IsBelow, parent, absl::StrCat("is below the span ", parent.span_id)) {
  return arg.trace_id == parent.trace_id && arg.parent_id == parent.span_id;
}

MATCHER_P(HasEvents, matcher, "") {
  return ::testing::ExplainMatchResult(matcher, arg.events, result_listener);
}

// Returns the W3C traceparent of the span.
inline std::string TraceParentOf(const RecordedSpan& span) {
  return absl::StrCat("00-", span.trace_id, "-", span.span_id, "-01");
}

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_TELEMETRY_SPAN_MATCHERS_H_
